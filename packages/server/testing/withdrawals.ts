import { createHash, randomUUID } from "node:crypto";
import { tronAddressFrom } from "@veritick/domain/addresses.ts";
import type { Role } from "@veritick/contract/roles.ts";
import { seedPeople } from "./people.ts";
import type { Person } from "./people.ts";
import type { TestApp } from "./test-app.ts";
import type { TestClient } from "./test-client.ts";

export const CODE = "40217";

/** Returns a well-formed address that belongs to nobody. */
export const someAddress = (): string =>
  tronAddressFrom(createHash("sha256").update(randomUUID()).digest().subarray(0, 20));

/** Ends the pause of withdrawals after a change of the account. */
export async function endHolds(
  app: Pick<TestApp, "database">,
  people: readonly { user: { id: string } }[],
): Promise<void> {
  const ids = people.map(({ user }) => user.id);
  await app.database.query("update users set withdrawals_held_until = null where id = any ($1)", [ids]);
}

/** Makes the address of the tests a place that people have known for so many hours. */
export async function knowPlace(
  app: Pick<TestApp, "clock" | "database">,
  ids: readonly string[],
  hours: number,
): Promise<void> {
  await app.database.query(
    `insert into known_places (user_id, place, first_used_at, last_used_at)
     select id, 'address/127.0.0.1', $2::timestamptz - make_interval(hours => $3), $2 from unnest($1::uuid[]) as person (id)
     on conflict (user_id, place) do update set first_used_at = excluded.first_used_at`,
    [ids, new Date(app.clock.nowMs()), hours],
  );
}

/** Makes signed-in people with money and the withdrawal code `CODE`, set long enough ago. */
export async function withdrawingPeople(app: TestApp, count: number, balance: string): Promise<Person[]> {
  const people = await seedPeople(app, count, balance);
  await Promise.all(
    people.map(async (person) => {
      const { status } = await person.post("/api/profile/create-withdrawal-code", { code: CODE });
      if (status !== 200) throw new Error(`setting a withdrawal code answered ${status}`);
    }),
  );
  await endHolds(app, people);
  return people;
}

/** Makes a signed-in administrator, or a person with a lesser role. */
export async function seedAdmin(app: TestApp, role: Role = "administrator"): Promise<Person> {
  const admin = (await seedPeople(app, 1, "0"))[0]!;
  await app.database.query("update users set is_admin = $2, staff_role = $3 where id = $1", [
    admin.user.id,
    role === "administrator",
    role === "administrator" ? null : role,
  ]);
  // With real money, an administrator needs a second factor.
  await app.database.query(
    `insert into two_step (user_id, secret, enabled_at, created_at)
     select $1, '', now(), now() from kept_values where name = 'payment-provider' and value = 'nowpayments'`,
    [admin.user.id],
  );
  return admin;
}

export function withdraw(
  client: TestClient,
  changes: Record<string, unknown> = {},
  headers: Record<string, string> = {},
) {
  const body = { amount: "100", address: someAddress(), withdrawalCode: CODE, ...changes };
  return client.post("/api/withdrawals", body, headers);
}
