import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tronAddressFrom } from "@veritick/domain/addresses.ts";
import { computeTerms } from "@veritick/domain/terms.ts";
import { hashPassword } from "@veritick/server/accounts/passwords/passwords.ts";
import { createApp } from "@veritick/server/app.ts";
import { readConfig } from "@veritick/server/config/config.ts";
import type { Config } from "@veritick/server/config/config.ts";
import { stopwatchMs } from "@veritick/server/platform/clock.ts";
import type { Connection } from "@veritick/server/platform/db/database.ts";
import { createLog } from "@veritick/server/platform/telemetry/log.ts";
import { freeKey } from "@veritick/server/testing/free-beacon.ts";
import { TEST_BEACON_KEY } from "@veritick/server/testing/test-app.ts";
import { movableClock } from "@veritick/server/testing/movable-clock.ts";
import pg from "pg";
import { fillBare, fillUnindexed } from "./bare-tables.ts";
import type { Phase } from "./bare-tables.ts";
import {
  HOUSE,
  INSERT_ENTRIES,
  INSERT_PAYOUT_ENTRIES,
  INSERT_TRANSACTIONS,
  insertUsers,
  keptTotals,
  MAKE_MOVEMENTS,
  SET_NEXT_TRANSACTION,
} from "./ledger.sql.ts";
import {
  insertAttention,
  insertAudit,
  insertDeposits,
  insertPayments,
  insertPayouts,
  insertWithdrawals,
} from "./payments.sql.ts";
import { planOf } from "./plan.ts";
import type { Plan, Size } from "./plan.ts";
import { insertPositions, SETTLED_TOTALS } from "./positions.sql.ts";
import { makePeople, SEEDED_FUNCTIONS } from "./seeded.sql.ts";
import { seedPrices } from "./seed-prices.ts";

/** The password of everybody, administrators included. */
export const SEEDED_PASSWORD = "secret-1";

/** Deposits come in at one half of the addresses; withdrawals go to the other half. */
const ADDRESSES = 512;

/** Settings of this connection, for a machine that runs nothing else. */
const SETTINGS = `
set session_replication_role = replica;
set work_mem = '512MB';
set hash_mem_multiplier = 2;
set maintenance_work_mem = '1GB';
set temp_buffers = '256MB';
set enable_mergejoin = off;
set enable_nestloop = off;
set synchronous_commit = off`;

/** Reads the settings of a folder to be seeded and run. It keeps the beacon key that the rounds of its past belong to. */
export function readSeedConfig(dataDir: string, environment: Record<string, string>): Config {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(join(dataDir, "beacon-key"), `${TEST_BEACON_KEY}\n`, { mode: 0o600 });
  return readConfig({ ...environment, DATA_DIR: dataDir });
}

export type SeedOptions = {
  config: Config;
  connection: Connection;
  size: Size;
  nowMs: number;
  say(line: string): void;
};

/**
 * Fills an empty database as if an installation of any size had run for days. The platform itself founds it and computes
 * its price. Statements write everything else in sets, with balanced books. Each choice of person and time follows from the
 * row's number; the price decides each result.
 */
export async function seedInstallation(options: SeedOptions): Promise<void> {
  const { config, connection, say } = options;
  const plan = planOf(options.size, options.nowMs);
  const phase: Phase = async (name, work) => {
    const startedAt = stopwatchMs();
    await work();
    say(`${((stopwatchMs() - startedAt) / 1000).toFixed(1).padStart(7)} s  ${name}`);
  };
  await phase("founded", () => runAt(options, plan.genesisMs));
  await phase("price of every second worked out", () => runAt(options, plan.untilMs));
  const client = new pg.Client(
    typeof connection === "string" ? { connectionString: connection } : connection,
  );
  await client.connect();
  try {
    const { rows } = await client.query<{ people: string }>("select count(*) as people from users");
    if (rows[0]!.people !== "1") throw new Error("the database is not empty");
    await client.query(SETTINGS);
    await client.query(SEEDED_FUNCTIONS);
    await client.query("begin");
    await fill(client, plan, config, phase);
    await phase("commit", () => client.query("commit"));
    await phase("vacuum, analyze", () => client.query("vacuum (freeze, analyze)"));
  } finally {
    await client.end();
  }
}

/**
 * Starts the platform once: migrations, fingerprints of the secrets, capital, administrator, prices. It invents the rounds
 * of the past, because signing those of a day takes two minutes. So nobody can verify the prices of a seeded past.
 */
async function runAt({ config, connection }: SeedOptions, nowMs: number): Promise<void> {
  const app = await createApp({
    config: { ...config, port: 0 },
    connection,
    clock: movableClock(nowMs),
    log: createLog("error"),
    webRoot: import.meta.dirname,
    maxClockSkewMs: Infinity,
    beacon: { local: freeKey },
    leadTicks: 0,
  });
  // A price begins once its head is served.
  await app.listen();
  await app.close();
}

async function fill(client: pg.Client, plan: Plan, config: Config, phase: Phase): Promise<void> {
  const run = (name: string, statement: string) => phase(name, () => client.query(statement));
  const terms = computeTerms({ houseEdge: config.houseEdge, winRule: config.winRule });
  const password = await hashPassword(SEEDED_PASSWORD);
  await phase("prices and barriers", () => seedPrices(client, plan, config.priceSecret, terms));
  await run("people", makePeople(plan));
  await client.query("analyze people");
  await client.query("create temporary table addresses as select unnest($1::text[]) as address", [
    addresses(),
  ]);
  await fillBare(client, ["trading_positions", "ledger_transactions", "ledger_entries"], fillLarge, phase);
  await run("what is kept of settled positions", SETTLED_TOTALS);
  await run("totals", keptTotals(plan));
  await run("the house", HOUSE);
  await run("attention list", insertAttention(plan));
  await run("audit log", insertAudit(plan));

  async function fillLarge(): Promise<void> {
    await run("positions", insertPositions(plan));
    await client.query("analyze trading_positions");
    await run("withdrawals", insertWithdrawals(plan));
    await run("payouts", insertPayouts);
    await run("deposits", insertDeposits(plan));
    await run("payments", insertPayments);
    await run("movements of money in their order", MAKE_MOVEMENTS);
    await client.query("analyze movements");
    await fillUnindexed(client, "users", () => run("users", insertUsers(password)), phase);
    await run("ledger transactions", INSERT_TRANSACTIONS);
    await run("ledger entries", INSERT_ENTRIES);
    await run("ledger entries of payouts", INSERT_PAYOUT_ENTRIES);
    await client.query(SET_NEXT_TRANSACTION);
  }
}

const addresses = (): string[] =>
  Array.from({ length: ADDRESSES }, (_, n) =>
    tronAddressFrom(createHash("sha256").update(`veritick/large/${n}`).digest().subarray(0, 20)),
  );
