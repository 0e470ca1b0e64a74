import { join } from "node:path";
import type { Deposit } from "@veritick/contract/schemas/payments.ts";
import { stopwatchMs, systemClock } from "@veritick/server/platform/clock.ts";
import { openDatabase } from "@veritick/server/platform/db/database.ts";
import type { Database } from "@veritick/server/platform/db/database.ts";
import { createLog } from "@veritick/server/platform/telemetry/log.ts";
import { startFakeNowPayments } from "@veritick/server/testing/fake-nowpayments/fake-nowpayments.ts";
import { milliseconds, note } from "../support/report.ts";
import type { Row } from "../support/report.ts";
import { seedUsers, sessionToken, userId } from "../support/seed.ts";
import { startServer } from "../support/server-process.ts";
import { percentile } from "../support/statistics.ts";

/** Users 1 to this number have unpaid deposits. The crowd must not disturb the others. */
const CROWD = 500;
const UNPAID_EACH = 20;
const USERS = CROWD + 100;
const PORT = 38_417;
const VENDOR_MS = 200;
const FOUND_WITHIN_MS = 30_000;
const HELD_MS = 10_000;
const WAIT_AT_MOST_MS = 200;

/** Measures how many unpaid deposits, one locked row and many downloads slow everybody else down. */
export async function benchCrowds(folder: string): Promise<Row[]> {
  const fake = await startFakeNowPayments();
  fake.follow(systemClock());
  const server = await startServer({
    dataDir: join(folder, "crowds"),
    environment: {
      ...fake.environment(),
      PORT: `${PORT}`,
      PUBLIC_URL: `http://127.0.0.1:${PORT}`,
      FOUR_EYES_ABOVE: "none",
      HOUSE_CAPITAL: "1000000000",
      LIMIT_CALLS_PER_SECOND: "1000000",
      LIMIT_CALL_BURST: "1000000",
      LOG_LEVEL: "fatal",
    },
  });
  const database = openDatabase(server.connection(), createLog("error"), 4);
  const call = (user: number, method: string, path: string, body?: object) =>
    fetch(server.url + path, {
      method,
      headers: { cookie: `session=${sessionToken(user)}`, "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    });
  try {
    await seedUsers(database, USERS, "100000");
    const order = async (user: number) => {
      const startedAt = stopwatchMs();
      const answer = await call(user, "POST", "/api/trading/positions", {
        type: "buy",
        amount: "1",
        duration: 10,
      });
      if (answer.status !== 201) throw new Error(`an order answered ${answer.status}`);
      await answer.arrayBuffer();
      return stopwatchMs() - startedAt;
    };
    const free = await ordersFor(HELD_MS / 2, order);
    let isOver = false;
    const held = await whileHeld(database, CROWD + 1, () => {
      void order(CROWD + 1).then(() => (isOver = true));
      return ordersFor(HELD_MS, order);
    });
    if (isOver) throw new Error("an order went past a held row");
    note(`orders: ${free.length} with nothing held, ${held.length} while a row was`);

    await seedUnpaid(database);
    fake.fail("readPayment", { slow: VENDOR_MS }, 1_000_000);
    const found: number[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      const user = CROWD + 10 + turn;
      const deposit = (await (
        await call(user, "POST", "/api/deposits", { amount: "100" })
      ).json()) as Deposit;
      fake.pay(deposit.paymentId!, { amount: "100" });
      const startedAt = stopwatchMs();
      for (let status = ""; status !== "confirmed";) {
        await new Promise((resolve) => setTimeout(resolve, 250));
        const list = (await (await call(user, "GET", "/api/deposits")).json()) as Deposit[];
        status = list.find(({ id }) => id === deposit.id)!.status;
      }
      found.push(stopwatchMs() - startedAt);
      note(`a paid deposit without a callback was found after ${milliseconds(found.at(-1)!)}`);
    }
    const slowest = (values: number[]) => Math.max(...values);
    const told = (values: number[]) =>
      `p50 ${milliseconds(percentile(values, 0.5))}, p99 ${milliseconds(percentile(values, 0.99))}, most ${milliseconds(slowest(values))}`;
    return [
      { figure: "an order, nothing held", measured: told(free) },
      {
        figure: `an order, another user's row held for ${HELD_MS / 1000} s`,
        measured: told(held),
        target: {
          words: `at most ${WAIT_AT_MOST_MS} ms more than that`,
          reached: slowest(held) - slowest(free) <= WAIT_AT_MOST_MS,
        },
      },
      {
        figure: `a lost callback, ${CROWD * UNPAID_EACH} unpaid deposits open`,
        measured: found.map(milliseconds).join(", "),
        target: { words: "at most 30 s", reached: slowest(found) <= FOUND_WITHIN_MS },
      },
    ];
  } finally {
    await database.end();
    await server.stop();
    await fake.close();
  }
}

/** Lets ten people order one after another for `forMs`. Returns the duration of each order in milliseconds. */
async function ordersFor(forMs: number, order: (user: number) => Promise<number>): Promise<number[]> {
  const until = stopwatchMs() + forMs;
  const taken: number[] = [];
  const people = Array.from({ length: 10 }, async (_, index) => {
    while (stopwatchMs() < until) taken.push(await order(CROWD + 20 + index));
  });
  await Promise.all(people);
  return taken;
}

/** Locks the row of a user, so that this user's own order waits, while `work` runs. */
async function whileHeld<T>(database: Database, user: number, work: () => Promise<T>): Promise<T> {
  const holder = await database.connect();
  try {
    await holder.query("begin");
    await holder.query(`select from users where id = ${userId(String(user))} for update`);
    return await work();
  } finally {
    await holder.query("rollback");
    holder.release();
  }
}

/** Inserts unpaid deposits of the last ten minutes, all of them due for a poll. */
const seedUnpaid = (database: Database) =>
  database.query(
    `insert into deposit_transactions
       (id, user_id, amount, provider, payment_id, created_at, updated_at, next_poll_at)
     select uuidv7(-age), ${userId("n")}, 15, 'nowpayments', '9' || n || lpad(k::text, 2, '0'), now() - age, now() - age, now()
     from generate_series(1, ${CROWD}) n, generate_series(1, ${UNPAID_EACH}) k,
       lateral (select (n * k % 600) * interval '1 second' as age) a`,
  );
