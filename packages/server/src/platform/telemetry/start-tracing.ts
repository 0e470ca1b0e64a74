import type { Log } from "./log.ts";
import type { TracingConfig } from "./open-telemetry.ts";
import { useTracer } from "./tracing.ts";
import { productVersion } from "../version.ts";

/** Sends spans if the configuration says so. Otherwise nothing of OpenTelemetry is loaded. */
export async function startTracing(
  config: TracingConfig | undefined,
  log: Log,
): Promise<{ stop(): Promise<void> }> {
  if (config === undefined) return { stop: async () => {} };
  const { connectTelemetry } = await import("./open-telemetry.ts");
  const { tracer, stop } = connectTelemetry(config, log, productVersion());
  useTracer(tracer);
  return {
    async stop() {
      useTracer(undefined);
      await stop();
    },
  };
}
