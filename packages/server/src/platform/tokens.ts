import { hash, randomBytes } from "node:crypto";
import type { Sealing } from "./sealing.ts";

export const newToken = (): string => randomBytes(32).toString("base64url");

/** Rows hold this in place of a token. */
export const hashToken = (token: string): Buffer => hash("sha256", token, "buffer");

/**
 * Returns the function that derives the token of a mail's link from the mail's id, so that no row holds it and every try to send
 * the mail has the same one.
 */
export const mailedTokens =
  (purpose: "email-link" | "reset-link" | "closing-link") =>
  ({ sealing }: { sealing: Sealing }, mailId: string): string =>
    sealing.digest(purpose, mailId).toString("base64url");
