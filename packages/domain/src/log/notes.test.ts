import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isSigned, logKey, witnessKey } from "../../testing/log-keys.ts";
import { fromBase64, toBase64 } from "./base64.ts";
import { EMPTY_ROOT } from "./merkle.ts";
import {
  checkpointText,
  cosignedText,
  LOG_KEY,
  noteText,
  parseCheckpoint,
  parseNote,
  parseSignatureLines,
  parseVkey,
  signatureLines,
  signedAt,
  vkeyOf,
  vkeyText,
  WITNESS_KEY,
  WITNESS_KEY_ML_DSA,
} from "./notes.ts";
import type { Note, Vkey } from "./notes.ts";

const LOG = logKey("veritick.example/log/1", 5);
const WITNESS = witnessKey("witness.example/1", 21);
const CHECKPOINT = { origin: "veritick.example/log/1", size: 6, root: EMPTY_ROOT };
const TEXT = checkpointText(CHECKPOINT);
const NOTE: Note = { text: TEXT, signatures: [LOG.sign(TEXT), WITNESS.cosign(TEXT, 1_790_002_772)] };
const WRITTEN = noteText(NOTE);

const bytes = (minLength: number, maxLength: number) => fc.uint8Array({ minLength, maxLength });
const name = fc.stringMatching(/^[\w./:é-]{1,20}$/);

describe("base64", () => {
  it("is written as the platform writes it, and read as it was written", () => {
    fc.assert(
      fc.property(bytes(0, 100), (each) => {
        expect(toBase64(each)).toBe(Buffer.from(each).toString("base64"));
        expect(fromBase64(toBase64(each))).toEqual(each);
      }),
    );
  });

  it.each(["A", "AA", "AA=", "AB==", "AAB=", "====", "AA==AA==", "AAA-", "AA_A", " AAA", "AAAA\n", "AA A"])(
    "has one form for any bytes: not %j",
    (text) => {
      expect(fromBase64(text)).toBeUndefined();
    },
  );

  it("is never read in another form", () => {
    const digits = fc.stringMatching(/^[A-Za-z0-9+/=]{0,12}$/);
    fc.assert(
      fc.property(fc.oneof(digits, fc.string()), (text) => {
        const read = fromBase64(text);
        if (read !== undefined) expect(toBase64(read)).toBe(text);
      }),
    );
  });
});

describe("a key", () => {
  it("is read as it was written", () => {
    const key = fc.oneof(
      fc.record({ type: fc.constantFrom(LOG_KEY, WITNESS_KEY), key: bytes(32, 32) }),
      fc.record({ type: fc.constant(WITNESS_KEY_ML_DSA), key: bytes(1312, 1312) }),
    );
    fc.assert(
      fc.property(name, key, (of, { type, key }) => {
        const vkey = vkeyOf(of, type, Buffer.from(key).toString("hex"));
        expect(parseVkey(vkeyText(vkey))).toEqual(vkey);
      }),
    );
  });

  const written = vkeyText(LOG.vkey);
  it.each([
    ["without a plus", written.replaceAll("+", "-"), "a key has the form <name>+<8 hex digits>+<base64>"],
    ["with a capital id", written.replace("028f994b", "028F994B"), "a key has the form"],
    ["with another id", written.replace("028f994b", "028f994c"), "the key's id is 028f994b, not 028f994c"],
    ["with another name", written.replace("log/1", "log/2"), "the key's id is"],
    [
      "without a name",
      written.replace("veritick.example/log/1", ""),
      "a key's name has no blank and no plus",
    ],
    ["with a blank in its name", written.replace("log/1", "log 1"), "a key's name has no blank and no plus"],
    ["with a line feed in its name", written.replace("log/1", "log\n1"), "a key's name has no blank"],
    ["with no base64", `${written}.`, "the key is not in base64"],
    ["with no bytes", "a+028f994b+", "the key is not in base64"],
    ["that is too short", "a+028f994b+AQID", "a key of type 1 has 32 bytes, not 2"],
    ["of another type", "a+028f994b+AgID", "there is no use for keys of type 2"],
  ])("%s is none", (_name, text, message) => {
    expect(() => parseVkey(text)).toThrow(RangeError);
    expect(() => parseVkey(text)).toThrow(message);
  });

  it("throws nothing else for rubbish", () => {
    const rubbish = fc.oneof(fc.string(), fc.stringMatching(/^a\+[0-9a-f]{8}\+[A-Za-z0-9+/=]{0,60}$/));
    fc.assert(
      fc.property(rubbish, (text) => {
        expect(() => parseVkey(text)).toThrow(RangeError);
      }),
    );
  });
});

