import * as contract from "@veritick/contract/schemas/status.ts";
import type { Status, StatusPart, StatusReason } from "@veritick/contract/schemas/status.ts";
import type { Maintenance } from "@veritick/contract/schemas/settings.ts";
import type { Beacon } from "../beacon/public.ts";
import { dateOf, periodically } from "../platform/clock.ts";
import type { Clock, PeriodicTask } from "../platform/clock.ts";
import { transaction } from "../platform/db/database.ts";
import type { Database, Queryable } from "../platform/db/database.ts";
import { keepValue, replaceKeptValue } from "../platform/db/kept-values.ts";
import type { Bind } from "../platform/http/bind.ts";
import { newId } from "../platform/ids.ts";
import type { Log } from "../platform/telemetry/log.ts";
import type { Metrics } from "../platform/telemetry/metrics.ts";
import type { PriceFeed } from "../prices/public.ts";
import { oncePerSecond } from "./routes.ts";

type StatusContext = {
  database: Database;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  feed: Pick<PriceFeed, "isCurrent">;
  beacon: Pick<Beacon, "state">;
  mayTrade(): boolean;
  maintenance(): Maintenance;
};

const CHECK_TICKS = 60;
/** The most faults of pages that a process logs between two checks. */
const FAULT_LINES = 20;
/** A longer gap between two checks is an incident itself. */
const LONGEST_GAP_MS = 180_000;
const WINDOW_MS = 90 * 86_400_000;
const NEWEST = 20;

const BEGUN = "status-begun-at";
const CHECKED = "status-checked-at";

/**
 * Publishes which parts of the platform work, and records when they did not. The first process to come looks each minute, so
 * times are exact to a minute.
 */
export function publishStatus(bind: Bind, context: StatusContext): PeriodicTask {
  const { clock, log, metrics } = context;
  const read = oncePerSecond(clock, () => readStatus(context));
  bind(contract.status, read);
  bind(contract.reportVital, ({ body: { page, name, value } }) => {
    if (name === "CLS") metrics.layoutShift.observe({ page }, value);
    else metrics.vitalSeconds.observe({ page, name }, value / 1000);
    return { ok: true as const };
  });
  let lines = 0;
  bind(contract.reportFault, ({ body: { page, kind, build, frames } }) => {
    metrics.webFaults.inc({ page, kind });
    // Anybody may report, so a minute has few lines. The metric counts the rest.
    if ((lines += 1) <= FAULT_LINES) log.warn({ page, kind, build, frames }, "a page failed in a browser");
    return { ok: true as const };
  });
  return periodically(CHECK_TICKS, "status", log, () => {
    lines = 0;
    return recordStatus(context);
  });
}

type Reasons = Readonly<Record<StatusPart, StatusReason | null>>;

/** Returns for each part why it does not work now, as this process sees it; null if it works. */
async function look(context: StatusContext): Promise<Reasons> {
  const { clock, metrics, feed, beacon, mayTrade, maintenance } = context;
  const state = beacon.state(clock.nowMs());
  const now = maintenance();
  // Without a call yet, the provider's state is unknown and not reported.
  const isProviderDown = (await metrics.providerUp.get()).values[0]?.value === 0;
  const provider = isProviderDown ? "provider" : null;
  return {
    price: feed.isCurrent() ? null : "late",
    beacon: state === "late" || state === "catch_up" ? state : null,
    orders: now !== null ? "maintenance" : mayTrade() ? null : "price",
    deposits: provider,
    withdrawals: now?.withdrawalsStopped === true ? "stopped" : provider,
  };
}

