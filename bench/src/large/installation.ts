import { openDatabase } from "@veritick/server/platform/db/database.ts";
import type { Database } from "@veritick/server/platform/db/database.ts";
import { createLog } from "@veritick/server/platform/telemetry/log.ts";
import { HttpConnection } from "../opening/http-connection.ts";
import { sessionToken } from "../support/seed.ts";
import { startServer } from "../support/server-process.ts";

/** The number of traders on either installation, so that a server caches equally many sessions of each. */
export const TRADERS = 1_000;
const ADMIN = TRADERS + 1;
const BUSY = TRADERS + 2;
const ORDINARY = TRADERS + 3;

/** The numbers of the sessions that ask. */
const WHO = { admin: ADMIN, busy: BUSY, ordinary: ORDINARY } as const;
export type Who = keyof typeof WHO;

/** A server on a seeded folder, with the facts that the measurements need. */
export type Installation = {
  port: number;
  database: Database;
  users: number;
  positions: number;
  traders: string[];
  busyId: string;
  ordinaryEmail: string;
  /** A transaction and a position of the busiest user, half-way down their lists. */
  deepTransaction: string;
  deepPosition: string;
  /** A position of an ordinary user. */
  ordinaryPosition: string;
  /** The status of the answer. */
  ask(who: Who, path: string): Promise<number>;
  stop(): Promise<void>;
};

export async function openInstallation(dataDir: string): Promise<Installation> {
  const server = await startServer({
    dataDir,
    environment: { LIMIT_CALLS_PER_SECOND: "1000000", LIMIT_CALL_BURST: "1000000" },
  });
  const database = openDatabase(server.connection(), createLog("error"), 1);
  const one = async <T>(text: string, values: unknown[] = []): Promise<T> =>
    Object.values((await database.query<Record<string, T>>(text, values)).rows[0]!)[0]!;

  const users = await one<number>("select sum(total)::bigint from kept_totals where name = 'users'");
  const positions = await one<number>(
    "select reltuples::bigint from pg_class where relname = 'trading_positions'",
  );
  const traders = await one<string[]>(
    `select array_agg(id) from (
       select id from users where not is_admin and balance >= 200 order by hashtextextended(id::text, 1) limit ${TRADERS}) u`,
  );
  const adminId = await one<string>("select id from users where is_admin order by id limit 1");
  // The person who registered first trades most.
  const busyId = await one<string>("select id from users where not is_admin order by id limit 1");
  const ordinaryId = await one<string>(
    `select u.id from (select id from users where not is_admin order by id offset $1 limit 200) u
     order by abs((select count(*) from trading_positions p where p.user_id = u.id) - 6), u.id limit 1`,
    [Math.floor(users / 2)],
  );
  const middleOf = (list: string) => `
    with own as (${list}) select id from own order by id offset (select count(*) / 2 from own) limit 1`;
  const positionsOf = "select id from trading_positions where user_id = $1";
  await signIn(database, [...traders, adminId, busyId, ordinaryId]);
  const connection = await HttpConnection.open(server.port);
  return {
    port: server.port,
    database,
    users,
    positions,
    traders,
    busyId,
    ordinaryEmail: await one("select email from users where id = $1", [ordinaryId]),
    deepTransaction: String(
      await one<number>(
        middleOf("select transaction_id as id from ledger_entries where account = 'user:' || $1::uuid"),
        [busyId],
      ),
    ),
    deepPosition: await one(middleOf(positionsOf), [busyId]),
    ordinaryPosition: await one(middleOf(positionsOf), [ordinaryId]),
    ask: (who, path) =>
      connection.send(
        `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nCookie: session=${sessionToken(WHO[who])}\r\n\r\n`,
      ),
    async stop() {
      connection.close();
      await database.end();
      await server.stop();
    },
  };
}

/** Inserts sessions: session 1 belongs to the first person, and so on. A folder measured before has them already. */
async function signIn(database: Database, ids: readonly string[]): Promise<void> {
  await database.query(
    `insert into sessions (id, token_hash, user_id, created_at, last_seen_at, expires_at)
     select gen_random_uuid(), sha256(convert_to(token, 'UTF8')), id, now(), now(), now() + interval '1 day'
     from unnest($1::uuid[], $2::text[]) as s (id, token)
     on conflict (token_hash) do update set user_id = excluded.user_id, expires_at = excluded.expires_at`,
    [ids, ids.map((_, n) => sessionToken(n + 1))],
  );
}
