import { randomBytes } from "node:crypto";
import { dateOf } from "../../platform/clock.ts";
import { attemptSecret, clearAttempts, clearLockout, countAttempt } from "../../platform/db/attempts.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import { changeAccount } from "../change-account.ts";
import type { AccountContext } from "../context.ts";
import type { SecurityActor } from "../security-events.ts";
import { findTotpStep } from "./totp.ts";

export const TOTP_CODE = /^\d{6}$/;
const RECOVERY_CODE = /^[a-z2-7]{10}$/;
const MOST_RECOVERY_CODES = 30;
const RECOVERY_WINDOW_SECONDS = 15 * 60;

/**
 * Checks the second step of an account that has one: six digits of its authenticator app, or a recovery code, each good
 * for one time. Undefined means that it is right, or not needed.
 */
export async function proveSecondStep(
  context: AccountContext,
  userId: string,
  actor: SecurityActor,
  code: string | undefined,
  field = "twoStepCode",
): Promise<Refused | undefined> {
  const row = await findTwoStep(context.database, userId);
  if (row === undefined || row.enabled_at === null) return undefined;
  const typed = normalizeCode(code ?? "");
  if (typed === "") return refuse("two_step_required", { field });
  if (!TOTP_CODE.test(typed) && !RECOVERY_CODE.test(typed)) return refuse("two_step_code_invalid", { field });
  return TOTP_CODE.test(typed)
    ? guardCode(context, userId, actor, field, () => useTotpCode(context, row, typed))
    : guardRecoveryCode(context, userId, actor, field, typed);
}

/**
 * What the login locks and what a signed-in person's calls lock is kept apart: at the login stands whoever knows the
 * password, and must not be able to stop the owner's withdrawals.
 */
const lockoutKey = (userId: string, { sessionId }: SecurityActor): string =>
  `two-step/${sessionId === undefined ? "login" : "account"}/${userId}`;

export const twoStepLockouts = (userId: string): string[] =>
  [{}, { sessionId: "any" }].map((actor) => lockoutKey(userId, actor));

export const recoveryCounter = (userId: string): string => `recovery-code/${userId}`;

/** Spaces, dashes and capitals are how people write a code, not part of it. */
export const normalizeCode = (code: string): string => code.toLowerCase().replaceAll(/[\s-]/g, "");

/** Lets `check` compare a code unless too many wrong ones were tried; the try counts before it is compared. */
export async function guardCode(
  context: AccountContext,
  userId: string,
  actor: SecurityActor,
  field: string,
  check: () => Promise<boolean>,
): Promise<Refused | undefined> {
  const key = lockoutKey(userId, actor);
  const attempt = await attemptSecret(context.database, key, dateOf(context.clock));
  if (!attempt.allowed) return refuseLocked(attempt, field);
  if (await check()) {
    await clearLockout(context.database, key);
    return undefined;
  }
  if (!attempt.locked) return refuse("two_step_wrong", { field });
  await changeAccount(context, userId, ({ record }) => record("two_step_locked", actor));
  return refuseLocked(attempt, field);
}

/**
 * A recovery code is the way in for the owner whom a stranger's wrong codes have locked out, so that lock does not hold it
 * back, and being right it lifts it. Long as it is, it needs no lock: the throttle of logins counts it there, and a limit
 * keeps the calls of one session from going on for ever.
 */
async function guardRecoveryCode(
  context: AccountContext,
  userId: string,
  actor: SecurityActor,
  field: string,
  code: string,
): Promise<Refused | undefined> {
  const { database } = context;
  const key = recoveryCounter(userId);
  if (actor.sessionId !== undefined) {
    const now = dateOf(context.clock);
    const attempt = await countAttempt(database, key, MOST_RECOVERY_CODES, RECOVERY_WINDOW_SECONDS, now);
    if (!attempt.allowed) return refuseLocked(attempt, field);
  }
  if (!(await useRecoveryCode(context, userId, actor, code))) return refuse("two_step_wrong", { field });
  if (actor.sessionId !== undefined) await clearAttempts(database, key);
  await clearLockout(database, lockoutKey(userId, actor));
  return undefined;
}

function refuseLocked({ retryAfterSeconds }: { retryAfterSeconds: number }, field: string): Refused {
  const minutes = String(Math.max(1, Math.ceil(retryAfterSeconds / 60)));
  return refuse("two_step_locked", { field, retryAfterSeconds, values: { minutes } });
}

/** The database decides which of several processes accepts a step: each once, and none older than the newest. */
async function useTotpCode(context: AccountContext, row: TwoStepRow, code: string): Promise<boolean> {
  const step = findTotpStep(openSecret(context, row), code, context.clock.nowMs());
  if (step === undefined) return false;
  const { rowCount } = await context.database.query({
    name: "use_totp_step",
    text: `update two_step set last_step = $2
           where user_id = $1 and last_step < $2 and enabled_at is not null and secret = $3`,
    values: [row.user_id, step, row.secret],
  });
  return rowCount === 1;
}

type TwoStepRow = { user_id: string; secret: Buffer; enabled_at: Date | null };

export async function findTwoStep(database: Queryable, userId: string): Promise<TwoStepRow | undefined> {
  const { rows } = await database.query<TwoStepRow>({
    name: "find_two_step",
    text: "select user_id, secret, enabled_at from two_step where user_id = $1",
    values: [userId],
  });
  return rows[0];
}

export const sealSecret = ({ sealing }: AccountContext, userId: string, secret: Buffer): Buffer =>
  sealing.seal("two-step-secret", userId, secret);

export const openSecret = ({ sealing }: AccountContext, row: TwoStepRow): Buffer =>
  sealing.open("two-step-secret", row.user_id, row.secret);

const COUNT = 10;
const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
/** 50 bits: with a digest that is keyed outside the database, no list of guesses comes near. */
const CODE_LENGTH = 10;

const newCode = (): string => Array.from(randomBytes(CODE_LENGTH), (byte) => ALPHABET[byte % 32]).join("");
const digestOf = ({ sealing }: AccountContext, userId: string, code: string): Buffer =>
  sealing.digest("recovery-code", userId + code);

/** Replaces all recovery codes and returns the new ones, of which only digests are kept. */
export async function replaceRecoveryCodes(
  context: AccountContext,
  connection: Queryable,
  userId: string,
): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, newCode);
  await connection.query("delete from recovery_codes where user_id = $1", [userId]);
  await connection.query("insert into recovery_codes (user_id, code_hash) select $1, unnest($2::bytea[])", [
    userId,
    codes.map((code) => digestOf(context, userId, code)),
  ]);
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`);
}

/** True where this is a recovery code of the user's that was not used before. It is used up by that. */
async function useRecoveryCode(
  context: AccountContext,
  userId: string,
  actor: SecurityActor,
  code: string,
): Promise<boolean> {
  const used = await changeAccount(context, userId, async ({ connection, record }) => {
    const { rowCount } = await connection.query(
      "update recovery_codes set used_at = $3 where user_id = $1 and code_hash = $2 and used_at is null",
      [userId, digestOf(context, userId, code), dateOf(context.clock)],
    );
    if (rowCount === 0) return false;
    await record("recovery_code_used", actor);
    return true;
  });
  return used === true;
}
