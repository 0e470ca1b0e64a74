import type { AdminDeposit } from "@veritick/contract/schemas/admin-payments.ts";
import type { AttentionReason } from "@veritick/contract/schemas/attention.ts";
import type { AuditAction } from "@veritick/contract/audit-names.ts";
import type { AuditState } from "@veritick/contract/schemas/admin.ts";
import { formatMinor, minor, parseMinor, ZERO } from "@veritick/domain/money.ts";
import { bookingOf, isAwaited, uncovered } from "@veritick/domain/payments.ts";
import { decide } from "../../approvals/public.ts";
import type { Decision, DecisionRequest } from "../../approvals/public.ts";
import { changedFields } from "../../audit/public.ts";
import { claimFunds } from "../../ledger/public.ts";
import { afterCommit } from "../../platform/db/database.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { isRefused, refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import { DISMISSED, resolveQuestion } from "../attention/items.ts";
import { bookPayment } from "../book-payment.ts";
import type { PaymentContext } from "../context.ts";
import { announceDeposit, DEPOSIT_COLUMNS, lockBalance, rejectLocked } from "../deposit.ts";
import type { ChangedDeposit, DepositRow } from "../deposit.ts";
import { CREDITED, factsOf, lockPayment, planReads, recordOf } from "../payment.ts";
import { JOIN_ATTENTION, toAdminDeposit } from "./list-deposits.ts";
import { screenFirst } from "../screening/screen-subjects.ts";
import { joinScreening, refuseUncleared, SCREENING_COLUMN } from "../screening/screenings.ts";
import type { ScreeningColumn, Subject } from "../screening/screenings.ts";

type OwnedDepositRow = DepositRow &
  ScreeningColumn & { user_email: string; attention: AttentionReason | null };

/**
 * Credits an open deposit with the requested amount. If its payment is on the attention list, this decides the item too, so
 * that nobody credits the same payment again. Any amount beyond the arrived money needs a reason and comes from the house's
 * funds.
 */
export async function approveDeposit(
  context: PaymentContext,
  id: string,
  { note, ...request }: DecisionRequest & { note?: string | undefined },
) {
  await screenFirst(context, async (connection) => {
    const deposit = await lockDeposit(connection, id);
    return deposit !== undefined && isOpen(deposit) ? subjectOf(deposit) : undefined;
  });
  return decideOpen(context, id, request, async (decision, deposit) => {
    const { connection } = decision;
    const refusal =
      decision.refuseOwnAccount() ?? (await refuseUncleared(context, connection, subjectOf(deposit)));
    if (refusal !== undefined) return refusal;
    const { actor } = request.by;
    const amount = parseMinor(deposit.amount);
    if ((await lockBalance(connection, deposit.user_id, amount)) === "too_large") {
      return refuse("balance_too_large");
    }
    const payment = (await lockPayment(connection, id))!;
    const facts = factsOf(payment.row);
    const record = await recordOf(context, connection, payment);
    // In the sandbox no money moves.
    const trusted = context.provider.sandbox ? ZERO : uncovered(facts, amount);
    if (trusted > 0n && note === undefined) return refuse("note_required", { field: "note" });
    if (trusted > 0n && !(await claimFunds(connection, context.stripe, trusted))) {
      return refuse("house_funds_insufficient");
    }
    const result = await decision.propose({ action: "deposit_approved", target: id, amount, note });
    if (isRefused(result)) return result;
    if (result.waits) return toAdminDeposit({ ...deposit, awaiting: result.awaiting });
    const target = bookingOf(facts, record, { amount, to: "user", trusted });
    const booking = { target, deposit, trusted, actor, note };
    const changed = (await bookPayment(context, connection, payment.row, booking))!;
    await planReads(context, connection, payment.row, isAwaited(facts, target));
    // In our asset, what the approved amount does not cover stays open. Another asset is credited as a whole.
    if (!facts.isOurAsset || facts.paid <= target.credited) {
      await resolveQuestion(context, connection, payment.row, { resolution: CREDITED, actor });
    }
    return finish(context, decision, deposit, { action: "deposit_approved", changed, reason: note });
  });
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
  decideOpen(context, id, request, async (decision, deposit) => {
    const { connection } = decision;
    const { actor } = request.by;
    const { row } = (await lockPayment(connection, id))!;
    const rejected = await rejectLocked(context, connection, id, { actor, reason });
    await resolveQuestion(context, connection, row, { resolution: DISMISSED, actor });
    const changed = { deposit: rejected };
    return finish(context, decision, deposit, { action: "deposit_rejected", changed, reason });
  });

const decideOpen = (
  context: PaymentContext,
  id: string,
  request: DecisionRequest,
  work: (decision: Decision, deposit: OwnedDepositRow) => Promise<AdminDeposit | Refused>,
) =>
  decide(context, request, {
    role: "cashier",
    lock: (connection) => lockDeposit(connection, id),
    work: async (decision, deposit) =>
      isOpen(deposit) ? work(decision, deposit) : refuse("deposit_not_open"),
  });

/** Records the change of a deposit, has its owner told after the commit, and returns the answer. */
async function finish(
  { bus }: PaymentContext,
  { connection, audit }: Decision,
  before: OwnedDepositRow,
  { action, changed, reason }: { action: AuditAction; changed: ChangedDeposit; reason: string | undefined },
): Promise<AdminDeposit> {
  const { deposit, balance } = changed;
  const lower = balance && formatMinor(minor(parseMinor(balance) - parseMinor(before.amount)));
  const changes = changedFields(
    { ...stateOf(before), ...(lower && { balance: lower }) },
    { ...stateOf(deposit), ...(balance && { balance }) },
    ["amount"],
  );
  await audit({ action, target: deposit.id, ...changes, reason });
  afterCommit(connection, () => announceDeposit(bus, changed));
  const { user_email, screening } = before;
  return toAdminDeposit({ ...deposit, user_email, attention: null, screening, awaiting: null });
}

async function lockDeposit(connection: Queryable, id: string): Promise<OwnedDepositRow | undefined> {
  const { rows } = await connection.query<OwnedDepositRow>(
    `select ${DEPOSIT_COLUMNS}, u.email as user_email, i.reason as attention, ${SCREENING_COLUMN}
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
