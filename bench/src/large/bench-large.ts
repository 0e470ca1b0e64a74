import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { stopwatchMs, systemClock } from "@veritick/server/platform/clock.ts";
import { openDataDir } from "@veritick/server/platform/process/data-dir.ts";
import { createLog } from "@veritick/server/platform/telemetry/log.ts";
import type { LoadAnswer, LoadOrder } from "../opening/load.ts";
import { seedPositions } from "../settling/seed-positions.ts";
import { startHelper } from "../support/helper-process.ts";
import type { HelperProcess } from "../support/helper-process.ts";
import { compare, measureInPairs, ofTurns, ofYardstick } from "../support/pairs.ts";
import type { Pairs } from "../support/pairs.ts";
import { milliseconds, note } from "../support/report.ts";
import type { Row } from "../support/report.ts";
import { percentile } from "../support/statistics.ts";
import type { Latencies } from "../support/statistics.ts";
import { openInstallation, TRADERS } from "./installation.ts";
import type { Installation } from "./installation.ts";
import { QUESTIONS } from "./questions.ts";
import type { Question } from "./questions.ts";
import { readSeedConfig, SEEDED_PASSWORD, seedInstallation } from "./seed-installation.ts";

/** The yardstick: small enough to be fast everywhere, large enough to fill the same pages. */
const SMALL = { users: 2_000, positions: 20_000, days: 1 };
const WARM_UP = 15;
const PAIRS = 5;
/** The calls of a turn and of a reading, and the time after which no pair of them is repeated. */
const CALLS = 300;
const CALLS_LIMIT_MS = 40_000;
/**
 * The shortest time of a turn of a trader's call. Most take less than a millisecond, and the work of each second delays one
 * in a hundred: 300 of them would say little about the 99th percentile.
 */
const TRADER_TURN_MS = 2_500;
const SETTLING = { positions: 2_000, leadSeconds: 5, limitMs: 180_000 };
const OPENING = { pairs: 3, connections: 16, warmUpMs: 500, measureMs: 3_000, limitMs: 60_000 };
/** The work of the start is done after this many looks in a row without a running statement. */
const QUIET_LOOKS = 10;
const QUIET_LOOK_MS = 500;
const QUIET_WITHIN_MS = 1_800_000;
const AIM_RATIO = 2;
/** The calls that traders wait for must be as quick as on an empty installation. */
const AIM_DASHBOARD = 1.2;
/** A person sees no smaller difference, and the noise of a machine is larger. */
const AIM_MS = 10;

type Load = HelperProcess<LoadOrder, LoadAnswer>;
type Pair = readonly [large: Installation, small: Installation];

/**
 * Measures the calls of users and administrators on the installation of `npm run seed:large` (LARGE_DATA_DIR, by default
 * .data-large), in turns with the same calls on a nearly empty one. It opens positions there and leaves them.
 */
export async function benchLarge(folder: string): Promise<Row[]> {
  const largeDir = resolve(process.env["LARGE_DATA_DIR"] ?? ".data-large");
  if (!existsSync(largeDir)) throw new Error(`There is no ${largeDir}: run "npm run seed:large" first.`);
  const smallDir = join(folder, "small");
  await seedSmall(smallDir);
  const small = await openInstallation(smallDir);
  const large = await openInstallation(largeDir).catch(async (error: unknown) => {
    await small.stop();
    throw error;
  });
  const load: Load = startHelper<LoadOrder, LoadAnswer>(new URL("../opening/load.ts", import.meta.url));
  try {
    const figure = ({ users, positions }: Installation) =>
      `${users.toLocaleString("en")} users, ${positions.toLocaleString("en")} positions`;
    note(`large: measured with ${figure(large)}; yardstick with ${figure(small)}`);
    const pair: Pair = [large, small];
    await untilQuiet(pair);
    const rows: Row[] = [];
    for (const question of QUESTIONS) rows.push(await askBoth(pair, question));
    rows.push(await compareSettling(pair));
    rows.push(await compareOpening(pair, load));
    return rows;
  } finally {
    await load.stop();
    await large.stop();
    await small.stop();
  }
}

async function seedSmall(dataDir: string): Promise<void> {
  const config = readSeedConfig(dataDir, {
    ADMIN_EMAIL: "admin@example.com",
    ADMIN_PASSWORD: SEEDED_PASSWORD,
  });
  const opened = await openDataDir(config, createLog("error"), { claimant: "tool" });
  try {
    const { connection } = opened;
    const nowMs = systemClock().nowMs();
    await seedInstallation({ config, connection, size: SMALL, nowMs, say: () => {} });
  } finally {
    await opened.close();
  }
}

/** Waits for the ledger check, nightly and at a first start, to end: ten minutes for ten million positions. */
async function untilQuiet(pair: Pair): Promise<void> {
  const startedAt = stopwatchMs();
  for (let quiet = 0; quiet < QUIET_LOOKS; quiet += 1) {
    if (stopwatchMs() - startedAt > QUIET_WITHIN_MS) throw new Error("the database had work all the time");
    await delay(QUIET_LOOK_MS);
    for (const { database, ask } of pair) {
      // Keeps the connections alive: the server closes an idle one.
      for (const who of ["ordinary", "busy", "admin"] as const) await ask(who, "/api/auth/me");
      const { rows } = await database.query<{ busy: number }>(
        `select count(*)::integer as busy from pg_stat_activity
         where datname = current_database() and state = 'active' and pid <> pg_backend_pid()`,
      );
      if (rows[0]!.busy > 0) quiet = -1;
    }
  }
}

