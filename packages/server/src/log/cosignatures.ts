import type { Checkpoint, NoteSignature, Vkey } from "@veritick/domain/log/notes.ts";
import {
  checkpointText,
  signedAt,
  vkeyText,
  WITNESS_KEY,
  WITNESS_KEY_ML_DSA,
} from "@veritick/domain/log/notes.ts";
import type { IsSigned } from "@veritick/domain/signed/is-signed.ts";
import type { Queryable } from "../platform/db/database.ts";
import { isSigned } from "../platform/signing.ts";

/** A checked cosignature. */
export type Cosignature = {
  readonly vkey: Vkey;
  /** Unix seconds. */
  readonly time: number;
  /** The bytes after the time. */
  readonly signature: Uint8Array;
};

export const isHexSigned: IsSigned = (text, signature, publicKey) =>
  isSigned(text, Buffer.from(signature, "hex"), publicKey);

const TIME_BYTES = 8;
/** The bytes of a cosignature by ML-DSA-44, with its time. */
const ML_DSA_BYTES = TIME_BYTES + 2_420;

/**
 * Reads the cosignatures of known witnesses in an answer. Those of type 06 are kept and decide nothing, so only their length
 * is checked.
 *
 * @returns undefined if one is forged
 */
export function readCosignatures(
  checkpoint: Checkpoint,
  lines: readonly NoteSignature[],
  vkeys: readonly Vkey[],
): Cosignature[] | undefined {
  const text = checkpointText(checkpoint);
  const found: Cosignature[] = [];
  for (const line of lines) {
    const vkey = vkeys.find(({ name, id }) => name === line.name && id === line.id);
    if (vkey === undefined) continue;
    const isRight =
      vkey.type === WITNESS_KEY
        ? typeof signedAt({ text, signatures: [line] }, vkey, isHexSigned) === "number"
        : vkey.type === WITNESS_KEY_ML_DSA && line.bytes.length === ML_DSA_BYTES;
    if (!isRight) return undefined;
    const bytes = Buffer.from(line.bytes);
    const time = Number(bytes.readBigUInt64BE(0));
    if (!Number.isSafeInteger(time)) return undefined;
    found.push({ vkey, time, signature: bytes.subarray(TIME_BYTES) });
  }
  return found;
}

/** Stores cosignatures under a checkpoint. The first of each witness stays, and the newest is kept beside it. */
export async function storeCosignatures(
  database: Queryable,
  size: number,
  cosignatures: readonly Cosignature[],
): Promise<void> {
  for (const { vkey, time, signature } of cosignatures)
    await database.query({
      name: "store_cosignature",
      text: `insert into log_cosignatures as c (size, witness, time, signature, newest_time, newest_signature)
             select $1, id, $3, $4, $3, $4 from log_witnesses where vkey = $2
             on conflict (size, witness) do update set newest_time = excluded.newest_time,
               newest_signature = excluded.newest_signature where excluded.newest_time > c.newest_time`,
      values: [size, vkeyText(vkey), time, Buffer.from(signature)],
    });
}

/** Stores the keys of witnesses once, so that their cosignatures can name them. */
export async function storeWitnesses(database: Queryable, vkeys: readonly Vkey[]): Promise<void> {
  // Inserts only new keys: a refused row also uses up one of the 32767 ids.
  await database.query(
    `insert into log_witnesses (vkey) select vkey from unnest($1::text[]) as k (vkey)
     where not exists (select from log_witnesses w where w.vkey = k.vkey) on conflict do nothing`,
    [vkeys.map(vkeyText)],
  );
}
