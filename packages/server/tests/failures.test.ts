import dns from "node:dns";
import type { LookupOptions } from "node:dns";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import pg from "pg";
import { describe, expect, it, onTestFinished } from "vitest";
import { untilBlocked } from "../testing/held-rows.ts";
import { seedPeople } from "../testing/people.ts";
import { TestClient } from "../testing/test-client.ts";
import { useApp } from "../testing/use-app.ts";
import { isDatabaseUnavailable } from "../src/platform/db/unavailable.ts";
import { createLog } from "../src/platform/telemetry/log.ts";

// The failures here are intended, so the log is silent.
const scope = useApp({}, { log: createLog("silent") });

describe("on a failure", () => {
  it("a call answers 500 in the language asked for, and tells nothing about the inside", async () => {
    const [client] = await seedPeople(scope.app, 1, "10");
    await scope.app.database.query("alter table deposit_transactions rename to mislaid");
    const answer = await client!.get("/api/deposits", { "accept-language": "fr" });
    expect(answer.status).toBe(500);
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(answer.body).toEqual({ message: "Une erreur est survenue", code: "internal" });
    await scope.app.database.query("alter table mislaid rename to deposit_transactions");
    expect((await client!.get("/api/deposits")).status).toBe(200);
  });

  it("a call that ended in a database deadlock says so, and moved nothing", async () => {
    const { database } = scope.app;
    const [client, other] = await seedPeople(scope.app, 2, "10");
    const holder = await database.connect();
    try {
      // The order locks the user's row and then stripes. The other transaction locks them in the opposite order.
      await holder.query("begin; set local deadlock_timeout = '60s'; select from house_stripes for update");
      const order = client!.post("/api/trading/positions", { type: "buy", amount: 1, duration: 1 });
      await untilBlocked(database);
      await holder.query("select from users where id = $1 for update", [client!.user.id]);
      const answer = await order;
      expect([answer.status, answer.body.code, answer.headers.get("retry-after")]).toEqual([
        503,
        "busy",
        "1",
      ]);
    } finally {
      await holder.query("rollback");
      holder.release();
    }
    for (const one of [client, other]) expect(await one!.balance()).toBe("10.00000000");
  });

  it("calls go on after the database has dropped every connection", async () => {
    const [client] = await seedPeople(scope.app, 1, "10");
    await client!.balance();
    await scope.app.database.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    const order = { type: "buy", amount: 1, duration: 1 };
    const answer = await client!.post("/api/trading/positions", order, { "idempotency-key": "k" });
    // The order went through or its answer says to ask again. The key makes asking again safe.
    expect([201, 503]).toContain(answer.status);
    const again = await client!.post("/api/trading/positions", order, { "idempotency-key": "k" });
    expect(again.status).toBe(201);
    expect(await client!.balance()).toBe("9.00000000");
    expect(await scope.app.checkLedger()).toEqual([]);
  });

  it("calls answer 503 while the name server fails, with one warning for all of them", async () => {
    const { lookup } = dns;
    onTestFinished(() => void Object.assign(dns, { lookup }));
    let isFailing = false;
    type Answer = (error: Error | null, found: { address: string; family: number }[]) => void;
    const find = (name: string, options: LookupOptions, answer: Answer) => {
      if (name !== "db.example") return lookup(name, options as { all: true }, answer);
      const failure = Object.assign(new Error("getaddrinfo EAI_AGAIN db.example"), { code: "EAI_AGAIN" });
      return answer(isFailing ? failure : null, [{ address: "127.0.0.1", family: 4 }]);
    };
    Object.assign(dns, { lookup: find });
    const sockets = new Set<Socket>();
    const way = createServer((socket) => {
      const behind = connect(`${scope.connection.host}/.s.PGSQL.${scope.connection.port}`);
      for (const one of [socket, behind]) {
        one.on("error", () => {});
        one.on("close", () => [socket, behind].forEach((either) => either.destroy()));
      }
      sockets.add(socket);
      socket.pipe(behind).pipe(socket);
    });
    await once(way.listen(0, "127.0.0.1"), "listening");
    onTestFinished(() => void way.close());
    const { port } = way.address() as AddressInfo;
    const warnings: string[] = [];
    const log = createLog("warn", {
      write(line) {
        const { level, msg } = JSON.parse(line) as { level: string; msg: string };
        // The report of the day that is due meanwhile has an alert and a line of its own, every ten minutes.
        if (level === "warn") warnings.push(msg);
      },
    });
    const app = await scope.start({ connection: { ...scope.connection, host: "db.example", port }, log });
    const person = new TestClient(app.url);
    await person.register();
    warnings.length = 0;
    isFailing = true;
    for (const socket of sockets) socket.destroy();
    for (let calls = 0; calls < 5; calls += 1) {
      const answer = await person.get("/api/deposits");
      expect([answer.status, answer.body.code, answer.headers.get("retry-after")]).toEqual([
        503,
        "unavailable",
        "1",
      ]);
      scope.app.clock.advance(1);
      // The outbox cannot be read either.
      await app.settled().catch(() => {});
    }
    expect(warnings).toEqual(["the database cannot be reached"]);
    isFailing = false;
    expect((await person.get("/api/deposits")).status).toBe(200);
  });

  it("a database whose password has just changed counts as unreachable", async () => {
    // The owner of a test's database needs no password.
    const user = `${scope.connection.database}_server`;
    await scope.app.database.query(`create role ${user} login password 'the new one'`);
    const client = new pg.Client({ ...scope.connection, user, password: "the old one" });
    const refusal: unknown = await client.connect().catch((error: unknown) => error);
    await scope.app.database.query(`drop role ${user}`);
    expect(refusal).toMatchObject({ code: "28P01" });
    expect(isDatabaseUnavailable(refusal)).toBe(true);
  });
});
