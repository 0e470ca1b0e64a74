import type { Clock } from "../platform/clock.ts";
import type { Database, Queryable } from "../platform/db/database.ts";
import { keepValue, readKeptValue } from "../platform/db/kept-values.ts";
import type { Sealing } from "../platform/sealing.ts";
import type { Log } from "../platform/telemetry/log.ts";
import { nowPaymentsProvider } from "./nowpayments/nowpayments-provider.ts";
import type { NowPaymentsSettings } from "./nowpayments/nowpayments-provider.ts";
import type { PaymentProvider, ProviderOutcome } from "./provider.ts";
import { sandboxProvider } from "./sandbox/sandbox-provider.ts";

const NAME = "payment-provider";

/** The error of balances that were paid in through another provider. */
export class ProviderChangedError extends Error {
  override readonly name = "ProviderChangedError";

  constructor(known: string, chosen: string) {
    super(
      `This database was used with PAYMENT_PROVIDER=${known}, and its balances are owed through that provider. With ` +
        `"${chosen}", play money would be paid out as real money, or real money would be played with. Use a separate database.`,
    );
  }
}

/** Throws if the provider is not the one this installation began with. */
export async function checkProvider(database: Queryable, name: string): Promise<void> {
  const known = await keepValue(database, NAME, name);
  if (known !== name) throw new ProviderChangedError(known, name);
}

/** Reads the provider that this installation began with. Returns undefined before its first start. */
export const knownProvider = (database: Queryable): Promise<string | undefined> =>
  readKeptValue(database, NAME);

type ProviderChoice =
  | { provider: "sandbox"; confirmSeconds: number | undefined }
  | ({ provider: "nowpayments" } & NowPaymentsSettings);

export function createProvider(
  choice: ProviderChoice,
  world: {
    database: Database;
    clock: Clock;
    log: Log;
    sealing: Sealing;
    /** Called with the outcome of each call over the network. */
    onCalled(outcome: ProviderOutcome): void;
  },
): PaymentProvider {
  return choice.provider === "sandbox"
    ? sandboxProvider(world, choice.confirmSeconds)
    : nowPaymentsProvider(world, choice);
}
