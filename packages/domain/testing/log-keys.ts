import { hash } from "node:crypto";
import { ed25519 } from "@noble/curves/ed25519.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { fromHex, toHex } from "../src/epochs.ts";
import type { Sha256 } from "../src/log/merkle.ts";
import { cosignedText, LOG_KEY, signatureOf, vkeyOf, WITNESS_KEY } from "../src/log/notes.ts";
import type { IsSigned } from "../src/signed/is-signed.ts";

export const isSigned: IsSigned = (text, signature, key) =>
  ed25519.verify(fromHex(signature), utf8ToBytes(text), fromHex(key), { zip215: false });

/** Many times as fast as in JavaScript. */
export const fastSha256: Sha256 = (bytes) => new Uint8Array(hash("sha256", bytes, "buffer"));

const keyOf = (seed: number) => {
  const secret = new Uint8Array(32).fill(seed);
  const sign = (text: string) => ed25519.sign(utf8ToBytes(text), secret);
  return { sign, key: toHex(ed25519.getPublicKey(secret)) };
};

/** Makes the key of a log from a seed of 32 equal bytes. */
export function logKey(name: string, seed: number) {
  const { sign, key } = keyOf(seed);
  const vkey = vkeyOf(name, LOG_KEY, key);
  return { vkey, sign: (checkpoint: string) => signatureOf(vkey, sign(checkpoint)) };
}

/** Makes the key of a witness from a seed of 32 equal bytes. */
export function witnessKey(name: string, seed: number) {
  const { sign, key } = keyOf(seed);
  const vkey = vkeyOf(name, WITNESS_KEY, key);
  return {
    vkey,
    cosign: (checkpoint: string, time: number) =>
      signatureOf(vkey, sign(cosignedText(time, checkpoint)), time),
  };
}
