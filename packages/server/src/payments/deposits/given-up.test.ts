import pg from "pg";
import { expect, it } from "vitest";
import { seedPeople } from "../../../testing/people.ts";
import { useApp } from "../../../testing/use-app.ts";

const scope = useApp();
const query = async (text: string, values: unknown[] = []) =>
  (await scope.app.database.query(text, values)).rows;

it("a deposit that is given up while its key is tried again is not taken up: the next try makes a new one", async () => {
  const [client] = await seedPeople(scope.app, 1, "0");
  const ask = () => client!.post("/api/deposits", { amount: 20 }, { "idempotency-key": "again" });
  const first = (await ask()).body.id as string;
  await query("delete from idempotency_keys where user_id = $1", [client!.user.id]);
  const lockUser = "select from users where id = $1 for no key update";
  const holder = new pg.Client(scope.connection);
  await holder.connect();
  await holder.query("begin");
  await holder.query(lockUser, [client!.user.id]);
  const again = ask();
  const waits = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query = $1`;
  const deadline = performance.now() + 10_000;
  while ((await query(waits, [lockUser])).length === 0 && performance.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await query(
    `update deposit_transactions set status = 'failed', failure_reason = 'no_address', payment_id = null,
       pay_address = null, next_poll_at = null where id = $1`,
    [first],
  );
  await holder.query("commit");
  await holder.end();
  const { status, body, headers } = await again;
  expect([status, body.code, headers.get("retry-after")]).toEqual([409, "idempotency_running", "1"]);
  const next = await ask();
  expect(next.status).toBe(201);
  expect(next.body.id).not.toBe(first);
});
