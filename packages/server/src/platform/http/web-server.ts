import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import type { FastifyInstance } from "fastify";
import type { Clock } from "../clock.ts";
import { rateLimit } from "../rate-limit.ts";
import type { Rate, RateLimit, SharedRateLimit } from "../rate-limit.ts";
import type { Hub, SocketSessions } from "../sockets/hub.ts";
import { createUpgradeHandler } from "../sockets/hub.ts";
import type { Log } from "../telemetry/log.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import { createBind, openReads } from "./bind.ts";
import type { Bind } from "./bind.ts";
import { bindRaw } from "./bind-raw.ts";
import type { BindRaw } from "./bind-raw.ts";
import { shedLoad } from "./load-shedding.ts";
import {
  addressKey,
  clientAddress,
  countryBlocker,
  deviceCookie,
  isCrossOrigin,
  securityHeaders,
  sessionCookie,
} from "./headers.ts";
import type { BlockedCountries, SessionCookie } from "./headers.ts";
import type { CallSessions } from "./identify-caller.ts";
import { createHttp, refuseOnSocket } from "./server.ts";

/** The time that running requests and closing sockets have at a shutdown. It is one limit for all connections. */
const CLOSE_GRACE_MS = 3_000;
/** The multiple of a session's rate that all clients of one address share for calls without a recent session. */
const ADDRESS_SHARE = 4;
/** The multiple of a session's rate that all sessions of one user share, and that all their API keys share. */
const USER_SHARE = 2;
/** The callbacks of one address whose wrong signature gets its own answer. */
const WRONG_SIGNATURES: Rate = { perSecond: 1, burst: 20 };

export type WebServer = {
  readonly http: FastifyInstance;
  readonly bind: Bind;
  readonly bindRaw: BindRaw;
  readonly cookie: SessionCookie;
  /** Returns the origin at which browsers reach the site: the configured one, or this machine's at the port served. */
  siteOrigin(): string;
  listen(): Promise<number>;
  /** Closes all connections, without waiting for clients that neither read nor leave. */
  close(): Promise<void>;
};

export async function createWebServer(options: {
  config: {
    port: number;
    host: string;
    publicUrl: URL | undefined;
    trustedProxies: string[];
    stepUpMinutes: number | undefined;
    adminsNeedSecondFactor: boolean;
    blockedCountries: BlockedCountries | undefined;
  };
  /** Read at each use, so that administrators can change it. */
  settings: { readonly termsVersion: string | undefined };
  /** Read at each use, so that administrators can change them. */
  limits: { readonly callsPerSecond: number; readonly callBurst: number; readonly socketsPerUser: number };
  /** Addresses besides its own that pages may ask. */
  connectsTo: readonly string[];
  clock: Clock;
  log: Log;
  metrics: Metrics;
  sessions: CallSessions & SocketSessions & { keys: CallSessions };
  cluster: {
    hub: Hub;
    share(name: string, limit: SharedRateLimit): RateLimit;
    socketsElsewhere(userId: string): number;
  };
  isClosing(): boolean;
  /** Called after a call that the audit log records has changed something. */
  onDecision(): void;
  checkReplies: boolean;
}): Promise<WebServer> {
  const { config, limits, connectsTo, clock, log, metrics, sessions, cluster, isClosing, checkReplies } =
    options;
  const { publicUrl, trustedProxies, stepUpMinutes, adminsNeedSecondFactor } = config;
  const http = await createHttp({ log, metrics, publicUrl, trustedProxies, connectsTo, isClosing });
  const { hub, share, socketsElsewhere } = cluster;
  const sessionsTimes = (times: number): Rate => ({
    get perSecond() {
      return limits.callsPerSecond * times;
    },
    get burst() {
      return limits.callBurst * times;
    },
  });
  const addressLimit = share("address", rateLimit(sessionsTimes(ADDRESS_SHARE)));
  const sessionLimit = share("session", rateLimit(sessionsTimes(1)));
  const keyLimit = share("key", rateLimit(sessionsTimes(1)));
  const userLimit = share("user", rateLimit(sessionsTimes(USER_SHARE)));
  const wrongSignatures = share("wrong signature", rateLimit(WRONG_SIGNATURES));
  const isSecure = publicUrl?.protocol === "https:";
  const cookie = sessionCookie(isSecure);
  const bind = createBind({
    http,
    ...(await openReads(http)),
    boundWaiting: shedLoad(http, { log, metrics, publicUrl, isClosing }),
    clock,
    cookie,
    deviceCookie: deviceCookie(isSecure),
    sessionLimit,
    keyLimit,
    userLimit,
    addressLimit,
    sessions,
    keys: sessions.keys,
    stepUpMinutes,
    isCountryBlocked: countryBlocker(config.blockedCountries, trustedProxies),
    settings: options.settings,
    adminsNeedSecondFactor,
    onDecision: options.onDecision,
    checkReplies,
  });

  const protection = securityHeaders(publicUrl, connectsTo);
  const addressOf = clientAddress(trustedProxies);
  const upgrade = createUpgradeHandler({
    hub,
    socketsElsewhere,
    log,
    limits,
    isClosing,
    isCrossOrigin: (headers) => isCrossOrigin(headers, publicUrl?.origin),
    addressOf,
    placeOf: (request) => addressKey(addressOf(request)),
    mayAsk: (address) => addressLimit.take(address, clock.nowMs()),
    sessions,
    refuse: (socket, code) => refuseOnSocket(socket, protection, code),
  });
  const upgraded = new Set<Duplex>();
  http.server.on("upgrade", (request, socket, head) => {
    upgraded.add(socket);
    socket.once("close", () => upgraded.delete(socket));
    void upgrade(request, socket, head);
  });

  let port = config.port;

  return {
    http,
    bind,
    bindRaw: (endpoint, handler) =>
      bindRaw(http, (place) => wrongSignatures.take(place, clock.nowMs()), endpoint, handler),
    cookie,
    siteOrigin: () => publicUrl?.origin ?? `http://localhost:${port}`,
    async listen() {
      // If many clients connect at once, those that find no place get no answer and try again after a second.
      await http.listen({ port, host: config.host, backlog: 4_096 });
      port = (http.server.address() as AddressInfo).port;
      return port;
    },
    async close() {
      hub.closeAll(1001, "the server is restarting");
      const deadline = setTimeout(() => {
        http.server.closeAllConnections();
        for (const socket of upgraded) socket.destroy();
      }, CLOSE_GRACE_MS);
      await http.close();
      clearTimeout(deadline);
    },
  };
}
