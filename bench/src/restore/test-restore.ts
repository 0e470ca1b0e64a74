import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createClient } from "@veritick/client/client.ts";
import { stopwatchMs, systemClock } from "@veritick/server/platform/clock.ts";
import { openDatabase } from "@veritick/server/platform/db/database.ts";
import type { Database } from "@veritick/server/platform/db/database.ts";
import { createLog } from "@veritick/server/platform/telemetry/log.ts";
import { seedKey } from "@veritick/server/testing/valid-calls.ts";
import { seedAdmin, withdraw, withdrawingPeople } from "@veritick/server/testing/withdrawals.ts";
import { ensurePackages } from "../support/debian-packages.ts";
import { startServer } from "../support/server-process.ts";
import type { ServerProcess } from "../support/server-process.ts";
import { makeArchivedPostgres } from "./archived-postgres.ts";
import { faultsAt, lostMs } from "./losses.ts";
import type { Acknowledged } from "./losses.ts";

// `npm run test:restore` loses a machine under traffic and recovers its database from pgBackRest twice: to the newest moment,
// and to a second that it names. TRAFFIC=300 trades for longer. KEEP=1 keeps the folder with the logs.

const TRADERS = 8;
const PAUSE_MS = 250;
/** The named second is in the middle. The log after it is archived within 30 seconds. */
const LEAST_TRAFFIC = 75;
const TRAFFIC_MS = Math.max(LEAST_TRAFFIC, Number(process.env["TRAFFIC"] ?? 0)) * 1000;
const MOST_LOST_MS = 60_000;
const MOST_RECOVERY_MS = 300_000;

const clock = systemClock();
const secret = () => randomBytes(32).toString("hex");
const settings = {
  PRICE_SECRET: secret(),
  CODE_PEPPER: secret(),
  SIGNING_KEY: secret(),
  BEACON_KEY: secret(),
  HOUSE_CAPITAL: "1000000000",
  SANDBOX_CONFIRM_SECONDS: "1",
  FOUR_EYES_ABOVE: "none",
  LIMIT_CALLS_PER_SECOND: "100000",
  LIMIT_CALL_BURST: "100000",
};
const faults: string[] = [];
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

function report(fault: string): void {
  faults.push(fault);
  console.log(`  FAULT ${fault}`);
}

function expectEqual(what: string, found: unknown, expected: unknown): void {
  if (JSON.stringify(found) !== JSON.stringify(expected))
    report(`${what}: ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`);
}

ensurePackages([
  ["/usr/lib/postgresql/15/bin/postgres", "postgresql-15"],
  ["psql", "postgresql-client"],
  ["pgbackrest", "pgbackrest"],
  ["setpriv", "util-linux"],
]);
const folder = mkdtempSync(join(tmpdir(), "veritick-restore-"));
const postgres = await makeArchivedPostgres(folder);
const environment = { ...settings, DATABASE_URL: postgres.urlOf("veritick") };
const running = new Set<ServerProcess>();

async function serve(): Promise<ServerProcess> {
  const server = await startServer({ dataDir: join(folder, "nothing"), environment });
  running.add(server);
  return server;
}

const command = (name: string, ...words: string[]) =>
  execFileSync(
    process.execPath,
    [fileURLToPath(import.meta.resolve(`@veritick/server/cli/${name}.ts`)), ...words],
    { env: { ...environment, PATH: process.env["PATH"] }, encoding: "utf8" },
  );

async function ask<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase(environment.DATABASE_URL, createLog("silent"), 4);
  try {
    return await work(database);
  } finally {
    await database.end();
  }
}

