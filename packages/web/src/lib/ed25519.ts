import { ed25519 } from "@noble/curves/ed25519.js";
import { fromHex } from "@veritick/domain/epochs.ts";
import type { IsSigned } from "@veritick/domain/verify/verify-statements.ts";

/**
 * Whether a text is signed with the private key of a public one, all in hex. As RFC 8032 has it: what some programs take and
 * others refuse, keys of small order among it, which would sign any text, is not taken.
 */
export const isSigned: IsSigned = (text, signature, publicKey) =>
  ed25519.verify(fromHex(signature), new TextEncoder().encode(text), fromHex(publicKey), { zip215: false });
