import { expect, it } from "vitest";
import { seedPeople } from "../../../testing/people.ts";
import type { Person } from "../../../testing/people.ts";
import { spareNoise } from "../../../testing/remembered-noise.ts";
import { useApp } from "../../../testing/use-app.ts";

spareNoise();
const scope = useApp({
  TRUSTED_PROXIES: "loopback",
  LIMIT_DEPOSITS_PER_USER: "3",
  LIMIT_DEPOSITS_PER_ADDRESS: "5",
});

const deposit = (person: Person, address: string) =>
  person.post("/api/deposits", { amount: "20" }, { "x-forwarded-for": address });

it("limits the deposits that one user and one address can begin in a day", async () => {
  const [one, two, three] = (await seedPeople(scope.app, 3, "0")) as [Person, Person, Person];
  for (let n = 0; n < 3; n += 1) expect((await deposit(one, "192.0.2.1")).status).toBe(201);
  const refused = await deposit(one, "192.0.2.9");
  expect(refused).toMatchObject({ status: 429, body: { code: "too_many_deposits" } });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(80_000);

  for (let n = 0; n < 2; n += 1) expect((await deposit(two, "192.0.2.1")).status).toBe(201);
  expect((await deposit(two, "192.0.2.1")).body.code).toBe("too_many_deposits");
  expect((await deposit(three, "192.0.2.1")).body.code).toBe("too_many_deposits");
  expect((await deposit(three, "192.0.2.2")).status).toBe(201);

  scope.app.clock.jump(86_400);
  await scope.app.settled();
  expect((await deposit(one, "192.0.2.1")).status).toBe(201);
});
