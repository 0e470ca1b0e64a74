import { tronAddressFrom } from "@veritick/domain/addresses.ts";
import { minor, ZERO } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import type { PaymentState } from "@veritick/domain/payments.ts";
import type { PayoutState } from "@veritick/domain/payouts.ts";
import { ProviderRefusedError, ProviderUnavailableError } from "@veritick/server/payments/provider.ts";
import type {
  CallbackSubject,
  PaymentProvider,
  ProviderPayment,
  ProviderPayout,
} from "@veritick/server/payments/provider.ts";

export type VendorPayment = {
  paymentId: string;
  orderId: string;
  state: PaymentState;
  paid: Minor;
  fee: Minor;
  isOurAsset: boolean;
  isRepeated: boolean;
};
export type VendorPayout = { payoutId: string; externalId: string; state: PayoutState; net: Minor };

/** The answer to the next payout: a success, a refusal, or none although the payout was made. */
export type PayoutMood = "well" | "refuses" | "answer-lost";

/** A payment provider whose payments and payouts only the test moves. */
export class Vendor {
  readonly payments = new Map<string, VendorPayment>();
  readonly payouts = new Map<string, VendorPayout>();
  mood: PayoutMood = "well";
  /** Payouts whose answer was lost, so that the product asked an administrator. Only the administrator may release them. */
  readonly lost = new Set<string>();
  readonly released = new Set<string>();
  #made = 0;

  /** Makes a payment, or a further one to the address of a payment: people send what and when they like. */
  newPayment(orderId: string, kind: Pick<VendorPayment, "isOurAsset" | "isRepeated">): VendorPayment {
    const paymentId = `${this.payments.size + 1}-${orderId}`;
    const payment: VendorPayment = { paymentId, orderId, state: "waiting", paid: ZERO, fee: ZERO, ...kind };
    this.payments.set(paymentId, payment);
    return payment;
  }

  /** Returns the body of a callback, as it would come over the wire. */
  callback(subject: CallbackSubject["subject"], id: string): Buffer {
    this.#made += 1;
    return Buffer.from(JSON.stringify({ subject, id, made: this.#made }));
  }

  provider(): PaymentProvider {
    return {
      name: "model",
      // Outside the sandbox, an approval credits on trust an amount that has not arrived.
      sandbox: false,
      minimumDeposit: async () => ZERO,
      createPayment: async ({ id, amount }) => {
        const { paymentId } = this.newPayment(id, { isOurAsset: true, isRepeated: false });
        const bytes = Buffer.from(id.replaceAll("-", ""), "hex");
        const payAddress = tronAddressFrom(Buffer.concat([bytes, Buffer.alloc(4)]));
        return { ...this.#readPayment(paymentId), payAddress, payAmount: amount };
      },
      findPayment: async () => undefined,
      readPayment: async (id) => this.#readPayment(id),
      listPayments: async function* () {},
      nextPollSeconds: () => 0,
      minimumPayout: async () => undefined,
      acceptsAddress: async () => true,
      createPayout: async ({ id, net }) => this.#createPayout(id, net),
      verifyPayout: async (batchId) => void this.released.add(batchId),
      readPayout: async (id) => this.#readPayout(id),
      readCallback: (body) => ({
        ...(JSON.parse(body.toString("utf8")) as CallbackSubject),
        content: body,
      }),
    };
  }

  #readPayment(id: string): ProviderPayment {
    const payment = this.payments.get(id);
    if (payment === undefined) throw new ProviderRefusedError("NOT_FOUND", id);
    return {
      ...payment,
      payAddress: undefined,
      payAmount: undefined,
      priceAmount: undefined,
      asset: payment.isOurAsset ? "usdttrc20" : "trx",
      network: undefined,
      outcome: minor(payment.paid - payment.fee),
      details: {},
    };
  }

  #createPayout(externalId: string, net: Minor): { batchId: string; payoutId: string } {
    const mood = this.mood;
    this.mood = "well";
    if (mood === "refuses") throw new ProviderRefusedError("BAD_CREATE_WITHDRAWAL_REQUEST", "no");
    const payoutId = `payout-${externalId}`;
    if (this.payouts.has(payoutId)) throw new Error(`a second payout was asked for: ${externalId}`);
    this.payouts.set(payoutId, { payoutId, externalId, state: "in_progress", net });
    if (mood === "answer-lost") {
      this.lost.add(payoutId);
      throw new ProviderUnavailableError("no answer");
    }
    return { batchId: payoutId, payoutId };
  }

  #readPayout(id: string): ProviderPayout {
    const payout = this.payouts.get(id);
    if (payout === undefined) throw new ProviderRefusedError("NOT_FOUND", id);
    return {
      ...payout,
      batchId: id,
      amount: payout.net,
      address: undefined,
      asset: "usdttrc20",
      transactionHash: undefined,
      details: {},
    };
  }
}
