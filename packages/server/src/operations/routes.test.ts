import Fastify from "fastify";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { startFakePooler } from "../../testing/fake-pooler.ts";
import { rawCall } from "../../testing/raw-http.ts";
import { TestClient } from "../../testing/test-client.ts";
import { useApp } from "../../testing/use-app.ts";
import { seedAdmin } from "../../testing/withdrawals.ts";
import type { Bus } from "../cluster/bus.ts";
import { productVersion } from "../platform/version.ts";
import { createMetrics } from "../platform/telemetry/metrics.ts";
import type { SkewWatch } from "../cluster/clock-skew.ts";
import { withClient } from "../platform/db/database.ts";
import type { Connection } from "../platform/db/database.ts";
import type { Obstacle, PriceFeed } from "../prices/public.ts";
import { operationsRoutes } from "./routes.ts";

const scope = useApp();
const ask = (path: string, headers: Record<string, string> = {}, url = scope.app.url) =>
  fetch(url + path, { headers });

describe("the calls for machines", () => {
  it("answer whether the process is up and can serve", async () => {
    expect(await (await ask("/healthz")).json()).toEqual({ status: "up", version: productVersion() });
    const ready = await ask("/readyz");
    expect(ready.status).toBe(200);
    expect(await ready.json()).toEqual({
      status: "ready",
      problems: [],
      notes: [],
      clockSkewMs: expect.any(Number),
      clockGiveOrTakeMs: expect.any(Number),
      beacon: { state: "live", newestRound: expect.any(Number) },
    });
  });

  it("check the database itself, even while all connections are in use", async () => {
    const { database, url } = scope.app;
    const busy = await Promise.all(Array.from({ length: database.options.max }, () => database.connect()));
    scope.app.clock.jump(2);
    const { status } = await ask("/readyz", {}, url);
    for (const connection of busy) connection.release();
    expect(status).toBe(200);
  });

  it("report maintenance, during which the process still counts as ready", async () => {
    const admin = await seedAdmin(scope.app);
    const notes = async () => {
      const answer = await ask("/readyz");
      expect(answer.status).toBe(200);
      scope.app.clock.advance(15);
      await scope.settled();
      const metrics = await (await ask("/metrics")).text();
      return [
        ((await answer.json()) as { notes: string[] }).notes,
        /^veritick_maintenance (\d)$/m.exec(metrics)?.[1],
      ];
    };
    await admin.post("/api/admin/maintenance", { on: true });
    expect(await notes()).toEqual([["maintenance: users cannot open positions"], "1"]);
    await admin.post("/api/admin/maintenance", { on: false });
    expect(await notes()).toEqual([[], "0"]);
  });

  it("answer the metrics to this machine, but not through a proxy on it", async () => {
    const own = await ask("/metrics");
    expect(own.status).toBe(200);
    expect(await own.text()).toContain("# TYPE veritick_sockets gauge");
    for (const forwarded of [{ "x-forwarded-for": "203.0.113.9" }, { forwarded: "for=203.0.113.9" }]) {
      expect((await ask("/metrics", forwarded)).status).toBe(404);
    }
  });

  it("do not show metrics without a token where a silent proxy may be in front", async () => {
    const asHost = async (url: string, host: string) =>
      (await rawCall(url, "GET", "/metrics", { headers: { host } })).status;
    const { url } = scope.app;
    for (const host of ["localhost:3000", "127.0.0.1", "[::1]:3000"])
      expect(await asHost(url, host)).toBe(200);
    for (const host of ["veritick.example", "localhost.example", "127.0.0.1.example:80", "10.0.0.1"]) {
      expect(await asHost(url, host), host).toBe(404);
    }
    for (const name of ["via", "x-real-ip", "x-forwarded-host"]) {
      expect((await ask("/metrics", { [name]: "1" })).status).toBe(404);
    }
    const settings = [{ PUBLIC_URL: "https://veritick.example" }, { TRUSTED_PROXIES: "loopback" }];
    for (const environment of settings) {
      const closed = await scope.start({ environment });
      expect((await ask("/metrics", {}, closed.url)).status).toBe(404);
      const open = await scope.start({ environment: { ...environment, METRICS_TOKEN: "let me read" } });
      expect((await ask("/metrics", {}, open.url)).status).toBe(404);
      expect((await ask("/metrics", { authorization: "Bearer let me read" }, open.url)).status).toBe(200);
    }
  });

  it("answer the metrics to other machines only with the token", async () => {
    const app = await scope.start({ environment: { METRICS_TOKEN: "let me read" } });
    const through = (authorization: string) =>
      ask("/metrics", { "x-forwarded-for": "203.0.113.9", authorization }, app.url);
    expect((await through("Bearer let me read")).status).toBe(200);
    for (const wrong of ["Bearer let me", "Bearer let me read it", "let me read", "Basic let me read", ""]) {
      expect((await through(wrong)).status).toBe(404);
    }
  });
});

type Parts = { skew: SkewWatch; obstacle: Obstacle | undefined };

function processWith(parts: Parts, connection: Connection = scope.connection) {
  const http = Fastify();
  const { clock } = scope.app;
  operationsRoutes(http, {
    config: { metricsToken: undefined, securityContact: undefined, publicUrl: undefined, trustedProxies: [] },
    connection,
    clock,
    bus: { isWhole: () => true } as Bus,
    beacon: { state: () => "live", newestRound: () => 1 },
    feed: {
      obstacle: () => parts.obstacle,
      book: { newestTick: Math.floor(clock.nowMs() / 1000) },
      beacon: { delayMs: 0 },
    } as PriceFeed,
    skew: parts.skew,
    metrics: createMetrics(),
    settlement: { stuckMs: () => 0 },
    isLeaving: () => false,
    inMaintenance: () => false,
  });
  return http;
}

