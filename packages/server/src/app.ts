import type { AddressInfo } from "node:net";
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
import { sweepProposals } from "./approvals/public.ts";
import { auditRoutes } from "./audit/public.ts";
import type { Config } from "./config/config.ts";
import { createEdge } from "./edge.ts";
import { createFairness, openSigner } from "./fairness/public.ts";
import { postGenesisCapital, statementRoutes } from "./ledger/public.ts";
import type { LedgerFault } from "./ledger/public.ts";
import { limitRoutes } from "./limits/public.ts";
import { countProviderCalls, countSettled, measureTick, observe } from "./operations/observe.ts";
import { createMaintenance } from "./operations/maintenance.ts";
import { operationsRoutes, settingsRoute } from "./operations/routes.ts";
import { checkProvider, createPayments, createProvider } from "./payments/public.ts";
import { createDeferredTasks } from "./platform/process/background-tasks.ts";
import { createSkewWatch } from "./cluster/clock-skew.ts";
import { dateOf } from "./platform/clock.ts";
import type { Clock } from "./platform/clock.ts";
import { openDatabase } from "./platform/db/database.ts";
import type { Connection, Database } from "./platform/db/database.ts";
import { docsPage } from "./platform/http/docs-page.ts";
import { webApp } from "./platform/http/web-app.ts";
import { runningKeys } from "./platform/db/idempotency.ts";
import type { Log } from "./platform/telemetry/log.ts";
import { createMailer } from "./platform/mail/mailer.ts";
import { createMetrics } from "./platform/telemetry/metrics.ts";
import { migrate } from "./platform/db/migrate.ts";
import { createSealing } from "./platform/sealing.ts";
import { startTracing } from "./platform/telemetry/start-tracing.ts";
import { createKeyedQueue } from "./platform/concurrency.ts";
import { createOpenPosition, createSettlementLoop, positionRoutes } from "./positions/public.ts";
import { openPriceFeed, priceRoutes, pricePush, publishOnTime } from "./prices/public.ts";
import { watchBooksAndClock } from "./operations/watch-books-and-clock.ts";
import { joinOthers } from "./cluster/join-others.ts";

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
  /** Serves on, but tells whoever asks to send no more. */
  drain(): void;
  /** Takes no more orders, finishes what runs, tells the clients and lets go of everything. */
  close(): Promise<void>;
  checkLedger(): Promise<LedgerFault[]>;
  /** Waits until all background work that the last tick began is done. */
  settled(): Promise<void>;
  readonly database: Database;
};

