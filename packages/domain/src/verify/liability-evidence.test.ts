import { describe, expect, test } from "vitest";
import { readEvidence, readKeys, readStated } from "./liability-evidence.ts";

const STATED = { number: 2, taken: "taken", total: "total", text: "text", signature: "signature" };
const LEAF = { salt: "salt", user: "user", email: "email", balance: "balance" };
const NODES = [
  { hash: "one", sum: "1" },
  { hash: "two", sum: "2" },
];
const PROOF = { statement: STATED, leaf: LEAF, index: 3, siblings: NODES };
const FILE = { format: "veritick/liability-proof/1", proof: PROOF, keys: ["key"] };
const withProof = (change: object) => ({ ...FILE, proof: { ...PROOF, ...change } });
/** Values in the place of a text. */
const NO_TEXTS = [undefined, null, 7, {}, [], ["text"], "x".repeat(4097)];

describe("a proof", () => {
  test("is read without other fields", () => {
    const more = { more: "more" };
    const file = withProof({
      statement: { ...STATED, ...more },
      leaf: { ...LEAF, ...more },
      siblings: NODES.map((node) => ({ ...node, ...more })),
      ...more,
    });
    expect(readEvidence({ ...file, ...more })).toStrictEqual({ ...PROOF, keys: ["key"] });
  });

  test("may have no siblings and no keys", () => {
    expect(readEvidence({ ...withProof({ siblings: [] }), keys: undefined })).toEqual({
      ...PROOF,
      siblings: [],
      keys: [],
    });
  });

  test.each<[string, unknown[]]>([
    ["is not of the format", [undefined, null, "text", 7, [], {}, { ...FILE, format: "veritick/proof/1" }]],
    [
      "holds no proof",
      [
        { ...FILE, proof: null },
        { ...FILE, proof: undefined },
      ],
    ],
    ["has no index", [undefined, null, "3"].map((index) => withProof({ index }))],
    [
      "has no list of siblings",
      [undefined, null, "many", { length: 0 }].map((siblings) => withProof({ siblings })),
    ],
    ["has no statement", [undefined, null, "text"].map((statement) => withProof({ statement }))],
    ["has no leaf", [undefined, null, "text"].map((leaf) => withProof({ leaf }))],
  ])("is unreadable if it %s", (_, files) => {
    expect(files.map(readEvidence)).toEqual(files.map(() => undefined));
  });

  test.each(Object.keys(LEAF))("is unreadable without the %s of its leaf", (name) => {
    for (const value of NO_TEXTS)
      expect(readEvidence(withProof({ leaf: { ...LEAF, [name]: value } }))).toBeUndefined();
  });

  test.each(Object.keys(NODES[0]!))("is unreadable without the %s of each sibling", (name) => {
    for (const value of NO_TEXTS) {
      const node = { ...NODES[0], [name]: value };
      for (const siblings of [[node], [NODES[0], node], [node, NODES[0]]])
        expect(readEvidence(withProof({ siblings }))).toBeUndefined();
    }
    expect(readEvidence(withProof({ siblings: [NODES[0], null] }))).toBeUndefined();
  });

  test("has at most one sibling more than any tree", () => {
    const read = (siblings: unknown[]) => readEvidence(withProof({ siblings }))?.siblings;
    expect(read([...Array(41).fill(NODES[0]), null])).toEqual(Array(41).fill(NODES[0]));
    expect(read([...Array(40).fill(NODES[0]), null])).toBeUndefined();
  });
});

describe("a statement", () => {
  test("is read without other fields, with texts of up to 4,096 characters", () => {
    const stated = { ...STATED, text: "x".repeat(4096) };
    expect(readStated({ ...stated, provable: true })).toStrictEqual(stated);
  });

  test.each(Object.keys(STATED))("is unreadable without its %s", (name) => {
    const odd = name === "number" ? [undefined, null, "2", {}] : NO_TEXTS;
    expect(odd.map((value) => readStated({ ...STATED, [name]: value }))).toEqual(odd.map(() => undefined));
  });
});

describe("keys", () => {
  test("are read alone and in rows, the newest 1,000", () => {
    const row = { publicKey: "row", since: "2026-11-01T00:00:00.000Z" };
    expect(readKeys(["alone", row, 7, null, { publicKey: null }, { publicKey: 7 }, {}])).toEqual([
      "alone",
      "row",
    ]);
    const many = Array.from({ length: 1001 }, (_, index) => `key ${index}`);
    expect(readKeys(many)).toEqual(many.slice(1));
  });

  test("are none without a list", () => {
    for (const keys of [undefined, null, "all", { length: 1, 0: "key" }]) expect(readKeys(keys)).toEqual([]);
  });
});
