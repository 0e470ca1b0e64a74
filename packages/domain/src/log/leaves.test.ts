import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Side } from "../product.ts";
import { readValues } from "./forms.ts";
import {
  LEAF_BYTES,
  leafData,
  NO_TAG,
  orderText,
  ownerText,
  parseOrder,
  parseOwner,
  parseSell,
  readLeaves,
  sellText,
  tagOf,
} from "./leaves.ts";

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`));
const uuid = fc.uuid();
const key = fc.stringMatching(/^[!-~]{1,200}$/);
const notAfter = fc.oneof(fc.nat({ max: 10 ** 14 }), fc.constant("-" as const));

function isRepeated<T>(values: fc.Arbitrary<T>, read: (value: T) => unknown) {
  fc.assert(
    fc.property(values, (each) => {
      expect(read(each)).toEqual(each);
    }),
  );
}

describe("what was asked, and its owner", () => {
  it("are read as they were written", () => {
    const owner = fc.record({ position: uuid, user: uuid, blind: digits(32) });
    isRepeated(owner, (each) => parseOwner(ownerText(each)));
    const order = fc.record({
      user: uuid,
      key,
      side: fc.constantFrom<Side[]>("buy", "sell"),
      amount: fc.stringMatching(/^\d{1,12}\.\d{8}$/),
      duration: fc.nat({ max: 10 }),
      notAfter,
    });
    isRepeated(order, (each) => parseOrder(orderText(each)));
    const sale = fc.record({ user: uuid, key, order: digits(64), notAfter });
    isRepeated(sale, (each) => parseSell(sellText(each)));
  });

  it("have a dash where no last tick was named, and another tag", () => {
    const order = {
      user: "01a0c45c-08a8-7000-8000-00d1f13cff81",
      key: "k",
      side: "buy",
      amount: "10.00000000",
      duration: 1,
      notAfter: "-",
    } as const;
    expect(orderText(order)).toMatch(/\nnotAfter -\n$/);
    expect(tagOf(orderText(order))).not.toBe(tagOf(orderText({ ...order, notAfter: 1_790_002_778 })));
    expect(tagOf(orderText(order))).toMatch(/^[0-9a-f]{32}$/);
  });

  it("are never made of rubbish", () => {
    const text = fc.oneof(
      fc.string(),
      fc.string().map((more) => `veritick/owner/1\n${more}\n`),
    );
    fc.assert(
      fc.property(text, (each) => {
        expect([parseOwner(each), parseOrder(each), parseSell(each)]).toEqual([
          undefined,
          undefined,
          undefined,
        ]);
      }),
    );
  });

  it("have only lines of their own", () => {
    expect(readValues("veritick/test/1", {}, "veritick/test/1\nconstructor 1\n")).toBeUndefined();
  });

  it.each([
    ["a key with a blank", { key: "a b" }],
    ["a key of two lines", { key: "a\nb" }],
    ["no key", { key: "" }],
    ["a key of 201 characters", { key: "a".repeat(201) }],
    ["two decimals", { amount: "10.00" }],
    ["half a minute", { duration: 0.5 }],
    ["a tick below zero", { notAfter: -1 }],
    ["an id in capitals", { user: "01A0C45C-08A8-7000-8000-00D1F13CFF81" }],
  ])("are not written with %s", (_name, change) => {
    const order = {
      user: "01a0c45c-08a8-7000-8000-00d1f13cff81",
      key: "k",
      side: "buy",
      amount: "10.00000000",
      duration: 1,
      notAfter: 1_790_002_778,
    } as const;
    expect(parseOrder(orderText(order))).toEqual(order);
    expect(() => orderText({ ...order, ...change })).toThrow(RangeError);
  });
});

describe("the list of a slice", () => {
  it("is read leaf by leaf", () => {
    const leaves = [leafData(NO_TAG, "one\n"), leafData("ab".repeat(16), "two\n")];
    expect(leaves.map(({ length }) => length)).toEqual([LEAF_BYTES, LEAF_BYTES]);
    const list = Uint8Array.of(...leaves[0]!, ...leaves[1]!);
    expect(readLeaves(list)).toEqual([
      { tag: NO_TAG, data: leaves[0] },
      { tag: "ab".repeat(16), data: leaves[1] },
    ]);
    expect(readLeaves(new Uint8Array())).toEqual([]);
    expect(readLeaves(list.subarray(1))).toBeUndefined();
  });
});
