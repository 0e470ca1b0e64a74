import type { Deposit } from "@veritick/contract/schemas/payments.ts";
import { formatMinor, minor, parseMinor, STORABLE_MAX, ZERO } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import type { DepositFailure, DepositStatus } from "@veritick/domain/payments.ts";
import { DEPOSIT_WATCHED_SECONDS } from "@veritick/domain/product.ts";
import { creditedOnTrust, depositCredited } from "@veritick/domain/postings.ts";
import type { Bus } from "../cluster/bus.ts";
import { addHouseFunds, claimFunds, post } from "../ledger/public.ts";
import { dateOf } from "../platform/clock.ts";
import type { Queryable } from "../platform/db/database.ts";
import { queueWebhookEvent } from "../notifications/public.ts";
import type { PaymentContext } from "./context.ts";

export type DepositRow = {
  id: string;
  user_id: string;
  amount: string;
  pay_amount: string | null;
  provider: string;
  payment_id: string | null;
  pay_address: string | null;
  /** The provider's least amount for a payment when the deposit was made. */
  least_amount: string | null;
  credited: string | null;
  /** The amount last seen in its payment, in our asset; null before any. */
  arrived: string | null;
  /**
   * The part of the payment's credits that the house has advanced, because it has not arrived or was sent back; null if none.
   * The first deposit of a payment names that of all its parts.
   */
  on_trust: string | null;
  status: DepositStatus;
  failure_reason: DepositFailure | null;
  rejection_reason: string | null;
  /** True while the screening holds its credit. */
  being_checked: boolean;
  /** The administrator who decided it, if one did. */
  decided_by: string | null;
  created_at: Date;
  updated_at: Date;
};

const watchedUntil = (createdAt: Date): Date =>
  new Date(createdAt.getTime() + DEPOSIT_WATCHED_SECONDS * 1000);

