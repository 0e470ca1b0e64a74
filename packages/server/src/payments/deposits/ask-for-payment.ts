import type { Minor } from "@veritick/domain/money.ts";
import type { PaymentContext } from "../context.ts";
import { ProviderUnavailableError } from "../provider.ts";
import type { PaymentInstruction, ProviderPayment } from "../provider.ts";

/**
 * Has a payment made for a deposit. Where the answer gets lost, the payment may have been made all the same: it is
 * looked for before anybody is told that there is none, and before an earlier try that nobody knows the end of is
 * repeated.
 *
 * @throws ProviderUnavailableError, ProviderRefusedError
 */
export async function askForPayment(
  { provider, log }: PaymentContext,
  deposit: { id: string; amount: Minor; createdAt: Date; isNew: boolean },
): Promise<PaymentInstruction> {
  if (!deposit.isNew) {
    const made = toInstruction(await provider.findPayment(deposit));
    if (made !== undefined) return made;
  }
  try {
    return await provider.createPayment(deposit);
  } catch (error) {
    if (!(error instanceof ProviderUnavailableError)) throw error;
    log.warn({ deposit: deposit.id, error: error.message }, "no answer to a new payment; looking for it");
    const found = toInstruction(await provider.findPayment(deposit));
    if (found === undefined) throw error;
    return found;
  }
}

function toInstruction(payment: ProviderPayment | undefined): PaymentInstruction | undefined {
  if (payment?.payAddress === undefined || payment.payAmount === undefined) return undefined;
  return { paymentId: payment.paymentId, payAddress: payment.payAddress, payAmount: payment.payAmount };
}
