import { errorWords } from "@veritick/contract/errors.ts";
import type { Language } from "@veritick/contract/errors.ts";
import type { FastifyInstance, RouteOptions } from "fastify";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { stopwatchMs } from "../clock.ts";
import { refuse } from "../refusal.ts";
import type { Log } from "../telemetry/log.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import { isCrossOrigin, languageOf } from "./headers.ts";
import { errorBody, sendRefusal } from "./server.ts";
import { noteAnswered, requestId, spanOf } from "./watch-requests.ts";

/** The time after which a refused client may try again: the first of a crowd, and the last. */
const SOONEST_MS = 2_000;
const LATEST_MS = 10_000;
/** The interval at which the log mentions a crowd while it lasts. */
const SAID_EVERY_MS = 10_000;
const CROWDED = refuse("busy", { saying: "crowded" });

/** Bounds the requests of a call that run at once, so that those are answered soon and the others are refused at once. */
export type BoundWaiting = (route: RouteOptions, most: number) => void;

type Call = {
  readonly route: string;
  readonly method: string;
  readonly path: RegExp;
  /** Returns the seconds after which the next refused client may try again. */
  readonly nextReturn: (nowMs: number) => number;
};

/**
 * Tells refused clients to come back one after the other, about `perSecond` of them. If all came again at once, nearly all
 * would be refused again, and each refusal takes time from the clients being served.
 */
export function spreadReturns(perSecond: number): (nowMs: number) => number {
  let nextMs = -Infinity;
  return (nowMs) => {
    const atMs = Math.min(Math.max(nextMs, nowMs + SOONEST_MS), nowMs + LATEST_MS);
    nextMs = atMs + 1000 / perSecond;
    return Math.round((atMs - nowMs) / 1000);
  };
}

/**
 * Refuses most requests of a crowd before the framework has looked at them. The framework would take several times as long,
 * at the expense of the clients being served. The answer is the same as the framework's.
 */
export function shedLoad(
  http: FastifyInstance,
  options: {
    log: Log;
    metrics: Metrics;
    publicUrl: URL | undefined;
    isClosing(): boolean;
  },
): BoundWaiting {
  const { log, metrics, publicUrl, isClosing } = options;
  const full = new Set<Call>();
  const headers = {
    "cache-control": "no-store",
    "content-type": "application/json; charset=utf-8",
  };
  const bodies = new Map<Language | undefined, string>();
  const { status } = errorWords[CROWDED.refused];

  let saidAtMs = -Infinity;
  function sayCrowded(route: string): void {
    if (stopwatchMs() - saidAtMs < SAID_EVERY_MS) return;
    saidAtMs = stopwatchMs();
    log.warn({ route }, "too many requests of a call are under way: others are refused");
  }

  function findFull({ method, url = "" }: IncomingMessage): Call | undefined {
    for (const call of full) if (call.method === method && call.path.test(url)) return call;
    return undefined;
  }

  function refuseEarly(request: IncomingMessage, response: ServerResponse, call: Call): void {
    const { route, method, nextReturn } = call;
    const startedAt = stopwatchMs();
    const named = { route, method, requestId: requestId(request) };
    const span = spanOf(request, named);
    const language = languageOf(request.headers["accept-language"]);
    const body = bodies.get(language) ?? JSON.stringify(errorBody(CROWDED, language));
    bodies.set(language, body);
    const length = Buffer.byteLength(body);
    const own = { "retry-after": `${nextReturn(startedAt)}`, "x-request-id": named.requestId };
    response.writeHead(status, { ...headers, ...own, "content-length": length });
    response.end(body);
    const ms = stopwatchMs() - startedAt;
    sayCrowded(route);
    noteAnswered(log, metrics, { ...named, status, refusedWith: CROWDED.refused, span, ms });
  }

  const [handle] = http.server.listeners("request") as [RequestListener];
  http.server.off("request", handle);
  http.server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
    const call = full.size === 0 ? undefined : findFull(request);
    // The framework refuses these requests for other reasons first.
    if (call === undefined || isClosing() || isCrossOrigin(request.headers, publicUrl?.origin))
      handle(request, response);
    else refuseEarly(request, response, call);
  });

  return (route, most) => {
    const { handler, url } = route;
    const path = new RegExp(`^${url.replaceAll(/:\w+/g, "[^/?]+")}(\\?|$)`);
    // Half of the places go to returning clients; the other half is for new ones.
    const nextReturn = spreadReturns(most / 2);
    const call: Call = { route: url, method: route.method as string, path, nextReturn };
    let underWay = 0;
    // A place is taken only once the body has arrived: nobody can fill all places with requests that are sent by halves.
    route.handler = async function bounded(request, reply) {
      if (underWay >= most) {
        const retryAfterSeconds = nextReturn(stopwatchMs());
        return sendRefusal(request, reply, { ...CROWDED, retryAfterSeconds });
      }
      underWay += 1;
      if (underWay === most) full.add(call);
      try {
        return await handler.call(this, request, reply);
      } finally {
        underWay -= 1;
        full.delete(call);
      }
    };
  };
}
