import { refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import type { Deciding } from "./deciding.ts";
import type { ApprovalContext } from "./weigh-decision.ts";

/** Where decisions may take two administrators, nobody decides about their own account, whatever the amount. */
export function refuseOwnAccount(
  { fourEyesAbove }: Pick<ApprovalContext, "fourEyesAbove">,
  { by }: Pick<Deciding, "by">,
  userId: string | null,
): Refused | undefined {
  return fourEyesAbove !== undefined && userId === by.actor ? refuse("own_account") : undefined;
}
