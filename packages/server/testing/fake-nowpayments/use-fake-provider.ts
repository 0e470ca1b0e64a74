import { pino } from "pino";
import { afterEach, beforeEach, expect } from "vitest";
import { nowPaymentsProvider } from "../../src/payments/nowpayments/nowpayments-provider.ts";
import type { PaymentProvider, ProviderOutcome } from "../../src/payments/provider.ts";
import { movableClock } from "../movable-clock.ts";
import type { MovableClock } from "../movable-clock.ts";
import { startFakeNowPayments } from "./fake-nowpayments.ts";
import type { FakeNowPayments } from "./fake-nowpayments.ts";

export const CALLBACK_URL = "https://veritick.test/api/payments/callbacks/nowpayments";

type Making = {
  payouts?: boolean;
  timeoutMs?: number;
  apiKey?: string;
  password?: string;
  paymentsPerSecond?: number;
  onCalled?: (outcome: ProviderOutcome) => void;
};

export type ProviderScope = {
  readonly fake: FakeNowPayments;
  readonly clock: MovableClock;
  readonly provider: PaymentProvider;
  /** The log, one JSON text for each line. */
  readonly lines: readonly string[];
  /** Makes another provider for the same fake. */
  make(making?: Making): PaymentProvider;
};

/** Gives each test the adapter alone, on a fake of its own. After the test, no secret may be in the log. */
export function useFakeProvider(): ProviderScope {
  let fake: FakeNowPayments;
  let clock: MovableClock;
  let provider: PaymentProvider;
  let lines: string[];

  function make({
    payouts = true,
    timeoutMs = 10_000,
    apiKey,
    password,
    paymentsPerSecond = 1_000,
    onCalled,
  }: Making = {}): PaymentProvider {
    const { secrets } = fake;
    const log = pino({ level: "trace" }, { write: (line: string) => void lines.push(line) });
    return nowPaymentsProvider(
      { clock, log, ...(onCalled !== undefined && { onCalled }) },
      {
        baseUrl: fake.baseUrl,
        apiKey: apiKey ?? secrets.apiKey,
        ipnSecret: secrets.ipnSecret,
        callbackUrl: CALLBACK_URL,
        paymentsPerSecond,
        payouts: payouts
          ? {
              email: secrets.email,
              password: password ?? secrets.password,
              totpSecret: secrets.totpSecret,
            }
          : undefined,
      },
      { timeoutMs },
    );
  }

  beforeEach(async () => {
    clock = movableClock();
    lines = [];
    fake = await startFakeNowPayments({ clock });
    provider = make();
  });
  afterEach(async () => {
    await fake.close();
    const text = lines.join("");
    for (const secret of [...Object.values(fake.secrets), "fake-token.", "verification_code"]) {
      expect(text).not.toContain(secret);
    }
  });

  return {
    get fake() {
      return fake;
    },
    get clock() {
      return clock;
    },
    get provider() {
      return provider;
    },
    get lines() {
      return lines;
    },
    make,
  };
}
