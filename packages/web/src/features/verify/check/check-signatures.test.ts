import type { BeaconRound } from "@veritick/domain/beacon.ts";
import type { FindUnsigned } from "@veritick/domain/verify/beacon-evidence.ts";
import { expect, test, vi } from "vitest";
import { CancelledError, withSignatures } from "./check-signatures.ts";

const KEY = "a key";
const roundsOf = (from: number, count: number): BeaconRound[] =>
  Array.from({ length: count }, (_, index) => ({ round: from + index, signature: "right" }));

/** Stands in for the curve: a signature is right if it says so. */
const curve = () => vi.fn<FindUnsigned>((_, rounds) => rounds.find(({ signature }) => signature !== "right"));

test("checks in chunks, tells how far it is, and checks nothing twice", async () => {
  const findUnsigned = curve();
  const told: string[] = [];
  const watch = {
    findUnsigned,
    onProgress: ({ done, all }: { done: number; all: number }) => void told.push(`${done}/${all}`),
    isCancelled: () => false,
  };
  const rounds = roundsOf(1, 70);
  expect(await withSignatures((find) => find(KEY, rounds) ?? "all", watch)).toBe("all");
  expect(told).toEqual(["0/70", "32/70", "64/70", "70/70"]);
  expect(findUnsigned.mock.calls.map(([, chunk]) => chunk.length)).toEqual([32, 32, 6]);
  expect(await withSignatures((find) => find(KEY, roundsOf(1, 72)) ?? "all", watch)).toBe("all");
  expect(findUnsigned.mock.lastCall?.[1]).toEqual(roundsOf(71, 2));
  await withSignatures((find) => find("another key", roundsOf(1, 1)), watch);
  expect(findUnsigned.mock.lastCall).toEqual(["another key", roundsOf(1, 1)]);
});

test("names the first round at fault of each list, and is not stopped by a key that is none", async () => {
  const findUnsigned = curve();
  const watch = { findUnsigned, onProgress: () => {}, isCancelled: () => false };
  const one = roundsOf(1000, 90).with(40, { round: 1040, signature: "wrong" });
  const two = roundsOf(2000, 10);
  const found = await withSignatures((find) => [find(KEY, one), find(KEY, two)], watch);
  expect(found).toEqual([{ round: 1040, signature: "wrong" }, undefined]);
  // Those after it were not looked at.
  expect(findUnsigned.mock.calls.flatMap(([, chunk]) => chunk)).not.toContainEqual(one[80]);

  findUnsigned.mockImplementation(() => {
    throw new Error("no point of the curve");
  });
  const three = roundsOf(3000, 3);
  expect(await withSignatures((find) => find(KEY, three), watch)).toEqual(three[0]);
});

test("ends between two chunks if it is told to", async () => {
  const findUnsigned = curve();
  let chunks = 0;
  const watch = { findUnsigned, onProgress: () => {}, isCancelled: () => ++chunks > 2 };
  const run = withSignatures((find) => find(KEY, roundsOf(5000, 320)), watch);
  await expect(run).rejects.toThrow(CancelledError);
  expect(findUnsigned).toHaveBeenCalledTimes(2);
});
