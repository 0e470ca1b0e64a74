import { dateOf } from "../clock.ts";
import type { Clock } from "../clock.ts";
import type { Queryable } from "./database.ts";
import { keepValue, replaceKeptValue } from "./kept-values.ts";

/** The time without renewal after which another process takes over a task. */
const LEASE_MINUTES = 15;

type DailyLease = {
  /** Extends the lease. Returns false if another process has taken over. */
  renew(): Promise<boolean>;
  /** Marks the task as done for today. */
  finish(): Promise<void>;
};

/**
 * Lets one process do a task once a day. Only a finished task counts: if a process dies over it or fails, another one takes
 * it again once the lease has expired, on the next day if need be.
 *
 * @returns undefined if the task was done today or another process is doing it
 */
export async function takeDailyLease(
  { database, clock }: { database: Queryable; clock: Clock },
  name: string,
): Promise<DailyLease | undefined> {
  const today = dateOf(clock).toISOString().slice(0, 10);
  const begun = () => `begun ${dateOf(clock).toISOString()}`;
  const seen = await keepValue(database, name, "never");
  if (seen === `done ${today}` || isUnderWay(seen, clock.nowMs())) return undefined;
  let mine = begun();
  if (!(await replaceKeptValue(database, name, seen, mine))) return undefined;

  async function move(next: string): Promise<boolean> {
    const isMine = next === mine || (await replaceKeptValue(database, name, mine, next));
    mine = next;
    return isMine;
  }
  return {
    renew: () => move(begun()),
    finish: async () => void (await move(`done ${today}`)),
  };
}

function isUnderWay(seen: string, nowMs: number): boolean {
  const [word, at] = seen.split(" ");
  return word === "begun" && nowMs - new Date(at!).getTime() < LEASE_MINUTES * 60_000;
}
