import type { AuditState } from "@veritick/contract/schemas/admin.ts";
import type { AttentionItem } from "@veritick/contract/schemas/attention.ts";
import { formatMinor, minor, parseMinor, ZERO } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { LARGEST_CREDIT } from "@veritick/domain/payments.ts";
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
import {
  CREDITED,
  DISMISSED,
  findAttention,
  resolveItem,
  SET_ASIDE,
  toAttentionItem,
} from "./attention/items.ts";
import type { AttentionRow } from "./attention/items.ts";
import { claim, findRecipient, setAside } from "./attention/unclaimed.ts";
import type { PaymentContext } from "./context.ts";
import { listedFee, payFee } from "./deposits/provider-fees.ts";
import { announceDeposit, creditDeposit, lockBalance, rejectLocked } from "./deposit.ts";
import type { DepositRow } from "./deposit.ts";
import { creditedOfPayment, lockUnknown } from "./deposits/payment-origin.ts";
import type { CreditedSoFar } from "./deposits/payment-origin.ts";
import { screenFirst } from "./screening/screen-subjects.ts";
import { endScreening, lockHeldPayment, refuseUncleared } from "./screening/screenings.ts";
import type { Subject } from "./screening/screenings.ts";
import { OUR_ASSET } from "./provider.ts";

/** An administrator's decision about an item of the attention list. */
type ItemRequest = DecisionRequest & { note: string };
/** A decision to credit. `to` names the recipient of a payment without a user. */
type Credit = ItemRequest & { amount: Minor; to?: string | undefined };

/**
 * Credits a payment that no rule decides, to its user or, if it has none, to a user that the administrator names or to
 * `house:unclaimed`. As everywhere, deposits are locked first and the item last: of two administrators who decide at once,
 * the second finds the item resolved.
 */
export async function creditPayment(context: PaymentContext, id: string, request: Credit) {
  await screenFirst(context, async (connection) => {
    const item = await findAttention(connection, id, "for update of i");
    if (item?.kind !== "payment" || (item.resolved_at !== null && item.set_aside === null)) return undefined;
    // A credit that is refused for its amount must not replace the screening of one that is held.
    const sofar = await creditedOfPayment(connection, item.provider, item.payment_id ?? "");
    if (request.amount > mostCreditable(item, sofar)) return undefined;
    const recipient = await findRecipient(connection, item.user_id, request.to);
    return isRefused(recipient) ? undefined : subjectOf(item, recipient.userId, request.amount);
  });
  return decide(context, request, {
    role: "cashier",
    async lock(connection) {
      const found = await findAttention(connection, id);
      if (found === undefined) return undefined;
      const own = await lockPaymentDeposit(connection, found);
      const ownerId = found.user_id ?? own?.user_id ?? null;
      const recipient = await findRecipient(connection, ownerId, request.to);
      return { found, own, recipient, user_id: isRefused(recipient) ? ownerId : recipient.userId };
    },
    work: (decision, locked) => credit(context, decision, locked, request),
  });
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
        address: item.details["pay_address"] ?? null,
        transactionHash: item.details["payin_hash"] ?? null,
      };

type Locked = {
  /** The item, which is not locked yet. */
  found: AttentionRow;
  /** The payment's own deposit, if it has one. */
  own: DepositRow | undefined;
  recipient: { userId: string | null } | Refused;
  user_id: string | null;
};

