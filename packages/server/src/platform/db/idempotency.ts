import type { IdempotencyClaim, Replayed } from "../http/call.ts";
import { violatedConstraint } from "./database.ts";
import type { Database, Queryable } from "./database.ts";
import { sweepTable } from "./claim-due.ts";
import { isRefused, refuse } from "../refusal.ts";
import type { Refused } from "../refusal.ts";

/** Nobody repeats a call after so long. */
const KEPT_DAYS = 90;

const SWEEP_MS = 600_000;
const SWEEPS_OF_A_DAY = 144;
const PAGES_AT_ONCE = 1_000;

/**
 * Forgets old keys, which would fill the database: every order may bring one. It reads the table itself, a part at each sweep and
 * all of it in a day, because every order would write to an index of ages (decision 57).
 *
 * @param now an instant of each ten minutes: it says which part is read
 */
export async function sweepAnswers(
  database: Queryable,
  now: Date,
  pagesAtOnce = PAGES_AT_ONCE,
): Promise<void> {
  const { rows } = await database.query<{ pages: number }>(
    `select (pg_relation_size('idempotency_keys') / current_setting('block_size')::integer)::integer as pages`,
  );
  const { pages } = rows[0]!;
  const parts = Math.min(Math.max(1, Math.ceil(pages / pagesAtOnce)), SWEEPS_OF_A_DAY);
  const part = Math.floor(now.getTime() / SWEEP_MS) % parts;
  const [from, to] = [part, part + 1].map((edge) => Math.floor((pages * edge) / parts));
  await sweepTable(
    database,
    {
      table: "idempotency_keys",
      key: "ctid",
      column: "created_at",
      where: `ctid >= '(${from},0)' and ctid < '(${to},0)'`,
    },
    new Date(now.getTime() - KEPT_DAYS * 86_400_000),
  );
}

/**
 * What is known of a key: the first answer, a refusal because it stood for something else, or nothing.
 *
 * @param remake makes an answer anew that was not kept, because the position it tells of says the same
 */
export async function findFirstAnswer(
  database: Queryable,
  userId: string,
  claim: IdempotencyClaim,
  remake?: (positionId: string) => Promise<object>,
): Promise<Replayed | Refused | undefined> {
  const { rows } = await database.query<{
    request_hash: Buffer;
    response: string | null;
    position_id: string | null;
  }>({
    name: "find_first_answer",
    text: `select request_hash, response::text as response, position_id from idempotency_keys
           where user_id = $1 and key = $2`,
    values: [userId, claim.key],
  });
  const first = rows[0];
  if (first === undefined) return undefined;
  if (!first.request_hash.equals(claim.requestHash)) return refuse("idempotency_mismatch");
  if (first.response !== null) return { replayed: first.response };
  // The digest covers the call, so whoever asks here is the one that named a position.
  return { replayed: JSON.stringify(await remake!(first.position_id!)) };
}

/**
 * Keeps the answer with its key, in the transaction whose effect it tells of.
 *
 * @param about the user it tells of, where that is not who asked: `redactStoredAnswers` takes what is said of them out of it
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
 * Takes the e-mail of somebody who is being deleted, and what was written about them, out of the answers that others were
 * given about them. Within a text of the answer a quotation mark never stands without a backslash before it.
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
    [about, email, String.raw`"(text|note)":"(?:[^"\\]|\\.)*"`],
  );
}

/**
 * Runs `work`, which records its answer by `recordAnswer`, once for each key. Whoever comes with the same key later, or
 * at the same moment to another process, gets the first answer.
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
      // What this call was refused for may be the very effect of the first one.
      return isRefused(result) ? ((await findFirstAnswer(database, userId, claim)) ?? result) : result;
    } catch (error) {
      if (violatedConstraint(error) !== "idempotency_keys_pkey") throw error;
      return (await findFirstAnswer(database, userId, claim)) ?? refuse("idempotency_running");
    }
  });
}

/** Keys whose call is still running in this process; the database holds those that have finished. */
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
