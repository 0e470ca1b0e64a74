import { formatMinor, parseMinor } from "@veritick/domain/money.ts";
import type { PaymentFacts, PaymentRecord, PaymentState } from "@veritick/domain/payments.ts";
import { changedTerms, refusedTerms } from "@veritick/domain/provider-answers.ts";
import { dateOf } from "../platform/clock.ts";
import type { Queryable } from "../platform/db/database.ts";
import { isId, newId } from "../platform/ids.ts";
import type { PaymentContext } from "./context.ts";
import { DEPOSIT_COLUMNS } from "./deposit.ts";
import type { DepositRow } from "./deposit.ts";
import { OUR_ASSET } from "./provider.ts";
import type { ProviderPayment } from "./provider.ts";

/** A row of `payments`. `docs/schema.sql` explains the columns. Amounts are decimal text. */
export type PaymentRow = {
  id: string;
  provider: string;
  payment_id: string | null;
  order_id: string | null;
  is_repeated: boolean;
  user_id: string | null;
  pay_address: string | null;
  asset: string | null;
  state: PaymentState;
  state_at: Date;
  arrived: string;
  outcome: string | null;
  details: Record<string, string | null>;
  was_seen: boolean;
  was_taken: boolean;
  differs: string;
  credited: string;
  set_aside: string;
  advanced: string;
  fee_booked: string;
  trusted: string;
  is_decided: boolean;
  decided_about: string;
  version: number;
};

/** The columns by name. A statement prepared with "*" breaks in running processes when a migration adds a column. */
export const PAYMENT_COLUMNS = `id, provider, payment_id, order_id, is_repeated, user_id, pay_address, asset, state, state_at, arrived,
  outcome, details, was_seen, was_taken, differs, credited, set_aside, advanced, fee_booked, trusted, is_decided, decided_about, version`;

/** A payment whose row is locked, with the deposit that it was made for. */
export type LockedPayment = {
  row: PaymentRow;
  /** Undefined if there is none, or none any more. Its payment may be another one. */
  deposit: DepositRow | undefined;
};

/** Returns the deposit that carries the payment. */
export const ownDeposit = ({ row, deposit }: LockedPayment): DepositRow | undefined =>
  deposit?.id === row.id ? deposit : undefined;

export const factsOf = (row: PaymentRow): PaymentFacts => ({
  state: row.state,
  isOurAsset: row.asset === OUR_ASSET,
  isRepeated: row.is_repeated,
  paid: parseMinor(row.arrived),
  outcome: row.outcome === null ? undefined : parseMinor(row.outcome),
});

/** Returns what is on record about a locked payment, for the domain's decision. */
export async function recordOf(
  { clock }: Pick<PaymentContext, "clock">,
  connection: Queryable,
  payment: LockedPayment,
): Promise<PaymentRecord> {
  const { row } = payment;
  const question = await findQuestion(connection, row);
  return {
    ...moneyOf(row),
    deposit: depositFacts(payment),
    isListedAsTaken: question !== undefined && saysTaken(question),
    secondsInState: (clock.nowMs() - row.state_at.getTime()) / 1_000,
  };
}

/** The recorded resolution of an item whose payment an administrator credited. */
export const CREDITED = "credited";
/** The recorded resolution of a payment without a user that an administrator moved to `house:unclaimed`. */
export const SET_ASIDE = "set aside";

/** The question about a payment on the attention list, with its decision; null while it is open. */
export type QuestionRow = { reason: string; resolution: string | null };

/** Finds the question about a payment. It changes only while the payment is locked. */
export async function findQuestion(
  connection: Queryable,
  { provider, payment_id: paymentId }: Pick<PaymentRow, "provider" | "payment_id">,
): Promise<QuestionRow | undefined> {
  if (paymentId === null) return undefined;
  const { rows } = await connection.query<QuestionRow>({
    name: "find_question",
    text: "select reason, resolution from attention_items where key = $1",
    values: [paymentKey(provider, paymentId)],
  });
  return rows[0];
}

/** Returns the key of a payment's item on the attention list. */
export const paymentKey = (provider: string, paymentId: string) =>
  `payment/${provider}/${paymentId}` as const;

