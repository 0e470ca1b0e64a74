import type { PasskeyAssertion } from "@veritick/contract/schemas/passkey-assertion.ts";
import type { StepUpState } from "@veritick/contract/schemas/security.ts";
import { recordAudit } from "../../audit/public.ts";
import { dateOf } from "../../platform/clock.ts";
import type { Queryable } from "../../platform/db/database.ts";
import type { Identity } from "../../platform/http/call.ts";
import { isRefused, refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import { changeOwnAccount } from "../change-account.ts";
import type { AccountContext, Visitor } from "../context.ts";
import { hasPasskey, provePasskey, stepUpBy } from "./prove-passkey.ts";
import { provePassword } from "../passwords/passwords.ts";
import { findTwoStep, proveSecondStep } from "./prove-second-step.ts";

const MINUTE_MS = 60_000;

type Method = StepUpState["method"];
type Proof = {
  password?: string | undefined;
  code?: string | undefined;
  passkey?: PasskeyAssertion | undefined;
};

/**
 * Checks a new proof of a signed-in user's identity, which lets the session make the calls that require a recent proof. If
 * there is a second step, the proof must be that, because the password alone may have been stolen.
 */
export async function proveStepUp(
  context: AccountContext,
  identity: Identity,
  visitor: Visitor,
  proof: Proof,
): Promise<{ state: StepUpState; token: string | undefined } | Refused> {
  const method = await stepUpMethod(context.database, identity);
  const unproven = await prove(context, identity, visitor, { method, ...proof });
  if (unproven !== undefined) return unproven;

  const at = dateOf(context.clock);
  const renewed = await changeOwnAccount(context, identity, async ({ connection, onCommit }) => {
    // If two-step sign-in was switched on or off meanwhile, this is not the required proof any more.
    if ((await stepUpMethod(connection, identity)) !== method) return refuse("step_up_required");
    // The session gets a new token, so that a stolen earlier token proves nothing.
    const { token, announce } = await context.sessions.renew(connection, identity, { proves: true });
    onCommit(announce);
    if (identity.isAdmin) {
      const by = { actor: identity.userId, sessionId: identity.sessionId, address: visitor.address };
      await recordAudit(connection, { action: "identity_proved", by, after: { method } }, at);
    }
    onCommit(() => context.bus.publish({ kind: "identityChanged", userId: identity.userId }));
    return { token };
  });
  if (isRefused(renewed)) return renewed;
  return { state: stepUpState(context, method, at.getTime()), token: renewed.token };
}

async function prove(
  context: AccountContext,
  identity: Identity,
  visitor: Visitor,
  { method, password, code, passkey }: Proof & { method: Method },
): Promise<Refused | undefined> {
  const { userId, sessionId } = identity;
  if (passkey !== undefined) {
    const proved = await provePasskey(context, stepUpBy(identity), passkey, userId);
    return isRefused(proved) ? proved : undefined;
  }
  if (method !== "password") {
    // Without this check, an account whose second step was just switched off would prove nothing.
    if (code === undefined)
      return refuse(method === "passkey" ? "passkey_required" : "two_step_required", { field: "code" });
    return proveSecondStep(context, userId, { ...visitor, sessionId }, code, "code");
  }
  if (password === undefined) return refuse("current_password_required", { field: "password" });
  const proof = await provePassword(context, userId, password, "password");
  return isRefused(proof) ? proof : undefined;
}

/**
 * Checks both steps at once for an action that cannot be undone: the password and, if the account has one, the second step.
 * A passkey replaces both; it answers a challenge for exactly this action. Returns undefined if they are proven.
 */
export async function proveBothSteps(
  context: AccountContext,
  { identity, about, ...visitor }: Visitor & { identity: Identity; about: string },
  { password, code, passkey }: Proof,
): Promise<Refused | undefined> {
  const { userId, sessionId } = identity;
  if (passkey !== undefined) {
    const proved = await provePasskey(context, about, passkey, userId);
    return isRefused(proved) ? proved : undefined;
  }
  if (password === undefined) return refuse("current_password_required", { field: "password" });
  const proof = await provePassword(context, userId, password, "password");
  if (isRefused(proof)) return proof;
  return proveSecondStep(context, userId, { ...visitor, sessionId }, code, "code");
}

/** Reads the user's method to prove their identity, and the time until which the last proof is valid. */
export async function readStepUp(context: AccountContext, identity: Identity): Promise<StepUpState> {
  return stepUpState(context, await stepUpMethod(context.database, identity), identity.provedAtMs);
}

export async function stepUpMethod(
  database: Queryable,
  { userId }: Pick<Identity, "userId">,
): Promise<StepUpState["method"]> {
  const row = await findTwoStep(database, userId);
  const isAppOn = row !== undefined && row.enabled_at !== null;
  if (await hasPasskey(database, userId)) return isAppOn ? "code_or_passkey" : "passkey";
  return isAppOn ? "code" : "password";
}

function stepUpState(
  { stepUpMinutes }: AccountContext,
  method: StepUpState["method"],
  provedAtMs: number,
): StepUpState {
  if (stepUpMinutes === undefined) return { method, provedUntil: null };
  return { method, provedUntil: new Date(provedAtMs + stepUpMinutes * MINUTE_MS).toISOString() };
}
