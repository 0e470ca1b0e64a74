import type { StatementCheck } from "@veritick/domain/verify/verify-statements.ts";
import { generateKeyPairSync, sign } from "node:crypto";
import { describe, expect, test } from "vitest";
import { loadIsSigned, nextSeen, prepareSignatures, remember } from "./use-statements.ts";
import { levelsOf, shownLevels } from "./merkle-path.tsx";

const pair = generateKeyPairSync("ed25519");
const key = pair.publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("hex");
const text = `some text\nkey ${key}\n`;
const signature = sign(null, Buffer.from(text), pair.privateKey).toString("hex");

test("tells right signatures from wrong ones", async () => {
  const isSigned = await loadIsSigned();
  expect(isSigned(text, signature, key)).toBe(true);
  expect(isSigned(`${text} `, signature, key)).toBe(false);
  expect(
    isSigned(
      text,
      signature.replace(/^./, (digit) => (digit === "0" ? "1" : "0")),
      key,
    ),
  ).toBe(false);
});

test("answers in advance only for the prepared signatures", async () => {
  const isSigned = await prepareSignatures(
    [
      { text, signature },
      { text, signature: "ab" },
    ],
    [key],
  );
  expect(isSigned(text, signature, key)).toBe(true);
  expect(isSigned(text, "ab", key)).toBe(false);
  expect(isSigned("else", signature, key)).toBe(false);
  expect((await prepareSignatures([{ text, signature }], []))(text, signature, key)).toBe(false);
});

const check = (number: number, faults: Partial<StatementCheck> = {}): StatementCheck => ({
  number,
  hash: `hash ${number}`,
  statement: undefined,
  isSigned: true,
  isRepeated: true,
  isChained: true,
  ...faults,
});
const seen = { number: 5, hash: "hash 5" };

describe("looks up the statement seen earlier", () => {
  test.each([
    ["none was seen", undefined, [check(5)], "nothing"],
    ["the list has it", seen, [check(6), check(5), check(4)], "held"],
    ["another has its number", seen, [check(6), check(5, { hash: "another" })], "changed"],
    ["the list begins after it", seen, [check(9), check(8)], "earlier"],
    ["the list ends before it", seen, [check(4), check(3)], "gone"],
    ["the list leaves it out", seen, [check(6), check(4)], "gone"],
    ["the list is empty", seen, [], "gone"],
  ] as const)("%s", (_, before, list, said) => {
    expect(remember(before, list)).toBe(said);
  });
});

describe("notes", () => {
  const newer = { number: 7, hash: "hash 7" };

  test.each([
    ["the newest at the first visit", undefined, [check(7), check(6)], newer],
    ["the newest if all since the last note are right", seen, [check(7), check(6), check(5)], newer],
    ["nothing if the newest is noted already", seen, [check(5)], undefined],
    ["nothing if the list is empty", undefined, [], undefined],
    ["no wrong statement", undefined, [check(7, { isSigned: false })], undefined],
    [
      "nothing after a wrong statement",
      seen,
      [check(7), check(6, { isChained: false }), check(5)],
      undefined,
    ],
    [
      "the newest even if one before the last note is wrong",
      seen,
      [check(7), check(5), check(4, { isSigned: false })],
      newer,
    ],
    ["nothing while older ones must be loaded", seen, [check(9), check(8)], undefined],
    ["nothing if the noted one is gone", seen, [check(4)], undefined],
    ["nothing if the noted one has changed", seen, [check(7), check(5, { hash: "x" })], undefined],
  ] as const)("%s", (_, before, list, noted) => {
    expect(nextSeen(before, list)).toEqual(noted);
  });
});

const node = (sum: bigint) => ({ hash: `hash of ${sum}`, sum });
const evidence = {
  statement: { number: 1, taken: "", total: "", text: "", signature: "" },
  leaf: { salt: "", user: "", email: "", balance: "" },
  keys: [],
};

test("puts neighbours on the sides that the index gives, below their sum", () => {
  const siblings = ["0.00000001", "0.00000002", "0.00000004"].map((sum) => ({ hash: `hash ${sum}`, sum }));
  const path = [8n, 9n, 11n, 15n].map(node);
  const levels = levelsOf({ ...evidence, index: 0b101, siblings }, path);
  expect(
    levels.map(({ height, parent, nodes }) => [
      height,
      parent,
      ...nodes.map(({ kind, sum }) => `${kind} ${sum}`),
    ]),
  ).toEqual([
    [2, "middle", "others 0.00000004", "group 0.00000011"],
    [1, "right", "group 0.00000009", "others 0.00000002"],
    [0, "left", "beside 0.00000001", "yours 0.00000008"],
  ]);
});

test("draws no neighbours for a tree of one, and omits the middle of a large tree", () => {
  expect(levelsOf({ ...evidence, index: 0, siblings: [] }, [node(1n)])).toEqual([]);
  const siblings = Array.from({ length: 20 }, () => ({ hash: "", sum: "0.00000000" }));
  const levels = levelsOf(
    { ...evidence, index: 0, siblings },
    Array.from({ length: 21 }, () => node(1n)),
  );
  const { top, between, bottom } = shownLevels(levels, false);
  expect([top.map(({ height }) => height), between, bottom.map(({ height }) => height)]).toEqual([
    [19, 18],
    15,
    [2, 1, 0],
  ]);
  expect(shownLevels(levels, true).top).toHaveLength(20);
  expect(shownLevels(levels.slice(0, 6), false).between).toBe(0);
});
