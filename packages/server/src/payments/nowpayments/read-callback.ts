import type { CallbackSubject, ProvenCallback } from "../provider.ts";
import { canonicalText, checkSignature } from "./callback-signature.ts";
import type { Proof } from "./callback-signature.ts";
import { readExactJson } from "./exact-json.ts";

const SIGNATURE_HEADER = "x-nowpayments-sig";
const DIGITS = /^\d{1,64}$/;
const PAYOUT_ID = /^[\w-]{1,64}$/;

/** What a callback is about; undefined where it is not the vendor's. */
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
    // A number in the bytes may be another one than was signed in the canonical text, where both print alike as floats.
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
