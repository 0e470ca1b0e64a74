import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { stopwatchMs } from "@veritick/server/platform/clock.ts";
import { createLog } from "@veritick/server/platform/telemetry/log.ts";
import { openDatabase } from "@veritick/server/platform/db/database.ts";
import type { Connection } from "@veritick/embedded-postgres/connection.ts";
import { migrate } from "@veritick/server/platform/db/migrate.ts";
import { seedUsers, userId } from "../support/seed.ts";
import { mean } from "../support/statistics.ts";

const run = promisify(execFile);

/**
 * Opens each position in its own transaction: three prepared statements between begin and commit, without HTTP, sessions or
 * validation.
 */
const STATEMENTS = {
  debit: `update users set balance = balance - 1 where id = ${userId("$1::bigint")} returning balance`,
  insertPosition: `insert into trading_positions (
      id, user_id, type, entry_price, barrier_price, win_chance, win_rule, pull, reach, amount, duration, multiplier,
      created_at, expires_at, entry_tick, expiry_tick, house_stripe, round, signing_key, promise_batch, promise_leaf)
    values (uuidv7(), ${userId("$1::bigint")}, 'buy', 152.79, 153.958, 0.0452, 'barrier', 1081261113140, 65432101, 1, 10,
      20, now(), now() + interval '10 minutes', 1790000000, 1790000600, 0, 32398878, 1, 1, 0) returning id`,
  insertEntries: `with t as (
      insert into ledger_transactions (kind, reference, created_at) values ('position_opened', $2::uuid, now()) returning id)
    insert into ledger_entries (transaction_id, line, kind, account, amount, balance_after)
    select t.id, l.line, 'position_opened', l.account, l.amount, l.balance_after from t, (values
      (0::smallint, 'user:' || ${userId("$1::bigint")}, -1::numeric, $3::numeric),
      (1::smallint, 'house:trading', 1::numeric, null::numeric)) as l (line, account, amount, balance_after)`,
};

/** Measures transactions a second. A first second, in which connections open and plans are made, is not counted. */
export type Yardstick = { name: string; measure(connections: number, seconds: number): Promise<number> };

const WARM_UP_SECONDS = 1;

/**
 * Makes another database on the same server, with the same tables and indexes but without the ledger's triggers.
 *
 * @param cores the cores on which pgbench runs
 */
export async function prepareYardstick(
  server: Connection,
  users: number,
  folder: string,
  cores?: string,
): Promise<Yardstick> {
  const connection = { ...server, database: "yardstick" };
  const log = createLog("error");
  const admin = openDatabase(server, log, 1);
  await admin.query("create database yardstick");
  await admin.end();
  await migrate(connection, log);
  const database = openDatabase(connection, log, 1);
  await seedUsers(database, users, "100000");
  await database.query("alter table ledger_entries disable trigger user");
  await database.query("alter table ledger_transactions disable trigger user");
  // A vacuum would slow down one turn and not another.
  await database.query("analyze users");
  for (const table of ["users", "trading_positions", "ledger_entries", "ledger_transactions"])
    await database.query(`alter table ${table} set (autovacuum_enabled = off)`);
  await database.end();
  return (await hasPgbench()) ? withPgbench(connection, users, folder, cores) : withDriver(connection, users);
}

const hasPgbench = (): Promise<boolean> =>
  run("pgbench", ["--version"]).then(
    () => true,
    () => false,
  );

function withPgbench(connection: Connection, users: number, folder: string, cores?: string): Yardstick {
  const script = join(folder, "open.pgbench.sql");
  // pgbench reads a colon before a letter as a variable, even inside quoted text.
  const named = (statement: string) =>
    statement
      .replaceAll("house:trading", "house:' || 'trading")
      .replaceAll("$1", ":user")
      .replaceAll("$2", ":id")
      .replaceAll("$3", ":balance")
      .replaceAll(/\s+/g, " ");
  writeFileSync(
    script,
    `\\set user random(1, ${users})
begin;
${named(STATEMENTS.debit)} \\gset
${named(STATEMENTS.insertPosition)} \\gset
${named(STATEMENTS.insertEntries)};
commit;
`,
  );
  return {
    name: "pgbench, one transaction each",
    async measure(connections, seconds) {
      const args = [
        "-n",
        "-M",
        "prepared",
        "-c",
        `${connections}`,
        "-j",
        "2",
        "-T",
        `${WARM_UP_SECONDS + seconds}`,
        "-P",
        "1",
        "-f",
        script,
      ];
      const [program, ...words] = [
        ...(cores === undefined ? [] : ["taskset", "-c", cores]),
        "pgbench",
        ...args,
      ];
      const { stderr } = await run(program!, words, {
        env: {
          ...process.env,
          PGHOST: connection.host,
          PGPORT: `${connection.port}`,
          PGUSER: connection.user,
          PGPASSWORD: connection.password,
          PGDATABASE: connection.database,
        },
      }).catch((error: { stderr?: string }) => {
        throw new Error(`pgbench failed:\n${error.stderr?.slice(0, 1000)}`);
      });
      const rates = Array.from(stderr.matchAll(/^progress: [\d.]+ s, ([\d.]+) tps/gm), ([, rate]) =>
        Number(rate),
      );
      const counted = rates.slice(WARM_UP_SECONDS, WARM_UP_SECONDS + seconds);
      // The last second may end before its line.
      if (counted.length < seconds - 1) throw new Error(`pgbench said:\n${stderr}`);
      return mean(counted);
    },
  };
}

function withDriver(connection: Connection, users: number): Yardstick {
  return {
    name: "driver loop, one transaction each",
    async measure(connections, seconds) {
      const clients = Array.from({ length: connections }, () => new pg.Client(connection));
      await Promise.all(clients.map((client) => client.connect()));
      const from = stopwatchMs() + WARM_UP_SECONDS * 1000;
      const until = from + seconds * 1000;
      let done = 0;
      const work = async (client: pg.Client, n: number) => {
        for (let user = n; stopwatchMs() < until; user = (user + connections) % users) {
          await client.query("begin");
          const values = [user + 1];
          const debit = await client.query({ name: "debit", text: STATEMENTS.debit, values });
          const position = await client.query({ name: "insert", text: STATEMENTS.insertPosition, values });
          await client.query({
            name: "entries",
            text: STATEMENTS.insertEntries,
            values: [user + 1, position.rows[0].id, debit.rows[0].balance],
          });
          await client.query("commit");
          if (stopwatchMs() >= from) done += 1;
        }
      };
      await Promise.all(clients.map(work));
      await Promise.all(clients.map((client) => client.end()));
      return done / seconds;
    },
  };
}
