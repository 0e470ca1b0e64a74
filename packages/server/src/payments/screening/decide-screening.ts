import type { Awaiting } from "@veritick/contract/schemas/proposals.ts";
import { parseMinor } from "@veritick/domain/money.ts";
import { isHeld } from "@veritick/domain/screening.ts";
import { decide } from "../../approvals/public.ts";
import type { Decision, DecisionRequest } from "../../approvals/public.ts";
import { dateOf } from "../../platform/clock.ts";
import type { Caller, Replayed } from "../../platform/http/call.ts";
import { isId } from "../../platform/ids.ts";
import { isRefused, refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import { resolveItem } from "../attention/items.ts";
import { findAttention } from "../attention/list-attention.ts";
import type { AttentionRow } from "../attention/list-attention.ts";
import type { PaymentContext } from "../context.ts";
import { addVerdict, lockScreening, lockSubject, OVERRIDDEN, showState } from "./screenings.ts";
import type { ScreeningRow } from "./screenings.ts";

/**
 * Lets two administrators allow a subject that the screening holds, refuses or does not answer about. The proposal is about
 * the item: a new verdict changes or closes the item, and with it the proposal.
 */
export const overrideScreening = (
  context: PaymentContext,
  id: string,
  { note, ...request }: DecisionRequest & { note: string },
): Promise<{ awaiting: Awaiting } | Refused | Replayed> =>
  decideHeld(context, id, request, async (decision, { item, row }) => {
    const { connection } = decision;
    const own = decision.refuseOwnAccount();
    if (own !== undefined) return own;
    const amount = parseMinor(row.amount);
    const result = await decision.propose({ action: "screening_overridden", target: id, amount, note });
    if (isRefused(result)) return result;
    if (result.waits) return { awaiting: result.awaiting };
    const at = dateOf(context.clock);
    await connection.query(
      `update screenings set state = 'overridden', state_at = $2, reason = $3, ask_again_at = null, next_step_at = $2
       where subject_id = $1`,
      [row.subject_id, at, note],
    );
    const said = { verdict: "overridden", reference: null, reason: note, isCurrent: true };
    await addVerdict(connection, row, said, at);
    await showState(context, connection, row, "overridden");
    const { actor } = request.by;
    await resolveItem(context, connection, item.key, { resolution: OVERRIDDEN, actor, note });
    await decision.audit({
      action: "screening_overridden",
      target: id,
      before: { screening: row.state, amount: row.amount },
      after: { screening: "overridden", amount: row.amount },
      reason: note,
    });
    return { awaiting: null };
  });

/** Has the service asked again about a held subject, unless the service has named a later time itself. */
export const askScreeningAgain = (
  context: PaymentContext,
  id: string,
  { by }: { by: Caller },
): Promise<{ ok: true } | Refused | Replayed> =>
  decideHeld(context, id, { by, idempotency: undefined }, async ({ connection, audit }, { row }) => {
    const at = dateOf(context.clock);
    if (row.ask_again_at !== null && row.ask_again_at > at) {
      return refuse("screening_too_early", { values: { until: row.ask_again_at.toISOString() } });
    }
    await connection.query(
      "update screenings set question_id = gen_random_uuid(), attempts = 0, next_step_at = $2 where subject_id = $1",
      [row.subject_id, at],
    );
    const changes = { before: { screening: row.state }, after: { screening: "asking" } };
    await audit({ action: "screening_asked_again", target: id, ...changes });
    return { ok: true } as const;
  });

/**
 * Runs a decision about a held screening. It locks the screened deposit or withdrawal, then the users, a screened payment,
 * the screening and the item, in the order used everywhere.
 */
const decideHeld = <Answer extends object>(
  context: PaymentContext,
  id: string,
  request: DecisionRequest,
  work: (decision: Decision, held: { item: AttentionRow; row: ScreeningRow }) => Promise<Answer | Refused>,
) =>
  decide(context, request, {
    role: "cashier",
    async lock(connection) {
      const found = await findAttention(connection, id);
      if (found === undefined) return undefined;
      const about = subjectOf(found);
      if (about === undefined) return refuse("screening_not_held");
      if (about.kind !== "payment") await lockSubject(connection, about);
      return { about, user_id: found.user_id };
    },
    async work(decision, { about }) {
      const { connection } = decision;
      // The subject is an item then, and items are locked after users.
      if (about.kind === "payment") await lockSubject(connection, about);
      const row = await lockScreening(connection, about.subject_id);
      const item = await findAttention(connection, id, "for update of i");
      const isOpen = row?.done_at === null && item?.resolved_at === null;
      if (!isOpen || !isHeld(row.state)) return refuse("screening_not_held");
      decision.subject = row.user_id;
      return work(decision, { item, row });
    },
  });

/** Reads the screened subject from the key of an item. Returns undefined for other items. */
function subjectOf({ kind, key }: AttentionRow): Pick<ScreeningRow, "kind" | "subject_id"> | undefined {
  const [, about, id] = key.split("/");
  if (kind !== "screening" || !isId(id)) return undefined;
  return about === "deposit" || about === "withdrawal" || about === "payment"
    ? { kind: about, subject_id: id }
    : undefined;
}
