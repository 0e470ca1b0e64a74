import etag from "@fastify/etag";
import { isDescribed } from "@veritick/contract/endpoint.ts";
import type { Endpoint } from "@veritick/contract/endpoint.ts";
import { isErrorCode } from "@veritick/contract/errors.ts";
import { mayAs } from "@veritick/contract/roles.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { hash } from "node:crypto";
import { Readable } from "node:stream";
import * as z from "zod/mini";
import { createKeyedQueue } from "../concurrency.ts";
import { isRefused, refuse } from "../refusal.ts";
import type { Refused } from "../refusal.ts";
import { isReplayed, isStreamed } from "./call.ts";
import type { Call, Handler, IdempotencyClaim, Identity } from "./call.ts";
import type { BoundWaiting } from "./load-shedding.ts";
import { addressKey, isCrossOrigin } from "./headers.ts";
import { holderOf, identifyCaller, refuseKey, watchSession } from "./identify-caller.ts";
import type { Caller, CallerOptions } from "./identify-caller.ts";
import type { SessionCookie } from "./headers.ts";
import { languageFor, sendRefusal } from "./server.ts";

export type Bind = <E extends Endpoint>(
  endpoint: E,
  handler: Handler<E>,
  /**
   * `mostWaiting`: the call may wait for long and holds no connection meanwhile, so it needs no turn. If that many calls are
   * under way, the next is refused before the server reads or looks up anything.
   */
  options?: { mostWaiting?: number },
) => void;

/** The calls of one user that run at once, and the most that wait meanwhile: those hold no connection to the database. */
const CALLS_AT_ONCE = 4;
const CALLS_WAITING = 500;

type BindOptions = CallerOptions & {
  http: FastifyInstance;
  reads: FastifyInstance;
  boundWaiting: BoundWaiting;
  deviceCookie: SessionCookie;
  /** Minutes after which a call with step-up asks for the password or second step again; undefined for never. */
  stepUpMinutes: number | undefined;
  isCountryBlocked(request: FastifyRequest): boolean;
  /** Read at each use, so that administrators can change it. */
  settings: { readonly termsVersion: string | undefined };
  /** True if administrators without a second factor are turned away. */
  adminsNeedSecondFactor: boolean;
  /** Called after a call that the audit log records has changed something. */
  onDecision(): void;
  /** Checks every reply against the contract. Tests switch it on. */
  checkReplies: boolean;
};

/**
 * Returns the function that binds endpoints of the contract to handlers. It binds every call, so every call has an audience.
 */
export function createBind(options: BindOptions): Bind {
  const turns = createKeyedQueue({ atOnce: CALLS_AT_ONCE, mostWaiting: CALLS_WAITING });
  return (endpoint, handler, { mostWaiting } = {}) => {
    if (endpoint.audience === "provider") throw new Error("a provider's call is bound by its raw body");
    const route: RouteOptions = {
      method: endpoint.method,
      // A recorded call is answered whole or not at all, so it has no HEAD.
      exposeHeadRoute: !isRecorded(endpoint),
      url: endpoint.path.replaceAll(/\{(\w+)\}/g, ":$1"),
      handler: async (request, reply) => {
        const inTurn: Handler<Endpoint> = (call) => {
          const run = async () => (handler as unknown as Handler<Endpoint>)(call);
          const identity = call.identity as Identity | undefined;
          return mostWaiting === undefined && identity ? turns.run(holderOf(identity), run) : run();
        };
        const refusal = await answer(endpoint, inTurn, request, reply, options);
        return refusal === undefined ? reply : sendRefusal(request, reply, refusal);
      },
    };
    if (mostWaiting !== undefined) options.boundWaiting(route, mostWaiting);
    (endpoint.method === "GET" ? options.reads : options.http).route(route);
  };
}

/**
 * Opens the scope of all calls that read. They carry an ETag, so that an unchanged answer costs a 304. The calls share one
 * scope, because a scope for each took a third of a start.
 */
export async function openReads(http: FastifyInstance): Promise<{ reads: FastifyInstance }> {
  let reads = http;
  await http.register(async (scope) => {
    await scope.register(etag);
    reads = scope;
  });
  // Wrapped in an object, because awaiting a Fastify instance itself yields the outermost one.
  return { reads };
}

