import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { CLOSING_MS, dueTick, roundOf } from "@veritick/domain/rounds.ts";
import { checkLedger } from "@veritick/server/ledger/public.ts";
import { stopwatchMs, systemClock, tickOf } from "@veritick/server/platform/clock.ts";
import { openDatabase } from "@veritick/server/platform/db/database.ts";
import { createLog } from "@veritick/server/platform/telemetry/log.ts";
import { infoOf, startFakeRelay } from "@veritick/server/testing/fake-relay.ts";
import { TestClient } from "@veritick/server/testing/test-client.ts";
import { seededRandom } from "../crash/random.ts";
import { milliseconds, note } from "../support/report.ts";
import type { Row } from "../support/report.ts";
import { seedUsers, sessionToken } from "../support/seed.ts";
import { startServer } from "../support/server-process.ts";
import { percentile } from "../support/statistics.ts";

const USERS = 500;
const SECONDS = 60;
const ORDERS_PER_SECOND = 50;
/** The delay with which the relays of a public beacon have a round after it is due: 0.2 to 0.95 s. */
const RELAY_MS = [200, 950] as const;
/** The delay with which a tick is shown after its second, as with a public beacon. */
const SHOWN_AFTER_MS = 1_500;
const MOST_WAIT_MS = 1_600;
const AIM_P50_MS = 60;

type Sent = { intoBlockMs: number; waitedMs: number };

/** Measures how long orders at a steady rate wait, and how late ticks leave, while a relay delivers the rounds. */
export async function benchWaiting(folder: string): Promise<Row[]> {
  const clock = systemClock();
  const random = seededRandom(3);
  const relay = await startFakeRelay(clock);
  const lateBy = new Map<number, number>();
  relay.manner = {
    lateMs(round) {
      const lateMs = lateBy.get(round) ?? random.whole(...RELAY_MS);
      lateBy.set(round, lateMs);
      return lateMs;
    },
  };
  const server = await startServer({
    dataDir: join(folder, "waiting"),
    environment: {
      BEACON: JSON.stringify(infoOf(relay.chain)),
      BEACON_RELAYS: relay.url,
      HOUSE_CAPITAL: "1000000000",
      LIMIT_CALLS_PER_SECOND: "1000000",
      LIMIT_CALL_BURST: "1000000",
    },
  });
  const database = openDatabase(server.connection(), createLog("error"), 1);
  const clientOf = (user: number) =>
    Object.assign(new TestClient(server.url), { cookie: `session=${sessionToken(user)}` });
  try {
    await seedUsers(database, USERS, "100000");
    while ((await fetch(`${server.url}/readyz`)).status !== 200) await delay(100);

    const ticksLateMs: number[] = [];
    const live = await clientOf(1).live();
    live.socket.on("message", (data) => {
      const push = JSON.parse(String(data)) as { type: string; tick: number };
      if (push.type === "price") ticksLateMs.push(clock.nowMs() - push.tick * 1000 - SHOWN_AFTER_MS);
    });

    async function order(user: number): Promise<Sent> {
      const nowMs = clock.nowMs();
      const intoBlockMs = nowMs - dueTick(relay.chain, roundOf(relay.chain, tickOf(nowMs))) * 1000;
      const sentAt = stopwatchMs();
      const body = { type: "buy", amount: "1", duration: 10 };
      const answer = await clientOf(user).post("/api/trading/positions", body);
      if (answer.status !== 201) throw new Error(`an order answered ${answer.status}`);
      return { intoBlockMs, waitedMs: stopwatchMs() - sentAt };
    }

    const begunAt = stopwatchMs();
    const orders: Promise<Sent>[] = [];
    for (let n = 0; n < SECONDS * ORDERS_PER_SECOND; n += 1) {
      await delay(Math.max(0, begunAt + (n * 1000) / ORDERS_PER_SECOND - stopwatchMs()));
      orders.push(order((n % USERS) + 1));
    }
    const sent = await Promise.all(orders);
    live.socket.terminate();
    const faults = await checkLedger(database);
    if (faults.length > 0) throw new Error(`the ledger is wrong: ${JSON.stringify(faults)}`);
    note(`${sent.length} orders and ${ticksLateMs.length} ticks done`);
    return rowsOf(sent, ticksLateMs, relay.chain.period * 1000 - CLOSING_MS);
  } finally {
    await database.end();
    await server.stop();
    await relay.close();
  }
}

function rowsOf(sent: readonly Sent[], ticksLateMs: readonly number[], closesMs: number): Row[] {
  const all = sent.map(({ waitedMs }) => waitedMs);
  const open = sent.filter(({ intoBlockMs }) => intoBlockMs < closesMs).map(({ waitedMs }) => waitedMs);
  const told = (values: readonly number[]) =>
    `p50 ${milliseconds(percentile(values, 0.5))}, p99 ${milliseconds(percentile(values, 0.99))}, ` +
    `max ${milliseconds(Math.max(...values))}`;
  return [
    {
      figure: `an order's wait, ${ORDERS_PER_SECOND} a second, rounds within 1 s`,
      measured: told(all),
      target: { words: `max at most ${MOST_WAIT_MS} ms`, reached: Math.max(...all) <= MOST_WAIT_MS },
    },
    {
      figure: "the same outside of a block's last half second",
      measured: told(open),
      target: { words: `p50 below ${AIM_P50_MS} ms`, reached: percentile(open, 0.5) < AIM_P50_MS },
    },
    { figure: `a tick's arrival, after its second and ${SHOWN_AFTER_MS} ms`, measured: told(ticksLateMs) },
  ];
}
