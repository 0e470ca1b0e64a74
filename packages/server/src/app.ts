import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { settings } from "@veritick/contract/settings.ts";
import { computeTerms } from "@veritick/domain/terms.ts";
import { accountRoutes, createSessions, ensureAdmin } from "./accounts/public.ts";
import type { Config } from "./config.ts";
import { fairnessRoutes } from "./fairness/public.ts";
import { checkLedger, postGenesisCapital } from "./ledger/public.ts";
import type { LedgerFault } from "./ledger/public.ts";
import { operationsRoutes } from "./operations-routes.ts";
import { paymentRoutes, sandboxProvider, trackDeposits } from "./payments/public.ts";
import { sweepAttempts } from "./platform/attempts.ts";
import { endsSession, localBus } from "./platform/bus.ts";
import { createSkewWatch } from "./platform/clock-skew.ts";
import { dateOf } from "./platform/clock.ts";
import type { Clock } from "./platform/clock.ts";
import { openDatabase } from "./platform/database.ts";
import type { Connection, Database } from "./platform/database.ts";
import { createBind } from "./platform/http/bind.ts";
import { addressKey } from "./platform/http/address.ts";
import { sessionCookie } from "./platform/http/cookies.ts";
import { docsPage } from "./platform/http/docs-page.ts";
import { createHttp } from "./platform/http/server.ts";
import { webApp } from "./platform/http/web-app.ts";
import { runningKeys } from "./platform/idempotency.ts";
import type { Log } from "./platform/log.ts";
import { createMetrics } from "./platform/metrics.ts";
import { migrate } from "./platform/migrate.ts";
import { periodically } from "./platform/periodically.ts";
import { rateLimit } from "./platform/rate-limit.ts";
import { createHub } from "./platform/sockets/hub.ts";
import { createUpgradeHandler } from "./platform/sockets/upgrade.ts";
import { createOpenPosition, createSettlementLoop, positionRoutes } from "./positions/public.ts";
import { openPriceFeed, priceRoutes, pricePush } from "./prices/public.ts";

export type AppOptions = {
  config: Config;
  connection: Connection;
  clock: Clock;
  log: Log;
  /** The folder of the built web app. */
  webRoot: string;
  /** Check every reply against the contract; on in tests. */
  checkReplies?: boolean;
  /** How far the clock may be from the database's; unlimited in tests that move the clock. */
  maxClockSkewMs?: number;
};

export type App = {
  /** Starts to serve and returns the port. */
  listen(): Promise<number>;
  /** Takes no more orders, finishes what runs, tells the clients and lets go of everything. */
  close(): Promise<void>;
  checkLedger(): Promise<LedgerFault[]>;
  /** Waits until all background work that the last tick began is done. */
  settled(): Promise<void>;
  readonly database: Database;
};

/** One process, one stripe. */
const STRIPE = 0;
/** How long requests under way and clients that say goodbye have at a shutdown. */
const CLOSE_GRACE_MS = 3_000;
const LEDGER_CHECK_TICKS = 3_600;
const SWEEP_TICKS = 600;
const SKEW_TICKS = 30;
/** People behind one address share its allowance for calls that no known session answers for. */
const ADDRESS_SHARE = 4;

