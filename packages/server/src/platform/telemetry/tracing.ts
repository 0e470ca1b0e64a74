import { currentScope, within } from "./scope.ts";

/** What a span says about itself: names, counts and ids of ours. Never a secret, an amount or what somebody typed. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** A piece of work as somebody who follows a request sees it. */
export type Span = { set(attributes: Attributes): void };

export type OpenSpan = Span & {
  readonly traceId: string;
  /** Marks it as failed, with the kind of error alone: messages may quote what was sent. */
  fail(error: unknown): void;
  end(): void;
};

export type SpanStart = {
  readonly kind?: "server" | "client" | "internal";
  readonly attributes?: Attributes;
  readonly parent?: OpenSpan | undefined;
  /** Where the caller's own trace goes on here: the value of its `traceparent`. */
  readonly remoteParent?: string | undefined;
  /** Others whose work is done by this one as well. */
  readonly links?: readonly OpenSpan[];
};

export type Tracer = { start(name: string, start: SpanStart): OpenSpan };

/**
 * Where spans go. There is one for the process, as there is one log; while there is none, tracing costs a comparison.
 */
let tracer: Tracer | undefined;

export const useTracer = (next: Tracer | undefined): void => void (tracer = next);
export const isTracing = (): boolean => tracer !== undefined;
export const startSpan = (name: string, start: SpanStart): OpenSpan | undefined => tracer?.start(name, start);

const NO_SPAN: Span = { set() {} };
type Work<T> = (span: Span) => Promise<T>;

/** A span around `work`: part of the one it is done in, or the first of a trace. */
export function trace<T>(name: string, start: SpanStart, work: Work<T>): Promise<T> {
  if (tracer === undefined) return work(NO_SPAN);
  const scope = currentScope();
  return follow(tracer.start(name, { parent: scope?.span, ...start }), work);
}

/** A span of a trace of its own, whoever woke up the work. */
export function traceAlone<T>(name: string, attributes: Attributes, work: Work<T>): Promise<T> {
  return tracer === undefined ? work(NO_SPAN) : follow(tracer.start(name, { attributes }), work, null);
}

/** A span only where one is open already: alone, it would tell nothing. */
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
    return await within({ ...scope, span }, () => work(span));
  } catch (error) {
    span.fail(error);
    throw error;
  } finally {
    span.end();
  }
}
