import { createHmac, timingSafeEqual } from "node:crypto";

/** How a signature proved right: over the canonical text of the content, or only over the bytes as they came. */
export type Proof = "canonical" | "bytes";

const HEX = /^[0-9a-f]{128}$/;
/** Callbacks nest two levels; what goes far beyond is nobody's callback. */
const MAX_DEPTH = 100;

/**
 * The text that a callback's signature is made over: the JSON with the keys of its objects in order at every depth, arrays
 * as they are. Undefined for what is no JSON, nests too deep, or holds a number that a float cannot hold at all.
 */
export function canonicalText(body: Buffer): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
    return JSON.stringify(inOrder(JSON.parse(text), MAX_DEPTH));
  } catch {
    return undefined;
  }
}

function inOrder(value: unknown, depthLeft: number): unknown {
  // It would print as null, and so carry the signature of a null.
  if (typeof value === "number" && !Number.isFinite(value))
    throw new RangeError("a number beyond all floats");
  if (typeof value !== "object" || value === null) return value;
  if (depthLeft === 0) throw new RangeError("nested too deep");
  if (Array.isArray(value)) return value.map((item) => inOrder(item, depthLeft - 1));
  // Without a prototype, a key such as __proto__ is a key like any other and does not fall out of the signature.
  const ordered = Object.create(null) as Record<string, unknown>;
  for (const key of Object.keys(value).toSorted()) {
    ordered[key] = inOrder((value as Record<string, unknown>)[key], depthLeft - 1);
  }
  return ordered;
}

/**
 * Checks the signature of a callback: lower-case hex of the HMAC-SHA512 over its canonical text, or over its very bytes,
 * since numbers that do not survive reading and printing unchanged break the former.
 *
 * @param signature the header as it came; anything but one value of 128 lower-case hex digits is refused
 */
export function checkSignature(
  body: Buffer,
  signature: string | string[] | undefined,
  secret: string,
): Proof | undefined {
  if (typeof signature !== "string" || !HEX.test(signature)) return undefined;
  const given = Buffer.from(signature, "hex");
  const signs = (content: string | Buffer) =>
    timingSafeEqual(createHmac("sha512", secret).update(content).digest(), given);
  if (signs(body)) return "bytes";
  const canonical = canonicalText(body);
  return canonical !== undefined && signs(canonical) ? "canonical" : undefined;
}
