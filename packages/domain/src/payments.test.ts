import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { minor, parseMinor, ZERO } from "./money.ts";
import {
  asksAgain,
  decidePayment,
  isEmpty,
  LARGEST_CREDIT,
  NOTHING_BOOKED,
  UNKNOWN_SECONDS,
} from "./payments.ts";
import type { DepositFailure, PaymentFacts, PaymentRecord, PaymentState, Question } from "./payments.ts";

const payment = (facts: Partial<PaymentFacts> = {}): PaymentFacts => ({
  state: "finished",
  isOurAsset: true,
  isRepeated: false,
  paid: parseMinor("100"),
  outcome: parseMinor("99.5"),
  ...facts,
});

type Deposit = PaymentRecord["deposit"];

/** A payment of a deposit of 100 that is pending, unless `changes` says otherwise. */
const record = (deposit: Deposit, changes: Partial<PaymentRecord> = {}): PaymentRecord => ({
  deposit,
  booked: NOTHING_BOOKED,
  isDecided: false,
  trusted: ZERO,
  wasSeen: false,
  wasTaken: false,
  isListedAsTaken: false,
  differs: false,
  secondsInState: 0,
  ...changes,
});
const ASKED = parseMinor("100");
const open = (status: "pending" | "confirming") => record({ status, failure: null, asked: ASKED });
const [PENDING, CONFIRMING] = [open("pending"), open("confirming")];
const confirmed = (credited: string, changes: Partial<PaymentRecord> = {}) =>
  record(
    { status: "confirmed", failure: null, asked: ASKED },
    { booked: { ...NOTHING_BOOKED, credited: parseMinor(credited) }, wasSeen: true, ...changes },
  );
/** One that a person approved before any money was seen. */
const onTrust = (credited: string) =>
  confirmed(credited, {
    isDecided: true,
    wasSeen: false,
    trusted: parseMinor(credited),
    booked: { ...NOTHING_BOOKED, credited: parseMinor(credited), advanced: parseMinor(credited) },
  });
const listedAsTaken = (credited: string) => confirmed(credited, { wasTaken: true, isListedAsTaken: true });
const failed = (failure: DepositFailure) => record({ status: "failed", failure, asked: ASKED });

const NOTHING = {};
const ask = (asks: string) => ({ asks });
const [TAKEN_BACK, BROUGHT_BACK] = [ask("refunded_after_credit"), ask("money_returned")];
const WRONG_ASSET = ask("wrong_asset");
const empty = (state: PaymentState) => ({ state, paid: ZERO });
const credit = (credited: string, fee: string, asks?: string) => ({
  moves: "confirmed",
  credited: parseMinor(credited),
  fee: parseMinor(fee),
  ...(asks !== undefined && { asks }),
});
const fail = (failure: DepositFailure) => ({ moves: { failed: failure } });

/** What a decision changes, without what stays. */
function changesOf(facts: PaymentFacts, known: PaymentRecord): object {
  const { booked, moves, asks } = decidePayment(facts, known);
  const change = minor(booked.credited - known.booked.credited);
  return {
    ...(change !== 0n && { credited: change, fee: booked.feeBooked }),
    ...(moves !== undefined && { moves }),
    ...(asks !== undefined && { asks }),
  };
}

type Example = [said: string, facts: Partial<PaymentFacts>, known: PaymentRecord, decision: object];

