import type { Identity } from "../../platform/http/call.ts";
import { refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import { changeOwnAccount } from "../change-account.ts";
import type { AccountContext } from "../context.ts";
import type { Visitor } from "../visitor.ts";
import { proveBothSteps } from "./prove-both-steps.ts";
import { replaceRecoveryCodes } from "./recovery-codes.ts";
import { findTwoStep } from "./two-step-row.ts";

/** New recovery codes; none of the earlier ones is good any more. */
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
