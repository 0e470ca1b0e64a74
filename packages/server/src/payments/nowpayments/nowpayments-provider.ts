import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/telemetry/log.ts";
import { ProviderRefusedError } from "../provider.ts";
import type { PaymentProvider, ProviderOutcome, ProviderPayment } from "../provider.ts";
import { cachedValue, tokenCaller, vendorCaller } from "./call-vendor.ts";
import { createPayment, listPayments, readMinimum, readPayment } from "./payments.ts";
import {
  acceptsAddress,
  createPayout,
  oneTimeCode,
  readMinimumPayout,
  readPayout,
  verifyPayout,
} from "./payouts.ts";
import { readCallback } from "./callback.ts";
import { vendorQueue } from "./vendor-queue.ts";

export type NowPaymentsSettings = {
  baseUrl: string;
  apiKey: string;
  ipnSecret: string;
  /** The URL at which the vendor calls us. */
  callbackUrl: string;
  /** The most payments that this process has the vendor make in a second. */
  paymentsPerSecond: number;
  /** The credentials for payouts. Without them payouts are refused, and an administrator pays by hand. */
  payouts: { email: string; password: string; totpSecret: string } | undefined;
};

const MINIMUM_CACHED_MS = 600_000;
/** The most by which the vendor's clock may be behind ours. */
const CLOCKS_APART_MS = 3_600_000;

/** Creates a provider by NOWPayments' public API, for USDT on TRON. */
export function nowPaymentsProvider(
  { clock, log, onCalled }: { clock: Clock; log: Log; onCalled?: (outcome: ProviderOutcome) => void },
  settings: NowPaymentsSettings,
  { timeoutMs = 10_000 }: { timeoutMs?: number } = {},
): PaymentProvider {
  const { baseUrl, apiKey, callbackUrl, payouts: account } = settings;
  const ipnSecret = settings.ipnSecret.trim();
  if (ipnSecret === "") throw new Error("an empty secret would let anybody sign callbacks");

  const queue = vendorQueue(clock, settings.paymentsPerSecond);
  const call = vendorCaller({ baseUrl, apiKey, timeoutMs, clock, queue, log, onCalled });
  const withToken = account && tokenCaller(call, clock, account);
  const code = account && oneTimeCode(clock, account.totpSecret);
  const minimum = cachedValue(clock, MINIMUM_CACHED_MS, () => readMinimum(call));
  const minimumPayout = cachedValue(clock, MINIMUM_CACHED_MS, () => readMinimumPayout(call));
  let hasWarned = false;

  function payments(from: Date, to: Date | undefined): AsyncIterable<ProviderPayment> {
    if (withToken !== undefined) return listPayments(withToken, log, from, to);
    if (!hasWarned)
      log.warn("no credentials for NOWPayments' list of payments: the daily reconciliation is off");
    hasWarned = true;
    return nothing();
  }

  function forPayouts<T>(granted: T | undefined): T {
    if (granted !== undefined) return granted;
    throw new ProviderRefusedError("payouts_not_configured", "there are no credentials for payouts");
  }

  return {
    name: "nowpayments",
    sandbox: false,
    minimumDeposit: () => minimum.get(),
    createPayment: (deposit) => createPayment(call, callbackUrl, deposit),
    async findPayment({ id, createdAt }) {
      const from = new Date(createdAt.getTime() - CLOCKS_APART_MS);
      for await (const payment of payments(from, undefined)) {
        if (payment.orderId === id && !payment.isRepeated) return payment;
      }
      return undefined;
    },
    readPayment: (paymentId) => readPayment(call, paymentId),
    listPayments: payments,
    nextPollSeconds,
    minimumPayout: () => minimumPayout.get(),
    acceptsAddress: (address) => acceptsAddress(call, address),
    createPayout: async (withdrawal) => createPayout(forPayouts(withToken), callbackUrl, withdrawal),
    verifyPayout: async (batchId) => verifyPayout(call, forPayouts(withToken), batchId, forPayouts(code)),
    readPayout: (payoutId) => readPayout(call, payoutId),
    readCallback: (body, headers) => readCallback(body, headers, ipnSecret),
  };
}

async function* nothing(): AsyncGenerator<never, void, undefined> {}

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 24 * HOUR_SECONDS;

/** Returns the interval of polls: short while a user waits, long for a payment that nobody makes. */
function nextPollSeconds(ageSeconds: number): number {
  if (ageSeconds < 600) return 20;
  if (ageSeconds < HOUR_SECONDS) return 60;
  if (ageSeconds < DAY_SECONDS) return 600;
  return ageSeconds < 7 * DAY_SECONDS ? HOUR_SECONDS : 6 * HOUR_SECONDS;
}