/** Opens positions until the signal, and remembers each that was acknowledged. */
async function trade(site: string, key: string, journal: Acknowledged[], ended: AbortSignal): Promise<void> {
  const client = createClient({ site, key, tries: 1 });
  while (!ended.aborted) {
    const sentMs = clock.nowMs();
    const answer = await client
      .call("openPosition", { body: { type: "buy", amount: "1.00", duration: 5 }, idempotencyKey: secret() })
      .catch(() => undefined);
    if (answer?.ok === true) journal.push({ id: answer.value.id, sentMs, answeredMs: clock.nowMs() });
    await delay(PAUSE_MS);
  }
}

type Played = { journal: Acknowledged[]; momentMs: number; endedMs: number; unfinished: string[] };

/** Trades, with withdrawals around a moment in the middle, until the machine is lost. */
async function play(): Promise<Played> {
  const server = await serve();
  const journal: Acknowledged[] = [];
  const ended = new AbortController();
  const played = await ask(async (database) => {
    const app = { url: server.url, clock, database } as never;
    const people = await withdrawingPeople(app, TRADERS, "100000");
    const admin = await seedAdmin(app);
    const keys = await Promise.all(people.map(({ user }) => seedKey(app, user.id, ["read", "trade"])));
    const trading = keys.map(({ key }) => trade(server.url, key, journal, ended.signal));
    const request = async (amount: number) => (await withdraw(people[0]!, { amount })).body.id as string;
    const approve = async (id: string) => {
      const { status } = await admin.post(`/api/admin/withdrawals/${id}/approve`);
      if (status !== 200) throw new Error(`approving a withdrawal answered ${status}`);
    };
    const finished = await request(20);
    await approve(finished);
    const unfinished = [await request(30), await request(40)];
    await delay(TRAFFIC_MS / 2);
    // Recovery is to whole seconds.
    const momentMs = Math.ceil(clock.nowMs() / 1000) * 1000;
    await delay(momentMs - clock.nowMs() + 1000);
    // Paid after the moment: nothing may pay it again.
    await approve(unfinished[0]!);
    await request(50);
    await delay(TRAFFIC_MS / 2);
    ended.abort();
    const endedMs = clock.nowMs();
    await Promise.all(trading);
    return { momentMs, endedMs, unfinished, paid: await statusOf(database, unfinished[0]!) };
  });
  expectEqual("the withdrawal that was approved after the moment", played.paid, "completed");
  await server.kill();
  running.delete(server);
  return { journal, ...played };
}

async function statusOf(database: Database, id: string): Promise<string | undefined> {
  const { rows } = await database.query<{ status: string }>(
    "select status from withdrawal_transactions where id = $1",
    [id],
  );
  return rows[0]?.status;
}

/** Recovers the database and starts a server on it. Returns the positions that are there, and how long it took. */
async function recover(...target: string[]): Promise<{ found: Set<string>; tookMs: number }> {
  const beganMs = stopwatchMs();
  postgres.pgbackrest("restore", ...target);
  await postgres.start();
  const found = await ask(async (database) => {
    const { rows } = await database.query<{ id: string }>("select id from trading_positions");
    return new Set(rows.map(({ id }) => id));
  });
  const server = await serve();
  while ((await fetch(`${server.url}/readyz`)).status !== 200) await delay(100);
  const tookMs = stopwatchMs() - beganMs;
  await ask((database) => assertClosed(database));
  const { status } = await fetch(`${server.url}/api/status`);
  expectEqual("/api/status", status, 200);
  await server.stop();
  running.delete(server);
  console.log(`  ${command("ledger-check").trim().split("\n").at(-1)}`);
  return { found, tookMs };
}

