import type { PaymentState } from "@veritick/domain/payments.ts";
import type { PaymentContext } from "../context.ts";
import type { ProviderPayment } from "../provider.ts";

const GOES_ON: readonly PaymentState[] = ["waiting", "confirming", "unknown"];

/** Whether a payment is still on its way and no poll of a deposit's will say how it ends. */
export async function isAwaited(
  { database, provider }: PaymentContext,
  { state, paymentId }: ProviderPayment,
): Promise<boolean> {
  if (!GOES_ON.includes(state)) return false;
  const { rowCount } = await database.query({
    name: "find_polled_deposit",
    text: `select from deposit_transactions
           where provider = $1 and payment_id = $2 and next_poll_at is not null`,
    values: [provider.name, paymentId],
  });
  return rowCount === 0;
}