export const ledToCredit = ({ resolution }: Pick<QuestionRow, "resolution">): boolean =>
  resolution === CREDITED || resolution === SET_ASIDE;

/** Returns true if a question says that credited money was taken back or is there again, and led to no credit. */
export const saysTaken = (question: QuestionRow): boolean =>
  (question.reason === "refunded_after_credit" || question.reason === "money_returned") &&
  !ledToCredit(question);

/** Returns the part of the record that the payment's own row holds. */
export const moneyOf = (row: PaymentRow) => ({
  booked: {
    credited: parseMinor(row.credited),
    setAside: parseMinor(row.set_aside),
    advanced: parseMinor(row.advanced),
    feeBooked: parseMinor(row.fee_booked),
  },
  isDecided: row.is_decided,
  trusted: parseMinor(row.trusted),
  wasSeen: row.was_seen,
  wasTaken: row.was_taken,
  differs: row.differs !== "",
});

function depositFacts(payment: LockedPayment): PaymentRecord["deposit"] {
  const { row, deposit } = payment;
  if (deposit === undefined) return row.order_id === null ? "unknown_order" : "account_closed";
  if (deposit.id !== row.id) return "repeated_payment";
  return { status: deposit.status, failure: deposit.failure_reason, asked: parseMinor(deposit.amount) };
}

/** Returns the version of a payment, to be compared under its lock; 0 before any news of it. */
export async function versionOf(connection: Queryable, provider: string, paymentId: string): Promise<number> {
  const { rows } = await connection.query<{ version: number }>({
    name: "version_of_payment",
    text: "select version from payments where provider = $1 and payment_id = $2",
    values: [provider, paymentId],
  });
  return rows[0]?.version ?? 0;
}

/** Finds a payment of which the provider tells, or creates its row, and locks it after its deposit. */
export async function lockNamedPayment(
  context: PaymentContext,
  connection: Queryable,
  answer: ProviderPayment,
): Promise<LockedPayment> {
  const { rows } = await connection.query<{ id: string }>({
    name: "find_payment",
    // A row of which only a callback told has neither.
    text: `select id from payments where provider = $1 and payment_id = $2
           and (order_id is not null or asset is not null)`,
    values: [context.provider.name, answer.paymentId],
  });
  const id = rows[0]?.id ?? (await recordFirstNews(context, connection, answer));
  return (await lockPayment(connection, id))!;
}

/** Locks a payment by its own id, after its deposit. Returns undefined if there is none. */
export async function lockPayment(connection: Queryable, id: string): Promise<LockedPayment | undefined> {
  const { rows } = await connection.query<{ provider: string; order_id: string | null }>(
    "select provider, order_id from payments where id = $1",
    [id],
  );
  if (rows[0] === undefined) return undefined;
  const { provider, order_id: orderId } = rows[0];
  const deposit = orderId === null ? undefined : await lockDeposit(connection, provider, orderId);
  const locked = await connection.query<PaymentRow>(
    `select ${PAYMENT_COLUMNS} from payments where id = $1 for update`,
    [id],
  );
  return { row: locked.rows[0]!, deposit };
}

async function lockDeposit(connection: Queryable, provider: string, id: string) {
  const { rows } = await connection.query<DepositRow>(
    `select ${DEPOSIT_COLUMNS} from deposit_transactions d where d.id = $1 and d.provider = $2 for update`,
    [id, provider],
  );
  return rows[0];
}

/**
 * Gives the payment to the row of its deposit or, if that has another payment or is gone, a row of its own. If the answer to
 * a new payment was lost, the deposit has no payment id yet and gets it here. Returns the id of the row.
 */
