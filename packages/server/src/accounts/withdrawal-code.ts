import type { PasskeyAssertion } from "@veritick/contract/schemas/passkey-assertion.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { randomBytes, timingSafeEqual } from "node:crypto";
import { hashRaw } from "@node-rs/argon2";
import { dateOf } from "../platform/clock.ts";
import { attemptSecret, clearLockout } from "../platform/db/attempts.ts";
import type { LockoutAttempt } from "../platform/db/attempts.ts";
import type { Queryable } from "../platform/db/database.ts";
import type { Identity } from "../platform/http/call.ts";
import { isRefused, refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import type { Sealing } from "../platform/sealing.ts";
import { changeAccount, changeOwnAccount, holdWithdrawals } from "./change-account.ts";
import { visitorOf } from "./context.ts";
import type { AccountContext, Visitor } from "./context.ts";
import { provePasskey, withdrawalBy } from "./two-step/prove-passkey.ts";
import { HASH_COST } from "./passwords/passwords.ts";
import { isSessionAlive } from "./sessions/recheck-caller.ts";
import { proveSecondStep } from "./two-step/prove-second-step.ts";
import { findUser } from "./users.ts";

const VERSION = "v1";
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const STORED = /^v1\.([\w-]{22})\.([\w-]{43})$/;

type CodeCall = Visitor & { identity: Identity; body: { code: string } };

/**
 * Sets the user's withdrawal code. The caller has proved their identity. Nobody changes a code: an administrator can only
 * remove it (`removeWithdrawalCode`), and then the user sets a new one here. Withdrawals pause, as after any change of their
 * confirmation: for a thief of the session, this is the first step to the balance.
 */
export async function createWithdrawalCode(
  context: AccountContext,
  call: CodeCall,
): Promise<Refused | undefined> {
  const { identity, body } = call;
  const { userId, sessionId } = identity;
  const user = await findUser(context.database, userId);
  if (user === undefined) return refuse("not_signed_in");
  if (user.withdrawal_code !== null) return refuse("withdrawal_code_exists");
  const stored = await hashCode(context.sealing, userId, body.code);
  return changeOwnAccount(context, identity, async ({ connection, record }) => {
    // If two are set at the same time, the first one counts.
    const { rowCount } = await connection.query(
      "update users set withdrawal_code = $2 where id = $1 and withdrawal_code is null",
      [userId, stored],
    );
    if (rowCount === 0) return refuse("withdrawal_code_exists");
    await holdWithdrawals(context, connection, userId);
    await record("withdrawal_code_created", { ...visitorOf(call), sessionId });
    return undefined;
  });
}

/**
 * Removes the user's withdrawal code, and pauses withdrawals. The row must be locked. It also ends a lock after wrong codes:
 * those tries say nothing about the next code, and only an administrator can end a lock in this way, never its owner.
 */
export async function removeWithdrawalCode(
  context: Pick<AccountContext, "clock" | "withdrawalHoldHours">,
  connection: Queryable,
  userId: string,
): Promise<void> {
  await connection.query("update users set withdrawal_code = null where id = $1", [userId]);
  await holdWithdrawals(context, connection, userId);
  await clearLockout(connection, withdrawalCodeLockout(userId));
}

export const withdrawalCodeLockout = (userId: string): string => `withdrawal-code/${userId}`;

/**
 * Checks the user's withdrawal code. Returns the stored form of the right code, which the caller compares once more with the
 * user's row locked: an administrator may allow a new code meanwhile.
 */
async function proveWithdrawalCode(
  context: AccountContext,
  { userId, sessionId }: Identity,
  address: string,
  code: string,
): Promise<{ stored: string } | Refused> {
  const { database, clock } = context;
  const user = await findUser(database, userId);
  if (user === undefined) return refuse("not_signed_in");
  if (user.withdrawal_code === null) return refuse("withdrawal_code_missing", { field: "withdrawalCode" });
  const key = withdrawalCodeLockout(userId);
  // There are only 100,000 codes, so a try counts before it is compared: parallel tries count as well.
  const attempt = await attemptSecret(database, key, dateOf(clock));
  if (!attempt.allowed) return refuseLocked(attempt);
  const stored = await findCode(context, userId, user.withdrawal_code, code);
  if (stored !== undefined) {
    await clearLockout(database, key);
    return { stored };
  }
  if (attempt.locked) {
    const userGone = await changeAccount(context, userId, ({ record }) =>
      record("withdrawal_code_locked", { address, sessionId }),
    );
    if (isRefused(userGone)) return userGone;
  }
  return refuse("withdrawal_code_wrong", { field: "withdrawalCode" });
}

function refuseLocked({ retryAfterSeconds }: LockoutAttempt): Refused {
  const minutes = String(Math.max(1, Math.ceil(retryAfterSeconds / 60)));
  return refuse("withdrawal_code_locked", {
    field: "withdrawalCode",
    retryAfterSeconds,
    values: { minutes },
  });
}

/**
 * Hashes a code slowly, with a salt and with a key outside the database, so that nobody can try codes with a copy of the
 * database alone. The hash covers the user's id too, so that it is worthless in another user's row.
 */
async function hashCode(
  sealing: Sealing,
  userId: string,
  code: string,
  salt: Buffer = randomBytes(SALT_BYTES),
): Promise<string> {
  const secret = sealing.key("withdrawal-code");
  const hash = await hashRaw(`${userId}/${code}`, { ...HASH_COST, outputLen: HASH_BYTES, salt, secret });
  return `${VERSION}.${salt.toString("base64url")}.${hash.toString("base64url")}`;
}

/**
 * Returns the stored form of a code if it is the right one. A right one that was stored under the former pepper is hashed
 * anew.
 */
async function findCode(
  context: AccountContext,
  userId: string,
  stored: string,
  code: string,
): Promise<string | undefined> {
  const { database, sealing } = context;
  const salt = STORED.exec(stored)?.[1];
  if (salt === undefined)
    throw new Error(`the withdrawal code of user ${userId} is stored in an unknown form`);
  const isBy = async (by: Sealing) => {
    const hashed = await hashCode(by, userId, code, Buffer.from(salt, "base64url"));
    return timingSafeEqual(Buffer.from(hashed), Buffer.from(stored));
  };
  if (await isBy(sealing)) return stored;
  if (sealing.former === undefined || !(await isBy(sealing.former))) return undefined;
  const anew = await hashCode(sealing, userId, code);
  const { rowCount } = await database.query(
    "update users set withdrawal_code = $3 where id = $1 and withdrawal_code = $2",
    [userId, stored, anew],
  );
  if (rowCount === 1) return anew;
  // Another call has hashed it anew, or it was removed.
  const current = (await findUser(database, userId))?.withdrawal_code ?? null;
  return current === null ? undefined : findCode(context, userId, current, code);
}

export const withdrawalProofs = (context: AccountContext) => ({
  isSessionAlive: (connection: Queryable, { sessionHash }: Identity) =>
    isSessionAlive(connection, sessionHash),
  proveWithdrawalCode: (identity: Identity, address: string, code: string) =>
    proveWithdrawalCode(context, identity, address, code),
  proveSecondStep: ({ userId, sessionId }: Identity, address: string, code: string | undefined) =>
    proveSecondStep(context, userId, { sessionId, address }, code),
  provePasskey: (
    identity: Identity,
    withdrawal: { amount: Minor; address: string },
    passkey: PasskeyAssertion,
  ) => provePasskey(context, withdrawalBy(identity, withdrawal), passkey, identity.userId),
});
