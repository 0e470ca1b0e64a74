import { plainCode, readAppCode, readRecoveryCode } from "@veritick/domain/typed-text.ts";
import { randomBytes } from "node:crypto";
import { dateOf } from "../../platform/clock.ts";
import {
  attemptSecret,
  clearAttempts,
  clearLockout,
  countAttempt,
  liftLock,
} from "../../platform/db/attempts.ts";
import type { LockoutAttempt } from "../../platform/db/attempts.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import { sealColumnAnew } from "../../platform/sealing.ts";
import type { Sealing } from "../../platform/sealing.ts";
import { changeAccount } from "../change-account.ts";
import type { AccountContext } from "../context.ts";
import type { SecurityActor } from "../security-events.ts";
import { hasPasskey } from "./prove-passkey.ts";
import { findTotpStep, newTotpSecret } from "./totp.ts";

type TwoStepRow = { user_id: string; secret: Buffer; enabled_at: Date | null; created_at: Date };

const MAX_RECOVERY_CODES = 30;
const RECOVERY_WINDOW_SECONDS = 15 * 60;

/** The origin of a code. `place` is set at a sign-in from a known place, see `loginCountersFor`. */
type CodeActor = SecurityActor & { place?: string | undefined };

/**
 * Checks the second step of an account that has one: a six-digit code of its authenticator app, or a recovery code. Each
 * code works once. Returns undefined if it is correct or not needed. An account whose only second step is a passkey can use
 * its recovery codes here; `provePasskey` checks the passkey.
 */
export async function proveSecondStep(
  context: AccountContext,
  userId: string,
  actor: CodeActor,
  code: string | undefined,
  field = "twoStepCode",
): Promise<Refused | undefined> {
  const row = await findTwoStep(context.database, userId);
  const app = row === undefined || row.enabled_at === null ? undefined : row;
  if (app === undefined && !(await hasPasskey(context.database, userId))) return undefined;
  const typed = code ?? "";
  if (plainCode(typed) === "") {
    return refuse(app === undefined ? "passkey_required" : "two_step_required", { field });
  }
  const recoveryCode = readRecoveryCode(typed);
  if (recoveryCode !== undefined) return guardRecoveryCode(context, userId, actor, field, recoveryCode);
  const appCode = readAppCode(typed);
  if (appCode === undefined) return refuse("two_step_code_invalid", { field });
  // Nobody can guess the code of an app that does not exist, but a stolen session could lock the owner's second step.
  if (app === undefined) return refuse("two_step_wrong", { field });
  return guardCode(context, userId, actor, field, () => useTotpCode(context, app, appCode));
}

/**
 * Returns the key of a lock-out. Logins and calls of signed-in users have separate ones: anyone who knows the password can
 * try codes at the login, and that must not stop the owner's withdrawals. Logins from known places have their own, so that
 * it does not stop the owner's sign-in either.
 */
function lockoutKey(userId: string, { sessionId, place }: CodeActor): string {
  if (sessionId !== undefined) return `two-step/account/${userId}`;
  return place === undefined ? `two-step/login/${userId}` : `two-step/login/${userId}/${place}`;
}

/** Ends a lock-out because of a right code. Strangers with the password share the counters of logins, except those of devices. */
function endLockout(
  { database }: AccountContext,
  userId: string,
  actor: CodeActor,
  attempt?: LockoutAttempt,
): Promise<void> {
  const isOwn = actor.sessionId !== undefined || actor.place?.startsWith("device/") === true;
  const key = lockoutKey(userId, actor);
  return isOwn ? clearLockout(database, key) : liftLock(database, key, attempt);
}

/** Ends all lock-outs of an account's second step. */
export async function clearTwoStepLockouts(connection: Queryable, userId: string): Promise<void> {
  await connection.query("delete from lockouts where key = any ($1) or starts_with(key, $2)", [
    [lockoutKey(userId, { sessionId: "any" }), lockoutKey(userId, {})],
    lockoutKey(userId, { place: "" }),
  ]);
}

export const recoveryCounter = (userId: string): string => `recovery-code/${userId}`;

/** Runs `check` unless too many wrong codes were tried. The try counts before the code is compared. */
export async function guardCode(
  context: AccountContext,
  userId: string,
  actor: CodeActor,
  field: string,
  check: () => Promise<boolean>,
): Promise<Refused | undefined> {
  const key = lockoutKey(userId, actor);
  const attempt = await attemptSecret(context.database, key, dateOf(context.clock));
  if (!attempt.allowed) return refuseLocked(attempt, field);
  if (await check()) {
    await endLockout(context, userId, actor, attempt);
    return undefined;
  }
  if (!attempt.locked) return refuse("two_step_wrong", { field });
  await changeAccount(context, userId, ({ record }) => record("two_step_locked", actor));
  return refuseLocked(attempt, field);
}

