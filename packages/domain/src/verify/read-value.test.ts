import { describe, expect, test } from "vitest";
import {
  DECIMAL,
  fieldsOf,
  readCommitted,
  readIndex,
  readInteger,
  readLink,
  readList,
  readPath,
  readState,
  readText,
  secondsOf,
} from "./read-value.ts";

const HEX = "0123456789abcdef".repeat(4);

test("every value has fields", () => {
  const list = [1];
  const object = { a: 1 };
  expect([list, object].map(fieldsOf)).toEqual([list, object]);
  expect([undefined, null, "text", 7, true].map(fieldsOf)).toEqual(Array(5).fill({}));
});

test.each<[string, (value: unknown) => unknown, [value: unknown, read: unknown][], unknown[]]>([
  ["text of a form", (value) => readText(value, /^\d$/), [["7", "7"]], [7, ["7"], "a", "", undefined]],
  [
    "a decimal",
    (value) => readText(value, DECIMAL),
    ["0.00000000", "-1.00000001", "123456789012.00000000"].map((text) => [text, text]),
    [
      "1.0",
      "1.000000000",
      "1234567890123.00000000",
      ".00000000",
      "a0.00000000",
      "0.00000000 ",
      "+1.00000000",
    ],
  ],
  [
    "a tick or an epoch",
    readIndex,
    [0, 7, 10 ** 11].map((index) => [index, index]),
    [-1, 0.5, 10 ** 11 + 1, Number.NaN, Infinity, "7", [7], null, undefined],
  ],
  [
    "an integer",
    readInteger,
    [
      ["0", 0n],
      ["007", 7n],
      ["9".repeat(18), 10n ** 18n - 1n],
    ],
    [7, "", "-1", "1.0", " 1", "1 ", "9".repeat(19), null],
  ],
  [
    "a state",
    readState,
    [
      ["15279000000", 15_279_000_000],
      ["-1", -1],
      ["715500000000", 715_500_000_000],
      ["-684500000000", -684_500_000_000],
    ],
    [
      15_279_000_000,
      "715500000001",
      "-684500000001",
      "1e10",
      "15279000000 ",
      " 15279000000",
      "0000015279000000",
      "",
    ],
  ],
])("%s is read, and nothing else", (_, read, known, odd) => {
  expect(known.map(([value]) => read(value))).toEqual(known.map(([, expected]) => expected));
  expect(odd.map(read)).toEqual(odd.map(() => undefined));
});

describe("a list", () => {
  test("is read up to a limit", () => {
    expect(readList([1, 2, 3], 2)).toEqual([1, 2]);
    expect([undefined, null, "list", { length: 1, 0: 1 }].map((value) => readList(value, 2))).toEqual(
      Array(4).fill([]),
    );
  });

  test("of committed epochs leaves out entries of another form", () => {
    const committed = { epoch: 5, commitment: HEX };
    const odd = [{ epoch: 5 }, { commitment: HEX }, { epoch: "5", commitment: HEX }, null, "no"];
    const forms = [`${HEX}0`, `0${HEX}`, HEX.slice(1), HEX.toUpperCase()];
    const entries = [...odd, ...forms.map((each) => ({ epoch: 5, commitment: each }))];
    expect(readCommitted([...entries, { ...committed, seed: HEX }], 10)).toEqual([committed]);
    expect(readCommitted([...entries, committed], 9)).toEqual([]);
  });
});

test("a link of the chain needs an epoch, a commitment and terms", () => {
  const link = { epoch: 5, commitment: HEX, termsHash: HEX };
  expect(readLink({ ...link, head: HEX })).toEqual(link);
  for (const name of Object.keys(link)) expect(readLink({ ...link, [name]: "no" })).toBeUndefined();
  expect(readLink(undefined)).toBeUndefined();
});

test("a path has at most ten steps of one form, and must be there", () => {
  const [left, right] = [`left ${HEX}`, `right ${HEX}`];
  const longest = Array<string>(10).fill(left);
  expect([[], [left, right], longest].map(readPath)).toEqual([[], [left, right], longest]);
  const odd = [
    undefined,
    null,
    "",
    left,
    {},
    7,
    [left, 7],
    [`${left} `],
    [` ${left}`],
    [`up ${HEX}`],
    [...longest, left],
  ];
  expect(odd.map(readPath)).toEqual(odd.map(() => undefined));
});

describe("an instant", () => {
  test("gives every day of four hundred years its seconds", () => {
    for (let day = 0; day < 146_097; day += 7) {
      const text = new Date(day * 86_400_000 + 45_296_789).toISOString();
      expect(secondsOf(text)).toBeCloseTo(day * 86_400 + 45_296.789, 5);
    }
    expect(secondsOf("2024-02-29T00:00:00.000Z")).toBe(1_709_164_800);
  });

  test.each([
    "",
    "2026-11-21",
    "2026-13-01T00:00:00.000Z",
    "2026-00-01T00:00:00.000Z",
    "2026-11-21T00:00:00Z",
    "02026-11-21T00:00:00.000Z",
    "2026-11-21T00:00:00.000Z ",
    ["2026-11-21T00:00:00.000Z"],
    undefined,
  ])("is not %j", (value) => {
    expect(secondsOf(value)).toBeUndefined();
  });
});
