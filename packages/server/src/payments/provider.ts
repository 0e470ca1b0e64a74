import type { Minor } from "@veritick/domain/money.ts";
import type { PaymentFacts, PayoutState } from "@veritick/domain/payments.ts";

/** Where to pay a deposit, in the provider's answer. */
export type PaymentInstruction = {
  /** The provider's own id of the payment. */
  readonly paymentId: string;
  readonly payAddress: string;
  /** In 1e-8 USDT. */
  readonly payAmount: Minor;
};

/** A payment as the provider sees it now. */
export type ProviderPayment = PaymentFacts & {
  readonly paymentId: string;
  /** The deposit it was made for, as we named it; undefined where the provider names none. */
  readonly orderId: string | undefined;
  readonly payAddress: string | undefined;
  readonly payAmount: Minor | undefined;
  /** The asset in the provider's words. */
  readonly asset: string;
  /** The provider's own words, for an administrator to read. */
  readonly details: Readonly<Record<string, string | null>>;
};

export type ProviderPayout = {
  readonly payoutId: string;
  readonly batchId: string | undefined;
  /** The withdrawal it is for, as we named it; undefined where the provider names none. */
  readonly externalId: string | undefined;
  readonly state: PayoutState;
  readonly transactionHash: string | undefined;
  readonly details: Readonly<Record<string, string | null>>;
};

/** The payment or payout that a callback names. The rest of a callback is not used: a fresh read is. */
export type CallbackSubject = { readonly subject: "payment" | "payout"; readonly id: string };

/** A callback whose signature verifies. `content` is what was signed, independent of the formatting of the body. */
export type ProvenCallback = CallbackSubject & { readonly content: Buffer };

/**
 * A crypto payment provider. Every call has a time limit and is logged with its id.
 *
 * A call throws `ProviderUnavailableError` where no answer came or the answer does not tell the outcome: the request may or
 * may not have been carried out. It throws `ProviderRefusedError` where the provider said no: nothing has happened. Calls
 * that read are safe to repeat; the others say whether they are.
 */
export type PaymentProvider = {
  readonly name: string;
  /** True where no real money moves; the interface says so. */
  readonly sandbox: boolean;

  /** The smallest deposit the provider takes now, in 1e-8 USDT. */
  minimumDeposit(): Promise<Minor>;
  /** Not safe to repeat blindly: after `ProviderUnavailableError`, look with `findPayment` first. */
  createPayment(deposit: { id: string; amount: Minor; createdAt: Date }): Promise<PaymentInstruction>;
  /** The first payment made for this deposit of ours, if the provider has it. */
  findPayment(deposit: { id: string; createdAt: Date }): Promise<ProviderPayment | undefined>;
  readPayment(paymentId: string): Promise<ProviderPayment>;
  /** Every payment created from one instant to another, for the daily comparison. */
  listPayments(from: Date, to: Date): AsyncIterable<ProviderPayment>;
  /** How long to wait before reading a payment again that is not final. */
  nextPollSeconds(ageSeconds: number): number;

  /** False where the provider says that it cannot pay to this address. */
  acceptsAddress(address: string): Promise<boolean>;
  /**
   * Requests a payout. Never safe to repeat: after `ProviderUnavailableError` only a person can find out.
   *
   * @param withdrawal its id goes along as the payout's name; `net` in 1e-8 USDT
   */
  createPayout(withdrawal: {
    id: string;
    address: string;
    net: Minor;
  }): Promise<{ batchId: string; payoutId: string }>;
  /** Releases a payout with the second factor. Safe to repeat. */
  verifyPayout(batchId: string): Promise<void>;
  readPayout(payoutId: string): Promise<ProviderPayout>;
  /** The payout of a withdrawal, by our id. Left out where the provider cannot look for it. */
  findPayout?(withdrawalId: string): Promise<ProviderPayout>;

  /**
   * Checks the signature of a callback on its raw bytes and reads what it names.
   * Undefined where the signature does not verify; "malformed" where it does and the content cannot be read.
   */
  readCallback(
    body: Buffer,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): ProvenCallback | "malformed" | undefined;

  /** Called at every tick, for a provider inside this process. Real ones have none. */
  tick?(deliver: (body: Buffer, headers: Record<string, string>) => Promise<unknown>): Promise<void>;
  /** Called once an hour: forgets what ended long ago. */
  sweep?(): Promise<void>;
};

/**
 * How a call to a provider ended: it answered, it refused, it failed (an unreadable answer, an error of its own, or it denied
 * us access), or it could not be reached.
 */
export type ProviderOutcome = "answered" | "refused" | "failed" | "unreachable";

/** No answer came, or none that tells what happened. */
export class ProviderUnavailableError extends Error {
  override readonly name = "ProviderUnavailableError";
}

/** The provider said no: nothing has happened. `code` is the provider's word for why. */
export class ProviderRefusedError extends Error {
  override readonly name = "ProviderRefusedError";
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
