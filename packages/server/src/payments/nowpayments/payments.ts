import { formatMinor, ZERO } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import type { PaymentState } from "@veritick/domain/payments.ts";
import * as z from "zod/mini";
import type { Log } from "../../platform/telemetry/log.ts";
import { OUR_ASSET, ProviderUnavailableError } from "../provider.ts";
import type { ProviderPayment } from "../provider.ts";
import { readAnswer } from "./call-vendor.ts";
import type { CallVendor } from "./call-vendor.ts";
import {
  digits,
  displayFields,
  displayText,
  exactNumber,
  readAmount,
  readAmountUpToCents,
  readAs,
  text,
} from "./vendor-values.ts";

const isOurs = (asset: string): boolean => asset.trim().toLowerCase() === OUR_ASSET;
const isInDollars = (currency: string | null | undefined) => currency?.trim().toLowerCase() === "usd";

/** Has the vendor make a payment in USDT on TRON, named by the deposit's id. */
export async function createPayment(
  call: CallVendor,
  callbackUrl: string,
  deposit: { id: string; amount: Minor },
): Promise<ProviderPayment> {
  const text = await call({
    method: "POST",
    path: "/payment",
    isPaced: true,
    about: deposit.id,
    body: {
      price_amount: exactNumber(formatMinor(deposit.amount)),
      price_currency: "usd",
      pay_currency: OUR_ASSET,
      ipn_callback_url: callbackUrl,
      order_id: deposit.id,
      // A fixed rate would end the payment after 20 minutes. It is not needed, because one USDT is credited as one dollar.
      is_fixed_rate: false,
      is_fee_paid_by_user: false,
    },
  });
  const payment = readVendorPayment(readAnswer(text, "a new payment"));
  if (payment.payAddress === undefined || payment.payAmount === undefined) {
    throw new ProviderUnavailableError("NOWPayments' new payment does not say where to pay how much");
  }
  return payment;
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
    throw new ProviderUnavailableError("NOWPayments' smallest amount is not an amount of USDT");
  }
  return amount;
}

const PAGE_SIZE = 500;
const PAGES_AT_MOST = 2_000;

const page = z.object({ data: z.array(z.unknown()) });

/**
 * Lists the payments made from an instant on, oldest first, each once. It reads pages until one brings no new payment, and
 * ignores the vendor's page count, because payments come and go meanwhile.
 */
export async function* listPayments(
  call: CallVendor,
  log: Log,
  from: Date,
  to: Date | undefined,
): AsyncGenerator<ProviderPayment, void, undefined> {
  const seen = new Set<string>();
  for (let number = 0; number < PAGES_AT_MOST; number += 1) {
    const query = {
      limit: String(PAGE_SIZE),
      page: String(number),
      sortBy: "created_at",
      orderBy: "asc",
      dateFrom: from.toISOString(),
      ...(to !== undefined && { dateTo: to.toISOString() }),
    };
    const text = await call({ method: "GET", path: "/payment/", query });
    const { data } = readAs(page, readAnswer(text, "the list of payments"), "the list of payments");
    const fresh = data
      .map((raw) => readRow(raw, log))
      .filter((payment) => payment !== undefined && !seen.has(payment.paymentId));
    if (fresh.length === 0) return;
    for (const payment of fresh) {
      seen.add(payment!.paymentId);
      yield payment!;
    }
  }
  throw new ProviderUnavailableError("NOWPayments' list of payments has no end");
}

/** Reads a row of the list. It skips one that cannot be read, so that it does not hide the others. */
function readRow(raw: unknown, log: Log): ProviderPayment | undefined {
  try {
    return readVendorPayment(raw);
  } catch (error) {
    log.warn({ provider: "nowpayments", err: error }, "a payment in the provider's list cannot be read");
    return undefined;
  }
}

const vendorPayment = z.object({
  payment_id: digits,
  parent_payment_id: text,
  order_id: text,
  payment_status: z.string(),
  price_amount: displayText,
  price_currency: displayText,
  pay_address: text,
  pay_amount: text,
  pay_currency: text,
  actually_paid: text,
  outcome_amount: text,
  outcome_currency: text,
  payin_hash: displayText,
  purchase_id: displayText,
  network: displayText,
  created_at: displayText,
  updated_at: displayText,
});

/** Reads a payment in the vendor's answer, with its numbers as text. */
export function readVendorPayment(raw: unknown): ProviderPayment {
  const payment = readAs(vendorPayment, raw, "a payment");
  const asset = payment.pay_currency ?? "";
  return {
    paymentId: payment.payment_id,
    orderId: filled(payment.order_id),
    payAddress: filled(payment.pay_address),
    payAmount: readAmount(payment.pay_amount ?? ""),
    priceAmount: isInDollars(payment.price_currency) ? readAmount(payment.price_amount ?? "") : undefined,
    asset,
    network: filled(payment.network),
    state: stateOf(payment.payment_status),
    isOurAsset: isOurs(asset),
    isRepeated: !["", "0"].includes(payment.parent_payment_id ?? ""),
    paid: findAmount(payment.actually_paid, "actually_paid") ?? ZERO,
    // Only the amount that was paid must be readable to credit it. The vendor's fee may exceed a small payment.
    outcome: isOurs(payment.outcome_currency ?? "") ? readAmount(payment.outcome_amount ?? "") : undefined,
    details: displayFields(payment),
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

/**
 * Reads an amount. Returns undefined if the vendor names none. Throws if it cannot be read, because it is unknown, not zero.
 */
function findAmount(text: string | null | undefined, field: string): Minor | undefined {
  const written = filled(text);
  if (written === undefined) return undefined;
  const amount = readAmount(written);
  if (amount === undefined) throw new ProviderUnavailableError(`NOWPayments' ${field} is not an amount`);
  return amount;
}
