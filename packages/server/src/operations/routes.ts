import { adminHealth } from "@veritick/contract/schemas/admin-home.ts";
import type { Installation, Maintenance } from "@veritick/contract/schemas/settings.ts";
import { installation, settings } from "@veritick/contract/schemas/settings.ts";
import { SETTINGS } from "@veritick/contract/settings.ts";
import { epochOf } from "@veritick/domain/epoch-times.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { createHash, timingSafeEqual } from "node:crypto";
import type { Beacon } from "../beacon/public.ts";
import type { Bus } from "../cluster/bus.ts";
import { MAX_GIVE_OR_TAKE_MS } from "../cluster/clock-skew.ts";
import type { SkewWatch } from "../cluster/clock-skew.ts";
import type { Config } from "../config/config.ts";
import { textOf } from "../config/live-settings.ts";
import type { PaymentProvider } from "../payments/public.ts";
import type { Clock } from "../platform/clock.ts";
import { Pool } from "../platform/db/database.ts";
import type { Connection } from "../platform/db/database.ts";
import { wellKnown } from "../platform/http/well-known.ts";
import { INSTALLATION_NAME, readKeptValue } from "../platform/db/kept-values.ts";
import { isCollationChanged } from "../platform/db/suitable.ts";
import type { Bind } from "../platform/http/bind.ts";
import { changeSettingRoute } from "./settings.ts";
import type { SettingsContext } from "./settings.ts";
import type { Metrics } from "../platform/telemetry/metrics.ts";
import type { SettlementLoop } from "../positions/public.ts";
import type { Obstacle, PriceFeed } from "../prices/public.ts";
import { isLoopback, isThisMachine } from "../platform/loopback.ts";
import { productVersion } from "../platform/version.ts";
import { LATE_SECONDS, readHealth } from "./health.ts";
import { measureNow } from "./sample-metrics.ts";

const OF_PROXIES = /^(x-forwarded-|x-real-ip$|forwarded$|via$)/;

const OBSTACLE_WORDS: Readonly<Record<Exclude<Obstacle, "clock">, string>> = {
  disputed: "stored data contradicts the prices of this process: its log says which",
  late: "the price is not current",
  doubtful: "a beacon round arrived too early: a clock is wrong",
};

