import type { Identity } from "../../platform/http/call.ts";
import { refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import { changeOwnAccount, holdWithdrawals } from "../change-account.ts";
import type { AccountContext } from "../context.ts";
import type { Visitor } from "../visitor.ts";
import { proveBothSteps } from "./prove-both-steps.ts";

/** Switches two-step sign-in off: its secret and its recovery codes are gone. */
export async function disableTwoStep(
  context: AccountContext,
  identity: Identity,
  visitor: Visitor,
  input: { password: string; code: string },
): Promise<Refused | undefined> {
  const refused = await proveBothSteps(context, identity, visitor, input);
  if (refused !== undefined) return refused;
  const { userId, sessionId } = identity;
  return changeOwnAccount(context, identity, async ({ connection, record }) => {
    const { rowCount } = await connection.query(
      "delete from two_step where user_id = $1 and enabled_at is not null",
      [userId],
    );
    if (rowCount === 0) return refuse("two_step_off");
    await holdWithdrawals(context, connection, userId);
    await record("two_step_disabled", { ...visitor, sessionId });
    return undefined;
  });
}
