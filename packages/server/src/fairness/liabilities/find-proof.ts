import type { LiabilityProof } from "@veritick/contract/schemas/fairness.ts";
import type { LiabilityStatement } from "@veritick/domain/signed/liability-statement.ts";
import { leafNode, rootFrom, siblingsOf, treeLevels } from "@veritick/domain/signed/merkle-sum.ts";
import type { LiabilityLeaf, SumNode } from "@veritick/domain/signed/merkle-sum.ts";
import { formatScaled, readScaled } from "@veritick/domain/numbers.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db/database.ts";
import { rateLimit } from "../../platform/rate-limit.ts";
import { isRefused, refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import { findStatement } from "./statements.ts";
import { TREES_KEPT } from "./take-statement.ts";
import { chunkHeight, decodeNodes, findLeaf, saltSql } from "./tree.ts";

/** The number of proofs kept in memory. A proof takes some hundred hashes and never changes. */
const PROOFS_KEPT = 256;
/** The limits for each user on proofs that are not in memory. A user can only ask for a few different ones. */
const FRESH_PER_SECOND = 2;
const FRESH_AT_ONCE = 10;
/** The longest time from the instant of a registration, before the password is hashed, to its commit. */
const REGISTERING_MS = 60_000;

type Path = { leaf: LiabilityLeaf; index: number; siblings: readonly SumNode[] };
type Asked = { number: number; userId: string };

/** Finds the proof that a user's balance is in a statement, and checks it before returning it. */
export function createFindProof({
  database,
  clock,
}: {
  database: Database;
  clock: Clock;
}): (asked: Asked) => Promise<LiabilityProof | Refused> {
  const proofPaths = createCache<string, Path | Refused>(PROOFS_KEPT, (path) => !isRefused(path));
  // The upper part of each tree, which all proofs of a statement share.
  const upperParts = createCache<number, SumNode[][] | undefined>(
    TREES_KEPT,
    (levels) => levels !== undefined,
  );
  const fresh = rateLimit({ perSecond: FRESH_PER_SECOND, burst: FRESH_AT_ONCE });

  async function upperLevels({ number, depth }: LiabilityStatement): Promise<SumNode[][] | undefined> {
    const roots = await readChunkRoots(database, number);
    if (roots.length === 0) return undefined;
    const height = chunkHeight(depth);
    return treeLevels(roots, depth - height, height);
  }

  async function findPath(stated: LiabilityStatement, userId: string): Promise<Path | Refused> {
    const { number, depth } = stated;
    const chunk = await readChunk(database, { number, userId });
    if (chunk === undefined) return refuse("liability_proof_gone");
    const position = chunk.leaves === null ? undefined : findLeaf(chunk.leaves, userId);
    if (position === undefined) {
      // A user who was left out must not get the answer of one who registered later, or was registering.
      const isYounger = chunk.created_at.getTime() + REGISTERING_MS >= Date.parse(stated.taken);
      return refuse(isYounger ? "liability_too_young" : "liability_not_in");
    }
    const upper = await upperParts.ask(number, () => upperLevels(stated));
    if (upper === undefined) return refuse("liability_proof_gone");
    const height = chunkHeight(depth);
    const nodes = decodeNodes(chunk.leaves!);
    const balance = nodes[position]!.sum;
    const path = {
      leaf: { salt: chunk.salt.toString("hex"), user: userId, email: chunk.email, balance },
      index: chunk.chunk! * 2 ** height + position,
      siblings: [
        ...siblingsOf(treeLevels(nodes, height), position),
        ...siblingsOf(upper, chunk.chunk!, height),
      ],
    };
    assertLeadsToRoot(stated, path);
    return path;
  }

  async function findKnownPath(stated: LiabilityStatement, userId: string): Promise<Path | Refused> {
    const key = `${stated.number}/${userId}`;
    if (!proofPaths.has(key) && !fresh.take(userId, clock.nowMs()))
      return refuse("too_many_requests", { retryAfterSeconds: 1 });
    return proofPaths.ask(key, () => findPath(stated, userId));
  }

  return async ({ number, userId }) => {
    const found = await findStatement(database, number);
    if (found === undefined) return refuse("not_found");
    const { signed, stated } = found;
    if (!signed.provable) return refuse("liability_proof_gone");
    const path = await findKnownPath(stated, userId);
    if (isRefused(path)) return path;
    return {
      statement: signed,
      leaf: { ...path.leaf, balance: formatScaled(path.leaf.balance, 8) },
      index: path.index,
      siblings: path.siblings.map(({ hash, sum }) => ({ hash, sum: formatScaled(sum, 8) })),
    };
  };
}

/** Throws if stored data was changed, so that nobody gets an invalid proof. */
function assertLeadsToRoot(
  { number, depth, root, total }: LiabilityStatement,
  { leaf, index, siblings }: Path,
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

/** Reads the chunk that would hold the user's leaf. Returns undefined if the tree or the user no longer exists. */
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

/**
 * Creates a cache of the `most` last used answers by key. Callers that ask for an answer in the making wait for the same
 * one. Answers that failed, or that `stays` rejects, are made again for the next caller.
 */
function createCache<K, V>(most: number, stays: (value: V) => boolean) {
  const kept = new Map<K, Promise<V>>();

  function keep(key: K, answer: Promise<V>): void {
    kept.delete(key);
    kept.set(key, answer);
    if (kept.size > most) kept.delete(kept.keys().next().value!);
  }

  function start(key: K, make: () => Promise<V>): Promise<V> {
    const answer = make();
    const forget = () => {
      if (kept.get(key) === answer) kept.delete(key);
    };
    answer.then((value) => stays(value) || forget(), forget);
    return answer;
  }

  return {
    has: (key: K): boolean => kept.has(key),
    ask(key: K, make: () => Promise<V>): Promise<V> {
      const answer = kept.get(key) ?? start(key, make);
      keep(key, answer);
      return answer;
    },
  };
}