/** Decision 20: maintenance, withdrawals stopped, unfinished ones doubtful, and no session or key. */
async function assertClosed(database: Database): Promise<void> {
  const { rows: kept } = await database.query<{ value: string }>(
    "select value from kept_values where name = 'maintenance'",
  );
  const { withdrawalsStopped, restored } = (JSON.parse(kept[0]?.value ?? "null") ?? {}) as Record<
    string,
    true
  >;
  expectEqual("maintenance", { withdrawalsStopped, restored }, { withdrawalsStopped: true, restored: true });
  const { rows } = await database.query<{ doubtful: number; unfinished: number; sessions: number }>(
    `select (select count(*) from attention_items where reason = 'restored' and resolved_at is null) as doubtful,
       (select count(*) from withdrawal_transactions where status in ('pending', 'processing')) as unfinished,
       (select count(*) from sessions) + (select count(*) from api_keys) as sessions`,
  );
  expectEqual("doubtful withdrawals", rows[0]!.doubtful, rows[0]!.unfinished);
  expectEqual("sessions and keys", rows[0]!.sessions, 0);
}

async function drill(): Promise<void> {
  await postgres.start();
  postgres.createDatabase();
  postgres.pgbackrest("stanza-create");
  postgres.pgbackrest("check");
  execFileSync(process.execPath, [fileURLToPath(import.meta.resolve("@veritick/server/cli/migrate.ts"))], {
    env: { ...environment, DATABASE_OWNER_URL: postgres.urlOf("veritick_owner") },
    stdio: "pipe",
  });
  postgres.pgbackrest("backup", "--type=full");
  console.log(`Trading for ${seconds(TRAFFIC_MS)}`);
  const { journal, momentMs, endedMs, unfinished } = await play();
  await postgres.lose();
  console.log(`The machine is lost: ${journal.length} positions were acknowledged.`);

  console.log("Recovering to the newest moment");
  const newest = await recover();
  const lost = lostMs(journal, newest.found, endedMs);
  if (newest.found.size === 0) report("nothing was recovered");
  await postgres.lose();

  const moment = new Date(momentMs).toISOString().replace("T", " ").replace("Z", "+00");
  console.log(`Recovering to ${moment}`);
  const named = await recover("--type=time", `--target=${moment}`, "--target-action=promote");
  for (const fault of faultsAt(journal, named.found, momentMs)) report(fault);
  const after = journal.filter(({ sentMs }) => sentMs > momentMs).length;
  if (after === 0 || named.found.size === 0) report("the moment is not in the middle of the traffic");
  await ask(async (database) => {
    for (const id of unfinished)
      expectEqual("a withdrawal at the moment", await statusOf(database, id), "pending");
    const { rows } = await database.query<{ id: string }>(
      "select withdrawal_id as id from attention_items where reason = 'restored' order by 1",
    );
    expectEqual(
      "doubtful",
      rows.map(({ id }) => id),
      unfinished.toSorted(),
    );
  });

  console.log(
    `\nRPO: ${seconds(lost.ms)} (${lost.orders} of ${journal.length} acknowledged positions lost with the machine).\n` +
      `RTO: ${seconds(newest.tookMs)} to the newest moment, ${seconds(named.tookMs)} to the named second, until /readyz answers 200.\n` +
      `At the named second: ${named.found.size} positions are there, and none of the ${after} that were sent after it.`,
  );
  if (lost.ms > MOST_LOST_MS) report(`more than ${seconds(MOST_LOST_MS)} were lost`);
  for (const { tookMs } of [newest, named])
    if (tookMs > MOST_RECOVERY_MS) report(`a recovery took more than ${seconds(MOST_RECOVERY_MS)}`);
}

const stopped = new Promise<never>((_, reject) => {
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => reject(new Error("it was stopped")));
});
stopped.catch(() => {});
try {
  await Promise.race([drill(), stopped]);
} catch (error) {
  report(error instanceof Error ? (error.stack ?? error.message) : String(error));
} finally {
  for (const server of running) await server.kill();
  await postgres.lose();
  if (process.env["KEEP"] === "1") console.log(`The logs are in ${folder}`);
  else rmSync(folder, { recursive: true, force: true });
}
console.log(
  faults.length === 0 ? "Recovered, and closed until a person has looked." : `${faults.length} faults.`,
);
process.exit(faults.length === 0 ? 0 : 1);
