import { createHmac, timingSafeEqual } from "node:crypto";
import type { CallbackSubject, ProvenCallback } from "../provider.ts";
import { readExactJson } from "./vendor-values.ts";

const SIGNATURE_HEADER = "x-nowpayments-sig";
const DIGITS = /^\d{1,64}$/;
const PAYOUT_ID = /^[\w-]{1,64}$/;

/** Verifies a callback and reads its payment or payout. Returns undefined if the signature is not the vendor's. */
export function readCallback(
  body: Buffer,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  secret: string,
): ProvenCallback | "malformed" | undefined {
  const proof = checkSignature(body, headers[SIGNATURE_HEADER], secret);
  if (proof === undefined) return undefined;
  const about = subjectOf(body, proof);
  if (about === undefined) return "malformed";
  return { ...about, content: proof === "bytes" ? body : Buffer.from(canonicalText(body)!) };
}

function subjectOf(body: Buffer, proof: Proof): CallbackSubject | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
    const exact = readExactJson(text);
    if (!isRecord(exact)) return undefined;
    // Two different numbers in the bytes may print alike as floats, so the canonical text does not prove the signed one.
    const isSigned = (key: string) =>
      proof === "bytes" || String((JSON.parse(text) as Record<string, unknown>)[key]) === exact[key];
    const read = (key: string, pattern: RegExp) => {
      const id = Object.hasOwn(exact, key) ? exact[key] : undefined;
      return typeof id === "string" && pattern.test(id) && isSigned(key) ? id : undefined;
    };
    const isPayout = Object.hasOwn(exact, "batch_withdrawal_id") && exact["batch_withdrawal_id"] !== null;
    const id = isPayout ? read("id", PAYOUT_ID) : read("payment_id", DIGITS);
    return id === undefined ? undefined : { subject: isPayout ? "payout" : "payment", id };
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The text that the signature covers: the canonical text of the content, or only the received bytes. */
type Proof = "canonical" | "bytes";

const HEX = /^[0-9a-f]{128}$/;
/** The deepest nesting of a body. Callbacks nest two levels. */
const MAX_DEPTH = 100;

/**
 * Returns the text that the vendor signs: the JSON with the keys of its objects sorted at every depth and its arrays
 * unchanged. Returns undefined if the body is no JSON, nests too deep or holds a number beyond the range of floats.
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
  // Such a number would print as null and carry the signature of a null.
  if (typeof value === "number" && !Number.isFinite(value))
    throw new RangeError("a number beyond all floats");
  if (typeof value !== "object" || value === null) return value;
  if (depthLeft === 0) throw new RangeError("nested too deep");
  if (Array.isArray(value)) return value.map((item) => inOrder(item, depthLeft - 1));
  // Without a prototype, the key __proto__ is an ordinary key and stays part of the signed text.
  const ordered = Object.create(null) as Record<string, unknown>;
  for (const key of Object.keys(value).toSorted()) {
    ordered[key] = inOrder((value as Record<string, unknown>)[key], depthLeft - 1);
  }
  return ordered;
}

/**
 * Checks the signature of a callback: lower-case hex of the HMAC-SHA512 over its canonical text or over its bytes. The bytes
 * count too, because some numbers change when they are parsed and printed again.
 *
 * @param signature the header as received; only a single value of 128 lower-case hex digits is accepted
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
