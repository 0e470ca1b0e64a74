import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";

/** What is protected by a key of its own, made from the one pepper that is kept outside the database. */
export type Purpose =
  | "withdrawal-code"
  | "two-step-secret"
  | "recovery-code"
  | "sandbox-callback"
  | "pepper-fingerprint"
  | "passkey-challenge"
  | "beacon-round"
  | "push-identity"
  | "webhook-secret"
  | "reset-link";

/**
 * Guards small secrets in the database with keys that are not in it: who has the database alone can neither read nor
 * guess them.
 */
export type Sealing = {
  /** 32 bytes for a purpose. */
  key(purpose: Purpose): Buffer;
  /** AES-256-GCM. `about` is bound in, so that a sealed value cannot be moved to another row. */
  seal(purpose: Purpose, about: string, secret: Buffer): Buffer;
  /** @throws Error where it was sealed with another pepper, for another row, or altered */
  open(purpose: Purpose, about: string, sealed: Buffer): Buffer;
  /** HMAC-SHA256: for secrets long enough not to be guessed. */
  digest(purpose: Purpose, text: string): Buffer;
};

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** @param pepper 32 random bytes */
export function createSealing(pepper: Uint8Array): Sealing {
  const keys = new Map<Purpose, Buffer>();
  function key(purpose: Purpose): Buffer {
    let made = keys.get(purpose);
    if (made === undefined) {
      made = Buffer.from(hkdfSync("sha256", pepper, "veritick", purpose, 32));
      keys.set(purpose, made);
    }
    return made;
  }
  return {
    key,
    seal(purpose, about, secret) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key(purpose), iv).setAAD(Buffer.from(about));
      const text = Buffer.concat([cipher.update(secret), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), text]);
    },
    open(purpose, about, sealed) {
      const decipher = createDecipheriv("aes-256-gcm", key(purpose), sealed.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(Buffer.from(about)).setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
    },
    digest: (purpose, text) => createHmac("sha256", key(purpose)).update(text).digest(),
  };
}
