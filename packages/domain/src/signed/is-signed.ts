/** Returns true if a text is signed (Ed25519) with the private key of a public one; signature and key in hex. */
export type IsSigned = (text: string, signature: string, publicKey: string) => boolean;

/** Returns what `isSigned` says, and false where it throws: not every 32 bytes are a point of the curve. */
export function isSignedSafely(
  isSigned: IsSigned,
  text: string,
  signature: string,
  publicKey: string,
): boolean {
  try {
    return isSigned(text, signature, publicKey);
  } catch {
    return false;
  }
}
