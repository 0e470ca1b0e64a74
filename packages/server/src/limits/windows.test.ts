import type { Limits } from "@veritick/contract/schemas/limits.ts";
import type { LimitKind } from "@veritick/domain/limits.ts";
import { describe, expect, it } from "vitest";
import { movableClock } from "../../testing/movable-clock.ts";
import { seedPeople } from "../../testing/people.ts";
import type { Person } from "../../testing/people.ts";
import { spareNoise } from "../../testing/remembered-noise.ts";
import { TestClient } from "../../testing/test-client.ts";
import { useApp } from "../../testing/use-app.ts";
import { dateOf } from "../platform/clock.ts";
import { renewWindows } from "./change-limits.ts";
import { findOwnLimits } from "./own-limits.ts";

/** The end of a Saturday in Paris. The next Sunday has 25 hours, and the month ends on the next Saturday. */
const SATURDAY_ENDS = Date.parse("2026-10-24T22:00:00Z");
spareNoise();
const scope = useApp({}, { clock: movableClock(SATURDAY_ENDS - 1000) });

const someone = async (): Promise<Person> => (await seedPeople(scope.app, 1, "100000"))[0]!;
const order = (who: TestClient, amount: string) =>
  who.post("/api/trading/positions", { type: "buy", amount, duration: 1 });
const codeOf = async (answer: ReturnType<typeof order>) => {
  const { status, body } = await answer;
  return (body.code as string | undefined) ?? status;
};
const set = async (who: TestClient, kind: LimitKind, amount: string | null) =>
  expect((await who.post("/api/limits", { kind, amount })).status).toBe(200);
const live = async (who: TestClient, timeZone: string) =>
  expect((await who.post("/api/limits/time-zone", { timeZone })).body.timeZone).toBe(timeZone);
const limitOf = async (who: TestClient, kind: LimitKind) =>
  (await who.get<Limits>("/api/limits")).body.limits.find((one) => one.kind === kind)!;
const used = async (who: TestClient, kind: LimitKind) => Number((await limitOf(who, kind)).used);
/** Returns a client of the same user at another process. */
const at = (url: string, who: TestClient) => Object.assign(new TestClient(url), { cookie: who.cookie });
const goTo = (instant: string) =>
  scope.app.clock.jump((Date.parse(instant) - scope.app.clock.nowMs()) / 1000);
const minutesOn = (minutes: number) => scope.app.clock.jump(minutes * 60);
const settle = async () => {
  minutesOn(2);
  await scope.settled();
};

