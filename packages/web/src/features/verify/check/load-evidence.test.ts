import type { Fairness } from "@veritick/contract/schemas/fairness.ts";
import type { PositionReceipt } from "@veritick/contract/schemas/positions.ts";
import { beforeEach, expect, test, vi } from "vitest";
import { MOST_BYTES, parseFile, readReceiptFile } from "./load-evidence.ts";
import type * as LoadEvidence from "./load-evidence.ts";
import { OtherPositionError } from "./receipt-file.ts";

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
