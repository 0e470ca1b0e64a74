import { expect, test } from "vitest";
import { MOST_BYTES, parseFile, readReceiptFile } from "./read-file.ts";

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
