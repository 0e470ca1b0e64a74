import { formatMinor, ZERO } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import * as z from "zod/mini";
import { ProviderUnavailableError } from "../provider.ts";
import type { PaymentInstruction, ProviderPayment } from "../provider.ts";
import { readAnswer } from "./call-vendor.ts";
import type { CallVendor } from "./call-vendor.ts";
import { exactNumber } from "./exact-json.ts";
import { readAs } from "./read-as.ts";
import { readAmountUpToCents } from "./vendor-amounts.ts";
import { isOurs, OUR_ASSET, readVendorPayment } from "./vendor-payment.ts";

export async function createPayment(
  call: CallVendor,
  callbackUrl: string,
  deposit: { id: string; amount: Minor },
): Promise<PaymentInstruction> {
  const text = await call({
    method: "POST",
    path: "/payment",
    about: deposit.id,
    body: {
      price_amount: exactNumber(formatMinor(deposit.amount)),
      price_currency: "usd",
      pay_currency: OUR_ASSET,
      ipn_callback_url: callbackUrl,
      order_id: deposit.id,
      // A fixed rate would end the payment after 20 minutes; USDT is a dollar, and what arrives is credited as it is.
      is_fixed_rate: false,
      is_fee_paid_by_user: false,
    },
  });
  const { paymentId, payAddress, payAmount, asset, isOurAsset } = readVendorPayment(
    readAnswer(text, "a new payment"),
  );
  if (payAddress === undefined || (payAmount ?? ZERO) <= 0n || !(asset === "" || isOurAsset)) {
    throw new ProviderUnavailableError("NOWPayments' new payment does not say where to pay how much USDT");
  }
  return { paymentId, payAddress, payAmount: payAmount! };
}

export async function readPayment(call: CallVendor, paymentId: string): Promise<ProviderPayment> {
  const path = `/payment/${encodeURIComponent(paymentId)}`;
  const text = await call({ method: "GET", path, about: paymentId });
  const payment = readVendorPayment(readAnswer(text, "a payment"));
  if (payment.paymentId !== paymentId) {
    throw new ProviderUnavailableError("NOWPayments answered about another payment");
  }
  return payment;
}

const minimum = z.object({ min_amount: z.string(), currency_from: z.nullish(z.string()) });

export async function readMinimum(call: CallVendor): Promise<Minor> {
  const query = { currency_from: OUR_ASSET, currency_to: OUR_ASSET, fiat_equivalent: "usd" };
  const text = await call({ method: "GET", path: "/min-amount", query });
  const answer = readAs(minimum, readAnswer(text, "the smallest amount"), "the smallest amount");
  const amount = readAmountUpToCents(answer.min_amount);
  if (amount === undefined || !isOurs(answer.currency_from ?? OUR_ASSET)) {
    throw new ProviderUnavailableError("NOWPayments' smallest amount is no amount of USDT");
  }
  return amount;
}
