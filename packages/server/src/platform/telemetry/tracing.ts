import { AsyncLocalStorage } from "node:async_hooks";

/** Our names, counts and ids. Never a secret, an amount or text that a user typed. */
type Attributes = Readonly<Record<string, string | number | boolean>>;

/** A piece of work as the trace of a request shows it. */
export type Span = { set(attributes: Attributes): void };

export type OpenSpan = Span & {
  readonly traceId: string;
  /** Marks the span as failed with only the kind of the error, because messages may quote user input. */
  fail(error: unknown): void;
  end(): void;
};

type SpanStart = {
  readonly kind?: "server" | "client" | "internal";
  readonly attributes?: Attributes;
  readonly parent?: OpenSpan | undefined;
  /** The `traceparent` of the caller, whose trace continues here. */
  readonly remoteParent?: string | undefined;
  /** The other spans whose work this one does too. */
  readonly links?: readonly OpenSpan[];
};

export type Tracer = { start(name: string, start: SpanStart): OpenSpan };

/** The request that the running code answers, for log lines, and the span around it. */
export type Scope = { readonly requestId?: string | undefined; readonly span?: OpenSpan | undefined };

const scopes = new AsyncLocalStorage<Scope | undefined>();

export const currentScope = (): Scope | undefined => scopes.getStore();

/** Runs `work`, and everything it starts, in this scope. `undefined` is for work that belongs to no request. */
export const runInScope = <T>(scope: Scope | undefined, work: () => T): T => scopes.run(scope, work);

/**
 * The receiver of the spans. The process has one tracer, as it has one log. Without a tracer, tracing costs one comparison.
 */
let tracer: Tracer | undefined;

export const useTracer = (next: Tracer | undefined): void => void (tracer = next);
export const isTracing = (): boolean => tracer !== undefined;
export const startSpan = (name: string, start: SpanStart): OpenSpan | undefined => tracer?.start(name, start);

const NO_SPAN: Span = { set() {} };
type Work<T> = (span: Span) => Promise<T>;

/** Wraps `work` in a span: a child of the current span, or the first span of a trace. */
export function trace<T>(name: string, start: SpanStart, work: Work<T>): Promise<T> {
  if (tracer === undefined) return work(NO_SPAN);
  const scope = currentScope();
  return follow(tracer.start(name, { parent: scope?.span, ...start }), work);
}

/** Wraps `work` in a span that begins a trace of its own, whichever request started the work. */
export function traceAlone<T>(name: string, attributes: Attributes, work: Work<T>): Promise<T> {
  return tracer === undefined ? work(NO_SPAN) : follow(tracer.start(name, { attributes }), work, null);
}

/** Wraps `work` in a span only inside another span, because alone it would say nothing. */
export function traceDetail<T>(name: string, start: SpanStart, work: Work<T>): Promise<T> {
  return tracer === undefined || currentScope()?.span === undefined
    ? work(NO_SPAN)
    : trace(name, start, work);
}

async function follow<T>(
  span: OpenSpan,
  work: Work<T>,
  scope: object | null = currentScope() ?? null,
): Promise<T> {
  try {
    return await runInScope({ ...scope, span }, () => work(span));
  } catch (error) {
    span.fail(error);
    throw error;
  } finally {
    span.end();
  }
}
