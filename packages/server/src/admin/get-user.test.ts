import type { AdminUserDetails } from "@veritick/contract/schemas/admin-users.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { seedPeople } from "../../testing/people.ts";
import type { Person } from "../../testing/people.ts";
import { useApp } from "../../testing/use-app.ts";
import { seedAdmin, withdraw, withdrawingPeople } from "../../testing/withdrawals.ts";
import type { Database } from "../platform/db/database.ts";
import { getUser } from "./users.ts";

const scope = useApp();
let admin: Person;
beforeAll(async () => {
  admin = await seedAdmin(scope.app);
});

const details = async (id: string) => (await admin.get<AdminUserDetails>(`/api/admin/users/${id}`)).body;
const nothing = { count: 0, amount: "0.00000000" };

describe("a user's details", () => {
  it("show the e-mail and role, and zeros for a new user", async () => {
    const [client] = await seedPeople(scope.app, 1, "0");
    expect(await details(client!.user.id)).toEqual({
      id: client!.user.id,
      email: client!.user.email,
      balance: "0.00000000",
      isAdmin: false,
      createdAt: new Date(scope.app.clock.nowMs()).toISOString(),
      emailConfirmedAt: "2026-01-01T00:00:00.000Z",
      twoStep: false,
      withdrawalCode: false,
      tradingLockedAt: null,
      withdrawalsLockedAt: null,
      pause: null,
      closesAt: null,
      invitation: null,
      terms: null,
      openPositions: nothing,
      pendingWithdrawals: nothing,
      processingWithdrawals: nothing,
      confirmedDeposits: nothing,
      completedWithdrawals: nothing,
      netResult: "0.00000000",
      fees: "0.00000000",
      lastSignInAt: new Date(scope.app.clock.nowMs()).toISOString(),
    });
    expect((await details(admin.user.id)).isAdmin).toBe(true);
  });

  it("count and add up the user's own positions, deposits and withdrawals by state", async () => {
    const [client, other] = await withdrawingPeople(scope.app, 2, "1000");
    const id = client!.user.id;
    for (const amount of ["2.5", "3.75"]) {
      await client!.post("/api/trading/positions", { type: "buy", amount, duration: 10 });
    }
    const made = [];
    for (const amount of [20, 21, 22, 23, 24]) made.push((await withdraw(client!, { amount })).body.id);
    await withdraw(other!, { amount: 30 });
    await client!.post("/api/deposits", { amount: 50 });
    await admin.post(`/api/admin/withdrawals/${made[0]}/approve`);
    await admin.post(`/api/admin/withdrawals/${made[1]}/reject`);
    await scope.pass(8);
    await admin.post(`/api/admin/withdrawals/${made[2]}/approve`);
    await scope.app.database.query(
      "insert into two_step (user_id, secret, enabled_at, created_at) values ($1, '', now(), now())",
      [id],
    );
    expect(await details(id)).toMatchObject({
      balance: "954.75000000",
      twoStep: true,
      openPositions: { count: 2, amount: "6.25000000" },
      pendingWithdrawals: { count: 2, amount: "47.00000000" },
      processingWithdrawals: { count: 1, amount: "22.00000000" },
      confirmedDeposits: { count: 2, amount: "1050.00000000" },
      completedWithdrawals: { count: 1, amount: "20.00000000" },
    });
  });

  it("are read by indexes only", async () => {
    const connection = await scope.app.database.connect();
    const explaining = {
      async query({ text, values }: { text: string; values: unknown[] }) {
        const { rows } = await connection.query(`explain ${text}`, values);
        return { rows: [], plan: plan.push(...rows.map((row) => row["QUERY PLAN"] as string)) };
      },
    };
    const plan: string[] = [];
    try {
      // On such small tables a sequential scan is cheaper, so scans are switched off.
      await connection.query("begin; set local enable_seqscan = off");
      // On such a small table settlement's index costs as little, although it begins with another column.
      await connection.query("drop index trading_positions_due_by_user");
      await getUser(explaining as unknown as Database, admin.user.id, new Date(scope.app.clock.nowMs()));
    } finally {
      await connection.query("rollback");
      connection.release();
    }
    expect(plan.join("\n")).toContain("trading_positions_open_by_user");
    expect(plan.join("\n")).not.toContain("Seq Scan");
  });
});