/**
 * Checks a recovery code. It lets the owner in after a stranger's wrong codes have locked them out. So the lock-out does not
 * apply to it, and a correct code lifts it. The code is too long to guess. The login throttle counts tries at the login, and
 * a separate limit applies to tries from a session.
 */
async function guardRecoveryCode(
  context: AccountContext,
  userId: string,
  actor: CodeActor,
  field: string,
  code: string,
): Promise<Refused | undefined> {
  const { database } = context;
  const key = recoveryCounter(userId);
  if (actor.sessionId !== undefined) {
    const now = dateOf(context.clock);
    const attempt = await countAttempt(database, key, MAX_RECOVERY_CODES, RECOVERY_WINDOW_SECONDS, now);
    if (!attempt.allowed) return refuseLocked(attempt, field);
  }
  if (!(await useRecoveryCode(context, userId, actor, code))) return refuse("two_step_wrong", { field });
  if (actor.sessionId !== undefined) await clearAttempts(database, key);
  await endLockout(context, userId, actor);
  return undefined;
}

function refuseLocked({ retryAfterSeconds }: { retryAfterSeconds: number }, field: string): Refused {
  const minutes = String(Math.max(1, Math.ceil(retryAfterSeconds / 60)));
  return refuse("two_step_locked", { field, retryAfterSeconds, values: { minutes } });
}

/** Uses up a code. The database accepts each step once, and none older than the newest, from any process. */
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

export async function findTwoStep(database: Queryable, userId: string): Promise<TwoStepRow | undefined> {
  const { rows } = await database.query<TwoStepRow>({
    name: "find_two_step",
    text: "select user_id, secret, enabled_at, created_at from two_step where user_id = $1",
    values: [userId],
  });
  return rows[0];
}

export const sealSecret = ({ sealing }: AccountContext, userId: string, secret: Buffer): Buffer =>
  sealing.seal("two-step-secret", userId, secret);

export const openSecret = ({ sealing }: AccountContext, row: TwoStepRow): Buffer =>
  sealing.open("two-step-secret", row.user_id, row.secret);

export const sealSecretsAnew = (connection: Queryable, sealing: Sealing): Promise<void> =>
  sealColumnAnew(connection, sealing, {
    table: "two_step",
    id: "user_id",
    column: "secret",
    purpose: "two-step-secret",
    about: (userId) => userId,
  });

/** Creates the row that recovery codes refer to. An account without an authenticator app has it for them alone. */
export async function reserveTwoStep(
  context: AccountContext,
  connection: Queryable,
  userId: string,
): Promise<void> {
  await connection.query(
    "insert into two_step (user_id, secret, created_at) values ($1, $2, $3) on conflict do nothing",
    [userId, sealSecret(context, userId, newTotpSecret()), dateOf(context.clock)],
  );
}

const RECOVERY_CODES = 10;
const RECOVERY_ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
/** The length of a code. It holds 80 bits: nobody can guess a code, even with the database and the key of its digests. */
const RECOVERY_CODE_LENGTH = 16;

const newCode = (): string =>
  Array.from(randomBytes(RECOVERY_CODE_LENGTH), (byte) => RECOVERY_ALPHABET[byte % 32]).join("");
const digestOf = (sealing: Sealing, userId: string, code: string): Buffer =>
  sealing.digest("recovery-code", userId + code);

/** Replaces all recovery codes and returns the new ones. Only their digests are stored. */
export async function replaceRecoveryCodes(
  context: AccountContext,
  connection: Queryable,
  userId: string,
): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  await connection.query("delete from recovery_codes where user_id = $1", [userId]);
  await connection.query("insert into recovery_codes (user_id, code_hash) select $1, unnest($2::bytea[])", [
    userId,
    codes.map((code) => digestOf(context.sealing, userId, code)),
  ]);
  return codes.map((code) => code.match(/.{4}/g)!.join("-"));
}

/**
 * Uses up a recovery code. Returns false if it is not the user's or was used before. Codes from before a new pepper have
 * digests of the former one.
 */
async function useRecoveryCode(
  context: AccountContext,
  userId: string,
  actor: SecurityActor,
  code: string,
): Promise<boolean> {
  const { sealing } = context;
  const sealings = sealing.former === undefined ? [sealing] : [sealing, sealing.former];
  const digests = sealings.map((each) => digestOf(each, userId, code));
  const used = await changeAccount(context, userId, async ({ connection, record }) => {
    const { rowCount } = await connection.query(
      "update recovery_codes set used_at = $3 where user_id = $1 and code_hash = any ($2::bytea[]) and used_at is null",
      [userId, digests, dateOf(context.clock)],
    );
    if (rowCount === 0) return false;
    await record("recovery_code_used", actor);
    return true;
  });
  return used === true;
}