async function answer(
  endpoint: Endpoint,
  handler: Handler<Endpoint>,
  request: FastifyRequest,
  reply: FastifyReply,
  options: BindOptions,
): Promise<Refused | undefined> {
  request.proves = endpoint.proves;
  const caller = await identifyCaller(endpoint, request, options);
  if (isRefused(caller)) return caller;
  const { identity } = caller;
  const refused = refuseCaller(endpoint, identity, options);
  if (refused !== undefined) return refused;
  const countryBlocked = options.isCountryBlocked(request);
  if (endpoint.restricted && countryBlocked) return refuse("country_blocked");
  if (endpoint.restricted && endpoint.audience === "user" && !(await hasAcceptedTerms(caller, options)))
    return refuse("terms_not_accepted");

  // Another website could send an administrator's browser here, and the log would say that the administrator took the data
  // out.
  const site = request.headers["sec-fetch-site"];
  if (isRecorded(endpoint) && isCrossOrigin({ "sec-fetch-site": site }, undefined))
    return refuse("origin_refused");

  const input = readInput(endpoint, request);
  if (isRefused(input)) return input;
  const idempotency = endpoint.idempotent ? readIdempotencyKey(endpoint, request, input.body) : undefined;
  if (isRefused(idempotency)) return idempotency;

  const minutes = proofMinutes(endpoint.stepUp, identity, input.body, options);
  if (minutes !== undefined && !(await hasRecentProof(endpoint, minutes, caller, options)))
    return refuse("step_up_required");
  const call: Call<Endpoint> = {
    ...input,
    identity: identity!,
    session: watchSession(caller),
    address: addressKey(request.ip),
    countryBlocked,
    userAgent: request.headers["user-agent"]?.slice(0, 300),
    language: languageFor(request),
    idempotency,
    setSession: (value, maxAge) => void reply.header("set-cookie", options.cookie.set(value, maxAge)),
    device: readDevice(options.deviceCookie.read(request.headers.cookie)),
    setDevice: (value, maxAge) => void reply.header("set-cookie", options.deviceCookie.set(value, maxAge)),
    clearSession: () => void reply.header("set-cookie", options.cookie.clear()),
  };
  const result = await handler(call);
  if (isRefused(result)) return result;
  if (endpoint.audits !== undefined && endpoint.method !== "GET") options.onDecision();

  // The browser keeps an answer with an ETag and revalidates it each time; an unchanged one costs a 304. Streamed files have
  // none.
  const isTagged = endpoint.method === "GET" && !isStreamed(result);
  void reply.header("cache-control", isTagged ? "private, no-cache" : "no-store");
  if (isStreamed(result)) {
    const mayGoOn = async () => {
      const reader = await caller.holders.identifyAgain(identity!);
      const no = refuseCaller(endpoint, reader, options) ?? refuseKey(endpoint, reader!, request.ip);
      return no === undefined;
    };
    // The stream buffers by bytes, so that the server makes no more in advance than the client reads. A HEAD request makes
    // nothing.
    const lines = request.method === "HEAD" ? [] : whileAllowed(result.lines, mayGoOn);
    const file = Readable.from(lines, { objectMode: false });
    // The reader may have left while the first page was made.
    if (reply.raw.closed) result.end?.();
    else reply.raw.once("close", () => result.end?.());
    void reply
      .code(endpoint.status)
      .type(endpoint.streams === "text/csv" ? "text/csv; charset=utf-8" : endpoint.streams!)
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

/** True if the call is recorded in the audit log, or in the news of the account whose data it takes out. */
const isRecorded = ({ audits, streams }: Endpoint): boolean =>
  audits !== undefined || streams === "application/zip";

function refuseCaller(
  { audience, role }: Endpoint,
  identity: Identity | undefined,
  { adminsNeedSecondFactor }: BindOptions,
): Refused | undefined {
  if (audience === "public") return undefined;
  if (identity === undefined) return refuse("not_signed_in");
  if (audience !== "admin") return undefined;
  if (!identity.isAdmin) return refuse("forbidden");
  if (role !== undefined && !mayAs(identity.role, role)) return refuse("role_insufficient");
  return adminsNeedSecondFactor && !identity.hasSecondFactor ? refuse("second_factor_required") : undefined;
}

/**
 * Checks before each line that the client may still read the file, because a client may read as slowly as it likes. This is
 * not a generator, because a generator abandoned before its first line would not end `lines`.
 */
const whileAllowed = <T>(lines: AsyncIterable<T>, mayGoOn: () => Promise<boolean>): AsyncIterable<T> => ({
  [Symbol.asyncIterator]() {
    const iterator = lines[Symbol.asyncIterator]();
    const end = async () => {
      await iterator.return?.();
      return { done: true as const, value: undefined };
    };
    return {
      async next() {
        if (await mayGoOn()) return iterator.next();
        await end();
        throw new Error("whoever reads the file may do so no longer");
      },
      return: end,
    };
  },
});

/** Accepts only the form of tokens that this server gives, because the token is stored and anybody can send anything. */
const readDevice = (token: string | undefined): string | undefined =>
  token !== undefined && /^[\w-]{43}$/.test(token) ? token : undefined;

/** The age limit of a proof, in minutes, for calls that need one even if step-up is off. */
const ALWAYS_MINUTES = 10;

/** Returns the age limit of the proof that the call needs, in minutes; undefined if it needs none. */
function proofMinutes(
  need: Endpoint["stepUp"],
  identity: Identity | undefined,
  body: unknown,
  { stepUpMinutes }: BindOptions,
): number | undefined {
  if (need === true) return stepUpMinutes;
  const isNeeded =
    typeof need === "object"
      ? need.isFor(body)
      : need === "with a second step"
        ? identity!.hasSecondFactor
        : need !== false;
  return isNeeded ? (stepUpMinutes ?? ALWAYS_MINUTES) : undefined;
}

/**
 * True if the holder has accepted the current terms of use, or there are none. It asks the database only about a caller who seems
 * not to have: they may just have accepted.
 */
async function hasAcceptedTerms(
  { identity, token, holders }: Caller,
  { settings: { termsVersion } }: BindOptions,
): Promise<boolean> {
  const isCurrent = (known: Identity | undefined) => known?.acceptedTerms === termsVersion;
  return termsVersion === undefined || isCurrent(identity) || isCurrent(await holders.identify(token!));
}

/** Reads an old identity again, because another process may have accepted a proof since it was cached. */
async function hasRecentProof(
  { stepUp }: Endpoint,
  minutes: number,
  { identity, token, holders }: Caller,
  { clock }: BindOptions,
): Promise<boolean> {
  const provedAtMs = (identity: Identity) =>
    stepUp === "after the sign-in" ? (identity.provedAnewAtMs ?? -Infinity) : identity.provedAtMs;
  const isRecent = (identity: Identity) => clock.nowMs() - provedAtMs(identity) < minutes * 60_000;
  if (isRecent(identity!)) return true;
  const reread = await holders.identify(token!);
  return reread !== undefined && isRecent(reread);
}

function sendJson(reply: FastifyReply, status: number, body: string): void {
  void reply.code(status).type("application/json; charset=utf-8").send(body);
}

/** The longest part of an unknown field's name that a refusal repeats. */
const MOST_OF_NAME = 100;

type Input = Pick<Call<Endpoint>, "params" | "query" | "body">;

/** The body of a call that takes none. Some clients send an object without fields. */
const noBody = z.pipe(
  z.optional(z.strictObject({})),
  z.transform(() => undefined),
);

/** Returns path, query and body, checked against the contract. */
function readInput(endpoint: Endpoint, request: FastifyRequest): Input | Refused {
  const { params, query, body } = endpoint;
  const schemas = { params, query, body: isDescribed(body) ? body : noBody };
  const read = { params: request.params, query: request.query, body: request.body };
  for (const part of ["params", "query", "body"] as const) {
    if (!isDescribed(schemas[part])) continue;
    const result = z.safeParse(schemas[part], read[part]);
    if (!result.success) return refusalOfIssue(result.error.issues[0]);
    read[part] = result.data;
  }
  return read;
}

/**
 * Returns the code of the field's schema, or else `body_invalid`. A body may have no field that its call does not define.
 */
function refusalOfIssue(issue: z.core.$ZodIssue | undefined): Refused {
  if (issue?.code === "unrecognized_keys")
    return refuse("field_unknown", { field: issue.keys[0]!.slice(0, MOST_OF_NAME) });
  const field = issue?.path.find((step) => typeof step === "string");
  const code = issue !== undefined && isErrorCode(issue.message) ? issue.message : "body_invalid";
  return refuse(code, field === undefined ? {} : { field });
}

/** Returns the key with a digest of its request; undefined if the caller sent none. */
function readIdempotencyKey(
  endpoint: Endpoint,
  request: FastifyRequest,
  body: unknown,
): IdempotencyClaim | Refused | undefined {
  const key = request.headers["idempotency-key"];
  if (key === undefined) return undefined;
  if (typeof key !== "string" || !/^[\x21-\x7e]{1,200}$/.test(key)) return refuse("idempotency_key_invalid");
  const text = `${endpoint.method} ${request.url}\n${canonicalJson(body, endpoint.secrets)}`;
  const requestHash = hash("sha256", text, "buffer");
  return { key, requestHash };
}

/**
 * Returns the checked body with sorted keys, so that the same request has the same digest however it was written. The digest
 * is stored, so it covers no secrets: an attacker could find a short secret by trying all values.
 */
function canonicalJson(body: unknown, secrets: readonly string[]): string {
  const values = (body ?? {}) as Record<string, unknown>;
  const names = Object.keys(values).filter((name) => !secrets.includes(name));
  const fields = names.sort().map((name) => [name, bigintAsText(name, values[name])]);
  // A replacer costs several times as much as everything else here.
  const isFlat = fields.every(([, value]) => typeof value !== "object");
  return JSON.stringify(fields, isFlat ? undefined : bigintAsText);
}

const bigintAsText = (_key: string, value: unknown): unknown =>
  typeof value === "bigint" ? `${value}` : value;
