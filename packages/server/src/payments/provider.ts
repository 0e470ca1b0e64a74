import type { Minor } from "@veritick/domain/money.ts";

/** Where to pay a deposit, as the provider answers it. */
export type PaymentInstruction = {
  /** The provider's own id of the payment. */
  readonly paymentId: string;
  readonly payAddress: string;
  /** In 1e-8 USDT. */
  readonly payAmount: Minor;
};

/** What the provider knows of a payment now. Money counts as arrived only in the state `finished`. */
export type PaymentSnapshot = {
  readonly state: "waiting" | "confirming" | "finished" | "failed";
  /** What arrived, in 1e-8 USDT. */
  readonly paid: Minor;
  /** What the provider kept of it for itself. */
  readonly providerFee: Minor;
};

/**
 * A crypto payment provider. Every call has a time limit, throws `ProviderUnavailableError` where the provider does
 * not answer, and is safe to repeat: the deposit's own id goes along with each request.
 */
export type PaymentProvider = {
  readonly name: string;
  /** True where no real money moves; the interface says so. */
  readonly sandbox: boolean;
  createPayment(deposit: { id: string; amount: Minor; createdAt: Date }): Promise<PaymentInstruction>;
  /** A fresh read of one payment. */
  readPayment(payment: { paymentId: string; amount: Minor; createdAt: Date }): Promise<PaymentSnapshot>;
  /** How long to wait before reading an open payment again. */
  nextPollSeconds(ageSeconds: number): number;
};

export class ProviderUnavailableError extends Error {
  override readonly name = "ProviderUnavailableError";
}
