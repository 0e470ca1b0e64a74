import { ZERO } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import type { PaymentState } from "@veritick/domain/payments.ts";
import * as z from "zod/mini";
import { ProviderUnavailableError } from "../provider.ts";
import type { ProviderPayment } from "../provider.ts";
import { digits, readAs, shown, shownWord, word } from "./read-as.ts";
import { readAmount } from "./vendor-amounts.ts";

/** USDT on TRON, in the vendor's words. */
export const OUR_ASSET = "usdttrc20";

export const isOurs = (asset: string): boolean => asset.trim().toLowerCase() === OUR_ASSET;

const vendorPayment = z.object({
  payment_id: digits,
  parent_payment_id: word,
  order_id: word,
  payment_status: z.string(),
  price_amount: shownWord,
  price_currency: shownWord,
  pay_address: word,
  pay_amount: word,
  pay_currency: word,
  actually_paid: word,
  outcome_amount: word,
  outcome_currency: word,
  payin_hash: shownWord,
  purchase_id: shownWord,
  network: shownWord,
  created_at: shownWord,
  updated_at: shownWord,
});

/** Reads a payment as the vendor shows it, numbers as text. */
export function readVendorPayment(raw: unknown): ProviderPayment {
  const payment = readAs(vendorPayment, raw, "a payment");
  const asset = payment.pay_currency ?? "";
  const outcome = findAmount(payment.outcome_amount, "outcome_amount");
  return {
    paymentId: payment.payment_id,
    orderId: filled(payment.order_id),
    payAddress: filled(payment.pay_address),
    payAmount: findAmount(payment.pay_amount, "pay_amount"),
    asset,
    state: stateOf(payment.payment_status),
    isOurAsset: isOurs(asset),
    isRepeated: !["", "0"].includes(payment.parent_payment_id ?? ""),
    paid: findAmount(payment.actually_paid, "actually_paid") ?? ZERO,
    outcome: isOurs(payment.outcome_currency ?? "") ? outcome : undefined,
    details: shown(payment),
  };
}

const STATES: Readonly<Record<string, PaymentState>> = {
  waiting: "waiting",
  confirming: "confirming",
  confirmed: "confirming",
  sending: "confirming",
  partially_paid: "partially_paid",
  finished: "finished",
  failed: "failed",
  refunded: "refunded",
  expired: "expired",
};

function stateOf(text: string): PaymentState {
  const key = text.trim().toLowerCase();
  return Object.hasOwn(STATES, key) ? STATES[key]! : "unknown";
}

const filled = (text: string | null | undefined) => (text === null || text === "" ? undefined : text);

/** Undefined where the vendor names none. What it names and cannot be read is no zero: nothing is known then. */
export function findAmount(text: string | null | undefined, field: string): Minor | undefined {
  const written = filled(text);
  if (written === undefined) return undefined;
  const amount = readAmount(written);
  if (amount === undefined) throw new ProviderUnavailableError(`NOWPayments' ${field} is no amount`);
  return amount;
}
