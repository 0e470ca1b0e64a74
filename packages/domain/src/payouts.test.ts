import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseMinor } from "./money.ts";
import { decidePayout, differingFields, UNKNOWN_STATE_SECONDS } from "./payouts.ts";
import type { AskedPayout, PayoutDecision, PayoutFacts, PayoutOutcome, PayoutState } from "./payouts.ts";

const STATES: PayoutState[] = ["in_progress", "finished", "failed", "unknown"];
const OUTCOMES: PayoutOutcome[] = [null, "paid", "paid_by_hand", "returned"];

const asked = (outcome: PayoutOutcome = null, transactionHash?: string): AskedPayout => ({
  withdrawalId: "0199a3f0-0000-7000-8000-00000000000a",
  amount: parseMinor("92"),
  address: "TAsked",
  asset: "usdttrc20",
  outcome,
  transactionHash,
});
const said = (state: PayoutState, changes: Partial<PayoutFacts> = {}): PayoutFacts => ({
  state,
  transactionHash: undefined,
  externalId: "0199A3F0-0000-7000-8000-00000000000A",
  amount: parseMinor("92"),
  address: "TAsked",
  asset: " USDTTRC20",
  ...changes,
});
const silent: Partial<PayoutFacts> = {
  externalId: undefined,
  amount: undefined,
  address: undefined,
  asset: undefined,
};
const AMOUNT = { amount: parseMinor("92.000001") };
const DIFFERENT: [string, Partial<PayoutFacts>, string[]][] = [
  ["another amount", AMOUNT, ["amount"]],
  ["nothing", { amount: parseMinor("0") }, ["amount"]],
  ["another address", { address: "tAsked" }, ["address"]],
  ["another asset", { asset: "trx" }, ["asset"]],
  ["another withdrawal", { externalId: "0199a3f0-0000-7000-8000-00000000000b" }, ["externalId"]],
  [
    "all of these",
    { ...AMOUNT, address: "T", asset: "x", externalId: "y" },
    ["amount", "address", "asset", "externalId"],
  ],
];
const LONG = UNKNOWN_STATE_SECONDS;

describe("an answer about a payout", () => {
  it.each(DIFFERENT)("that names %s differs from what was asked for", (_, changes, fields) => {
    expect(differingFields(said("finished", changes), asked())).toEqual(fields);
    for (const state of STATES)
      expect(decidePayout(said(state, changes), asked(), LONG)).toBe("payout_differs");
  });

  it("that leaves out what was asked for does not differ", () => {
    expect(differingFields(said("finished", silent), asked())).toEqual([]);
    expect(decidePayout(said("finished", silent), asked(), 0)).toBe("complete");
  });
});

it.each<[PayoutState, PayoutOutcome, number, PayoutDecision]>([
  ["in_progress", null, LONG, "nothing"],
  ["finished", null, 0, "complete"],
  ["failed", null, 0, "payout_failed"],
  ["unknown", null, LONG - 1, "nothing"],
  ["unknown", null, LONG, "payout_unknown_state"],
  ["in_progress", "paid", LONG, "nothing"],
  ["finished", "paid", LONG, "nothing"],
  ["failed", "paid", 0, "payout_undone"],
  ["unknown", "paid", 0, "payout_undone"],
  ["in_progress", "paid_by_hand", LONG, "nothing"],
  ["failed", "paid_by_hand", LONG, "nothing"],
  ["unknown", "paid_by_hand", LONG, "nothing"],
  ["in_progress", "returned", LONG, "nothing"],
  ["finished", "returned", 0, "paid_after_refund"],
  ["failed", "returned", LONG, "nothing"],
  ["unknown", "returned", LONG, "nothing"],
])(
  "a payout that is %s, of a withdrawal that is %s, after %d seconds: %s",
  (state, outcome, seconds, decision) => {
    expect(decidePayout(said(state), asked(outcome), seconds)).toBe(decision);
  },
);

it.each<[PayoutOutcome, string | undefined, string | undefined, PayoutDecision, PayoutDecision]>([
  ["paid", undefined, undefined, "nothing", "payout_undone"],
  ["paid", undefined, "ab", "nothing", "payout_undone"],
  ["paid", "ab", undefined, "nothing", "payout_undone"],
  ["paid", "ab", "ab", "nothing", "payout_undone"],
  ["paid", "ab", "cd", "paid_twice", "payout_undone"],
  ["paid_by_hand", "ab", "ab", "nothing", "payout_undone"],
  ["paid_by_hand", "ab", "AB", "nothing", "payout_undone"],
  ["paid_by_hand", "ab", "cd", "paid_twice", "nothing"],
  ["paid_by_hand", "ab", undefined, "paid_twice", "nothing"],
])(
  "one that is %s in transaction %s, and now names %s: %s if finished, %s if failed",
  (outcome, recorded, transactionHash, finished, failed) => {
    const books = asked(outcome, recorded);
    expect(decidePayout(said("finished", { transactionHash }), books, 0)).toBe(finished);
    expect(decidePayout(said("failed", { transactionHash }), books, 0)).toBe(failed);
    const differs = decidePayout(said("finished", { transactionHash, ...AMOUNT }), books, 0);
    expect(differs).toBe(finished === "nothing" ? "payout_differs" : finished);
  },
);

it("a payout that was paid by other means and is not sent concerns nobody, whatever it says", () => {
  for (const state of STATES.filter((one) => one !== "finished")) {
    expect(decidePayout(said(state, AMOUNT), asked("paid_by_hand", "ab"), LONG)).toBe("nothing");
    expect(decidePayout(said(state, AMOUNT), asked("returned"), LONG)).toBe("nothing");
  }
});

const answers = fc.record<PayoutFacts>({
  state: fc.constantFrom(...STATES),
  transactionHash: fc.constantFrom(undefined, "ab", "cd"),
  externalId: fc.constantFrom(undefined, asked().withdrawalId, "other"),
  amount: fc.constantFrom(undefined, asked().amount, AMOUNT.amount),
  address: fc.constantFrom(undefined, "TAsked", "TOther"),
  asset: fc.constantFrom(undefined, "usdttrc20", "trx"),
});

it("completes a withdrawal once at most, and only by an answer that names nothing else", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(answers, fc.nat(2 * LONG)), { maxLength: 12 }), (told) => {
      let books = asked();
      for (const [answer, seconds] of told) {
        if (decidePayout(answer, books, seconds) !== "complete") continue;
        expect(books.outcome).toBeNull();
        expect([answer.state, differingFields(answer, books)]).toEqual(["finished", []]);
        books = { ...books, outcome: "paid", transactionHash: answer.transactionHash };
      }
    }),
    { numRuns: 2_000 },
  );
});

it("asks an administrator about every payout that is sent and not as the books say", () => {
  fc.assert(
    fc.property(
      answers,
      fc.constantFrom(...OUTCOMES),
      fc.constantFrom(undefined, "ab"),
      (answer, outcome, hash) => {
        const books = asked(outcome, hash);
        const decision = decidePayout({ ...answer, state: "finished" }, books, 0);
        if (decision === "complete") expect(outcome).toBeNull();
        else if (decision === "nothing") {
          expect(["paid", "paid_by_hand"]).toContain(outcome);
          expect(differingFields(answer, books)).toEqual([]);
        }
      },
    ),
    { numRuns: 2_000 },
  );
});
