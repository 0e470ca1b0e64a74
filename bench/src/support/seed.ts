import { createHash } from "node:crypto";
import type { Database } from "@veritick/server/platform/db/database.ts";

/** The session token of a seeded user; as a cookie it signs the user in. */
export const sessionToken = (user: number): string => `bench-session-${user}`;

/**
 * Makes users 1 to `count`, each signed in and with `balance` USDMS from one confirmed deposit. The ledger is as consistent
 * as if all of them had registered and paid in.
 */
export async function seedUsers(database: Database, count: number, balance: string): Promise<void> {
  await database.query(`create temporary table seeded as
    select n, ${userId("n")} as id, uuidv7() as deposit_id from generate_series(1, ${count}) as n`);
  await database.query(
    `insert into users (id, email, password, balance, created_at)
     select id, 'user' || n || '@example.com', 'none', $1, now() from seeded`,
    [balance],
  );
  await database.query(`insert into sessions (id, token_hash, user_id, created_at, last_seen_at, expires_at)
    select gen_random_uuid(), sha256(convert_to('${sessionToken(0).slice(0, -1)}' || n, 'UTF8')), id, now(), now(),
      now() + interval '1 day'
    from seeded`);
  await database.query(
    `insert into deposit_transactions (
       id, user_id, amount, pay_amount, credited, provider, payment_id, status, created_at, updated_at)
     select deposit_id, id, $1, $1, $1, 'sandbox', 'bench-' || n, 'confirmed', now(), now() from seeded`,
    [balance],
  );
  await database.query(
    `insert into payments (id, provider, payment_id, order_id, user_id, asset, state, state_at, arrived, was_seen, credited,
       created_at, updated_at)
     select deposit_id, 'sandbox', 'bench-' || n, deposit_id, id, 'usdttrc20', 'finished', now(), $1, true, $1, now(), now()
     from seeded`,
    [balance],
  );
  await database.query(
    `insert into payment_bookings (id, payment, number, deposit_id, credited, set_aside, advanced, fee_booked, created_at)
     select deposit_id, deposit_id, 1, deposit_id, $1, 0, 0, 0, now() from seeded`,
    [balance],
  );
  await database.query(
    `with credit as (
       insert into ledger_transactions (kind, reference, created_at)
       select 'deposit_credited', deposit_id, now() from seeded returning id, reference)
     insert into ledger_entries (transaction_id, line, kind, account, amount, balance_after)
     select c.id, line.line, 'deposit_credited', line.account, line.amount, line.balance_after
     from credit c join seeded s on s.deposit_id = c.reference
     cross join lateral (values
       (0::smallint, 'custody:sandbox', -$1::numeric, null::numeric),
       (1::smallint, 'user:' || s.id, $1::numeric, $1::numeric)) as line (line, account, amount, balance_after)`,
    [balance],
  );
  await database.query("drop table seeded");
  await database.query("vacuum analyze");
}

/** Inserts a token for one live connection of each of the users 1 to `count`. Returns the tokens in that order. */
export async function seedWsTokens(database: Database, count: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, (_, n) => benchToken(n + 1));
  const hashes = (texts: string[]) => texts.map((text) => createHash("sha256").update(text).digest());
  await database.query(
    `insert into ws_tokens (token_hash, session_hash, expires_at)
     select *, now() + interval '1 day' from unnest($1::bytea[], $2::bytea[])`,
    [hashes(tokens), hashes(tokens.map((_, n) => sessionToken(n + 1)))],
  );
  return tokens;
}

/** SQL for the id of the user with that number. The yardstick uses the same ids. */
export const userId = (number: string): string =>
  `('00000000-0000-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`;

/** The token of a live connection, in the form of a real one. */
export const benchToken = (number: number): string => `bench-${number}-`.padEnd(43, "x");
