import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { minor, parseMinor, ZERO } from "./money.ts";
import { decidePayment, decidePayout, isEmpty, LARGEST_CREDIT } from "./payments.ts";
import type {
  DepositFacts,
  DepositFailure,
  PaymentFacts,
  PaymentState,
  PayoutFacts,
  PayoutState,
  WithdrawalFacts,
  WithdrawalStatus,
} from "./payments.ts";

const payment = (facts: Partial<PaymentFacts> = {}): PaymentFacts => ({
  state: "finished",
  isOurAsset: true,
  isRepeated: false,
  paid: parseMinor("100"),
  outcome: parseMinor("99.5"),
  ...facts,
});

const UNCREDITED = { credited: null, isOnTrust: false };
const PENDING: DepositFacts = { status: "pending", failure: null, ...UNCREDITED };
const CONFIRMING: DepositFacts = { status: "confirming", failure: null, ...UNCREDITED };
const confirmed = (credited: string, isOnTrust = false): Exclude<DepositFacts, string> => ({
  status: "confirmed",
  failure: null,
  credited: parseMinor(credited),
  isOnTrust,
});
const onTrust = (credited: string) => confirmed(credited, true);
const listedAsTaken = (credited: string) => ({ ...confirmed(credited), isListedAsTaken: true });
const failed = (failure: DepositFailure): DepositFacts => ({ status: "failed", failure, ...UNCREDITED });

const NOTHING = { do: "nothing" };
const ask = (reason: string) => ({ do: "ask", reason });
const [TAKEN_BACK, BROUGHT_BACK] = [ask("refunded_after_credit"), ask("money_returned")];
const WRONG_ASSET = ask("wrong_asset");
const empty = (state: PaymentState) => ({ state, paid: ZERO });
const credit = (amount: string, fee: string) => ({
  do: "credit",
  amount: parseMinor(amount),
  fee: parseMinor(fee),
});

type Example = [said: string, facts: Partial<PaymentFacts>, deposit: DepositFacts, decision: object];

