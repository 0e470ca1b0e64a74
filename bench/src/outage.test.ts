import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { OpenedPosition, Position } from "@veritick/contract/schemas/positions.ts";
import { rhoOf } from "@veritick/domain/beacon.ts";
import { blockEnd, roundOf } from "@veritick/domain/rounds.ts";
import { parseSecret } from "@veritick/domain/epochs.ts";
import { parsePriceMilli, publishedPriceMilli, walk } from "@veritick/domain/price.ts";
import { DURATIONS } from "@veritick/domain/product.ts";
import { wins } from "@veritick/domain/settlement.ts";
import { checkLedger } from "@veritick/server/ledger/public.ts";
import { nowTick, systemClock } from "@veritick/server/platform/clock.ts";
import { openDatabase } from "@veritick/server/platform/db/database.ts";
import { createLog } from "@veritick/server/platform/telemetry/log.ts";
import { chainOf, infoOf, RELAY_KEY, startFakeRelay } from "@veritick/server/testing/fake-relay.ts";
import type {} from "@veritick/server/testing/global-setup.ts";
import { movableClock } from "@veritick/server/testing/movable-clock.ts";
import { seedPeople } from "@veritick/server/testing/people.ts";
import { blsInProcess, signOnce } from "@veritick/server/testing/signed-rounds.ts";
import {
  startTestApp,
  TEST_PEPPER,
  TEST_SECRET,
  TEST_SIGNING_KEY,
} from "@veritick/server/testing/test-app.ts";
import { cloneDatabase } from "@veritick/server/testing/test-database.ts";
import { TestClient } from "@veritick/server/testing/test-client.ts";
import { expect, inject, it, onTestFinished, vi } from "vitest";
import { isLong } from "./support/long.ts";
import { startServer } from "./support/server-process.ts";

const OUTAGE_SECONDS = isLong ? 600 : 120;
const PERIOD = isLong ? 3 : 6;
const POLL = { timeout: 60_000, interval: 50 };

/** Lets users trade on a clock set back by the length of the outage, then stops the server and its relay. */
async function tradeAndStop(connection: Awaited<ReturnType<typeof cloneDatabase>>) {
  const chain = chainOf(RELAY_KEY, PERIOD);
  const beganTick = blockEnd(chain, roundOf(chain, nowTick(systemClock()) - OUTAGE_SECONDS));
  const clock = movableClock(beganTick * 1000);
  const relay = await startFakeRelay(clock, PERIOD);
  const app = await startTestApp({
    connection,
    clock,
    environment: { BEACON: JSON.stringify(infoOf(chain)), BEACON_RELAYS: relay.url },
    beacon: { bls: blsInProcess() },
  });
  const people = await seedPeople(app, 2, "100");
  const opened: OpenedPosition[] = [];
  const newest = async () => ((await (await fetch(`${app.url}/readyz`)).json()) as any).beacon.newestRound;
  for (const [n, person] of people.entries()) {
    clock.jump(PERIOD);
    await vi.waitFor(async () => {
      clock.jump(0.01);
      expect(await newest()).toBe(roundOf(chain, nowTick(clock)));
    }, POLL);
    for (const duration of DURATIONS) {
      const type = n === 0 ? "buy" : "sell";
      const order = { type, amount: "1", duration };
      const { status, body } = await person.post<OpenedPosition>("/api/trading/positions", order);
      expect(status).toBe(201);
      opened.push(body);
    }
  }
  await app.settled();
  const last = roundOf(chain, nowTick(clock));
  await app.close();
  await relay.close();
  return { chain, genesisTick: beganTick, people, opened, last };
}

