import { setImmediate as nextTurn } from "node:timers/promises";
import { formatScaled } from "@veritick/domain/numbers.ts";
import { depthFor, leafNode, treeLevels } from "@veritick/domain/merkle-sum.ts";
import type { SumNode } from "@veritick/domain/merkle-sum.ts";
import { parseMinor } from "@veritick/domain/money.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { encodeLeaves } from "./leaf-records.ts";

/**
 * A chunk holds the leaves under a node of this height; a tree that is lower is one chunk. It is hashed once more for each
 * user who asks for a proof, in about a millisecond; the tree above the chunks is kept in memory.
 */
const CHUNK_HEIGHT = 8;

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
    // Others have their turn.
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