describe("a payment", () => {
  it.each<Example>([
    ["waiting", empty("waiting"), PENDING, NOTHING],
    ["seen on chain", { state: "confirming" }, PENDING, { do: "confirm" }],
    ["seen on chain again", { state: "confirming" }, CONFIRMING, NOTHING],
    ["seen on chain after it was credited", { state: "confirming" }, confirmed("100"), NOTHING],
    ["seen on chain in another asset", { state: "confirming", isOurAsset: false }, PENDING, NOTHING],
    ["seen on chain beside another", { state: "confirming", isRepeated: true }, PENDING, NOTHING],
    ["finished", {}, PENDING, credit("100", "0.5")],
    ["finished later", {}, CONFIRMING, credit("100", "0.5")],
    ["finished, told again", {}, confirmed("100"), NOTHING],
    ["finished after an administrator gave more", {}, confirmed("120"), NOTHING],
    ["over-paid", { paid: parseMinor("130") }, PENDING, credit("130", "30.5")],
    ["without a word about the outcome", { outcome: undefined }, PENDING, credit("100", "0")],
    ["with more coming out than in", { outcome: parseMinor("101") }, PENDING, credit("100", "0")],
    ["with less than nothing coming out", { outcome: minor(-1n) }, PENDING, credit("100", "0")],
    ["with nothing coming out", { outcome: ZERO }, PENDING, credit("100", "0")],
    ["with next to nothing coming out", { outcome: minor(1n) }, PENDING, credit("100", "99.99999999")],
    [
      "of too little",
      { state: "partially_paid", paid: parseMinor("7"), outcome: undefined },
      PENDING,
      credit("7", "0"),
    ],
    ["of too little, with nothing there", empty("partially_paid"), PENDING, NOTHING],
    ["finished with nothing there", { paid: ZERO }, PENDING, ask("nothing_arrived")],
    ["late, after it had expired", {}, failed("expired"), credit("100", "0.5")],
    ["late, for a deposit that never showed its address", {}, failed("no_address"), credit("100", "0.5")],
    ["after it was rejected", {}, failed("rejected"), ask("money_after_rejection")],
    ["with more than was credited", { paid: parseMinor("101") }, confirmed("100"), ask("more_arrived")],
    ["repeated", { isRepeated: true }, confirmed("100"), ask("repeated_payment")],
    ["repeated before the first was credited", { isRepeated: true }, PENDING, ask("repeated_payment")],
    ["in another asset", { isOurAsset: false }, PENDING, WRONG_ASSET],
    ["in another asset without an amount", { isOurAsset: false, paid: ZERO }, PENDING, WRONG_ASSET],
    [
      "of too little in another asset without an amount",
      { state: "partially_paid", isOurAsset: false, paid: ZERO },
      PENDING,
      WRONG_ASSET,
    ],
    ["of more than an account can hold", { paid: minor(LARGEST_CREDIT + 1n) }, PENDING, ask("too_large")],
    [
      "of just what an account can hold",
      { paid: LARGEST_CREDIT, outcome: undefined },
      PENDING,
      credit("1000000000", "0"),
    ],
    ["for nothing we know", {}, "unknown_order", ask("unknown_order")],
    ["for an account that is gone", {}, "account_closed", ask("account_closed")],
    ["beside the one of its order", {}, "repeated_payment", ask("repeated_payment")],
    ["expired", empty("expired"), PENDING, { do: "fail", failure: "expired" }],
    ["refunded", empty("refunded"), CONFIRMING, { do: "fail", failure: "refunded" }],
    ["failed", empty("failed"), PENDING, { do: "fail", failure: "provider" }],
    ["failed after it was credited", empty("failed"), confirmed("100"), TAKEN_BACK],
    ["refunded after it was credited", { state: "refunded" }, confirmed("100"), TAKEN_BACK],
    ["refunded after it was credited in part", { state: "refunded" }, confirmed("40"), TAKEN_BACK],
    [
      "refunded after a person credited it on trust, with money in it",
      { state: "refunded", paid: minor(1n) },
      onTrust("100"),
      TAKEN_BACK,
    ],
    ["refunded after a person credited it on trust", empty("refunded"), onTrust("1"), NOTHING],
    ["failed after a person credited it on trust", empty("failed"), onTrust("1"), NOTHING],
    ["expired after a person credited it on trust", empty("expired"), onTrust("1"), NOTHING],
    ["expired after it was credited", empty("expired"), confirmed("100"), NOTHING],
    ["expired with the money in it that was credited", { state: "expired" }, confirmed("100"), NOTHING],
    ["expired after it was rejected", empty("expired"), failed("rejected"), NOTHING],
    ["finished after it was listed as taken back", {}, listedAsTaken("100"), BROUGHT_BACK],
    ["expired with the money in it that was", { state: "expired" }, listedAsTaken("100"), BROUGHT_BACK],
    ["finished in another asset", { isOurAsset: false }, listedAsTaken("100"), BROUGHT_BACK],
    [
      "finished in another asset without an amount",
      { isOurAsset: false, paid: ZERO },
      listedAsTaken("100"),
      BROUGHT_BACK,
    ],
    [
      "in a state we have not learnt, in another asset",
      { state: "unknown", isOurAsset: false },
      listedAsTaken("1"),
      NOTHING,
    ],
    ["expired after it was listed so", empty("expired"), listedAsTaken("100"), NOTHING],
    ["refunded after it was listed so", { state: "refunded" }, listedAsTaken("1"), TAKEN_BACK],
    [
      "with more after it was listed so",
      { paid: parseMinor("101") },
      listedAsTaken("100"),
      ask("more_arrived"),
    ],
    ["failed with money in it", { state: "failed" }, PENDING, ask("money_in_failed_payment")],
    ["expired with money in it", { state: "expired" }, failed("expired"), ask("money_in_failed_payment")],
    ["failed with money in it that was credited", { state: "failed" }, confirmed("100"), TAKEN_BACK],
    [
      "failed with money in it for nothing we know",
      { state: "failed" },
      "unknown_order",
      ask("unknown_order"),
    ],
    ["in a state we have not learnt", { state: "unknown" }, PENDING, ask("unknown_state")],
    ["in such a state without money", empty("unknown"), PENDING, NOTHING],
    ["in such a state after it was credited", { state: "unknown" }, confirmed("100"), NOTHING],
  ])("%s", (_, facts, deposit, decision) => {
    expect(decidePayment(payment(facts), deposit)).toEqual(decision);
  });
});

const amounts = fc.bigInt(0n, 3n * LARGEST_CREDIT).map(minor);
const smallAmounts = fc.bigInt(0n, 1_000n).map(minor);
const payments: fc.Arbitrary<PaymentFacts> = fc.record({
  state: fc.constantFrom<PaymentState>(
    "waiting",
    "confirming",
    "partially_paid",
    "finished",
    "failed",
    "refunded",
    "expired",
    "unknown",
  ),
  isOurAsset: fc.boolean(),
  isRepeated: fc.boolean(),
  paid: fc.oneof(amounts, smallAmounts),
  outcome: fc.option(fc.bigInt(-5n, 2n * LARGEST_CREDIT).map(minor), { nil: undefined }),
});
const deposits: fc.Arbitrary<DepositFacts> = fc.oneof(
  fc.constantFrom<DepositFacts>(PENDING, CONFIRMING, "repeated_payment", "unknown_order", "account_closed"),
  fc
    .constantFrom<DepositFailure>("no_address", "provider", "expired", "refunded", "rejected")
    .map((failure) => failed(failure)),
  fc.tuple(fc.oneof(amounts, smallAmounts), fc.boolean()).map(([credited, isOnTrust]): DepositFacts => ({
    status: "confirmed",
    failure: null,
    credited,
    isOnTrust,
  })),
);

it.each<[PaymentState, string, boolean]>([
  ["failed", "0", true],
  ["refunded", "0", true],
  ["expired", "0", true],
  ["refunded", "0.00000001", false],
  ["waiting", "0", false],
  ["finished", "0", false],
])("a payment that is %s with %s is empty: %s", (state, paid, expected) => {
  expect(isEmpty(payment({ state, paid: parseMinor(paid) }))).toBe(expected);
});

