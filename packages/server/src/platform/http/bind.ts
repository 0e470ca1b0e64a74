import etag from "@fastify/etag";
import { isDescribed } from "@veritick/contract/endpoint.ts";
import type { Endpoint } from "@veritick/contract/endpoint.ts";
import { isErrorCode } from "@veritick/contract/errors.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import * as z from "zod/mini";
import type { Clock } from "../clock.ts";
import type { RateLimit } from "../rate-limit.ts";
import { isRefused, refuse } from "../refusal.ts";
import type { Refused } from "../refusal.ts";
import { isReplayed, isStreamed } from "./call.ts";
import type { Call, Handler, IdempotencyClaim, Identity } from "./call.ts";
import { addressKey } from "./client-address.ts";
import type { SessionCookie } from "./headers.ts";
import { languageFor, sendRefusal } from "./server.ts";

export type Bind = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void;

type BindOptions = {
  http: FastifyInstance;
  clock: Clock;
  cookie: SessionCookie;
  /** Calls of one session. */
  sessionLimit: RateLimit;
  /** Calls of one address for which no session of the last minutes answers. */
  addressLimit: RateLimit;
  /** Who holds this session token, if that is known without asking the database. */
  recall(token: string): Identity | undefined;
  /** True where this session token was somebody's in the last minutes, though they must be identified anew. */
  wasHere(token: string): boolean;
  /** Who holds this session token; undefined where nobody does. */
  identify(token: string): Promise<Identity | undefined>;
  /** How old a proof of who calls may be where a call asks for one; undefined for any age. */
  stepUpMinutes: number | undefined;
  /** Check every reply against the contract; on in tests. */
  checkReplies: boolean;
};

/** Ties contract endpoints to handlers: every call of the contract comes to be here, and so has an audience. */
export function createBind(options: BindOptions): Bind {
  return (endpoint, handler) => {
    if (endpoint.audience === "provider") throw new Error("a provider's call is bound by its raw body");
    const route: RouteOptions = {
      method: endpoint.method,
      // What is put on record is given whole or not at all.
      exposeHeadRoute: endpoint.audits === undefined,
      url: endpoint.path.replaceAll(/\{(\w+)\}/g, ":$1"),
      handler: async (request, reply) => {
        const refusal = await answer(
          endpoint,
          handler as unknown as Handler<Endpoint>,
          request,
          reply,
          options,
        );
        return refusal === undefined ? reply : sendRefusal(request, reply, refusal);
      },
    };
    if (endpoint.method !== "GET") options.http.route(route);
    else {
      // What is only read carries an ETag, so that asking again for what has not changed costs a 304.
      void options.http.register(async (reads) => {
        await reads.register(etag);
        reads.route(route);
      });
    }
  };
}

/** Sends the answer, or returns the refusal to send. */
async function answer(
  endpoint: Endpoint,
  handler: Handler<Endpoint>,
  request: FastifyRequest,
  reply: FastifyReply,
  options: BindOptions,
): Promise<Refused | undefined> {
  const token = options.cookie.read(request.headers.cookie);
  const known = token === undefined ? undefined : options.recall(token);
  // Invented tokens must neither get a limit of their own nor reach the database unlimited; people whom neighbours behind
  // their address crowd out must get on.
  const mayPass =
    token !== undefined && (known !== undefined || options.wasHere(token))
      ? options.sessionLimit.take(token, options.clock.nowMs())
      : options.addressLimit.take(addressKey(request.ip), options.clock.nowMs());
  if (!mayPass) return refuse("too_many_requests", { retryAfterSeconds: 1 });
  const identity = known ?? (token === undefined ? undefined : await options.identify(token));
  if (endpoint.audience !== "public" && identity === undefined) return refuse("not_signed_in");
  if (endpoint.audience === "admin" && !identity!.isAdmin) return refuse("forbidden");

  const input = readInput(endpoint, request);
  if (isRefused(input)) return input;
  const idempotency = endpoint.idempotent ? readIdempotencyKey(endpoint, request, input.body) : undefined;
  if (isRefused(idempotency)) return idempotency;

  if (endpoint.stepUp && !(await isProved(identity!, token!, options))) return refuse("step_up_required");
  const call: Call<Endpoint> = {
    ...input,
    identity: identity!,
    address: addressKey(request.ip),
    userAgent: request.headers["user-agent"]?.slice(0, 300),
    language: languageFor(request),
    idempotency,
    setSession: (value, maxAge) => void reply.header("set-cookie", options.cookie.set(value, maxAge)),
    clearSession: () => void reply.header("set-cookie", options.cookie.clear()),
  };
  const result = await handler(call);
  if (isRefused(result)) return result;

  // A list that has not changed costs a 304: the browser keeps it, but asks each time.
  void reply.header("cache-control", endpoint.method === "GET" ? "private, no-cache" : "no-store");
  if (isStreamed(result)) {
    // Counted in bytes, so that no more is made ahead than a client takes; asked for its headers alone, none is made.
    const file = Readable.from(request.method === "HEAD" ? [] : result.lines, { objectMode: false });
    void reply
      .code(endpoint.status)
      .type(`${endpoint.streams}; charset=utf-8`)
      .header("content-disposition", `attachment; filename="${result.fileName}"`)
      .send(file);
  } else if (isReplayed(result)) {
    void reply.header("idempotency-replayed", "true");
    sendJson(reply, endpoint.status, result.replayed);
  } else {
    if (options.checkReplies) z.parse(endpoint.reply, result);
    sendJson(reply, endpoint.status, JSON.stringify(result));
  }
  return undefined;
}

