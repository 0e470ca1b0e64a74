import type { AddressInfo } from "node:net";
import { settings } from "@veritick/contract/settings.ts";
import { computeTerms } from "@veritick/domain/terms.ts";
import {
  accountRoutes,
  checkPepper,
  createSessions,
  ensureAdmin,
  isSessionAlive,
  proveSecondStep,
  proveWithdrawalCode,
  sweepTasks,
} from "./accounts/public.ts";
import type { AccountContext } from "./accounts/public.ts";
import { adminRoutes } from "./admin/public.ts";
import type { Config } from "./config.ts";
import { createEdge } from "./edge.ts";
import { fairnessRoutes } from "./fairness/public.ts";
import { checkLedger, postGenesisCapital, statementRoutes } from "./ledger/public.ts";
import type { LedgerFault } from "./ledger/public.ts";
import { operationsRoutes } from "./operations-routes.ts";
import { checkProvider, createPayments, createProvider } from "./payments/public.ts";
import { createAfterwards } from "./platform/afterwards.ts";
import { endsSession, localBus } from "./platform/bus.ts";
import { createSkewWatch } from "./platform/clock-skew.ts";
import { dateOf } from "./platform/clock.ts";
import type { Clock } from "./platform/clock.ts";
import { openDatabase } from "./platform/database.ts";
import type { Connection, Database } from "./platform/database.ts";
import { docsPage } from "./platform/http/docs-page.ts";
import { webApp } from "./platform/http/web-app.ts";
import { runningKeys } from "./platform/idempotency.ts";
import type { Log } from "./platform/log.ts";
import { createMailer } from "./platform/mailer.ts";
import { createMetrics } from "./platform/metrics.ts";
import { migrate } from "./platform/migrate.ts";
import { periodically } from "./platform/periodically.ts";
import { createSealing } from "./platform/sealing.ts";
import { createHub } from "./platform/sockets/hub.ts";
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
const LEDGER_CHECK_TICKS = 3_600;
const SKEW_TICKS = 30;
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

  const sealing = createSealing(config.codePepper);
  await checkPepper(database, sealing);
  const provider = createProvider(config.payments, { database, clock, log, sealing });
  await checkProvider(database, provider.name);
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

  const edge = await createEdge({
    config,
    clock,
    log,
    sessions,
    hub,
    isClosing,
    checkReplies: options.checkReplies ?? false,
  });
  const { http, bind } = edge;
  let port = config.port;
  const afterwards = createAfterwards(log);
  const mailer = config.mail === undefined ? undefined : createMailer(config.mail, { clock, log });
  const accounts: AccountContext = {
    database,
    clock,
    bus,
    log,
    sessions,
    sealing,
    afterwards,
    mailer,
    siteOrigin: () => config.publicUrl?.origin ?? `http://localhost:${port}`,
    withdrawalHoldHours: config.withdrawalHoldHours,
    limits: config.limits,
  };
  const keys = runningKeys();
  const payments = createPayments(
    { database, clock, bus, log, provider, stripe: STRIPE, runningKeys: keys },
    {
      isSessionAlive: (connection, { sessionHash }) => isSessionAlive(connection, sessionHash),
      proveWithdrawalCode: (identity, address, code) =>
        proveWithdrawalCode(accounts, identity, address, code),
      proveSecondStep: ({ userId, sessionId }, address, code) =>
        proveSecondStep(accounts, userId, { sessionId, address }, code),
    },
  );
  accountRoutes(bind, accounts);
  positionRoutes(bind, { database, openPosition });
  payments.routes(bind, http);
  statementRoutes(bind, { database, clock, log });
  adminRoutes(bind, { database, clock, bus, stripe: STRIPE, runningKeys: keys });
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
    sandboxConfirmSeconds:
      config.payments.provider === "sandbox" ? (config.payments.confirmSeconds ?? null) : null,
    supportChatUrl: config.supportChatUrl ?? null,
    passwordReset: config.mail !== undefined,
    withdrawalHoldHours: config.withdrawalHoldHours,
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
  await webApp(http, { root: options.webRoot, cookie: edge.cookie, publicUrl: config.publicUrl });
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
    ...payments.tasks,
    periodically(SKEW_TICKS, "clock", log, async () => {
      await skew.measure();
      metrics.clockSkewSeconds.set((skew.skewMs() ?? 0) / 1000);
    }),
    ...sweepTasks({ database, clock, log, sessions }),
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
    await afterwards.idle();
    await feed.flush();
  }

  return {
    async listen() {
      await http.listen({ port: config.port, host: config.host });
      stopTicks = clock.onTick((tick) => feed.advance(tick));
      settlement.wake();
      port = (http.server.address() as AddressInfo).port;
      return port;
    },
    async close() {
      if (closing) return;
      closing = true;
      stopTicks();
      await edge.close();
      mailer?.close();
      await settled();
      await database.end();
    },
    checkLedger: runLedgerCheck,
    settled,
    database,
  };
}
