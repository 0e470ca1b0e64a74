import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { transaction } from "./db/database.ts";
import type { Database, Queryable } from "./db/database.ts";
import { keepValue, readKeptValue, replaceKeptValue, setKeptValue } from "./db/kept-values.ts";

/** The purposes that have a key of their own. All keys derive from the one pepper, which is kept outside the database. */
export type Purpose =
  | "withdrawal-code"
  | "two-step-secret"
  | "recovery-code"
  | "sandbox-callback"
  | "pepper-fingerprint"
  | "passkey-challenge"
  | "beacon-round"
  | "beacon-round-key"
  | "push-identity"
  | "webhook-secret"
  | "reset-link"
  | "email-link"
  | "closing-link";

/**
 * Guards small secrets in the database with keys that are not in it. An attacker who has the database alone can neither read
 * nor guess them.
 */
export type Sealing = {
  key(purpose: Purpose): Buffer;
  /** Encrypts with AES-256-GCM. `about` is authenticated, so that a sealed value cannot be moved to another row. */
  seal(purpose: Purpose, about: string, secret: Buffer): Buffer;
  /** @throws Error if it was sealed with another pepper, for another row, or altered */
  open(purpose: Purpose, about: string, sealed: Buffer): Buffer;
  /** Returns an HMAC-SHA256, for secrets long enough not to be guessed. */
  digest(purpose: Purpose, text: string): Buffer;
  /** The sealing by the pepper that this one has replaced, for codes that only their owners can bring. */
  readonly former: Sealing | undefined;
  /** Uses a kept key for a purpose from now on. */
  adopt(purpose: Purpose, key: Buffer): void;
};

const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * @param pepper 32 random bytes
 * @param former the pepper that this one replaces
 */
export function createSealing(pepper: Uint8Array, former?: Uint8Array): Sealing {
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
    former: former && createSealing(former),
    adopt: (purpose, kept) => void keys.set(purpose, kept),
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
      "CODE_PEPPER is not the one that this database was used with: the server would refuse every withdrawal code and " +
        "authenticator app. Start with the earlier value (in the embedded mode the file code-pepper in DATA_DIR). To replace " +
        "it, set the earlier value as CODE_PEPPER_PREVIOUS.",
    );
  }
}

const FINGERPRINT = "code-pepper-fingerprint";
const fingerprintOf = (sealing: Sealing): string => sealing.digest("pepper-fingerprint", "").toString("hex");

/**
 * Stores a fingerprint of the pepper at the first start and compares it at every later one. After the former pepper's starts
 * it replaces the fingerprint, once.
 *
 * @param sealAnew called in the same transaction, in order: they seal everything anew that the former pepper has sealed
 * @throws CodePepperLostError
 */
export async function checkPepper(
  database: Database,
  sealing: Sealing,
  sealAnew: readonly ((connection: Queryable, sealing: Sealing) => Promise<void>)[],
): Promise<void> {
  const fingerprint = fingerprintOf(sealing);
  // While another process replaces the fingerprint, the insert waits for it, and the read then finds the new one.
  const kept = await keepValue(database, FINGERPRINT, fingerprint);
  const { former } = sealing;
  if (kept !== fingerprint) {
    if (former === undefined || kept !== fingerprintOf(former)) throw new CodePepperLostError();
    await transaction(database, async (connection) => {
      // Another process that starts with the same settings may have done it meanwhile.
      if (!(await replaceKeptValue(connection, FINGERPRINT, kept, fingerprint))) return;
      await adoptRoundKey(connection, former);
      const key = sealing.seal("beacon-round-key", "", former.key("beacon-round"));
      await setKeptValue(connection, ROUND_KEY, key.toString("hex"));
      for (const each of sealAnew) await each(connection, sealing);
    });
  }
  await adoptRoundKey(database, sealing);
}

const ROUND_KEY = "beacon-round-key";

/**
 * Uses the key that has sealed the rounds of the beacon since before the pepper was replaced. Nothing changes the rows of
 * rounds, so their seals cannot be renewed.
 */
export async function adoptRoundKey(database: Queryable, sealing: Sealing): Promise<void> {
  const kept = await readKeptValue(database, ROUND_KEY);
  if (kept === undefined) return;
  sealing.adopt("beacon-round", sealing.open("beacon-round-key", "", Buffer.from(kept, "hex")));
}

const ROWS_AT_ONCE = 5_000;
const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

/**
 * Opens a column with the former keys and seals it with the present ones, in the caller's transaction.
 *
 * @param about the context of a row, by its id
 */
export async function sealColumnAnew(
  connection: Queryable,
  sealing: Sealing,
  where: { table: string; id: string; column: string; purpose: Purpose; about: (id: string) => string },
): Promise<void> {
  const { table, id, column, purpose, about } = where;
  for (let last = BEFORE_ALL; ;) {
    const { rows } = await connection.query<{ id: string; sealed: Buffer }>(
      `select ${id} as id, ${column} as sealed from ${table} where ${id} > $1 and ${column} is not null
       order by ${id} limit ${ROWS_AT_ONCE}`,
      [last],
    );
    if (rows.length === 0) return;
    last = rows.at(-1)!.id;
    await connection.query(
      `update ${table} t set ${column} = s.sealed from unnest($1::uuid[], $2::bytea[]) as s (id, sealed) where t.${id} = s.id`,
      [
        rows.map((row) => row.id),
        rows.map((row) =>
          sealing.seal(purpose, about(row.id), sealing.former!.open(purpose, about(row.id), row.sealed)),
        ),
      ],
    );
  }
}

/** Returns true if the database was used with this pepper, or with none yet. */
export async function isPepperKnown(database: Queryable, pepper: Uint8Array): Promise<boolean> {
  const { rows } = await database.query<{ value: string }>("select value from kept_values where name = $1", [
    FINGERPRINT,
  ]);
  return rows[0] === undefined || rows[0].value === fingerprintOf(createSealing(pepper));
}
