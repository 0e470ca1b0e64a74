import type { Language } from "@veritick/contract/errors.ts";
import { dateOf } from "../platform/clock.ts";
import { countAttempt } from "../platform/db/attempts.ts";
import { sweepTable } from "../platform/db/claim-due.ts";
import type { Queryable } from "../platform/db/database.ts";
import type { Identity } from "../platform/http/call.ts";
import { isRefused, refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import { hashToken, mailedTokens } from "../platform/tokens.ts";
import { changeAccount, changeOwnAccount, holdWithdrawals, keepOneSession } from "./change-account.ts";
import type { AccountContext, Visitor } from "./context.ts";
import { dropPendingChange, markConfirmed } from "./email/links.ts";
import { clearTwoStepLockouts } from "./two-step/prove-second-step.ts";
import { stepUpMethod } from "./two-step/step-up.ts";
import { findUserByEmail } from "./users.ts";
import { findKnownPlace, forgetPlaces } from "./passwords/known-places.ts";
import { clearAccountLogins, clearPlaceLogins } from "./passwords/login-throttle.ts";
import { hashPassword, provePassword, refuseGuessable } from "./passwords/passwords.ts";

/**
 * Replaces the password and ends every other session of the user at once. It closes all live connections, because a thief of
 * this session's token may have one; the page opens another. Returns the new token of this session.
 */
export async function changePassword(
  context: AccountContext,
  identity: Identity,
  visitor: Visitor,
  input: { currentPassword: string; newPassword: string },
): Promise<{ token: string | undefined } | Refused> {
  const { userId, sessionId } = identity;
  const proof = await provePassword(context, userId, input.currentPassword);
  if (isRefused(proof)) return proof;
  const guessable = refuseGuessable(input.newPassword, proof.email, "newPassword");
  if (guessable !== undefined) return guessable;
  const password = await hashPassword(input.newPassword);
  return changeOwnAccount(context, identity, async (account) => {
    const { connection, record } = account;
    // A thief may have this token or the newer one. Only a new sign-in with the password tells owner and thief apart.
    if (await context.sessions.isReplaced(connection, identity)) return refuse("not_signed_in");
    // If two changes were proven with the same password, only the first one counts.
    const { rowCount } = await connection.query(
      "update users set password = $2 where id = $1 and password = $3",
      [userId, password, proof.provenHash],
    );
    if (rowCount === 0) return refuse("current_password_wrong", { field: "currentPassword" });
    await holdWithdrawals(context, connection, userId);
    // If there is a second step, the password alone proves nothing.
    const proves = (await stepUpMethod(connection, identity)) === "password";
    // Without one, a thief can lock nothing but the owner's way to switch one on. With one, they could try codes without end.
    if (proves) await clearTwoStepLockouts(connection, userId);
    // A thief's device would otherwise keep tries of its own at the new password.
    const token = await keepOneSession(context, account, identity, { ...visitor, proves });
    // A reset link that was requested earlier could undo this change, and a thief may have begun to change the address.
    await deleteResetTokens(connection, userId);
    await dropPendingChange(connection, userId);
    await record("password_changed", { ...visitor, sessionId });
    return { token };
  });
}

const HOUR_SECONDS = 3600;
const REQUESTS_PER_PLACE = 20;
const MAILS_PER_ACCOUNT = 5;
const RESET_MINUTES = 60;
const WINDOW_SECONDS = 15 * 60;

export const resetMailCounter = (email: string): string => `reset/account/${email}`;

/**
 * Queues a mail with a link that sets a new password, if the account exists. The account is looked up after the response, so
 * that the response reveals nothing about it.
 */
export async function requestReset(
  context: AccountContext,
  email: string,
  visitor: Visitor,
): Promise<Refused | undefined> {
  const { database, notifier } = context;
  if (!notifier.sendsMails) return refuse("not_found");
  const refused = await refuseRequest(context, email, visitor);
  if (refused !== undefined) return refused;
  const { language, address: source } = visitor;
  await notifier.mail(database, {
    kind: ASKED,
    email,
    source,
    ...(language !== undefined && { language }),
  });
  return undefined;
}

/**
 * Limits requests by address. Strangers there must not stop the owner, so a device that signed in to the account before has
 * a counter of its own beyond that. Only its owner learns from that that the account exists.
 */
async function refuseRequest(
  { database, clock }: AccountContext,
  email: string,
  visitor: Visitor,
): Promise<Refused | undefined> {
  const count = (place: string) =>
    countAttempt(database, `reset/request/${place}`, REQUESTS_PER_PLACE, HOUR_SECONDS, dateOf(clock));
  let attempt = await count(visitor.address);
  if (attempt.allowed) return undefined;
  const known = await findKnownPlace(database, email, visitor);
  if (known?.isDevice) attempt = await count(known.place);
  return attempt.allowed
    ? undefined
    : refuse("too_many_requests", { retryAfterSeconds: attempt.retryAfterSeconds });
}

const ASKED = "reset_asked";
const LINK = "reset_link";
const tokenOf = mailedTokens("reset-link");

/**
 * Writes the mails of requests in two steps. The first step looks up the account and queues the link. The second derives the
 * link's token from the id of its mail, so that no row holds the token and every try to send the mail has the same one.
 */
export function writeResets(context: AccountContext): void {
  const { database, clock, notifier } = context;

  notifier.writes(ASKED, async ({ data: { email, language, source } }) => {
    const now = dateOf(clock);
    const row = email === undefined ? undefined : await findUserByEmail(database, email);
    if (row === undefined) return undefined;
    const counter = resetMailCounter(row.email);
    const attempt = await countAttempt(database, counter, MAILS_PER_ACCOUNT, HOUR_SECONDS, now);
    if (!attempt.allowed) return undefined;
    await changeAccount(context, row.id, async ({ connection }) => {
      const id = await notifier.mail(connection, {
        kind: LINK,
        userId: row.id,
        source,
        ...(language !== undefined && { language }),
      });
      await replaceResetToken(connection, row.id, tokenOf(context, id), now);
    });
    return undefined;
  });

  notifier.writes(LINK, async ({ id, data: { language: asked } }, { name }) => {
    const token = tokenOf(context, id);
    const now = dateOf(clock);
    const user = await findResetUser(database, token, now);
    if (user === undefined) return undefined;
    // Browsers send nothing after the # to any server, so the token is in no log and no Referer header.
    const link = `${context.siteOrigin()}/auth#reset=${token}`;
    const minutes = Math.ceil((user.expires_at.getTime() - now.getTime()) / 60_000);
    const language = asked ?? user.language ?? "en";
    const { subject, text } = WORDS[language];
    return { to: user.email, language, subject, text: text(link, minutes, name) };
  });
}

/**
 * Sets a new password with the token of a link, once, and ends every session of the account. It signs nobody in and leaves
 * the second step as it is, because the link only proves access to the mailbox.
 */
export async function resetPassword(
  context: AccountContext,
  input: { token: string; newPassword: string },
  visitor: Visitor,
): Promise<Refused | undefined> {
  const { database, clock, limits } = context;
  const now = dateOf(clock);
  const user = await findResetUser(database, input.token, now);
  if (user === undefined) {
    // Only wrong links count, because strangers at the same address must not stop the holder of a right one.
    const key = `reset/address/${visitor.address}`;
    const attempt = await countAttempt(database, key, limits.failedLoginsPerAddress, WINDOW_SECONDS, now);
    if (attempt.allowed) return refuse("reset_link_invalid");
    return refuse("too_many_logins", { retryAfterSeconds: attempt.retryAfterSeconds });
  }
  const { id: userId, email } = user;
  const guessable = refuseGuessable(input.newPassword, email, "newPassword");
  if (guessable !== undefined) return guessable;
  // Only holders of a token can make the server hash, and no transaction waits for the hash.
  const password = await hashPassword(input.newPassword);

  const refused = await changeAccount(context, userId, async ({ connection, record, onCommit }) => {
    if (!(await consumeResetToken(connection, input.token, now))) return refuse("reset_link_invalid");
    await connection.query("update users set password = $2 where id = $1", [userId, password]);
    await holdWithdrawals(context, connection, userId);
    await context.sessions.endAll(connection, userId);
    await deleteResetTokens(connection, userId);
    await dropPendingChange(connection, userId);
    // The link reached the mailbox of its owner.
    await markConfirmed(connection, userId, now);
    await clearAccountLogins(connection, email);
    await clearPlaceLogins(connection, userId);
    // Those of an owner who is at a known place stay, because a thief may have locked the second step for unknown ones.
    await forgetPlaces(connection, userId, visitor);
    onCommit(() => context.sessions.announceEnd(userId));
    await record("password_reset", visitor);
    return undefined;
  });
  // A deleted account's links are deleted too.
  return isRefused(refused) ? refuse("reset_link_invalid") : undefined;
}

/** Replaces the user's earlier token with this one, of which only the hash is stored. The user's row must be locked. */
export async function replaceResetToken(
  connection: Queryable,
  userId: string,
  token: string,
  now: Date,
): Promise<void> {
  await deleteResetTokens(connection, userId);
  await connection.query(
    `insert into password_resets (token_hash, user_id, created_at, expires_at)
     values ($1, $2, $3, $3::timestamptz + make_interval(mins => ${RESET_MINUTES}))`,
    [hashToken(token), userId, now],
  );
}

type ResetUser = { id: string; email: string; language: Language | null; expires_at: Date };

async function findResetUser(database: Queryable, token: string, now: Date): Promise<ResetUser | undefined> {
  const { rows } = await database.query<ResetUser>(
    `select u.id, u.email, u.language, r.expires_at from password_resets r join users u on u.id = r.user_id
     where r.token_hash = $1 and r.expires_at > $2`,
    [hashToken(token), now],
  );
  return rows[0];
}

/** Uses up a token. Returns false if it was used, was replaced or has expired meanwhile. */
async function consumeResetToken(connection: Queryable, token: string, now: Date): Promise<boolean> {
  const { rowCount } = await connection.query(
    "delete from password_resets where token_hash = $1 and expires_at > $2",
    [hashToken(token), now],
  );
  return rowCount === 1;
}

export async function deleteResetTokens(connection: Queryable, userId: string): Promise<void> {
  await connection.query("delete from password_resets where user_id = $1", [userId]);
}

export const sweepResetTokens = (database: Queryable, now: Date): Promise<void> =>
  sweepTable(database, { table: "password_resets", key: "token_hash", column: "expires_at" }, now);

type Words = { subject: string; text: (link: string, minutes: number, name: string) => string };

const WORDS: Record<Language, Words> = {
  en: {
    subject: "Set a new password",
    text: (link, minutes, name) =>
      `You asked to set a new password for your ${name} account.\n\n` +
      `Open this link to choose one. It works once, within ${minutes} minutes:\n\n${link}\n\n` +
      `Your password has not changed so far. If this was not you, ignore this e-mail. Do not pass the link on to anyone.\n`,
  },
  fr: {
    subject: "Choisissez un nouveau mot de passe",
    text: (link, minutes, name) =>
      `Vous avez demandé un nouveau mot de passe pour votre compte ${name}.\n\n` +
      `Ouvrez ce lien pour en choisir un. Il fonctionne une seule fois, pendant ${minutes} minutes :\n\n${link}\n\n` +
      `Votre mot de passe n’a pas changé pour l’instant. Si vous n’êtes pas à l’origine de cette demande, ` +
      `ignorez cet e-mail. Ne transmettez ce lien à personne.\n`,
  },
};
