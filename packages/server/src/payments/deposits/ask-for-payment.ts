import { formatMinor, parseMinor } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { refusedTerms } from "@veritick/domain/provider-answers.ts";
import { dateOf } from "../../platform/clock.ts";
import { forgiveAttempt } from "../../platform/db/attempts.ts";
import { forEachDue } from "../../platform/db/claim-due.ts";
import type { DueRows } from "../../platform/db/claim-due.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { askAboutPayment } from "../attention/items.ts";
import type { PaymentContext } from "../context.ts";
import { announceDeposit, DEPOSIT_COLUMNS, depositCounter } from "../deposit.ts";
import type { DepositRow } from "../deposit.ts";
import { lockNamedPayment, recordAnswer } from "../payment.ts";
import { ProviderBusyError, ProviderRefusedError, ProviderUnavailableError } from "../provider.ts";
import type { ProviderPayment } from "../provider.ts";

/** Where and how much to pay, as a person may be shown it. */
export type PaymentInstruction = {
  /** The provider's own id of the payment. */
  readonly paymentId: string;
  readonly payAddress: string;
  /** The amount to pay, in 1e-8 USDT. */
  readonly payAmount: Minor;
};

type AskedDeposit = {
  readonly id: string;
  readonly amount: Minor;
  readonly createdAt: Date;
  /** False if an earlier attempt may have asked the provider already. */
  readonly isNew: boolean;
};

export const isProviderError = (error: unknown): error is ProviderUnavailableError | ProviderRefusedError =>
  error instanceof ProviderUnavailableError || error instanceof ProviderRefusedError;

/**
 * Has the provider make a payment for a deposit, and compares what it says with what was asked for. An answer that differs
 * goes on the attention list and is shown to nobody.
 *
 * @throws ProviderUnavailableError, ProviderBusyError, ProviderRefusedError
 */
export async function askForPayment(
  context: PaymentContext,
  deposit: AskedDeposit,
): Promise<PaymentInstruction> {
  const payment = await makePayment(context, deposit);
  const { paymentId, payAddress, payAmount } = payment;
  const differs = refusedTerms(deposit.amount, payment);
  if (differs.length === 0) return { paymentId, payAddress: payAddress!, payAmount: payAmount! };
  const { database, log } = context;
  log.error(
    { deposit: deposit.id, payment: paymentId, differs },
    "the provider's answer is not what was asked for",
  );
  await transaction(database, async (connection) => {
    const locked = await lockNamedPayment(context, connection, payment);
    await recordAnswer(context, connection, locked, payment, differs.join(", "));
    await askAboutPayment(context, connection, locked, "answer_differs", true);
  });
  throw new ProviderUnavailableError(`the provider's new payment differs in ${differs.join(", ")}`);
}

/**
 * After a lost answer the payment may exist. So this looks for it before it gives up, and before it repeats an earlier attempt
 * whose outcome is unknown.
 */
async function makePayment(
  { provider, log }: PaymentContext,
  deposit: AskedDeposit,
): Promise<ProviderPayment> {
  if (!deposit.isNew) {
    const made = await provider.findPayment(deposit);
    if (made !== undefined) return made;
  }
  try {
    return await provider.createPayment(deposit);
  } catch (error) {
    if (!(error instanceof ProviderUnavailableError) || error instanceof ProviderBusyError) throw error;
    log.warn({ deposit: deposit.id, error: error.message }, "no answer to a new payment; looking for it");
    const found = await provider.findPayment(deposit);
    if (found === undefined) throw error;
    return found;
  }
}

/** Stores where and how much to pay, unless the deposit got another payment meanwhile. Returns the deposit. */
export async function storeInstruction(
  { clock, provider }: PaymentContext,
  connection: Queryable,
  id: string,
  { paymentId, payAddress, payAmount }: PaymentInstruction,
): Promise<DepositRow | undefined> {
  const at = dateOf(clock);
  await connection.query(
    `update deposit_transactions set payment_id = $2, pay_address = $3, pay_amount = $4, updated_at = $5
     where id = $1 and coalesce(payment_id, $2) = $2`,
    [id, paymentId, payAddress, formatMinor(payAmount), at],
  );
  await connection.query(
    `update payments set payment_id = $2, pay_address = $3, updated_at = $4,
       next_poll_at = case when asset is null then $4::timestamptz + make_interval(secs => $5) else next_poll_at end
     where id = $1 and coalesce(payment_id, $2) = $2`,
    [id, paymentId, payAddress, at, provider.nextPollSeconds(0)],
  );
  return findDeposit(connection, id);
}

