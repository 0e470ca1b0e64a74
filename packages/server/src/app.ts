import {
  accountRoutes,
  createSessions,
  ensureAdmin,
  sealSecretsAnew,
  setupRoutes,
  sweepTasks,
  withdrawalProofs,
} from "./accounts/public.ts";
import type { AccountContext } from "./accounts/public.ts";
import { adminRoutes, adminTasks, tellAdmins } from "./admin/public.ts";
import { sweepProposals } from "./approvals/public.ts";
import { watchRecovery } from "./backup/public-recovery.ts";
import { auditRoutes } from "./audit/public.ts";
import { beaconRoutes, createStateAnnouncer, openBeacon } from "./beacon/public.ts";
import type { BeaconStandIns } from "./beacon/public.ts";
import { closingRoutes, ownDataRoutes } from "./own-account/public.ts";
import { createSkewWatch } from "./cluster/clock-skew.ts";
import { joinCluster } from "./cluster/join-cluster.ts";
import type { Config } from "./config/config.ts";
import type { LiveSettings } from "./config/live-settings.ts";
import { fairnessRoutes, openSigner, stateLiabilitiesDaily } from "./fairness/public.ts";
import { openStripe, postGenesisCapital, statementRoutes } from "./ledger/public.ts";
import type { LedgerFault } from "./ledger/public.ts";
import { openLog } from "./log/public.ts";
import { limitRoutes, renewWindows, watchForHarm } from "./limits/public.ts";
import { missedEvents } from "./operations/missed-events.ts";
import { createMaintenance } from "./operations/maintenance.ts";
import { createPeriodicChecks } from "./operations/health.ts";
import { operationsRoutes, settingsRoutes } from "./operations/routes.ts";
import { changesProposed, keepsChatAtSetup, openSettings } from "./operations/settings.ts";
import { publishStatus } from "./operations/status.ts";
import { countProviderCalls, measureTicks, sampleMetrics } from "./operations/sample-metrics.ts";
import { checkProvider, createPayments, createProvider, createScreening } from "./payments/public.ts";
import { dateOf } from "./platform/clock.ts";
import type { Clock } from "./platform/clock.ts";
import { createKeyedQueue } from "./platform/concurrency.ts";
import { openBatchDatabase, openDatabase } from "./platform/db/database.ts";
import type { Connection, Database, Queryable } from "./platform/db/database.ts";
import { runningKeys } from "./platform/http/idempotency.ts";
import { prepareSchema } from "./platform/db/server-role.ts";
import { docsPage, webApp } from "./platform/http/web-app.ts";
import { createWebServer } from "./platform/http/web-server.ts";
import { openOutbox } from "./platform/outbox.ts";
import { checkPepper, createSealing } from "./platform/sealing.ts";
import type { Log } from "./platform/telemetry/log.ts";
import { createMetrics } from "./platform/telemetry/metrics.ts";
import { startTracing } from "./platform/telemetry/start-tracing.ts";
import {
  confirmServersStopped,
  createEntryGate,
  createOpenPosition,
  createSellPosition,
  createSettlementLoop,
  positionRoutes,
} from "./positions/public.ts";
import type { Wait } from "./positions/public.ts";
import { createNotifier, endDevices, notificationRoutes, sendPushes } from "./notifications/public.ts";
import type { DeviceContext } from "./notifications/public.ts";
import { deliverWebhooks, sealWebhooksAnew, webhookRoutes } from "./webhooks/public.ts";
import { openPriceFeed, priceRoutes, publishOnTime, pushPrices } from "./prices/public.ts";

export type AppOptions = {
  config: Config;
  connection: Connection;
  /** The connection of the tables' owner, if the server works as another role. */
  owner?: Connection | undefined;
  clock: Clock;
  log: Log;
  webRoot: string;
  /** Checks every reply against the contract. Tests switch it on. */
  checkReplies?: boolean;
  /** Tests pass a beacon that costs nothing. */
  beacon?: BeaconStandIns;
  /** The greatest difference allowed between the clock and the database's clock. Unlimited in tests that move the clock. */
  maxClockSkewMs?: number;
  /** The time that the start may take until it serves the head of a new price; by default none. */
  leadTicks?: number;
  /** Waits before the second look for running servers. Tests pass their own. */
  wait?: Wait;
};

export type App = {
  listen(): Promise<number>;
  /** Continues to serve, but reports that it is leaving. */
  drain(): void;
  /** Refuses further orders, waits for running work, closes the connections and releases everything. */
  close(): Promise<void>;
  checkLedger(): Promise<LedgerFault[]>;
  /** Waits until all background work that the last tick started is done. */
  settled(): Promise<void>;
  readonly database: Database;
  /** The settings as administrators have changed them. */
  readonly settings: LiveSettings;
};

