import type { Queryable } from "../platform/db/database.ts";
import type { Log } from "../platform/telemetry/log.ts";
import { createSigner } from "../platform/signing.ts";
import type { Signer } from "../platform/signing.ts";

/** A public key that receipts and statements were ever signed with. */
export type SigningKey = { id: number; publicKey: string; since: Date };

/** What signs in this process, with the id of its public key on record. */
export type RecordedSigner = Signer & { keyId: number };

/**
 * What signs with this private key. Its public key is put on record, once; keys stay there for good, so that what they
 * signed can be checked. Another key than the newest on record is nothing to stop for, but somebody should have meant it.
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
  // Only tried where it is new: a row that is refused has used up a number as well, and there are 32767 of them.
  if (!isThere) {
    await database.query(
      "insert into signing_keys (public_key, created_at) values (decode($1, 'hex'), $2) on conflict do nothing",
      [signer.publicKey, now],
    );
  }
  if (before.length > 0 && before.at(-1)!.publicKey !== signer.publicKey) {
    log.warn(
      { publicKey: signer.publicKey, before: before.at(-1)!.publicKey },
      "SIGNING_KEY is not the newest key on record: receipts and statements are signed with another one than before",
    );
  }
  const keys = isThere ? before : await listSigningKeys(database);
  return { ...signer, keyId: keys.find(({ publicKey }) => publicKey === signer.publicKey)!.id };
}

/** All keys, oldest first. */
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

/** Whether anything was ever signed on this database. */
export async function hasSigningKey(database: Queryable): Promise<boolean> {
  return (await listSigningKeys(database)).length > 0;
}

/** True where this is the private key of a public key on record, or there is none yet. */
export async function isSigningKeyKnown(database: Queryable, seed: Uint8Array): Promise<boolean> {
  const keys = await listSigningKeys(database);
  return keys.length === 0 || keys.some(({ publicKey }) => publicKey === createSigner(seed).publicKey);
}
