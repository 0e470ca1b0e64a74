import { describe, expect, it } from "vitest";
import { csvLine } from "./csv.ts";

describe("a CSV line", () => {
  it.each([
    [["plain", null, "", "1.50000000"], "plain,,,1.50000000"],
    [["-1.50000000", "-7", "0"], "-1.50000000,-7,0"],
    [["=1+1", "+1", "@SUM(A1)", "-1+1", "-", "\t=1"], "'=1+1,'+1,'@SUM(A1),'-1+1,'-,'\t=1"],
    [["a,b", 'say "no"', "two\nlines"], '"a,b","say ""no""","two\nlines"'],
    [['=HYPERLINK("http://evil.example","x")'], '"\'=HYPERLINK(""http://evil.example"",""x"")"'],
    [["\r=1"], '"\'\r=1"'],
    [["é=1", "a=1", " =1"], "é=1,a=1, =1"],
  ])("of %j is %s", (values, line) => {
    expect(csvLine(values)).toBe(`${line}\r\n`);
  });
});
