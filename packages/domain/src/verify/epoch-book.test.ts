import { describe, expect, test } from "vitest";
import { GENESIS, rowOf } from "../../testing/receipt-files.ts";
import { TEST_ROUNDS } from "../../testing/rounds.ts";
import { createEpochBook, mergeRows, readEpochRows } from "./epoch-book.ts";
import type { EpochRow } from "./epoch-book.ts";

const FIRST = Math.floor(GENESIS.tick / 3600);
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

  test("has no start before genesis, whatever rows there are", () => {
    const before = { ...read(FIRST), epoch: FIRST - 1 };
    const book = bookOf([{ ...before, epoch: FIRST - 2 }, before]);
    expect(book.startOf(FIRST - 1)).toEqual({ state: "missing" });
    expect(book.firstTickOf(FIRST - 1)).toBe((FIRST - 1) * 3600);
  });

  test("has the first tick of an epoch without genesis", () => {
    const book = bookOf([second], { genesis: undefined });
    expect(book.firstTickOf(FIRST + 1)).toBe((FIRST + 1) * 3600);
    expect(book.startOf(FIRST)).toEqual({ state: "missing" });
  });

  describe("begins a path with", () => {
    const path = (book: ReturnType<typeof bookOf>) => {
      const walked = book.pathOf(FIRST + 1);
      return walked.state === "known" ? walked.path[0]! : walked.state;
    };
    const honest = path(bookOf([second], { statedUpTo: FIRST + 1 }));

    test("the signed state before all others", () => {
      const begun = new Map([[FIRST + 1, second.startState! + 1_000_000]]);
      expect(path(bookOf([read(FIRST), second], { begun, statedUpTo: FIRST + 1 }))).not.toBe(honest);
    });

    test("the stated one up to an epoch", () => {
      const moved = { ...second, startState: second.startState! + 1_000_000 };
      expect(path(bookOf([read(FIRST), moved], { statedUpTo: FIRST + 1 }))).not.toBe(honest);
      expect(path(bookOf([read(FIRST), moved], { statedUpTo: FIRST }))).toBe(honest);
    });

    test("the stated one if the path before is not known", () => {
      expect(path(bookOf([second]))).toBe(honest);
      expect(path(bookOf([{ ...second, startState: undefined }]))).toBe("missing");
      expect(path(bookOf([{ ...second, startState: undefined }], { statedUpTo: FIRST + 1 }))).toBe("missing");
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

  test("has no path for a seed that was not committed to", () => {
    const promised = new Map([[FIRST + 1, HEX]]);
    expect(bookOf([second], { promised }).seedOf(FIRST + 1)).toEqual({
      state: "wrong",
      expected: HEX,
      found: second.commitment,
    });
    expect(bookOf([{ ...second, seed: HEX }]).seedOf(FIRST + 1)).toMatchObject({
      state: "wrong",
      expected: second.commitment,
    });
    expect(bookOf([second], { promised }).pathOf(FIRST + 1)).toEqual({ state: "doubtful" });
    expect(bookOf([]).pathOf(FIRST + 1)).toEqual({ state: "missing" });
    const later = bookOf([read(FIRST + 1, (FIRST + 1) * 3600)], { now: (FIRST + 2) * 3600 - 1 });
    expect(later.pathOf(FIRST + 1)).toEqual({ state: "later", from: (FIRST + 2) * 3600 });
  });

  test("has the price of genesis and of no tick before it", () => {
    const book = bookOf([read(FIRST)]);
    expect(book.priceAt(GENESIS.tick)).toEqual({ state: "known", milli: 152_790 });
    expect(book.priceAt(GENESIS.tick - 1)).toEqual({ state: "missing" });
    expect(book.priceAt(GENESIS.tick + 1)).toMatchObject({ state: "known" });
    expect(book.ticks()).toBe((FIRST + 1) * 3600 - GENESIS.tick - 1);
  });
});
