import type { StepUpState } from "@veritick/contract/schemas/security.ts";
import type { Queryable } from "../../platform/db/database.ts";
import type { Identity } from "../../platform/http/call.ts";
import type { AccountContext } from "../context.ts";
import { findTwoStep } from "../two-step/two-step-row.ts";

const MINUTE_MS = 60_000;

/** What the owner of this session proves themselves by, and how long their last proof holds. */
export async function readStepUp(context: AccountContext, identity: Identity): Promise<StepUpState> {
  return stepUpState(context, await stepUpMethod(context.database, identity), identity.provedAtMs);
}

export async function stepUpMethod(
  database: Queryable,
  { userId }: Identity,
): Promise<StepUpState["method"]> {
  const row = await findTwoStep(database, userId);
  return row === undefined || row.enabled_at === null ? "password" : "code";
}

export function stepUpState(
  { stepUpMinutes }: AccountContext,
  method: StepUpState["method"],
  provedAtMs: number,
): StepUpState {
  if (stepUpMinutes === undefined) return { method, provedUntil: null };
  return { method, provedUntil: new Date(provedAtMs + stepUpMinutes * MINUTE_MS).toISOString() };
}
