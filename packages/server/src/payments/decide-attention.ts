import type { AttentionItem } from "@veritick/contract/schemas/attention.ts";
import { formatMinor, minor, parseMinor, ZERO } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { bookingOf, isAwaited, mostCreditable } from "@veritick/domain/payments.ts";
import { decide } from "../approvals/public.ts";
import type { Decision, DecisionRequest } from "../approvals/public.ts";
import { changedFields } from "../audit/public.ts";
import { claimFunds } from "../ledger/public.ts";
import { dateOf } from "../platform/clock.ts";
import { afterCommit } from "../platform/db/database.ts";
import type { Queryable } from "../platform/db/database.ts";
import { newId } from "../platform/ids.ts";
import { isRefused, refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import { DISMISSED, resolveItem, resolveQuestion } from "./attention/items.ts";
import { findAttention, toAttentionItem } from "./attention/list-attention.ts";
import type { AttentionRow } from "./attention/list-attention.ts";
import { findRecipient } from "./attention/find-recipient.ts";
import { bookPayment } from "./book-payment.ts";
import type { PaymentContext } from "./context.ts";
import { announceDeposit, DEPOSIT_COLUMNS, lockBalance, rejectLocked } from "./deposit.ts";
import type { DepositRow } from "./deposit.ts";
import {
  CREDITED,
  factsOf,
  ledToCredit,
  lockPayment,
  moneyOf,
  ownDeposit,
  planReads,
  recordOf,
  saysTaken,
  SET_ASIDE,
} from "./payment.ts";
import type { LockedPayment, PaymentRow } from "./payment.ts";
import { OUR_ASSET } from "./provider.ts";
import { screenFirst } from "./screening/screen-subjects.ts";
import { endScreening, lockHeldPayment, refuseUncleared } from "./screening/screenings.ts";
import type { Subject } from "./screening/screenings.ts";

/** An administrator's decision about an item of the attention list. */
type ItemRequest = DecisionRequest & { note: string };
/** A decision to credit. `to` names the recipient of a payment without a user. */
type Credit = ItemRequest & { amount: Minor; to?: string | undefined };

/**
 * Credits a payment that no rule decides, to its user or, if it has none, to a user that the administrator names or to
 * `house:unclaimed`. As everywhere, the payment is locked first and the item last: of two administrators who decide at once,
 * the second finds the item resolved.
 */
export async function creditPayment(context: PaymentContext, id: string, request: Credit) {
  await screenFirst(context, async (connection) => {
    const item = await findAttention(connection, id, "for update of i");
    // A credit that is refused for its amount must not replace the screening of one that is held.
    if (item?.payment === undefined || request.amount > mostOf(item, item.payment)) return undefined;
    const recipient = await findRecipient(connection, item.user_id, request.to);
    return isRefused(recipient) ? undefined : subjectOf(item, recipient.userId, request.amount);
  });
  return decide(context, request, {
    role: "cashier",
    async lock(connection) {
      const found = await findAttention(connection, id);
      if (found === undefined) return undefined;
      const payment = await lockPaymentOf(connection, found);
      const ownerId = found.user_id ?? payment?.row.user_id ?? null;
      const recipient = await findRecipient(connection, ownerId, request.to);
      return { found, payment, recipient, user_id: isRefused(recipient) ? ownerId : recipient.userId };
    },
    work: (decision, locked) => credit(context, decision, locked, request),
  });
}

/** Locks the payment that an item is about, after its deposit. Items are locked after payments. */
const lockPaymentOf = async (connection: Queryable, { payment }: AttentionRow) =>
  payment === undefined ? undefined : lockPayment(connection, payment.id);

/**
 * Returns the most that an administrator may credit because of an item, in 1e-8 USDMS: what is left to decide or, once the
 * item is closed, the amount that was set aside. Before any answer of the provider nothing is known to have arrived.
 */
function mostOf(item: AttentionRow, row: PaymentRow): Minor {
  if (item.resolved_at !== null) return parseMinor(row.set_aside);
  if (row.asset === null) return ZERO;
  return mostCreditable(factsOf(row), { ...moneyOf(row), isListedAsTaken: saysTaken(item) });
}

/** Returns the subject of a payment's screening before its credit. Returns undefined if no user gets it yet. */
const subjectOf = (item: AttentionRow, userId: string | null, amount: Minor): Subject | undefined =>
  userId === null
    ? undefined
    : {
        kind: "payment",
        id: item.id,
        userId,
        amount,
        address: item.payment?.pay_address ?? item.payment?.details["pay_address"] ?? null,
        transactionHash: item.payment?.details["payin_hash"] ?? null,
      };

type Locked = {
  /** The item, which is not locked yet. */
  found: AttentionRow;
  payment: LockedPayment | undefined;
  recipient: { userId: string | null } | Refused;
  user_id: string | null;
};

async function credit(
  context: PaymentContext,
  decision: Decision,
  { found, payment, recipient, user_id: userId }: Locked,
  request: Credit,
): Promise<AttentionItem | Refused> {
  const { connection } = decision;
  const { amount, note } = request;
  const isOwn = decision.refuseOwnAccount();
  if (isOwn !== undefined) return isOwn;
  const room = userId === null ? undefined : await lockBalance(connection, userId, amount);
  // Stripes are locked before items, and a credit may move the provider's fee or an advance.
  await claimFunds(connection, context.stripe, ZERO);
  const item = await findAttention(connection, found.id, "for update of i");
  if (item === undefined) return refuse("not_found");
  const row = payment?.row;
  // Money that was set aside can be credited to its owner once, after the item is closed.
  const isForSomebody = isRefused(recipient) || userId !== null;
  const isClaim = item.resolved_at !== null && isForSomebody && parseMinor(row?.set_aside ?? "0") > 0n;
  if (item.resolved_at !== null && !isClaim) return refuse("attention_resolved");
  if (isRefused(recipient)) return recipient;
  if (room === "gone" || payment === undefined || row === undefined || item.user_id !== found.user_id) {
    return refuse("attention_not_creditable");
  }
  if (!isClaim && isCreditedElsewhere(item, row)) return refuse("attention_not_creditable");
  const most = mostOf(item, row);
  if (amount > most) {
    return refuse("credit_too_large", { field: "amount", values: { amount: shortest(most) } });
  }
  if (room === "too_large") return refuse("balance_too_large", { field: "amount" });
  const screened = subjectOf(item, userId, amount);
  const uncleared = screened && (await refuseUncleared(context, connection, screened));
  if (uncleared !== undefined) return uncleared;
  const result = await decision.propose({ action: "payment_credited", target: item.id, amount, note });
  if (isRefused(result)) return result;
  if (result.waits) return toAttentionItem({ ...item, awaiting: result.awaiting });
  return carryOut(context, decision, { item, payment, userId, isClaim }, request);
}

type Plan = {
  item: AttentionRow;
  payment: LockedPayment;
  /** The recipient; null if the payment is set aside. */
  userId: string | null;
  /** True if the money was set aside before. */
  isClaim: boolean;
};

async function carryOut(
  context: PaymentContext,
  { connection, audit }: Decision,
  { item, payment, userId, isClaim }: Plan,
  { amount, by, note }: Credit,
): Promise<AttentionItem> {
  const { row } = payment;
  const { actor } = by;
  const facts = factsOf(row);
  const record = await recordOf(context, connection, payment);
  const to = userId === null ? "unclaimed" : isClaim ? "claimed" : "user";
  const target = bookingOf(facts, record, { amount, to, trusted: ZERO });
  const deposit =
    userId === null ? undefined : await depositFor(context, connection, payment, userId, amount);
  const changed = await bookPayment(context, connection, row, { target, deposit, actor, note });
  await planReads(context, connection, row, isAwaited(facts, target));
  // A verdict covers one credit. If nobody gets the money yet, a verdict about somebody is void.
  await endScreening(context, connection, item.id);
  const resolution = target.setAside > 0n ? SET_ASIDE : CREDITED;
  const balance = changed && formatMinor(minor(parseMinor(changed.balance) - amount));
  await audit({
    action: "payment_credited",
    target: item.id,
    before: {
      resolution: item.resolution,
      credited: formatMinor(record.booked.credited),
      ...(balance !== undefined && { balance }),
    },
    after: {
      credited: formatMinor(target.credited),
      resolution,
      ...(changed === undefined ? { unclaimed: formatMinor(amount) } : { balance: changed.balance }),
    },
    reason: note,
  });
  await resolveQuestion(context, connection, row, { resolution, actor, note, deposit, isAgain: isClaim });
  if (changed !== undefined) afterCommit(connection, () => announceDeposit(context.bus, changed));
  return readItem(connection, item);
}

/**
 * Returns the deposit that a credit goes to: the payment's own, unless it is credited already, or a new one. From then on the
 * payment belongs to the recipient.
 */
async function depositFor(
  { clock }: PaymentContext,
  connection: Queryable,
  payment: LockedPayment,
  userId: string,
  amount: Minor,
): Promise<DepositRow> {
  const own = ownDeposit(payment);
  if (own !== undefined && own.status !== "confirmed") return own;
  const { row } = payment;
  await connection.query("update payments set user_id = coalesce(user_id, $2) where id = $1", [
    row.id,
    userId,
  ]);
  const { rows } = await connection.query<DepositRow>(
    `insert into deposit_transactions as d (id, user_id, amount, provider, payment_id, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $6) returning ${DEPOSIT_COLUMNS}`,
    [newId(clock.nowMs()), userId, formatMinor(amount), row.provider, row.payment_id, dateOf(clock)],
  );
  return rows[0]!;
}

const readItem = async (connection: Queryable, { id }: AttentionRow): Promise<AttentionItem> =>
  toAttentionItem((await findAttention(connection, id))!);

/** Formats an amount with at least two decimals, and without further zeros at the end. */
const shortest = (amount: Minor): string => formatMinor(amount).replace(/0{1,6}$/, "");

/**
 * Returns true if an approval of its deposit credited a payment in another asset before the payment was known to need a
 * decision. The platform cannot tell how much of it that credit covers, so it must not be credited again.
 */
const isCreditedElsewhere = ({ history }: AttentionRow, { asset, credited }: PaymentRow): boolean =>
  asset !== OUR_ASSET && parseMinor(credited) > 0n && !history.some(ledToCredit);

/**
 * Closes an item without moving money. Some items close otherwise: that of a payout in progress when its withdrawal is
 * marked as paid or failed, that of a position when it is settled, and that of a screening when its deposit or withdrawal is
 * allowed or rejected. Closing that of a payment gives up the credit that the screening holds, and the payment waits as before.
 */
export const dismissAttention = (context: PaymentContext, id: string, request: ItemRequest) =>
  decide(context, request, {
    role: "cashier",
    async lock(connection) {
      const found = await findAttention(connection, id);
      if (found === undefined) return undefined;
      return { found, payment: await lockPaymentOf(connection, found), user_id: found.user_id };
    },
    work: (decision, locked) => dismiss(context, decision, locked, request),
  });

async function dismiss(
  context: PaymentContext,
  decision: Decision,
  { found, payment }: Pick<Locked, "found" | "payment">,
  { by, note }: ItemRequest,
): Promise<AttentionItem | Refused> {
  const { connection } = decision;
  const { actor } = by;
  const own = payment && ownDeposit(payment);
  // Closing an item may decide about money: that a withdrawal was not paid, or that a credit stays.
  const isOwn = decision.refuseOwnAccount();
  if (isOwn !== undefined) return isOwn;
  const held = await lockHeldPayment(connection, found);
  const item = await findAttention(connection, found.id, "for update of i");
  if (item === undefined) return refuse("not_found");
  // It may have got its user, or lost them, since it was found.
  decision.subject = item.user_id;
  if (item.resolved_at !== null) return refuse("attention_resolved");
  if (item.kind === "position") return refuse("attention_of_position");
  const isScreened = item.kind === "screening";
  if (isScreened && held === undefined && context.screening !== undefined) {
    return refuse("attention_of_screening");
  }
  if (!isScreened && item.withdrawal_id !== null && (await isProcessing(connection, item.withdrawal_id))) {
    return refuse("attention_of_withdrawal");
  }
  // The deposit is rejected with the item, so that no later message of the provider credits this money automatically.
  const deposit =
    own === undefined || own.status === "confirmed" || own.failure_reason === "rejected"
      ? undefined
      : await rejectLocked(context, connection, own.id, by);
  const resolution = { resolution: DISMISSED, actor, note };
  if (payment === undefined) await resolveItem(context, connection, item.key, resolution);
  else await resolveQuestion(context, connection, payment.row, resolution);
  if (held !== undefined) await endScreening(context, connection, held);
  const changes = changedFields(
    { resolution: null, depositStatus: own?.status ?? null },
    { resolution: DISMISSED, depositStatus: (deposit ?? own)?.status ?? null },
  );
  await decision.audit({ action: "attention_dismissed", target: item.id, ...changes, reason: note });
  if (deposit !== undefined) afterCommit(connection, () => announceDeposit(context.bus, { deposit }));
  return readItem(connection, item);
}

async function isProcessing(connection: Queryable, withdrawalId: string): Promise<boolean> {
  const { rowCount } = await connection.query(
    "select from withdrawal_transactions where id = $1 and status = 'processing'",
    [withdrawalId],
  );
  return rowCount === 1;
}
