import { dateOf } from "../../platform/clock.ts";
import { keepValue, replaceKeptValue } from "../../platform/db/kept-values.ts";
import type { PaymentContext } from "../context.ts";

/** A turn that was begun and has given no sign since is taken over after this. */
const LEASE_MINUTES = 15;

export type DailyTurn = {
  /** Says that it is still under way. False where another process has taken over. */
  renew(): Promise<boolean>;
  /** Nobody needs to do it again today. */
  finish(): Promise<void>;
};

/**
 * Takes the day's turn at a task, of all processes and through restarts. A turn counts once it is finished: one that was
 * begun and died, or failed, is taken again when its lease has run out, on the next day if need be.
 *
 * @returns undefined where the task was done today, or somebody is at it
 */
export async function takeDailyTurn(
  { database, clock }: Pick<PaymentContext, "database" | "clock">,
  name: string,
): Promise<DailyTurn | undefined> {
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