/** Binds the routes for load balancers, monitoring and `/.well-known/`. All are public except `/metrics`. */
export function operationsRoutes(
  http: FastifyInstance,
  context: {
    config: Pick<Config, "metricsToken" | "publicUrl" | "trustedProxies" | "securityContact">;
    connection: Connection;
    clock: Clock;
    bus: Bus;
    beacon: Pick<Beacon, "state" | "newestRound">;
    feed: PriceFeed;
    skew: SkewWatch;
    metrics: Metrics;
    settlement: Pick<SettlementLoop, "stuckMs">;
    /** True from the moment the process begins to drain. */
    isLeaving(): boolean;
    inMaintenance(): boolean;
  },
): void {
  wellKnown(http, { ...context.config, clock: context.clock });
  const probe = probeDatabase(context.connection);
  http.addHook("onClose", probe.end);
  const askDatabase = oncePerSecond(context.clock, probe.ask);

  // For a proxy in front of all processes: it must route even if none is ready, because pages and past prices need no
  // database.
  const version = productVersion();
  http.get("/healthz", async (_request, reply) =>
    reply
      .header("cache-control", "no-store")
      .send({ status: context.isLeaving() ? "leaving" : "up", version }),
  );

  http.get("/readyz", async (_request, reply) => {
    const problems: string[] = [];
    if (context.isLeaving()) problems.push("shutting down");
    const missing = await askDatabase();
    if (missing !== undefined) problems.push(missing);
    if (context.settlement.stuckMs() > LATE_SECONDS * 1000)
      problems.push("expired positions cannot be settled: the log says why");
    const obstacle = context.feed.obstacle();
    // The clock has words of its own below.
    if (obstacle !== undefined && obstacle !== "clock") problems.push(OBSTACLE_WORDS[obstacle]);
    const { skew } = context;
    if (skew.giveOrTakeMs() > MAX_GIVE_OR_TAKE_MS && skew.isLimited)
      problems.push("the database's clock is not known precisely");
    else if (!skew.isTrusted()) problems.push("the clock is too far from the database's");
    // These are worth knowing, but no reason to send clients elsewhere.
    const notes: string[] = [];
    if (context.inMaintenance()) notes.push("maintenance: users cannot open positions");
    if (!context.bus.isWhole())
      notes.push("NATS is unreachable: polling the database for what other processes do");
    const state = context.beacon.state(context.clock.nowMs());
    if (state === "late") notes.push("the beacon is late: its next round has not arrived");
    if (state === "catch_up") notes.push("the beacon was late: its missing rounds are arriving");
    return reply
      .code(problems.length === 0 ? 200 : 503)
      .header("cache-control", "no-store")
      .send({
        status: problems.length === 0 ? "ready" : "not ready",
        problems,
        notes,
        clockSkewMs: skew.skewMs() ?? null,
        clockGiveOrTakeMs: skew.giveOrTakeMs(),
        beacon: { state, newestRound: context.beacon.newestRound() ?? null },
      });
  });

  http.get("/metrics", async (request, reply) => {
    if (!mayReadMetrics(request, context.config))
      return reply.code(404).send({ message: "Not found.", code: "not_found" });
    await measureNow(context);
    const { metrics } = context;
    return reply
      .type(metrics.registry.contentType)
      .header("cache-control", "no-store")
      .send(await metrics.registry.metrics());
  });
}

/**
 * Allows a request with the token, or from this machine itself. A proxy on this machine looks like the machine, and some
 * proxies add no header about it. So without a token nothing may hint at a proxy: no public address, no trusted proxy, no
 * forwarding header, and a `Host` of this machine. A proxy that replaces `Host` works with a public address only, because of
 * the check of `Origin`.
 */
function mayReadMetrics(
  { headers, socket }: FastifyRequest,
  { metricsToken, publicUrl, trustedProxies }: Pick<Config, "metricsToken" | "publicUrl" | "trustedProxies">,
): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  const sent = /^Bearer (.+)$/.exec(headers.authorization ?? "")?.[1];
  if (metricsToken !== undefined && sent !== undefined)
    return timingSafeEqual(digest(sent), digest(metricsToken));
  if (!isLoopback(socket.remoteAddress ?? "") || trustedProxies.length > 0) return false;
  if (publicUrl !== undefined && !isThisMachine(publicUrl)) return false;
  return isAskedHere(headers.host) && !Object.keys(headers).some((name) => OF_PROXIES.test(name));
}

const isAskedHere = (host: string | undefined): boolean =>
  host !== undefined && URL.canParse(`http://${host}`) && isThisMachine(new URL(`http://${host}`));

/** Asks at most once a second, however many callers there are. */
export function oncePerSecond<T>(clock: Clock, ask: () => Promise<T>): () => Promise<T> {
  let askedAtMs = -Infinity;
  let answer: Promise<T> | undefined;
  return () => {
    if (answer === undefined || Math.abs(clock.nowMs() - askedAtMs) >= 1000) {
      askedAtMs = clock.nowMs();
      answer = ask();
    }
    return answer;
  };
}

const REACHED_WITHIN_MS = 2_000;

type DatabaseProbe = {
  /** Returns what is wrong with the database, or undefined. */
  ask(): Promise<string | undefined>;
  end(): Promise<void>;
};

/**
 * Checks that the database can be reached, and that no pooler has come between that gives each transaction another
 * connection: one process of PostgreSQL answers all that is asked on one. It asks over a connection of its own: a connection of the pool would have to wait, and a
 * busy database would look like an unreachable one. The time limit covers a network that drops packets silently.
 */
