import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Position } from "@veritick/contract/schemas/positions.ts";
import { checkLedger } from "@veritick/server/ledger/public.ts";
import { nowTick, systemClock } from "@veritick/server/platform/clock.ts";
import { findNatsServer } from "@veritick/server/testing/nats-server.ts";
import { seedPeople } from "@veritick/server/testing/people.ts";
import type { Person } from "@veritick/server/testing/people.ts";
import { TestClient } from "@veritick/server/testing/test-client.ts";
import type { LiveConnection } from "@veritick/server/testing/test-client.ts";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { seededRandom } from "./crash/random.ts";
import { Trader } from "./crash/trader.ts";
import { startInstallation } from "./several/installation.ts";
import type { Installation } from "./several/installation.ts";
import { isLong } from "./support/long.ts";

const PEOPLE = 6;
const TRADERS = isLong ? 8 : 4;
const clock = systemClock();

/** A person with a live connection to one process, who calls the others. */
type Watcher = { person: Person; live: LiveConnection };

describe.skipIf(findNatsServer() === undefined)(
  "three server processes with one database and one NATS",
  () => {
    let installation: Installation;
    let urls: string[];
    let watchers: Watcher[];
    let traders: Trader[];
    let trading: Promise<void>[];
    const faults: string[] = [];
    const folder = mkdtempSync(join(tmpdir(), "veritick-several-"));

    beforeAll(async () => {
      installation = await startInstallation(inject("postgres"), folder);
      urls = installation.servers.map(({ url }) => url);
    }, 60_000);
    afterAll(async () => {
      for (const trader of traders ?? []) trader.stop();
      await installation?.end();
      rmSync(folder, { recursive: true, force: true });
    });

    const at = (person: Person, server: number): Person => {
      const there = new TestClient(urls[server]!);
      there.cookie = person.cookie;
      return Object.assign(there, { user: person.user });
    };

    async function open(person: Person, server: number): Promise<Position> {
      // Long enough not to expire during the test on a slow machine.
      const body = { type: "buy", amount: "1.00", duration: 10 };
      const { status, body: position } = await at(person, server).post<Position>(
        "/api/trading/positions",
        body,
      );
      expect(status, JSON.stringify(position)).toBe(201);
      return position;
    }

    const balancesTo = ({ live }: Watcher) =>
      live.pushes.flatMap((push) => (push.type === "balanceUpdate" ? [push.balance] : []));

    /** Opens a position on another process and waits until the new balance has come over the live connection. */
    async function hearsOf(watcher: Watcher, server: number): Promise<void> {
      const heard = balancesTo(watcher).length;
      await open(watcher.person, server);
      const balance = await at(watcher.person, server).balance();
      await until(() => balancesTo(watcher).slice(heard).includes(balance), "the balance was pushed");
      expect(balancesTo(watcher).at(-1)).toBe(balance);
    }

    const readiness = async (server: number) => {
      const response = await fetch(`${urls[server]}/readyz`);
      const { notes } = (await response.json()) as { notes: string[] };
      return { status: response.status, notes };
    };
    const isWhole = async (server: number) => (await readiness(server)).notes.length === 0;

    it("begin at the same instant on an empty database, as one", async () => {
      const { database, servers } = installation;
      const count = async (query: string) => Number((await database.query(query)).rows[0].count);
      // On a busy machine a genesis may be made that nobody serves in time.
      const served = "select count(distinct genesis_tick) from price_epochs where start_state is not null";
      expect(await count(served)).toBe(1);
      expect(await count("select count(*) from ledger_transactions where kind = 'genesis_capital'")).toBe(1);
      expect(await count("select count(*) from users where is_admin")).toBe(1);
      expect(await count("select count(*) from house_stripes")).toBe(3);
      for (const [server] of servers.entries()) {
        await until(() => isWhole(server), "all are heard");
        // The price begins with a block some seconds after the start.
        await until(async () => (await readiness(server)).status === 200, "it is ready");
      }
      const people = await seedPeople({ url: urls[0]!, clock, database }, PEOPLE, "1000.00000000");
      watchers = await Promise.all(
        people.map(async (person, n) => ({ person, live: await at(person, n % 3).live() })),
      );
    });

    it("end a session everywhere at once", async () => {
      const { person, live } = watchers.pop()!;
      const closed = once(live.socket, "close");
      await at(person, 0).post("/api/auth/logout");
      expect((await closed)[0]).toBe(4001);
      for (const server of [0, 1, 2]) expect((await at(person, server).get("/api/auth/me")).status).toBe(401);
    });

    it("lose no promise when one of them ends suddenly with orders under way", async () => {
      const random = seededRandom(Number(process.env["SEVERAL_SEED"] ?? 7));
      let alive = [0, 1, 2];
      const market = {
        url: () => urls[random.pick(alive)],
        report: (fault: string) => void faults.push(fault),
      };
      traders = Array.from(
        { length: TRADERS },
        (_, n) => new Trader(`trader${n}`, market, seededRandom(random.whole(0, 2 ** 31))),
      );
      trading = traders.map((trader) => trader.trade());
      await until(() => traders.every((trader) => trader.positions.size > 2), "all are trading");
      await installation.servers[1]!.kill();
      alive = [0, 2];
      const before = traders.map((trader) => trader.positions.size);
      await until(() => traders.every((trader, n) => trader.positions.size > before[n]! + 2), "all trade on");
      // Watchers whose connection broke connect to another process.
      for (const [n, watcher] of watchers.entries()) {
        if (watcher.live.socket.readyState !== watcher.live.socket.OPEN) {
          watchers[n] = { ...watcher, live: await at(watcher.person, 2).live() };
        }
      }
      expect(watchers.some(({ live }) => live.socket.url.startsWith(urls[2]!.replace("http", "ws")))).toBe(
        true,
      );
    });

    it("find out by themselves about the others' changes while NATS is away", async () => {
      const serverOf = ({ live }: Watcher) =>
        urls.findIndex((url) => live.socket.url.startsWith(url.replace("http", "ws")));
      const otherThan = (server: number) => (server === 0 ? 2 : 0);
      await installation.nats.kill();
      await until(async () => !(await isWhole(0)) && !(await isWhole(2)), "both notice");
      expect((await readiness(0)).status).toBe(200);
      await Promise.all(watchers.map((watcher) => hearsOf(watcher, otherThan(serverOf(watcher)))));
      // Ending a session on another process ends it here too.
      const { person, live } = watchers.pop()!;
      const closed = once(live.socket, "close");
      await at(person, otherThan(serverOf({ person, live }))).post("/api/auth/logout");
      expect((await closed)[0]).toBe(4001);
      for (const server of [0, 2]) expect((await at(person, server).get("/api/auth/me")).status).toBe(401);

      await installation.nats.start();
      await until(async () => (await isWhole(0)) && (await isWhole(2)), "all are heard again");
      await Promise.all(watchers.map((watcher) => hearsOf(watcher, otherThan(serverOf(watcher)))));
    });

    it("settle each position once and tell its owner once", async () => {
      for (const trader of traders) trader.stop();
      await Promise.all(trading);
      const { database } = installation;
      const due = nowTick(clock) + 2;
      const { rows } = await database.query<{ id: string; user_id: string }>(
        "update trading_positions set expiry_tick = $1::bigint, expires_at = to_timestamp($1::bigint) where status = 'active' returning id, user_id",
        [due],
      );
      const countActive = async () =>
        Number(
          (await database.query("select count(*) from trading_positions where status = 'active'")).rows[0]
            .count,
        );
      await until(async () => (await countActive()) === 0, "all is settled");
      for (const { person, live } of watchers) {
        const own = rows.filter((row) => row.user_id === person.user.id).map(({ id }) => id);
        const told = () =>
          live.pushes.flatMap((push) => (push.type === "positionResolved" ? [push.position.id] : [])).sort();
        expect(own.length).toBeGreaterThan(1);
        await until(() => told().length >= own.length, "the results were pushed");
        expect(told()).toEqual(own.sort());
      }
      const stored = await database.query<{ id: string }>("select id from trading_positions");
      const ids = new Set(stored.rows.map(({ id }) => id));
      const promised = traders.flatMap((trader) => [...trader.positions.values()].map(({ id }) => id));
      expect(promised.filter((id) => !ids.has(id))).toEqual([]);
      const traderIds = traders.map((trader) => trader.user!.id);
      const kept = await database.query("select from trading_positions where user_id = any ($1)", [
        traderIds,
      ]);
      expect(kept.rowCount).toBe(promised.length);
      expect(faults).toEqual([]);
      expect(await checkLedger(database)).toEqual([]);
    });

    it("refuse without the database, keep their connections and come back by themselves", async () => {
      const { line } = installation;
      const { person } = watchers[0]!;
      const there = at(person, 2);
      const live = await there.live();
      // The first second confirms to the server that the session still exists.
      await until(() => live.pushes.length > 0, "the connection is in use");
      line.cut();
      const order = () => there.post("/api/trading/positions", { type: "sell", amount: "1.00", duration: 1 });
      const refused = await order();
      expect([refused.status, refused.body.code]).toEqual([503, "unavailable"]);
      await until(async () => (await readiness(2)).status === 503, "it says so");
      expect((await fetch(`${urls[2]}/healthz`)).status).toBe(200);
      const ticks = live.pushes.length;
      await until(() => live.pushes.length > ticks, "the price goes on");
      line.mend();
      await until(async () => (await readiness(2)).status === 200, "it is ready again");
      const heard = live.pushes.filter(({ type }) => type === "balanceUpdate").length;
      expect((await order()).status).toBe(201);
      await until(
        () => live.pushes.filter(({ type }) => type === "balanceUpdate").length > heard,
        "it is pushed",
      );
      expect(await checkLedger(installation.database)).toEqual([]);
    });
  },
);

async function until(
  condition: () => boolean | Promise<boolean>,
  what: string,
  withinMs = 20_000,
): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`this did not happen: ${what}`);
    await delay(50);
  }
}