describe("days, weeks and months of a time zone", () => {
  it("follow its clock, also when that changes, and apply to orders at once", async () => {
    const [daily, weekly, monthly, utc] = (await seedPeople(scope.app, 4, "100000")) as Person[];
    for (const person of [daily!, weekly!, monthly!]) await live(person, "Europe/Paris");
    await set(daily!, "stake", "5");
    await set(weekly!, "stake_week", "5");
    await set(monthly!, "stake_month", "5");
    await set(utc!, "stake", "5");
    const everybody = [daily!, weekly!, monthly!, utc!];
    const tryAll = async () => Promise.all(everybody.map((person) => codeOf(order(person, "5"))));

    expect(await tryAll()).toEqual([201, 201, 201, 201]);
    expect(await tryAll()).toEqual(Array.from({ length: 4 }, () => "stake_limit"));
    goTo("2026-10-24T22:00:00Z");
    expect(await tryAll()).toEqual([201, "stake_limit", "stake_limit", "stake_limit"]);
    expect((await limitOf(daily!, "stake")).ends).toBe("2026-10-25T23:00:00.000Z");
    goTo("2026-10-25T00:00:00Z");
    expect(await tryAll()).toEqual(["stake_limit", "stake_limit", "stake_limit", 201]);
    // The Sunday on which winter time begins is not over 24 hours after its midnight.
    goTo("2026-10-25T22:59:59Z");
    expect(await tryAll()).toEqual(["stake_limit", "stake_limit", "stake_limit", "stake_limit"]);
    goTo("2026-10-25T23:00:00Z");
    expect(await tryAll()).toEqual([201, 201, "stake_limit", "stake_limit"]);
    expect((await limitOf(weekly!, "stake_week")).ends).toBe("2026-11-01T23:00:00.000Z");
    goTo("2026-10-31T22:59:59Z");
    expect(await codeOf(order(monthly!, "5"))).toBe("stake_limit");
    goTo("2026-10-31T23:00:00Z");
    expect(await tryAll()).toEqual([201, "stake_limit", 201, 201]);
    expect(await used(daily!, "stake_month")).toBe(5);
    expect(await used(daily!, "stake_week")).toBe(10);
  });

  it("neither restart nor get shorter by a change of zone", async () => {
    const person = await someone();
    await live(person, "Europe/Paris");
    await set(person, "loss", "10");
    expect(await codeOf(order(person, "10"))).toBe(201);
    // The next day has already begun in Tokyo.
    for (const zone of ["Asia/Tokyo", "Pacific/Kiritimati", "America/Los_Angeles", "Asia/Tokyo"]) {
      await live(person, zone);
      expect(await codeOf(order(person, "0.01"))).toBe("loss_limit");
      expect(await used(person, "loss")).toBe(10);
      expect((await limitOf(person, "loss")).ends).toBe("2026-11-01T23:00:00.000Z");
    }
    goTo("2026-11-01T23:00:00Z");
    expect(await codeOf(order(person, "10"))).toBe(201);
    // Midnight in Tokyo comes after 16 hours, which is too early, so the window ends at the next one.
    goTo("2026-11-02T23:00:00Z");
    expect(await codeOf(order(person, "0.01"))).toBe("loss_limit");
    expect((await limitOf(person, "loss")).ends).toBe("2026-11-03T15:00:00.000Z");
    goTo("2026-11-03T15:00:00Z");
    expect(await codeOf(order(person, "10"))).toBe(201);
    expect((await limitOf(person, "loss")).ends).toBe("2026-11-04T15:00:00.000Z");
  });
});

describe("of several limits", () => {
  it("applies the lowest to simultaneous orders on two processes, and the refusal names its period", async () => {
    const second = await scope.start();
    const tightest: [LimitKind, RegExp][] = [
      ["stake", /daily stake limit .* 0\.00 USDMS left for today/],
      ["stake_week", /weekly stake limit .* 0\.00 USDMS left for this week/],
      ["stake_month", /monthly stake limit .* 0\.00 USDMS left for this month/],
      ["loss", /daily loss limit.* 0\.00 USDMS left for today/],
      ["loss_week", /weekly loss limit.* 0\.00 USDMS left for this week/],
      ["loss_month", /monthly loss limit.* 0\.00 USDMS left for this month/],
      ["open_positions", /reached your limit of open positions/],
    ];
    for (const [lowest, words] of tightest) {
      const person = await someone();
      for (const [kind] of tightest) await set(person, kind, kind === lowest ? "3" : "5");
      const answers = await Promise.all(
        [scope.app.url, second.url].flatMap((url) =>
          Array.from({ length: 8 }, () => order(at(url, person), "1")),
        ),
      );
      const refused = answers.filter(({ status }) => status !== 201);
      expect([lowest, answers.length - refused.length]).toEqual([lowest, 3]);
      for (const { status, body } of refused) {
        expect([status, body.code]).toEqual([
          409,
          lowest === "open_positions" ? "open_positions_limit" : `${lowest.split("_")[0]}_limit`,
        ]);
        expect(body.message).toMatch(words);
      }
      expect(await person.balance()).toBe("99997.00000000");
    }
  });

  it("applies the lowest while a day and a week end during orders on two processes", async () => {
    const second = await scope.start();
    const urls = [scope.app.url, second.url];
    const person = await someone();
    await live(person, "Europe/Paris");
    await set(person, "stake", "2");
    await set(person, "stake_week", "3");
    await set(person, "stake_month", "6");
    const many = async () => {
      const answers = await Promise.all(
        urls.flatMap((url) => Array.from({ length: 6 }, () => order(at(url, person), "1"))),
      );
      const codes = new Set(answers.filter(({ status }) => status !== 201).map(({ body }) => body.code));
      return [answers.filter(({ status }) => status === 201).length, ...codes];
    };
    // The times are the last second of a Sunday, and the first of a Monday, a Tuesday and a Wednesday.
    goTo("2026-11-08T22:59:59Z");
    expect(await many()).toEqual([2, "stake_limit"]);
    goTo("2026-11-08T23:00:00Z");
    expect(await many()).toEqual([2, "stake_limit"]);
    goTo("2026-11-09T23:00:00Z");
    expect(await many()).toEqual([1, "stake_limit"]);
    goTo("2026-11-10T23:00:00Z");
    expect(await many()).toEqual([0, "stake_limit"]);
    expect([await used(person, "stake_week"), await used(person, "stake_month")]).toEqual([3, 5]);
    expect(await scope.app.checkLedger()).toEqual([]);
  });

  it("applies those on one stake and on deposits, too", async () => {
    const person = await someone();
    await set(person, "largest_stake", "2.5");
    const passed = await order(person, "2.51");
    expect(passed).toMatchObject({ status: 409, body: { code: "largest_stake_limit", field: "amount" } });
    expect(passed.body.message).toMatch(/stake 2\.50 USDMS at most/);
    expect(await codeOf(order(person, "2.5"))).toBe(201);

    const [saver] = (await seedPeople(scope.app, 1, "0")) as [Person];
    await set(saver, "deposit", "100");
    await set(saver, "deposit_month", "60");
    await set(saver, "deposit_week", "80");
    const deposit = (amount: number) => saver.post("/api/deposits", { amount });
    expect((await deposit(61)).body.message).toMatch(/monthly deposit limit .* 60\.00 USDMS this month/);
    expect((await deposit(50)).status).toBe(201);
    expect((await deposit(15)).body.message).toMatch(/monthly deposit limit .* another deposit this month/);
  });
});

