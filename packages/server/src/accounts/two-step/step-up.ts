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
import { hasPasskey, provePasskey, stepUpBy } from "../passkeys/prove-passkey.ts";
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
 * A signed-in user proves their identity again, which lets the session make the calls that require a recent proof. If
 * there is a second step, it takes that, because the password alone may have been stolen.
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
    // Two-step sign-in was switched on or off meanwhile, so this was not the proof that is required now.
    if ((await stepUpMethod(connection, identity)) !== method) return refuse("step_up_required");
    // Another token, so that one that was read before proves nothing.
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
 * Proves both steps at once, for what cannot be undone: the password and, where the account has one, the second step. A passkey
 * stands for both; it answers a challenge about this very thing. Undefined means that they are proven.
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

/** Says how the user of this session proves their identity, and how long the last proof is valid. */
export async function readStepUp(context: AccountContext, identity: Identity): Promise<StepUpState> {
  return stepUpState(context, await stepUpMethod(context.database, identity), identity.provedAtMs);
}

/** How the user proves their identity. */
export async function stepUpMethod(
  database: Queryable,
  { userId }: Identity,
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