/** The composition root. It makes everything in the order of dependency, and decides nothing. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, connection, clock, log } = options;
  let draining = false;
  let closing = false;

  // The process, its database and the other processes of the installation.
  const tracing = await startTracing(config.tracing, log);
  await prepareSchema({ connection, owner: options.owner }, log);
  const database = openDatabase(connection, log);
  const batches = openBatchDatabase(connection, log);
  const metrics = createMetrics();

  const sealing = createSealing(config.codePepper, config.formerPepper);
  const looking = { ...config, wait: options.wait, tell: (line: string) => log.info(line) };
  const confirmStopped = (connected: Queryable) => confirmServersStopped(connected, looking);
  const sealAnew = [confirmStopped, sealSecretsAnew, sealWebhooksAnew, endDevices];
  await checkPepper(database, sealing, sealAnew);
  const skew = createSkewWatch(database, clock, options.maxClockSkewMs);
  await skew.measure();

  const lease = await openStripe(config, connection, log);
  const { stripe } = lease;
  const missed = missedEvents({ database, clock });
  const cluster = await joinCluster({ nats: config.nats, database, clock, log, missed });
  const { bus, hub } = cluster;
  const recovery = await watchRecovery({ database, clock, log, bus });

  // Settings that administrators change while the server runs: `live` changes in place.
  const settings = await openSettings({ database, bus, log, config });
  const { live } = settings;
  const { limits } = live;

  // Provider, capital, price and signing key must be right before the server sells anything.
  const onCalled = countProviderCalls(metrics, clock);
  const provider = createProvider(config.payments, { database, clock, log, sealing, onCalled });
  await checkProvider(database, provider.name);
  const capital = { capital: config.houseCapital, provider: provider.name, stripe, at: dateOf(clock) };
  await postGenesisCapital(database, capital);
  const beacon = await openBeacon(config.beacon, {
    database,
    clock,
    sealing,
    log,
    metrics,
    behindMs: () => (skew.isLimited ? 2 * skew.giveOrTakeMs() : 0),
    ...options.beacon,
  });
  const pricing = { secret: config.priceSecret, settings: live, leadTicks: options.leadTicks ?? 0 };
  const feed = await openPriceFeed({ database, beacon, clock, skew, ...pricing, log });
  const signer = await openSigner(database, { seed: config.signingKey, now: dateOf(clock), log });
  if (config.admin !== undefined) {
    const outcome = await ensureAdmin(database, clock, config.admin);
    if (outcome === "reserved")
      log.warn("ADMIN_EMAIL was ignored: an account left this address and can return for 72 hours");
    else if (outcome !== "unchanged") log.info(`the administrator of ADMIN_EMAIL was ${outcome}`);
  }

  const sessions = createSessions({ database, clock, bus, idle: config.idle });
  const checkReplies = options.checkReplies ?? false;
  const isClosing = () => closing;
  const onDecision = () => bus.publish({ kind: "adminChanged", of: ["decisions"] });
  const running = { clock, log, metrics, sessions, cluster, isClosing, onDecision, settings: live };
  // Browsers compare the beacon's rounds with its relays.
  const web = await createWebServer({ ...running, config, limits, connectsTo: beacon.relays, checkReplies });
  const { http, bind, bindRaw, siteOrigin } = web;

  // The features. Each binds its calls; the tick below starts their background work.
  const outbox = openOutbox({ database, clock, log });
  const { dataDir, publicUrl, pushServices, withdrawalHoldHours, confirmBeforeWithdrawal } = config;
  const notifier = createNotifier({ database, clock, log, outbox, config, live, siteOrigin });
  const devices: DeviceContext = { database, clock, outbox, sealing, log, publicUrl, pushServices };
  sendPushes(devices);
  notificationRoutes(bind, devices);
  const accounts: AccountContext = {
    ...running,
    database,
    bus,
    sealing,
    notifier,
    siteOrigin,
    withdrawalHoldHours,
    confirmBeforeWithdrawal,
    stepUpMinutes: config.stepUpMinutes,
    adminsNeedSecondFactor: config.adminsNeedSecondFactor,
    registration: async (connected) => (await settings.read(connected)).registration,
    limits,
  };
  accountRoutes(bind, accounts);

  const { mayTrade } = feed;
  const trading = { database, clock, feed, bus, metrics, log };
  const gate = createEntryGate({ feed, clock, signer, isClosing });
  const orders = { ...trading, batches, signer, gate, mayTrade, isClosing };
  const [openPosition, sellPosition] = [
    createOpenPosition({ ...orders, stripe, renewWindows: (userId) => renewWindows(trading, userId) }),
    createSellPosition(orders),
  ];
  const settlement = createSettlementLoop({ ...trading, watched: cluster.watched });
  positionRoutes(bind, { database, clock, log, openPosition, sellPosition });
  priceRoutes(bind, { book: feed.book, clock });

  const userQueue = createKeyedQueue();
  limitRoutes(bind, { database, clock, userQueue, notifier });
  const paymentContext = {
    ...accounts,
    provider,
    screening: createScreening(config.screening, { clock, log, metrics }),
    stripe,
    runningKeys: runningKeys(),
    userQueue,
    settings: live,
    lockSettings: settings.lock,
    limits,
  };
  const payments = createPayments(paymentContext, withdrawalProofs(accounts));
  payments.routes(bind, bindRaw);
  statementRoutes(bind, { database, clock, log });
  const changing = { ...paymentContext, config, ofProcess: settings };
  const changeSetting = changesProposed(changing);
  const administering = { ...paymentContext, outbox, changeSetting };
  adminRoutes(bind, { ...administering, payments: paymentContext });
  auditRoutes(bind, database);
  const hooks = { database, clock, bus, log, sealing, metrics, sandbox: provider.sandbox };
  webhookRoutes(bind, hooks);
  const webhooks = deliverWebhooks(hooks);
  fairnessRoutes(bind, { database, clock, feed });
  beaconRoutes(bind, http, { beacon, clock, database });
  const served = { bind, http, webRoot: options.webRoot };
  const publicLog = openLog(config.publicLog, { ...trading, connection, ...served });
  const liabilities = stateLiabilitiesDaily({ database, clock, log, metrics, feed, signer });

  // Operations.
  const { broadcast } = hub;
  const maintenance = await createMaintenance(bind, { database, clock, bus, log, metrics, broadcast });
  const inMaintenance = () => maintenance.current() !== null;
  const isLeaving = () => draining || closing;
  const probed = { connection, beacon, skew, settlement, isLeaving, inMaintenance };
  operationsRoutes(http, { ...trading, config, ...probed });
  settingsRoutes(bind, { ...changing, provider, feed, metrics, skew, maintenance: maintenance.current });
  setupRoutes(bind, { ...accounts, keepChat: keepsChatAtSetup(changing) });
  ownDataRoutes(bind, accounts);
  await docsPage(http);
  await webApp(http, { root: options.webRoot, cookie: web.cookie, publicUrl });
  const checks = createPeriodicChecks({ database, clock, log, metrics, skew });

  // Each second starts the background work that is due. Each published price settles the positions that have expired. While
  // the beacon is late, the server publishes no price; deposits, payouts, alerts and all other work go on.
  const admins = tellAdmins({ ...accounts, hub });
  const background = [
    lease.task,
    settings.task,
    settlement.retries,
    ...cluster.tasks,
    recovery,
    ...payments.tasks,
    ...checks.tasks,
    ...sweepTasks({ database, clock, log, sessions }),
    closingRoutes(bind, { ...accounts, settings: live, stripe }),
    sweepProposals({ database, clock, bus, log }),
    ...adminTasks({ database, clock, bus, log }),
    ...outbox.tasks,
    ...webhooks.tasks,
    admins,
    liabilities,
    ...publicLog.tasks,
    watchForHarm({ database, clock, log }),
    maintenance.task,
    publishStatus(bind, { ...trading, beacon, mayTrade, maintenance: maintenance.current }),
    sampleMetrics({ database, clock, log, metrics, bus, beacon, feed, provider, dataDir, inMaintenance }),
  ];
  pushPrices(feed, broadcast);
  measureTicks({ feed, clock, metrics, hub });
  feed.onPublish(settlement.wake);
  feed.onPublish(gate.wake);
  function startWork(tick: number): void {
    gate.wake();
    announcer.tell();
    hub.heartbeat(tick);
    for (const task of background) task.tick(tick);
  }
  const announcer = createStateAnnouncer({ beacon, clock, broadcast });
  let stopTicks = () => {};

  async function settled(): Promise<void> {
    await settlement.idle();
    await Promise.all(background.map((task) => task.idle()));
    await outbox.flush();
    await feed.flush();
    await beacon.flush();
  }

  return {
    async listen() {
      const port = await web.listen();
      await feed.begin();
      const publishing = clock.onTick(publishOnTime({ feed, skew, log }), beacon.delayMs);
      const working = clock.onTick(startWork);
      stopTicks = () => {
        publishing();
        working();
      };
      settlement.wake();
      return port;
    },
    drain: () => void (draining = true),
    async close() {
      if (closing) return;
      closing = true;
      gate.wake();
      stopTicks();
      checks.stop();
      liabilities.stop();
      webhooks.close();
      await publicLog.stop();
      await web.close();
      await outbox.close();
      notifier.close();
      await settled();
      admins.flush();
      await beacon.stop();
      await cluster.close();
      await lease.end();
      await Promise.all([batches.end(), database.end()]);
      await tracing.stop();
    },
    checkLedger: checks.checkLedger,
    settled,
    database,
    settings: live,
  };
}
