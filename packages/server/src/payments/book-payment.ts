import { formatMinor, minor, ZERO } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import type { Booked } from "@veritick/domain/payments.ts";
import {
  depositCredited,
  paymentClaimed,
  paymentSetAside,
  providerFeePaid,
  trustSettled,
} from "@veritick/domain/postings.ts";
import type { Entry, TransactionKind } from "@veritick/domain/postings.ts";
import { addHouseFunds, post } from "../ledger/public.ts";
import { queueWebhookEvent } from "../notifications/public.ts";
import { dateOf } from "../platform/clock.ts";
import type { Queryable } from "../platform/db/database.ts";
import { newId } from "../platform/ids.ts";
import type { PaymentContext } from "./context.ts";
import { advance, DEPOSIT_COLUMNS } from "./deposit.ts";
import type { DepositRow } from "./deposit.ts";
import { moneyOf } from "./payment.ts";
import type { PaymentRow } from "./payment.ts";

type Booking = {
  /** What the books should say. */
  target: Booked;
  /** The deposit that gets what is credited to a user. Its row, and that of its user, must be locked. */
  deposit?: DepositRow | undefined;
  /** What of the credit has not arrived, because a person approved it before. */
  trusted?: Minor;
  /** The administrator who decided it, and the reason they gave. */
  actor?: string;
  note?: string | undefined;
};

/** A deposit that a booking credited, with the user's new balance. */
export type Credited = { deposit: DepositRow; balance: string };

/**
 * Brings the books of a locked payment to where they should be: posts the difference and writes the new figures into the row.
 * It does nothing if they are there already, so it is safe to repeat. Returns the deposit if a user got money.
 */
export async function bookPayment(
  context: PaymentContext,
  connection: Queryable,
  row: PaymentRow,
  { target, deposit, trusted = ZERO, actor, note }: Booking,
): Promise<Credited | undefined> {
  const { booked } = moneyOf(row);
  const credited = minor(target.credited - booked.credited);
  const setAside = minor(target.setAside - booked.setAside);
  const advanced = minor(target.advanced - booked.advanced);
  const fee = minor(target.feeBooked - booked.feeBooked);
  if (credited === 0n && setAside === 0n && advanced === 0n && fee === 0n) return undefined;
  const toUser = minor(credited - setAside);
  const { provider } = row;
  const at = dateOf(context.clock);
  const isFirst = toUser > 0n && deposit?.credited === null;
  const reference = isFirst ? deposit.id : newId(context.clock.nowMs());
  const changes = [credited, setAside, advanced, fee].map(formatMinor);
  await connection.query(
    `insert into payment_bookings (id, payment, number, deposit_id, credited, set_aside, advanced, fee_booked, decided_by, created_at)
     select $1, $2, count(*) + 1, $3, $4, $5, $6, $7, $8, $9 from payment_bookings where payment = $2`,
    [reference, row.id, toUser > 0n ? deposit!.id : null, ...changes, actor ?? null, at],
  );
  const { rows } = await connection.query<PaymentRow>(
    `update payments set credited = credited + $2, set_aside = set_aside + $3, advanced = advanced + $4, fee_booked = fee_booked + $5,
       trusted = trusted + $6, is_decided = is_decided or $7, version = version + 1, updated_at = $8
     where id = $1 returning credited, set_aside, advanced, fee_booked, trusted, is_decided, version`,
    [row.id, ...changes, formatMinor(trusted), actor !== undefined && credited !== 0n, at],
  );
  Object.assign(row, rows[0]);

  const decided = { ...(actor !== undefined && { actor }), ...(note !== undefined && { note }) };
  const book = (kind: TransactionKind, entries: readonly Entry[]) =>
    post(connection, { kind, reference, entries, at, ...decided });
  if (setAside > 0n) await book("payment_set_aside", paymentSetAside({ provider, amountMinor: setAside }));
  if (setAside < 0n)
    await book("payment_claimed", paymentClaimed({ provider, amountMinor: minor(-setAside) }));
  let done: Credited | undefined;
  if (toUser > 0n) {
    const { user_id: userId } = deposit!;
    const entries = depositCredited({ userId, provider, amountMinor: toUser });
    const balance = (await book("deposit_credited", entries)).get(userId)!;
    done = { deposit: await confirmDeposit(connection, deposit!, { amount: toUser, at, actor }), balance };
  }
  if (advanced > 0n)
    await advance(context, connection, { reference, provider, amountMinor: advanced, ...decided });
  if (advanced < 0n) {
    await book("trust_settled", trustSettled({ provider, amountMinor: minor(-advanced) }));
    await addHouseFunds(connection, context.stripe, minor(-advanced));
  }
  if (fee !== 0n) {
    await book("provider_fee_paid", providerFeePaid({ provider, changeMinor: fee }));
    await addHouseFunds(connection, context.stripe, minor(-fee));
  }
  return done;
}

async function confirmDeposit(
  connection: Queryable,
  { id, user_id: userId }: DepositRow,
  { amount, at, actor }: { amount: Minor; at: Date; actor: string | undefined },
): Promise<DepositRow> {
  const credited = formatMinor(amount);
  const { rows } = await connection.query<DepositRow>(
    `update deposit_transactions d set status = 'confirmed', failure_reason = null, rejection_reason = null,
       being_checked = false, credited = coalesce(credited, 0) + $2, updated_at = $3,
       decided_by = coalesce($4, decided_by), decided_at = case when $4::uuid is null then decided_at else $3 end
     where id = $1 returning ${DEPOSIT_COLUMNS}`,
    [id, credited, at, actor ?? null],
  );
  await queueWebhookEvent(connection, at, "deposit.credited", { depositId: id, userId, amount: credited });
  return rows[0]!;
}