describe("a payment", () => {
  it.each<Example>([
    ["waiting", empty("waiting"), PENDING, NOTHING],
    ["seen on chain", { state: "confirming" }, PENDING, { moves: "confirming" }],
    ["seen on chain again", { state: "confirming" }, CONFIRMING, NOTHING],
    ["seen on chain after it was credited", { state: "confirming" }, confirmed("100"), NOTHING],
    ["seen on chain in another asset", { state: "confirming", isOurAsset: false }, PENDING, NOTHING],
    ["seen on chain beside another", { state: "confirming", isRepeated: true }, PENDING, NOTHING],
    ["finished", {}, PENDING, credit("100", "0.5")],
    ["finished later", {}, CONFIRMING, credit("100", "0.5")],
    ["finished, told again", {}, confirmed("100"), NOTHING],
    [
      "finished after an administrator gave more",
      {},
      confirmed("120", { isDecided: true, trusted: parseMinor("20") }),
      NOTHING,
    ],
    ["finished with less than before", { paid: parseMinor("60") }, confirmed("100"), TAKEN_BACK],
    ["finished without an amount after it was credited", { paid: ZERO }, confirmed("100"), NOTHING],
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
    ["of too little, whose rest has come", {}, confirmed("7"), credit("93", "0.5")],
    [
      "of too little, with more of it there",
      { state: "partially_paid", paid: parseMinor("9") },
      confirmed("7"),
      credit("2", "0"),
    ],
    [
      "of too little, whose rest has come with more than was asked",
      { paid: parseMinor("101"), outcome: undefined },
      confirmed("7"),
      credit("93", "0", "more_arrived"),
    ],
    [
      "of too little that a person credited, whose rest has come",
      {},
      confirmed("7", { isDecided: true }),
      ask("more_arrived"),
    ],
    ["of too little, with nothing there", empty("partially_paid"), PENDING, NOTHING],
    ["finished with nothing there", { paid: ZERO }, PENDING, ask("nothing_arrived")],
    ["late, after it had expired", {}, failed("expired"), credit("100", "0.5")],
    ["late, for a deposit that never showed its address", {}, failed("no_address"), credit("100", "0.5")],
    ["after it was rejected", {}, failed("rejected"), ask("money_after_rejection")],
    ["with more than was credited", { paid: parseMinor("101") }, confirmed("100"), ask("more_arrived")],
    ["repeated", { isRepeated: true }, record("repeated_payment"), ask("repeated_payment")],
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
    ["for nothing we know", {}, record("unknown_order"), ask("unknown_order")],
    ["for an account that is gone", {}, record("account_closed"), ask("account_closed")],
    ["beside the one of its order", {}, record("repeated_payment"), ask("repeated_payment")],
    ["expired", empty("expired"), PENDING, fail("expired")],
    ["refunded", empty("refunded"), CONFIRMING, fail("refunded")],
    ["failed", empty("failed"), PENDING, fail("provider")],
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
    ["with more after it was listed so", {}, listedAsTaken("40"), ask("more_arrived")],
    ["failed with money in it", { state: "failed" }, PENDING, ask("money_in_failed_payment")],
    ["expired with money in it", { state: "expired" }, failed("expired"), ask("money_in_failed_payment")],
    ["failed with money in it that was credited", { state: "failed" }, confirmed("100"), TAKEN_BACK],
    [
      "failed with money in it for nothing we know",
      { state: "failed" },
      record("unknown_order"),
      ask("unknown_order"),
    ],
    ["in a state we have not learnt", { state: "unknown" }, PENDING, ask("unknown_state")],
    ["in such a state without money", empty("unknown"), PENDING, NOTHING],
    ["in such a state after it was credited", { state: "unknown" }, confirmed("100"), NOTHING],
    [
      "in such a state for minutes, without money",
      empty("unknown"),
      { ...PENDING, secondsInState: UNKNOWN_SECONDS },
      ask("unknown_state"),
    ],
    ["whose answer differs", {}, { ...PENDING, differs: true }, ask("answer_differs")],
    [
      "whose answer differs, before any money",
      empty("waiting"),
      { ...PENDING, differs: true },
      ask("answer_differs"),
    ],
    ["whose answer differs after it was credited", {}, { ...confirmed("100"), differs: true }, NOTHING],
  ])("%s", (_, facts, known, decision) => {
    expect(changesOf(payment(facts), known)).toEqual(decision);
  });
});

