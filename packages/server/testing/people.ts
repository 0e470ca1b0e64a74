import { createHash, randomBytes } from "node:crypto";
import { v7 } from "uuid";
import type { Clock } from "../src/platform/clock.ts";
import type { Database } from "../src/platform/db/database.ts";
import { TestClient } from "./test-client.ts";

export type Person = TestClient & { user: { id: string; email: string } };

/**
 * Inserts any number of signed-in people with money into the database, with balanced books, for tests that are not about
 * registering. Nobody can log in as one of them.
 */
export async function seedPeople(
  app: { url: string; clock: Clock; database: Database },
  count: number,
  balance: string,
): Promise<Person[]> {
  const people = Array.from({ length: count }, () => {
    const id = v7();
    const token = randomBytes(32).toString("base64url");
    return {
      id,
      deposit: v7(),
      email: `${id}@example.com`,
      token,
      hash: createHash("sha256").update(token).digest("hex"),
    };
  });
  await app.database.query(SEED, [JSON.stringify(people), balance, new Date(app.clock.nowMs())]);
  return people.map(({ id, email, token }) => {
    const client = new TestClient(app.url);
    client.cookie = `session=${token}`;
    return Object.assign(client, { user: { id, email } });
  });
}

/** A hash in the product's form, so that a wrong password is only wrong. Its password is unknown. */
const NO_PASSWORD = `$argon2id$v=19$m=64,t=1,p=1$bm9ib2R5IGxvZ3MgaW4$${"A".repeat(43)}`;

const SEED = `
with person as materialized (
  select * from json_to_recordset($1::json) as p (id uuid, deposit uuid, email text, hash text)
),
made as (
  insert into users (id, email, password, balance, created_at)
  select id, email, '${NO_PASSWORD}', $2::numeric, $3::timestamptz from person
),
signed_in as (
  insert into sessions (id, token_hash, user_id, created_at, last_seen_at, expires_at)
  select gen_random_uuid(), decode(hash, 'hex'), id, $3::timestamptz, $3::timestamptz, $3::timestamptz + interval '30 days'
  from person
),
paid as (
  insert into deposit_transactions (
    id, user_id, amount, credited, provider, payment_id, status, created_at, updated_at)
  select deposit, id, $2::numeric, $2::numeric, 'sandbox', 'seed-' || deposit, 'confirmed', $3::timestamptz, $3::timestamptz
  from person where $2::numeric > 0
),
payment as (
  insert into payments (
    id, provider, payment_id, order_id, user_id, asset, state, state_at, arrived, was_seen, credited, created_at, updated_at)
  select deposit, 'sandbox', 'seed-' || deposit, deposit, id, 'usdttrc20', 'finished', $3::timestamptz, $2::numeric, true,
    $2::numeric, $3::timestamptz, $3::timestamptz
  from person where $2::numeric > 0
),
booking as (
  insert into payment_bookings (id, payment, number, deposit_id, credited, set_aside, advanced, fee_booked, created_at)
  select deposit, deposit, 1, deposit, $2::numeric, 0, 0, 0, $3::timestamptz from person where $2::numeric > 0
),
recorded as (
  insert into ledger_transactions (kind, reference, created_at)
  select 'deposit_credited', deposit, $3::timestamptz from person where $2::numeric > 0
  returning id, reference
)
insert into ledger_entries (transaction_id, line, kind, account, amount, balance_after)
select r.id, line.line, 'deposit_credited', line.account, line.amount, line.balance_after
from recorded r join person p on p.deposit = r.reference
cross join lateral (values
  (0::smallint, 'custody:sandbox', -$2::numeric, null::numeric),
  (1::smallint, 'user:' || p.id, $2::numeric, $2::numeric)
) as line (line, account, amount, balance_after)`;
