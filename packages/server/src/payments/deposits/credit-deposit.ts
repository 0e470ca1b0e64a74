import { formatMinor, minor } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { depositCredited } from "@veritick/domain/postings.ts";
import { addHouseFunds, post } from "../../ledger/public.ts";
import { dateOf } from "../../platform/clock.ts";
import type { Queryable } from "../../platform/db/database.ts";
import type { PaymentContext } from "../context.ts";
import type { DepositRow } from "./deposit-row.ts";

type Credit = {
  amount: Minor;
  /** What the provider kept of it, paid by the house. */
  fee: Minor;
  /** The administrator who decided it, where one did, and why. */
  actor?: string;
  note?: string;
};

/**
 * Credits a deposit whose row is locked. The ledger takes a deposit's credit only once, whoever else tries.
 */
export async function creditDeposit(
  context: PaymentContext,
  connection: Queryable,
  deposit: DepositRow,
  credit: Credit,
): Promise<{ deposit: DepositRow; balance: string }> {
  const at = dateOf(context.clock);
  const { rows } = await connection.query<DepositRow>(
    `update deposit_transactions set status = 'confirmed', failure_reason = null, credited = $2, updated_at = $3,
       next_poll_at = null, decided_by = coalesce($4, decided_by), decided_at = case when $4::uuid is null then decided_at else $3 end
     where id = $1 returning *`,
    [deposit.id, formatMinor(credit.amount), at, credit.actor ?? null],
  );
  const balances = await post(connection, {
    kind: "deposit_credited",
    reference: deposit.id,
    entries: depositCredited({
      userId: deposit.user_id,
      provider: deposit.provider,
      amountMinor: credit.amount,
      providerFeeMinor: credit.fee,
    }),
    at,
    ...(credit.actor === undefined ? {} : { actor: credit.actor }),
    ...(credit.note === undefined ? {} : { note: credit.note }),
  });
  if (credit.fee > 0n) await addHouseFunds(connection, context.stripe, minor(-credit.fee));
  return { deposit: rows[0]!, balance: balances.get(deposit.user_id)! };
}
