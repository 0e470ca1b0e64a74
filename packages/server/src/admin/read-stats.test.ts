import { randomUUID } from "node:crypto";
import type { AdminStats } from "@veritick/contract/schemas/admin.ts";
import pg from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import { seedPeople } from "../../testing/people.ts";
import type { Person } from "../../testing/people.ts";
import { fundedClient, TestClient } from "../../testing/test-client.ts";
import { useApp } from "../../testing/use-app.ts";
import { upSql } from "../../testing/migration-sql.ts";
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

/** Undoes the migration that added the administration of users. */
const TAKE_BACK = `
  drop table kept_totals, closed_payments, closed_payouts;
  drop function keep_user_total, keep_deposit_total, add_to_total cascade;
  drop index users_by_part_of_email, users_administrators;
  alter table idempotency_keys drop column about;
  drop extension pg_trgm`;
/** Adds the administration again, with the columns that its tables got later. */
const UP_SQL = upSql("0007_administration") + upSql("0040_unclaimed_payments");

describe("a database with existing users", () => {
  it("is counted when the migration adds the totals, and its stored answers get their users", async () => {
    const connection = await scope.clone();
    const app = await scope.start({ connection });
    // The price of this database begins with the next block.
    app.clock.advance(3);
    const boss = await seedAdmin(app);
    const [client] = await seedPeople(app, 3, "12.5");
    const headers = { "idempotency-key": "before" };
    const path = `/api/admin/users/${client!.user.id}/adjust-balance`;
    const { body } = await boss.post(path, { amount: 1 }, headers);
    await client!.post("/api/deposits", { amount: 15 }, headers);
    await app.database.query(TAKE_BACK);
    await app.database.query(UP_SQL);
    expect((await boss.get("/api/admin/stats")).body).toMatchObject({
      totalUsers: 4,
      totalDeposits: "37.50000000",
      reasonRequired: false,
      decidedAlone: null,
    });
    const { rows } = await app.database.query("select user_id, about from idempotency_keys order by about");
    expect(rows).toEqual([
      { user_id: boss.user.id, about: client!.user.id },
      { user_id: client!.user.id, about: null },
    ]);
    expect((await boss.post(path, { amount: 1 }, headers)).body).toEqual(body);
    expect(await app.checkLedger()).toEqual([]);
  });

  it("names the remedy if it may not create the search extension", async () => {
    const connection = await scope.clone();
    const owner = new pg.Client(connection);
    await owner.connect();
    await owner.query(TAKE_BACK);
    await owner.query(`
      create role keeper;
      do $$ declare one record; begin
        for one in select tablename from pg_tables where schemaname = 'public' loop
          execute format('alter table %I owner to keeper', one.tablename);
        end loop;
      end $$;
      grant all on schema public to keeper`);
    try {
      await owner.query("set role keeper");
      await expect(owner.query(UP_SQL)).rejects.toMatchObject({
        message: expect.stringMatching(/pg_trgm .* could not be made: permission denied/),
        hint: "Have an administrator of the database run: create extension pg_trgm;",
      });
    } finally {
      await owner.query("reset role; drop owned by keeper cascade; drop role keeper");
      await owner.end();
    }
  });
});
