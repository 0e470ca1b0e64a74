import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NO_STATEMENT, parseStatement, statementHash, statementText } from "./liability-statement.ts";
import type { LiabilityStatement } from "./liability-statement.ts";

const hex = (text: string) => createHash("sha256").update(text).digest("hex");
const first: LiabilityStatement = {
  number: 1,
  taken: "2026-11-21T00:00:01.000Z",
  depth: 2,
  total: "1234.50000000",
  root: hex("root"),
  previous: NO_STATEMENT,
  chain: { epoch: 500123, head: hex("head") },
  key: hex("key"),
};
const TEXT = `veritick/liabilities/1
number 1
taken 2026-11-21T00:00:01.000Z
depth 2
total 1234.50000000
root ${hex("root")}
previous ${"0".repeat(64)}
chain 500123 ${hex("head")}
key ${hex("key")}
`;

describe("a statement of liabilities", () => {
  it("has the text that docs/protocol.md shows", () => {
    expect(statementText(first)).toBe(TEXT);
  });

  it("reads back its own output", () => {
    const hash = fc.stringMatching(/^[0-9a-f]{64}$/);
    const statement = fc.record({
      number: fc.integer({ min: 1, max: 999_999_999 }),
      taken: fc
        .date({ min: new Date(0), max: new Date("9999-12-31"), noInvalidDate: true })
        .map((date) => date.toISOString()),
      depth: fc.integer({ min: 0, max: 40 }),
      total: fc
        .tuple(fc.bigInt({ min: 0n, max: 10n ** 20n - 1n }), fc.stringMatching(/^\d{8}$/))
        .map(([whole, decimals]) => `${whole}.${decimals}`),
      root: hash,
      previous: hash,
      chain: fc.record({ epoch: fc.nat(), head: hash }),
      key: hash,
    });
    fc.assert(
      fc.property(statement, (stated) => {
        expect(parseStatement(statementText(stated))).toEqual(stated);
      }),
      { numRuns: 50 },
    );
  });

  it("is refused or reads differently after any change of one character", () => {
    expect(parseStatement(TEXT)).toEqual(first);
    const taken = new Set<string>();
    for (let at = 0; at <= TEXT.length; at += 1) {
      const [before, rest] = [TEXT.slice(0, at), TEXT.slice(at + 1)];
      const changes = [...["0", "1", "a", " ", "\n", "\r", "-", "A", "é"].map((one) => before + one), before];
      for (const changed of [...changes.map((each) => each + rest), `${before}0${TEXT.slice(at)}`]) {
        if (changed === TEXT) continue;
        const read = parseStatement(changed);
        if (read === undefined) continue;
        expect(read).not.toEqual(first);
        taken.add(changed);
      }
    }
    // Some of them are valid statements: only a signature tells them apart.
    expect(taken.size).toBeGreaterThan(100);
  });

  it.each([
    ["another format", TEXT.replace("liabilities/1", "liabilities/2")],
    ["a line too few", TEXT.replace(/depth .*\n/, "")],
    ["a line too many", `${TEXT}more 1\n`],
    ["a line twice", TEXT.replace("depth 2\n", "depth 2\ndepth 2\n")],
    ["lines in another order", TEXT.replace(/(number .*\n)(taken .*\n)/, "$2$1")],
    ["no last line feed", TEXT.slice(0, -1)],
    ["a negative total", TEXT.replace("total ", "total -")],
    ["a total with zeros before it", TEXT.replace("total ", "total 0")],
    ["a depth with zeros before it", TEXT.replace("depth 2", "depth 02")],
    ["the number nought", TEXT.replace("number 1", "number 0")],
    ["nothing", ""],
  ])("is refused with %s", (_name, text) => {
    expect(parseStatement(text)).toBeUndefined();
  });

  it("is chained to the statement before by the hash of its text", () => {
    expect(statementHash(TEXT)).toBe(hex(TEXT));
    const second = { ...first, number: 2, previous: statementHash(TEXT) };
    const changed = { ...first, total: "1234.50000001" };
    expect(parseStatement(statementText(second))?.previous).toBe(statementHash(statementText(first)));
    expect(statementHash(statementText(changed))).not.toBe(second.previous);
  });
});
