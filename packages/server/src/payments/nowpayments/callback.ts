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
  const signed = checkSignature(body, headers[SIGNATURE_HEADER], secret);
  if (signed === undefined) return undefined;
  const about = subjectOf(body, signed);
  return about === undefined ? "malformed" : { ...about, content: Buffer.from(signed.content) };
}

function subjectOf(body: Buffer, { proof, content }: Signed): CallbackSubject | undefined {
  try {
    const exact = readExactJson(decode(body));
    if (!isRecord(exact)) return undefined;
    // Two different numbers in the bytes may print alike as floats, so the canonical text does not prove the signed one.
    const printed = proof === "bytes" ? exact : (JSON.parse(content as string) as Record<string, unknown>);
    const read = (key: string, pattern: RegExp) => {
      const id = Object.hasOwn(exact, key) ? exact[key] : undefined;
      return typeof id === "string" && pattern.test(id) && String(printed[key]) === id ? id : undefined;
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

/** The content that the signature covers: the received bytes, or the canonical text. */
type Signed = { proof: "bytes"; content: Buffer } | { proof: "canonical"; content: string };

const HEX = /^[0-9a-f]{128}$/;
/** The most commas, colons and opening brackets in a body that is parsed before it is proved. Callbacks have about 60. */
const MOST_MARKS = 300;
const [COMMA, COLON, BRACKET, BRACE] = Buffer.from(",:[{");

/**
 * Returns the text that the vendor signs: the JSON with the keys of its objects sorted at every depth and its arrays
 * unchanged. Returns undefined if the body is no JSON, holds too many values or a number beyond the range of floats.
 */
export function canonicalText(body: Buffer): string | undefined {
  // Anybody may send a body, and sorting a thousand keys takes as long as ten honest callbacks.
  if (!hasFewValues(body)) return undefined;
  try {
    return JSON.stringify(inOrder(JSON.parse(decode(body))));
  } catch {
    return undefined;
  }
}

function hasFewValues(body: Buffer): boolean {
  let marks = 0;
  for (const byte of body)
    if (byte === COMMA || byte === COLON || byte === BRACKET || byte === BRACE) marks += 1;
  return marks <= MOST_MARKS;
}

const decode = (body: Buffer): string =>
  new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);

function inOrder(value: unknown): unknown {
  // Such a number would print as null and carry the signature of a null.
  if (typeof value === "number" && !Number.isFinite(value))
    throw new RangeError("a number beyond all floats");
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(inOrder);
  // Without a prototype, the key __proto__ is an ordinary key and stays part of the signed text.
  const ordered = Object.create(null) as Record<string, unknown>;
  for (const key of Object.keys(value).toSorted()) {
    ordered[key] = inOrder((value as Record<string, unknown>)[key]);
  }
  return ordered;
}

/**
 * Checks the signature of a callback: lower-case hex of the HMAC-SHA512 over its bytes or over its canonical text. The bytes
 * count too, because some numbers change when they are parsed and printed again. They come first, because nobody has proved
 * yet who sent them and they need no parsing.
 *
 * @param signature the header as received; only a single value of 128 lower-case hex digits is accepted
 */
export function checkSignature(
  body: Buffer,
  signature: string | string[] | undefined,
  secret: string,
): Signed | undefined {
  if (typeof signature !== "string" || !HEX.test(signature)) return undefined;
  const given = Buffer.from(signature, "hex");
  const signs = (content: string | Buffer) =>
    timingSafeEqual(createHmac("sha512", secret).update(content).digest(), given);
  if (signs(body)) return { proof: "bytes", content: body };
  const text = canonicalText(body);
  return text !== undefined && signs(text) ? { proof: "canonical", content: text } : undefined;
}