/** Opens and closes incidents by this process's view, if it is the first process to look in this minute. */
async function recordStatus(context: StatusContext): Promise<void> {
  const { database, clock } = context;
  const at = dateOf(clock);
  const now = at.toISOString();
  await keepValue(database, BEGUN, now);
  const seen = await keepValue(database, CHECKED, now);
  const gapMs = at.getTime() - Date.parse(seen);
  // The distance counts, because the clock may step back.
  if (Math.abs(gapMs) < CHECK_TICKS * 1000 || !(await replaceKeptValue(database, CHECKED, seen, now))) return;
  const reasons = await look(context);
  await transaction(database, async (connection) => {
    if (gapMs > LONGEST_GAP_MS) {
      await connection.query(
        "update incidents set ended_at = greatest(began_at, $1) where ended_at is null",
        [seen],
      );
      await connection.query(
        `insert into incidents (id, part, reason, began_at, ended_at) values ($1, 'all', 'unrecorded', $2, $3)`,
        [newId(at.getTime()), seen, at],
      );
    }
    for (const [part, reason] of Object.entries(reasons)) {
      await connection.query(
        `update incidents set ended_at = greatest(began_at, $3)
         where part = $1 and ended_at is null and reason is distinct from $2`,
        [part, reason, at],
      );
      if (reason === null) continue;
      await connection.query(
        `insert into incidents (id, part, reason, began_at) values ($1, $2, $3, $4) on conflict do nothing`,
        [newId(at.getTime()), part, reason, at],
      );
    }
  });
}

type IncidentRow = { part: StatusPart | "all"; reason: StatusReason; began_at: Date; ended_at: Date | null };

async function readStatus(context: StatusContext): Promise<Status> {
  const { database, clock } = context;
  const at = dateOf(clock);
  const reasons = await look(context);
  const record = await readRecord(database, at).catch(() => undefined);
  const needsDatabase = new Set<StatusPart>(["orders", "deposits", "withdrawals"]);
  return {
    at: at.toISOString(),
    recordedSince: record?.from.toISOString() ?? null,
    parts: contract.STATUS_PARTS.map((name) => {
      const reason = record === undefined && needsDatabase.has(name) ? "database" : reasons[name];
      const open = record?.incidents.find(({ part, ended_at: endedAt }) => part === name && endedAt === null);
      return {
        name,
        isUp: reason === null,
        reason,
        since: reason === null ? null : (open?.began_at.toISOString() ?? null),
        uptime: record === undefined ? null : uptimeOf(record, name, at),
      };
    }),
    incidents: (record?.incidents ?? []).slice(0, NEWEST).map((row) => ({
      part: row.part,
      reason: row.reason,
      beganAt: row.began_at.toISOString(),
      endedAt: row.ended_at?.toISOString() ?? null,
    })),
  };
}

type StatusRecord = { from: Date; incidents: IncidentRow[] };

async function readRecord(database: Queryable, at: Date): Promise<StatusRecord> {
  const earliest = new Date(at.getTime() - WINDOW_MS);
  const { rows } = await database.query<{ begun: string | null }>({
    name: "read_status_begun",
    text: "select max(value) as begun from kept_values where name = $1",
    values: [BEGUN],
  });
  const begunMs = Date.parse(rows[0]!.begun ?? at.toISOString());
  const found = await database.query<IncidentRow>({
    name: "read_incidents",
    text: `select part, reason, began_at, ended_at from incidents
           where began_at > $1 or ended_at > $1 or ended_at is null order by began_at desc, id desc`,
    values: [earliest],
  });
  return { from: new Date(Math.max(begunMs, earliest.getTime())), incidents: found.rows };
}

/**
 * Returns the share of the recorded time without an incident of the part. Incidents of one part never overlap those of all.
 */
function uptimeOf({ from, incidents }: StatusRecord, name: StatusPart, at: Date): number {
  const wholeMs = at.getTime() - from.getTime();
  if (wholeMs <= 0) return 1;
  const downMs = incidents
    .filter(({ part }) => part === name || part === "all")
    .map(({ began_at: began, ended_at: ended }) => {
      const beganMs = Math.max(began.getTime(), from.getTime());
      return Math.max(0, (ended ?? at).getTime() - beganMs);
    })
    .reduce((sum, ms) => sum + ms, 0);
  return Math.max(0, 1 - downMs / wholeMs);
}
