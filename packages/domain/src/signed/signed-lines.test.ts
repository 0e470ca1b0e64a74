import { describe, expect, it } from "vitest";
import { readLines, writeLines } from "./signed-lines.ts";

const TEXT = "veritick/test/1\nname some value\nnumber 12\nname again\n";

describe("signed lines", () => {
  it("are written and read in their order", () => {
    const pairs = [
      ["name", "some value"],
      ["number", 12],
      ["name", "again"],
    ] as const;
    expect(writeLines("veritick/test/1", pairs)).toBe(TEXT);
    expect(readLines("veritick/test/1", TEXT)).toEqual(pairs.map(([name, value]) => [name, String(value)]));
  });

  it.each([
    ["another format", TEXT.replace("test/1", "test/2")],
    ["more before the format", `x${TEXT}`],
    ["more behind the format", TEXT.replace("test/1", "test/12")],
    ["no line feed at the end", TEXT.slice(0, -1)],
    ["another end in place of the line feed", `${TEXT.slice(0, -1)}.`],
    ["an empty line", TEXT.replace("\nnumber", "\n\nnumber")],
    ["a line without a value", TEXT.replace("number 12", "number")],
    ["a value that begins with a space", TEXT.replace("number 12", "number  12")],
    ["something before a name", TEXT.replace("number", "1 number")],
    ["a carriage return", TEXT.replace("12\n", "12\r\n")],
  ])("are not read with %s", (_what, text) => {
    expect(readLines("veritick/test/1", text)).toBeUndefined();
  });
});
