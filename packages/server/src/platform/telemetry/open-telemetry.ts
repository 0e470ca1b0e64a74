import { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from "@opentelemetry/api";
import type { Context, Span as TelemetrySpan } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from "@opentelemetry/sdk-trace-node";
import type { SpanExporter } from "@opentelemetry/sdk-trace-node";
import { proxyFor } from "../outgoing-proxy.ts";
import type { Log } from "./log.ts";
import { runInScope } from "./tracing.ts";
import type { OpenSpan, Tracer } from "./tracing.ts";

export type TracingConfig = {
  /** The full address to which spans are sent as OTLP over HTTP, with its path. */
  url: string;
  headers: Readonly<Record<string, string>>;
  serviceName: string;
  /** The share of traces that is recorded, from 0 to 1. */
  ratio: number;
};

const MAX_WAITING = 4_096;
const SEND_EVERY_MS = 2_000;
const SEND_LIMIT_MS = 4_000;
const STOP_LIMIT_MS = 1_500;
const LONGEST_ATTRIBUTE = 256;

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };
const TRACE_PARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Connects OpenTelemetry without its global state: only code that asks for spans is instrumented. */
export function connectTelemetry(
  config: TracingConfig,
  log: Log,
  version: string,
): { tracer: Tracer; stop(): Promise<void> } {
  // A caller may name their trace, but not decide whether it is recorded.
  const share = new TraceIdRatioBasedSampler(config.ratio);
  const proxy = proxyFor(new URL(config.url));
  const exporter = new OTLPTraceExporter({
    url: config.url,
    ...(proxy && { httpAgentOptions: { keepAlive: true, proxyEnv: { HTTPS_PROXY: proxy.href } } }),
    headers: config.headers,
    timeoutMillis: SEND_LIMIT_MS,
    concurrencyLimit: 2,
  });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ "service.name": config.serviceName, "service.version": version }),
    sampler: new ParentBasedSampler({
      root: share,
      remoteParentSampled: share,
      remoteParentNotSampled: share,
    }),
    generalLimits: { attributeValueLengthLimit: LONGEST_ATTRIBUTE },
    spanProcessors: [
      new BatchSpanProcessor(tellingExporter(exporter, log), {
        maxQueueSize: MAX_WAITING,
        scheduledDelayMillis: SEND_EVERY_MS,
        exportTimeoutMillis: SEND_LIMIT_MS + 1_000,
      }),
    ],
  });
  const telemetry = provider.getTracer("veritick", version);
  const spans = new WeakMap<OpenSpan, TelemetrySpan>();

  function contextOf(parent: OpenSpan | undefined, remoteParent: string | undefined): Context {
    const own = parent && spans.get(parent);
    if (own !== undefined) return trace.setSpan(ROOT_CONTEXT, own);
    const [, traceId, spanId, flags] = TRACE_PARENT.exec(remoteParent ?? "") ?? [];
    if (traceId === undefined || spanId === undefined) return ROOT_CONTEXT;
    const traceFlags = Number.parseInt(flags!, 16) & TraceFlags.SAMPLED;
    return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
  }

  const tracer: Tracer = {
    start(name, { kind = "internal", attributes = {}, parent, remoteParent, links = [] }) {
      const linked = links.flatMap((link) => spans.get(link) ?? []);
      const options = {
        kind: KINDS[kind],
        attributes,
        links: linked.map((link) => ({ context: link.spanContext() })),
      };
      const span = telemetry.startSpan(name, options, contextOf(parent, remoteParent));
      const open: OpenSpan = {
        traceId: span.spanContext().traceId,
        set: (more) => void span.setAttributes(more),
        fail(error) {
          span.setAttribute("error.type", error instanceof Error ? error.name : "unknown");
          span.setStatus({ code: SpanStatusCode.ERROR });
        },
        end: () => span.end(),
      };
      spans.set(open, span);
      return open;
    },
  };
  return { tracer, stop: () => stopWithin(STOP_LIMIT_MS, provider.shutdown()) };
}

/** Logs once that spans cannot be sent, and once that they can be again. Spans that could not be sent are lost. */
function tellingExporter(exporter: OTLPTraceExporter, log: Log): SpanExporter {
  let isFailing = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const failed = result.error !== undefined;
        // The log line must not name the request that happened to fill the batch.
        runInScope(undefined, () => {
          if (failed && !isFailing) log.warn("traces cannot be sent; this is not repeated until they can");
          if (!failed && isFailing) log.info("traces are sent again");
        });
        isFailing = failed;
        done(result);
      });
    },
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  };
}

/** Stops after the limit, because traces are not worth a longer wait. */
async function stopWithin(limitMs: number, work: Promise<void>): Promise<void> {
  const { promise: limit, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, limitMs);
  await Promise.race([work.catch(() => {}), limit]);
  clearTimeout(timer);
}
