import type { Deposit } from "@veritick/contract/schemas/payments.ts";
import { describe, expect, it } from "vitest";
import { seedPeople } from "../../../testing/people.ts";
import type { Person } from "../../../testing/people.ts";
import { spareNoise } from "../../../testing/remembered-noise.ts";
import { TestClient } from "../../../testing/test-client.ts";
import { usePayingApp } from "../../../testing/use-paying-app.ts";
import { loseAnswer } from "../../../testing/lost-answers.ts";

spareNoise();
const SETTINGS = {
  TRUSTED_PROXIES: "loopback",
  LIMIT_DEPOSITS_PER_USER: "4",
  LIMIT_DEPOSITS_PER_ADDRESS: "5",
};
const { fake, scope, person, pass } = await usePayingApp(SETTINGS);

let places = 0;
/** Returns an address that no other test uses. */
const newAddress = () => `192.0.2.${(places += 1)}`;
const deposit = (client: TestClient, address: string) =>
  client.post("/api/deposits", { amount: "20" }, { "x-forwarded-for": address });
const deposits = async (client: TestClient, address: string, count: number) => {
  const answers = [];
  for (let n = 0; n < count; n += 1) answers.push(await deposit(client, address));
  return answers.map(({ status, body }) => (status === 201 ? "begun" : body.code));
};
const begun = (count: number) => Array.from({ length: count }, () => "begun");

/** Strangers without money begin as many deposits at an address as it allows. */
async function useUp(address: string): Promise<Person> {
  const strangers = await seedPeople(scope.app, 2, "0");
  for (const stranger of strangers) await deposits(stranger, address, 4);
  const third = await person();
  expect(await deposits(third, address, 2)).toEqual(["begun", "too_many_deposits"]);
  return third;
}

describe("the limits of deposits", () => {
  it("hold for one user, at any address, for a day", async () => {
    const one = await person();
    expect(await deposits(one, newAddress(), 3)).toEqual(begun(3));
    const place = newAddress();
    expect(await deposits(one, place, 1)).toEqual(begun(1));
    const refused = await deposit(one, place);
    expect(refused).toMatchObject({ status: 429, body: { code: "too_many_deposits" } });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(80_000);
    await pass(86_400);
    expect(await deposits(one, place, 1)).toEqual(begun(1));
  });

  it("hold for the strangers at one address together, but for no other address", async () => {
    const place = newAddress();
    const stranger = await useUp(place);
    expect(await deposits(stranger, newAddress(), 1)).toEqual(begun(1));
    await pass(86_400);
    expect(await deposits(stranger, place, 2)).toEqual(begun(2));
  });

  it("hold exactly for requests at the same moment, of one user and at one address", async () => {
    const other = await scope.start({ environment: { ...fake.environment(), ...SETTINGS } });
    const through = (client: Person, n: number) =>
      n % 2 === 0 ? client : Object.assign(new TestClient(other.url), { cookie: client.cookie });
    const codesOf = async (clients: Person[], address: string) => {
      const answers = await Promise.all(clients.map((client, n) => deposit(through(client, n), address)));
      return answers.map(({ status, body }) => (status === 201 ? "begun" : (body.code as string)));
    };
    const one = await person();
    // More calls than a user's queue takes at once are refused, and then tried again.
    const codes: string[] = [];
    while (!codes.includes("too_many_deposits"))
      codes.push(
        ...(await codesOf(
          Array.from({ length: 8 }, () => one),
          newAddress(),
        )),
      );
    expect(codes.filter((code) => code === "begun")).toHaveLength(4);

    const strangers = await seedPeople(scope.app, 9, "0");
    await Promise.all(strangers.map((stranger) => deposit(stranger, newAddress())));
    const together = await codesOf(strangers, newAddress());
    expect(together.toSorted()).toEqual([
      ...begun(5),
      ...Array.from({ length: 4 }, () => "too_many_deposits"),
    ]);
  });
});

