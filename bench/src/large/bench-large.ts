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
import { milliseconds, note } from "../support/report.ts";
import type { Row } from "../support/report.ts";
import { median, medianLatencies, percentile, spread } from "../support/statistics.ts";
import type { Latencies } from "../support/statistics.ts";
import { openInstallation, TRADERS } from "./installation.ts";
import type { Installation } from "./installation.ts";
import { QUESTIONS } from "./questions.ts";
import type { Question } from "./questions.ts";
import { readSeedConfig, SEEDED_PASSWORD, seedInstallation } from "./seed-installation.ts";

/** The yardstick: small enough to be fast everywhere, large enough to fill the same pages. */
const SMALL = { users: 2_000, positions: 20_000, days: 1 };
const WARM_UP = 15;
/** The calls take turns in blocks. The result is the median of the blocks. */
const BLOCKS = 5;
/** The fewest calls of a block. */
const CALLS = 600;
/**
 * The shortest time of a block of a trader's call. Most take less than a millisecond, and the work of each second delays one
 * in a hundred: 600 of them would say little about the 99th percentile.
 */
const TRADER_BLOCK_MS = 5_000;
const SETTLING = { turns: 5, positions: 2_000, leadSeconds: 5 };
const OPENING = { turns: 3, connections: 16, warmUpMs: 500, measureMs: 3_000 };
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
    for (const question of QUESTIONS) rows.push(await compare(pair, question));
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

/** The first of two measurements meets a different machine than the second, so the two alternate in going first. */
const inTurns = (pair: Pair, turn: number): readonly (readonly [0 | 1, Installation])[] => {
  const [large, small] = pair;
  return turn % 2 === 0
    ? [[0, large] as const, [1, small] as const]
    : [[1, small] as const, [0, large] as const];
};

async function compare(pair: Pair, question: Question): Promise<Row> {
  const blocks: [Latencies[], Latencies[]] = [[], []];
  for (let block = 0; block < BLOCKS; block += 1) {
    const latencies: [number[], number[]] = [[], []];
    const until = stopwatchMs() + (question.who === "admin" ? 0 : TRADER_BLOCK_MS);
    for (let call = 0; call < WARM_UP + CALLS || stopwatchMs() < until; call += 1) {
      for (const [n, installation] of inTurns(pair, call)) {
        const startedAt = stopwatchMs();
        const status = await installation.ask(question.who, question.path(installation));
        if (status !== 200) throw new Error(`${question.name} answered ${status}`);
        if (call >= WARM_UP) latencies[n].push(stopwatchMs() - startedAt);
      }
    }
    for (const [n, values] of latencies.entries())
      blocks[n]!.push({ p50Ms: percentile(values, 0.5), p99Ms: percentile(values, 0.99) });
  }
  const [large, small] = blocks.map(medianLatencies);
  const { who, name } = question;
  const row = rowOf(name, large!, small!);
  if (who === "admin") return row;
  const ratio = Math.max(large!.p50Ms / small!.p50Ms, large!.p99Ms / small!.p99Ms);
  const words = `p50 and p99 at most ${AIM_DASHBOARD}x`;
  return {
    ...row,
    ratio,
    spread: spread(blocks[1].map(({ p50Ms }) => p50Ms)),
    target: { words, reached: ratio <= AIM_DASHBOARD },
  };
}

/** Measures the milliseconds from the tick at which many positions expire until none of them is open. */
async function compareSettling(pair: Pair): Promise<Row> {
  const latencies: [number[], number[]] = [[], []];
  for (let turn = 0; turn <= SETTLING.turns; turn += 1) {
    for (const [n, { database, traders }] of inTurns(pair, turn)) {
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
      if (turn > 0) latencies[n].push(clock.nowMs() - tick * 1000);
    }
  }
  const [large, small] = latencies.map((values) => ({
    p50Ms: median(values),
    p99Ms: percentile(values, 0.99),
  }));
  return rowOf(`settling ${SETTLING.positions.toLocaleString("en")} positions of one second`, large!, small!);
}

async function compareOpening(pair: Pair, load: Load): Promise<Row> {
  const answers: [LoadAnswer[], LoadAnswer[]] = [[], []];
  for (let turn = 0; turn < OPENING.turns; turn += 1) {
    for (const [n, { port, traders }] of inTurns(pair, turn)) {
      const { connections, warmUpMs, measureMs } = OPENING;
      answers[n].push(
        await load.ask({ port, users: traders.length, connections, warmUpMs, measureMs, keys: true }),
      );
    }
  }
  const refused = answers.flat().reduce((sum, answer) => sum + answer.refused, 0);
  if (refused > 0) throw new Error(`${refused} positions were refused`);
  const [large, small] = answers.map(medianLatencies);
  return rowOf(`opening a position, ${OPENING.connections} at a time, ${TRADERS} traders`, large!, small!);
}

function rowOf(figure: string, large: Latencies, small: Latencies): Row {
  note(`large, ${figure} done`);
  const words = ({ p50Ms, p99Ms }: Latencies) => `p50 ${milliseconds(p50Ms)}, p99 ${milliseconds(p99Ms)}`;
  const ratio = large.p99Ms / small.p99Ms;
  return {
    figure,
    measured: words(large),
    yardstick: words(small),
    ratio,
    target: {
      words: `p99 at most ${AIM_RATIO}x, or ${AIM_MS} ms`,
      reached: ratio <= AIM_RATIO || large.p99Ms <= AIM_MS,
    },
  };
}
