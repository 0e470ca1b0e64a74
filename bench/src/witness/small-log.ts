import { createHash, createPrivateKey, createPublicKey, sign, verify } from "node:crypto";
import type { KeyObject } from "node:crypto";

/**
 * A log for tests of witnesses. Its tree follows the recursive definitions of RFC 6962, 2.1, so it shares no step with the
 * witness, which walks a proof from its lowest hash up.
 */
export type SmallLog = {
  origin: string;
  vkey: string;
  rootOf(size: number): string;
  /** The text of a checkpoint; with another root if one is given. */
  checkpoint(size: number, root?: string): string;
  /** The signed note of a checkpoint, or of any other text. */
  sign(text: string): string;
  note(size: number, root?: string): string;
  proof(older: number, newer: number): string[];
  request(older: number, newer: number): string;
};

const sha256 = (...parts: Uint8Array[]) => createHash("sha256").update(Buffer.concat(parts)).digest();
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");

/** Returns the SHA-256 in hex, by which a witness names its file of a log. */
export const hashOf = (text: string): string => sha256(Buffer.from(text)).toString("hex");

export const leafHash = (entry: string): Buffer => sha256(Buffer.of(0), Buffer.from(entry));

/** Returns the largest power of two that is smaller than the count. */
const splitOf = (count: number): number => 2 ** Math.ceil(Math.log2(count) - 1);

export function rootOf(leaves: Buffer[]): Buffer {
  if (leaves.length === 0) return sha256();
  if (leaves.length === 1) return leaves[0]!;
  const split = splitOf(leaves.length);
  return sha256(Buffer.of(1), rootOf(leaves.slice(0, split)), rootOf(leaves.slice(split)));
}

/** Returns the hashes of SUBPROOF(older, leaves, isWhole). */
function subproof(older: number, leaves: Buffer[], isWhole: boolean): Buffer[] {
  if (older === leaves.length) return isWhole ? [] : [rootOf(leaves)];
  const split = splitOf(leaves.length);
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)];
  return older <= split
    ? [...subproof(older, left, isWhole), rootOf(right)]
    : [...subproof(older - split, right, false), rootOf(left)];
}

export const requestOf = (older: number, proof: string[], note: string): string =>
  `old ${older}\n${proof.map((hash) => `${hash}\n`).join("")}\n${note}`;

function keysFrom(seed: Uint8Array): { privateKey: KeyObject; raw: Buffer } {
  const der = Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), seed]);
  const privateKey = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  return {
    privateKey,
    raw: createPublicKey(privateKey).export({ format: "der", type: "spki" }).subarray(-32),
  };
}

/** @param seed the byte that the key's seed repeats @param entry the text of an entry; forks have other texts */
export function createLog(
  origin: string,
  seed: number,
  entry: (index: number) => string = (index) => `${origin} ${index}`,
): SmallLog {
  const { privateKey, raw } = keysFrom(new Uint8Array(32).fill(seed));
  const typed = Buffer.concat([Buffer.of(1), raw]);
  const id = sha256(Buffer.from(`${origin}\n`), typed).subarray(0, 4);
  const leaves = (size: number) => Array.from({ length: size }, (_, index) => leafHash(entry(index)));
  const log: SmallLog = {
    origin,
    vkey: `${origin}+${id.toString("hex")}+${base64(typed)}`,
    rootOf: (size) => base64(rootOf(leaves(size))),
    checkpoint: (size, root = log.rootOf(size)) => `${origin}\n${size}\n${root}\n`,
    sign: (text) =>
      `${text}\n— ${origin} ${base64(Buffer.concat([id, sign(null, Buffer.from(text), privateKey)]))}\n`,
    note: (size, root) => log.sign(log.checkpoint(size, root)),
    proof: (older, newer) =>
      older === 0 || older === newer ? [] : subproof(older, leaves(newer), true).map(base64),
    request: (older, newer) => requestOf(older, log.proof(older, newer), log.note(newer)),
  };
  return log;
}

/** Returns the time of a cosignature line, in seconds. Throws unless the key of the vkey made it for this text. */
export function timeOfCosignature(line: string, vkey: string, text: string): number {
  const [, name, id, key] = /^([^+]+)\+(\w{8})\+(.+)$/.exec(vkey)!;
  const [, signer, encoded] = /^— (\S+) (\S+)\n$/.exec(line) ?? [];
  const bytes = Buffer.from(encoded ?? "", "base64");
  const typed = Buffer.from(key!, "base64");
  const publicKey = createPublicKey({
    key: Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), typed.subarray(1)]),
    format: "der",
    type: "spki",
  });
  if (bytes.length !== 76) throw new Error(`no cosignature: ${line}`);
  const time = bytes.readBigUInt64BE(4);
  const isValid =
    typed[0] === 4 &&
    signer === name &&
    bytes.toString("hex", 0, 4) === id &&
    id === sha256(Buffer.from(`${name}\n`), typed).toString("hex", 0, 4) &&
    verify(null, Buffer.from(`cosignature/v1\ntime ${time}\n${text}`), publicKey, bytes.subarray(12));
  if (!isValid) throw new Error(`a wrong cosignature: ${line}`);
  return Number(time);
}
