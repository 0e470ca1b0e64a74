import { describe, expect, test } from "vitest";
import { createFile, GENESIS, isSigned } from "../../testing/receipt-files.ts";
import { findUnsigned, roundsBetween, TEST_BEACON } from "../../testing/rounds.ts";
import { formatMinor, minor, parseMinor } from "../money.ts";
import { parsePriceMilli } from "../price.ts";
import { closingAt } from "../sale.ts";
import { isBroken, verdictOf } from "./step.ts";
import { blockEnd, roundOf } from "../beacon.ts";
import { closedStep, closingStep } from "./closing-step.ts";
import type { Price } from "./outcome-steps.ts";
import type { PositionEvidence } from "./position-evidence.ts";
import { verifyPosition } from "./verify-position.ts";

const FIRST = Math.ceil(GENESIS.tick / 3600);
const ENTRY = (FIRST + 1) * 3600 + 1202;
const TICK = ENTRY + 120;
const LONG_AFTER = (FIRST + 100) * 3600;

/**
 * Makes a position of five minutes that was closed after two, with the data that an honest platform publishes of it under
 * its next price.
 */
function closedFile(reason: "beacon" | "secret" = "beacon") {
  const { receipt, ...file } = createFile({ entryTick: ENTRY, duration: 5, now: ENTRY + 10 });
  const price = createFile({ entryTick: TICK }).receipt.position.entryPrice;
  const { position, entries } = receipt;
  const { ticksLeft, chance, valueMinor } = closingAt(
    {
      side: "buy",
      barrierMilli: parsePriceMilli(position.barrierPrice),
      stakeMinor: parseMinor(position.amount),
      multiplierHundredths: 1000,
      expiryTick: position.expiryTick,
    },
    TICK,
    parsePriceMilli(price),
  );
  const value = formatMinor(valueMinor);
  const profit = formatMinor(minor(valueMinor - parseMinor(position.amount)));
  const [stake, house] = entries;
  const line = { kind: "position_refunded", transactionId: "2" };
  const seen = createFile({ entryTick: ENTRY, duration: 5 });
  const epochs = seen.epochs.filter(({ epoch }) => epoch <= FIRST + 1);
  return {
    ...file,
    receipt: {
      ...receipt,
      position: { ...position, status: "refunded", profit, refundReason: reason as string },
      entries: [
        stake!,
        house!,
        { ...stake!, ...line, amount: value },
        { ...house!, ...line, amount: `-${value}` },
      ],
      closing: { tick: TICK, price, ticksLeft, chance: String(chance), value, reason: reason as string } as {
        tick: number;
        price: string;
        ticksLeft: number;
        chance: string;
        value: string;
        reason: string;
      } | null,
    },
    fairness: {
      ...file.fairness,
      genesis: { ...GENESIS, state: String(GENESIS.state), tick: TICK + 3000, previousHead: "a".repeat(64) },
      closings: [
        {
          genesis: { ...GENESIS, state: String(GENESIS.state) },
          beacon: TEST_BEACON,
          reason: reason as string,
          tick: TICK,
          endedAt: new Date((TICK + 100) * 1000).toISOString(),
          positions: 1,
          stake: position.amount,
          value,
          epochs: epochs.map((row) => ({ ...row, seed: reason === "secret" ? null : row.seed })),
        },
      ],
    },
    epochs: [] as object[],
    rounds: roundsBetween((FIRST + 1) * 3600, TICK),
  };
}

type ClosedFile = ReturnType<typeof closedFile>;
const check = (file: ClosedFile, now = LONG_AFTER) =>
  verifyPosition(file, { now, isSigned, findUnsigned, published: file }).steps;
const told = (file: ClosedFile, outcome = "wrong") =>
  check(file)
    .filter((step) => step.outcome === outcome)
    .map(({ name, reason }) => (reason === undefined ? name : `${name} ${reason}`));
const right = (file: ClosedFile) => told(file, "right");

