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
import { countHashing } from "./passwords/login-throttle.ts";
import { HASH_COST } from "./passwords/passwords.ts";
import { isSessionAlive } from "./sessions/recheck-caller.ts";
import { proveSecondStep } from "./two-step/prove-second-step.ts";
import { findUser } from "./users.ts";

const VERSION = "v1";
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const STORED = /^v1\.([\w-]{22})\.([\w-]{43})$/;

/** A call that sets a code. The caller has proved their identity. */
type CodeCall = Visitor & { identity: Identity; body: { code: string } };

/**
 * Sets the user's first withdrawal code. Withdrawals pause, as after any change of their confirmation: for a thief of the
 * session, this is the first step to the balance.
 */
export async function createWithdrawalCode(
  context: AccountContext,
  call: CodeCall,
): Promise<Refused | undefined> {
  const { userId } = call.identity;
  const user = await findUser(context.database, userId);
  if (user === undefined) return refuse("not_signed_in");
  if (user.withdrawal_code !== null) return refuse("withdrawal_code_exists");
  const stored = await hashCode(context.sealing, userId, call.body.code);
  return storeCode(context, call, "withdrawal_code_created", async (connection) => {
    // If two are set at the same time, the first one counts.
    const { rowCount } = await connection.query(
      "update users set withdrawal_code = $2 where id = $1 and withdrawal_code is null",
      [userId, stored],
    );
    return rowCount === 0 ? refuse("withdrawal_code_exists") : undefined;
  });
}

/** Replaces the user's withdrawal code, known or lost. Ends a lock after wrong codes, because it concerned the old code. */
export async function replaceWithdrawalCode(
  context: AccountContext,
  call: CodeCall,
): Promise<Refused | undefined> {
  const { userId } = call.identity;
  const user = await findUser(context.database, userId);
  if (user === undefined) return refuse("not_signed_in");
  if (user.withdrawal_code === null) return refuse("withdrawal_code_missing");
  const throttled = await countHashing(context, userId);
  if (throttled !== undefined) return throttled;
  const stored = await hashCode(context.sealing, userId, call.body.code);
  return storeCode(context, call, "withdrawal_code_replaced", async (connection) => {
    await connection.query("update users set withdrawal_code = $2 where id = $1", [userId, stored]);
    await clearLockout(connection, withdrawalCodeLockout(userId));
    return undefined;
  });
}

async function storeCode(
  context: AccountContext,
  call: CodeCall,
  kind: "withdrawal_code_created" | "withdrawal_code_replaced",
  store: (connection: Queryable) => Promise<Refused | undefined>,
): Promise<Refused | undefined> {
  const { identity } = call;
  return changeOwnAccount(context, identity, async ({ connection, record }) => {
    const refused = await store(connection);
    if (refused !== undefined) return refused;
    await holdWithdrawals(context, connection, identity.userId);
    await record(kind, { ...visitorOf(call), sessionId: identity.sessionId });
    return undefined;
  });
}

export const withdrawalCodeLockout = (userId: string): string => `withdrawal-code/${userId}`;

/** Checks the user's withdrawal code. Returns undefined if it is correct. */
async function proveWithdrawalCode(
  context: AccountContext,
  { userId, sessionId }: Identity,
  address: string,
  code: string,
): Promise<Refused | undefined> {
  const { database, clock } = context;
  const user = await findUser(database, userId);
  if (user === undefined) return refuse("not_signed_in");
  if (user.withdrawal_code === null) return refuse("withdrawal_code_missing", { field: "withdrawalCode" });
  const key = withdrawalCodeLockout(userId);
  // There are only 100,000 codes, so a try counts before it is compared: parallel tries count as well.
  const attempt = await attemptSecret(database, key, dateOf(clock));
  if (!attempt.allowed) return refuseLocked(attempt);
  if (await isCode(context, userId, user.withdrawal_code, code)) {
    await clearLockout(database, key);
    return undefined;
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

/** Compares a code with the stored one. Hashes a right one anew if it was stored under the former pepper. */
async function isCode(
  { database, sealing }: AccountContext,
  userId: string,
  stored: string,
  code: string,
): Promise<boolean> {
  const salt = STORED.exec(stored)?.[1];
  if (salt === undefined)
    throw new Error(`the withdrawal code of user ${userId} is stored in an unknown form`);
  const isBy = async (by: Sealing) => {
    const hashed = await hashCode(by, userId, code, Buffer.from(salt, "base64url"));
    return timingSafeEqual(Buffer.from(hashed), Buffer.from(stored));
  };
  if (await isBy(sealing)) return true;
  if (sealing.former === undefined || !(await isBy(sealing.former))) return false;
  await database.query("update users set withdrawal_code = $3 where id = $1 and withdrawal_code = $2", [
    userId,
    stored,
    await hashCode(sealing, userId, code),
  ]);
  return true;
}

/** Creates the checks of a withdrawing user that payments use. */
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