async function askBoth([large, small]: Pair, question: Question): Promise<Row> {
  const { who, name } = question;
  const time = async (installation: Installation, calls = CALLS): Promise<Latencies> => {
    const latencies: number[] = [];
    const until = stopwatchMs() + (who === "admin" || calls < CALLS ? 0 : TRADER_TURN_MS);
    while (latencies.length < calls || stopwatchMs() < until) {
      const startedAt = stopwatchMs();
      const status = await installation.ask(who, question.path(installation));
      if (status !== 200) throw new Error(`${name} answered ${status}`);
      latencies.push(stopwatchMs() - startedAt);
    }
    return { p50Ms: percentile(latencies, 0.5), p99Ms: percentile(latencies, 0.99) };
  };
  await time(large, WARM_UP);
  await time(small, WARM_UP);
  const pairs = await measureInPairs({
    wanted: PAIRS,
    limitMs: CALLS_LIMIT_MS,
    turn: () => time(large),
    yardstick: () => time(small),
    figureOf: ({ p50Ms }) => p50Ms,
  });
  const row = rowOf(name, pairs);
  if (who === "admin") return row;
  const comparison = compare(pairs, (ofLarge, ofSmall) =>
    Math.max(ofLarge.p50Ms / ofSmall.p50Ms, ofLarge.p99Ms / ofSmall.p99Ms),
  );
  return {
    ...row,
    ...comparison,
    target: { words: `p50 and p99 at most ${AIM_DASHBOARD}x`, reached: comparison.ratio <= AIM_DASHBOARD },
  };
}

/** Measures the milliseconds from the tick at which many positions expire until none of them is open. */
async function compareSettling([large, small]: Pair): Promise<Row> {
  const settle = async ({ database, traders }: Installation): Promise<number> => {
    const clock = systemClock();
    const tick = Math.floor(clock.nowMs() / 1000) + SETTLING.leadSeconds;
    await seedPositions(database, { count: SETTLING.positions, users: traders, tick });
    if (clock.nowMs() > tick * 1000) throw new Error("the positions expired before all of them were there");
    await delay(tick * 1000 - clock.nowMs());
    let open = true;
    while (open) {
      const { rows } = await database.query<{ open: boolean }>(
        "select exists (select from trading_positions where status = 'active' and expiry_tick = $1) as open",
        [tick],
      );
      open = rows[0]!.open;
    }
    return clock.nowMs() - tick * 1000;
  };
  await settle(large);
  const pairs = await measureInPairs({
    wanted: PAIRS,
    limitMs: SETTLING.limitMs,
    turn: () => settle(large),
    yardstick: () => settle(small),
    figureOf: (settledMs) => settledMs,
  });
  return {
    figure: `settling ${SETTLING.positions.toLocaleString("en")} positions of one second`,
    ...judge(pairs, (ms) => ms),
    measured: milliseconds(ofTurns(pairs, (ms) => ms)),
    yardstick: milliseconds(ofYardstick(pairs, (ms) => ms)),
  };
}

async function compareOpening([large, small]: Pair, load: Load): Promise<Row> {
  const { connections, warmUpMs, measureMs } = OPENING;
  const open = async ({ port, traders }: Installation): Promise<Latencies> => {
    const answer = await load.ask({
      port,
      users: traders.length,
      connections,
      warmUpMs,
      measureMs,
      keys: true,
    });
    if (answer.refused > 0) throw new Error(`${answer.refused} positions were refused`);
    return answer;
  };
  const pairs = await measureInPairs({
    wanted: OPENING.pairs,
    limitMs: OPENING.limitMs,
    turn: () => open(large),
    yardstick: () => open(small),
    figureOf: ({ p50Ms }) => p50Ms,
  });
  return rowOf(`opening a position, ${connections} at a time, ${TRADERS} traders`, pairs);
}

const told = (of: (figure: (latencies: Latencies) => number) => number): string =>
  `p50 ${milliseconds(of(({ p50Ms }) => p50Ms))}, p99 ${milliseconds(of(({ p99Ms }) => p99Ms))}`;

/** Compares the large installation's figure with the small one's. */
function judge<T>(pairs: Pairs<T, T>, figureOf: (turn: T) => number): Omit<Row, "figure" | "measured"> {
  const comparison = compare(pairs, (large, small) => figureOf(large) / figureOf(small));
  const isShort = ofTurns(pairs, figureOf) <= AIM_MS;
  return {
    ...comparison,
    target: {
      words: `at most ${AIM_RATIO}x, or ${AIM_MS} ms`,
      reached: comparison.ratio <= AIM_RATIO || isShort,
    },
  };
}

function rowOf(figure: string, pairs: Pairs<Latencies, Latencies>): Row {
  note(`large, ${figure} done`);
  return {
    figure,
    measured: told((value) => ofTurns(pairs, value)),
    yardstick: told((value) => ofYardstick(pairs, value)),
    ...judge(pairs, ({ p99Ms }) => p99Ms),
  };
}
