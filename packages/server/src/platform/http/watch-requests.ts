import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { ErrorCode } from "@veritick/contract/errors.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Log } from "../telemetry/log.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import { startSpan, runInScope } from "../telemetry/tracing.ts";
import type { OpenSpan, Scope } from "../telemetry/tracing.ts";
import { addressKey } from "./headers.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The scope of the request's own log lines and spans. */
    scope: Scope | undefined;
    refusedWith: ErrorCode | undefined;
    /** The user, if a session or key identifies one. */
    userId: string | undefined;
    /** True if the call checks a password or a second step. */
    proves: boolean;
  }
}

/** The form of an id that a proxy may give a request. It cannot be mistaken for anything else in a log line. */
const REQUEST_ID = /^[A-Za-z0-9][\w.-]{7,63}$/;
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
/** Machines ask for these every few seconds, so they get no log line and no trace. */
const BY_MACHINES = new Set(["/healthz", "/readyz", "/metrics"]);

export function requestId(request: IncomingMessage): string {
  const given = request.headers["x-request-id"];
  return typeof given === "string" && REQUEST_ID.test(given) ? given : randomUUID();
}

/**
 * Returns one of few names for a request: the pattern of the call, never the values in its path. Everything else is the page
 * and its files.
 */
function routeOf(request: FastifyRequest): string {
  const pattern = request.routeOptions?.url;
  if (pattern !== undefined && (pattern.startsWith("/api/") || BY_MACHINES.has(pattern))) return pattern;
  return request.url.startsWith("/api") ? "unknown" : "page";
}

/** Gives each request an id. Once it is answered, counts it, times it and logs it in one line. */
export function watchRequests(http: FastifyInstance, log: Log, metrics: Metrics | undefined): void {
  http.decorateRequest("scope", undefined);
  http.decorateRequest("refusedWith", undefined);
  http.decorateRequest("userId", undefined);
  http.decorateRequest("proves", false);

  http.addHook("onRequest", (request, reply, done) => {
    void reply.header("x-request-id", request.id);
    const [route, { method, id }] = [routeOf(request), request];
    request.scope = { requestId: id, span: spanOf(request.raw, { method, route, requestId: id }) };
    done();
  });

  // Hooks and body readers run in the connection's context. Only the code that answers the request runs in its scope.
  http.addHook("onRoute", (route) => {
    const { handler } = route;
    route.handler = function inScope(request, reply) {
      return runInScope(request.scope, () => handler.call(this, request, reply));
    };
  });

  http.addHook("onResponse", (request, reply, done) => {
    const { refusedWith, userId } = request;
    const isProof = request.proves && refusedWith !== "too_many_requests";
    noteAnswered(log, metrics, {
      method: request.method,
      route: routeOf(request),
      requestId: request.id,
      status: reply.statusCode,
      refusedWith,
      span: request.scope?.span,
      ms: reply.elapsedTime,
      ...((isProof || reply.statusCode === 403) && {
        from: { clientAddress: addressKey(request.ip), ...(userId !== undefined && { userId }) },
      }),
    });
    done();
  });
}

type Named = { readonly method: string; readonly route: string; readonly requestId: string };
type Answered = Named & {
  readonly status: number;
  readonly refusedWith: ErrorCode | undefined;
  readonly span: OpenSpan | undefined;
  readonly ms: number;
  /** The caller, if the log has to name them: at sign-ins, proofs of identity and forbidden calls. */
  readonly from?: { readonly clientAddress: string; readonly userId?: string };
};

/** Counts, times, traces and logs a request that was answered. */
export function noteAnswered(log: Log, metrics: Metrics | undefined, answered: Answered): void {
  const { route, status, refusedWith, span } = answered;
  const method = METHODS.has(answered.method) ? answered.method : "other";
  metrics?.httpSeconds.observe(
    { method, route, status: `${Math.floor(status / 100)}xx` },
    answered.ms / 1000,
  );
  if (refusedWith !== undefined) metrics?.refusals.inc({ route, code: refusedWith });
  span?.set({
    "http.response.status_code": status,
    ...(refusedWith !== undefined && { "veritick.refused": refusedWith }),
  });
  if (status >= 500) span?.fail(undefined);
  span?.end();
  if (!BY_MACHINES.has(route)) tell(log, { ...answered, method });
}

/** Logs an answered request, never its path with the query, the cookie or the body. */
function tell(log: Log, { method, route, status, refusedWith, from, ms, requestId, span }: Answered): void {
  // `shedLoad` logs the refusal of a crowd once. A line for each refusal would cost more than the refusal.
  const isFailure = status >= 500 && refusedWith !== "busy";
  log[isFailure || from !== undefined ? "info" : "debug"](
    {
      method,
      route,
      status,
      ...(refusedWith !== undefined && { refused: refusedWith }),
      ...from,
      ms: Math.round(ms * 10) / 10,
      requestId,
      ...(span !== undefined && { traceId: span.traceId }),
    },
    "answered",
  );
}

/** Starts a span for calls of the API only. The web app's own files would be nine tenths of all traces. */
export function spanOf({ headers }: IncomingMessage, { method, route, requestId: id }: Named) {
  if (!route.startsWith("/api/")) return undefined;
  const { traceparent } = headers;
  return startSpan(`${method} ${route}`, {
    kind: "server",
    attributes: { "http.request.method": method, "http.route": route, "veritick.request_id": id },
    remoteParent: typeof traceparent === "string" ? traceparent : undefined,
  });
}
