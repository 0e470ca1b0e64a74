import type { IdempotencyClaim, Replayed } from "./http/call.ts";
import { refuse } from "./refusal.ts";
import type { Refused } from "./refusal.ts";
import type { Queryable } from "./database.ts";

/** What is known of a key: the first answer, a refusal because it stood for something else, or nothing. */
export async function findFirstAnswer(
  database: Queryable,
  userId: string,
  claim: IdempotencyClaim,
): Promise<Replayed | Refused | undefined> {
  const { rows } = await database.query<{ request_hash: Buffer; response: string }>({
    name: "find_first_answer",
    text: "select request_hash, response::text as response from idempotency_keys where user_id = $1 and key = $2",
    values: [userId, claim.key],
  });
  const first = rows[0];
  if (first === undefined) return undefined;
  return first.request_hash.equals(claim.requestHash)
    ? { replayed: first.response }
    : refuse("idempotency_mismatch");
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
