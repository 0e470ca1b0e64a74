import { ServerResponse, STATUS_CODES } from "node:http";
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { errorWords, messageFor } from "@veritick/contract/errors.ts";
import type { ErrorCode, Language } from "@veritick/contract/errors.ts";
import type { ConnectionError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isUndone } from "../db/database.ts";
import { isDatabaseUnavailable, warnOf } from "../db/unavailable.ts";
import type { Log } from "../telemetry/log.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import type { Refused } from "../refusal.ts";
import { bearerOf } from "./identify-caller.ts";
import { isCrossOrigin, languageOf, securityHeaders } from "./headers.ts";
import { requestId, watchRequests } from "./watch-requests.ts";

const BODY_LIMIT = 64 * 1024;

type HttpOptions = {
  log: Log;
  metrics?: Metrics | undefined;
  publicUrl: URL | undefined;
  trustedProxies: string[];
  /** Addresses besides its own that pages may ask. */
  connectsTo?: readonly string[];
  /** True once the server refuses further orders. */
  isClosing(): boolean;
};

/**
 * Makes the HTTP server with everything that applies to each request: headers, origin check and the form of errors. It
 * defines no route itself. Every answer under `/api` is JSON.
 */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const protection = securityHeaders(options.publicUrl, options.connectsTo);
  // Imported here because the commands share much of this code but do not need Fastify.
  const { default: fastify } = await import("fastify");
  const http: FastifyInstance = fastify({
    http: { ServerResponse: protectedResponse(protection) },
    logger: false,
    genReqId: requestId,
    bodyLimit: BODY_LIMIT,
    trustProxy: options.trustedProxies.length > 0 ? options.trustedProxies : false,
    routerOptions: { maxParamLength: 200 },
    // The server closes a connection that sends its request too slowly.
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    // The hook below refuses requests that arrive meanwhile, in our own words.
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, protection),
    // No hook has seen such a request.
    frameworkErrors: (error, request, reply) =>
      void sendFailure(options.log, request, reply.header("x-request-id", request.id), error),
  });

  endConnectionsAtClose(http);
  watchRequests(http, options.log, options.metrics);

  http.addHook("onRequest", (request, reply, done) => {
    if (options.isClosing()) {
      void reply.header("connection", "close");
      if (request.method !== "GET")
        return void sendRefusal(request, reply, { refused: "shutting_down", retryAfterSeconds: 5 });
    }
    const changesState =
      request.method !== "GET" && request.method !== "HEAD" && request.method !== "OPTIONS";
    // No browser adds an API key by itself, so the sender of a key knows it.
    const mayBeLured = changesState && bearerOf(request) === undefined;
    if (mayBeLured && isCrossOrigin(request.headers, options.publicUrl?.origin)) {
      return void sendRefusal(request, reply, { refused: "origin_refused" });
    }
    done();
  });

  http.setErrorHandler((error, request, reply) => sendFailure(options.log, request, reply, error));
  readJsonBodies(http);
  return http;
}

/** Accepts JSON bodies only. An absent body is `undefined`, so that calls without one need no content type. */
function readJsonBodies(http: FastifyInstance): void {
  http.removeAllContentTypeParsers();
  http.addContentTypeParser("application/json", { parseAs: "string" }, (_request, body, done) => {
    if (body === "") return done(null, undefined);
    try {
      done(null, JSON.parse(body as string));
    } catch {
      done(Object.assign(new Error("malformed JSON"), { refused: "body_invalid" }));
    }
  });
}

type Headers = Readonly<Record<string, string>>;

/** Makes the class of all answers. Some are Node.js's own, such as to a request without a host: no hook sees those. */
function protectedResponse(protection: Headers): typeof ServerResponse {
  const headers = Object.entries(protection);
  class ProtectedResponse extends ServerResponse {
    constructor(...of: ConstructorParameters<typeof ServerResponse>) {
      super(...of);
      for (const [name, value] of headers) this.setHeader(name, value);
    }
  }
  return ProtectedResponse as typeof ServerResponse;
}

function answerBrokenRequest(error: ConnectionError, socket: Socket, protection: Headers): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  if (error.code === "HPE_HEADER_OVERFLOW") return refuseOnSocket(socket, protection, "body_too_large", 431);
  const isLate = error.code === "ERR_HTTP_REQUEST_TIMEOUT";
  refuseOnSocket(socket, protection, "body_invalid", isLate ? 408 : 400);
}

