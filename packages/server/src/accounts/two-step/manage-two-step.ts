import { readAppCode } from "@veritick/domain/typed-text.ts";
import { dateOf } from "../../platform/clock.ts";
import { INSTALLATION_NAME, readKeptValue } from "../../platform/db/kept-values.ts";
import type { Identity } from "../../platform/http/call.ts";
import { isRefused, refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import { changeOwnAccount, holdWithdrawals, keepOneSession } from "../change-account.ts";
import type { AccountContext, Visitor } from "../context.ts";
import { hasPasskey } from "./prove-passkey.ts";
import { provePassword } from "../passwords/passwords.ts";
import { findUser } from "../users.ts";
import {
  clearTwoStepLockouts,
  findTwoStep,
  guardCode,
  openSecret,
  proveSecondStep,
  replaceRecoveryCodes,
  sealSecret,
} from "./prove-second-step.ts";
import { describeTotp, findTotpStep, newTotpSecret } from "./totp.ts";

/** The time for which a new secret waits for its first code. Later, a thief who saw it could switch it on. */
const CONFIRM_MS = 15 * 60_000;

/** Creates a secret for an authenticator app. Two-step sign-in stays off until a code confirms it. */
export async function beginTwoStep(
  context: AccountContext,
  identity: Identity,
  password: string,
): Promise<{ secret: string; uri: string } | Refused> {
  const { userId } = identity;
  const proof = await provePassword(context, userId, password, "password");
  if (isRefused(proof)) return proof;
  const secret = newTotpSecret();
  return changeOwnAccount(context, identity, async ({ connection }) => {
    const { rowCount } = await connection.query(
      `insert into two_step as t (user_id, secret, created_at) values ($1, $2, $3)
       on conflict (user_id) do update set secret = excluded.secret, created_at = excluded.created_at, last_step = 0
       where t.enabled_at is null`,
      [userId, sealSecret(context, userId, secret), dateOf(context.clock)],
    );
    if (rowCount === 0) return refuse("two_step_on");
    const user = await findUser(connection, userId);
    return describeTotp(secret, user!.email, await readKeptValue(connection, INSTALLATION_NAME));
  });
}

/**
 * Switches two-step sign-in on if a code proves that the app has the secret. Ends every other session of the user at once.
 * Returns the recovery codes, only this once, and the new token of this session.
 */
export async function confirmTwoStep(
  context: AccountContext,
  identity: Identity,
  visitor: Visitor,
  code: string,
): Promise<{ recoveryCodes: string[]; token: string | undefined } | Refused> {
  const { userId, sessionId } = identity;
  const actor = { ...visitor, sessionId };
  const begun = await findTwoStep(context.database, userId);
  if (begun === undefined) return refuse("two_step_not_begun");
  if (begun.enabled_at !== null) return refuse("two_step_on");
  if (context.clock.nowMs() - begun.created_at.getTime() > CONFIRM_MS) return refuse("two_step_not_begun");

  const typed = readAppCode(code);
  if (typed === undefined) return refuse("two_step_code_invalid", { field: "code" });
  let step: number | undefined;
  const refused = await guardCode(context, userId, actor, "code", async () => {
    step = findTotpStep(openSecret(context, begun), typed, context.clock.nowMs());
    return step !== undefined;
  });
  if (refused !== undefined) return refused;

  return changeOwnAccount(context, identity, async (account) => {
    const { connection, record } = account;
    // The session that stays must be the newest one.
    if (await context.sessions.isReplaced(connection, identity)) return refuse("not_signed_in");
    const { rowCount } = await connection.query(
      `update two_step set enabled_at = $2, last_step = $3
       where user_id = $1 and enabled_at is null and secret = $4`,
      [userId, dateOf(context.clock), step, begun.secret],
    );
    // Another call has meanwhile begun again, or confirmed the secret.
    if (rowCount === 0) return refuse("two_step_not_begun");
    const recoveryCodes = await replaceRecoveryCodes(context, connection, userId);
    await holdWithdrawals(context, connection, userId);
    // So far the password was enough to sign in and to make a place known. A thief's sessions and devices would each get
    // tries at the codes.
    const token = await keepOneSession(context, account, identity, { ...visitor, proves: false });
    // Nobody has guessed at this secret yet.
    await clearTwoStepLockouts(connection, userId);
    await record("two_step_enabled", actor);
    return { recoveryCodes, token };
  });
}

/** Switches two-step sign-in off and deletes its secret and recovery codes. */
export async function disableTwoStep(
  context: AccountContext,
  identity: Identity,
  visitor: Visitor,
  input: { password: string; code: string },
): Promise<Refused | undefined> {
  const refused = await proveBothSteps(context, identity, visitor, input);
  if (refused !== undefined) return refused;
  const { userId, sessionId } = identity;
  return changeOwnAccount(context, identity, async ({ connection, record, onCommit }) => {
    const isLast = !(await hasPasskey(connection, userId));
    if (isLast && context.adminsNeedSecondFactor && identity.isAdmin) return refuse("last_factor");
    // An account with a passkey still needs its recovery codes, which refer to this row.
    const { rowCount } = isLast
      ? await connection.query("delete from two_step where user_id = $1 and enabled_at is not null", [userId])
      : await connection.query(
          `update two_step set enabled_at = null, last_step = 0, secret = $2
           where user_id = $1 and enabled_at is not null`,
          [userId, sealSecret(context, userId, newTotpSecret())],
        );
    if (rowCount === 0) return refuse("two_step_off");
    onCommit(() => context.bus.publish({ kind: "identityChanged", userId }));
    await holdWithdrawals(context, connection, userId);
    await record("two_step_disabled", { ...visitor, sessionId });
    return undefined;
  });
}

/** Replaces the recovery codes. The earlier ones stop working. */
export async function renewRecoveryCodes(
  context: AccountContext,
  identity: Identity,
  visitor: Visitor,
  input: { password: string; code: string },
): Promise<{ recoveryCodes: string[] } | Refused> {
  const refused = await proveBothSteps(context, identity, visitor, input);
  if (refused !== undefined) return refused;
  const { userId, sessionId } = identity;
  return changeOwnAccount(context, identity, async ({ connection, record }) => {
    const row = await findTwoStep(connection, userId);
    if (row === undefined || row.enabled_at === null) return refuse("two_step_off");
    const recoveryCodes = await replaceRecoveryCodes(context, connection, userId);
    await record("recovery_codes_renewed", { ...visitor, sessionId });
    return { recoveryCodes };
  });
}

/** Proves both steps for a change of two-step sign-in itself, which must be on. */
async function proveBothSteps(
  context: AccountContext,
  { userId, sessionId }: Identity,
  visitor: Visitor,
  input: { password: string; code: string },
): Promise<Refused | undefined> {
  const row = await findTwoStep(context.database, userId);
  if (row === undefined || row.enabled_at === null) return refuse("two_step_off");
  const proof = await provePassword(context, userId, input.password, "password");
  if (isRefused(proof)) return proof;
  return proveSecondStep(context, userId, { ...visitor, sessionId }, input.code, "code");
}
