import { describe, expect, it } from "vitest";
import { readTracing } from "./services.ts";
import { ConfigError } from "./values.ts";

const read = (environment: Record<string, string>) => readTracing((name) => environment[name]);
const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "https://collector.example/otlp/" };

describe("the configuration of traces", () => {
  it("is none without a collector, whatever else is set", () => {
    expect(read({ OTEL_SERVICE_NAME: "veritick", OTEL_TRACES_SAMPLER_ARG: "0.5" })).toBeUndefined();
  });

  it("records everything under the product's name unless told otherwise", () => {
    expect(read(endpoint)).toEqual({
      url: "https://collector.example/otlp/v1/traces",
      headers: {},
      serviceName: "veritick",
      ratio: 1,
    });
  });

  it("takes name, share and headers, whose values are percent-encoded", () => {
    const config = read({
      ...endpoint,
      OTEL_SERVICE_NAME: "veritick-eu",
      OTEL_TRACES_SAMPLER_ARG: "0.05",
      OTEL_EXPORTER_OTLP_HEADERS: "authorization=Basic%20YWI6Y2Q%3D, x-team = night=shift",
    });
    expect(config).toMatchObject({
      serviceName: "veritick-eu",
      ratio: 0.05,
      headers: { authorization: "Basic YWI6Y2Q=", "x-team": "night=shift" },
    });
  });

  it.each([
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318"],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "grpc://key-5e5e@collector"],
    ["OTEL_EXPORTER_OTLP_HEADERS", "key-5e5e"],
    ["OTEL_EXPORTER_OTLP_HEADERS", "x-key=%E0%A4%A key-5e5e"],
    ["OTEL_EXPORTER_OTLP_HEADERS", "x-key=key-5e5e%0d%0ax-other: 1"],
    ["OTEL_TRACES_SAMPLER_ARG", "2"],
    ["OTEL_TRACES_SAMPLER_ARG", "-0.5"],
    ["OTEL_TRACES_SAMPLER_ARG", "half"],
  ])("says that %s cannot be %s, without repeating a key", (name, value) => {
    const attempt = () => read({ ...endpoint, [name]: value });
    expect(attempt).toThrow(ConfigError);
    expect(attempt).toThrow(name);
    expect(attempt).not.toThrow("key-5e5e");
  });
});
