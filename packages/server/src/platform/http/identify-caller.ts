import type { Endpoint } from "@veritick/contract/endpoint.ts";
import type { FastifyRequest } from "fastify";
import { stopwatchMs } from "../clock.ts";
import type { Clock } from "../clock.ts";
import type { RateLimit } from "../rate-limit.ts";
import { refuse } from "../refusal.ts";
import type { Refused } from "../refusal.ts";
import type { Identity, SessionWatch } from "./call.ts";
import { addressKey } from "./headers.ts";
import type { SessionCookie } from "./headers.ts";

/** Identifies the holder of a call's token: that of a session, or an API key. */
export type CallSessions = {
  /** Returns the holder if known without asking the database. */
  findCached(token: string): Identity | undefined;
  /** True if somebody used this token in the last minutes, although they must be identified again. */
  wasRecentlyActive(token: string): boolean;
  /** True if the session or key was not in use lately, has ended, or may have without a message to this process. */
  mayHaveEnded(token: string): boolean;
  /** Returns the holder, or undefined. An unattended call, such as a poll, does not count as use of a session. */
  identify(token: string, isAttended?: boolean): Promise<Identity | undefined>;
  /** Returns the holder's current identity, even if the session's token has changed; undefined if the session has ended. */
  identifyAgain(identity: Identity): Promise<Identity | undefined>;
};

export type CallerOptions = {
  clock: Clock;
  cookie: SessionCookie;
  sessionLimit: RateLimit;
  keyLimit: RateLimit;
  /** Limits the calls of one user, in all sessions together, and with all API keys together. */
  userLimit: RateLimit;
  /** Limits the calls of one address that come without a recent session or key. */
  addressLimit: RateLimit;
  sessions: CallSessions;
  keys: CallSessions;
};

/** The caller, and the sessions or keys that can identify them again. */
export type Caller = {
  readonly identity: Identity | undefined;
  readonly token: string | undefined;
  readonly holders: CallSessions;
};

/** The time for which an answer of the database counts, although this process may miss messages. */
const ANSWERED_MS = 1_000;

/** Watches the session or API key of a signed-in caller. */
export function watchSession({ token, holders }: Caller): SessionWatch {
  let answeredMs = -Infinity;
  return {
    mayHaveEnded: () =>
      stopwatchMs() - answeredMs < ANSWERED_MS
        ? !holders.wasRecentlyActive(token!)
        : holders.mayHaveEnded(token!),
    async hasEnded() {
      const identity = await holders.identify(token!);
      answeredMs = stopwatchMs();
      return identity === undefined;
    },
  };
}

export const KEY_BEGINS = "vtk_";

/** Returns the API key of a request; undefined if it has none, even if a proxy adds a password or a token of its own. */
export const bearerOf = ({ headers }: Pick<FastifyRequest, "headers">): string | undefined =>
  readBearer(headers.authorization ?? "");

function readBearer(header: string): string | undefined {
  const [scheme = "", ...rest] = header.trim().split(/\s+/);
  const token = rest.join(" ");
  return scheme.toLowerCase() === "bearer" && token.startsWith(KEY_BEGINS) ? token : undefined;
}

/** Identifies the caller by their API key or else by their session, within the limits of each. */
export async function identifyCaller(
  endpoint: Endpoint,
  request: FastifyRequest,
  options: CallerOptions,
): Promise<Caller | Refused> {
  const key = bearerOf(request);
  const isKey = key !== undefined;
  const token = key ?? options.cookie.read(request.headers.cookie);
  const holders = isKey ? options.keys : options.sessions;
  // The web app sends this if nobody has touched the page for a while, so that its polls do not keep the session alive.
  const isAttended = request.headers["x-unattended"] !== "1";
  const known = token === undefined ? undefined : holders.findCached(token);
  // Invented tokens must neither get a limit of their own nor reach the database without a limit. Signed-in users must not
  // suffer from others behind the same address.
  const nowMs = options.clock.nowMs();
  const isRecent = token !== undefined && (known !== undefined || holders.wasRecentlyActive(token));
  // Nor may a stranger with a stolen key use up its limit from an address that the key does not accept.
  const isElsewhere = known?.key?.allows(request.ip) === false;
  const mayPass =
    isRecent && !isElsewhere
      ? (isKey ? options.keyLimit : options.sessionLimit).take(token, nowMs)
      : options.addressLimit.take(addressKey(request.ip), nowMs);
  if (!mayPass) return refuse("too_many_requests", { retryAfterSeconds: 1 });
  const identity = known ?? (token === undefined ? undefined : await holders.identify(token, isAttended));
  request.userId = identity?.userId;
  if (isKey && identity === undefined) return refuse("key_invalid");
  const refused = identity && refuseKey(endpoint, identity, request.ip);
  if (refused !== undefined) return refused;
  if (identity !== undefined && !options.userLimit.take(holderOf(identity), nowMs))
    return refuse("too_many_requests", { retryAfterSeconds: 1 });
  return { identity, token, holders };
}

/**
 * Returns the name under which calls share a limit and turns: those of a user in all sessions, or with all API keys. A program
 * that calls too often must not keep its owner from the web app.
 */
export const holderOf = ({ userId, key }: Identity): string =>
  key === undefined ? userId : `keys of ${userId}`;

/** Refuses calls that an API key may not make. An endpoint without a scope is closed to keys. */
export function refuseKey(
  { scope }: Pick<Endpoint, "scope">,
  { key }: Identity,
  address: string,
): Refused | undefined {
  if (key === undefined) return undefined;
  if (!key.allows(address)) return refuse("key_address_refused");
  if (scope === undefined) return refuse("key_not_accepted");
  return scope === "any" || key.scopes.includes(scope) ? undefined : refuse("key_scope_missing");
}
