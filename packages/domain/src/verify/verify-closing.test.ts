import { describe, expect, test } from "vitest";
import { createFile, GENESIS, isSigned } from "../../testing/receipt-files.ts";
import { findUnsigned, roundsBetween, TEST_BEACON } from "../../testing/rounds.ts";
import { formatMinor, minor, parseMinor } from "../money.ts";
import { parsePriceMilli } from "../price.ts";
import { closingAt } from "../sale.ts";
import { isBroken, verdictOf } from "./step.ts";
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
      "neither a promise nor a commitment",
      ["signature withheld", "commitment unreadable"],
      (file) => Object.assign(file.receipt, { promise: null, commitments: [] }),
    ],
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
