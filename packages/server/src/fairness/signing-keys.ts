import type { Queryable } from "../platform/db/database.ts";
import type { Log } from "../platform/telemetry/log.ts";
import { createSigner } from "../platform/signing.ts";
import type { Signer } from "../platform/signing.ts";

/** A public key that has signed receipts and statements at some time. */
export type SigningKey = { id: number; publicKey: string; since: Date };

/** The signer of this process, with the stored id of its public key. */
export type RecordedSigner = Signer & { keyId: number };

/**
 * Opens the signer of a private key and stores its public key once. Public keys stay for good, so that old signatures can be
 * checked. A key that is not the newest stored one only logs a warning, in case nobody intended it.
 *
 * @param seed the private key, 32 bytes
 */
export async function openSigner(
  database: Queryable,
  { seed, now, log }: { seed: Uint8Array; now: Date; log: Log },
): Promise<RecordedSigner> {
  const signer = createSigner(seed);
  const before = await listSigningKeys(database);
  const isThere = before.some(({ publicKey }) => publicKey === signer.publicKey);
  // Inserts only a new key: a refused row also uses up one of the 32767 ids.
  if (!isThere) {
    await database.query(
      "insert into signing_keys (public_key, created_at) values (decode($1, 'hex'), $2) on conflict do nothing",
      [signer.publicKey, now],
    );
  }
  if (before.length > 0 && before.at(-1)!.publicKey !== signer.publicKey) {
    log.warn(
      { publicKey: signer.publicKey, before: before.at(-1)!.publicKey },
      "SIGNING_KEY is not the newest key in the database: receipts and statements are now signed with a different key",
    );
  }
  const keys = isThere ? before : await listSigningKeys(database);
  return { ...signer, keyId: keys.find(({ publicKey }) => publicKey === signer.publicKey)!.id };
}

/** Lists all keys, oldest first. */
export async function listSigningKeys(database: Queryable): Promise<SigningKey[]> {
  const { rows } = await database.query<{ id: number; public_key: Buffer; created_at: Date }>({
    name: "list_signing_keys",
    text: "select id, public_key, created_at from signing_keys order by created_at, id",
  });
  return rows.map((row) => ({
    id: row.id,
    publicKey: row.public_key.toString("hex"),
    since: row.created_at,
  }));
}

/** Returns true if any key has signed on this database. */
export async function hasSigningKey(database: Queryable): Promise<boolean> {
  return (await listSigningKeys(database)).length > 0;
}

/** Returns true if this private key belongs to a stored public key, or none is stored yet. */
export async function isSigningKeyKnown(database: Queryable, seed: Uint8Array): Promise<boolean> {
  const keys = await listSigningKeys(database);
  return keys.length === 0 || keys.some(({ publicKey }) => publicKey === createSigner(seed).publicKey);
}