describe("a checkpoint", () => {
  it("is read as it was written", () => {
    fc.assert(
      fc.property(name, fc.maxSafeNat(), bytes(32, 32), (origin, size, root) => {
        expect(parseCheckpoint(checkpointText({ origin, size, root }))).toEqual({ origin, size, root });
      }),
    );
  });

  it.each([
    ["CRLF", TEXT.replaceAll("\n", "\r\n")],
    ["a blank at an end", TEXT.replace("6\n", "6 \n")],
    ["a blank at a beginning", ` ${TEXT}`],
    ["a doubled line", TEXT.replace("6\n", "6\n6\n")],
    ["an extension line", `${TEXT}extension\n`],
    ["an empty line", `${TEXT}\n`],
    ["no line feed at its end", TEXT.slice(0, -1)],
    ["a leading zero", TEXT.replace("6\n", "06\n")],
    ["a size below zero", TEXT.replace("6\n", "-6\n")],
    ["an unsafe size", TEXT.replace("6\n", `${2 ** 53}\n`)],
    ["a root of 31 bytes", checkpointText({ ...CHECKPOINT, root: EMPTY_ROOT.subarray(1) })],
    ["another base64", TEXT.replace("=\n", "A\n")],
    ["no origin", TEXT.slice(CHECKPOINT.origin.length)],
    ["a blank in its origin", TEXT.replace("log/1", "log 1")],
  ])("with %s is none", (_name, text) => {
    expect(parseCheckpoint(text)).toBeUndefined();
  });
});

describe("a note", () => {
  it("is read as it was written, whoever signed it", () => {
    const signature = fc.record({
      name,
      id: bytes(4, 4).map((id) => Buffer.from(id).toString("hex")),
      bytes: bytes(1, 100),
    });
    const text = fc
      .array(fc.stringMatching(/^[\w é—+.]{0,20}$/), { minLength: 1, maxLength: 5 })
      .map((lines) => lines.map((line) => `${line}\n`).join(""));
    fc.assert(
      fc.property(text, fc.array(signature, { minLength: 1, maxLength: 16 }), (body, signatures) => {
        expect(parseNote(noteText({ text: body, signatures }))).toEqual({ text: body, signatures });
      }),
    );
  });

  it.each([
    ["CRLF", WRITTEN.replaceAll("\n", "\r\n")],
    ["a tab", WRITTEN.replace("6\n", "6\t\n")],
    ["no signature", `${TEXT}\n`],
    ["no text", `\n${signatureLines(NOTE.signatures)}`],
    ["no empty line", WRITTEN.replace("\n\n", "\n")],
    ["a line after its signatures", `${WRITTEN}more\n`],
    ["no line feed at its end", WRITTEN.slice(0, -1)],
    ["a hyphen in place of the dash", WRITTEN.replace("— ", "- ")],
    ["two blanks in a line", WRITTEN.replace("— ", "—  ")],
    ["a blank at the end of a line", WRITTEN.replace("=\n— ", "= \n— ")],
    ["a plus in a name", WRITTEN.replace("— veritick.example", "— veritick+example")],
    ["a signature of an id alone", `${TEXT}\n— a AAAAAA==\n`],
    ["base64 of another form", WRITTEN.replace(/=\n$/, "\n")],
    ["half a character", WRITTEN.replace("6\n", "6\ud800\n")],
    ["half a character in a name", WRITTEN.replace("— veritick.", "— \ud800.")],
    ["101 signatures", `${TEXT}\n${"— a AAAAAAA=\n".repeat(101)}`],
    ["half a million characters", `${"a".repeat(500_000)}\n\n— a AAAAAAA=\n`],
  ])("with %s is none", (_name, text) => {
    expect(parseNote(text)).toBeUndefined();
  });

  it("may have 100 signatures, and empty lines in its text", () => {
    expect(parseNote(`a\n\nb\n\n${"— a AAAAAAA=\n".repeat(100)}`)).toMatchObject({ text: "a\n\nb\n" });
  });

  it("is never made of rubbish", () => {
    const other = fc.constantFrom("", "\n", "\r", "\t", " ", "=", "+", "é", "\ud800", "—");
    const changed = fc
      .tuple(fc.nat({ max: WRITTEN.length }), other)
      .map(([at, character]) => WRITTEN.slice(0, at) + character + WRITTEN.slice(at + 1));
    fc.assert(
      fc.property(fc.oneof(fc.string(), changed), (text) => {
        const note = parseNote(text);
        if (note !== undefined) expect(noteText(note)).toBe(text);
        const lines = parseSignatureLines(text);
        if (lines !== undefined) expect(signatureLines(lines)).toBe(text);
      }),
    );
  });
});

