import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import type { Queryable } from "./db/database.ts";
import { keepValue } from "./db/kept-values.ts";

/** The purposes that have a key of their own. All keys derive from the one pepper, which is kept outside the database. */
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
 * Guards small secrets in the database with keys that are not in it. An attacker who has the database alone can neither read
 * nor guess them.
 */
export type Sealing = {
  /** Returns the 32-byte key of a purpose. */
  key(purpose: Purpose): Buffer;
  /** Encrypts with AES-256-GCM. `about` is authenticated, so that a sealed value cannot be moved to another row. */
  seal(purpose: Purpose, about: string, secret: Buffer): Buffer;
  /** @throws Error if it was sealed with another pepper, for another row, or altered */
  open(purpose: Purpose, about: string, sealed: Buffer): Buffer;
  /** Returns an HMAC-SHA256, for secrets long enough not to be guessed. */
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

/** The error of a CODE_PEPPER that differs from the database's: no withdrawal code or second step could be checked. */
export class CodePepperLostError extends Error {
  override readonly name = "CodePepperLostError";

  constructor() {
    super(
      "CODE_PEPPER is not the one this database was used with: every withdrawal code and two-step secret would be " +
        "refused. Start with the earlier value (in the embedded mode the file code-pepper in DATA_DIR).",
    );
  }
}

const FINGERPRINT = "code-pepper-fingerprint";
const fingerprintOf = (sealing: Sealing): string => sealing.digest("pepper-fingerprint", "").toString("hex");

/** Stores a fingerprint of the pepper at the first start and compares it at every later one. */
export async function checkPepper(database: Queryable, sealing: Sealing): Promise<void> {
  const fingerprint = fingerprintOf(sealing);
  if ((await keepValue(database, FINGERPRINT, fingerprint)) !== fingerprint) throw new CodePepperLostError();
}

/** Returns true if the database was used with this pepper, or with none yet. */
export async function isPepperKnown(database: Queryable, pepper: Uint8Array): Promise<boolean> {
  const { rows } = await database.query<{ value: string }>("select value from kept_values where name = $1", [
    FINGERPRINT,
  ]);
  return rows[0] === undefined || rows[0].value === fingerprintOf(createSealing(pepper));
}
