import { ConfigError } from "./values.ts";
import type { TracingConfig } from "../platform/telemetry/open-telemetry.ts";

/**
 * Traces over OTLP, by the names OpenTelemetry gives its settings. Undefined where no collector is named. What is wrong is
 * told without its content: headers and addresses may carry a key.
 */
export function readTracing(read: (name: string) => string | undefined): TracingConfig | undefined {
  const endpoint = read("OTEL_EXPORTER_OTLP_ENDPOINT");
  if (endpoint === undefined) return undefined;
  if (!URL.canParse(endpoint) || !/^https?:$/.test(new URL(endpoint).protocol)) {
    throw new ConfigError(
      "OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https address, like http://localhost:4318",
    );
  }
  return {
    url: `${endpoint.replace(/\/+$/, "")}/v1/traces`,
    headers: readHeaders(read("OTEL_EXPORTER_OTLP_HEADERS") ?? ""),
    serviceName: read("OTEL_SERVICE_NAME") ?? "veritick",
    ratio: readRatio(read("OTEL_TRACES_SAMPLER_ARG")),
  };
}

/** `name=value,name=value`, the values percent-encoded. */
function readHeaders(text: string): Record<string, string> {
  const pairs = text.split(",").filter((pair) => pair.trim() !== "");
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, name, value] = /^\s*([\w-]+)\s*=(.*)$/.exec(pair) ?? [];
      const decoded = decode(value?.trim());
      if (name === undefined || decoded === undefined || !/^[\x20-\x7e]*$/.test(decoded)) {
        throw new ConfigError("OTEL_EXPORTER_OTLP_HEADERS must look like name=value,name=value");
      }
      return [name, decoded];
    }),
  );
}

function decode(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function readRatio(text = "1"): number {
  const ratio = /^(0(\.\d{1,6})?|1(\.0{1,6})?)$/.test(text) ? Number(text) : undefined;
  if (ratio === undefined) {
    throw new ConfigError(`OTEL_TRACES_SAMPLER_ARG must be a decimal from 0 to 1, not "${text}"`);
  }
  return ratio;
}
