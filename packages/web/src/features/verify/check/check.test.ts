import type { Fairness } from "@veritick/contract/schemas/fairness.ts";
import type { PositionReceipt } from "@veritick/contract/schemas/positions.ts";
import type { PositionStep } from "@veritick/domain/verify/verify-position.ts";
import { beforeEach, expect, test, vi } from "vitest";
import { MOST_BYTES, parseFile, readReceiptFile } from "./load-evidence.ts";
import type * as LoadEvidence from "./load-evidence.ts";
import { epochRange, OtherPositionError } from "./receipt-file.ts";
import { completeTick, recheckTick } from "./use-check.ts";

const ID = "01a0c45c-08a8-7000-8000-00d1f13cff88";
const USER = "01a0c45c-08a8-7000-8000-00d1f13cff87";
const TICK = 1_790_000_000;
const genesis = { tick: TICK, state: "15279000000", previousHead: "0".repeat(64) };
const fairness = { genesis, keys: [] } as unknown as Fairness;
const receipt = { position: { id: ID, userId: USER, entryTick: TICK + 5 } } as PositionReceipt;
const { signal } = new AbortController();

/** What the platform answers: the newest price is of this second. */
let newest = TICK + 100;
const call = vi.fn((name: string) => {
  if (name === "getPosition") return Promise.resolve(receipt);
  if (name === "fairnessEpochs") return Promise.resolve([{ epoch: 1 }]);
  if (name === "prices") return Promise.resolve({ from: newest - 1, prices: [1, 2] });
  return Promise.resolve(fairness);
});
vi.mock("../../../api/client.ts", () => ({ call: (...given: Parameters<typeof call>) => call(...given) }));
const { completeFile, loadPosition } = await vi.importActual<typeof LoadEvidence>("./load-evidence.ts");

beforeEach(() => {
  vi.stubGlobal("location", { origin: "https://veritick.example" });
  vi.useFakeTimers({ now: (TICK + 100) * 1000, toFake: ["Date"] });
  newest = TICK + 100;
});

test("the position that was asked for, of whoever asks, is the one that is checked", async () => {
  const evidence = await loadPosition(ID, USER, signal);
  expect(evidence).toMatchObject({ source: "published", position: { id: ID }, now: TICK + 100, clockGap: 0 });
  expect(evidence.published).toEqual({ fairness, epochs: [{ epoch: 1 }] });
  const other = ID.replace("88", "99");
  await expect(loadPosition(other, USER, signal)).rejects.toThrow(OtherPositionError);
  await expect(loadPosition(ID, other, signal)).rejects.toThrow(OtherPositionError);
});

test("the platform's clock counts, and by how much the device's differs is told", async () => {
  newest = TICK + 40;
  expect(await loadPosition(ID, USER, signal)).toMatchObject({ now: TICK + 40, clockGap: 60 });
  newest = TICK + 4000;
  expect(await loadPosition(ID, USER, signal)).toMatchObject({ now: TICK + 4000, clockGap: -3900 });
});

test("of a file nothing but the position is taken where the platform is there", async () => {
  const content = {
    receipt,
    site: "https://veritick.example",
    fairness: { genesis: { ...genesis, state: "1" } },
    epochs: [],
  };
  const evidence = await completeFile({ name: "receipt.json", content }, signal);
  expect(evidence).toMatchObject({ source: "published", published: { fairness, epochs: [{ epoch: 1 }] } });
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
])("%j is %s", (text, problem) => {
  expect(parseFile(text)).toBe(problem);
});

test("a receipt keeps its name; one of any size is not read", async () => {
  const text = '{ "format": "veritick/receipt-file/1", "receipt": {} }';
  const file = new File([text], "mine.json");
  expect(await readReceiptFile(file)).toEqual({ name: "mine.json", content: JSON.parse(text) });
  expect(await readReceiptFile(new File([new Uint8Array(MOST_BYTES + 1)], "large.json"))).toBe("too-large");
});

const NOW = 1000;
const right: PositionStep = { name: "chain", outcome: "right" };
const later = (from: number): PositionStep => ({ name: "exit", outcome: "later", from });
const undecided: PositionStep = { name: "result", outcome: "missing", reason: "undecided" };

test("what is complete is never checked again by itself", () => {
  expect(recheckTick([right], NOW, true)).toBeUndefined();
  expect(recheckTick([{ name: "head", outcome: "missing", reason: "unsigned" }], NOW, true)).toBeUndefined();
  expect(completeTick([right])).toBeUndefined();
});

test("the first step that becomes public is waited for, and the last one told", () => {
  expect(recheckTick([later(5000), right, later(1060)], NOW, true)).toBe(1060);
  expect(completeTick([later(5000), right, later(1060)])).toBe(5000);
});

test("a tick that is past is asked for with the next", () => {
  expect(recheckTick([later(900)], NOW, true)).toBe(NOW + 1);
});

test("one's own position is asked for again until it is decided; a file stays what it is", () => {
  expect(recheckTick([undecided], NOW, true)).toBe(NOW + 5);
  expect(recheckTick([undecided], NOW, false)).toBeUndefined();
});

test("a file reaches from the epoch before the entry to the head that the position was signed with", () => {
  expect(epochRange(497_222 * 3600 + 10)).toEqual({ from: 497_221, to: 497_247 });
  expect(epochRange(10)).toEqual({ from: 0, to: 25 });
});
