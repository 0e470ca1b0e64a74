import { parseMinor, ZERO } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import type { Queryable } from "../../platform/db/database.ts";

/** What was credited of a payment so far, and the name under which a further part of it would be on record. */
export type CreditedSoFar = { credited: Minor; nextPaymentId: string };

/**
 * A payment has one deposit, and a further one for each part that a person credited later: those carry its id with `+1`,
 * `+2` and so on, so that no part can be on record twice. The caller holds the lock on the first.
 */
export async function creditedOfPayment(
  connection: Queryable,
  provider: string,
  paymentId: string,
): Promise<CreditedSoFar> {
  const { rows } = await connection.query<{ credited: string | null; parts: number }>({
    name: "credited_of_payment",
    text: `with recursive part (number, credited) as (
             select 0, credited from deposit_transactions where provider = $1 and payment_id = $2
             union all
             select p.number + 1, d.credited
             from part p join deposit_transactions d on d.provider = $1 and d.payment_id = $2 || '+' || (p.number + 1)
           )
           select sum(credited) as credited, count(*) as parts from part`,
    values: [provider, paymentId],
  });
  const { credited, parts } = rows[0]!;
  return {
    credited: credited === null ? ZERO : parseMinor(credited),
    nextPaymentId: parts === 0 ? paymentId : `${paymentId}+${parts}`,
  };
}
