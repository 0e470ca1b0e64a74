import { dateOf } from "../../platform/clock.ts";
import type { PaymentContext } from "../context.ts";

const KEPT_DAYS = 90;
const AT_ONCE = 1_000;

/**
 * Deletes what callbacks said that were worked off long ago: a person who looks into a payment needs the words for as
 * long as the provider answers questions about it, and they fill the database. The row stays with its digest, some
 * hundred bytes, since signatures carry no time: an old callback that is replayed is known and causes nothing at all.
 */
export async function emptyCallbacks({
  database,
  clock,
}: Pick<PaymentContext, "database" | "clock">): Promise<void> {
  const before = new Date(dateOf(clock).getTime() - KEPT_DAYS * 86_400_000);
  let emptied: number | null;
  do {
    ({ rowCount: emptied } = await database.query(
      `update payment_callbacks set body = null where (provider, digest) in (
         select provider, digest from payment_callbacks
         where handled_at < $1 and body is not null
         order by handled_at limit ${AT_ONCE} for update skip locked)`,
      [before],
    ));
  } while (emptied === AT_ONCE);
}
