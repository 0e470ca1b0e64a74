import { dateOf } from "../../platform/clock.ts";
import { countAttempt } from "../../platform/db/attempts.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import type { AccountContext, Visitor } from "../context.ts";

const HOUR_SECONDS = 3600;
const MAILS_PER_ACCOUNT = 5;
const MAILS_PER_PLACE = 20;
const WINDOW_SECONDS = 15 * 60;

export const linkMailCounter = (userId: string): string => `email-link/account/${userId}`;

/** Counts a mail that somebody asks for against the account and, unless an administrator asks, against their network address. */
export async function countLinkMail(
  { clock }: Pick<AccountContext, "clock">,
  connection: Queryable,
  userId: string,
  address?: string,
): Promise<Refused | undefined> {
  const now = dateOf(clock);
  const counters = [
    [linkMailCounter(userId), MAILS_PER_ACCOUNT],
    ...(address === undefined ? [] : [[`email-link/address/${address}`, MAILS_PER_PLACE] as const]),
  ] as const;
  for (const [key, most] of counters) {
    const attempt = await countAttempt(connection, key, most, HOUR_SECONDS, now);
    if (!attempt.allowed)
      return refuse("too_many_requests", { retryAfterSeconds: attempt.retryAfterSeconds });
  }
  return undefined;
}

/** Refuses a link that is not valid. Only these count: strangers at the same address must not stop the holder of a right one. */
export async function refuseLink(
  { database, clock, limits }: AccountContext,
  { address }: Visitor,
): Promise<Refused> {
  const key = `email-link/wrong/${address}`;
  const most = limits.failedLoginsPerAddress;
  const attempt = await countAttempt(database, key, most, WINDOW_SECONDS, dateOf(clock));
  if (attempt.allowed) return refuse("email_link_invalid");
  return refuse("too_many_logins", { retryAfterSeconds: attempt.retryAfterSeconds });
}
