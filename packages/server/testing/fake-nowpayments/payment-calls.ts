import { number, readNumbersAsText } from "./raw-numbers.ts";
import { VendorError } from "./vendor-http.ts";
import type { Answer, Call } from "./vendor-http.ts";
import { paymentView, purchaseId } from "./vendor-state.ts";
import type { VendorPayment, VendorState } from "./vendor-state.ts";

export type PaymentTerms = {
  /** The smallest payment, in USDT. */
  minimum: string;
  /** Returns the amount to pay for a price; by default the price itself. */
  payAmountFor(price: string): string;
  /** Fields that replace those of each new payment, for a vendor that is wrong. */
  instead: Partial<VendorPayment>;
  /** The smallest payout, in USDT. */
  minimumPayout: string;
};

const invalid = (what: string) => new VendorError(400, "INVALID_REQUEST_PARAMS", `${what} is required`);

export function createPayment(state: VendorState, terms: PaymentTerms, call: Call): Answer {
  const sent = readNumbersAsText(call.body) as Record<string, unknown>;
  const plain = JSON.parse(call.body) as Record<string, unknown>;
  if (typeof plain["price_amount"] !== "number") throw invalid("price_amount");
  if (plain["price_currency"] !== "usd") throw invalid("price_currency");
  if (typeof plain["order_id"] !== "string") throw invalid("order_id");
  if (!URL.canParse(String(plain["ipn_callback_url"]))) throw invalid("ipn_callback_url");
  if (plain["pay_currency"] !== "usdttrc20") {
    throw new VendorError(400, "CURRENCY_UNAVAILABLE", "Currency is not available");
  }
  if (plain["price_amount"] < Number(terms.minimum)) {
    throw new VendorError(400, "AMOUNT_MINIMAL_ERROR", "Crypto amount is less than minimal");
  }
  const id = state.newId();
  const nowMs = state.nowMs();
  const payment: VendorPayment = {
    id,
    parentId: null,
    orderId: plain["order_id"],
    callbackUrl: String(plain["ipn_callback_url"]),
    state: "waiting",
    payAddress: state.newAddress(id),
    priceAmount: String(sent["price_amount"]),
    payAmount: terms.payAmountFor(String(sent["price_amount"])),
    payCurrency: "usdttrc20",
    network: "trx",
    actuallyPaid: "0",
    outcomeAmount: null,
    outcomeCurrency: "usdttrc20",
    hash: null,
    createdMs: nowMs,
    updatedMs: nowMs,
    ...terms.instead,
  };
  state.payments.set(id, payment);
  return { status: 201, body: createdView(payment) };
}

/** The view of a created payment. Only here is the id text; elsewhere it is a number. */
function createdView(payment: VendorPayment): Record<string, unknown> {
  return {
    payment_id: payment.id,
    payment_status: payment.state,
    pay_address: payment.payAddress,
    price_amount: number(payment.priceAmount),
    price_currency: "usd",
    pay_amount: number(payment.payAmount),
    pay_currency: payment.payCurrency,
    order_id: payment.orderId,
    ipn_callback_url: payment.callbackUrl,
    created_at: new Date(payment.createdMs).toISOString(),
    updated_at: new Date(payment.updatedMs).toISOString(),
    purchase_id: purchaseId(payment.id),
    network: payment.network,
    expiration_estimate_date: new Date(payment.createdMs + 1_200_000).toISOString(),
    valid_until: new Date(payment.createdMs + 604_800_000).toISOString(),
  };
}

export function readPayment(state: VendorState, { id }: Call): Answer {
  const payment = state.payments.get(id);
  if (payment === undefined) throw new VendorError(404, "NOT_FOUND", "Payment not found");
  return { status: 200, body: paymentView(payment) };
}

/** Lists payments. Pages count from 0. */
export function listPayments(state: VendorState, { query }: Call): Answer {
  const limit = Math.min(500, Number(query.get("limit") ?? 10));
  const page = Number(query.get("page") ?? 0);
  if (!(limit >= 1 && page >= 0)) throw new VendorError(400, "INVALID_REQUEST_PARAMS", "limit or page");
  const fromMs = Date.parse(query.get("dateFrom") ?? "1970-01-01");
  const toMs = Date.parse(query.get("dateTo") ?? "9999-12-31");
  if (Number.isNaN(fromMs + toMs)) throw new VendorError(400, "INVALID_REQUEST_PARAMS", "dates");
  const direction = query.get("orderBy") === "asc" ? 1 : -1;
  const all = [...state.payments.values()]
    .filter(({ createdMs }) => createdMs >= fromMs && createdMs <= toMs)
    .sort((one, other) => direction * (one.createdMs - other.createdMs || Number(one.id) - Number(other.id)));
  const data = all.slice(page * limit, (page + 1) * limit).map(paymentView);
  const pagesCount = Math.ceil(all.length / limit);
  return { status: 200, body: { data, limit, page, pagesCount, total: all.length } };
}
