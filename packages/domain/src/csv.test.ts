import { describe, expect, it } from "vitest";
import { csvHead, csvLine, csvMoment } from "./csv.ts";

describe("a CSV line", () => {
  it.each([
    [["plain", null, "", "1.50000000"], "plain,,,1.50000000", "plain;;;1,50000000"],
    [["-1.50000000", "-7", "0"], "-1.50000000,-7,0", "-1,50000000;-7;0"],
    [
      ["2026-11-30 05:57:41", "192.168.1.1"],
      "2026-11-30 05:57:41,192.168.1.1",
      "2026-11-30 05:57:41;192.168.1.1",
    ],
    [["a,b", 'say "no"', "two\nlines"], '"a,b","say ""no""","two\nlines"', '"a,b";"say ""no""";"two\nlines"'],
    [["é=1", "a=1", "c;d", "1 - 2"], 'é=1,a=1,"c;d",1 - 2', 'é=1;a=1;"c;d";1 - 2'],
  ])("of %j is %s", (values, line, french) => {
    expect(csvLine(values)).toBe(`${line}\r\n`);
    expect(csvLine(values, "true")).toBe(`${line}\r\n`);
    expect(csvLine(values, "fr")).toBe(`${french}\r\n`);
  });

  it.each([
    ["=1+1", "'=1+1"],
    ["+1", "'+1"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["-1+1", "'-1+1"],
    ["-", "'-"],
    ["-1,5", "'-1,5"],
    ["\t=1", "'\t'=1"],
    ["\r=1", "'\r'=1"],
    ["\n=1", "'\n'=1"],
    ['=HYPERLINK("http://evil.example","x")', '\'=HYPERLINK(""http://evil.example"",""x"")'],
    ["ok;=1+1", "'ok;'=1+1"],
    ["ok,=1+1", "'ok,'=1+1"],
    ["ok\t=1+1", "'ok\t'=1+1"],
    ["ok|@x", "'ok|'@x"],
    ["ok\n=1+1", "'ok\n'=1+1"],
    ["ok\r\n=1+1", "'ok\r\n'=1+1"],
    ["ok\u2028=1+1", "'ok\u2028'=1+1"],
    ["ok\v=1+1", "'ok\v'=1+1"],
    ["ok；=1+1", "'ok；'=1+1"],
    ["ok; -1+1;x", "'ok;' -1+1;x"],
    ['ok;"=1+1', "'ok;'\"\"=1+1"],
    ["＝1+1", "'＝1+1"],
    ["＋1", "'＋1"],
    ["－1", "'－1"],
    ["＠x", "'＠x"],
    ["﹦1", "'﹦1"],
    ["−1+1", "'−1+1"],
    [" =1", "' =1"],
    ["\u00a0=1", "'\u00a0=1"],
    ["\u200b=1", "'\u200b=1"],
    ["\ufeff\u200e\u00ad=1", "'\ufeff\u200e\u00ad=1"],
    ["\u3164\u034f\ufe0f=1", "'\u3164\u034f\ufe0f=1"],
    ["ok;\u200b=1", "'ok;'\u200b=1"],
    ["a\tb", "'a\tb"],
    ["a\rb", "'a\rb"],
  ])("shows %j and runs nothing", (value, inside) => {
    for (const spreadsheet of [undefined, "true", "fr"] as const) {
      const line = csvLine([value, "end"], spreadsheet);
      expect(line).toBe(`"${inside}"${spreadsheet === "fr" ? ";" : ","}end\r\n`);
    }
  });

  it("begins no cell with a formula, whatever separator a spreadsheet expects", () => {
    const nasty = ["ok;=1+1;x", "ok,=1+1,x", "a\t=1\tb", 'x";"=1;y', "ok;\u200b＝1"];
    const written = [undefined, "fr"].map((form) => csvLine(nasty, form as "fr" | undefined)).join("");
    for (const separator of [";", ",", "\t", "|"]) {
      const cells = written.split("\r\n").flatMap((line) => line.split(separator));
      expect(cells.filter((cell) => /^["\s\u200b]*[=＝+\-@]/.test(cell))).toEqual([]);
    }
  });
});

it("names the zone of its times and marks UTF-8 for spreadsheets only", () => {
  const names = ["time", "ended_at", "amount"];
  expect(csvHead(names)).toBe("time,ended_at,amount\r\n");
  expect(csvHead(names, "true")).toBe("\uFEFFtime_utc,ended_utc,amount\r\n");
  expect(csvHead(names, "fr")).toBe("\uFEFFtime_utc;ended_utc;amount\r\n");
  const iso = "2026-11-30T05:57:41.123Z";
  expect(csvMoment(iso, undefined)).toBe(iso);
  expect(csvMoment(iso, "fr")).toBe("2026-11-30 05:57:41");
});
