import type { Fairness } from "@veritick/contract/schemas/fairness.ts";
import type { PositionReceipt } from "@veritick/contract/schemas/positions.ts";
import type { PositionStep } from "@veritick/domain/verify/verify-position.ts";
import { QUICKNET } from "@veritick/domain/beacon.ts";
import { roundOf } from "@veritick/domain/rounds.ts";
import type { BeaconRound } from "@veritick/domain/beacon.ts";
import { beforeEach, expect, test, vi } from "vitest";
import type { FindUnsigned } from "@veritick/domain/verify/beacon-evidence.ts";
import * as LoadEvidence from "./load-evidence.ts";
import { MOST_BYTES, parseFile, readReceiptFile } from "./load-evidence.ts";
import { completeTick, recheckTick } from "./use-check.ts";
import { CancelledError, withSignatures } from "./check-signatures.ts";

const ID = "01a0c45c-08a8-7000-8000-00d1f13cff88";
const USER = "01a0c45c-08a8-7000-8000-00d1f13cff87";
const TICK = 1_790_000_000;
const genesis = { tick: TICK, state: "15279000000", previousHead: "0".repeat(64) };
const beacon = { ...QUICKNET, kind: "drand" };
const fairness = { genesis, beacon, closings: [], keys: [] } as unknown as Fairness;
const receipt = { position: { id: ID, userId: USER, entryTick: TICK + 5, duration: 1 } } as PositionReceipt;
const { signal } = new AbortController();

/** The second of the newest price that the platform serves. */
let newest = TICK + 100;
const call = vi.fn((name: string, options?: { query: { from: number; to: number } }) => {
  if (name === "getPosition") return Promise.resolve(receipt);
  if (name === "fairnessEpochs") return Promise.resolve([{ epoch: 1 }]);
  if (name === "fairnessRounds") return Promise.resolve([{ ...options?.query }]);
  if (name === "prices") return Promise.resolve({ from: newest - 1, prices: [1, 2] });
  return Promise.resolve(fairness);
});
vi.mock("../../../api/client.ts", () => ({ call: (...given: Parameters<typeof call>) => call(...given) }));
// Another test file may have loaded them with the real calls.
vi.resetModules();
const { epochRange, OtherPositionError } = await import("./receipt-file.ts");
const { loadRoundsOf } = await import("./load-rounds.ts");
const { completeFile, loadPosition } = await vi.importActual<typeof LoadEvidence>("./load-evidence.ts");

beforeEach(() => {
  vi.stubGlobal("location", { origin: "https://veritick.example" });
  vi.useFakeTimers({ now: (TICK + 100) * 1000, toFake: ["Date"] });
  newest = TICK + 100;
});

test("refuses another position and another user's position", async () => {
  const evidence = await loadPosition(ID, USER, signal);
  expect(evidence).toMatchObject({ source: "published", position: { id: ID }, now: TICK + 100, clockGap: 0 });
  const rounds = [{ from: roundOf(beacon, TICK + 1), to: roundOf(beacon, TICK + 65) }];
  expect(evidence.published).toEqual({ fairness, epochs: [{ epoch: 1 }], rounds });
  const other = ID.replace("88", "99");
  await expect(loadPosition(other, USER, signal)).rejects.toThrow(OtherPositionError);
  await expect(loadPosition(ID, other, signal)).rejects.toThrow(OtherPositionError);
});

test("uses the platform's clock and reports how far the device's differs", async () => {
  newest = TICK + 40;
  expect(await loadPosition(ID, USER, signal)).toMatchObject({ now: TICK + 40, clockGap: 60 });
  newest = TICK + 4000;
  expect(await loadPosition(ID, USER, signal)).toMatchObject({ now: TICK + 4000, clockGap: -3900 });
});

test("takes only the position from a file if the platform is reached", async () => {
  const content = {
    receipt,
    site: "https://veritick.example",
    fairness: { genesis: { ...genesis, state: "1" } },
    epochs: [],
  };
  const evidence = await completeFile({ name: "receipt.json", content }, signal);
  expect(evidence).toMatchObject({
    source: "published",
    published: { fairness, epochs: [{ epoch: 1 }], rounds: [{}] },
  });
  const strange = { ...content, site: "https://other.example", fairness: {} };
  const alone = await completeFile({ name: "receipt.json", content: strange }, signal);
  expect(alone).toMatchObject({ source: "other-site", published: undefined });
});

test.each([
  ["", "not-json"],
  ["{", "not-json"],
  ["null", "not-receipt"],
  ["[]", "not-receipt"],
  ["{}", "not-receipt"],
  ['{ "format": "veritick/receipt-file/2" }', "not-receipt"],
  ['{ "format": "veritick/liability-proof/1" }', "liability-proof"],
])("reads the file text %j as %s", (text, problem) => {
  expect(parseFile(text)).toBe(problem);
});

test("keeps the name of a file and refuses a file that is too large", async () => {
  const text = '{ "format": "veritick/receipt-file/1", "receipt": {} }';
  const file = new File([text], "mine.json");
  expect(await readReceiptFile(file)).toEqual({ name: "mine.json", content: JSON.parse(text) });
  expect(await readReceiptFile(new File([new Uint8Array(MOST_BYTES + 1)], "large.json"))).toBe("too-large");
});

const NOW = 1000;
const right: PositionStep = { name: "chain", outcome: "right" };
const later = (from: number): PositionStep => ({ name: "exit", outcome: "later", from });
const undecided: PositionStep = { name: "result", outcome: "missing", reason: "undecided" };