const amounts = fc.bigInt(0n, 3n * LARGEST_CREDIT).map(minor);
const smallAmounts = fc.bigInt(0n, 1_000n).map(minor);
const STATES_OF_PAYMENTS = [
  "waiting",
  "confirming",
  "partially_paid",
  "finished",
  "failed",
  "refunded",
  "expired",
  "unknown",
] as const;
const payments: fc.Arbitrary<PaymentFacts> = fc.record({
  state: fc.constantFrom(...STATES_OF_PAYMENTS),
  isOurAsset: fc.boolean(),
  isRepeated: fc.boolean(),
  paid: fc.oneof(amounts, smallAmounts),
  outcome: fc.option(fc.bigInt(-5n, 2n * LARGEST_CREDIT).map(minor), { nil: undefined }),
});
const records: fc.Arbitrary<PaymentRecord> = fc.oneof(
  fc
    .constantFrom<Deposit>(
      PENDING.deposit,
      CONFIRMING.deposit,
      "repeated_payment",
      "unknown_order",
      "account_closed",
    )
    .map((deposit) => record(deposit)),
  fc
    .constantFrom<DepositFailure>("no_address", "provider", "expired", "refunded", "rejected")
    .map((failure) => failed(failure)),
  fc
    .record({
      credited: fc.oneof(amounts, smallAmounts),
      isDecided: fc.boolean(),
      wasSeen: fc.boolean(),
      wasTaken: fc.boolean(),
      isListedAsTaken: fc.boolean(),
    })
    .map(({ credited, ...known }) =>
      record(confirmed("1").deposit, { ...known, booked: { ...NOTHING_BOOKED, credited } }),
    ),
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

describe("any payment with any record", () => {
  const anyCase = (check: (facts: PaymentFacts, known: PaymentRecord) => void) =>
    fc.assert(fc.property(payments, records, check), { numRuns: 2_000 });

  it("credits only what arrived in our asset, and never after a rejection", () => {
    anyCase((facts, known) => {
      const { booked, moves } = decidePayment(facts, known);
      if (booked.credited === known.booked.credited) return;
      expect(booked.credited <= facts.paid).toBe(true);
      expect(booked.credited > known.booked.credited).toBe(true);
      expect(facts.isOurAsset && !facts.isRepeated && facts.paid <= LARGEST_CREDIT).toBe(true);
      expect(booked.feeBooked >= 0n && booked.feeBooked < facts.paid).toBe(true);
      expect(moves).toBe("confirmed");
      expect(typeof known.deposit === "object" && known.deposit.failure !== "rejected").toBe(true);
    });
  });

  it("credits money that arrived, recognises it as credited, or asks an administrator", () => {
    anyCase((facts, known) => {
      if (facts.paid === 0n || facts.state === "waiting" || facts.state === "confirming") return;
      const { booked, asks } = decidePayment(facts, known);
      const isCovered = facts.isOurAsset && facts.paid <= booked.credited;
      expect(isCovered || known.isListedAsTaken || asks !== undefined).toBe(true);
    });
  });

  it("never moves a deposit that is closed, except to confirmed", () => {
    anyCase((facts, known) => {
      const { moves } = decidePayment(facts, known);
      if (moves === undefined || moves === "confirmed") return;
      expect(
        typeof known.deposit === "object" && ["pending", "confirming"].includes(known.deposit.status),
      ).toBe(true);
    });
  });
});

it.each<[string, Question, reason: string, arrived: string, again: boolean]>([
  ["an open one", { reason: "wrong_asset", arrived: ZERO, decided: undefined }, "more_arrived", "5", false],
  [
    "more money",
    { reason: "more_arrived", arrived: minor(1n), decided: "credited" },
    "more_arrived",
    "5",
    true,
  ],
  [
    "the same again",
    { reason: "wrong_asset", arrived: parseMinor("5"), decided: "otherwise" },
    "wrong_asset",
    "5",
    false,
  ],
  [
    "a new reason",
    { reason: "wrong_asset", arrived: parseMinor("5"), decided: "otherwise" },
    "unknown_state",
    "5",
    true,
  ],
  [
    "a closed account",
    { reason: "wrong_asset", arrived: parseMinor("5"), decided: "otherwise" },
    "account_closed",
    "5",
    false,
  ],
  [
    "a new reason after a credit",
    { reason: "wrong_asset", arrived: parseMinor("5"), decided: "credited" },
    "unknown_state",
    "5",
    false,
  ],
  [
    "a refund after a credit",
    { reason: "wrong_asset", arrived: parseMinor("5"), decided: "credited" },
    "refunded_after_credit",
    "5",
    true,
  ],
])("a decided question is asked again for %s: %s", (_, question, reason, arrived, again) => {
  expect(asksAgain(question, { reason, arrived: parseMinor(arrived) })).toBe(again);
});
