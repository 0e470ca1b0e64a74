import { createHash } from "node:crypto";
import pg from "pg";
import { expect, it } from "vitest";
import type { Person } from "../../../testing/people.ts";
import { useApp } from "../../../testing/use-app.ts";
import { withdraw, withdrawingPeople } from "../../../testing/withdrawals.ts";

const scope = useApp();

const hashOf = ({ cookie }: Person) => createHash("sha256").update(cookie.replace("session=", "")).digest();

/** Keeps a withdrawal waiting for its user's row, as a change of the password does, and lets it go on after `work`. */
async function whileHeldUp(client: Person, work: (other: pg.Client) => Promise<unknown>) {
  const other = new pg.Client(scope.connection);
  await other.connect();
  try {
    await other.query("begin");
    await other.query("select from users where id = $1 for update", [client.user.id]);
    const answer = withdraw(client);
    await untilBlocked();
    await work(other);
    await other.query("commit");
    return await answer;
  } finally {
    await other.end();
  }
}

async function untilBlocked(): Promise<void> {
  const deadline = performance.now() + 20_000;
  while (performance.now() < deadline) {
    const { rowCount } = await scope.app.database.query(
      `select from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query like '%withdrawals_held_until%'`,
    );
    if (rowCount === 1) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error("no withdrawal is waiting");
}

it("a session that ends while its code is being checked withdraws nothing", async () => {
  const [client] = await withdrawingPeople(scope.app, 1, "1000");
  const { status, body } = await whileHeldUp(client!, (other) =>
    other.query("delete from sessions where token_hash = $1", [hashOf(client!)]),
  );
  expect([status, body.code]).toEqual([401, "not_signed_in"]);
  const { rows } = await scope.app.database.query(
    `select balance, (select count(*) from withdrawal_transactions where user_id = u.id) as withdrawals
     from users u where id = $1`,
    [client!.user.id],
  );
  expect(rows).toEqual([{ balance: "1000.00000000", withdrawals: 0 }]);
});

it("one that is held up and does not end goes on", async () => {
  const [client] = await withdrawingPeople(scope.app, 1, "1000");
  expect((await whileHeldUp(client!, async () => undefined)).status).toBe(201);
  expect(await scope.app.checkLedger()).toEqual([]);
});