async function recordFirstNews(
  { clock, provider }: PaymentContext,
  connection: Queryable,
  answer: ProviderPayment,
): Promise<string> {
  const { paymentId, isRepeated } = answer;
  const at = dateOf(clock);
  // The order id of a payment for us is the deposit's id.
  const orderId = isId(answer.orderId) ? answer.orderId : null;
  const deposit = orderId === null ? undefined : await lockDeposit(connection, provider.name, orderId);
  // An address or amount that nobody should pay to is never shown.
  const isShown = deposit === undefined || refusedTerms(parseMinor(deposit.amount), answer).length === 0;
  const payAddress = isShown ? (answer.payAddress ?? null) : null;
  const payAmount = isShown && answer.payAmount !== undefined ? formatMinor(answer.payAmount) : null;
  if (orderId !== null && !isRepeated) {
    const { rowCount } = await connection.query(
      `update payments set payment_id = $2, pay_address = coalesce($4, pay_address), updated_at = $5
       where id = $1 and provider = $3 and payment_id is null
         and not exists (select from payments where provider = $3 and payment_id = $2)`,
      [orderId, paymentId, provider.name, payAddress, at],
    );
    if (rowCount === 1) {
      await connection.query(
        `update deposit_transactions set payment_id = $2, pay_address = $3, pay_amount = $4, updated_at = $5
         where id = $1`,
        [orderId, paymentId, payAddress, payAmount, at],
      );
      return orderId;
    }
  }
  const userId = deposit?.user_id ?? null;
  const { rows } = await connection.query<{ id: string }>(
    `insert into payments (id, provider, payment_id, order_id, is_repeated, user_id, pay_address, state_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $8)
     on conflict (provider, payment_id) do update set order_id = coalesce(payments.order_id, excluded.order_id),
       is_repeated = excluded.is_repeated, user_id = coalesce(payments.user_id, excluded.user_id)
     returning id`,
    [newId(clock.nowMs()), provider.name, paymentId, orderId, isRepeated, userId, payAddress, at],
  );
  return rows[0]!.id;
}

/** Returns the fields in which an answer differs from what was asked for a deposit and given out for it, as one text. */
export const differencesOf = (
  { amount, pay_address: payAddress }: DepositRow,
  answer: ProviderPayment,
): string =>
  changedTerms({ amount: parseMinor(amount), payAddress: payAddress ?? undefined }, answer).join(", ");

/** Writes the provider's answer into the locked row. Returns true if it says anything new about the money. */
export async function recordAnswer(
  { clock }: Pick<PaymentContext, "clock">,
  connection: Queryable,
  { row }: LockedPayment,
  answer: ProviderPayment,
  differs: string,
): Promise<boolean> {
  const { state, isOurAsset, paid, outcome, details } = answer;
  const asset = isOurAsset ? OUR_ASSET : answer.asset;
  const was = factsOf(row);
  const isNews =
    row.asset !== asset ||
    was.state !== state ||
    was.paid !== paid ||
    was.outcome !== outcome ||
    row.differs !== differs;
  if (!isNews && JSON.stringify(row.details) === JSON.stringify(details)) return false;
  const { rows } = await connection.query<PaymentRow>(
    `update payments set asset = $2, state = $3, state_at = case when state = $3 then state_at else $8 end, arrived = $4, outcome = $5,
       details = $6, differs = $7, was_seen = was_seen or $9,
       was_taken = was_taken or ($3 in ('failed', 'refunded') and credited > 0), version = version + 1, updated_at = $8
     where id = $1 returning ${PAYMENT_COLUMNS}`,
    [
      row.id,
      asset,
      state,
      formatMinor(paid),
      outcome === undefined ? null : formatMinor(outcome),
      JSON.stringify(details),
      differs,
      dateOf(clock),
      // A provider may not name the amount of another asset that has arrived.
      paid > 0n || (!isOurAsset && (state === "finished" || state === "partially_paid")),
    ],
  );
  Object.assign(row, rows[0]!);
  return isNews;
}

/** Reads the payment again for as long as it may change, unless that time has passed. */
export async function planReads(
  { clock }: Pick<PaymentContext, "clock">,
  connection: Queryable,
  { id }: PaymentRow,
  isAwaited: boolean,
): Promise<void> {
  await connection.query({
    name: "plan_reads",
    text: `update payments set next_poll_at = case when $3 then coalesce(next_poll_at, $2) end
           where id = $1 and (next_poll_at is null) = $3`,
    values: [id, dateOf(clock), isAwaited],
  });
}
