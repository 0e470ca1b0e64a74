import type { MaintenancePush } from "@veritick/contract/schemas/pushes.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { seedPeople } from "../../testing/people.ts";
import type { Person } from "../../testing/people.ts";
import { until } from "../../testing/test-client.ts";
import type { LiveConnection, TestClient } from "../../testing/test-client.ts";
import { useApp } from "../../testing/use-app.ts";
import { seedAdmin, withdraw, withdrawingPeople } from "../../testing/withdrawals.ts";

const scope = useApp();
let admin: Person;
let person: Person;
beforeAll(async () => {
  admin = await seedAdmin(scope.app);
  [person] = (await withdrawingPeople(scope.app, 1, "1000")) as [Person];
});

const set = (body: Record<string, unknown>) => admin.post("/api/admin/maintenance", body);
const open = (client: TestClient, headers: Record<string, string> = {}) =>
  client.post("/api/trading/positions", { type: "sell", amount: 1, duration: 1 }, headers);
const shown = async (client: TestClient = person) => (await client.get("/api/settings")).body.maintenance;
const pushesOf = ({ pushes }: LiveConnection) =>
  pushes.filter((push): push is MaintenancePush => push.type === "maintenance");
const metric = async () =>
  /^veritick_maintenance (\d)$/m.exec(await (await fetch(`${scope.app.url}/metrics`)).text())?.[1];

describe("maintenance", () => {
  it("stops new positions until it ends, while everything else works", async () => {
    const live = await person.live();
    await open(person);
    const first = await open(person, { "idempotency-key": "before" });
    expect([await shown(), await metric()]).toEqual([null, "0"]);
    const { status, body } = await set({ on: true, message: "  Back at noon. " });
    const maintenance = { since: new Date(scope.app.clock.nowMs()).toISOString(), message: "Back at noon." };
    expect([status, body]).toEqual([200, { maintenance }]);
    expect([await shown(), await metric()]).toEqual([maintenance, "1"]);

    const refused = await open(person);
    expect([refused.status, refused.body.code, refused.headers.get("retry-after")]).toEqual([
      503,
      "maintenance",
      "30",
    ]);
    const replay = await open(person, { "idempotency-key": "before" });
    expect([replay.status, replay.body]).toEqual([201, first.body]);
    expect((await withdraw(person)).status).toBe(201);
    expect((await person.post("/api/deposits", { amount: 20 })).status).toBe(201);
    scope.app.clock.jump(60);
    await scope.settled();
    const listed = (await person.get("/api/trading/positions")).body as { status: string }[];
    expect(listed.filter((position) => position.status === "active")).toEqual([]);

    expect((await set({ on: false })).body).toEqual({ maintenance: null });
    expect((await open(person)).status).toBe(201);
    await until(() => pushesOf(live).length === 2, "both changes are pushed");
    expect(pushesOf(live).map((push) => push.maintenance)).toEqual([maintenance, null]);
    expect([await shown(), await metric()]).toEqual([null, "0"]);
    live.socket.terminate();
    expect(await scope.app.checkLedger()).toEqual([]);
  });

  it("can change its message, and every change is recorded", async () => {
    const since = new Date(scope.app.clock.nowMs()).toISOString();
    await set({ on: true });
    scope.app.clock.jump(5);
    expect((await set({ on: true, message: "x" })).body.maintenance).toEqual({ since, message: "x" });
    await set({ on: true, message: "x" });
    await set({ on: false, message: "over" });
    await set({ on: false });
    const { rows } = await scope.app.database.query(
      "select actor, before, after from audit_log where action = 'maintenance_changed' order by id offset 2",
    );
    const [off, on, told] = [
      { on: false, message: null },
      { on: true, message: null },
      { on: true, message: "x" },
    ];
    const actor = admin.user.id;
    expect(rows).toEqual([
      { actor, before: off, after: on },
      { actor, before: on, after: told },
      { actor, before: told, after: off },
    ]);
    const half = await set({ on: true, message: "half a character: \udc00" });
    expect(half.body.maintenance.message).toBe("half a character: \ufffd");
    await set({ on: false });
    expect((await set({ on: true, message: "x".repeat(201) })).body).toMatchObject({
      code: "maintenance_message_invalid",
      field: "message",
    });
  });

  it("applies at once on a process that misses the message, which shows it within seconds", async () => {
    const other = await scope.start();
    const [there] = (await seedPeople(other, 1, "10")) as [Person];
    expect((await open(there)).status).toBe(201);
    const live = await there.live();
    await set({ on: true });
    expect((await open(there)).body.code).toBe("maintenance");
    expect(await shown(there)).toBe(null);
    scope.app.clock.advance(6);
    await scope.settled();
    expect(await shown(there)).toEqual(await shown());
    expect(await shown()).not.toBe(null);
    await until(() => pushesOf(live).length === 1, "it is pushed there too");
    live.socket.terminate();
  });

  it("survives a restart", async () => {
    const next = await scope.start();
    const [there] = (await seedPeople(next, 1, "10")) as [Person];
    expect(await shown(there)).not.toBe(null);
    expect((await open(there)).body.code).toBe("maintenance");
    await set({ on: false });
    expect((await open(there)).status).toBe(201);
  });
});