/** Refuses a request for which there is no response object, and ends its connection. */
export function refuseOnSocket(
  socket: Duplex,
  protection: Headers,
  refused: ErrorCode,
  status = errorWords[refused].status,
): void {
  const body = JSON.stringify(errorBody({ refused }, undefined));
  const headers = {
    ...protection,
    connection: "close",
    "cache-control": "no-store",
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
  };
  // The client may never close its end, so the server ends the connection after this answer.
  socket.once("finish", () => socket.destroy());
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`);
}

export function languageFor(request: FastifyRequest): Language | undefined {
  return languageOf(request.headers["accept-language"]);
}

export function sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refused): FastifyReply {
  if (refusal.retryAfterSeconds !== undefined) void reply.header("retry-after", refusal.retryAfterSeconds);
  request.refusedWith = refusal.refused;
  // A refusal must not become "304 Not Modified".
  delete request.headers["if-none-match"];
  return reply
    .code(errorWords[refusal.refused].status)
    .header("cache-control", "no-store")
    .type("application/json; charset=utf-8")
    .send(JSON.stringify(errorBody(refusal, languageFor(request))));
}

export function errorBody(refusal: Refused, language: Language | undefined) {
  return {
    message: messageFor(refusal.saying ?? refusal.refused, language, refusal.values),
    code: refusal.refused,
    ...(refusal.field === undefined ? {} : { field: refusal.field }),
    ...(refusal.proceeds === undefined ? {} : { proceeds: refusal.proceeds }),
  };
}

/** Turns an error of the framework or a broken invariant into one of our codes, and sends it. */
function sendFailure(log: Log, request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const code = refusalOf(error);
  if (code === "internal") {
    log.error(
      {
        error: describe(error),
        route: request.routeOptions?.url,
        method: request.method,
        requestId: request.id,
      },
      "a call failed",
    );
  } else if (code === "unavailable" || code === "busy") {
    const facts = { route: request.routeOptions?.url, requestId: request.id };
    warnOf(
      log,
      error,
      code === "busy" ? "a deadlock was rolled back" : "a call could not be answered",
      facts,
    );
  }
  return sendRefusal(request, reply, {
    refused: code,
    ...(code === "unavailable" || code === "busy" ? { retryAfterSeconds: 1 } : {}),
  });
}

function refusalOf(error: unknown): ErrorCode {
  if (isDatabaseUnavailable(error)) return "unavailable";
  if (isUndone(error)) return "busy";
  if (typeof error !== "object" || error === null) return "internal";
  const { refused, code, statusCode } = error as { refused?: ErrorCode; code?: string; statusCode?: number };
  if (refused !== undefined) return refused;
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE" || statusCode === 413) return "body_too_large";
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE" || statusCode === 415) return "not_json";
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return "body_invalid";
  return "internal";
}

const describe = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

/** The time that a request which has begun to arrive has to arrive whole once the server is closing. */
const GRACE_MS = 1_000;

/**
 * At the end, closes every connection without a request under way, and the others once they are answered. Node.js itself
 * would wait without a limit for connections on which nothing or only half a request ever came. Browsers keep such
 * connections in reserve, so a server with visitors would never stop.
 */
function endConnectionsAtClose(http: FastifyInstance): void {
  /** Connections that await no answer, with the bytes read from each when it came to rest. */
  const resting = new Map<Socket, number>();
  let isClosing = false;

  http.server.on("connection", (socket) => {
    resting.set(socket, 0);
    socket.once("close", () => resting.delete(socket));
  });
  http.server.on("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    resting.delete(socket);
    response.once("close", () => {
      if (isClosing) socket.end();
      else if (!socket.destroyed) resting.set(socket, socket.bytesRead);
    });
  });
  // The hub closes live connections with a reason.
  http.server.on("upgrade", ({ socket }: IncomingMessage) => resting.delete(socket));

  http.addHook("preClose", (done) => {
    isClosing = true;
    const end = (evenBegun: boolean) => {
      for (const [socket, bytesRead] of resting) {
        if (evenBegun || socket.bytesRead === bytesRead) socket.destroy();
      }
    };
    end(false);
    setTimeout(() => end(true), GRACE_MS).unref();
    done();
  });
}