describe("strangers at an address stop no deposit", () => {
  it("of somebody who has paid before", async () => {
    const place = newAddress();
    const [customer] = (await seedPeople(scope.app, 1, "50")) as [Person];
    await useUp(place);
    expect(await deposits(customer, place, 5)).toEqual([...begun(4), "too_many_deposits"]);
  });

  it("of somebody at a place known to them, once their account is a day old", async () => {
    const [home, cafe] = [newAddress(), newAddress()];
    const register = async (address: string) => {
      const client = new TestClient(scope.app.url);
      const email = `known-${address}@example.com`;
      const headers = { "x-forwarded-for": address };
      const answer = await client.post("/api/auth/register", { email, password: "secret-1" }, headers);
      expect(answer.status).toBe(201);
      const device = answer.headers.getSetCookie().find((cookie) => cookie.startsWith("device="))!;
      return [client, client.cookie, `${client.cookie}; ${device.split(";")[0]}`] as const;
    };
    const [customer, withoutDevice, withDevice] = await register(home);
    customer.cookie = withDevice;
    await useUp(cafe);
    expect(await deposits(customer, cafe, 2)).toEqual(["begun", "too_many_deposits"]);
    await pass(86_400);
    for (const place of [home, cafe]) await useUp(place);
    // Its device is known at the café, and its address at home.
    expect(await deposits(customer, cafe, 2)).toEqual(begun(2));
    customer.cookie = withoutDevice;
    expect(await deposits(customer, cafe, 1)).toEqual(["too_many_deposits"]);
    expect(await deposits(customer, home, 2)).toEqual(begun(2));
  });

  it("that is the first of an account in 24 hours", async () => {
    const place = newAddress();
    await useUp(place);
    expect(await deposits(await person(), place, 1)).toEqual(begun(1));
  });
});

describe("a try that begins no deposit counts nowhere", () => {
  it("where it is refused", async () => {
    const place = newAddress();
    const [one, two] = [await person(), await person()];
    await deposits(one, place, 1);
    await scope.app.database.query(
      `with payment as (
         insert into payments (id, provider, user_id, state_at, created_at, updated_at)
         select gen_random_uuid(), 'nowpayments', $1, $2, $2, $2 from generate_series(1, 19) returning id)
       insert into deposit_transactions (id, user_id, amount, provider, created_at, updated_at)
       select id, $1, 20, 'nowpayments', $2, $2 from payment`,
      [one.user.id, new Date(scope.app.clock.nowMs())],
    );
    const codes = await deposits(one, place, 101);
    expect(new Set(codes)).toEqual(new Set(["too_many_open_deposits"]));
    const tooSmall = await one.post("/api/deposits", { amount: "15" }, { "x-forwarded-for": place });
    expect(tooSmall.body.code).toBe("too_many_open_deposits");
    await scope.app.database.query(
      "update deposit_transactions set status = 'failed', failure_reason = 'expired' where user_id = $1",
      [one.user.id],
    );
    expect(await deposits(one, place, 4)).toEqual([...begun(3), "too_many_deposits"]);
    expect(await deposits(two, place, 4)).toEqual([...begun(3), "too_many_deposits"]);
  });

  it("where the provider fails for an hour", async () => {
    const place = newAddress();
    const [one, two] = [await person(), await person()];
    expect(await deposits(one, place, 1)).toEqual(begun(1));
    fake.fail("createPayment", "500", 1_000);
    const codes = [];
    for (let minutes = 0; minutes < 60; minutes += 5) {
      codes.push(...(await deposits(one, place, 9)));
      scope.app.clock.jump(300);
    }
    expect(codes).toEqual(Array.from({ length: 108 }, () => "provider_unavailable"));
    fake.clearFaults();
    expect(await deposits(one, place, 4)).toEqual([...begun(3), "too_many_deposits"]);
    // Its first deposit does not count at the address, which has three of the other user.
    expect(await deposits(two, place, 4)).toEqual([...begun(3), "too_many_deposits"]);
  });

  it("where the provider refuses, or the process dies before its answer", async () => {
    const place = newAddress();
    const one = await person();
    fake.fail("createPayment", { refuse: "CURRENCY_UNAVAILABLE", status: 400 });
    expect(await deposits(one, place, 4)).toEqual(["provider_unavailable", ...begun(3)]);
    for (const { id } of (await one.get<Deposit[]>("/api/deposits")).body)
      await loseAnswer(scope.app.database, id);
    await pass(601);
    expect(await deposits(one, place, 5)).toEqual([...begun(4), "too_many_deposits"]);
  });

  it("but a user makes the provider fail ten times a minute at most", async () => {
    const one = await person();
    const place = newAddress();
    fake.fail("createPayment", "500", 1_000);
    const codes = await deposits(one, place, 11);
    expect(codes).toEqual([...Array.from({ length: 10 }, () => "provider_unavailable"), "too_many_requests"]);
    expect(Number((await deposit(one, place)).headers.get("retry-after"))).toBeLessThanOrEqual(60);
    fake.clearFaults();
    scope.app.clock.advance(60);
    expect(await deposits(one, place, 4)).toEqual(begun(4));
  });
});
