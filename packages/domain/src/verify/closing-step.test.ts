import { describe, expect, test } from "vitest";
import { GENESIS } from "../../testing/receipt-files.ts";
import { TEST_BEACON } from "../../testing/rounds.ts";
import { blockEnd, roundOf } from "../rounds.ts";
import { formatMinor, parseMinor } from "../money.ts";
import { closingAt } from "../sale.ts";
import { closedStep, closingStep } from "./closing-step.ts";
import type { Price } from "./outcome-steps.ts";
import type { PositionEvidence } from "./position-evidence.ts";

const ENTRY = blockEnd(TEST_BEACON, roundOf(TEST_BEACON, GENESIS.tick + 7200));
const BARRIER = 153_958;
/** The end of the block two minutes after the entry. */
const END = blockEnd(TEST_BEACON, roundOf(TEST_BEACON, ENTRY + 120));
const VALUE = closingAt(
  {
    side: "buy",
    barrierMilli: BARRIER,
    stakeMinor: parseMinor("10"),
    multiplierHundredths: 1000,
    expiryTick: ENTRY + 300,
  },
  END,
  153_000,
);
const CLOSING = {
  tick: END,
  price: "153.00000000",
  ticksLeft: ENTRY + 300 - END,
  chance: VALUE.chance,
  value: formatMinor(VALUE.valueMinor),
  reason: "beacon",
};
const UNSOLD = { soldTick: null, soldPrice: null, proceeds: null };
const POSITION = {
  ...UNSOLD,
  amount: "10.00000000",
  type: "buy",
  duration: 5,
  entryTick: ENTRY,
  expiryTick: ENTRY + 300,
  round: 7,
  refundReason: "beacon",
};

type Change = { readonly position?: object } & Readonly<Record<string, unknown>>;
const evidenceOf = ({ position, ...change }: Change = {}) =>
  ({
    closing: CLOSING,
    ending: { tick: END, reason: "beacon" },
    genesis: { tick: END + 3000 },
    beacon: TEST_BEACON,
    sale: null,
    isPublished: true,
    rounds: { signatures: new Map() },
    ...change,
    position: { ...POSITION, ...position },
  }) as unknown as PositionEvidence;

describe("the step of a closing", () => {
  const known: Price = { state: "known", milli: 153_000 };
  const stepOf = (change: Change, price: Price = known) => closingStep(evidenceOf(change), BARRIER, price);
  const wrong = (details: object) => ({
    step: { name: "closing", outcome: "wrong", ...details },
    valueMinor: undefined,
  });
  const atTick = (tick: number) => ({ closing: { ...CLOSING, tick } });

  test("is right with the value that follows from price and time", () => {
    const { step, valueMinor } = stepOf({});
    expect([step.outcome, valueMinor]).toEqual(["right", VALUE.valueMinor]);
    expect(stepOf({}, { state: "known", milli: 153_001 })).toMatchObject({
      step: { outcome: "wrong", found: step.found },
    });
  });

  test.each([
    ["the closing", { closing: undefined }],
    ["the stake", { position: { amount: undefined } }],
    ["the entry", { position: { entryTick: undefined } }],
    ["the side", { position: { type: undefined } }],
    ["the duration", { position: { duration: undefined } }],
    ["the expiry", { position: { expiryTick: undefined } }],
  ])("is unreadable without %s", (_, change) => {
    expect(stepOf(change)).toEqual(wrong({ reason: "unreadable" }));
  });

  test("is unreadable without a barrier, or if the position was sold", () => {
    expect(closingStep(evidenceOf(), undefined, known)).toEqual(wrong({ reason: "unreadable" }));
    expect(stepOf({ position: { soldTick: END } })).toEqual(wrong({ reason: "unreadable" }));
  });

  test("returns the stake only if no price of the position was known", () => {
    const found = "stake 10.00000000";
    const refunded = { step: { name: "closing", outcome: "right", found }, valueMinor: parseMinor("10") };
    const none = { closing: null };
    expect(stepOf({ ...none, ending: { tick: ENTRY - 1 } })).toEqual(refunded);
    expect(stepOf({ ...none, ending: undefined })).toEqual(refunded);
    expect(stepOf({ ...none, ending: { tick: ENTRY } })).toEqual(wrong({ expected: `tick ${ENTRY}`, found }));
  });

  test.each([
    ["before the entry", ENTRY - 3, { ending: undefined }, `${ENTRY} - ${ENTRY + 299}`],
    ["at the expiry", ENTRY + 300, { ending: undefined, beacon: undefined }, `${ENTRY} - ${ENTRY + 299}`],
    ["within a block", END + 1, { ending: undefined }, `${ENTRY} - ${ENTRY + 299}`],
    ["that is not the newest of the price", END - 3, {}, `${END}`],
  ])("is wrong at a tick %s", (_, tick, change, expected) => {
    expect(stepOf({ ...change, ...atTick(tick) })).toEqual(
      wrong({ expected: `tick ${expected}`, found: `tick ${tick}` }),
    );
  });

  test("takes the first and the last tick of a position, and no more than ten minutes before its expiry", () => {
    const outcomeAt = (tick: number, position: object = {}) =>
      stepOf({ ...atTick(tick), beacon: undefined, ending: undefined, position }).step;
    const isAsked = ({ expected }: { expected?: string }) => expected?.includes(" - ") === true;
    expect(isAsked(outcomeAt(ENTRY))).toBe(false);
    expect(isAsked(outcomeAt(ENTRY + 299))).toBe(false);
    expect(isAsked(outcomeAt(ENTRY, { expiryTick: ENTRY + 600 }))).toBe(false);
    expect(isAsked(outcomeAt(ENTRY, { expiryTick: ENTRY + 601 }))).toBe(true);
  });

  test("of a lost secret may be at any end of a block, at the platform's price", () => {
    const secret = { ...CLOSING, reason: "secret" };
    expect(stepOf({ closing: secret, ending: { tick: END + 3, reason: "secret" } }).step.outcome).toBe(
      "right",
    );
    const later = { closing: { ...secret, tick: END + 1 }, ending: { tick: END + 3, reason: "secret" } };
    expect(stepOf(later)).toEqual(
      wrong({ expected: `tick ${ENTRY} - ${ENTRY + 299}`, found: `tick ${END + 1}` }),
    );
    const { step, valueMinor } = stepOf({}, { state: "doubtful" } as Price);
    expect(step).toMatchObject({ outcome: "missing", reason: "doubtful", found: stepOf({}).step.found });
    expect(valueMinor).toBe(VALUE.valueMinor);
  });
});

