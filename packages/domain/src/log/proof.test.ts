import { utf8ToBytes } from "@noble/hashes/utils.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isSigned, logKey, witnessKey } from "../../testing/log-keys.ts";
import { hashLeaf, treeOf } from "./merkle.ts";
import { checkpointText, vkeyText } from "./notes.ts";
import { parseProof, proofFault, proofText } from "./proof.ts";
import type { LogProof } from "./proof.ts";

const LOG = logKey("veritick.example/log/1", 5);
const OTHER = logKey("veritick.example/log/2", 6);
const LEAVES = Array.from({ length: 7 }, (_, index) => hashLeaf(utf8ToBytes(`entry ${index}\n`)));
const tree = treeOf(LEAVES);
const TEXT = checkpointText({ origin: LOG.vkey.name, size: 7, root: tree.root });
const PROOF: LogProof = {
  index: 5,
  path: tree.pathOf(5),
  note: { text: TEXT, signatures: [LOG.sign(TEXT), witnessKey("witness.example/1", 21).cosign(TEXT, 7)] },
};
const WRITTEN = proofText(PROOF);
const faultOf = (proof: Partial<LogProof>, leaf = LEAVES[5]!, logs = [LOG.vkey]) =>
  proofFault({ ...PROOF, ...proof }, leaf, logs, isSigned);

describe("a proof", () => {
  it("is read as it was written, with any data for the application", () => {
    const hash = fc.uint8Array({ minLength: 32, maxLength: 32 });
    const extra = fc.option(fc.uint8Array({ minLength: 1, maxLength: 40 }), { nil: undefined });
    const index = fc.nat({ max: 10 ** 12 });
    fc.assert(
      fc.property(extra, index, fc.array(hash, { maxLength: 63 }), (data, at, path) => {
        const proof = { ...(data && { extra: data }), index: at, path, note: PROOF.note };
        const checkpoint = { origin: LOG.vkey.name, size: 7, root: tree.root };
        expect(parseProof(proofText(proof))).toEqual({ ...proof, checkpoint });
      }),
      { numRuns: 50 },
    );
  });

  it.each([
    ["CRLF", WRITTEN.replaceAll("\n", "\r\n")],
    ["another first line", WRITTEN.replace("@v1", "@v2")],
    ["more before its first line", ` ${WRITTEN}`],
    ["a leading zero", WRITTEN.replace("index 5", "index 05")],
    ["no index", WRITTEN.replace("index 5\n", "")],
    ["a doubled index", WRITTEN.replace("index 5\n", "index 5\nindex 5\n")],
    ["a blank after its index", WRITTEN.replace("index 5\n", "index 5 \n")],
    ["extra data of another form", WRITTEN.replace("index", "extra AB==\nindex")],
    ["empty extra data", WRITTEN.replace("index", "extra \nindex")],
    ["two lines of extra data", WRITTEN.replace("index", "extra AAAA\nextra AAAA\nindex")],
    ["a short hash", WRITTEN.replace(/index 5\n./, "index 5\n")],
    ["a hash of 33 bytes", WRITTEN.replace(/index 5\n(.{43})=/, "index 5\n$1A")],
    ["64 hashes", proofText({ ...PROOF, path: Array.from({ length: 64 }, () => LEAVES[0]!) })],
    ["an empty line too many", WRITTEN.replace("\n\n", "\n\n\n")],
    ["no note", WRITTEN.slice(0, WRITTEN.indexOf("\n\n") + 2)],
    ["no signature", WRITTEN.slice(0, WRITTEN.indexOf("— "))],
    ["a note that is no checkpoint", WRITTEN.replace("\n7\n", "\nseven\n")],
  ])("with %s is none", (_name, text) => {
    expect(parseProof(text)).toBeUndefined();
  });

  it("is never made of rubbish", () => {
    const cut = fc.nat({ max: WRITTEN.length }).map((at) => WRITTEN.slice(0, at) + WRITTEN.slice(at + 1));
    const text = fc.oneof(
      fc.string(),
      cut,
      fc.string().map((head) => `c2sp.org/tlog-proof@v1\n${head}`),
    );
    fc.assert(
      fc.property(text, (each) => {
        const read = parseProof(each);
        if (read !== undefined) expect(proofText(read)).toBe(each);
      }),
    );
  });

  it("holds with the log's signature, its origin, and the entry in it", () => {
    expect(faultOf({})).toBeUndefined();
    expect(faultOf({ note: { text: TEXT, signatures: [LOG.sign(TEXT)] } })).toBeUndefined();
    expect(faultOf({}, LEAVES[5], [OTHER.vkey, LOG.vkey])).toBeUndefined();
  });

  it("of another log is none", () => {
    expect(faultOf({}, LEAVES[5], [OTHER.vkey])).toBe("origin");
    expect(faultOf({}, LEAVES[5], [])).toBe("origin");
    expect(faultOf({ note: { text: "no checkpoint\n", signatures: [LOG.sign(TEXT)] } })).toBe("origin");
  });

  it("without the log's own signature is none", () => {
    const other = logKey(LOG.vkey.name, 6);
    expect(vkeyText(other.vkey)).not.toBe(vkeyText(LOG.vkey));
    expect(faultOf({ note: { text: TEXT, signatures: [other.sign(TEXT)] } })).toBe("signature");
    expect(faultOf({ note: { text: TEXT, signatures: [] } })).toBe("signature");
    const signatures = [LOG.sign(TEXT), LOG.sign("another text\n")];
    expect(faultOf({ note: { text: TEXT, signatures } })).toBe("signature");
  });

  it("of another entry, place or path is none", () => {
    expect(faultOf({}, LEAVES[4])).toBe("inclusion");
    expect(faultOf({ index: 4 })).toBe("inclusion");
    expect(faultOf({ index: 7 })).toBe("inclusion");
    expect(faultOf({ path: PROOF.path.slice(1) })).toBe("inclusion");
    expect(faultOf({ path: PROOF.path.toReversed() })).toBe("inclusion");
  });
});
