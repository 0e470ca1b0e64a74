import type { Language } from "@veritick/contract/errors.ts";
import { countAttempt } from "../../platform/db/attempts.ts";
import { dateOf } from "../../platform/clock.ts";
import type { Mailer } from "../../platform/mail/mailer.ts";
import { isRefused, refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import { changeAccount } from "../change-account.ts";
import type { AccountContext } from "../context.ts";
import { findUserByEmail } from "../users.ts";
import { writeResetMail } from "./reset-mail.ts";
import { RESET_MINUTES, replaceResetToken } from "./reset-tokens.ts";

const HOUR = 3600;
const REQUESTS_PER_ADDRESS = 20;
const MAILS_PER_ACCOUNT = 5;

export const resetMailCounter = (email: string): string => `reset/account/${email}`;

/**
 * Sends a link that sets a new password, if there is such an account. Nothing that depends on that happens before the
 * caller is answered.
 */
export async function requestReset(
  context: AccountContext,
  email: string,
  address: string,
  language: Language | undefined,
): Promise<Refused | undefined> {
  const { database, clock, mailer, deferred } = context;
  if (mailer === undefined) return refuse("not_found");
  const attempt = await countAttempt(
    database,
    `reset/request/${address}`,
    REQUESTS_PER_ADDRESS,
    HOUR,
    dateOf(clock),
  );
  if (!attempt.allowed) return refuse("too_many_requests", { retryAfterSeconds: attempt.retryAfterSeconds });
  deferred.run("password reset mail", () => sendLink(context, mailer, email, language ?? "en"));
  return undefined;
}

async function sendLink(
  context: AccountContext,
  mailer: Mailer,
  email: string,
  language: Language,
): Promise<void> {
  const { database, clock } = context;
  const now = dateOf(clock);
  const attempt = await countAttempt(database, resetMailCounter(email), MAILS_PER_ACCOUNT, HOUR, now);
  if (!attempt.allowed) return;
  const row = await findUserByEmail(database, email);
  if (row === undefined) return;
  const token = await changeAccount(context, row.id, ({ connection }) =>
    replaceResetToken(connection, row.id, now),
  );
  if (isRefused(token)) return;
  // Behind the #, a link's token is sent to no server: it is in no log and no Referer.
  const link = `${context.siteOrigin()}/auth#reset=${token}`;
  await mailer.send({ to: row.email, ...writeResetMail(language, link, RESET_MINUTES) });
}
