import { utf8ToBytes } from "@noble/hashes/utils.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { entryLeaf, entryText, MOST_ENTRY_BYTES, parseEntry, readBundle, writeBundle } from "./entries.ts";
import type { LogEntry } from "./entries.ts";
import { hashLeaf } from "./merkle.ts";

const HEX = "0123456789abcdef".repeat(4);
const INSTANT = "2026-09-21T14:59:31.234Z";
const STATEMENT = `veritick/liabilities/1\nnumber 1\nkey ${HEX}\n`;
const ENTRIES: readonly LogEntry[] = [
  { kind: "start", origin: "veritick.example/log/1" },
  { kind: "start", origin: "[::1]:3000/log/2", continues: `[::1]:3000/log/1 17 ${HEX}` },
  { kind: "key", use: "receipts", key: HEX },
  { kind: "key", use: "log", key: HEX },
  { kind: "policy", text: "# témoins\nquorum none" },
  {
    kind: "beacon",
    chain: HEX,
    publicKey: HEX.repeat(3),
    genesisTime: 1_692_803_367,
    period: 3,
    groupHash: HEX,
    schemeID: "bls-unchained-g1-rfc9380",
    beaconID: "quicknet",
  },
  { kind: "terms", text: "houseEdge 0.05\nwinRule barrier\nmultiplier 1 2.50\n" },
  { kind: "genesis", tick: 1_790_002_739, state: 15_279_000_000, previous: HEX, beacon: HEX },
  { kind: "epoch", genesis: 1_790_002_739, epoch: 497_222, commitment: HEX, terms: HEX, head: HEX },
  { kind: "seed", epoch: 497_222, seed: HEX, state: 15_279_000_000 },
  { kind: "slice", round: 32_399_802, leaves: 3, root: HEX },
  { kind: "liabilities", text: STATEMENT },
  {
    kind: "ending",
    genesis: 1_790_002_739,
    reason: "secret",
    tick: 1_790_002_808,
    ended: INSTANT,
    positions: 3,
    stake: "33.00000000",
    value: "0.00000000",
  },
  { kind: "release", version: "1.0.0-rc.1+5", verifier: HEX, web: HEX },
  { kind: "lost", from: 5, to: 5 },
];
const SLICE = `veritick/log/slice/1\nround 32399802\nleaves 3\nroot ${HEX}\n`;

