import { randomUUID } from "node:crypto";
import type { AdminStats } from "@veritick/contract/schemas/admin.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { seedPeople } from "../../testing/people.ts";
import type { Person } from "../../testing/people.ts";
import { fundedClient, TestClient } from "../../testing/test-client.ts";
import { useApp } from "../../testing/use-app.ts";
import { seedAdmin } from "../../testing/withdrawals.ts";

const scope = useApp();
let admin: Person;
beforeAll(async () => {
  admin = await seedAdmin(scope.app);
});

const stats = async () => (await admin.get<AdminStats>("/api/admin/stats")).body;

describe("the statistics", () => {
  it("count every registration once, even if many arrive at the same time", async () => {
    const { totalUsers } = await stats();
    const taken = `${randomUUID()}@example.com`;
    const emails = [taken, taken, taken, ...Array.from({ length: 9 }, () => `${randomUUID()}@example.com`)];
    const answers = await Promise.all(
      emails.map((email) =>
        new TestClient(scope.app.url).post("/api/auth/register", { email, password: "secret-1" }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    expect((await stats()).totalUsers).toBe(totalUsers + 10);
  });

  it("count the configured administrator at the first start only", async () => {
    const { totalUsers } = await stats();
    const environment = { ADMIN_EMAIL: "boss@example.com", ADMIN_PASSWORD: "secret-1" };
    await scope.start({ environment });
    await scope.start({ environment });
    expect((await stats()).totalUsers).toBe(totalUsers + 1);
  });

  it("add up all credited deposits, and nothing else", async () => {
    const before = await stats();
    const client = await fundedClient(scope.app, "100.5");
    const { body: open } = await client.post("/api/deposits", { amount: "20" });
    await admin.post(`/api/admin/deposits/${open.id}/approve`);
    const { body: refused } = await client.post("/api/deposits", { amount: "30" });
    await admin.post(`/api/admin/deposits/${refused.id}/reject`);
    await admin.post(`/api/admin/users/${client.user.id}/adjust-balance`, { amount: 1000 });
    await client.post("/api/trading/positions", { type: "buy", amount: 50, duration: 1 });
    scope.app.clock.jump(61);
    await scope.settled();
    const after = await stats();
    expect(Number(after.totalDeposits)).toBe(Number(before.totalDeposits) + 120.5);
    expect(after.totalDeposits).toMatch(/^\d+\.50000000$/);
  });

  it("keep the deposits of deleted users, but not the users", async () => {
    const [client] = await seedPeople(scope.app, 1, "77");
    const before = await stats();
    expect((await admin.call("DELETE", `/api/admin/users/${client!.user.id}`)).status).toBe(200);
    expect(await stats()).toEqual({ ...before, totalUsers: before.totalUsers - 1 });
  });

  it("are compared with the rows by the ledger check", async () => {
    expect(await scope.app.checkLedger()).toEqual([]);
    const { rows } = await scope.app.database.query("select count(*) as users from users");
    expect((await stats()).totalUsers).toBe(rows[0].users);
  });

  it("answer 304 while they are unchanged", async () => {
    const { headers } = await admin.get("/api/admin/stats");
    const again = { "if-none-match": headers.get("etag")! };
    expect((await admin.get("/api/admin/stats", again)).status).toBe(304);
    await new TestClient(scope.app.url).register();
    expect((await admin.get("/api/admin/stats", again)).status).toBe(200);
  });
});