/** The composition root: everything is made here, in the order in which it depends on each other. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, connection, clock, log } = options;
  const tracing = await startTracing(config.tracing, log);
  await migrate(connection, log);
  const database = openDatabase(connection, log);
  const metrics = createMetrics();
  const company = await joinOthers({ config, connection, database, clock, log });
  const { bus, hub, stripe } = company;
  let draining = false;
  let closing = false;
  const isClosing = () => closing;

  const sealing = createSealing(config.codePepper);
  await checkPepper(database, sealing);
  const onCalled = countProviderCalls(metrics, clock);
  const provider = createProvider(config.payments, { database, clock, log, sealing, onCalled });
  await checkProvider(database, provider.name);
  await postGenesisCapital(database, {
    capital: config.houseCapital,
    provider: provider.name,
    stripe,
    at: dateOf(clock),
  });
  const skew = createSkewWatch(database, clock, options.maxClockSkewMs);
  await skew.measure();
  const feed = await openPriceFeed({ database, clock, skew, secret: config.priceSecret, log });
  const signer = await openSigner(database, { seed: config.signingKey, now: dateOf(clock), log });
  const terms = computeTerms({ houseEdge: config.houseEdge, winRule: config.winRule });
  if (config.admin !== undefined) {
    const outcome = await ensureAdmin(database, clock, config.admin);
    if (outcome !== "unchanged") log.info(`the administrator of ADMIN_EMAIL was ${outcome}`);
  }

  const sessions = createSessions({ database, clock, bus });
  const settlement = createSettlementLoop({
    database,
    clock,
    feed,
    bus,
    isWatched: company.isWatched,
    log,
    onSettled: countSettled(metrics, clock, feed),
  });
  const openPosition = createOpenPosition({
    database,
    clock,
    feed,
    terms,
    stripe,
    signer,
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
    metrics,
    sessions,
    company,
    isClosing,
    checkReplies: options.checkReplies ?? false,
  });
  const { http, bind } = edge;
  let port = config.port;
  const deferred = createDeferredTasks(log);
  const mailer = config.mail === undefined ? undefined : createMailer(config.mail, { clock, log });
  const accounts: AccountContext = {
    database,
    clock,
    bus,
    log,
    sessions,
    sealing,
    deferred,
    mailer,
    siteOrigin: () => config.publicUrl?.origin ?? `http://localhost:${port}`,
    withdrawalHoldHours: config.withdrawalHoldHours,
    stepUpMinutes: config.stepUpMinutes,
    limits: config.limits,
  };
  const keys = runningKeys();
  const userQueue = createKeyedQueue();
  const { fourEyesAbove } = config;
  const paymentContext = {
    database,
    clock,
    bus,
    log,
    provider,
    stripe,
    runningKeys: keys,
    userQueue,
    fourEyesAbove,
  };
  const payments = createPayments(paymentContext, {
    isSessionAlive: (connection, { sessionHash }) => isSessionAlive(connection, sessionHash),
    proveWithdrawalCode: (identity, address, code) => proveWithdrawalCode(accounts, identity, address, code),
    proveSecondStep: ({ userId, sessionId }, address, code) =>
      proveSecondStep(accounts, userId, { sessionId, address }, code),
  });
  accountRoutes(bind, accounts);
  positionRoutes(bind, { database, openPosition });
  limitRoutes(bind, { database, clock, userQueue });
  payments.routes(bind, http);
  statementRoutes(bind, { database, clock, log });
  adminRoutes(bind, { ...paymentContext, sessions, payments: paymentContext });
  auditRoutes(bind, database);
  const { broadcast } = hub;
  const maintenance = await createMaintenance(bind, { database, clock, bus, log, metrics, broadcast });
  priceRoutes(bind, { book: feed.book, clock });
  const fairness = createFairness(bind, { config, database, clock, log, metrics, feed, signer, terms });
  const inMaintenance = () => maintenance.current() !== null;
  settingsRoute(bind, { config, provider, maintenance: maintenance.current });
  operationsRoutes(http, {
    connection,
    clock,
    bus,
    feed,
    skew,
    metrics,
    metricsToken: config.metricsToken,
    isClosing: () => draining || closing,
    inMaintenance,
  });
  await docsPage(http);
  await webApp(http, { root: options.webRoot, cookie: edge.cookie, publicUrl: config.publicUrl });

  const watch = watchBooksAndClock({ database, clock, log, metrics, skew });
  const background = [
    maintenance.task,
    sweepProposals({ database, clock, log }),
    ...fairness.tasks,
    ...payments.tasks,
    ...company.tasks,
    ...watch.tasks,
    observe({ database, clock, log, metrics, bus, feed, provider, dataDir: config.dataDir, inMaintenance }),
    ...sweepTasks({ database, clock, log, sessions }),
  ];

  feed.onPublish((tick) => {
    hub.broadcast(pricePush(feed.book, tick));
    measureTick(metrics, clock, { tick, sockets: hub.size() });
    settlement.wake();
    hub.heartbeat(tick);
    for (const task of background) task.tick(tick);
  });
  let stopTicks = () => {};

  async function settled(): Promise<void> {
    await settlement.idle();
    await Promise.all(background.map((task) => task.idle()));
    await deferred.idle();
    await feed.flush();
  }

  return {
    async listen() {
      await http.listen({ port: config.port, host: config.host });
      stopTicks = clock.onTick(publishOnTime({ feed, skew, log }));
      settlement.wake();
      port = (http.server.address() as AddressInfo).port;
      return port;
    },
    drain: () => void (draining = true),
    async close() {
      if (closing) return;
      closing = true;
      stopTicks();
      watch.stop();
      fairness.stop();
      await edge.close();
      mailer?.close();
      await settled();
      await company.close();
      await database.end();
      await tracing.stop();
    },
    checkLedger: watch.checkLedger,
    settled,
    database,
  };
}
