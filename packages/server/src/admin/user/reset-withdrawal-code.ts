import type { Awaiting } from "@veritick/contract/schemas/proposals.ts";
import { ZERO } from "@veritick/domain/money.ts";
import { announceSecurityEvent, recordSecurityEvent, removeWithdrawalCode } from "../../accounts/public.ts";
import type { DecisionRequest } from "../../approvals/public.ts";
import { afterCommit } from "../../platform/db/database.ts";
import type { Queryable } from "../../platform/db/database.ts";
import type { Replayed } from "../../platform/http/call.ts";
import { isRefused, refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import type { AdminContext } from "../context.ts";
import { decideAccount } from "../users.ts";

type Reset = DecisionRequest & { userId: string; note: string };

type Answer = { id: string; awaiting: Awaiting };

/**
 * Removes the withdrawal code of a user who has lost it, so that they can set one new code. Always needs two administrators
 * while FOUR_EYES_ABOVE is set: the code protects the whole balance. A repeated call must not remove the code that the user
 * has set since, so the answer is kept with its idempotency key.
 */
export const resetWithdrawalCode = (
  context: AdminContext,
  { note, ...request }: Reset,
): Promise<Answer | Refused | Replayed> =>
  decideAccount<Answer>(context, request, async ({ connection, propose, audit }, { id }) => {
    const { bus, clock, notifier } = context;
    // Nobody changes their own code, not even where administrators may decide about their own money.
    if (id === request.by.actor) return refuse("own_account");
    if (!(await hasCode(connection, id))) return refuse("withdrawal_code_none");
    const result = await propose({ action: "withdrawal_code_reset", target: id, amount: ZERO, note });
    if (isRefused(result)) return result;
    if (result.waits) return { id, awaiting: result.awaiting };
    await removeWithdrawalCode(context, connection, id);
    const event = await recordSecurityEvent(connection, clock, id, "withdrawal_code_reset", {});
    await notifier.notify(connection, id, "withdrawal_code_reset");
    await audit({
      action: "withdrawal_code_reset",
      before: { withdrawalCode: true },
      after: { withdrawalCode: false },
      reason: note,
    });
    afterCommit(connection, () => announceSecurityEvent(bus, id, event));
    return { id, awaiting: null };
  });

async function hasCode(connection: Queryable, userId: string): Promise<boolean> {
  const { rowCount } = await connection.query(
    "select from users where id = $1 and withdrawal_code is not null",
    [userId],
  );
  return rowCount === 1;
}