/** Returns the problems of a process that reaches the database in this way, a second later each time. */
function readinessOver(connection: Connection) {
  const http = processWith({ skew: skewOf(0, 1, true), obstacle: undefined }, connection);
  const problems = async () => {
    scope.app.clock.jump(1);
    return (await http.inject("/readyz")).json<{ problems: string[] }>().problems;
  };
  return { http, problems };
}

/** Returns the answers of a process with these parts to a load balancer and to Prometheus. */
async function answers(parts: Parts) {
  const http = processWith(parts);
  const ready = (await http.inject("/readyz")).json();
  const metrics = (await http.inject({ url: "/metrics", headers: { host: "localhost" } })).body;
  await http.close();
  return { ready, metrics };
}

const skewOf = (skewMs: number, giveOrTakeMs: number, isTrusted: boolean): SkewWatch => ({
  skewMs: () => skewMs,
  giveOrTakeMs: () => giveOrTakeMs,
  isTrusted: () => isTrusted,
  begunMs: () => 0,
  isLimited: true,
  measure: async () => {},
});

describe("a process that takes no orders", () => {
  it.each([
    ["disputed", ["stored data contradicts the prices of this process: its log says which"]],
    ["late", ["the price is not current"]],
    ["doubtful", ["a beacon round arrived too early: a clock is wrong"]],
    ["clock", ["the clock is too far from the database's"]],
    [undefined, []],
  ] as const)("says why: %s", async (obstacle, problems) => {
    const { ready, metrics } = await answers({ skew: skewOf(300, 2, obstacle !== "clock"), obstacle });
    expect(ready).toMatchObject({ problems, status: problems.length === 0 ? "ready" : "not ready" });
    const refused = [...metrics.matchAll(/^veritick_orders_refused\{reason="(\w+)"\} (\d)$/gm)];
    expect(refused.map(([, reason]) => reason)).toEqual(["disputed", "late", "clock", "doubtful"]);
    const ones = refused.filter(([, , value]) => value === "1").map(([, reason]) => reason);
    expect(ones).toEqual(obstacle === undefined ? [] : [obstacle]);
  });
});

describe("a process whose settlement fails", () => {
  it("is not ready after 15 seconds, and is again once a run ends well", async () => {
    const { database } = scope.app;
    const ready = async () => {
      const answer = await ask("/readyz");
      return [answer.status, ((await answer.json()) as { problems: string[] }).problems];
    };
    await database.query("alter table unsettled_positions rename to mislaid");
    await scope.pass(15);
    expect(await ready()).toEqual([200, []]);
    await scope.pass(2);
    expect(await ready()).toEqual([503, ["expired positions cannot be settled: the log says why"]]);
    await database.query("alter table mislaid rename to unsettled_positions");
    await scope.pass(1);
    expect(await ready()).toEqual([200, []]);
  });
});

describe("a process whose database comes behind a pooler while it runs", () => {
  it("is not ready from the moment that another process of PostgreSQL answers it", async () => {
    const connection = await startFakePooler({ mode: "transaction", size: 3 });
    const pooled = readinessOver(connection);
    expect(await pooled.problems()).toEqual([]);
    await withClient(connection, async (other) => {
      await other.query("begin");
      const shared =
        "a pooler shares the database's connections between transactions: connect to PostgreSQL itself";
      expect(await pooled.problems()).toEqual([shared]);
      await other.query("select 1");
    });
    expect(await pooled.problems()).toHaveLength(1);
    await pooled.http.close();
  });
});

describe("a process that knows the database's clock imprecisely", () => {
  it.each([
    ["too wide an answer", -60, 150, ["the database's clock is not known precisely"], "0"],
    ["a machine too far away", 300, 2, ["the clock is too far from the database's"], "0"],
    ["both within their limits", 200, 40, [], "1"],
  ])("reports the precision: %s", async (_name, skewMs, giveOrTakeMs, problems, trusted) => {
    const skew = skewOf(skewMs, giveOrTakeMs, problems.length === 0);
    const { ready, metrics } = await answers({ skew, obstacle: undefined });
    expect(ready).toMatchObject({ problems, clockSkewMs: skewMs, clockGiveOrTakeMs: giveOrTakeMs });
    const values = [...metrics.matchAll(/^veritick_clock_(\w+) (\S+)$/gm)].map(([, name, value]) => [
      name,
      value,
    ]);
    expect(Object.fromEntries(values)).toEqual({
      skew_seconds: String(skewMs / 1000),
      uncertainty_seconds: String(giveOrTakeMs / 1000),
      trusted,
    });
  });
});

describe("a process that is about to leave", () => {
  it("says so at once and serves until it closes", async () => {
    const app = await scope.start();
    app.drain();
    const ready = await ask("/readyz", {}, app.url);
    expect(ready.status).toBe(503);
    // HAProxy on three machines looks for these words (ops/ha/haproxy.cfg).
    expect(await ready.json()).toMatchObject({ status: "not ready", problems: ["shutting down"] });
    expect(await (await ask("/healthz", {}, app.url)).json()).toMatchObject({ status: "leaving" });
    const client = new TestClient(app.url);
    await client.register();
    const { socket } = await client.live();
    expect((await client.get("/api/auth/me")).status).toBe(200);
    const closed = once(socket, "close");
    await app.close();
    expect(await closed).toEqual([1001, Buffer.from("the server is restarting")]);
  });
});
