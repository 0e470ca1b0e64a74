import { depthFor, leafNode, treeLevels } from "@veritick/domain/signed/merkle-sum.ts";
import type { SumNode } from "@veritick/domain/signed/merkle-sum.ts";
import { parseMinor } from "@veritick/domain/money.ts";
import { formatScaled } from "@veritick/domain/numbers.ts";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Queryable } from "../../platform/db/database.ts";

/**
 * The height of the node whose leaves a chunk holds. A lower tree is one chunk. Each proof hashes one chunk again, in about
 * a millisecond. The tree above the chunks stays in memory.
 */
const CHUNK_HEIGHT = 8;

/** Returns the height of the chunks of a tree of this depth. */
export const chunkHeight = (depth: number): number => Math.min(depth, CHUNK_HEIGHT);

/** Returns SQL for the salt of a user: a hash with a key that belongs to this statement alone. */
export const saltSql = (saltKey: string, user: string): string => `sha256(${saltKey} || uuid_send(${user}))`;

type LeafRow = { id: string; email: string; balance: string; salt: Buffer };
type Leaf = { user: string; node: SumNode };

/**
 * Builds the tree over all balances as the caller's transaction sees them, and stores its chunks. It reads users in the order
 * of their salts and keeps one node for each chunk in memory.
 *
 * @param users the number of users in the same transaction
 */
export async function buildTree(
  connection: Queryable,
  { number, saltKey, users }: { number: number; saltKey: Buffer; users: number },
): Promise<{ depth: number; root: SumNode; leaves: number }> {
  const depth = depthFor(users);
  const height = chunkHeight(depth);
  await connection.query(
    `declare leaves no scroll cursor for
     select id, email, balance, ${saltSql("$1::bytea", "id")} as salt from users order by salt`,
    [saltKey],
  );
  const roots: SumNode[] = [];
  let count = 0;
  for (;;) {
    const { rows } = await connection.query<LeafRow>(`fetch ${2 ** CHUNK_HEIGHT} from leaves`);
    if (rows.length === 0) break;
    const leaves = rows.map(toLeaf);
    const root = treeLevels(
      leaves.map(({ node }) => node),
      height,
    ).at(-1)![0]!;
    await connection.query({
      name: "store_liability_chunk",
      text: `insert into liability_chunks (number, chunk, first_salt, leaves, root_hash, root_sum)
             values ($1, $2, $3, $4, decode($5, 'hex'), $6)`,
      values: [
        number,
        roots.length,
        rows[0]!.salt,
        encodeLeaves(leaves),
        root.hash,
        formatScaled(root.sum, 8),
      ],
    });
    roots.push(root);
    count += rows.length;
    // Other work of this process can run in between.
    await nextTurn();
  }
  const root = treeLevels(roots, depth - height, height).at(-1)![0]!;
  return { depth, root, leaves: count };
}

function toLeaf({ id, email, balance, salt }: LeafRow): Leaf {
  return {
    user: id,
    node: leafNode({ salt: salt.toString("hex"), user: id, email, balance: parseMinor(balance) }),
  };
}

/** A record holds the user's id, the balance in units of 1e-8 and the hash of the leaf. */
const ID_BYTES = 16;
const BALANCE_BYTES = 8;
const RECORD_BYTES = ID_BYTES + BALANCE_BYTES + 32;

const idBytes = (user: string): Buffer => Buffer.from(user.replaceAll("-", ""), "hex");

/** Encodes the leaves of a chunk, one record after the other. */
function encodeLeaves(leaves: readonly { user: string; node: SumNode }[]): Buffer {
  const records = Buffer.alloc(leaves.length * RECORD_BYTES);
  for (const [index, { user, node }] of leaves.entries()) {
    const at = index * RECORD_BYTES;
    idBytes(user).copy(records, at);
    records.writeBigUInt64BE(node.sum, at + ID_BYTES);
    records.write(node.hash, at + ID_BYTES + BALANCE_BYTES, "hex");
  }
  return records;
}

export function decodeNodes(records: Buffer): SumNode[] {
  return Array.from({ length: records.length / RECORD_BYTES }, (_, index) => {
    const at = index * RECORD_BYTES;
    return {
      hash: records.toString("hex", at + ID_BYTES + BALANCE_BYTES, at + RECORD_BYTES),
      sum: records.readBigUInt64BE(at + ID_BYTES),
    };
  });
}

/** Finds the index of the user's leaf in its chunk. */
export function findLeaf(records: Buffer, user: string): number | undefined {
  const id = idBytes(user);
  for (let at = 0; at < records.length; at += RECORD_BYTES) {
    if (records.compare(id, 0, ID_BYTES, at, at + ID_BYTES) === 0) return at / RECORD_BYTES;
  }
  return undefined;
}