describe("any payment with any deposit", () => {
  const anyCase = (check: (payment: PaymentFacts, deposit: DepositFacts) => void) =>
    fc.assert(fc.property(payments, deposits, check), { numRuns: 2_000 });

  it("credits only what arrived in our asset to an open or failed deposit", () => {
    anyCase((facts, deposit) => {
      const decision = decidePayment(facts, deposit);
      if (decision.do !== "credit") return;
      expect(decision.amount).toBe(facts.paid);
      expect(facts.isOurAsset && !facts.isRepeated && facts.paid > 0n).toBe(true);
      expect(decision.fee >= 0n && decision.fee < decision.amount).toBe(true);
      expect(decision.amount <= LARGEST_CREDIT).toBe(true);
      expect(typeof deposit === "object" && deposit.status !== "confirmed").toBe(true);
      expect(typeof deposit === "object" && deposit.failure === "rejected").toBe(false);
    });
  });

  it("credits money that arrived, recognises it as credited, or asks an administrator", () => {
    anyCase((facts, deposit) => {
      if (facts.paid === 0n || facts.state === "waiting" || facts.state === "confirming") return;
      const isCovered =
        typeof deposit === "object" &&
        deposit.status === "confirmed" &&
        facts.isOurAsset &&
        !facts.isRepeated &&
        facts.paid <= deposit.credited! &&
        facts.state !== "failed" &&
        facts.state !== "refunded";
      expect(["credit", "ask"].includes(decidePayment(facts, deposit).do)).toBe(!isCovered);
    });
  });

  it("credits nothing without money and never fails a closed deposit", () => {
    anyCase((facts, deposit) => {
      const decision = decidePayment(facts, deposit);
      if (facts.paid === 0n) expect(decision.do).not.toBe("credit");
      if (decision.do === "fail" || decision.do === "confirm") {
        expect(typeof deposit === "object" && ["pending", "confirming"].includes(deposit.status)).toBe(true);
      }
    });
  });

  it("changes nothing when a credited payment is reported again", () => {
    anyCase((facts, deposit) => {
      const decision = decidePayment(facts, deposit);
      if (decision.do !== "credit") return;
      const after: DepositFacts = {
        status: "confirmed",
        failure: null,
        credited: decision.amount,
        isOnTrust: false,
      };
      expect(decidePayment(facts, after)).toEqual(NOTHING);
    });
  });
});

const STATUSES: WithdrawalStatus[] = ["pending", "processing", "completed", "failed"];
const STATES: PayoutState[] = ["in_progress", "finished", "failed", "unknown"];

const facts = (changes: Partial<WithdrawalFacts> = {}): WithdrawalFacts => ({
  status: "processing",
  transactionHash: undefined,
  byHand: false,
  ...changes,
});
const said = (state: PayoutState, transactionHash?: string): PayoutFacts => ({ state, transactionHash });

describe("a payout", () => {
  const EXPECTED: Partial<Record<PayoutState, Partial<Record<WithdrawalStatus, string>>>> = {
    finished: { processing: "complete", failed: "paid_after_refund" },
    failed: { processing: "payout_failed" },
  };

  it.each(STATES.flatMap((state) => STATUSES.map((status) => [state, status] as const)))(
    "that is %s of a withdrawal that is %s",
    (state, status) => {
      expect(decidePayout(said(state), facts({ status }))).toBe(EXPECTED[state]?.[status] ?? "nothing");
    },
  );

  it.each([
    ["by the provider, without a transaction", false, undefined, undefined, "nothing"],
    ["by the provider, with a transaction named later", false, undefined, "ab", "nothing"],
    ["by the provider, whose read names none any more", false, "ab", undefined, "nothing"],
    ["by the provider, with the same transaction", false, "ab", "ab", "nothing"],
    ["by the provider, with another transaction", false, "ab", "cd", "paid_twice"],
    ["by hand, with the same transaction", true, "ab", "ab", "nothing"],
    ["by hand, with the same transaction in capitals", true, "ab", "AB", "nothing"],
    ["by hand, with another transaction", true, "ab", "cd", "paid_twice"],
    ["by hand, with a transaction that is not named", true, "ab", undefined, "paid_twice"],
  ] as const)("that is finished of one completed %s", (_, byHand, recorded, sent, expected) => {
    const withdrawal = facts({ status: "completed", byHand, transactionHash: recorded });
    expect(decidePayout(said("finished", sent), withdrawal)).toBe(expected);
    for (const state of ["in_progress", "failed", "unknown"] as const) {
      expect(decidePayout(said(state, sent), withdrawal)).toBe("nothing");
    }
  });

  it("completes a withdrawal once, whatever the number and order of its states", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...STATES), { maxLength: 12 }), (told) => {
        let status: WithdrawalStatus = "processing";
        let completions = 0;
        for (const state of told) {
          if (decidePayout(said(state), facts({ status })) !== "complete") continue;
          status = "completed";
          completions += 1;
        }
        expect(completions).toBe(told.includes("finished") ? 1 : 0);
      }),
    );
  });
});