/** The composition root: everything is made here, in the order in which it depends on each other. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, connection, clock, log } = options;
  await migrate(connection, log);
  const database = openDatabase(connection, log);
  const metrics = createMetrics();
  const bus = localBus();
  const hub = createHub();
  let closing = false;
  const isClosing = () => closing;

  const provider = sandboxProvider(clock, config.sandboxConfirmSeconds);
  await postGenesisCapital(database, {
    capital: config.houseCapital,
    provider: provider.name,
    stripe: STRIPE,
    at: dateOf(clock),
  });
  const feed = await openPriceFeed({ database, clock, secret: config.priceSecret, log });
  const terms = computeTerms({ houseEdge: config.houseEdge, winRule: config.winRule });
  const skew = createSkewWatch(database, clock, options.maxClockSkewMs);
  await skew.measure();
  if (config.admin !== undefined) {
    const outcome = await ensureAdmin(database, clock, config.admin);
    if (outcome !== "unchanged") log.info({ email: config.admin.email }, `administrator ${outcome}`);
  }

  const sessions = createSessions({ database, clock, bus });
  const settlement = createSettlementLoop({
    database,
    clock,
    feed,
    bus,
    isWatched: hub.hasUser,
    log,
    onSettled(count) {
      metrics.positionsSettled.inc(count);
      metrics.settlementSeconds.observe(Math.max(0, clock.nowMs() / 1000 - feed.book.newestTick));
    },
  });
  const openPosition = createOpenPosition({
    database,
    clock,
    feed,
    terms,
    stripe: STRIPE,
    mayTrade: () => feed.isCurrent() && skew.isTrusted(),
    onOpened(position, balance) {
      metrics.positionsOpened.inc();
      bus.publish({ kind: "push", userId: position.userId, push: { type: "balanceUpdate", balance } });
    },
  });

  const http = await createHttp({
    log,
    publicUrl: config.publicUrl,
    trustedProxies: config.trustedProxies,
    isClosing,
  });
  const { callsPerSecond, callBurst } = config.limits;
  const addressLimit = rateLimit(callsPerSecond * ADDRESS_SHARE, callBurst * ADDRESS_SHARE);
  const bind = createBind({
    http,
    clock,
    cookie: sessionCookie(config.publicUrl?.protocol === "https:"),
    sessionLimit: rateLimit(callsPerSecond, callBurst),
    addressLimit,
    recall: sessions.recall,
    identify: sessions.identify,
    checkReplies: options.checkReplies ?? false,
  });
  accountRoutes(bind, { database, clock, sessions, limits: config.limits });
  positionRoutes(bind, { database, openPosition });
  paymentRoutes(bind, { database, clock, provider, runningKeys: runningKeys() });
  priceRoutes(bind, { book: feed.book, clock });
  fairnessRoutes(bind, {
    database,
    book: feed.book,
    terms,
    houseEdge: config.houseEdge,
    winRule: config.winRule,
  });
  bind(settings, () => ({
    sandbox: provider.sandbox,
    sandboxConfirmSeconds: config.sandboxConfirmSeconds ?? null,
    supportChatUrl: config.supportChatUrl ?? null,
  }));
  operationsRoutes(http, {
    database,
    clock,
    feed,
    skew,
    metrics,
    metricsToken: config.metricsToken,
    isClosing,
  });
  await docsPage(http);
  await webApp(http, options.webRoot);
  const upgrade = createUpgradeHandler({
    hub,
    log,
    publicOrigin: config.publicUrl?.origin,
    socketsPerUser: config.limits.socketsPerUser,
    isClosing,
    mayAsk: (address) => addressLimit.take(addressKey(address), clock.nowMs()),
    redeem: sessions.redeemWsToken,
  });
  const upgraded = new Set<Duplex>();
  http.server.on("upgrade", (request, socket, head) => {
    upgraded.add(socket);
    socket.once("close", () => upgraded.delete(socket));
    void upgrade(request, socket, head);
  });

  bus.subscribe((message) => {
    if (message.kind === "push") hub.pushTo(message.userId, message.push);
    else hub.endSessions(message.userId, (sessionKey) => endsSession(message, message.userId, sessionKey));
  });

  async function runLedgerCheck(): Promise<LedgerFault[]> {
    const faults = await checkLedger(database);
    metrics.ledgerFaults.set(faults.reduce((sum, fault) => sum + fault.faults, 0));
    metrics.ledgerCheckedAt.set(clock.nowMs() / 1000);
    for (const fault of faults) log.error(fault, "the ledger is wrong");
    return faults;
  }

  const background = [
    periodically(1, "deposits", log, () =>
      trackDeposits({ database, clock, provider, bus, log, stripe: STRIPE }),
    ),
    periodically(SKEW_TICKS, "clock", log, async () => {
      await skew.measure();
      metrics.clockSkewSeconds.set((skew.skewMs() ?? 0) / 1000);
    }),
    periodically(SWEEP_TICKS, "sweep", log, async () => {
      await sessions.sweep();
      await sweepAttempts(database, dateOf(clock));
    }),
    periodically(LEDGER_CHECK_TICKS, "ledger check", log, runLedgerCheck),
  ];

  feed.onPublish((tick) => {
    hub.broadcast(pricePush(feed.book, tick));
    metrics.tickLateSeconds.set(clock.nowMs() / 1000 - tick);
    metrics.sockets.set(hub.size());
    settlement.wake();
    hub.heartbeat(tick);
    for (const task of background) task.tick(tick);
  });
  let stopTicks = () => {};

  async function settled(): Promise<void> {
    await settlement.idle();
    await Promise.all(background.map((task) => task.idle()));
    await feed.flush();
  }

  return {
    async listen() {
      await http.listen({ port: config.port, host: config.host });
      stopTicks = clock.onTick((tick) => feed.advance(tick));
      settlement.wake();
      return (http.server.address() as AddressInfo).port;
    },
    async close() {
      if (closing) return;
      closing = true;
      stopTicks();
      hub.closeAll(1001, "the server is restarting");
      // Clients that neither read nor leave are not waited for.
      const deadline = setTimeout(() => {
        http.server.closeAllConnections();
        for (const socket of upgraded) socket.destroy();
      }, CLOSE_GRACE_MS);
      await http.close();
      clearTimeout(deadline);
      await settled();
      await database.end();
    },
    checkLedger: runLedgerCheck,
    settled,
    database,
  };
}
