import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import type { Log } from "../platform/telemetry/log.ts";
import type { Sealing } from "../platform/sealing.ts";
import { nowPaymentsProvider } from "./nowpayments/nowpayments-provider.ts";
import type { NowPaymentsSettings } from "./nowpayments/nowpayments-provider.ts";
import type { PaymentProvider, ProviderOutcome } from "./provider.ts";
import { sandboxProvider } from "./sandbox/sandbox-provider.ts";

export type ProviderChoice =
  | { provider: "sandbox"; confirmSeconds: number | undefined }
  | ({ provider: "nowpayments" } & NowPaymentsSettings);

export function createProvider(
  choice: ProviderChoice,
  world: {
    database: Database;
    clock: Clock;
    log: Log;
    sealing: Sealing;
    /** Told of each call to a provider that is reached over the network. */
    onCalled(outcome: ProviderOutcome): void;
  },
): PaymentProvider {
  return choice.provider === "sandbox"
    ? sandboxProvider(world, choice.confirmSeconds)
    : nowPaymentsProvider(world, choice);
}
