import type { Status } from "@veritick/contract/schemas/status.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { useApp } from "../../testing/use-app.ts";
import { seedAdmin } from "../../testing/withdrawals.ts";
import type { Person } from "../../testing/people.ts";

const scope = useApp();
let admin: Person;
beforeEach(async () => {
  admin = await seedAdmin(scope.app);
  // Two minutes of checks close the incidents that the previous test left open.
  await pass(120);
  await scope.app.database.query("delete from incidents");
});

const read = async () => (await (await fetch(`${scope.app.url}/api/status`)).json()) as Status;
const partOf = ({ parts }: Status, name: string) => parts.find((part) => part.name === name)!;
const nowOf = () => new Date(scope.app.clock.nowMs()).toISOString();

/** Lets time pass in steps that are shorter than the longest gap. */
async function pass(seconds: number): Promise<void> {
  for (let left = seconds; left > 0; left -= 60) {
    scope.app.clock.jump(Math.min(60, left));
    await scope.settled();
  }
}

describe("the public status", () => {
  it("says that everything works if it does", async () => {
    const status = await read();
    expect(status.parts.map(({ name, isUp, reason, since }) => [name, isUp, reason, since])).toEqual(
      ["price", "beacon", "orders", "deposits", "withdrawals"].map((name) => [name, true, null, null]),
    );
    expect(status.at).toBe(nowOf());
    expect(status.incidents).toEqual([]);
    expect(status.parts.every(({ uptime }) => uptime === 1)).toBe(true);
  });

  it("shows at once that orders stop, and records it from the next check on", async () => {
    await admin.post("/api/admin/maintenance", { on: true });
    scope.app.clock.jump(1);
    expect(partOf(await read(), "orders")).toMatchObject({ isUp: false, reason: "maintenance", since: null });
    await pass(60);
    const beganAt = nowOf();
    expect(partOf(await read(), "orders")).toMatchObject({ isUp: false, since: beganAt });
    await pass(120);
    await admin.post("/api/admin/maintenance", { on: false });
    await pass(60);
    const after = await read();
    expect(after.incidents).toEqual([{ part: "orders", reason: "maintenance", beganAt, endedAt: nowOf() }]);
    expect(partOf(after, "orders")).toMatchObject({ isUp: true, reason: null, since: null });
    const wholeMs = Date.parse(after.at) - Date.parse(after.recordedSince!);
    expect(partOf(after, "orders").uptime).toBeCloseTo(1 - 180_000 / wholeMs, 9);
    expect(partOf(after, "price").uptime).toBe(1);
  });

  it("records withdrawals that an administrator has stopped", async () => {
    await admin.post("/api/admin/maintenance", { on: true, stopWithdrawals: true });
    await pass(60);
    expect(partOf(await read(), "withdrawals")).toMatchObject({ isUp: false, reason: "stopped" });
    await admin.post("/api/admin/maintenance", { on: false });
    await pass(60);
    expect((await read()).incidents.map(({ part, endedAt }) => [part, endedAt])).toEqual([
      ["withdrawals", nowOf()],
      ["orders", nowOf()],
    ]);
  });

  it("records a time without checks as an incident of all parts", async () => {
    const beganAt = nowOf();
    scope.app.clock.jump(600);
    await scope.settled();
    expect((await read()).incidents).toEqual([
      { part: "all", reason: "unrecorded", beganAt, endedAt: nowOf() },
    ]);
  });

  it("goes on recording after the clock has stepped back", async () => {
    scope.app.clock.correct(-3_600);
    await scope.settled();
    const beganAt = nowOf();
    // No price is published twice, so it waits for the time that it had reached.
    expect((await read()).incidents).toContainEqual({
      part: "price",
      reason: "late",
      beganAt,
      endedAt: null,
    });
    scope.app.clock.jump(3_660);
    await scope.settled();
  });

  it("reports its own view if the record cannot be read", async () => {
    const { database } = scope.app;
    await database.query("alter table incidents rename to incidents_away");
    scope.app.clock.jump(1);
    const status = await read();
    await database.query("alter table incidents_away rename to incidents");
    expect(status).toMatchObject({ recordedSince: null, incidents: [] });
    expect(status.parts.map(({ name, reason, uptime }) => [name, reason, uptime])).toEqual([
      ["price", null, null],
      ["beacon", null, null],
      ["orders", "database", null],
      ["deposits", "database", null],
      ["withdrawals", "database", null],
    ]);
  });
});

it("counts the faults of pages, and logs a few of them", async () => {
  const report = (body: object) =>
    fetch(`${scope.app.url}/api/faults`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const fault = { page: "dashboard", kind: "caught", build: "index-Cx1_Qz9a.js", frames: "0f3c92ab" };
  for (let times = 0; times < 25; times += 1) expect((await report(fault)).status).toBe(200);
  for (const wrong of [
    { page: "/users/ada" },
    { kind: "Ada" },
    { build: "a b" },
    { frames: "Ada" },
    { message: "Ada" },
  ])
    expect((await report({ ...fault, ...wrong })).status).toBe(400);
  const metrics = await (await fetch(`${scope.app.url}/metrics`)).text();
  expect(metrics).toContain('veritick_web_faults_total{page="dashboard",kind="caught"} 25');
});

it("counts the browsers' reports, and keeps nothing else of them", async () => {
  const report = (body: object) =>
    fetch(`${scope.app.url}/api/vitals`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  expect((await report({ page: "home", name: "LCP", value: 1500 })).status).toBe(200);
  expect((await report({ page: "home", name: "CLS", value: 0.02 })).status).toBe(200);
  for (const wrong of [
    { page: "/users/ada", name: "LCP", value: 1 },
    { page: "home", name: "ADA", value: 1 },
    { page: "home", name: "LCP", value: -1 },
    { page: "home", name: "LCP", value: "1" },
  ])
    expect((await report(wrong)).status).toBe(400);
  const metrics = await (await fetch(`${scope.app.url}/metrics`)).text();
  expect(metrics).toContain('veritick_web_vital_seconds_sum{page="home",name="LCP"} 1.5');
  expect(metrics).toContain('veritick_web_layout_shift_sum{page="home"} 0.02');
});
