import type { AdminDeposit } from "@veritick/contract/schemas/admin-payments.ts";
import type { AttentionReason } from "@veritick/contract/schemas/attention.ts";
import type { AuditAction } from "@veritick/contract/audit-names.ts";
import type { AuditState } from "@veritick/contract/schemas/admin.ts";
import type { Awaiting } from "@veritick/contract/schemas/proposals.ts";
import { formatMinor, minor, parseMinor } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { refuseOwnAccount, applyFourEyes } from "../../approvals/public.ts";
import type { DecisionRequest } from "../../approvals/public.ts";
import { changedFields, recordAudit } from "../../audit/public.ts";
import { claimFunds } from "../../ledger/public.ts";
import { dateOf } from "../../platform/clock.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Queryable } from "../../platform/db/database.ts";
import type { Replayed } from "../../platform/http/call.ts";
import { answerOnce, recordAnswer } from "../../platform/http/idempotency.ts";
import { isRefused, refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import { CREDITED, DISMISSED, paymentKey, resolveItem } from "../attention/items.ts";
import type { PaymentContext } from "../context.ts";
import { lockDecider } from "../../accounts/public.ts";
import { listedFee, payFee } from "./provider-fees.ts";
import { uncovered } from "./provisional-credits.ts";
import { announceDeposit, creditDeposit, lockBalance, rejectLocked } from "../deposit.ts";
import type { ChangedDeposit, DepositRow } from "../deposit.ts";
import { creditedOfPayment } from "./payment-origin.ts";
import { JOIN_ATTENTION, toAdminDeposit } from "./list-deposits.ts";
import { screenFirst } from "../screening/screen-subjects.ts";
import { joinScreening, refuseUncleared, SCREENING_COLUMN } from "../screening/screenings.ts";
import type { ScreeningColumn, Subject } from "../screening/screenings.ts";
import { OUR_ASSET } from "../provider.ts";

type Approval = DecisionRequest & { note?: string | undefined };
type Done = ChangedDeposit & { proposedBy?: string | undefined; before?: AuditState };
/** The result of a decision that changed nothing, because a second administrator must agree first. */
type Waiting = { awaiting: Awaiting };
type Work = (connection: Queryable, deposit: OwnedDepositRow) => Promise<Done | Waiting | Refused>;

/**
 * Credits an open deposit with the requested amount. If its payment is on the attention list, this decides the item too, so
 * that nobody credits the same payment again. Any amount beyond the arrived money needs a reason and comes from the house's
 * funds.
 */
export async function approveDeposit(context: PaymentContext, id: string, request: Approval) {
  await screenFirst(context, async (connection) => {
    const deposit = await lockDeposit(connection, id);
    return deposit !== undefined && isOpen(deposit) ? subjectOf(deposit) : undefined;
  });
  return decide(context, id, "deposit_approved", request, async (connection, deposit) => {
    const own = refuseOwnAccount(context, request, deposit.user_id);
    if (own !== undefined) return own;
    const uncleared = await refuseUncleared(context, connection, subjectOf(deposit));
    if (uncleared !== undefined) return uncleared;
    const { note, by } = request;
    const { actor } = by;
    const amount = parseMinor(deposit.amount);
    const { provider, payment_id: paymentId, user_id: subject } = deposit;
    if ((await lockBalance(connection, subject, amount)) === "too_large") {
      return refuse("balance_too_large");
    }
    const onTrust = uncovered(context, deposit);
    if (onTrust > 0n && note === undefined) return refuse("note_required", { field: "note" });
    if (onTrust > 0n && !(await claimFunds(connection, context.stripe, onTrust))) {
      return refuse("house_funds_insufficient");
    }
    const matter = { action: "deposit_approved", target: deposit.id, subject, amount, note } as const;
    const result = await applyFourEyes(context, connection, matter, request);
    if (isRefused(result) || result.waits) return result;
    const decided = await creditDeposit(context, connection, deposit, { amount, onTrust, actor, note });
    if (paymentId !== null) {
      const named = { provider, paymentId };
      await payFee(context, connection, named, await listedFee(connection, named));
      const { credited } = await creditedOfPayment(connection, provider, paymentId);
      await resolveCovered(context, connection, named, { credited, actor });
    }
    const before = { balance: formatMinor(minor(parseMinor(decided.balance) - amount)) };
    return { ...decided, before, proposedBy: result.proposedBy };
  });
}

/**
 * Closes the item of a payment whose deposit an administrator has approved. In our asset, the part of the arrived money that
 * `credited` does not cover stays open. In another asset, an approval of the deposit credits the payment as a whole.
 */
async function resolveCovered(
  context: Pick<PaymentContext, "clock" | "bus">,
  connection: Queryable,
  payment: { provider: string; paymentId: string },
  { credited, actor }: { credited: Minor; actor: string },
): Promise<void> {
  const key = paymentKey(payment.provider, payment.paymentId);
  const { rowCount } = await connection.query(
    `update attention_items
     set arrived = coalesce(arrived, amount), amount = coalesce(arrived, amount) - $2::numeric, updated_at = $3,
       details = (details::jsonb || jsonb_build_object('already_credited', $2::text))::json
     where key = $1 and resolved_at is null and asset = '${OUR_ASSET}' and coalesce(arrived, amount) > $2::numeric`,
    [key, formatMinor(credited), dateOf(context.clock)],
  );
  if (rowCount !== 1) await resolveItem(context, connection, key, { resolution: CREDITED, actor });
}

const isOpen = ({ status }: DepositRow): boolean => status === "pending" || status === "confirming";

/** Returns the subject of a deposit's screening before an administrator credits it, with the requested amount. */
const subjectOf = (deposit: DepositRow): Subject => ({
  kind: "deposit",
  id: deposit.id,
  userId: deposit.user_id,
  amount: parseMinor(deposit.amount),
  address: deposit.pay_address,
  transactionHash: null,
});

/** Rejects an open deposit. Its owner sees the reason. An item about its payment is dismissed with it, and vice versa. */
export const rejectDeposit = (
  context: PaymentContext,
  id: string,
  { reason, ...request }: DecisionRequest & { reason?: string | undefined },
) =>
  decide(
    context,
    id,
    "deposit_rejected",
    { ...request, note: reason },
    async (connection, { id, provider, payment_id: paymentId }) => {
      const { actor } = request.by;
      const deposit = await rejectLocked(context, connection, id, { actor, reason });
      if (paymentId !== null) {
        const key = paymentKey(provider, paymentId);
        await resolveItem(context, connection, key, { resolution: DISMISSED, actor });
      }
      return { deposit };
    },
  );

/**
 * Runs a decision, once for each idempotency key, and informs the user after the commit. The deposit's row is locked first,
 * so of concurrent administrators, callbacks and polls the second finds it decided.
 */
function decide(
  context: PaymentContext,
  id: string,
  action: AuditAction,
  { by, idempotency, note }: Approval,
  work: Work,
): Promise<AdminDeposit | Refused | Replayed> {
  return answerOnce(context, by.actor, idempotency, async () => {
    const outcome = await transaction(context.database, async (connection) => {
      const deposit = await lockDeposit(connection, id);
      if (deposit === undefined) return refuse("not_found");
      const { user_id: subject, user_email } = deposit;
      const refusal = await lockDecider(connection, by, subject, "cashier");
      if (refusal !== undefined) return refusal;
      if (!isOpen(deposit)) return refuse("deposit_not_open");
      const decided = await work(connection, deposit);
      if (isRefused(decided)) return decided;
      const waits = "awaiting" in decided;
      const answer = toAdminDeposit(
        waits
          ? { ...deposit, ...decided }
          : { ...decided.deposit, user_email, attention: null, screening: deposit.screening, awaiting: null },
      );
      const at = dateOf(context.clock);
      await recordAnswer(connection, by.actor, idempotency, answer, at, subject);
      if (!waits) {
        const changes = changedFields(
          { ...stateOf(deposit), ...decided.before },
          { ...stateOf(decided.deposit), ...(decided.balance && { balance: decided.balance }) },
          ["amount"],
        );
        const { proposedBy } = decided;
        await recordAudit(
          connection,
          { action, by, subject, target: deposit.id, ...changes, reason: note, proposedBy },
          at,
        );
      }
      return { done: waits ? undefined : decided, answer };
    });
    if (isRefused(outcome)) return outcome;
    const { done, answer } = outcome;
    if (done !== undefined) announceDeposit(context.bus, done);
    return answer;
  });
}

type OwnedDepositRow = DepositRow &
  ScreeningColumn & {
    user_email: string;
    attention: AttentionReason | null;
  };

async function lockDeposit(connection: Queryable, id: string): Promise<OwnedDepositRow | undefined> {
  const { rows } = await connection.query<OwnedDepositRow>(
    `select d.*, u.email as user_email, i.reason as attention, ${SCREENING_COLUMN}
     from deposit_transactions d join users u on u.id = d.user_id ${JOIN_ATTENTION} ${joinScreening("d.id")}
     where d.id = $1 for update of d`,
    [id],
  );
  return rows[0];
}

const stateOf = (deposit: DepositRow): AuditState => ({
  amount: deposit.amount,
  status: deposit.status,
  failureReason: deposit.failure_reason,
  credited: deposit.credited,
});