describe("the step of a closed position's result", () => {
  const outcomeOf = (change: Change) => {
    const { name, outcome, ...details } = closedStep(evidenceOf(change), () => undefined);
    expect(name).toBe("result");
    return [outcome, details];
  };
  const found = "refunded, beacon";
  const round = roundOf(TEST_BEACON, END + 1);
  const roundsOf = (...given: number[]) => ({
    signatures: new Map(given.map((each) => [each, "signature"])),
  });

  test.each([
    ["no newer price", { genesis: undefined }, ["missing", { found, reason: "no-data" }]],
    ["no entry", { position: { entryTick: undefined } }, ["missing", { found, reason: "no-data" }]],
    ["a price that goes on", { genesis: { tick: ENTRY } }, ["wrong", { found, reason: "not-lost" }]],
    [
      "a reason that does not exist",
      { position: { refundReason: "whim" } },
      ["wrong", { found: "refunded, whim", reason: "not-lost" }],
    ],
    [
      "no reason",
      { position: { refundReason: null } },
      ["wrong", { found: "refunded, null", reason: "not-lost" }],
    ],
    ["an end that is not published", { ending: undefined }, ["wrong", { found, reason: "not-listed" }]],
    [
      "another reason in public",
      { ending: { tick: END, reason: "secret" } },
      ["wrong", { expected: "secret", found }],
    ],
    ["no later round", {}, ["missing", { found, reason: "gone" }]],
    [
      "the next round",
      { rounds: roundsOf(round + 1, round) },
      ["wrong", { found: `round ${round}`, reason: "round-there" }],
    ],
    [
      "only the round of its closing",
      { rounds: roundsOf(round - 1) },
      ["missing", { found, reason: "gone" }],
    ],
    [
      "a position longer than any",
      { rounds: roundsOf(round), position: { expiryTick: ENTRY + 601 } },
      ["missing", { found, reason: "gone" }],
    ],
    ["no beacon", { rounds: roundsOf(round), beacon: undefined }, ["missing", { found, reason: "gone" }]],
    [
      "an entry before the beacon",
      { rounds: roundsOf(round), beacon: { ...TEST_BEACON, genesisTime: ENTRY + 1 } },
      ["missing", { found, reason: "gone" }],
    ],
  ])("with %s", (_, change: Change, expected) => {
    expect(outcomeOf(change)).toEqual(expected);
  });

  test("asks for the round of the entry if nothing was known", () => {
    const entry = roundOf(TEST_BEACON, ENTRY);
    expect(outcomeOf({ closing: null, rounds: roundsOf(entry) })).toEqual([
      "wrong",
      { found: `round ${entry}`, reason: "round-there" },
    ]);
  });

  test("of a lost secret is never a kept promise", () => {
    const lost = {
      position: { refundReason: "secret" },
      ending: { tick: END, reason: "secret" },
      closing: null,
    };
    const expected = ["wrong", { found: "refunded, secret", reason: "not-kept" }];
    expect(outcomeOf(lost)).toEqual(expected);
  });

  test("needs no list if the platform was not reached", () => {
    expect(outcomeOf({ ending: undefined, isPublished: false })).toEqual([
      "missing",
      { found, reason: "gone" },
    ]);
  });
});