async function credit(
  context: PaymentContext,
  decision: Decision,
  { found, own, recipient, user_id: userId }: Locked,
  request: Credit,
): Promise<AttentionItem | Refused> {
  const { connection } = decision;
  const { amount, note } = request;
  const isOwn = decision.refuseOwnAccount();
  if (isOwn !== undefined) return isOwn;
  const room = userId === null ? undefined : await lockBalance(connection, userId, amount);
  const fee = await claimFee(context, connection, found);
  const item = await findAttention(connection, found.id, "for update of i");
  if (item === undefined) return refuse("not_found");
  const sofar = await creditedOfPayment(connection, item.provider, item.payment_id ?? "");
  // Money that was set aside can be credited to its owner once, after the item is closed.
  const isForSomebody = isRefused(recipient) || userId !== null;
  const isClaim = item.resolved_at !== null && isForSomebody && sofar.setAside > 0n;
  if (item.resolved_at !== null && !isClaim) return refuse("attention_resolved");
  if (isRefused(recipient)) return recipient;
  if (room === "gone" || item.kind !== "payment" || item.user_id !== found.user_id) {
    return refuse("attention_not_creditable");
  }
  if (!isClaim && isCreditedElsewhere(item, sofar.credited)) return refuse("attention_not_creditable");
  const most = mostCreditable(item, sofar);
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
  return carryOut(context, decision, { item, own, sofar, userId, isClaim, fee }, request);
}

type Plan = {
  item: AttentionRow;
  /** The payment's own deposit, if it has one. */
  own: DepositRow | undefined;
  sofar: CreditedSoFar;
  /** The recipient; null if the payment is set aside. */
  userId: string | null;
  /** True if the money was set aside before. */
  isClaim: boolean;
  /** The provider's fee that the books have not taken yet. */
  fee: Minor;
};

/**
 * Returns the provider's fee that the books have not taken yet. The stripe that pays it is locked here, because stripes are
 * locked before items.
 */
async function claimFee(
  context: PaymentContext,
  connection: Queryable,
  { provider, payment_id: paymentId }: AttentionRow,
): Promise<Minor> {
  if (paymentId === null) return ZERO;
  const fee = await listedFee(connection, { provider, paymentId });
  // The provider has kept the fee, so the house pays it even if its funds do not cover it.
  if (fee > 0n) await claimFunds(connection, context.stripe, fee);
  return fee;
}

async function carryOut(
  context: PaymentContext,
  { connection, audit }: Decision,
  { item, own, sofar, userId, isClaim, fee }: Plan,
  { amount, by, note }: Credit,
): Promise<AttentionItem> {
  const { actor } = by;
  const moved = { payment: item, amount, actor, note };
  const record = (before: AuditState, after: AuditState) =>
    audit({
      action: "payment_credited",
      target: item.id,
      before: { resolution: item.resolution, credited: formatMinor(sofar.credited), ...before },
      after: { credited: formatMinor(minor(sofar.credited + (isClaim ? ZERO : amount))), ...after },
      reason: note,
    });
  const pay = () =>
    payFee(context, connection, { provider: item.provider, paymentId: item.payment_id! }, fee);
  if (userId === null) {
    await setAside(context, connection, moved);
    await pay();
    // Nobody gets the money yet, so a verdict about somebody is void.
    await endScreening(context, connection, item.id);
    await record({}, { resolution: SET_ASIDE, unclaimed: formatMinor(amount) });
    await resolveItem(context, connection, item.key, { resolution: SET_ASIDE, actor, note });
    return readItem(connection, item);
  }
  const deposit =
    own === undefined || own.status === "confirmed"
      ? await recordPart(context, connection, item, { userId, amount, paymentId: sofar.nextPaymentId })
      : own;
  if (isClaim) await claim(context, connection, deposit.id, moved);
  const changed = await creditDeposit(context, connection, deposit, { amount, actor, note });
  await pay();
  // A verdict covers one credit. The rest of the money set aside needs another.
  await endScreening(context, connection, item.id);
  const resolution = isClaim && amount < sofar.setAside ? SET_ASIDE : CREDITED;
  const balance = formatMinor(minor(parseMinor(changed.balance) - amount));
  await record({ balance }, { resolution, balance: changed.balance });
  await resolveItem(context, connection, item.key, { resolution, actor, note, deposit, isAgain: isClaim });
  afterCommit(connection, () => announceDeposit(context.bus, changed));
  return readItem(connection, item);
}

const readItem = async (connection: Queryable, { id }: AttentionRow): Promise<AttentionItem> =>
  toAttentionItem((await findAttention(connection, id))!);