describe("a position closed for a lost beacon", () => {
  test("is recomputed completely but not called right: its rounds may still come", () => {
    const file = closedFile();
    expect(told(file)).toEqual([]);
    expect(right(file)).toEqual(
      expect.arrayContaining(["commitment", "start", "rounds", "entry", "closing", "money"]),
    );
    expect(told(file, "missing")).toContain("result gone");
    expect(verdictOf(check(file))).toBe("missing");
  });

  test("is wrong only once a valid round up to its expiry exists", () => {
    const next = roundsBetween(TICK + 1, TICK + 1)[0]!;
    const last = roundsBetween(ENTRY + 300, ENTRY + 300)[0]!;
    for (const round of [next, last])
      expect(told({ ...closedFile(), rounds: [...closedFile().rounds, round] })).toEqual([
        "result round-there",
      ]);
    const [after] = roundsBetween(ENTRY + 303, ENTRY + 303);
    const false_ = { ...next, signature: "0".repeat(96) };
    for (const round of [after!, false_])
      expect(told({ ...closedFile(), rounds: [...closedFile().rounds, round] })).toEqual([]);
  });

  const changes: [string, string[], (file: ClosedFile) => void][] = [
    ["another price", ["closing"], (file) => (file.receipt.closing!.price = "153.00000000")],
    ["another chance", ["closing"], (file) => (file.receipt.closing!.chance += "0")],
    ["fewer ticks left", ["closing"], (file) => (file.receipt.closing!.ticksLeft -= 3)],
    ["a smaller value", ["closing"], (file) => (file.receipt.closing!.value = "0.01000000")],
    ["another block end", ["closing"], (file) => (file.receipt.closing!.tick -= 3)],
    ["no block end", ["closing"], (file) => (file.receipt.closing!.tick += 1)],
    ["its expiry", ["closing"], (file) => (file.receipt.closing!.tick = ENTRY + 300)],
    ["its stake, though its price was known", ["closing"], (file) => (file.receipt.closing = null)],
    ["a smaller profit", ["money"], (file) => (file.receipt.position.profit = "-10.00000000")],
    ["a smaller payment", ["money"], (file) => (file.receipt.entries[2]!.amount = "0.01000000")],
    ["a reason that is not listed", ["result"], (file) => (file.receipt.closing!.reason = "secret")],
    ["an end that is not listed", ["result not-listed"], (file) => (file.fairness.closings = [])],
    ["a price that goes on", ["result not-lost"], (file) => (file.fairness.genesis.tick = GENESIS.tick)],
    [
      "another seed",
      ["commitment"],
      (file) => (file.fairness.closings[0]!.epochs.at(-1)!.seed = "1".repeat(64)),
    ],
    [
      "another start of the hour",
      ["start other-start"],
      (file) => (file.fairness.closings[0]!.epochs.at(-1)!.startState = "15300000000"),
    ],
  ];
  test.each(changes)("is wrong with %s", (_, steps, change) => {
    const file = closedFile();
    change(file);
    for (const step of steps) expect(told(file)).toContain(step);
    expect(isBroken(check(file))).toBe(false);
  });
});

test("a position closed for a lost secret says that a promise was not kept", () => {
  const file = closedFile("secret");
  expect(told(file)).toEqual(["result not-kept"]);
  expect(isBroken(check(file))).toBe(true);
  expect(right(file)).toContain("money");
  // Only the price cannot be computed. The values that follow from it can.
  expect(told(file, "missing")).toContain("closing older");
  file.receipt.closing!.value = "0.01000000";
  expect(told(file)).toContain("closing");
});

test("does not wait for the seed of a lost secret", () => {
  const laterOf = (reason: "beacon" | "secret") => {
    const file = closedFile(reason);
    for (const row of file.fairness.closings[0]!.epochs) row.seed = null;
    return check(file, TICK + 100).filter(({ outcome }) => outcome === "later");
  };
  expect(laterOf("secret")).toEqual([]);
  expect(laterOf("beacon").map(({ name }) => name)).toEqual(expect.arrayContaining(["entry", "closing"]));
});

test("closes a worthless position at nothing, without an entry", () => {
  const file = closedFile();
  const later = createFile({ entryTick: ENTRY + 240 }).receipt.position.entryPrice;
  Object.assign(file.receipt.closing!, { tick: ENTRY + 240, price: later, ticksLeft: 60 });
  Object.assign(file.receipt.closing!, { chance: "3759071", value: "0.00000000" });
  file.fairness.closings[0]!.tick = ENTRY + 240;
  file.rounds = roundsBetween((FIRST + 1) * 3600, ENTRY + 240);
  file.receipt.position.profit = "-10.00000000";
  expect(told(file)).toEqual(["money"]);
  file.receipt.entries.splice(2);
  expect(told(file)).toEqual([]);
});

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
    expect(stepOf({ ...none, position: { round: null } })).toEqual(refunded);
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
    ["no round, as before rounds", { position: { round: null } }, ["missing", { found, reason: "older" }]],
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

  test("of a lost price needs no list, and is never a kept promise", () => {
    const lost = { position: { refundReason: "price_lost" }, closing: null };
    const expected = ["wrong", { found: "refunded, price_lost", reason: "not-kept" }];
    expect(outcomeOf({ ...lost, ending: undefined })).toEqual(expected);
    expect(outcomeOf(lost)).toEqual(expected);
    expect(outcomeOf({ ending: undefined, isPublished: false })).toEqual([
      "missing",
      { found, reason: "gone" },
    ]);
  });
});
