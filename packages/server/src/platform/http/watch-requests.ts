import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { ErrorCode } from "@veritick/contract/errors.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Log } from "../telemetry/log.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import { startSpan, runInScope } from "../telemetry/tracing.ts";
import type { Scope } from "../telemetry/tracing.ts";
import { addressKey } from "./client-address.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** What the request's own log lines and spans belong to. */
    scope: Scope | undefined;
    /** The code it was refused with. */
    refusedWith: ErrorCode | undefined;
    /** Who asked, where a session says so. */
    userId: string | undefined;
    /** True where a password or a second step is checked. */
    proves: boolean;
  }
}

/** An id that a proxy may give a request, and that cannot be mistaken for anything else in a log line. */
const REQUEST_ID = /^[A-Za-z0-9][\w.-]{7,63}$/;
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
/** Asked by machines every few seconds: no line of the log, no trace. */
const BY_MACHINES = new Set(["/healthz", "/readyz", "/metrics"]);

export function requestId(request: IncomingMessage): string {
  const given = request.headers["x-request-id"];
  return typeof given === "string" && REQUEST_ID.test(given) ? given : randomUUID();
}

/**
 * A name for what is asked, of which there are few: the pattern of a call, never what stands in its place. Everything that
 * is no call is the page and its files.
 */
function routeOf(request: FastifyRequest): string {
  const pattern = request.routeOptions?.url;
  if (pattern !== undefined && (pattern.startsWith("/api/") || BY_MACHINES.has(pattern))) return pattern;
  return request.url.startsWith("/api") ? "unknown" : "page";
}

/** Each request gets an id and, once it is answered, is counted, timed and logged in one line. */
export function watchRequests(http: FastifyInstance, log: Log, metrics: Metrics | undefined): void {
  http.decorateRequest("scope", undefined);
  http.decorateRequest("refusedWith", undefined);
  http.decorateRequest("userId", undefined);
  http.decorateRequest("proves", false);

  http.addHook("onRequest", (request, reply, done) => {
    void reply.header("x-request-id", request.id);
    request.scope = { requestId: request.id, span: spanOf(request) };
    done();
  });

  // Hooks and body readers run where the connection was made; only what answers the request runs in its scope.
  http.addHook("onRoute", (route) => {
    const { handler } = route;
    route.handler = function inScope(request, reply) {
      return runInScope(request.scope, () => handler.call(this, request, reply));
    };
  });

  http.addHook("onResponse", (request, reply, done) => {
    const route = routeOf(request);
    const method = METHODS.has(request.method) ? request.method : "other";
    const status = reply.statusCode;
    metrics?.httpSeconds.observe(
      { method, route, status: `${Math.floor(status / 100)}xx` },
      reply.elapsedTime / 1000,
    );
    const code = request.refusedWith;
    if (code !== undefined) metrics?.refusals.inc({ route, code });
    const span = request.scope?.span;
    span?.set({
      "http.response.status_code": status,
      ...(code !== undefined && { "veritick.refused": code }),
    });
    if (status >= 500) span?.fail(undefined);
    span?.end();
    if (!BY_MACHINES.has(route)) tell(log, request, reply, { method, route });
    done();
  });
}

/**
 * Never the path with its query, the cookie or the body. Sign-ins, proofs of identity and what somebody may not do are
 * logged with who and from where; a call that came too often was not looked at.
 */
function tell(
  log: Log,
  request: FastifyRequest,
  reply: FastifyReply,
  named: { method: string; route: string },
) {
  const status = reply.statusCode;
  const { refusedWith, userId } = request;
  const isOfSecurity = status === 403 || (request.proves && refusedWith !== "too_many_requests");
  log[status >= 500 || isOfSecurity ? "info" : "debug"](
    {
      ...named,
      status,
      ...(refusedWith !== undefined && { refused: refusedWith }),
      ...(isOfSecurity && { clientAddress: addressKey(request.ip), ...(userId !== undefined && { userId }) }),
      ms: Math.round(reply.elapsedTime * 10) / 10,
      requestId: request.id,
      ...(request.scope?.span !== undefined && { traceId: request.scope.span.traceId }),
    },
    "answered",
  );
}

/** The web app's own files would be nine tenths of all traces. */
function spanOf(request: FastifyRequest) {
  const route = routeOf(request);
  if (!route.startsWith("/api/")) return undefined;
  const { traceparent } = request.headers;
  return startSpan(`${request.method} ${route}`, {
    kind: "server",
    attributes: {
      "http.request.method": request.method,
      "http.route": route,
      "veritick.request_id": request.id,
    },
    remoteParent: typeof traceparent === "string" ? traceparent : undefined,
  });
}
