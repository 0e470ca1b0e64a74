import { dateOf } from "../../platform/clock.ts";
import type { Identity } from "../../platform/http/call.ts";
import { refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import { changeOwnAccount, holdWithdrawals } from "../change-account.ts";
import type { AccountContext } from "../context.ts";
import type { Visitor } from "../visitor.ts";
import { TOTP_CODE, guardCode, normalizeCode } from "./prove-second-step.ts";
import { replaceRecoveryCodes } from "./recovery-codes.ts";
import { findTotpStep } from "./totp.ts";
import { findTwoStep, openSecret } from "./two-step-row.ts";

/** Switches two-step sign-in on once the app has shown that it has the secret. Answers the recovery codes, this once. */
export async function confirmTwoStep(
  context: AccountContext,
  identity: Identity,
  visitor: Visitor,
  code: string,
): Promise<{ recoveryCodes: string[] } | Refused> {
  const { userId, sessionId } = identity;
  const actor = { ...visitor, sessionId };
  const begun = await findTwoStep(context.database, userId);
  if (begun === undefined) return refuse("two_step_not_begun");
  if (begun.enabled_at !== null) return refuse("two_step_on");

  const typed = normalizeCode(code);
  if (!TOTP_CODE.test(typed)) return refuse("two_step_code_invalid", { field: "code" });
  let step: number | undefined;
  const refused = await guardCode(context, userId, actor, "code", async () => {
    step = findTotpStep(openSecret(context, begun), typed, context.clock.nowMs());
    return step !== undefined;
  });
  if (refused !== undefined) return refused;

  return changeOwnAccount(context, identity, async ({ connection, record }) => {
    const { rowCount } = await connection.query(
      `update two_step set enabled_at = $2, last_step = $3
       where user_id = $1 and enabled_at is null and secret = $4`,
      [userId, dateOf(context.clock), step, begun.secret],
    );
    // Begun again or confirmed elsewhere meanwhile.
    if (rowCount === 0) return refuse("two_step_not_begun");
    const recoveryCodes = await replaceRecoveryCodes(context, connection, userId);
    await holdWithdrawals(context, connection, userId);
    await record("two_step_enabled", actor);
    return { recoveryCodes };
  });
}