test("never repeats a complete check by itself", () => {
  expect(recheckTick([right], NOW, true)).toBeUndefined();
  expect(recheckTick([{ name: "head", outcome: "missing", reason: "withheld" }], NOW, true)).toBeUndefined();
  expect(completeTick([right])).toBeUndefined();
});

test("waits for the first open step and reports the last one", () => {
  expect(recheckTick([later(5000), right, later(1060)], NOW, true)).toBe(1060);
  expect(completeTick([later(5000), right, later(1060)])).toBe(5000);
});

test("repeats the check at the next tick if the data is overdue", () => {
  expect(recheckTick([later(900)], NOW, true)).toBe(NOW + 1);
});

test("checks an undecided position again, but not an undecided file", () => {
  expect(recheckTick([undecided], NOW, true)).toBe(NOW + 5);
  expect(recheckTick([undecided], NOW, false)).toBeUndefined();
});

test("puts the epochs from before the entry to the signed head into a file", () => {
  expect(epochRange(497_222 * 3600 + 10)).toEqual({ from: 497_221, to: 497_247 });
  expect(epochRange(10)).toEqual({ from: 0, to: 25 });
});

test("loads the rounds since the hour of the entry in as many calls as needed", async () => {
  const rounds = async (entryTick: number | undefined, duration: unknown = 10) =>
    (await loadRoundsOf({ entryTick, duration }, fairness)) as unknown as { from: number; to: number }[];
  const begin = (Math.floor(TICK / 3600) + 1) * 3600;
  const first = roundOf(beacon, begin);
  expect(await rounds(begin + 3599)).toEqual([
    { from: first, to: first + 1199 },
    { from: first + 1200, to: roundOf(beacon, begin + 3599 + 600) },
  ]);
  expect(await rounds(TICK - 1)).toEqual([]);
  expect(await rounds(begin, 10_000_000)).toEqual([]);
  expect(await rounds(undefined)).toEqual([]);
});

const KEY = "a key";
const roundsOf = (from: number, count: number): BeaconRound[] =>
  Array.from({ length: count }, (_, index) => ({ round: from + index, signature: "right" }));

/** Stands in for the curve: a signature is right if its text is "right". */
const curve = () => vi.fn<FindUnsigned>((_, rounds) => rounds.find(({ signature }) => signature !== "right"));

test("checks in chunks, reports its progress, and checks nothing twice", async () => {
  const findUnsigned = curve();
  const told: string[] = [];
  const watch = {
    findUnsigned,
    onProgress: ({ done, all }: { done: number; all: number }) => void told.push(`${done}/${all}`),
    isCancelled: () => false,
  };
  const rounds = roundsOf(1, 280);
  expect(await withSignatures((find) => find(KEY, rounds) ?? "all", watch)).toBe("all");
  expect(told).toEqual(["0/280", "128/280", "256/280", "280/280"]);
  expect(findUnsigned.mock.calls.map(([, chunk]) => chunk.length)).toEqual([128, 128, 24]);
  expect(await withSignatures((find) => find(KEY, roundsOf(1, 282)) ?? "all", watch)).toBe("all");
  expect(findUnsigned.mock.lastCall?.[1]).toEqual(roundsOf(281, 2));
  await withSignatures((find) => find("another key", roundsOf(1, 1)), watch);
  expect(findUnsigned.mock.lastCall).toEqual(["another key", roundsOf(1, 1)]);
});

test("names the first faulty round of each list, and continues after an invalid key", async () => {
  const findUnsigned = curve();
  const watch = { findUnsigned, onProgress: () => {}, isCancelled: () => false };
  const one = roundsOf(1000, 300).with(40, { round: 1040, signature: "wrong" });
  const two = roundsOf(2000, 10);
  const found = await withSignatures((find) => [find(KEY, one), find(KEY, two)], watch);
  expect(found).toEqual([{ round: 1040, signature: "wrong" }, undefined]);
  // Rounds after the faulty one are not checked.
  expect(findUnsigned.mock.calls.flatMap(([, chunk]) => chunk)).not.toContainEqual(one[200]);

  findUnsigned.mockImplementation(() => {
    throw new Error("no point of the curve");
  });
  const three = roundsOf(3000, 3);
  expect(await withSignatures((find) => find(KEY, three), watch)).toEqual(three[0]);
});

test("ends between two chunks if it is cancelled", async () => {
  const findUnsigned = curve();
  let chunks = 0;
  const watch = { findUnsigned, onProgress: () => {}, isCancelled: () => ++chunks > 2 };
  const run = withSignatures((find) => find(KEY, roundsOf(5000, 1000)), watch);
  await expect(run).rejects.toThrow(CancelledError);
  expect(findUnsigned).toHaveBeenCalledTimes(2);
});

test("keeps only the newest signatures, and never forgets those of a check under way", async () => {
  const findUnsigned = curve();
  const watch = { findUnsigned, onProgress: () => {}, isCancelled: () => false };
  const checked = (rounds: BeaconRound[]) => withSignatures((find) => find(KEY, rounds) ?? "all", watch);
  const old = roundsOf(100_000, 200);
  await checked(old);
  // The first of these are known already, and more than are kept follow.
  expect(await checked([...old, ...roundsOf(200_000, 12_000)])).toBe("all");
  findUnsigned.mockClear();
  await checked(roundsOf(211_000, 1000));
  expect(findUnsigned).not.toHaveBeenCalled();
  await checked(old);
  expect(findUnsigned).toHaveBeenCalledTimes(2);
});