export function toDeposit(row: DepositRow): Deposit {
  return {
    id: row.id,
    userId: row.user_id,
    amount: row.amount,
    payAmount: row.pay_amount,
    paymentId: row.payment_id,
    payAddress: row.pay_address,
    leastAmount: row.least_amount,
    watchedUntil: row.pay_address === null ? null : watchedUntil(row.created_at).toISOString(),
    arrived: row.arrived,
    credited: row.credited,
    status: row.status,
    failureReason: row.failure_reason,
    rejectionReason: row.rejection_reason,
    beingChecked: row.being_checked && (row.status === "pending" || row.status === "confirming"),
    sandbox: row.provider === "sandbox",
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** The counters of the deposits that a user begins, and of those for which the provider gives no address. */
export const depositCounter = (userId: string): string => `deposits/user/${userId}`;
export const failureCounter = (userId: string): string => `deposits/failed/${userId}`;

/** A deposit that has just changed, and the user's balance if it changed too. */
export type ChangedDeposit = { deposit: DepositRow; balance?: string };

/** Pushes a changed deposit to its user. Call it after the commit. */
export function announceDeposit(bus: Bus, { deposit, balance }: ChangedDeposit): void {
  const userId = deposit.user_id;
  bus.publish({ kind: "push", userId, push: { type: "depositUpdate", deposit: toDeposit(deposit) } });
  if (balance !== undefined) {
    bus.publish({ kind: "push", userId, push: { type: "balanceUpdate", balance } });
  }
}

/**
 * Locks the user's row, after the deposit to be credited, and checks that the balance can take the amount. Returns "gone" if
 * the account was deleted.
 */
export async function lockBalance(
  connection: Queryable,
  userId: string,
  amount: Minor,
): Promise<"fits" | "too_large" | "gone"> {
  const { rows } = await connection.query<{ balance: string }>({
    name: "lock_balance",
    text: "select balance from users where id = $1 for no key update",
    values: [userId],
  });
  if (rows[0] === undefined) return "gone";
  return parseMinor(rows[0].balance) + amount > STORABLE_MAX ? "too_large" : "fits";
}

type Credit = {
  amount: Minor;
  /** The part of `amount` that the provider kept, if this credit books it. The house pays it. */
  fee?: Minor;
  /** The part of `amount` that has not arrived. The house advances it. */
  onTrust?: Minor;
  /** The administrator who decided it, if one did. `note` is the reason. */
  actor?: string;
  note?: string | undefined;
};

/**
 * Credits a deposit whose row is locked. The ledger accepts one credit for each deposit and refuses a second. If part of the
 * money has not arrived, its payment is polled further.
 */
export async function creditDeposit(
  context: PaymentContext,
  connection: Queryable,
  deposit: DepositRow,
  credit: Credit,
): Promise<{ deposit: DepositRow; balance: string }> {
  const at = dateOf(context.clock);
  const { fee = ZERO, onTrust = ZERO } = credit;
  const { rows } = await connection.query<DepositRow>(
    `update deposit_transactions set status = 'confirmed', failure_reason = null, rejection_reason = null,
       being_checked = false, credited = $2, updated_at = $3,
       decided_by = coalesce($4, decided_by), decided_at = case when $4::uuid is null then decided_at else $3 end,
       on_trust = coalesce($5, on_trust), next_poll_at = case when $5::numeric is not null then next_poll_at end
     where id = $1 returning *`,
    [
      deposit.id,
      formatMinor(credit.amount),
      at,
      credit.actor ?? null,
      onTrust > 0n ? formatMinor(onTrust) : null,
    ],
  );
  const decider = {
    ...(credit.actor === undefined ? {} : { actor: credit.actor }),
    ...(credit.note === undefined ? {} : { note: credit.note }),
  };
  const balances = await post(connection, {
    kind: "deposit_credited",
    reference: deposit.id,
    entries: depositCredited({
      userId: deposit.user_id,
      provider: deposit.provider,
      amountMinor: credit.amount,
      providerFeeMinor: fee,
    }),
    at,
    ...decider,
  });
  await queueWebhookEvent(connection, at, "deposit.credited", {
    depositId: deposit.id,
    userId: deposit.user_id,
    amount: formatMinor(credit.amount),
  });
  const { id: reference, provider } = deposit;
  if (onTrust > 0n)
    await advance(context, connection, { reference, provider, amountMinor: onTrust, ...decider });
  if (fee > 0n) await addHouseFunds(connection, context.stripe, minor(-fee));
  return { deposit: rows[0]!, balance: balances.get(deposit.user_id)! };
}

type Advance = { reference: string; provider: string; amountMinor: Minor; actor?: string; note?: string };

/**
 * Books money that custody lacks although the books counted it. The house advances it, even if its funds do not cover it.
 * The funds are claimed first, so that no other stripe promises them.
 */
export async function advance(
  { clock, stripe }: Pick<PaymentContext, "clock" | "stripe">,
  connection: Queryable,
  { provider, amountMinor, ...booked }: Advance,
): Promise<void> {
  await claimFunds(connection, stripe, amountMinor);
  const entries = creditedOnTrust({ provider, amountMinor });
  await post(connection, { kind: "credited_on_trust", entries, at: dateOf(clock), ...booked });
  await addHouseFunds(connection, stripe, minor(-amountMinor));
}

/**
 * Rejects a deposit whose row is locked, and notifies its owner with the reason. Its payment is polled as long as planned:
 * money that arrives later goes to the attention list instead of being lost.
 */
export async function rejectLocked(
  { clock, notifier }: PaymentContext,
  connection: Queryable,
  id: string,
  { actor, reason }: { actor: string; reason?: string | undefined },
): Promise<DepositRow> {
  const { rows } = await connection.query<DepositRow>(
    `update deposit_transactions set status = 'failed', failure_reason = 'rejected', updated_at = $2,
       decided_by = $3, decided_at = $2, rejection_reason = $4
     where id = $1 returning *`,
    [id, dateOf(clock), actor, reason ?? null],
  );
  const deposit = rows[0]!;
  await notifier.notify(connection, deposit.user_id, "deposit_rejected", { ref: id });
  return deposit;
}
