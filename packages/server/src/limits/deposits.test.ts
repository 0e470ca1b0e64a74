import type { Limits } from "@veritick/contract/schemas/limits.ts";
import { expect, it } from "vitest";
import { seedPeople } from "../../testing/people.ts";
import type { Person } from "../../testing/people.ts";
import { spareNoise } from "../../testing/remembered-noise.ts";
import { TestClient } from "../../testing/test-client.ts";
import { useApp } from "../../testing/use-app.ts";
import { seedAdmin } from "../../testing/withdrawals.ts";

spareNoise();
const scope = useApp();
const HOUR = 3_600;

const someone = async (): Promise<Person> => (await seedPeople(scope.app, 1, "0"))[0]!;
const deposit = (who: TestClient, amount: number, key?: string) =>
  who.post("/api/deposits", { amount }, key === undefined ? {} : { "idempotency-key": key });
const limit = (who: TestClient, amount: string | null) =>
  who.post("/api/limits", { kind: "deposit", amount });
const used = async (who: TestClient) => (await who.get<Limits>("/api/limits")).body.limits[0]!.used;

it("counts today's deposits that did not fail, and names the amount left", async () => {
  const [person, admin] = [await someone(), await seedAdmin(scope.app)];
  const first = await deposit(person, 40, "key");
  await limit(person, "100");
  const passed = await deposit(person, 60.01);
  expect(passed).toMatchObject({ status: 409, body: { code: "deposit_limit", field: "amount" } });
  expect(passed.body.message).toMatch(/still deposit 60\.00 USDMS/);
  expect((await deposit(person, 60)).status).toBe(201);
  expect(await used(person)).toBe("100.00000000");
  // Repeating the first call makes no new deposit.
  expect((await deposit(person, 40, "key")).body).toEqual(first.body);
  // The minimum is checked before the limit.
  expect((await deposit(person, 1)).body.code).toBe("deposit_minimum");
  const reached = await deposit(person, 15);
  expect(reached).toMatchObject({ status: 409, body: { code: "deposit_limit_reached", field: "amount" } });
  expect(reached.body.message).toMatch(/the smallest deposit is 15 USDMS/);

  await admin.post(`/api/admin/deposits/${first.body.id}/reject`);
  expect(await used(person)).toBe("60.00000000");
  expect((await deposit(person, 40)).status).toBe(201);
  scope.app.clock.jump(24 * HOUR - ((scope.app.clock.nowMs() / 1000) % (24 * HOUR)));
  expect(await used(person)).toBe("0.00000000");
  expect((await deposit(person, 100)).status).toBe(201);
});

it("names the smallest deposit if exactly that is left, and no amount if less is", async () => {
  const person = await someone();
  await limit(person, "15");
  expect((await deposit(person, 15.01)).body.message).toMatch(/still deposit 15\.00 USDMS/);
  await limit(person, "14.99");
  expect((await deposit(person, 15)).body.code).toBe("deposit_limit_reached");
});

it("counts the credited amount if it exceeds the request, and expired payments that may still arrive", async () => {
  const person = await someone();
  await limit(person, "110");
  const [more, expired] = [(await deposit(person, 15)).body.id, (await deposit(person, 20)).body.id];
  const change = (id: string, what: string) =>
    scope.app.database.query(`update deposit_transactions set ${what} where id = $1`, [id]);
  const isRead = (id: string, at: string) =>
    scope.app.database.query(`update payments set next_poll_at = ${at} where id = $1`, [id]);
  await change(more, "status = 'confirmed', credited = 70");
  await isRead(more, "null");
  await change(expired, "status = 'failed', failure_reason = 'expired'");
  await isRead(expired, "created_at + interval '1 day'");
  expect(await used(person)).toBe("90.00000000");
  expect((await deposit(person, 20.01)).body.code).toBe("deposit_limit");
  await isRead(expired, "null");
  expect(await used(person)).toBe("70.00000000");
  await change(more, "credited = 12");
  expect(await used(person)).toBe("15.00000000");
});

it("never exceeds the limit with many deposits at once on two processes", async () => {
  const [second, person] = [await scope.start(), await someone()];
  await limit(person, "50");
  const urls = [scope.app.url, second.url];
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      deposit(Object.assign(new TestClient(urls[n % 2]!), { cookie: person.cookie }), 20),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    201, 201, 409, 409, 409, 409, 409, 409,
  ]);
  expect(await used(person)).toBe("40.00000000");
});

it("credits a payment that was on its way when the user paused or tightened the limit", async () => {
  const person = await someone();
  await deposit(person, 40);
  await limit(person, "20");
  await person.post("/api/limits/pause", { kind: "self_exclusion", length: 6 });
  const refused = await deposit(person, 20);
  expect(refused).toMatchObject({ status: 403, body: { code: "paused" } });
  await scope.pass(8);
  expect(await person.balance()).toBe("40.00000000");
});