it("ends a session at its limit, until 15 minutes pass without an open position", async () => {
  const person = await someone();
  await set(person, "session", "30");
  expect(await codeOf(order(person, "1"))).toBe(201);
  const began = scope.app.clock.nowMs();
  // The last position expires in a little over a minute. A quarter of an hour later the session would have rested.
  for (const minutes of [14, 14]) {
    minutesOn(minutes);
    expect(await codeOf(order(person, "1"))).toBe(201);
  }
  expect(await used(person, "session")).toBe(28);
  scope.app.clock.jump(30 * 60 - (scope.app.clock.nowMs() - began) / 1000);
  const over = await order(person, "1");
  expect(over).toMatchObject({ status: 409, body: { code: "session_limit" } });
  const { restUntil } = (await person.get<Limits>("/api/limits")).body;
  const rests = (Date.parse(restUntil!) - scope.app.clock.nowMs()) / 60_000;
  expect(rests).toBeGreaterThan(13.9);
  expect(rests).toBeLessThan(14.2);
  // Another request does not prolong the rest.
  scope.app.clock.jump(Math.ceil(rests * 60) - 1);
  expect((await order(person, "1")).body.code).toBe("session_limit");
  scope.app.clock.jump(1);
  expect(await used(person, "session")).toBe(0);
  expect(await codeOf(order(person, "1"))).toBe(201);
  expect((await person.get<Limits>("/api/limits")).body.restUntil).toBeNull();
});

it("begins a raise once, and its wait once, if two devices ask for it", async () => {
  const second = await scope.start();
  const person = await someone();
  await set(person, "loss_week", "10");
  const asked = scope.app.clock.nowMs();
  const ask = (url: string) =>
    at(url, person).post<Limits>("/api/limits", { kind: "loss_week", amount: "20" });
  const first = await Promise.all([scope.app.url, second.url].map(ask));
  minutesOn(60);
  const later = await ask(second.url);
  const from = new Date(asked + 24 * 3_600_000).toISOString();
  for (const { status, body } of [...first, later]) {
    expect(status).toBe(200);
    const limit = body.limits.find(({ kind }) => kind === "loss_week");
    expect(limit).toMatchObject({ amount: "10.00000000", next: { amount: "20.00000000", from } });
  }
  const { rows } = await scope.app.database.query(
    "select limits_set, raised_at from user_limits where user_id = $1",
    [person.user.id],
  );
  expect(rows).toEqual([{ limits_set: 2, raised_at: new Date(asked) }]);
  goTo(new Date(asked + 24 * 3_600_000 - 1000).toISOString());
  expect(await codeOf(order(person, "10.01"))).toBe("loss_limit");
  scope.app.clock.jump(1);
  expect(await limitOf(person, "loss_week")).toMatchObject({ amount: "20.00000000", next: null });
});