/** Stores when to ask for the payment of a deposit that the provider had no room for. */
export async function askLater(
  { log }: PaymentContext,
  connection: Queryable,
  id: string,
  retryAt: Date,
): Promise<DepositRow | undefined> {
  log.warn({ deposit: id, retryAt }, "the provider is busy; the deposit waits for its address");
  const where = "where id = $1 and payment_id is null";
  await connection.query(`update payments set next_poll_at = $2 ${where}`, [id, retryAt]);
  return findDeposit(connection, id);
}

async function findDeposit(connection: Queryable, id: string): Promise<DepositRow | undefined> {
  const { rows } = await connection.query<DepositRow>(
    `select ${DEPOSIT_COLUMNS} from deposit_transactions d where id = $1`,
    [id],
  );
  return rows[0];
}

/**
 * Fails a deposit that got no address, and takes back what it counted. If the provider has made a payment all the same, it
 * carries our id, so money that arrives for it is still found.
 */
export async function failWithoutAddress(
  { database, clock, log }: PaymentContext,
  deposit: { id: string; counted: readonly string[] } | undefined,
  error: ProviderUnavailableError | ProviderRefusedError,
): Promise<DepositRow | undefined> {
  const code = error instanceof ProviderRefusedError ? error.code : undefined;
  log[code === undefined ? "warn" : "error"](
    { deposit: deposit?.id, error: error.message, code },
    "the provider gave no address",
  );
  if (deposit === undefined) return undefined;
  return transaction(database, async (connection) => {
    const { rows } = await connection.query<DepositRow>(
      `update deposit_transactions d set status = 'failed', failure_reason = 'no_address', updated_at = $2
       where id = $1 and status = 'pending' and pay_address is null returning ${DEPOSIT_COLUMNS}`,
      [deposit.id, dateOf(clock)],
    );
    if (rows[0] !== undefined) for (const key of deposit.counted) await forgiveAttempt(connection, key);
    return rows[0];
  });
}

/** Payments that the provider had no room for. */
const WAITING: DueRows = {
  name: "claim_waiting_payments",
  table: "payments",
  key: "id",
  where: "payment_id is null and provider = $2 and next_poll_at <= $1",
  orderBy: "id",
  // If this process dies, another one asks.
  set: "next_poll_at = $1::timestamptz + interval '2 minutes'",
  returning: "id",
  batch: 30,
};
const ASKED_AT_ONCE = 3;

/** Asks again for payments that the provider had no room for. Their users see the address as soon as it comes. */
export async function askAgain(context: PaymentContext): Promise<void> {
  const { database, clock, provider } = context;
  await forEachDue<{ id: string }>(database, WAITING, () => [dateOf(clock), provider.name], {
    atOnce: ASKED_AT_ONCE,
    work: ({ id }) => askFor(context, id),
  });
}

async function askFor(context: PaymentContext, id: string): Promise<void> {
  const { database, bus, log } = context;
  const waiting = await findDeposit(database, id);
  if (waiting?.status !== "pending") {
    await database.query("update payments set next_poll_at = null where id = $1 and payment_id is null", [
      id,
    ]);
    return;
  }
  const { user_id: userId, created_at: createdAt } = waiting;
  let deposit: DepositRow | undefined;
  try {
    const asked = { id, amount: parseMinor(waiting.amount), createdAt, isNew: false };
    const instruction = await askForPayment(context, asked);
    deposit = await transaction(database, (connection) =>
      storeInstruction(context, connection, id, instruction),
    );
  } catch (error) {
    if (error instanceof ProviderBusyError)
      return void (await askLater(context, database, id, error.retryAt));
    if (!isProviderError(error)) return log.warn({ deposit: id, err: error }, "asking for an address failed");
    deposit = await failWithoutAddress(context, { id, counted: [depositCounter(userId)] }, error);
  }
  if (deposit === undefined) return;
  announceDeposit(bus, { deposit });
  bus.publish({ kind: "adminChanged", of: ["deposits"] });
}