describe("an entry", () => {
  it.each(ENTRIES.map((entry) => [entry.kind, entry] as const))(
    "%s is read as it was written",
    (kind, entry) => {
      const text = entryText(entry);
      expect(text.startsWith(`veritick/log/${kind}/1\n`)).toBe(true);
      expect(parseEntry(text)).toEqual(entry);
    },
  );

  it("has its lines in the order of the protocol", () => {
    expect(entryText({ root: HEX, leaves: 3, round: 32_399_802, kind: "slice" })).toBe(SLICE);
    expect(entryText({ kind: "liabilities", text: STATEMENT })).toBe(
      `veritick/log/liabilities/1\n${STATEMENT}`,
    );
  });

  it("of an unknown kind or version is kept as it is", () => {
    for (const text of [
      "veritick/log/hour/1\nepoch 497222\n",
      SLICE.replace("/1\n", "/2\n"),
      "veritick/log/constructor/1\n",
      "veritick/log/hour/1\n\r\nanything",
    ]) {
      expect(parseEntry(text)).toEqual({ kind: text.slice(0, text.indexOf("\n")), text });
    }
  });

  const lines = ENTRIES.filter((entry) => !("text" in entry)).map((entry) => entryText(entry));
  const changed = (change: (text: string) => string) => lines.map((text) => [text, change(text)] as const);
  it.each([
    ["CRLF", (text: string) => text.replaceAll("\n", "\r\n")],
    ["CRLF at its end", (text: string) => text.replace(/\n$/, "\r\n")],
    ["a blank at its end", (text: string) => text.replace(/\n$/, " \n")],
    ["a blank at a beginning", (text: string) => text.replace("\n", "\n ")],
    ["two blanks", (text: string) => text.replace(" ", "  ")],
    ["a tab", (text: string) => text.replace(" ", "\t")],
    ["a doubled line", (text: string) => text.replace(/\n(.*)\n/, "\n$1\n$1\n")],
    ["a doubled last line", (text: string) => text.replace(/\n(.*)\n$/, "\n$1\n$1\n")],
    ["an unknown line", (text: string) => `${text}more 1\n`],
    ["an empty line", (text: string) => `${text}\n`],
    ["no line feed at its end", (text: string) => text.slice(0, -1)],
    ["no lines", (text: string) => text.slice(0, text.indexOf("\n") + 1)],
    ["a line without a value", (text: string) => text.replace(/ .*\n/, "\n")],
    [
      "a capital",
      (text: string) => text.replace(/\n([a-z])/, (_, letter: string) => `\n${letter.toUpperCase()}`),
    ],
    ["a mark before it", (text: string) => `\ufeff${text}`],
  ])("with %s is none", (_name, change) => {
    for (const [text, other] of changed(change)) {
      expect(other).not.toBe(text);
      if (parseEntry(other) !== undefined) expect.fail(other);
    }
  });

  it.each([
    ["lines in another order", SLICE.replace(/(round.*\n)(leaves.*\n)/, "$2$1")],
    ["a leading zero", SLICE.replace("leaves 3", "leaves 03")],
    ["a sign", SLICE.replace("leaves 3", "leaves +3")],
    ["an exponent", SLICE.replace("leaves 3", "leaves 3e2")],
    ["a fraction", SLICE.replace("leaves 3", "leaves 3.0")],
    ["a number of 16 digits", SLICE.replace("leaves 3", "leaves 1234567890123456")],
    ["capital hex", SLICE.replace("abcdef", "ABCDEF")],
    ["short hex", SLICE.replace("f\n", "\n")],
    ["half a character", SLICE.replace("veritick/log/slice", "veritick/log/hour").replace("3", "\ud800")],
    ["no version", "veritick/log/slice\nround 1\n"],
    ["a kind in capitals", SLICE.replace("slice", "Slice")],
    ["no kind", "veritick/log//1\n"],
    ["a text of another kind", "veritick/receipt/1\nside buy\n"],
    ["no text", ""],
    ["an empty policy", "veritick/log/policy/1\n"],
    ["terms with CRLF", "veritick/log/terms/1\nhouseEdge 0.05\r\n"],
    ["terms without a line feed", "veritick/log/terms/1\nhouseEdge 0.05"],
    ["a statement without its own first line", "veritick/log/liabilities/1\nnumber 1\n"],
    ["another use of a key", `veritick/log/key/1\nuse tea\nkey ${HEX}\n`],
    [
      "a first log that continues another",
      `veritick/log/start/1\norigin a/log/1\ncontinues a/log/1 5 ${HEX}\n`,
    ],
    ["a second log that continues none", "veritick/log/start/1\norigin a/log/2\n"],
    ["a log with the number 0", "veritick/log/start/1\norigin a/log/0\n"],
    ["an origin with a scheme", "veritick/log/start/1\norigin https://a/log/1\n"],
    ["no origin", `veritick/log/start/1\ncontinues a/log/1 5 ${HEX}\n`],
  ])("with %s is none", (_name, text) => {
    expect(parseEntry(text)).toBeUndefined();
  });

  it.each([
    ["a short root", { kind: "slice", round: 1, leaves: 3, root: "ab" }],
    ["half a leaf", { kind: "slice", round: 1, leaves: 0.5, root: HEX }],
    ["a number below zero", { kind: "slice", round: -1, leaves: 1, root: HEX }],
    ["a second line in a value", { kind: "release", version: "1\n2", verifier: HEX, web: HEX }],
    ["an empty id", { ...ENTRIES[5]!, beaconID: "" } as LogEntry],
    ["terms without lines", { kind: "terms", text: "" }],
    ["half a character", { kind: "policy", text: "# \ud800" }],
    [
      "a first log that continues another",
      { kind: "start", origin: "a/log/1", continues: `a/log/1 5 ${HEX}` },
    ],
    ["65,536 bytes", { kind: "policy", text: "é".repeat((MOST_ENTRY_BYTES + 1 - 22) / 2) }],
  ] as [string, LogEntry][])("with %s is not written", (_name, entry) => {
    expect(() => entryText(entry)).toThrow(RangeError);
  });

  it("has at most 65,535 bytes", () => {
    const text = entryText({ kind: "policy", text: "a".repeat(MOST_ENTRY_BYTES - 22) });
    expect(utf8ToBytes(text)).toHaveLength(MOST_ENTRY_BYTES);
  });

  it("is never made of rubbish", () => {
    const kind = fc.constantFrom(...ENTRIES.map((entry) => entry.kind), "hour");
    const body = fc.string().map((text) => text.replaceAll(" ", "\n"));
    const cut = fc
      .tuple(fc.constantFrom(...lines), fc.nat())
      .map(([text, at]) => text.slice(0, at % text.length) + text.slice((at % text.length) + 1));
    const rubbish = fc.oneof(
      fc.string(),
      cut,
      fc.tuple(kind, body).map(([name, text]) => `veritick/log/${name}/1\n${text}`),
    );
    fc.assert(
      fc.property(rubbish, (text) => {
        const entry = parseEntry(text);
        if (entry === undefined || entry.kind.startsWith("veritick/")) return;
        expect(entryText(entry as LogEntry)).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  it("is a leaf by its bytes", () => {
    expect(entryLeaf("é\n")).toEqual(hashLeaf(Uint8Array.of(0xc3, 0xa9, 10)));
  });
});

describe("a bundle", () => {
  it("is read as it was written", () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 })), (entries) => {
        expect(readBundle(writeBundle(entries))).toEqual(entries);
      }),
    );
    const longest = new Uint8Array(MOST_ENTRY_BYTES).fill(7);
    expect(readBundle(writeBundle([longest]))).toEqual([longest]);
    expect(writeBundle([Uint8Array.of(7, 8, 9), new Uint8Array()])).toEqual(
      Uint8Array.of(0, 3, 7, 8, 9, 0, 0),
    );
  });

  it("refuses an entry that is too long", () => {
    expect(() => writeBundle([new Uint8Array(MOST_ENTRY_BYTES + 1)])).toThrow(RangeError);
  });

  it("is never made of rubbish", () => {
    for (const bytes of [[0], [0, 1], [0, 2, 7], [0, 0, 0]])
      expect(readBundle(Uint8Array.from(bytes))).toBeUndefined();
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 20 }), (bytes) => {
        const entries = readBundle(bytes);
        if (entries !== undefined) expect(writeBundle(entries)).toEqual(bytes);
      }),
    );
  });
});
