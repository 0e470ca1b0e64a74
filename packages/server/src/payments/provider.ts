import type { Minor } from "@veritick/domain/money.ts";
import type { PaymentFacts } from "@veritick/domain/payments.ts";
import type { PayoutFacts } from "@veritick/domain/payouts.ts";
import type { PaymentTerms } from "@veritick/domain/provider-answers.ts";

/** The name of USDT on TRON, on record and at NOWPayments. */
export const OUR_ASSET = "usdttrc20";

/** A payment as the provider reports it now. */
export type ProviderPayment = PaymentFacts &
  PaymentTerms & {
    readonly paymentId: string;
    /** The id of the deposit that it was made for; undefined if the provider names none. */
    readonly orderId: string | undefined;
    /** Fields in the provider's words, for administrators to read. */
    readonly details: Readonly<Record<string, string | null>>;
  };

/** A payout as the provider reports it now. */
export type ProviderPayout = PayoutFacts & {
  readonly payoutId: string;
  readonly batchId: string | undefined;
  readonly details: Readonly<Record<string, string | null>>;
};

/** The payment or payout that a callback names. A fresh read replaces the rest of the callback. */
export type CallbackSubject = { readonly subject: "payment" | "payout"; readonly id: string };

/** A callback whose signature verifies. `content` is the signed text, independent of the formatting of the body. */
export type ProvenCallback = CallbackSubject & { readonly content: Buffer };

/**
 * A crypto payment provider. Every call has a time limit and is logged with its id.
 *
 * A call throws `ProviderUnavailableError` if no answer came or the answer does not show the outcome: the provider may or
 * may not have carried out the request. It throws `ProviderBusyError` if the provider had no room for it and did nothing. It
 * throws `ProviderRefusedError` if the provider refused and did nothing. Calls that read are safe to repeat. The comments of
 * the others say whether they are.
 */
export type PaymentProvider = {
  readonly name: string;
  /** True if no real money moves. The screens say so. */
  readonly sandbox: boolean;

  /** Returns the smallest deposit that the provider takes now, in 1e-8 USDT. */
  minimumDeposit(): Promise<Minor>;
  /**
   * Makes a payment, and returns what the provider says of it, unchecked. Not safe to repeat blindly: after
   * `ProviderUnavailableError`, look with `findPayment` first.
   */
  createPayment(deposit: { id: string; amount: Minor; createdAt: Date }): Promise<ProviderPayment>;
  /** Finds the first payment made for this deposit of ours, if the provider has it. */
  findPayment(deposit: { id: string; createdAt: Date }): Promise<ProviderPayment | undefined>;
  readPayment(paymentId: string): Promise<ProviderPayment>;
  /** Lists every payment created from one instant to another, for the daily comparison. */
  listPayments(from: Date, to: Date): AsyncIterable<ProviderPayment>;
  /** Returns the seconds to wait before a payment that is not final is read again. */
  nextPollSeconds(ageSeconds: number): number;

  /** Returns the smallest payout that the provider makes now, in 1e-8 USDT; undefined if it does not say. */
  minimumPayout(): Promise<Minor | undefined>;
  /** Returns false if the provider answers that it cannot pay to this address. */
  acceptsAddress(address: string): Promise<boolean>;
  /**
   * Requests a payout. Never safe to repeat: after `ProviderUnavailableError` only a person can find out.
   *
   * @param withdrawal its id is sent as the payout's name; `net` is in 1e-8 USDT
   */
  createPayout(withdrawal: {
    id: string;
    address: string;
    net: Minor;
  }): Promise<{ batchId: string; payoutId: string }>;
  /** Releases a payout with the second factor. Safe to repeat. */
  verifyPayout(batchId: string): Promise<void>;
  readPayout(payoutId: string): Promise<ProviderPayout>;
  /** Finds the payout of a withdrawal by our id. Missing if the provider cannot look for it. */
  findPayout?(withdrawalId: string): Promise<ProviderPayout>;

  /**
   * Checks the signature of a callback on its raw bytes and reads its payment or payout. Returns undefined if the signature
   * does not verify, and "malformed" if it verifies but the content cannot be read.
   */
  readCallback(
    body: Buffer,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): ProvenCallback | "malformed" | undefined;

  /** Runs at every tick, for a provider inside this process. Real providers have none. */
  tick?(deliver: (body: Buffer, headers: Record<string, string>) => Promise<unknown>): Promise<void>;
  /** Deletes records that ended long ago. Runs once an hour. */
  sweep?(): Promise<void>;
};

/**
 * The outcome of a call to a provider: it answered, it refused, it failed (an unreadable answer, an error of its own, or
 * denied access), or it was unreachable.
 */
export type ProviderOutcome = "answered" | "refused" | "failed" | "unreachable";

/** The error of a missing answer, or of one that does not show the outcome. */
export class ProviderUnavailableError extends Error {
  override readonly name = "ProviderUnavailableError";
}

/** The error of a call for which the provider has no room before `retryAt`. It certainly did nothing. */
export class ProviderBusyError extends ProviderUnavailableError {
  readonly retryAt: Date;

  constructor(retryAt: Date, message: string) {
    super(message);
    this.retryAt = retryAt;
  }
}

/** The error of a refusal by the provider, which did nothing. `code` is the provider's reason. */
export class ProviderRefusedError extends Error {
  override readonly name = "ProviderRefusedError";
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
