import { minor, parseMinor } from "@veritick/domain/money.ts";
import { bookingOf, decidePayment, isAwaited } from "@veritick/domain/payments.ts";
import type { PaymentDecision } from "@veritick/domain/payments.ts";
import { isHeld } from "@veritick/domain/screening.ts";
import { lapseApprovalOf } from "../approvals/public.ts";
import { dateOf } from "../platform/clock.ts";
import { transaction } from "../platform/db/database.ts";
import type { Queryable } from "../platform/db/database.ts";
import { askAboutPayment, resolveQuestion, settleAnswered } from "./attention/items.ts";
import { bookPayment } from "./book-payment.ts";
import type { PaymentContext } from "./context.ts";
import { announceDeposit, DEPOSIT_COLUMNS, lockBalance } from "./deposit.ts";
import type { ChangedDeposit, DepositRow } from "./deposit.ts";
import {
  differencesOf,
  lockNamedPayment,
  ownDeposit,
  planReads,
  recordAnswer,
  recordOf,
  versionOf,
} from "./payment.ts";
import type { LockedPayment } from "./payment.ts";
import type { ProviderPayment } from "./provider.ts";
import { findScreeningHold } from "./screening/screenings.ts";

/** The most reads of a payment in one go. Each further one follows a change that happened during the read before. */
const MOST_READS = 5;

/**
 * Reads a payment and applies the answer. Callbacks, polls and the daily comparison all end here. It is safe to repeat, at the
 * same time, on any process: an answer that may be older than what is on record is read again.
 *
 * @returns the payment as it was applied
 */
export async function applyPayment(context: PaymentContext, paymentId: string): Promise<ProviderPayment> {
  const { database, provider } = context;
  for (let reads = 0; reads < MOST_READS; reads += 1) {
    const version = await versionOf(database, provider.name, paymentId);
    const answer = await provider.readPayment(paymentId);
    const applied = await transaction(database, (connection) => apply(context, connection, answer, version));
    if (applied === "older") continue;
    if (applied !== undefined) announceDeposit(context.bus, applied);
    return answer;
  }
  throw new Error("the payment changed during each of its reads");
}

/**
 * Applies an answer: locks the payment, lets the domain decide, brings the books there and moves the deposit. Returns "older"
 * if the payment is no longer as it was before the read.
 */
async function apply(
  context: PaymentContext,
  connection: Queryable,
  answer: ProviderPayment,
  version: number,
): Promise<ChangedDeposit | "older" | undefined> {
  const payment = await lockNamedPayment(context, connection, answer);
  const { row } = payment;
  if (row.version !== version) return "older";
  const deposit = ownDeposit(payment);
  const differs = deposit === undefined ? "" : differencesOf(deposit, answer);
  const isNews = await recordAnswer(context, connection, payment, answer, differs);
  if (answer.state === "unknown" && isNews) {
    const { paymentId, details } = answer;
    context.log.warn({ paymentId, details }, "a payment is in an unknown state");
  }
  const record = await recordOf(context, connection, payment);
  const wanted = decidePayment(answer, record);
  const stopped = await stopCredit(context, connection, payment, answer, wanted);
  const decision: PaymentDecision & Move =
    stopped === undefined ? wanted : { ...stopped, booked: bookingOf(answer, record) };

  const credited = await bookPayment(context, connection, row, { target: decision.booked, deposit });
  if (credited !== undefined) {
    await resolveQuestion(context, connection, row, { resolution: "credited by itself" });
  }
  const moved = credited ?? (deposit && (await moveDeposit(context, connection, deposit, decision)));
  const told = moved ?? (deposit && (await findNews(connection, deposit)));
  const isOpen = ["pending", "confirming"].includes((moved?.deposit ?? deposit)?.status ?? "");
  const isRead = isOpen || stopped !== undefined || isAwaited(answer, decision.booked);
  await planReads(context, connection, row, isRead);
  if (decision.asks === undefined) await settleAnswered(context, connection, row);
  else {
    const isAsked = await askAboutPayment(context, connection, payment, decision.asks, isNews);
    // Two administrators must decide about the same facts. Approving the deposit decides the item too.
    if (isAsked && deposit !== undefined)
      await lapseApprovalOf(connection, deposit.id, dateOf(context.clock));
  }
  return told;
}

/** Returns a deposit whose payment shows something else to its owner now. */
async function findNews(
  connection: Queryable,
  { id, arrived, takes_more: tookMore }: DepositRow,
): Promise<ChangedDeposit | undefined> {
  const { rows } = await connection.query<DepositRow>(
    `select ${DEPOSIT_COLUMNS} from deposit_transactions d where d.id = $1`,
    [id],
  );
  const now = rows[0]!;
  return now.arrived === arrived && now.takes_more === tookMore ? undefined : { deposit: now };
}

/** What happens to the deposit. `isHeld` is true while the screening holds its credit. */
type Move = Pick<PaymentDecision, "moves"> & { readonly isHeld?: boolean };
type Stopped = Move & Pick<PaymentDecision, "asks">;

/** Returns what happens instead of a credit by rule if the screening holds it, or if the balance cannot take it. */
async function stopCredit(
  context: PaymentContext,
  connection: Queryable,
  payment: LockedPayment,
  answer: ProviderPayment,
  { booked, moves }: PaymentDecision,
): Promise<Stopped | undefined> {
  const deposit = ownDeposit(payment);
  if (moves !== "confirmed" || deposit === undefined) return undefined;
  const holding = await findScreeningHold(context, connection, {
    kind: "deposit",
    id: deposit.id,
    userId: deposit.user_id,
    amount: booked.credited,
    address: deposit.pay_address,
    transactionHash: answer.details["payin_hash"] ?? null,
  });
  if (holding !== undefined && deposit.status === "confirmed") {
    // Nobody can reject a deposit of which a part is credited. So a person decides about the rest.
    return { moves: undefined, asks: isHeld(holding) ? "more_arrived" : undefined };
  }
  // Its money has arrived, so the deposit counts as confirming.
  if (holding !== undefined) return { moves: "confirming", asks: undefined, isHeld: true };
  const change = minor(booked.credited - parseMinor(payment.row.credited));
  const room = await lockBalance(connection, deposit.user_id, change);
  return room === "too_large" ? { moves: undefined, asks: "too_large" } : undefined;
}

/** Moves a deposit that was not credited, if its status changes. */
export async function moveDeposit(
  { clock }: Pick<PaymentContext, "clock">,
  connection: Queryable,
  { id, status, being_checked: wasHeld }: DepositRow,
  { moves, isHeld = false }: Move,
): Promise<ChangedDeposit | undefined> {
  if (moves === undefined || moves === "confirmed") return undefined;
  const [next, failure] = moves === "confirming" ? [moves, null] : (["failed", moves.failed] as const);
  if (status === next && wasHeld === (wasHeld || isHeld)) return undefined;
  const { rows } = await connection.query<DepositRow>(
    `update deposit_transactions d set status = $2, failure_reason = $3, being_checked = being_checked or $4, updated_at = $5
     where id = $1 returning ${DEPOSIT_COLUMNS}`,
    [id, next, failure, isHeld, dateOf(clock)],
  );
  return { deposit: rows[0]! };
}