it(
  "settles each position at its own tick after a beacon outage, even if killed meanwhile",
  { timeout: 240_000 },
  async () => {
    const connection = await cloneDatabase(inject("postgres"));
    onTestFinished(connection.drop);
    const folder = mkdtempSync(join(tmpdir(), "veritick-outage-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const { chain, genesisTick, people, opened, last } = await tradeAndStop(connection);

    const relay = await startFakeRelay(systemClock(), PERIOD);
    onTestFinished(relay.close);
    const { user, password, host, port, database: name } = connection;
    const environment = {
      DATABASE_URL: `postgresql://${user}:${encodeURIComponent(password)}@/${name}?host=${encodeURIComponent(host)}&port=${port}`,
      PRICE_SECRET: TEST_SECRET,
      CODE_PEPPER: TEST_PEPPER,
      SIGNING_KEY: TEST_SIGNING_KEY,
      BEACON: JSON.stringify(infoOf(chain)),
      BEACON_RELAYS: relay.url,
      HOUSE_CAPITAL: "1000000",
      LOG_LEVEL: "silent",
    };
    const start = () => startServer({ dataDir: folder, environment });
    const ready = async (url: string) => (await fetch(`${url}/readyz`)).json() as Promise<any>;
    const order = (url: string) =>
      Object.assign(new TestClient(url), { cookie: people[0]!.cookie }).post("/api/trading/positions", {
        type: "buy",
        amount: "1",
        duration: 1,
      });
    const database = openDatabase(connection, createLog("silent"), 1);
    onTestFinished(() => database.end());
    const positions = async () =>
      (
        await database.query<{
          id: string;
          status: Position["status"];
          result_price: string;
          expiry_tick: number;
        }>("select id, status, result_price, expiry_tick from trading_positions")
      ).rows;

    // The relay first has half of the missing rounds.
    const half = last + Math.floor((roundOf(chain, nowTick(systemClock())) - last) / 2);
    relay.manner = { upTo: half };
    const killed = await start();
    await vi.waitFor(async () => expect((await ready(killed.url)).beacon.newestRound).toBe(half), POLL);
    expect((await ready(killed.url)).status).toBe("not ready");
    expect(await order(killed.url)).toMatchObject({ status: 503, body: { code: "price_not_current" } });
    await killed.kill();
    const expired = (await positions()).filter(({ status }) => status !== "active");
    for (const { expiry_tick } of expired) expect(expiry_tick).toBeLessThanOrEqual(blockEnd(chain, half));

    relay.manner = "well";
    const back = await start();
    onTestFinished(back.stop);
    await vi.waitFor(async () => expect((await ready(back.url)).status).toBe("ready"), POLL);
    const due = nowTick(systemClock()) - 5;
    const unsettled = async () =>
      (await positions()).filter(({ status, expiry_tick }) => status === "active" && expiry_tick < due);
    await vi.waitFor(async () => expect(await unsettled()).toEqual([]), POLL);
    // A busy machine may miss a block.
    await vi.waitFor(async () => expect((await order(back.url)).status).toBe(201), POLL);

    const rounds = { ...chain, rhoOf: (round: number) => rhoOf(signOnce(RELAY_KEY, round)) };
    const upTo = nowTick(systemClock());
    const states = walk(parseSecret(TEST_SECRET), rounds, genesisTick, 15_279_000_000, upTo - genesisTick);
    const milliAt = (tick: number) => publishedPriceMilli(states[tick - genesisTick - 1]!);
    const stored = new Map((await positions()).map((row) => [row.id, row]));
    let settled = 0;
    for (const { id, type, barrierPrice, entryTick, entryPrice, expiryTick } of opened) {
      expect(parsePriceMilli(entryPrice)).toBe(milliAt(entryTick));
      const { status, result_price } = stored.get(id)!;
      if (status === "active") continue;
      settled += 1;
      const result = milliAt(expiryTick);
      expect(parsePriceMilli(result_price)).toBe(result);
      expect(status).toBe(wins(type, parsePriceMilli(barrierPrice), result) ? "won" : "lost");
    }
    expect(settled).toBeGreaterThan(1);
    expect(stored.size).toBe(opened.length + 1);
    expect(await checkLedger(database)).toEqual([]);
  },
);
