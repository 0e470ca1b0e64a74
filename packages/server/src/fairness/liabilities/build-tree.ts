import { setImmediate as nextTurn } from "node:timers/promises";
import { formatScaled } from "@veritick/domain/decimal.ts";
import { depthFor, leafNode, treeLevels } from "@veritick/domain/merkle-sum.ts";
import type { SumNode } from "@veritick/domain/merkle-sum.ts";
import { parseMinor } from "@veritick/domain/money.ts";
import type { Queryable } from "../../platform/database.ts";
import { encodeLeaves } from "./leaf-records.ts";

/** A chunk holds the leaves under a node of this height; a tree that is lower is one chunk. */
const CHUNK_HEIGHT = 10;
/** So much is hashed before others have their turn: a few milliseconds. */
const SLICE_HEIGHT = 8;
const SLICE_LEAVES = 2 ** SLICE_HEIGHT;

/** What each chunk of a tree of this depth stands for. */
export const chunkHeight = (depth: number): number => Math.min(depth, CHUNK_HEIGHT);

/** The salt of a user in SQL: one hash, of a key that is made for the statement alone. */
export const saltSql = (saltKey: string, user: string): string => `sha256(${saltKey} || uuid_send(${user}))`;

type LeafRow = { id: string; email: string; balance: string; salt: Buffer };
type Leaf = { user: string; node: SumNode };

/**
 * Builds the tree over all users' balances as the caller's transaction sees them, and stores its chunks. Users are read in
 * the order of their salts and forgotten again: memory grows by one node for each chunk alone.
 *
 * @param users how many there are in the same transaction
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
    const { leaves, root } = await buildChunk(rows, height);
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
  }
  const root = treeLevels(roots, depth - height, height).at(-1)![0]!;
  return { depth, root, leaves: count };
}

async function buildChunk(
  rows: readonly LeafRow[],
  height: number,
): Promise<{ leaves: Leaf[]; root: SumNode }> {
  const leaves: Leaf[] = [];
  const slices: SumNode[] = [];
  const sliceHeight = Math.min(height, SLICE_HEIGHT);
  for (let first = 0; first < rows.length; first += SLICE_LEAVES) {
    const slice = rows.slice(first, first + SLICE_LEAVES).map(toLeaf);
    const nodes = slice.map(({ node }) => node);
    slices.push(treeLevels(nodes, sliceHeight).at(-1)![0]!);
    leaves.push(...slice);
    await nextTurn();
  }
  return { leaves, root: treeLevels(slices, height - sliceHeight, sliceHeight).at(-1)![0]! };
}

function toLeaf({ id, email, balance, salt }: LeafRow): Leaf {
  return {
    user: id,
    node: leafNode({ salt: salt.toString("hex"), user: id, email, balance: parseMinor(balance) }),
  };
}
