import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { TestClient } from "../../testing/test-client.ts";
import { useApp } from "../../testing/use-app.ts";
import { sweepTable } from "../platform/db/claim-due.ts";
import { openDatabase } from "../platform/db/database.ts";
import { sweepAnswers } from "../platform/http/idempotency.ts";
import { firstIdAt } from "../platform/ids.ts";
import { createLog } from "../platform/telemetry/log.ts";

const scope = useApp();
const query = (text: string, values: unknown[] = []) => scope.app.database.query(text, values);
const now = () => new Date(scope.app.clock.nowMs());

async function registered() {
  const client = new TestClient(scope.app.url);
  return Object.assign(client, { user: await client.register() });
}

const addSessions = (userId: string, count: number, prefix: string) =>
  query(
    `insert into sessions (id, token_hash, user_id, created_at, last_seen_at, expires_at)
     select gen_random_uuid(), sha256(($4 || n)::bytea), $1, $2, $2, $2 from generate_series(1, $3::int) n`,
    [userId, now(), count, prefix],
  );
const countOf = async (table: string, condition = "true") =>
  (await query(`select count(*) as n from ${table} where ${condition}`)).rows[0].n as number;

async function sweep() {
  scope.app.clock.jump(600);
  await scope.app.settled();
}

describe("the sweep", () => {
  it("deletes expired rows, keeps the rest, and ends the live connections of expired sessions", async () => {
    const { user } = await registered();
    const leaving = await registered();
    const live = await leaving.live();
    await addSessions(user.id, 2_500, "old");
    await query("update sessions set expires_at = $2 where user_id = $1", [leaving.user.id, now()]);
    await query(
      `insert into attempt_counters (key, attempts, window_ends_at)
       select 'over/' || n, 1, $1 from generate_series(1, 2500) n union all select 'runs', 1, $1::timestamptz + interval '1 day'`,
      [now()],
    );
    await query(
      `insert into password_resets (token_hash, user_id, created_at, expires_at)
       select sha256(n::text::bytea), $1, $2, $2 from generate_series(1, 1001) n`,
      [user.id, now()],
    );
    await query(
      `insert into ws_tokens (token_hash, session_hash, expires_at)
       select sha256(n::text::bytea), (select token_hash from sessions where user_id = $1 and expires_at > $2 limit 1), $2
       from generate_series(1, 1001) n`,
      [user.id, now()],
    );
    const closed = once(live.socket, "close");
    await sweep();
    expect((await closed)[0]).toBe(4001);
    expect(await countOf("sessions", `user_id = '${user.id}'`)).toBe(1);
    expect(await countOf("attempt_counters", "key like 'over/%'")).toBe(0);
    expect(await countOf("attempt_counters", "key = 'runs'")).toBe(1);
    expect(await countOf("password_resets")).toBe(0);
    expect(await countOf("ws_tokens")).toBe(0);
  });

  it("deletes idempotency keys after ninety days, and not before", async () => {
    const { user } = await registered();
    await query(
      `insert into idempotency_keys (user_id, key, request_hash, response, created_at)
       select $1, n, '', '{}', $2::timestamptz - make_interval(days => 89 + n % 2, mins => 1)
       from generate_series(1, 3000) n`,
      [user.id, now()],
    );
    await query(
      `insert into order_keys (user_id, key, position_id, request)
       select $1, gen_random_uuid(), ids.id::uuid, 0 from unnest($2::text[]) as ids (id)`,
      [
        user.id,
        Array.from({ length: 3000 }, (_, n) =>
          firstIdAt(now().getTime() - (89 + (n % 2)) * 86_400_000 - 60_000),
        ),
      ],
    );
    await sweep();
    expect(await countOf("idempotency_keys", `user_id = '${user.id}'`)).toBe(1_500);
    expect(await countOf("order_keys", `user_id = '${user.id}'`)).toBe(1_500);
  });

  it("reads the idempotency keys in parts, and all of them in a day", async () => {
    const { user } = await registered();
    const connection = await scope.clone();
    const database = openDatabase(connection, createLog("silent"), 1);
    const old = new Date(now().getTime() - 91 * 86_400_000);
    await database.query(
      "insert into users (id, email, password, created_at) values ($1, 'parts@example.com', 'none', $2)",
      [user.id, now()],
    );
    await database.query(
      `insert into idempotency_keys (user_id, key, request_hash, response, created_at)
       select $1, n, '', '{}', $2 from generate_series(1, 1000) n`,
      [user.id, old],
    );
    await database.query(
      `insert into order_keys (user_id, key, position_id, request)
       select $1, gen_random_uuid(), $2, 0 from generate_series(1, 1000) n`,
      [user.id, firstIdAt(old.getTime())],
    );
    const counts = `select least(keys, of_orders)::int as least, greatest(keys, of_orders)::int as most
      from (select count(*) as keys from idempotency_keys) k, (select count(*) as of_orders from order_keys) o`;
    const count = async () => (await database.query<{ least: number; most: number }>(counts)).rows[0]!;
    await sweepAnswers(database, now(), 1);
    const left = await count();
    expect(left.least).toBeGreaterThan(0);
    expect(left.most).toBeLessThan(1000);
    for (let sweep = 1; sweep < 144; sweep += 1)
      await sweepAnswers(database, new Date(now().getTime() + sweep * 600_000), 1);
    expect(await count()).toEqual({ least: 0, most: 0 });
    await database.end();
  });

  it("deletes 1,000 rows at a time, and skips locked rows until the next time", async () => {
    const { user } = await registered();
    await addSessions(user.id, 2_300, "batch");
    const holder = await scope.app.database.connect();
    await holder.query("begin");
    await holder.query("select from sessions where token_hash = sha256('batch7') for key share");
    const batches: number[] = [];
    const what = { table: "sessions", key: "token_hash", column: "expires_at" };
    await sweepTable(scope.app.database, what, now(), (rows) => batches.push(rows.length));
    await holder.query("rollback");
    holder.release();
    expect(batches).toEqual([1_000, 1_000, 299]);
    await sweep();
    expect(await countOf("sessions", `user_id = '${user.id}'`)).toBe(1);
  });

  it.each(["sessions", "ws_tokens", "attempt_counters", "password_resets"])(
    "of the other tables continues if that of %s fails",
    async (broken) => {
      const { user } = await registered();
      const connection = await scope.clone();
      const app = await scope.start({ connection });
      const run = (text: string, values: unknown[] = []) => app.database.query(text, values);
      await run(
        `insert into users (id, email, password, created_at) values ($1, 'sweep@example.com', 'none', $2)`,
        [user.id, now()],
      );
      await run(
        `insert into sessions (id, token_hash, user_id, created_at, last_seen_at, expires_at)
         select gen_random_uuid(), sha256(n::text::bytea), $1, $2, $2, $2::timestamptz + n * interval '1 day'
         from generate_series(0, 1) n`,
        [user.id, now()],
      );
      await run("insert into ws_tokens values ('a', sha256('1'), $1)", [now()]);
      await run("insert into attempt_counters values ('a', 1, $1)", [now()]);
      await run("insert into password_resets values ('a', $1, $2, $2)", [user.id, now()]);
      await run(`create function fail() returns trigger language plpgsql as $$ begin raise 'no'; end $$`);
      await run(`create trigger fail before delete on ${broken} for each row execute function fail()`);
      scope.app.clock.jump(600);
      await app.settled();
      const tables = ["sessions", "ws_tokens", "attempt_counters", "password_resets"];
      const left = await Promise.all(
        tables.map(async (table) => (await run(`select from ${table}`)).rowCount),
      );
      expect(left).toEqual(tables.map((table) => Number(table === broken) + Number(table === "sessions")));
    },
  );

  it.each([
    ["sessions", "expires_at"],
    ["ws_tokens", "expires_at"],
    ["attempt_counters", "window_ends_at"],
    ["password_resets", "expires_at"],
  ])("finds expired rows of %s by an index", async (table, column) => {
    const connection = await scope.app.database.connect();
    await connection.query("begin; set local enable_seqscan = off; set local enable_bitmapscan = off");
    const { rows } = await connection.query(
      `explain select from ${table} where ${column} <= now() order by ${column} limit 1000`,
    );
    await connection.query("rollback");
    connection.release();
    expect(JSON.stringify(rows)).toContain(`Index Cond: (${column} <=`);
  });
});
