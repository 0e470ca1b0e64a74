import { describe, expect, test } from "vitest";
import { GENESIS as ANY_GENESIS, rowOf } from "../../testing/receipt-files.ts";
import { TEST_ROUNDS } from "../../testing/rounds.ts";
import { roundOf } from "../rounds.ts";
import { commitment as commitmentOf, fromHex } from "../epochs.ts";
import { createEpochBook, mergeRows, readEpochRows } from "./epoch-book.ts";
import type { EpochRow } from "./epoch-book.ts";

const FIRST = Math.floor(ANY_GENESIS.tick / 3600);
/** The first epoch has thirty ticks, so that its path takes no time. */
const GENESIS = { ...ANY_GENESIS, tick: FIRST * 3600 + 3569 };
const LONG_AFTER = (FIRST + 100) * 3600;
const HEX = "a".repeat(64);
const read = (epoch: number, now = LONG_AFTER) => readEpochRows([rowOf(GENESIS, epoch, now)])[0]!;
const bare: EpochRow = {
  epoch: FIRST,
  commitment: HEX,
  termsHash: HEX,
  head: undefined,
  startTick: undefined,
  startState: undefined,
  seed: undefined,
};

describe("the rows of epochs", () => {
  test("leave out rows without an epoch, a commitment or terms", () => {
    const link = { epoch: FIRST, commitment: HEX, termsHash: HEX };
    const { termsHash: _, ...older } = link;
    const rows = [{ epoch: FIRST }, { commitment: HEX }, { ...link, commitment: "a" }, older, null, "no"];
    expect(readEpochRows([...rows, link])).toEqual([bare]);
    expect(readEpochRows("no list")).toEqual([]);
  });

  test("hold the values that have their form, for up to 2,000 epochs", () => {
    const { epoch, commitment, termsHash } = bare;
    const row = { epoch, commitment, termsHash, head: HEX, startTick: 7, startState: "8", seed: HEX };
    expect(readEpochRows([{ ...row, more: 1 }])).toStrictEqual([{ ...row, startState: 8 }]);
    const odd = { head: "a", startTick: "7", startState: 8, seed: `${HEX}a` };
    expect(readEpochRows([{ ...row, ...odd }])).toStrictEqual([bare]);
    expect(readEpochRows([...Array<null>(1999).fill(null), row, row])).toHaveLength(1);
  });

  test("take missing values from another list, and the first of two values", () => {
    const full = read(FIRST);
    const open = { ...bare, commitment: full.commitment, termsHash: full.termsHash };
    expect(mergeRows([[open], [full]])).toEqual({ byEpoch: new Map([[FIRST, full]]), conflicts: [] });
    expect(mergeRows([[full], [open]])).toEqual({ byEpoch: new Map([[FIRST, full]]), conflicts: [] });
    for (const change of [
      { commitment: HEX },
      { termsHash: HEX },
      { head: HEX },
      { startTick: 1 },
      { startState: 1 },
      { seed: HEX },
    ]) {
      const merged = mergeRows([[full], [{ ...full, ...change }]]);
      expect(merged).toEqual({ byEpoch: new Map([[FIRST, full]]), conflicts: [FIRST] });
    }
  });

  test("conflict if one list has two of an epoch", () => {
    expect(mergeRows([[bare, bare]]).conflicts).toEqual([FIRST]);
    expect(mergeRows([[bare], [bare]]).conflicts).toEqual([]);
  });
});

