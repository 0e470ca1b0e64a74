import type { SecurityEvent } from "@veritick/contract/schemas/security.ts";
import type { Awaiting } from "@veritick/contract/schemas/proposals.ts";
import { ZERO } from "@veritick/domain/money.ts";
import { announceSecurityEvent, recordSecurityEvent, removeWithdrawalCode } from "../../accounts/public.ts";
import { applyFourEyes } from "../../approvals/public.ts";
import type { DecisionRequest } from "../../approvals/public.ts";
import { recordAudit } from "../../audit/public.ts";
import { dateOf } from "../../platform/clock.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Queryable } from "../../platform/db/database.ts";
import type { Replayed } from "../../platform/http/call.ts";
import { answerOnce, recordAnswer } from "../../platform/http/idempotency.ts";
import { isRefused, refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import type { AdminContext } from "../context.ts";
import { lockAccount } from "../users.ts";

type Reset = DecisionRequest & { userId: string; note: string };

type Answer = { id: string; awaiting: Awaiting };

/**
 * Removes the withdrawal code of a user who has lost it, so that they can set one new code. Always needs two administrators
 * while FOUR_EYES_ABOVE is set: the code protects the whole balance. A repeated call must not remove the code that the user
 * has set since, so the answer is kept with its idempotency key.
 */
export function resetWithdrawalCode(
  context: AdminContext,
  reset: Reset,
): Promise<Answer | Refused | Replayed> {
  return answerOnce<Answer>(context, reset.by.actor, reset.idempotency, async () => {
    const done = await transaction(context.database, (connection) => resetOnce(context, connection, reset));
    if (isRefused(done)) return done;
    const { event, ...answer } = done;
    if (event !== undefined) announceSecurityEvent(context.bus, answer.id, event);
    return answer;
  });
}

async function resetOnce(
  context: AdminContext,
  connection: Queryable,
  reset: Reset,
): Promise<(Answer & { event?: SecurityEvent }) | Refused> {
  const { clock, notifier } = context;
  const { by, userId, note, idempotency } = reset;
  const user = await lockAccount(connection, userId, by, "administrator");
  if (isRefused(user)) return user;
  const { id } = user;
  // Nobody changes their own code, not even where administrators may decide about their own money.
  if (id === by.actor) return refuse("own_account");
  if (!(await hasCode(connection, id))) return refuse("withdrawal_code_none");
  const matter = { action: "withdrawal_code_reset", target: id, subject: id, amount: ZERO, note } as const;
  const result = await applyFourEyes(context, connection, matter, reset);
  if (isRefused(result)) return result;

  const at = dateOf(clock);
  const answer = { id, awaiting: result.waits ? result.awaiting : null };
  await recordAnswer(connection, by.actor, idempotency, answer, at, id);
  if (result.waits) return answer;
  await removeWithdrawalCode(context, connection, id);
  const event = await recordSecurityEvent(connection, clock, id, "withdrawal_code_reset", {});
  await notifier.notify(connection, id, "withdrawal_code_reset");
  await recordAudit(
    connection,
    {
      action: "withdrawal_code_reset",
      by,
      subject: id,
      before: { withdrawalCode: true },
      after: { withdrawalCode: false },
      reason: note,
      proposedBy: result.proposedBy,
    },
    at,
  );
  return { ...answer, event };
}

async function hasCode(connection: Queryable, userId: string): Promise<boolean> {
  const { rowCount } = await connection.query(
    "select from users where id = $1 and withdrawal_code is not null",
    [userId],
  );
  return rowCount === 1;
}
