import { createHmac, randomBytes } from "node:crypto";

// Standard Webhooks (https://www.standardwebhooks.com), version 1.0.0, with symmetric signatures.

const SECRET_BYTES = 32;

export const newSecret = (): Buffer => randomBytes(SECRET_BYTES);

/** Returns the text form of a secret, for the party that checks signatures. */
export const secretText = (secret: Buffer): string => `whsec_${secret.toString("base64")}`;

/**
 * Returns the three headers of a try. Each secret makes a signature; the recipient uses the signature of the secret it has.
 *
 * @param id names the event, the same at each try @param seconds of Unix time, when it is tried
 */
export function signedHeaders(
  secrets: readonly Buffer[],
  { id, seconds, body }: { id: string; seconds: number; body: string },
): Record<string, string> {
  const signed = `${id}.${seconds}.${body}`;
  const signatures = secrets.map(
    (secret) => `v1,${createHmac("sha256", secret).update(signed).digest("base64")}`,
  );
  return {
    "webhook-id": id,
    "webhook-timestamp": `${seconds}`,
    "webhook-signature": signatures.join(" "),
  };
}
