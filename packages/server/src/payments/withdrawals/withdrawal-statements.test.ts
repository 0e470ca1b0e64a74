import pg from "pg";
import { expect, it } from "vitest";
import { seedPeople } from "../../../testing/people.ts";
import { useApp } from "../../../testing/use-app.ts";
import { seedAdmin, withdraw, withdrawingPeople } from "../../../testing/withdrawals.ts";
import { listWithdrawals } from "./list-withdrawals.ts";

const scope = useApp({ SANDBOX_CONFIRM_SECONDS: "2" });

it("keeps working in a process whose table gains a column", async () => {
  // A test's pool opens few connections, so the statements prepared before the change are used again afterwards.
  const admin = await seedAdmin(scope.app);
  const [client] = await withdrawingPeople(scope.app, 1, "1000");
  async function everything(): Promise<void> {
    const ids: string[] = [];
    for (let made = 0; made < 3; made += 1) ids.push((await withdraw(client!, { amount: 20 })).body.id);
    const calls = [
      () => client!.post(`/api/withdrawals/${ids[0]}/cancel`),
      () => admin.post(`/api/admin/withdrawals/${ids[1]}/reject`),
      () => admin.post(`/api/admin/withdrawals/${ids[2]}/approve`),
      () => client!.get("/api/withdrawals"),
      () => client!.get(`/api/withdrawals?before=${ids[2]}`),
      () => admin.get("/api/admin/withdrawals"),
      () => admin.get(`/api/admin/withdrawals?before=${ids[2]}`),
    ];
    for (const call of calls) expect((await call()).status).toBe(200);
    await scope.pass(6);
    expect((await client!.get("/api/withdrawals")).body[0]).toMatchObject({
      id: ids[2],
      status: "completed",
    });
  }
  await everything();
  await scope.app.database.query("alter table withdrawal_transactions add column added_later text");
  await everything();
  expect(await scope.app.checkLedger()).toEqual([]);
});

it("finds a user's open withdrawals by their own index, no matter how many others there are", async () => {
  const app = await scope.start({ connection: await scope.clone() });
  const people = await seedPeople(app, 2, "1");
  await app.database.query(
    `insert into withdrawal_transactions
       (id, user_id, amount, fee, net_amount, address, status, failure_reason, provider, created_at, updated_at)
     select gen_random_uuid(), case when g % 2 = 0 then $1::uuid else $2::uuid end, 15, 1, 14, 'T',
       case when g % 2 = 0 then 'failed' else 'pending' end, case when g % 2 = 0 then 'cancelled' end,
       'sandbox', now(), now()
     from generate_series(1, 20000) g`,
    people.map(({ user }) => user.id),
  );
  await app.database.query("analyze withdrawal_transactions");
  const plans: string[] = [];
  const explaining = {
    async query({ text, values }: pg.QueryConfig) {
      const { rows } = await app.database.query(`explain ${text}`, values);
      plans.push(rows.map((row) => String(row["QUERY PLAN"])).join("\n"));
      return { rows: [] };
    },
  };
  await listWithdrawals(explaining as never, people[0]!.user.id, { before: undefined, limit: undefined });
  expect(plans[0]).toContain("withdrawal_transactions_open_by_user");
});
