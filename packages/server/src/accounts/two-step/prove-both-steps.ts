import type { Identity } from "../../platform/http/call.ts";
import { isRefused, refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import type { AccountContext } from "../context.ts";
import { provePassword } from "../prove-password.ts";
import type { Visitor } from "../visitor.ts";
import { proveSecondStep } from "./prove-second-step.ts";
import { findTwoStep } from "./two-step-row.ts";

/** For changes of two-step sign-in itself: it must be on, and both steps are asked for. */
export async function proveBothSteps(
  context: AccountContext,
  { userId, sessionId }: Identity,
  visitor: Visitor,
  input: { password: string; code: string },
): Promise<Refused | undefined> {
  const row = await findTwoStep(context.database, userId);
  if (row === undefined || row.enabled_at === null) return refuse("two_step_off");
  const proof = await provePassword(context, userId, visitor.address, input.password, "password");
  if (isRefused(proof)) return proof;
  return proveSecondStep(context, userId, { ...visitor, sessionId }, input.code, "code");
}
