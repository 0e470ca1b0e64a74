import { hash } from "node:crypto";
import type { IdempotencyClaim, Replayed } from "./call.ts";
import { violatedConstraint } from "../db/database.ts";
import type { Database, Queryable } from "../db/database.ts";
import { sweepTable } from "../db/claim-due.ts";
import { firstIdAt } from "../ids.ts";
import { isRefused, refuse } from "../refusal.ts";
import type { Refused } from "../refusal.ts";

/** The days a key is kept. No client repeats a call later than that. */
const KEPT_DAYS = 90;

const SWEEP_MS = 600_000;
const SWEEPS_OF_A_DAY = 144;
const PAGES_AT_ONCE = 1_000;

/**
 * Deletes old keys, which would otherwise fill the database: every order may bring one. Each sweep scans a part of both
 * tables, and the sweeps of a day scan all of them, because an index on the age would cost every order a write (decision
 * 57).
 *
 * @param now selects the part to scan: each ten minutes have another one
 */
export async function sweepAnswers(
  database: Queryable,
  now: Date,
  pagesAtOnce = PAGES_AT_ONCE,
): Promise<void> {
  const oldest = new Date(now.getTime() - KEPT_DAYS * 86_400_000);
  await sweepPart(database, { table: "idempotency_keys", column: "created_at" }, now, oldest, pagesAtOnce);
  // The id of a position begins with the time of its order.
  const ofOrders = { table: "order_keys", column: "position_id" };
  await sweepPart(database, ofOrders, now, firstIdAt(oldest.getTime()), pagesAtOnce);
}

async function sweepPart(
  database: Queryable,
  what: { table: string; column: string },
  now: Date,
  oldest: Date | string,
  pagesAtOnce: number,
): Promise<void> {
  const { rows } = await database.query<{ pages: number }>(
    `select (pg_relation_size('${what.table}') / current_setting('block_size')::integer)::integer as pages`,
  );
  const { pages } = rows[0]!;
  const parts = Math.min(Math.max(1, Math.ceil(pages / pagesAtOnce)), SWEEPS_OF_A_DAY);
  const part = Math.floor(now.getTime() / SWEEP_MS) % parts;
  const [from, to] = [part, part + 1].map((edge) => Math.floor((pages * edge) / parts));
  const where = `ctid >= '(${from},0)' and ctid < '(${to},0)'`;
  await sweepTable(database, { ...what, key: "ctid", where }, oldest);
}

/** Returns the parts of two digests by which `order_keys` knows a key and its request. */
export const orderKeyOf = ({ key, requestHash }: IdempotencyClaim): { key: string; request: string } => ({
  key: hash("sha256", key).slice(0, 32),
  request: requestHash.readBigInt64BE().toString(),
});

/**
 * Returns the first answer to a key, a refusal if the key was used for another request, or undefined.
 *
 * @param remake makes the answer again from its position if the answer itself was not kept
 */
export async function findFirstAnswer(
  database: Queryable,
  userId: string,
  claim: IdempotencyClaim,
  remake?: (positionId: string) => Promise<object>,
): Promise<Replayed | Refused | undefined> {
  const own = orderKeyOf(claim);
  const { rows } = await database.query<
    { is_same: boolean } & ({ response: string; position_id: null } | { response: null; position_id: string })
  >({
    name: "find_first_answer",
    text: `select request_hash = $3 as is_same, response::text as response, null::uuid as position_id
           from idempotency_keys where user_id = $1 and key = $2
           union all
           select request = $5, null, position_id from order_keys where user_id = $1 and key = $4`,
    values: [userId, claim.key, claim.requestHash, own.key, own.request],
  });
  const first = rows[0];
  if (first === undefined) return undefined;
  if (!first.is_same) return refuse("idempotency_mismatch");
  if (first.response !== null) return { replayed: first.response };
  // The digest covers the call, so this is the call that opened the position.
  return { replayed: JSON.stringify(await remake!(first.position_id)) };
}

/**
 * Keeps the answer with its key, in the transaction of the effect that it reports.
 *
 * @param about the user whom the answer describes, if not the caller: `redactStoredAnswers` removes their data from it
 */
export async function recordAnswer(
  connection: Queryable,
  userId: string,
  claim: IdempotencyClaim | undefined,
  answer: object,
  at: Date,
  about: string | null = null,
): Promise<void> {
  if (claim === undefined) return;
  await connection.query({
    name: "record_answer",
    text: `insert into idempotency_keys (user_id, key, request_hash, response, created_at, about)
           values ($1, $2, $3, $4, $5, $6)`,
    values: [userId, claim.key, claim.requestHash, JSON.stringify(answer), at, about],
  });
}

/**
 * Removes the e-mail of a user who is being deleted, and the texts about them, from the answers to others. Within a text of
 * an answer, every quotation mark has a backslash before it.
 */
export async function redactStoredAnswers(
  connection: Queryable,
  about: string,
  email: string,
): Promise<void> {
  await connection.query(
    `update idempotency_keys set response = regexp_replace(
       replace(response::text, to_json($2::text)::text, '""'), $3, '"\\1":""', 'g')::json
     where about = $1`,
    [about, email, String.raw`"(text|note|rejectionReason)":"(?:[^"\\]|\\.)*"`],
  );
}

/**
 * Runs `work`, which records its answer with `recordAnswer`, once for each key. A caller with the same key gets the first
 * answer, whether it calls later or at the same moment in another process.
 */
export function answerOnce<T>(
  context: { database: Database; runningKeys: RunningKeys },
  userId: string,
  claim: IdempotencyClaim | undefined,
  work: () => Promise<T | Refused>,
): Promise<T | Refused | Replayed> {
  const { database, runningKeys: keys } = context;
  return keys.guard<T | Refused | Replayed>(userId, claim, async () => {
    if (claim === undefined) return work();
    const first = await findFirstAnswer(database, userId, claim);
    if (first !== undefined) return first;
    try {
      const result = await work();
      // The effect of the first call may be the very reason for this refusal.
      return isRefused(result) ? ((await findFirstAnswer(database, userId, claim)) ?? result) : result;
    } catch (error) {
      if (violatedConstraint(error) !== "idempotency_keys_pkey") throw error;
      return (await findFirstAnswer(database, userId, claim)) ?? refuse("idempotency_running");
    }
  });
}

/** The keys whose call is still running in this process. The database holds the finished ones. */
export type RunningKeys = {
  /** Runs `work` unless the same key is already running here. */
  guard<T>(userId: string, claim: IdempotencyClaim | undefined, work: () => Promise<T>): Promise<T | Refused>;
};

export function runningKeys(): RunningKeys {
  const running = new Set<string>();
  return {
    async guard(userId, claim, work) {
      if (claim === undefined) return work();
      const name = `${userId}/${claim.key}`;
      if (running.has(name)) return refuse("idempotency_running", { retryAfterSeconds: 1 });
      running.add(name);
      try {
        return await work();
      } finally {
        running.delete(name);
      }
    },
  };
}
