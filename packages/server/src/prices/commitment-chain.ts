import { genesisHead, NO_HEAD, nextHead } from "@veritick/domain/chain.ts";
import { toHex } from "@veritick/domain/epochs.ts";
import type { Queryable } from "../platform/database.ts";
import type { Genesis } from "./price-book.ts";

/** The commitments on record are not those that were chained: one of them was changed, added or taken away. */
export class ChainBrokenError extends Error {
  constructor(epoch: number) {
    super(
      `The commitment of epoch ${epoch} on record is not the one that was chained. The database was changed behind the ` +
        "platform: restore it from a backup, and find out who changed it.",
    );
    this.name = "ChainBrokenError";
  }
}

/** The last head under the genesis before this one. */
export async function findPreviousHead(database: Queryable, genesis: Genesis): Promise<string> {
  const { rows } = await database.query<{ previous_head: Buffer | null }>(
    "select previous_head from price_geneses where tick = $1",
    [genesis.tick],
  );
  const head = rows[0]?.previous_head;
  return head == null ? NO_HEAD : toHex(head);
}

/**
 * Chains what is not chained yet, and checks all that is. Any number of processes may do so at once: they find the same.
 *
 * @returns the head after each epoch
 * @throws ChainBrokenError where a commitment on record was changed
 */
export async function linkCommitments(database: Queryable, genesis: Genesis): Promise<Map<number, string>> {
  const { rows } = await database.query<{ epoch: number; commitment: Buffer; head: Buffer | null }>(
    "select epoch, commitment, head from price_epochs where genesis_tick = $1 order by epoch",
    [genesis.tick],
  );
  const heads = new Map<number, string>();
  let head = genesisHead(genesis, await findPreviousHead(database, genesis));
  for (const [index, row] of rows.entries()) {
    if (index > 0 && row.epoch !== rows[index - 1]!.epoch + 1) throw new ChainBrokenError(row.epoch);
    head = nextHead(head, { epoch: row.epoch, commitment: toHex(row.commitment) });
    if (row.head !== null && toHex(row.head) !== head) throw new ChainBrokenError(row.epoch);
    heads.set(row.epoch, head);
  }
  const unlinked = rows.filter((row) => row.head === null).map(({ epoch }) => epoch);
  if (unlinked.length > 0) {
    await database.query(
      `update price_epochs e set head = decode(l.head, 'hex') from unnest($2::bigint[], $3::text[]) as l (epoch, head)
       where e.genesis_tick = $1 and e.epoch = l.epoch and e.head is null`,
      [genesis.tick, unlinked, unlinked.map((epoch) => heads.get(epoch)!)],
    );
  }
  return heads;
}
