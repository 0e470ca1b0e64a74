import type { StepUpState } from "@veritick/contract/step-up.ts";
import { recordAudit } from "../../audit/public.ts";
import { dateOf } from "../../platform/clock.ts";
import type { Identity } from "../../platform/http/call.ts";
import { isRefused, refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import { changeOwnAccount } from "../change-account.ts";
import type { AccountContext } from "../context.ts";
import { provePassword } from "../prove-password.ts";
import { proveSecondStep } from "../two-step/prove-second-step.ts";
import type { Visitor } from "../visitor.ts";
import { stepUpState, usesTwoStep } from "./step-up-state.ts";

type Proof = { password?: string | undefined; code?: string | undefined };

/**
 * Somebody who is signed in proves again who they are; for the calls that ask for it, the session is as good as new. Where
 * two-step sign-in is on it takes a code: a password alone may be what was stolen.
 */
export async function proveStepUp(
  context: AccountContext,
  identity: Identity,
  visitor: Visitor,
  proof: Proof,
): Promise<StepUpState | Refused> {
  const method = (await usesTwoStep(context, identity)) ? "code" : "password";
  const unproven = await (method === "code"
    ? proveSecondStep(
        context,
        identity.userId,
        { ...visitor, sessionId: identity.sessionId },
        proof.code,
        "code",
      )
    : checkPassword(context, identity, visitor, proof.password));
  if (unproven !== undefined) return unproven;

  const at = dateOf(context.clock);
  const refused = await changeOwnAccount(context, identity, async ({ connection, onCommit }) => {
    await connection.query("update sessions set proved_at = $2 where id = $1", [identity.sessionId, at]);
    const by = { actor: identity.userId, sessionId: identity.sessionId, address: visitor.address };
    await recordAudit(connection, { action: "identity_proved", by, after: { method } }, at);
    onCommit(() => context.bus.publish({ kind: "identityChanged", userId: identity.userId }));
    return undefined;
  });
  return isRefused(refused) ? refused : stepUpState(context, method, at.getTime());
}

async function checkPassword(
  context: AccountContext,
  { userId }: Identity,
  { address }: Visitor,
  password: string | undefined,
): Promise<Refused | undefined> {
  if (password === undefined) return refuse("current_password_required", { field: "password" });
  const proof = await provePassword(context, userId, address, password, "password");
  return isRefused(proof) ? proof : undefined;
}