/**
 * Creates the deposit of a payment without one, or of a further part of a credited payment. The first deposit of a payment
 * takes over the advance in its archived row, because the server repays the house from there.
 */
async function recordPart(
  { clock }: PaymentContext,
  connection: Queryable,
  item: AttentionRow,
  { userId, amount, paymentId }: { userId: string; amount: Minor; paymentId: string },
): Promise<DepositRow> {
  const { rows } = await connection.query<DepositRow>(
    `with closed as (
       select on_trust from closed_payments where provider = $4 and payment_id = $5)
     , taken as (
       update closed_payments set on_trust = null where provider = $4 and payment_id = $5 and on_trust is not null)
     insert into deposit_transactions (id, user_id, amount, provider, payment_id, on_trust, created_at, updated_at)
     values ($1, $2, $3, $4, $5, (select on_trust from closed), $6, $6) returning *`,
    [newId(clock.nowMs()), userId, formatMinor(amount), item.provider, paymentId, dateOf(clock)],
  );
  return rows[0]!;
}

/** Formats an amount with at least two decimals, and without further zeros at the end. */
const shortest = (amount: Minor): string => formatMinor(amount).replace(/0{1,6}$/, "");

/**
 * Returns the most that an administrator may credit for a payment, in 1e-8 USDMS. If its item is closed, that is the amount
 * set aside. Otherwise, in our asset, it is the arrived amount that is not credited yet. The platform does not know the rate
 * of another asset, so the administrator decides, unless the item says that nothing is left. Without an asset, nothing is
 * known to have arrived.
 */
function mostCreditable(item: AttentionRow, { credited, setAside }: CreditedSoFar): Minor {
  if (item.resolved_at !== null) return setAside;
  if (item.asset === null) return ZERO;
  if (item.asset !== OUR_ASSET) return item.amount_text === "0" ? ZERO : LARGEST_CREDIT;
  const rest = parseMinor(item.arrived_text ?? "0") - credited;
  if (rest <= 0n) return ZERO;
  return rest < LARGEST_CREDIT ? minor(rest) : LARGEST_CREDIT;
}

/**
 * Returns true if an approval of its deposit credited a payment in another asset before the payment was known to need a
 * decision. The platform cannot tell how much of it that credit covers, so it must not be credited again.
 */
const isCreditedElsewhere = ({ asset, history }: AttentionRow, credited: Minor): boolean =>
  asset !== OUR_ASSET &&
  credited > 0n &&
  !history.some(({ resolution }) => resolution === CREDITED || resolution === SET_ASIDE);

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
      return { found, own: await lockPaymentDeposit(connection, found), user_id: found.user_id };
    },
    work: (decision, locked) => dismiss(context, decision, locked, request),
  });

async function dismiss(
  context: PaymentContext,
  decision: Decision,
  { found, own }: Pick<Locked, "found" | "own">,
  { by, note }: ItemRequest,
): Promise<AttentionItem | Refused> {
  const { connection } = decision;
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
  await resolveItem(context, connection, item.key, { resolution: DISMISSED, actor: by.actor, note });
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

/**
 * Locks the deposit that an item's payment was made for, then the payment's own deposit, which it returns, and then the
 * archived payment. A payment without any of them has a lock of its own. Items are locked after deposits.
 */
async function lockPaymentDeposit(
  connection: Queryable,
  item: AttentionRow,
): Promise<DepositRow | undefined> {
  if (item.kind !== "payment") return undefined;
  await connection.query("select from deposit_transactions where id = $1 for update", [item.deposit_id]);
  const { rows } = await connection.query<DepositRow>(
    "select * from deposit_transactions where provider = $1 and payment_id = $2 for update",
    [item.provider, item.payment_id],
  );
  const closed = await connection.query(
    "select from closed_payments where provider = $1 and payment_id = $2 for update",
    [item.provider, item.payment_id],
  );
  if (
    item.payment_id !== null &&
    item.deposit_id === null &&
    rows[0] === undefined &&
    closed.rowCount === 0
  ) {
    await lockUnknown(connection, item.provider, item.payment_id);
  }
  return rows[0];
}