/** Memory may be of before a proof that another process took. */
async function isProved(
  identity: Identity,
  token: string,
  { clock, stepUpMinutes, identify }: BindOptions,
): Promise<boolean> {
  if (stepUpMinutes === undefined) return true;
  const isRecent = ({ provedAtMs }: Identity) => clock.nowMs() - provedAtMs < stepUpMinutes * 60_000;
  if (isRecent(identity)) return true;
  const anew = await identify(token);
  return anew !== undefined && isRecent(anew);
}

function sendJson(reply: FastifyReply, status: number, body: string): void {
  void reply.code(status).type("application/json; charset=utf-8").send(body);
}

type Input = Pick<Call<Endpoint>, "params" | "query" | "body">;

/** Path, query and body as the contract describes them. A body that the call does not take is not looked at. */
function readInput(endpoint: Endpoint, request: FastifyRequest): Input | Refused {
  const body = isDescribed(endpoint.body) ? request.body : undefined;
  const read = { params: request.params, query: request.query, body };
  for (const part of ["params", "query", "body"] as const) {
    const result = z.safeParse(endpoint[part], read[part]);
    if (!result.success) return refusalOfIssue(result.error.issues[0]);
    read[part] = result.data;
  }
  return read;
}

/** The schema's own code where the field has one; otherwise the request as a whole is at fault. */
function refusalOfIssue(issue: z.core.$ZodIssue | undefined): Refused {
  const field = issue?.path.find((step) => typeof step === "string");
  const code = issue !== undefined && isErrorCode(issue.message) ? issue.message : "body_invalid";
  return refuse(code, field === undefined ? {} : { field });
}

/** The key, with a digest of what it stands for; undefined where none was sent. */
function readIdempotencyKey(
  endpoint: Endpoint,
  request: FastifyRequest,
  body: unknown,
): IdempotencyClaim | Refused | undefined {
  const key = request.headers["idempotency-key"];
  if (key === undefined) return undefined;
  if (typeof key !== "string" || !/^[\x21-\x7e]{1,200}$/.test(key)) return refuse("idempotency_key_invalid");
  const requestHash = createHash("sha256")
    .update(`${endpoint.method} ${request.url}\n${canonicalJson(body, endpoint.secrets)}`)
    .digest();
  return { key, requestHash };
}

/**
 * The checked body with its keys in order, so that the same request has the same digest however it was written. The
 * digest is stored, so secrets stay out of it: a short one could be found by trying all there are.
 */
function canonicalJson(body: unknown, secrets: readonly string[]): string {
  const fields = Object.entries((body ?? {}) as Record<string, unknown>)
    .filter(([name]) => !secrets.includes(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(fields, (_key, value: unknown) => (typeof value === "bigint" ? `${value}` : value));
}
