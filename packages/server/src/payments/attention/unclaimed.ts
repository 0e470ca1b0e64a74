import { UNCLAIMED } from "@veritick/contract/schemas/attention.ts";
import { formatMinor } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { paymentClaimed, paymentSetAside } from "@veritick/domain/postings.ts";
import { post } from "../../ledger/public.ts";
import { dateOf } from "../../platform/clock.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { isId, newId } from "../../platform/ids.ts";
import { refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import type { PaymentContext } from "../context.ts";

/** An administrator's movement of a payment's money. The payment's item and its row of `closed_payments` must be locked. */
type Moved = {
  payment: { provider: string; payment_id: string | null };
  amount: Minor;
  actor: string;
  note: string;
};

/**
 * Finds the recipient of a payment: its owner or, if it has none, the user that the administrator names by id or e-mail. A
 * null id stands for `house:unclaimed`.
 */
export async function findRecipient(
  connection: Queryable,
  ownerId: string | null,
  to: string | undefined,
): Promise<{ userId: string | null } | Refused> {
  if (to === undefined) return ownerId === null ? refuse("attention_not_creditable") : { userId: ownerId };
  if (to === UNCLAIMED) return ownerId === null ? { userId: null } : refuse("attention_has_account");
  const { rows } = await connection.query<{ id: string }>(
    isId(to) ? "select id from users where id = $1" : "select id from users where email = $1",
    [to],
  );
  const found = rows[0]?.id;
  if (ownerId !== null && found !== ownerId) return refuse("attention_has_account");
  return found === undefined ? refuse("recipient_unknown", { field: "to" }) : { userId: found };
}

/** Moves a payment from custody to `house:unclaimed`. It counts as credited, so that only further money needs a decision. */
export async function setAside(
  { clock }: PaymentContext,
  connection: Queryable,
  { payment, amount, actor, note }: Moved,
): Promise<void> {
  const at = dateOf(clock);
  const { provider, payment_id: paymentId } = payment;
  await connection.query(
    `insert into closed_payments as c (deposit_id, provider, payment_id, credited, set_aside, credited_by_person, created_at)
     values ($1, $2, $3, $4, $4, true, $5)
     on conflict (provider, payment_id) do update set credited = coalesce(c.credited, 0) + excluded.credited,
       set_aside = coalesce(c.set_aside, 0) + excluded.set_aside, credited_by_person = true`,
    [newId(clock.nowMs()), provider, paymentId, formatMinor(amount), at],
  );
  await post(connection, {
    kind: "payment_set_aside",
    // The reference is new, because more of the payment may be set aside later.
    reference: newId(clock.nowMs()),
    entries: paymentSetAside({ provider, amountMinor: amount }),
    at,
    actor,
    note,
  });
}

/** Moves money that was set aside back to custody, in the transaction that credits it as the deposit `depositId`. */
export async function claim(
  { clock }: PaymentContext,
  connection: Queryable,
  depositId: string,
  { payment, amount, actor, note }: Moved,
): Promise<void> {
  const { provider, payment_id: paymentId } = payment;
  await connection.query(
    `update closed_payments set credited = credited - $3::numeric, set_aside = set_aside - $3::numeric
     where provider = $1 and payment_id = $2`,
    [provider, paymentId, formatMinor(amount)],
  );
  await post(connection, {
    kind: "payment_claimed",
    reference: depositId,
    entries: paymentClaimed({ provider, amountMinor: amount }),
    at: dateOf(clock),
    actor,
    note,
  });
}