describe("the book of epochs", () => {
  const bookOf = (rows: readonly EpochRow[], change: Partial<Parameters<typeof createEpochBook>[0]> = {}) =>
    createEpochBook({
      rows: new Map(rows.map((row) => [row.epoch, row])),
      genesis: GENESIS,
      rounds: TEST_ROUNDS,
      now: LONG_AFTER,
      statedUpTo: 0,
      ...change,
    });
  const second = read(FIRST + 1);

  test("starts the first epoch with genesis and every later one where the one before ended", () => {
    const book = bookOf([read(FIRST), second]);
    expect(book.startOf(FIRST)).toEqual({ state: "known", start: GENESIS.state });
    expect(book.startOf(FIRST + 1)).toEqual({ state: "known", start: second.startState });
    expect(book.startOf(FIRST + 3)).toEqual({ state: "missing" });
    expect(book.firstTickOf(FIRST)).toBe(GENESIS.tick + 1);
    expect(book.firstTickOf(FIRST + 1)).toBe((FIRST + 1) * 3600);
    expect(book.ticks()).toBe((FIRST + 1) * 3600 - GENESIS.tick - 1);
  });

  test("starts with genesis in the next epoch if genesis is the last tick of one", () => {
    const genesis = { ...GENESIS, tick: (FIRST + 1) * 3600 - 1 };
    const book = bookOf([], { genesis });
    expect([FIRST, FIRST + 1].map(book.firstTickOf)).toEqual([FIRST * 3600, (FIRST + 1) * 3600]);
    expect([FIRST, FIRST + 1].map(book.startOf)).toEqual([
      { state: "missing" },
      { state: "known", start: GENESIS.state },
    ]);
  });

  test("has no start before genesis, whatever rows there are", () => {
    const before = { ...read(FIRST), epoch: FIRST - 1 };
    const book = bookOf([{ ...before, epoch: FIRST - 2 }, before]);
    expect(book.startOf(FIRST - 1)).toEqual({ state: "missing" });
    expect(book.firstTickOf(FIRST - 1)).toBe((FIRST - 1) * 3600);
  });

  test("has first ticks and paths without genesis", () => {
    const book = bookOf([second], { genesis: undefined });
    expect(book.firstTickOf(FIRST + 1)).toBe((FIRST + 1) * 3600);
    expect(book.startOf(FIRST)).toEqual({ state: "missing" });
    const walked = book.pathOf(FIRST + 1);
    expect(book.startOf(FIRST + 2)).toEqual({
      state: "known",
      start: walked.state === "known" && walked.path.at(-1),
    });
    expect(book.priceAt(GENESIS.tick)).toEqual({ state: "missing" });
    expect(book.row(FIRST + 1)).toBe(second);
    expect(book.row(FIRST)).toBeUndefined();
  });

  describe("begins a path with", () => {
    const firstTick = (FIRST + 1) * 3600;
    const rhoOf = (round: number) =>
      round > roundOf(TEST_ROUNDS, firstTick) ? undefined : TEST_ROUNDS.rhoOf(round);
    /** Returns the first price of the second epoch. */
    const price = (rows: readonly EpochRow[], change: Parameters<typeof bookOf>[1] = {}) => {
      const known = bookOf(rows, { rounds: { ...TEST_ROUNDS, rhoOf }, ...change }).priceAt(firstTick);
      return known.state === "known" ? known.milli : known.state;
    };
    const honest = price([second], { statedUpTo: FIRST + 1 });
    const moved = { ...second, startState: second.startState! + 1_000_000 };
    const other = price([moved], { statedUpTo: FIRST + 1 });

    test("the signed state before all others", () => {
      const begun = new Map([[FIRST + 1, moved.startState]]);
      expect(price([read(FIRST), second], { begun, statedUpTo: FIRST + 1 })).toBe(other);
      expect(price([second], { begun: new Map([[FIRST + 1, undefined]]) })).toBe(honest);
    });

    test("the stated one up to an epoch", () => {
      expect(other).not.toBe(honest);
      expect(price([read(FIRST), moved], { statedUpTo: FIRST + 1 })).toBe(other);
      expect(price([read(FIRST), moved], { statedUpTo: FIRST })).toBe(honest);
    });

    test("the stated one if the path before is not known", () => {
      expect(price([second])).toBe(honest);
      expect(price([{ ...second, startState: undefined }])).toBe("missing");
      for (const rows of [[], [read(FIRST)]]) {
        const unstated = [...rows, { ...second, startState: undefined }];
        expect(price(unstated, { statedUpTo: FIRST + 1 })).toBe("missing");
      }
    });

    test("genesis in the first epoch, if no other state is stated", () => {
      const first = (row: EpochRow) => {
        const walked = bookOf([row], { statedUpTo: FIRST }).pathOf(FIRST);
        return walked.state === "known" ? walked.path[0] : walked.state;
      };
      expect(first({ ...read(FIRST), startState: undefined })).toBe(first(read(FIRST)));
      expect(first({ ...read(FIRST), startState: GENESIS.state + 1_000_000 })).not.toBe(first(read(FIRST)));
    });
  });

  test("gives the seed that belongs to its commitment", () => {
    const { seed, commitment } = second;
    const known = { state: "known", seed: fromHex(seed!), commitment };
    expect(bookOf([second]).seedOf(FIRST + 1)).toEqual(known);
    expect(bookOf([second], { promised: new Map([[FIRST + 1, commitment]]) }).seedOf(FIRST + 1)).toEqual(
      known,
    );
    const other = "b".repeat(64);
    expect(bookOf([{ ...second, seed: other }]).seedOf(FIRST + 1)).toEqual({
      state: "wrong",
      expected: commitment,
      found: commitmentOf(fromHex(other)),
    });
  });

  test.each<[string, readonly EpochRow[]]>([
    ["no row", []],
    ["no seed in its row", [{ ...second, seed: undefined }]],
  ])("lacks the seed of an epoch with %s, or waits until it ends", (_, rows) => {
    const promised = new Map([[FIRST + 1, second.commitment]]);
    const end = (FIRST + 2) * 3600;
    for (const change of [{}, { promised }]) {
      expect(bookOf(rows, { ...change, now: end }).seedOf(FIRST + 1)).toEqual({ state: "missing" });
      const book = bookOf(rows, { ...change, now: end - 1 });
      for (const known of [book.seedOf(FIRST + 1), book.pathOf(FIRST + 1), book.priceAt(end - 1)])
        expect(known).toEqual({ state: "later", from: end });
    }
  });

  test("has no path for a seed that was not committed to", () => {
    const book = bookOf([second], { promised: new Map([[FIRST + 1, HEX]]) });
    expect(book.seedOf(FIRST + 1)).toEqual({ state: "wrong", expected: HEX, found: second.commitment });
    for (const known of [book.pathOf(FIRST + 1), book.startOf(FIRST + 2), book.priceAt((FIRST + 1) * 3600)])
      expect(known).toEqual({ state: "doubtful" });
  });

  test("has prices as far as the rounds reach, and a path only with all of them", () => {
    const [from, to] = [GENESIS.tick + 1, (FIRST + 1) * 3600 - 1];
    const first = read(FIRST);
    const whole = bookOf([first]);
    const reach = (rounds: Parameters<typeof createEpochBook>[0]["rounds"]) => {
      const book = bookOf([first], { rounds });
      return [book.priceAt(from), book.priceAt(to), book.pathOf(FIRST)];
    };
    const none = { state: "missing" };
    const [begin, last, path] = [whole.priceAt(from), whole.priceAt(to), whole.pathOf(FIRST)];
    expect([begin, last, path]).toMatchObject(Array(3).fill({ state: "known" }));
    const lastRound = roundOf(TEST_ROUNDS, to);
    const rhoOf = (round: number) => (round === lastRound ? undefined : TEST_ROUNDS.rhoOf(round));
    expect(reach({ ...TEST_ROUNDS, rhoOf })).toEqual([begin, none, none]);
    expect(reach(undefined)).toEqual([none, none, none]);
    const since = (genesisTime: number) => ({ ...TEST_ROUNDS, genesisTime, rhoOf: TEST_ROUNDS.rhoOf });
    expect(reach(since(from + 3))).toEqual([none, none, none]);
    expect(reach(since(from))).toMatchObject(Array(3).fill({ state: "known" }));
  });

  test("has the price of genesis and of no tick before it", () => {
    const book = bookOf([read(FIRST)]);
    expect(book.priceAt(GENESIS.tick)).toEqual({ state: "known", milli: 152_790 });
    expect(book.priceAt(GENESIS.tick - 1)).toEqual({ state: "missing" });
    expect(book.priceAt(GENESIS.tick + 1)).toMatchObject({ state: "known" });
    expect(book.ticks()).toBe((FIRST + 1) * 3600 - GENESIS.tick - 1);
  });
});
