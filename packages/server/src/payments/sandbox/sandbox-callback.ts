import { createHmac, timingSafeEqual } from "node:crypto";
import type { CallbackSubject, ProvenCallback } from "../provider.ts";

const HEADER = "x-sandbox-sig";

/** What the sandbox sends: what it is about and the state, signed over the exact bytes. */
export function makeSandboxCallback(key: Buffer, subject: CallbackSubject, status: string) {
  const body = Buffer.from(JSON.stringify({ ...subject, status }));
  return { body, headers: { [HEADER]: createHmac("sha256", key).update(body).digest("hex") } };
}

export function readSandboxCallback(
  key: Buffer,
  body: Buffer,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): ProvenCallback | "malformed" | undefined {
  const sent = headers[HEADER];
  if (typeof sent !== "string" || !/^[0-9a-f]{64}$/.test(sent)) return undefined;
  const expected = createHmac("sha256", key).update(body).digest();
  if (!timingSafeEqual(expected, Buffer.from(sent, "hex"))) return undefined;
  const { subject, id } = JSON.parse(body.toString("utf8")) as CallbackSubject;
  return subject === "payment" || subject === "payout" ? { subject, id, content: body } : "malformed";
}
