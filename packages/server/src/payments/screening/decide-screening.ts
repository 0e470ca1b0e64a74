import type { Awaiting } from "@veritick/contract/schemas/proposals.ts";
import { parseMinor } from "@veritick/domain/money.ts";
import { isHeld } from "@veritick/domain/screening.ts";
import { lockDecider } from "../../accounts/public.ts";
import { applyFourEyes, refuseOwnAccount } from "../../approvals/public.ts";
import type { DecisionRequest } from "../../approvals/public.ts";
import { recordAudit } from "../../audit/public.ts";
import { dateOf } from "../../platform/clock.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { answerOnce, recordAnswer } from "../../platform/http/idempotency.ts";
import type { Caller, Replayed } from "../../platform/http/call.ts";
import { isId } from "../../platform/ids.ts";
import { isRefused, refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import { findAttention, resolveItem } from "../attention/items.ts";
import type { AttentionRow } from "../attention/items.ts";
import type { PaymentContext } from "../context.ts";
import { addVerdict, lockScreening, lockSubject, OVERRIDDEN, showState } from "./screenings.ts";
import type { ScreeningRow } from "./screenings.ts";

type Override = DecisionRequest & { note: string };

/**
 * Lets two administrators allow a subject that the screening holds, refuses or does not answer about. The proposal is about
 * the item: a new verdict changes or closes the item, and with it the proposal.
 */
export function overrideScreening(
  context: PaymentContext,
  id: string,
  decision: Override,
): Promise<{ awaiting: Awaiting } | Refused | Replayed> {
  const { by, note, idempotency } = decision;
  const { actor } = by;
  return answerOnce(context, actor, idempotency, async () => {
    const outcome = await transaction(context.database, async (connection) => {
      const held = await lockHeld(connection, id, by);
      if (isRefused(held)) return held;
      const { item, row } = held;
      const subject = row.user_id;
      const own = refuseOwnAccount(context, decision, subject);
      if (own !== undefined) return own;
      const matter = {
        action: "screening_overridden",
        target: id,
        subject,
        amount: parseMinor(row.amount),
        note,
      } as const;
      const result = await applyFourEyes(context, connection, matter, decision);
      if (isRefused(result)) return result;
      const at = dateOf(context.clock);
      const answer = { awaiting: result.waits ? result.awaiting : null };
      await recordAnswer(connection, actor, idempotency, answer, at, subject);
      if (result.waits) return { answer, tell: undefined };
      await connection.query(
        `update screenings set state = 'overridden', state_at = $2, reason = $3, ask_again_at = null, next_step_at = $2
         where subject_id = $1`,
        [row.subject_id, at, note],
      );
      const said = { verdict: "overridden", reference: null, reason: note, isCurrent: true };
      await addVerdict(connection, row, said, at);
      const tell = await showState(context, connection, row, "overridden");
      await resolveItem(context, connection, item.key, { resolution: OVERRIDDEN, actor, note });
      await recordAudit(
        connection,
        {
          action: "screening_overridden",
          by,
          subject,
          target: id,
          before: { screening: row.state, amount: row.amount },
          after: { screening: "overridden", amount: row.amount },
          reason: note,
          proposedBy: result.proposedBy,
        },
        at,
      );
      return { answer, tell };
    });
    if (isRefused(outcome)) return outcome;
    outcome.tell?.();
    return outcome.answer;
  });
}

/** Has the service asked again about a held subject, unless the service has named a later time itself. */
export function askScreeningAgain(
  context: PaymentContext,
  id: string,
  { by }: { by: Caller },
): Promise<{ ok: true } | Refused> {
  return transaction(context.database, async (connection) => {
    const held = await lockHeld(connection, id, by);
    if (isRefused(held)) return held;
    const { row } = held;
    const at = dateOf(context.clock);
    if (row.ask_again_at !== null && row.ask_again_at > at) {
      return refuse("screening_too_early", { values: { until: row.ask_again_at.toISOString() } });
    }
    await connection.query(
      "update screenings set question_id = gen_random_uuid(), attempts = 0, next_step_at = $2 where subject_id = $1",
      [row.subject_id, at],
    );
    await recordAudit(
      connection,
      {
        action: "screening_asked_again",
        by,
        subject: row.user_id,
        target: id,
        before: { screening: row.state },
        after: { screening: "asking" },
      },
      at,
    );
    return { ok: true } as const;
  });
}

/**
 * Locks the subject of a held screening, then the deciding caller, the screening and the item, in the order used everywhere.
 */
async function lockHeld(
  connection: Queryable,
  id: string,
  by: Caller,
): Promise<{ item: AttentionRow; row: ScreeningRow } | Refused> {
  const found = await findAttention(connection, id);
  if (found === undefined) return refuse("not_found");
  const about = subjectOf(found);
  if (about === undefined) return refuse("screening_not_held");
  // Items are locked after users, deposits and withdrawals before them.
  if (about.kind !== "payment") await lockSubject(connection, about);
  const refusal = await lockDecider(connection, by, found.user_id, "cashier");
  if (refusal !== undefined) return refusal;
  if (about.kind === "payment") await lockSubject(connection, about);
  const row = await lockScreening(connection, about.subject_id);
  const item = await findAttention(connection, id, "for update of i");
  const isOpen = row !== undefined && row.done_at === null && item !== undefined && item.resolved_at === null;
  return isOpen && isHeld(row.state) ? { item, row } : refuse("screening_not_held");
}

/** Reads the screened subject from the key of an item. Returns undefined for other items. */
function subjectOf({ kind, key }: AttentionRow): Pick<ScreeningRow, "kind" | "subject_id"> | undefined {
  const [, about, id] = key.split("/");
  if (kind !== "screening" || !isId(id)) return undefined;
  return about === "deposit" || about === "withdrawal" || about === "payment"
    ? { kind: about, subject_id: id }
    : undefined;
}
