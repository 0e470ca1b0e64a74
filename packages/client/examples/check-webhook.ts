// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Veritick authors

// Checks a webhook. An administrator sees the secret once, on adding the endpoint under Administration → Installation →
// Webhooks.
import { createHmac, timingSafeEqual } from "node:crypto";

/** The greatest age of a webhook. Somebody may have recorded an older one and sent it again. */
const MOST_SECONDS = 300;

/**
 * Returns the event if the signature is right. `body` is the received body, byte by byte, before any parsing. Keep the
 * header `webhook-id`: an event may come more than once, always with the same one.
 *
 * @param secret begins with `whsec_` @param nowSeconds Unix time, `Date.now() / 1000`
 */
export function checkWebhook(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  body: string,
  secret: string,
  nowSeconds: number,
): { type: string; timestamp: string; data: Record<string, unknown> } {
  const [id, timestamp, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) =>
    String(headers[name] ?? ""),
  );
  if (!(Math.abs(nowSeconds - Number(timestamp)) <= MOST_SECONDS)) throw new Error("the webhook is too old");
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const right = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest();
  // After a change of secret there are two signatures.
  const isRight = signatures!.split(" ").some((signature) => {
    const [version, digest = ""] = signature.split(",");
    const given = Buffer.from(digest, "base64");
    return version === "v1" && given.length === right.length && timingSafeEqual(given, right);
  });
  if (!isRight) throw new Error("the signature of the webhook is wrong");
  return JSON.parse(body);
}