it("counts the same again from scratch, and the same as the ledger", async () => {
  const person = await someone();
  await set(person, "loss_month", "5000");
  const renew = () => renewWindows(scope.app, person.user.id);
  const figures = async () =>
    Promise.all(
      (["stake", "loss", "stake_week", "loss_week", "loss_month"] as const).map((kind) => used(person, kind)),
    );
  const countedTo = async () =>
    (
      await scope.app.database.query("select counted_to from user_limits where user_id = $1", [
        person.user.id,
      ])
    ).rows[0].counted_to as string;
  const seen = new Set<string>();
  for (const round of [1, 2, 3, 4]) {
    await order(person, String(round));
    await order(person, "7");
    if (round === 2)
      goTo(new Date(Math.ceil(scope.app.clock.nowMs() / 86_400_000) * 86_400_000 - 1000).toISOString());
    if (round % 2 === 1) await settle();
    const before = await figures();
    await Promise.all([renew(), renew()]);
    expect(await figures()).toEqual(before);
    seen.add(await countedTo());
  }
  expect(seen.size).toBeGreaterThan(2);
  await settle();
  const { rows } = await scope.app.database.query(
    `select -sum(e.amount)::float8 as loss from ledger_entries e
     where e.account = $1 and e.kind in ('position_opened', 'position_won')`,
    [`user:${person.user.id}`],
  );
  expect(await used(person, "loss_month")).toBeCloseTo(rows[0].loss, 8);
  await renew();
  expect(await used(person, "loss_month")).toBeCloseTo(rows[0].loss, 8);
});

it("adds up a user's many finished positions once, so that later orders add up few", async () => {
  const person = await someone();
  await set(person, "stake_month", "500");
  await order(person, "1");
  await settle();
  const { database } = scope.app;
  // These are more positions than one order should add up.
  await database.query(
    `insert into trading_positions
     select (jsonb_populate_record(t, jsonb_build_object('id', overlay(t.id::text placing lpad(n::text, 8, '0') from 29)))).*
     from trading_positions t, generate_series(1, 210) n where t.user_id = $1`,
    [person.user.id],
  );
  minutesOn(5);
  const counted = async () =>
    (
      await database.query("select month_staked::float8 as staked from user_limits where user_id = $1", [
        person.user.id,
      ])
    ).rows[0].staked as number;
  expect([await counted(), await codeOf(order(person, "290"))]).toEqual([0, "stake_limit"]);
  expect(await counted()).toBe(0);
  expect(await codeOf(order(person, "1"))).toBe(201);
  expect(await counted()).toBe(211);
  expect(await used(person, "stake_month")).toBe(212);
  expect(await codeOf(order(person, "289"))).toBe("stake_limit");
  expect(await codeOf(order(person, "288"))).toBe(201);
});

it("reads limits with plans that PostgreSQL keeps, also if a user has many positions", async () => {
  const person = await someone();
  await order(person, "1");
  await settle();
  const { database, clock } = scope.app;
  const connection = await database.connect();
  try {
    await connection.query("begin");
    await connection.query(
      `insert into trading_positions
       select (jsonb_populate_record(t, jsonb_build_object('id', overlay(t.id::text placing lpad(n::text, 8, '0') from 29)))).*
       from trading_positions t, generate_series(1, 2000) n where t.user_id = $1`,
      [person.user.id],
    );
    await connection.query("analyze trading_positions");
    minutesOn(24 * 60);
    const plansOf = async () =>
      (
        await connection.query(
          `select custom_plans::integer as remade, generic_plans::integer as kept from pg_prepared_statements
           where name in ('find_own_limits', 'count_own_windows')`,
        )
      ).rows;
    for (let call = 0; call < 6; call += 1) await findOwnLimits(connection, person.user.id, dateOf(clock));
    const before = await plansOf();
    await findOwnLimits(connection, person.user.id, dateOf(clock));
    expect(await plansOf()).toEqual(before.map(({ remade, kept }) => ({ remade, kept: kept + 1 })));
    expect(before).toHaveLength(2);
  } finally {
    await connection.query("rollback");
    connection.release(true);
  }
});
