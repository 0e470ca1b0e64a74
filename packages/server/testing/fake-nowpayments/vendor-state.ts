import { createHash } from "node:crypto";
import { tronAddressFrom } from "@veritick/domain/addresses.ts";
import { number } from "./raw-numbers.ts";

/** A payment. Its amounts are the digits that the vendor writes, so that a test can have any. */
export type VendorPayment = {
  id: string;
  parentId: string | null;
  orderId: string;
  callbackUrl: string;
  state: string;
  payAddress: string;
  priceAmount: string;
  payAmount: string;
  payCurrency: string;
  network: string;
  actuallyPaid: string;
  outcomeAmount: string | null;
  outcomeCurrency: string;
  hash: string | null;
  createdMs: number;
  updatedMs: number;
};

export type VendorPayout = {
  id: string;
  batchId: string;
  externalId: string | null;
  callbackUrl: string | null;
  address: string;
  amount: string;
  state: string;
  hash: string | null;
  error: string | null;
  createdMs: number;
};

export type VendorBatch = { id: string; createdMs: number; verified: boolean; tries: number };

/** The vendor's data. */
export type VendorState = ReturnType<typeof vendorState>;

export function vendorState(nowMs: () => number) {
  let lastId = 5_261_148_848;
  const payments = new Map<string, VendorPayment>();
  const payouts = new Map<string, VendorPayout>();
  return {
    nowMs,
    payments,
    payouts,
    batches: new Map<string, VendorBatch>(),
    refusedAddresses: new Set<string>(),
    /** The one-time codes that were taken; undefined while a code may be used several times. */
    usedCodes: undefined as Set<string> | undefined,
    newId: () => String((lastId += 1)),
    /** Returns a valid address of the payment's own. */
    newAddress: (id: string) =>
      tronAddressFrom(createHash("sha256").update(`fake/${id}`).digest().subarray(0, 20)),
    payment(id: string): VendorPayment {
      const payment = payments.get(id);
      if (payment === undefined) throw new Error(`the fake has no payment ${id}`);
      return payment;
    },
    payout(id: string): VendorPayout {
      const payout = payouts.get(id);
      if (payout === undefined) throw new Error(`the fake has no payout ${id}`);
      return payout;
    },
  };
}

/** Returns a payment in the form of the reading calls. */
export function paymentView(payment: VendorPayment): Record<string, unknown> {
  return {
    payment_id: number(payment.id),
    parent_payment_id: payment.parentId === null ? null : number(payment.parentId),
    invoice_id: null,
    payment_status: payment.state,
    pay_address: payment.payAddress,
    payin_extra_id: null,
    price_amount: number(payment.priceAmount),
    price_currency: "usd",
    pay_amount: number(payment.payAmount),
    actually_paid: number(payment.actuallyPaid),
    actually_paid_at_fiat: 0,
    pay_currency: payment.payCurrency,
    network: payment.network,
    order_id: payment.orderId,
    order_description: null,
    purchase_id: purchaseId(payment.id),
    outcome_amount: payment.outcomeAmount === null ? null : number(payment.outcomeAmount),
    outcome_currency: payment.outcomeCurrency,
    payin_hash: payment.hash,
    payout_hash: null,
    created_at: new Date(payment.createdMs).toISOString(),
    updated_at: new Date(payment.updatedMs).toISOString(),
    type: "crypto2crypto",
  };
}

export const purchaseId = (paymentId: string): string => String(BigInt(paymentId) + 842_860_000n);

/** Returns a payout in the form of the reading calls and of callbacks. */
export function payoutView(payout: VendorPayout): Record<string, unknown> {
  return {
    id: payout.id,
    batch_withdrawal_id: payout.batchId,
    status: payout.state,
    error: payout.error,
    currency: "usdttrc20",
    amount: payout.amount,
    address: payout.address,
    hash: payout.hash,
    fee: null,
    extra_id: null,
    ipn_callback_url: payout.callbackUrl,
    unique_external_id: payout.externalId,
    created_at: new Date(payout.createdMs).toISOString(),
    requested_at: null,
    updated_at: null,
  };
}
