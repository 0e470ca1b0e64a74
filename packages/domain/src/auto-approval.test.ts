import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { autoApproval } from "./auto-approval.ts";
import type { AutoApprovalFacts, AutoApprovalObstacle } from "./auto-approval.ts";
import { minor, parseMinor, sumMinor, ZERO } from "./money.ts";

const DAY_MS = 86_400_000;
const of = (amount: string) => parseMinor(amount);
const PLAIN: AutoApprovalFacts = {
  autoApproveBelow: of("100"),
  autoApprovePerDay: of("1000"),
  fourEyesAbove: of("500"),
  amount: of("50"),
  approvedMinor: ZERO,
  accountAgeMs: DAY_MS + 1,
  isStopped: false,
  isStaff: false,
  isBlocked: false,
  isProposed: false,
  needsAttention: false,
  isAddressUsed: true,
  hasTwoStep: true,
  isScreened: true,
};
const judge = (facts: Partial<AutoApprovalFacts>) => autoApproval({ ...PLAIN, ...facts });

/** A change that breaks each condition, alone. */
const BROKEN: readonly (readonly [string, AutoApprovalObstacle, Partial<AutoApprovalFacts>])[] = [
  ["no amount is set", "off", { autoApproveBelow: undefined }],
  ["no total is set", "off", { autoApprovePerDay: undefined }],
  ["withdrawals are stopped", "stopped", { isStopped: true }],
  ["it is at the amount", "amount_too_large", { amount: of("100") }],
  ["it is above the amount for two", "takes_two", { fourEyesAbove: of("49.99999999") }],
  ["two decide about every amount", "takes_two", { fourEyesAbove: ZERO }],
  ["it waits for a second person", "takes_two", { isProposed: true }],
  ["its owner is staff", "staff", { isStaff: true }],
  ["withdrawals are locked or on hold", "blocked", { isBlocked: true }],
  ["it is on the attention list", "needs_attention", { needsAttention: true }],
  ["its address is new", "address_new", { isAddressUsed: false }],
  ["its account is a day old", "account_new", { accountAgeMs: DAY_MS }],
  ["two-step sign-in is off", "two_step_off", { hasTwoStep: false }],
  ["the screening has not allowed it", "not_screened", { isScreened: false }],
  ["it exceeds the rest of the total", "day_full", { approvedMinor: of("950.00000001") }],
  ["it exceeds the whole total", "day_full", { autoApprovePerDay: of("49.99999999") }],
];

describe("a withdrawal", () => {
  it("is approved by the rule if every condition holds, up to the last unit", () => {
    expect(judge({})).toBe("allowed");
    expect(judge({ amount: of("99.99999999"), fourEyesAbove: of("99.99999999") })).toBe("allowed");
    expect(judge({ fourEyesAbove: undefined, approvedMinor: of("950") })).toBe("allowed");
  });

  it.each(BROKEN)("waits for a person if %s", (_, obstacle, change) => {
    expect(judge(change)).toBe(obstacle);
  });

  it("waits for a person whichever conditions fail together", () => {
    const changes = fc.subarray(
      BROKEN.map(([, , change]) => change),
      { minLength: 1 },
    );
    fc.assert(fc.property(changes, (some) => judge(Object.assign({}, ...some)) !== "allowed"));
  });
});

describe("the rule", () => {
  const amounts = fc.array(
    fc.bigInt({ min: 1n, max: 200n }).map((units) => minor(units)),
    { maxLength: 60 },
  );
  const limit = fc.option(
    fc.bigInt({ min: 0n, max: 1_000n }).map((units) => minor(units)),
    { nil: undefined },
  );

  it("never approves more than its total, nor an amount at or above its limits", () => {
    fc.assert(
      fc.property(amounts, limit, limit, limit, (asked, below, perDay, fourEyesAbove) => {
        const approved: bigint[] = [];
        const limits = { autoApproveBelow: below, autoApprovePerDay: perDay, fourEyesAbove };
        for (const amount of asked) {
          const approvedMinor = sumMinor(approved.map((each) => minor(each)));
          if (judge({ ...limits, amount, approvedMinor }) === "allowed") approved.push(amount);
        }
        const total = approved.reduce((sum, amount) => sum + amount, 0n);
        expect(total <= (perDay ?? 0n)).toBe(true);
        expect(approved.every((amount) => amount < (below ?? 0n))).toBe(true);
        expect(fourEyesAbove === undefined || approved.every((amount) => amount <= fourEyesAbove)).toBe(true);
      }),
    );
  });

  it("approves whatever fits its limits, the remaining total and nothing else being in the way", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 99n }),
        fc.bigInt({ min: 0n, max: 900n }),
        (amount, approvedUnits) => {
          const facts = { amount: minor(amount), approvedMinor: minor(approvedUnits) };
          const limits = { autoApproveBelow: minor(100n), autoApprovePerDay: minor(1_000n) };
          expect(judge({ ...limits, ...facts })).toBe("allowed");
        },
      ),
    );
  });
});
