import type { Duplex } from "node:stream";
import type { FastifyInstance } from "fastify";
import type { Sessions } from "./accounts/public.ts";
import type { Config } from "./config/config.ts";
import type { Clock } from "./platform/clock.ts";
import { addressKey, clientAddress } from "./platform/http/client-address.ts";
import { createBind } from "./platform/http/bind.ts";
import type { Bind } from "./platform/http/bind.ts";
import { sessionCookie } from "./platform/http/headers.ts";
import type { SessionCookie } from "./platform/http/headers.ts";
import { createHttp } from "./platform/http/server.ts";
import type { Log } from "./platform/telemetry/log.ts";
import type { Metrics } from "./platform/telemetry/metrics.ts";
import { rateLimit } from "./platform/rate-limit.ts";
import { createUpgradeHandler } from "./platform/sockets/upgrade.ts";
import type { Company } from "./cluster/join-others.ts";

/** How long requests under way and clients that say goodbye have at a shutdown; the one limit for all connections. */
const CLOSE_GRACE_MS = 3_000;
/** People behind one address share its allowance for calls for which no session of the last minutes answers. */
const ADDRESS_SHARE = 4;

/** Where requests and live connections come in. */
export type Edge = {
  readonly http: FastifyInstance;
  readonly bind: Bind;
  readonly cookie: SessionCookie;
  /** Ends what is connected; clients that neither read nor leave are not waited for. */
  close(): Promise<void>;
};

export async function createEdge(options: {
  config: Config;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  sessions: Sessions;
  company: Pick<Company, "hub" | "share" | "socketsElsewhere">;
  isClosing(): boolean;
  checkReplies: boolean;
}): Promise<Edge> {
  const { config, clock, log, metrics, sessions, company, isClosing, checkReplies } = options;
  const { publicUrl, trustedProxies } = config;
  const http = await createHttp({ log, metrics, publicUrl, trustedProxies, isClosing });
  const { callsPerSecond, callBurst, socketsPerUser } = config.limits;
  const { hub, share, socketsElsewhere } = company;
  const addressLimit = share("address", rateLimit(callsPerSecond * ADDRESS_SHARE, callBurst * ADDRESS_SHARE));
  const cookie = sessionCookie(publicUrl?.protocol === "https:");
  const bind = createBind({
    http,
    clock,
    cookie,
    sessionLimit: share("session", rateLimit(callsPerSecond, callBurst)),
    addressLimit,
    recall: sessions.recall,
    wasHere: sessions.wasHere,
    identify: sessions.identify,
    stepUpMinutes: config.stepUpMinutes,
    checkReplies,
  });

  const addressOf = clientAddress(trustedProxies);
  const upgrade = createUpgradeHandler({
    hub,
    socketsElsewhere,
    log,
    publicOrigin: publicUrl?.origin,
    socketsPerUser,
    isClosing,
    mayAsk: (request) => addressLimit.take(addressKey(addressOf(request)), clock.nowMs()),
    redeem: sessions.redeemWsToken,
    isAlive: sessions.isAlive,
  });
  const upgraded = new Set<Duplex>();
  http.server.on("upgrade", (request, socket, head) => {
    upgraded.add(socket);
    socket.once("close", () => upgraded.delete(socket));
    void upgrade(request, socket, head);
  });

  return {
    http,
    bind,
    cookie,
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