function probeDatabase(connection: Connection): DatabaseProbe {
  const pool = new Pool(connection, {
    max: 1,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: REACHED_WITHIN_MS,
    query_timeout: REACHED_WITHIN_MS,
    application_name: "veritick probe",
  });
  // A connection that was lost while idle is replaced at the next check.
  pool.on("error", () => {});
  const answeredBy = new WeakMap<object, Set<number>>();
  async function ask(): Promise<string | undefined> {
    const client = await pool.connect();
    try {
      const { rows } = await client.query<{ process: number }>("select pg_backend_pid() as process");
      const processes = (answeredBy.get(client) ?? new Set()).add(rows[0]!.process);
      answeredBy.set(client, processes);
      client.release();
      return processes.size === 1
        ? undefined
        : "a pooler shares the database's connections between transactions: connect to PostgreSQL itself";
    } catch (error) {
      client.release(error as Error);
      throw error;
    }
  }
  return { ask: () => ask().catch(() => "the database cannot be reached"), end: () => pool.end() };
}

/** Binds the settings of this installation: those that the web app needs, and those that administrators see and change. */
export function settingsRoutes(
  bind: Bind,
  context: SettingsContext & {
    provider: PaymentProvider;
    metrics: Metrics;
    skew: SkewWatch;
    maintenance(): Maintenance;
    feed: Pick<PriceFeed, "book" | "termsAt" | "unpromisedTick">;
  },
): void {
  const { config, provider, feed, ofProcess } = context;
  const { live } = ofProcess;
  const { payments } = config;
  bind(settings, ({ countryBlocked }) => ({
    sandbox: provider.sandbox,
    sandboxConfirmSeconds: payments.provider === "sandbox" ? (payments.confirmSeconds ?? null) : null,
    supportChatUrl: live.supportChatUrl ?? null,
    registration: live.registration,
    passwordReset: config.mail !== undefined,
    withdrawalHoldHours: config.withdrawalHoldHours,
    helpLinks: live.helpLinks,
    legalLinks: live.legalLinks,
    termsVersion: live.termsVersion ?? null,
    countryBlocked,
    maintenance: context.maintenance(),
  }));
  bind(adminHealth, () => readHealth(context));
  bind(installation, async () => ({
    name: (await readKeptValue(context.database, INSTALLATION_NAME)) ?? null,
    version: productVersion(),
    sandbox: provider.sandbox,
    readiness: readinessOf({ ...config, ...live }),
    isCollationChanged: await isCollationChanged(context.database),
    settings: SETTINGS.map((name) => ({
      name,
      value: textOf(live, name),
      initial: textOf(config, name),
      isChanged: ofProcess.texts()[name] !== undefined,
    })),
    termsFrom: new Date(feed.unpromisedTick() * 1000).toISOString(),
    termsNow: termsNow(feed),
    fixed: [...config.fixed],
  }));
  changeSettingRoute(bind, context);
}

function termsNow({ book, termsAt }: Pick<PriceFeed, "book" | "termsAt">): Installation["termsNow"] {
  const { houseEdge, sellFee } = termsAt(Math.max(epochOf(book.newestTick), book.firstEpoch)).rules;
  return { houseEdge, sellFee };
}

/** Returns which preconditions for real money are met. It contains no values. */
const readinessOf = (config: Config): Installation["readiness"] => [
  { name: "payments", isReady: config.payments.provider !== "sandbox" },
  { name: "address", isReady: config.publicUrl?.protocol === "https:" },
  { name: "beacon", isReady: config.beacon.kind === "drand" },
  { name: "database", isReady: config.databaseUrl !== undefined },
  { name: "mail", isReady: config.mail !== undefined && "smtpUrl" in config.mail.transport },
  { name: "fourEyes", isReady: config.fourEyesAbove !== undefined },
  { name: "metrics", isReady: config.metricsToken !== undefined },
  { name: "chat", isReady: config.supportChatUrl !== undefined },
];
