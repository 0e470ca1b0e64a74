import { ed25519 } from "@noble/curves/ed25519.js";
import { fromHex } from "@veritick/domain/epochs.ts";
import type { IsSigned } from "@veritick/domain/signed/is-signed.ts";

/**
 * Tells whether the private key of a public key has signed a text. Key and signature are in hex. It is as strict as RFC
 * 8032: it refuses signatures that some programs accept, and keys of small order, for which one signature fits any text.
 */
export const isSigned: IsSigned = (text, signature, publicKey) =>
  ed25519.verify(fromHex(signature), new TextEncoder().encode(text), fromHex(publicKey), { zip215: false });
