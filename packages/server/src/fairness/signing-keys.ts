import type { Queryable } from "../platform/database.ts";
import { createSigner } from "../platform/signing.ts";
import type { Signer } from "../platform/signing.ts";

/** A public key that receipts and statements were ever signed with. */
export type SigningKey = { id: number; publicKey: string; since: Date };

/** What signs in this process, with the id of its public key on record. */
export type RecordedSigner = Signer & { keyId: number };

/**
 * What signs with this private key. Its public key is put on record, once; keys stay there for good, so that what they
 * signed can be checked.
 *
 * @param seed the private key, 32 bytes
 */
export async function openSigner(database: Queryable, seed: Uint8Array, now: Date): Promise<RecordedSigner> {
  const signer = createSigner(seed);
  await database.query(
    "insert into signing_keys (public_key, created_at) values (decode($1, 'hex'), $2) on conflict do nothing",
    [signer.publicKey, now],
  );
  const keys = await listSigningKeys(database);
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
