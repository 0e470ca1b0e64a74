import { describe, expect, test } from "vitest";
import { NO_STATEMENT, statementHash, statementText } from "../signed/liability-statement.ts";
import type { SentStatement } from "./liability-evidence.ts";
import { isSignedBy, isSound, repeatsText, verifyStatements } from "./verify-statements.ts";
import type { IsSigned } from "../signed/is-signed.ts";

const KEY = "5".repeat(64);
const HEX = "a".repeat(64);

/** Stands in for Ed25519: the tests check which texts are signed, not the signatures themselves. */
const signatureOf = (text: string) => statementHash(text).repeat(2);
const isSigned: IsSigned = (text, signature, key) => key === KEY && signature === signatureOf(text);

const contentOf = (number: number, previous: string) => ({
  number,
  taken: `2026-11-2${number}T00:00:01.000Z`,
  depth: 3,
  total: "5.00000000",
  root: HEX,
  previous,
  chain: { epoch: 497_222, head: HEX },
  key: KEY,
});
function stated(number: number, previous: string): SentStatement {
  const content = contentOf(number, previous);
  const text = statementText(content);
  return { number, taken: content.taken, total: content.total, text, signature: signatureOf(text) };
}
const first = stated(1, NO_STATEMENT);
const second = stated(2, statementHash(first.text));
const third = stated(3, statementHash(second.text));

/** Writes a letter each for signed, repeated and chained: a dash if it is not, a question mark if nobody can tell. */
const verdicts = (list: readonly SentStatement[], keys = [KEY]) =>
  verifyStatements(list, keys, isSigned).map((check) => {
    const chained = check.isChained === undefined ? "?" : check.isChained ? "c" : "-";
    const letters = `${check.isSigned ? "s" : "-"}${check.isRepeated ? "r" : "-"}${chained}`;
    expect(isSound(check)).toBe(!letters.includes("-"));
    return letters;
  });
const GOOD = "src";

describe("a list of statements", () => {
  test("passes if each is signed and names the one before it, down to the first", () => {
    expect(verdicts([third, second, first])).toEqual([GOOD, GOOD, GOOD]);
    expect(verdicts([third, second])).toEqual([GOOD, "sr?"]);
    expect(verdicts([])).toEqual([]);
  });

  test("gives the number, the hash and the content of each", () => {
    const [hash, previous] = [second, first].map(({ text }) => statementHash(text));
    const isRight = { isSigned: true, isRepeated: true, isChained: true };
    expect(verifyStatements([second, first], [KEY], isSigned)).toStrictEqual([
      { number: 2, hash, statement: contentOf(2, previous!), ...isRight },
      { number: 1, hash: previous, statement: contentOf(1, NO_STATEMENT), ...isRight },
    ]);
    expect(verifyStatements([{ ...first, text: "none" }], [KEY], () => true)).toStrictEqual([
      {
        number: 1,
        hash: statementHash("none"),
        statement: undefined,
        isSigned: false,
        isRepeated: false,
        isChained: false,
      },
    ]);
  });

  /** The second statement with another time in its text, and the old signature. */
  const again = {
    ...second,
    taken: "2026-11-22T00:00:02.000Z",
    text: second.text.replace("T00:00:01", "T00:00:02"),
  };

  test.each<[string, string[], SentStatement[]]>([
    ["one is left out", ["sr-", GOOD], [third, first]],
    ["two have changed places", ["sr-", "sr-", GOOD], [second, third, first]],
    [
      "one was stated again",
      ["sr-", GOOD, GOOD],
      [third, { ...again, signature: signatureOf(again.text) }, first],
    ],
    ["one was stated again, with the old signature", ["sr-", "-rc", GOOD], [third, again, first]],
    ["a text is none", [GOOD, "sr-", "---"], [third, second, { ...first, text: "" }]],
    ["a number is not that of the text", [GOOD, "s--", GOOD], [third, { ...second, number: 9 }, first]],
    ["the number of the first is not that of its text", ["s--"], [{ ...stated(2, NO_STATEMENT), number: 1 }]],
    ["the number of the last is not that of its text", ["s--"], [{ ...second, number: 9 }]],
    ["the first names one before it", ["sr-"], [stated(1, HEX)]],
    ["the first comes twice", ["sr-", GOOD], [first, first]],
    ["a number is left out", ["sr-", GOOD], [stated(3, statementHash(first.text)), first]],
    ["one names a text that is none", ["sr-", "---"], [stated(2, statementHash("")), { ...first, text: "" }]],
  ])("fails where %s", (_, expected, list) => {
    expect(verdicts(list)).toEqual(expected);
  });

  test("fails with keys that are not published", () => {
    expect(verdicts([second, first], [])).toEqual(["-rc", "-rc"]);
    expect(verdicts([second, first], [HEX])).toEqual(["-rc", "-rc"]);
    expect(verdicts([second, first], [HEX, KEY])).toEqual([GOOD, GOOD]);
  });
});

test.each([
  ["number", 9],
  ["taken", "2026-11-21T00:00:02.000Z"],
  ["total", "6.00000000"],
])("the %s beside a text repeats its value, or not", (name, value) => {
  const content = contentOf(1, NO_STATEMENT);
  expect(repeatsText(first, content)).toBe(true);
  expect(repeatsText({ ...first, [name]: value }, content)).toBe(false);
});

describe("a signature", () => {
  const signature = signatureOf("text");

  test("is checked with its text and its key", () => {
    const given: string[] = [];
    const note: IsSigned = (...all) => given.push(...all) > 0;
    expect(isSignedBy([KEY], KEY, { text: "text", signature }, note)).toBe(true);
    expect(given).toEqual(["text", signature, KEY]);
    expect(isSignedBy([KEY], KEY, { text: "text", signature }, () => false)).toBe(false);
    expect(isSignedBy([HEX], KEY, { text: "text", signature }, () => true)).toBe(false);
  });

  test.each([
    "",
    "0",
    `0${signature}`,
    `${signature}0`,
    signature.slice(1),
    "g".repeat(128),
    "A".repeat(128),
  ])("is not %j", (odd) => {
    expect(isSignedBy([KEY], KEY, { text: "text", signature: odd }, () => true)).toBe(false);
  });

  test("is none if the key is no point of the curve", () => {
    const broken = () => {
      throw new Error("no point");
    };
    expect(isSignedBy([KEY], KEY, { text: "text", signature }, broken)).toBe(false);
  });
});
