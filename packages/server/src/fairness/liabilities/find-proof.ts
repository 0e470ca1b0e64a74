import type { LiabilityProof } from "@veritick/contract/schemas/fairness.ts";
import { formatScaled, readScaled } from "@veritick/domain/numbers.ts";
import type { LiabilityStatement } from "@veritick/domain/liability-statement.ts";
import { leafNode, rootFrom, siblingsOf, treeLevels } from "@veritick/domain/merkle-sum.ts";
import type { LiabilityLeaf, SumNode } from "@veritick/domain/merkle-sum.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db/database.ts";
import { rateLimit } from "../../platform/rate-limit.ts";
import { isRefused, refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import { chunkHeight, saltSql } from "./build-tree.ts";
import { keepNewest } from "./keep-newest.ts";
import { decodeNodes, findLeaf } from "./leaf-records.ts";
import { findStatement } from "./list-statements.ts";
import { TREES_KEPT } from "./take-statement.ts";

/** A proof is some hundred hashes and never changes: who asks again and again is answered from memory. */
const PROOFS_KEPT = 256;
/** Proofs that are not at hand, for each user: so many a second and at once. All that one can ask for are a few. */
const FRESH_PER_SECOND = 2;
const FRESH_AT_ONCE = 10;

type Way = { leaf: LiabilityLeaf; index: number; siblings: readonly SumNode[] };
type Asked = { number: number; userId: string };

/** Finds the proof that a user's balance is in a statement, and checks it before it is shown. */
export function createFindProof({
  database,
  clock,
}: {
  database: Database;
  clock: Clock;
}): (asked: Asked) => Promise<LiabilityProof | Refused> {
  const ways = keepNewest<string, Way | Refused>(PROOFS_KEPT, (way) => !isRefused(way));
  // The upper part of each tree, which all proofs of a statement share.
  const upperParts = keepNewest<number, SumNode[][] | undefined>(
    TREES_KEPT,
    (levels) => levels !== undefined,
  );
  const fresh = rateLimit(FRESH_PER_SECOND, FRESH_AT_ONCE);

  async function upperLevels({ number, depth }: LiabilityStatement): Promise<SumNode[][] | undefined> {
    const roots = await readChunkRoots(database, number);
    if (roots.length === 0) return undefined;
    const height = chunkHeight(depth);
    return treeLevels(roots, depth - height, height);
  }

  async function findWay(stated: LiabilityStatement, userId: string): Promise<Way | Refused> {
    const { number, depth } = stated;
    const chunk = await readChunk(database, { number, userId });
    if (chunk === undefined) return refuse("liability_proof_gone");
    const position = chunk.leaves === null ? undefined : findLeaf(chunk.leaves, userId);
    if (position === undefined) {
      // Who was left out is not told that there was nobody to leave out.
      const isYounger = chunk.created_at >= new Date(stated.taken);
      return refuse(isYounger ? "liability_too_young" : "liability_not_in");
    }
    const upper = await upperParts.ask(number, () => upperLevels(stated));
    if (upper === undefined) return refuse("liability_proof_gone");
    const height = chunkHeight(depth);
    const nodes = decodeNodes(chunk.leaves!);
    const balance = nodes[position]!.sum;
    const way = {
      leaf: { salt: chunk.salt.toString("hex"), user: userId, email: chunk.email, balance },
      index: chunk.chunk! * 2 ** height + position,
      siblings: [
        ...siblingsOf(treeLevels(nodes, height), position),
        ...siblingsOf(upper, chunk.chunk!, height),
      ],
    };
    assertLeadsTo(stated, way);
    return way;
  }

  async function knownWay(stated: LiabilityStatement, userId: string): Promise<Way | Refused> {
    const key = `${stated.number}/${userId}`;
    if (!ways.has(key) && !fresh.take(userId, clock.nowMs()))
      return refuse("too_many_requests", { retryAfterSeconds: 1 });
    return ways.ask(key, () => findWay(stated, userId));
  }

  return async ({ number, userId }) => {
    const found = await findStatement(database, number);
    if (found === undefined) return refuse("not_found");
    const { signed, stated } = found;
    if (!signed.provable) return refuse("liability_proof_gone");
    const way = await knownWay(stated, userId);
    if (isRefused(way)) return way;
    return {
      statement: signed,
      leaf: { ...way.leaf, balance: formatScaled(way.leaf.balance, 8) },
      index: way.index,
      siblings: way.siblings.map(({ hash, sum }) => ({ hash, sum: formatScaled(sum, 8) })),
    };
  };
}

/** What is on record has been changed where it does not: nobody is shown a proof that will not hold. */
function assertLeadsTo(
  { number, depth, root, total }: LiabilityStatement,
  { leaf, index, siblings }: Way,
): void {
  const reached = rootFrom(leafNode(leaf), index, siblings, depth);
  if (reached?.hash !== root || reached.sum !== readScaled(total, 8))
    throw new Error(`a leaf on record does not lead to the root of statement ${number}`);
}

type ChunkRow = {
  email: string;
  created_at: Date;
  salt: Buffer;
  chunk: number | null;
  leaves: Buffer | null;
};

/** The chunk that the user's leaf is in if there is one; undefined where the tree, or the user, is gone. */
async function readChunk(database: Database, { number, userId }: Asked): Promise<ChunkRow | undefined> {
  const { rows } = await database.query<ChunkRow>({
    name: "read_liability_chunk",
    text: `
      select u.email, u.created_at, own.salt, c.chunk, c.leaves
      from liability_trees t
      join users u on u.id = $2
      cross join lateral (select ${saltSql("t.salt_key", "u.id")} as salt) own
      left join lateral (
        select chunk, leaves from liability_chunks c
        where c.number = t.number and c.first_salt <= own.salt order by c.chunk desc limit 1
      ) c on true
      where t.number = $1`,
    values: [number, userId],
  });
  return rows[0];
}

async function readChunkRoots(database: Database, number: number): Promise<SumNode[]> {
  const { rows } = await database.query<{ root_hash: Buffer; root_sum: string }>({
    name: "read_liability_roots",
    text: "select root_hash, root_sum from liability_chunks where number = $1 order by chunk",
    values: [number],
  });
  return rows.map((row) => ({ hash: row.root_hash.toString("hex"), sum: readScaled(row.root_sum, 8) }));
}