describe("a signature", () => {
  const at = (note: Note, { vkey }: { readonly vkey: Vkey } = WITNESS) => signedAt(note, vkey, isSigned);
  const withLines = (...signatures: Note["signatures"]): Note => ({ text: TEXT, signatures });

  it("is the log's over the text, and a witness's with its time", () => {
    expect(cosignedText(7, TEXT)).toBe(`cosignature/v1\ntime 7\n${TEXT}`);
    expect(at(NOTE, LOG)).toBe(0);
    expect(at(NOTE)).toBe(1_790_002_772);
    expect(at(withLines(WITNESS.cosign(TEXT, 0)))).toBe(0);
  });

  it("counts from the earliest time, if a witness has signed again", () => {
    expect(at(withLines(WITNESS.cosign(TEXT, 30), WITNESS.cosign(TEXT, 10), WITNESS.cosign(TEXT, 20)))).toBe(
      10,
    );
  });

  it("of unknown keys counts for nothing", () => {
    const other = witnessKey("witness.example/1", 22);
    expect(at(withLines(other.cosign(TEXT, 10)))).toBeUndefined();
    expect(at(withLines({ ...WITNESS.cosign(TEXT, 10), name: "witness.example/2" }))).toBeUndefined();
    expect(
      at(withLines({ name: WITNESS.vkey.name, id: "00000000", bytes: new Uint8Array(2428) })),
    ).toBeUndefined();
    expect(at(withLines())).toBeUndefined();
  });

  const cosigned = WITNESS.cosign(TEXT, 10);
  const stamped = (time: bigint) => {
    const stamp = new DataView(new ArrayBuffer(8));
    stamp.setBigUint64(0, time);
    return Uint8Array.of(...new Uint8Array(stamp.buffer), ...cosigned.bytes.subarray(8));
  };
  it.each([
    ["another time", stamped(9n)],
    ["an unsafe time", stamped(2n ** 63n)],
    ["another signature", cosigned.bytes.with(70, cosigned.bytes[70]! ^ 1)],
    ["no time", cosigned.bytes.subarray(8)],
    ["more bytes", Uint8Array.of(...cosigned.bytes, 0)],
    ["nothing", new Uint8Array()],
  ])("with %s is forged", (_name, changed) => {
    expect(at(withLines({ ...cosigned, bytes: changed }))).toBe("forged");
    expect(at(withLines(cosigned, { ...cosigned, bytes: changed }))).toBe("forged");
  });

  it("of another text, by a key that is no point, or of a type that cannot be checked is forged", () => {
    expect(at({ ...NOTE, text: TEXT.replace("6", "7") })).toBe("forged");
    expect(at({ ...NOTE, text: TEXT.replace("6", "7") }, LOG)).toBe("forged");
    const noPoint = { ...WITNESS, vkey: { ...WITNESS.vkey, key: "f".repeat(64) } };
    expect(at(NOTE, noPoint)).toBe("forged");
    const later = { ...WITNESS, vkey: { ...WITNESS.vkey, type: WITNESS_KEY_ML_DSA } };
    expect(at(NOTE, later)).toBe("forged");
  });
});
