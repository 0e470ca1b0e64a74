import type { Limits } from "@veritick/contract/schemas/limits.ts";
import pg from "pg";
import { describe, expect, it, vi } from "vitest";
import { hold, holdUser, untilBlocked, untilTried } from "../../testing/held-rows.ts";
import { seedPeople } from "../../testing/people.ts";
import type { Person } from "../../testing/people.ts";
import { spareNoise } from "../../testing/remembered-noise.ts";
import { TestClient } from "../../testing/test-client.ts";
import { parsePriceMilli } from "@veritick/domain/price.ts";
import { closeAll } from "../../testing/end-price.ts";
import { useApp } from "../../testing/use-app.ts";
import { withdraw, withdrawingPeople } from "../../testing/withdrawals.ts";

spareNoise();
const scope = useApp();
const HOUR = 3_600;

const someone = async (): Promise<Person> => (await seedPeople(scope.app, 1, "1000"))[0]!;
const order = (who: TestClient, amount: string, key?: string) =>
  who.post(
    "/api/trading/positions",
    { type: "buy", amount, duration: 1 },
    key === undefined ? {} : { "idempotency-key": key },
  );
const set = async (who: TestClient, kind: string, amount: string | null) =>
  expect((await who.post("/api/limits", { kind, amount })).status).toBe(200);
const pause = (who: TestClient) => who.post("/api/limits/pause", { kind: "time_out", length: 1 });
const used = async (who: TestClient) => {
  const { limits } = (await who.get<Limits>("/api/limits")).body;
  return Object.fromEntries(limits.map((limit) => [limit.kind, Number(limit.used)]));
};
const countOf = async (who: Person) =>
  (await scope.app.database.query("select from trading_positions where user_id = $1", [who.user.id]))
    .rowCount;
/** Returns a client of the same user at another process. */
const at = (url: string, who: TestClient) => Object.assign(new TestClient(url), { cookie: who.cookie });

/** Makes the open positions win or lose, regardless of the price. */
async function settleAs(result: "won" | "lost", who: Person): Promise<void> {
  await scope.app.database.query(
    "update trading_positions set barrier_price = $2 where user_id = $1 and status = 'active'",
    [who.user.id, result === "won" ? "1" : "9000"],
  );
  // An order enters at the end of its block, up to two seconds after it was opened.
  scope.app.clock.jump(62);
  await scope.settled();
}

/** Moves the clock to the next midnight (UTC), minus `less` seconds. */
const toMidnight = (less = 0) =>
  scope.app.clock.jump(24 * HOUR - ((scope.app.clock.nowMs() / 1000) % (24 * HOUR)) - less);

describe("a limit on stakes", () => {
  it("counts the day's stakes, can be reached to the cent, and names the amount left", async () => {
    const person = await someone();
    expect((await order(person, "4")).status).toBe(201);
    await set(person, "stake", "10");
    const passed = await order(person, "6.01");
    expect(passed).toMatchObject({ status: 409, body: { code: "stake_limit", field: "amount" } });
    expect(passed.body.message).toBe(
      "This is more than your daily stake limit allows. You have 6.00 USDMS left for today.",
    );
    expect(await person.balance()).toBe("996.00000000");
    expect((await order(person, "6")).status).toBe(201);
    expect((await order(person, "0.01")).body.message).toMatch(/You have 0\.00 USDMS left/);
    expect(await used(person)).toMatchObject({ stake: 10, loss: 10 });
    // A limit tightened below the day's stakes leaves zero, never a negative amount.
    await set(person, "stake", "3");
    expect((await order(person, "0.01")).body.message).toMatch(/You have 0\.00 USDMS left/);
  });

  it("is never exceeded by many orders at once, on one process or two", async () => {
    const second = await scope.start();
    for (const servers of [[scope.app.url], [scope.app.url, second.url]]) {
      const person = await someone();
      await set(person, "stake", "3");
      const answers = await Promise.all(
        servers.flatMap((url) => Array.from({ length: 8 }, () => order(at(url, person), "1"))),
      );
      const refused = answers.filter(({ status }) => status !== 201);
      expect(answers.length - refused.length).toBe(3);
      expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(["stake_limit"]));
      expect([await countOf(person), await person.balance()]).toEqual([3, "997.00000000"]);
    }
  });

  it("starts again at midnight, in UTC by default, and a waiting change applies to the second", async () => {
    const person = await someone();
    await set(person, "stake", "5");
    toMidnight(1);
    expect((await order(person, "5")).status).toBe(201);
    expect((await order(person, "1")).body.code).toBe("stake_limit");
    scope.app.clock.jump(1);
    expect(await used(person)).toMatchObject({ stake: 0, loss: 0 });
    expect((await order(person, "5")).status).toBe(201);
    expect(await used(person)).toMatchObject({ stake: 5 });
    await set(person, "stake", "6");
    scope.app.clock.jump(24 * HOUR - 1);
    expect((await order(person, "5.01")).body.code).toBe("stake_limit");
    scope.app.clock.jump(1);
    expect((await order(person, "6.01")).body.code).toBe("stake_limit");
    expect((await order(person, "6")).status).toBe(201);
  });

  it("answers a repeated idempotency key as before, even once it is reached", async () => {
    const person = await someone();
    await set(person, "stake", "5");
    const first = await order(person, "5", "key");
    expect((await order(person, "5", "another")).body.code).toBe("stake_limit");
    await pause(person);
    const again = await order(person, "5", "key");
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
  });
});

describe("a limit on losses", () => {
  it("counts open stakes as lost; returns make room, but not under a limit on stakes", async () => {
    const person = await someone();
    await set(person, "loss", "10");
    expect((await order(person, "10")).status).toBe(201);
    const passed = await order(person, "0.01");
    expect(passed).toMatchObject({ status: 409, body: { code: "loss_limit", field: "amount" } });
    expect(passed.body.message).toMatch(/You have 0\.00 USDMS left/);
    await settleAs("lost", person);
    expect((await order(person, "0.01")).body.code).toBe("loss_limit");
    await set(person, "loss", null);
    scope.app.clock.jump(24 * HOUR);

    await set(person, "loss", "10");
    await set(person, "stake", "20");
    await order(person, "2");
    await settleAs("won", person);
    // The user staked 2 and got back 7: a gain of 5.
    expect(await used(person)).toMatchObject({
      stake: 2,
      loss: -5,
      stake_week: 12,
      loss_week: 5,
      loss_month: 5,
    });
    expect((await order(person, "15.01")).body.code).toBe("loss_limit");
    expect((await order(person, "15")).status).toBe(201);
    await settleAs("won", person);
    expect((await order(person, "3.01")).body.code).toBe("stake_limit");
    expect((await order(person, "3")).status).toBe(201);
  });

  it("makes no room for a returned stake of an earlier day, only for its profit", async () => {
    const person = await someone();
    await set(person, "loss", "10");
    toMidnight(30);
    await order(person, "10");
    await settleAs("won", person);
    expect(await used(person)).toMatchObject({ stake: 0, loss: -25 });

    const other = await someone();
    toMidnight(30);
    await order(other, "4");
    const nextDay = new Date(scope.app.clock.nowMs() + 40_000);
    await closeAll(scope.app.database, nextDay);
    scope.app.clock.jump(40);
    await order(other, "1");
    expect(await used(other)).toMatchObject({ stake: 1, loss: 1 });
  });

  it("counts the loss of a position sold early, also when the day is counted again", async () => {
    const [first, other] = [await someone(), await someone()];
    await set(first, "loss", "20");
    const { entryTick, entryPrice } = (await order(first, "10")).body;
    await order(other, "10");
    const known = new Map([[entryTick, parsePriceMilli(entryPrice)]]);
    await closeAll(scope.app.database, new Date(scope.app.clock.nowMs()), known);
    const [position] = (await first.get<{ profit: string }[]>("/api/trading/positions")).body;
    const loss = -Number(position!.profit);
    expect(loss).toBeGreaterThan(0);
    expect(await used(first)).toMatchObject({ stake: 10, loss });
    await set(other, "loss", "20");
    expect(await used(other)).toMatchObject({ stake: 10, loss });
  });

  it("counts refunds", async () => {
    const other = await someone();
    await set(other, "loss", "10");
    await order(other, "4");
    await order(other, "6");
    await closeAll(scope.app.database, new Date(scope.app.clock.nowMs()));
    expect(await used(other)).toMatchObject({ stake: 10, loss: 0 });
    expect((await order(other, "10")).status).toBe(201);
  });
});

describe("the first limit", () => {
  it("counts positions that were opened and settled before it", async () => {
    const person = await someone();
    toMidnight(30);
    await order(person, "100");
    await settleAs("won", person);
    await order(person, "3");
    await settleAs("lost", person);
    await order(person, "2");
    await settleAs("won", person);
    await order(person, "4");
    const asCounted = await used(person);
    expect(asCounted).toMatchObject({ stake: 9, loss: 9 - 250 - 7 });
    const { body } = await person.post("/api/limits", { kind: "stake", amount: "10" });
    expect(await used(person)).toEqual(asCounted);
    expect(body).toEqual((await person.get("/api/limits")).body);
    expect((await order(person, "1.01")).body.code).toBe("stake_limit");
  });
});

describe("a user who does much at once", () => {
  const limitsSet = async (who: Person) =>
    (await scope.app.database.query("select limits_set from users where id = $1", [who.user.id])).rows[0]
      .limits_set as number;

  it("changes limits one at a time, so that nobody else's order waits for a connection", async () => {
    const [person, other] = (await seedPeople(scope.app, 2, "1000")) as [Person, Person];
    const { letGo } = await holdUser(scope.app.database, person.user.id);
    const changes = Array.from({ length: 40 }, (_, n) =>
      n % 2 === 0
        ? person.post("/api/limits", { kind: "stake", amount: String(100 + n) })
        : person.post("/api/deposits", { amount: 20 }),
    );
    await untilBlocked(scope.app.database);
    expect((await order(other, "1")).status).toBe(201);
    const { rowCount } = await scope.app.database.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    expect(rowCount).toBe(1);
    await letGo();
    // Four run at once. The others have waited without a connection, or are asked to try again.
    const statuses = (await Promise.all(changes)).map(({ status }) => status);
    expect(statuses.filter((status) => ![200, 201, 429].includes(status))).toEqual([]);
    expect(statuses.filter((status) => status !== 429).length).toBeGreaterThanOrEqual(4);
  });

  it("has at most 500 calls waiting, so that they cannot fill the memory", async () => {
    const person = await someone();
    const { letGo } = await holdUser(scope.app.database, person.user.id);
    const none = "/api/profile/sessions/00000000-0000-4000-8000-000000000000";
    const held = Array.from({ length: 4 }, () => person.call("DELETE", none));
    await untilBlocked(scope.app.database, 4);
    const calls = Array.from({ length: 501 }, () => person.get("/api/auth/me"));
    expect(await Promise.race(calls)).toMatchObject({ status: 429, body: { code: "too_many_requests" } });
    await letGo();
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(500);
    expect((await Promise.all(held)).map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });

  it("sets a reminder without waiting, and writes nothing if nothing changes", async () => {
    const person = await someone();
    const { letGo } = await holdUser(scope.app.database, person.user.id);
    for (const minutes of [30, 30]) {
      const { body } = await person.post("/api/limits/reminder", { minutes });
      expect(body.reminderMinutes).toBe(minutes);
    }
    await letGo();
    expect(await limitsSet(person)).toBe(0);
    for (const amount of ["5", "5", "5"]) await set(person, "stake", amount);
    expect(await limitsSet(person)).toBe(1);
    expect((await person.get<Limits>("/api/limits")).body.reminderMinutes).toBe(30);
  });

  it("is asked to try again if limits change during every try of an order", async () => {
    const person = await someone();
    await scope.app.database.query("update users set limits_set = 7 where id = $1", [person.user.id]);
    const answer = await order(person, "1");
    expect(answer).toMatchObject({ status: 503, body: { code: "busy" } });
    expect(answer.headers.get("retry-after")).toBe("1");
  });
});

describe("a pause", () => {
  it("stops orders before the balance is checked, and deposits; open positions are settled and withdrawals work", async () => {
    const [person] = (await withdrawingPeople(scope.app, 1, "1000")) as [Person];
    await order(person, "1");
    const { body } = await pause(person);
    for (const amount of ["1", "5000"]) {
      expect(await order(person, amount)).toMatchObject({ status: 403, body: { code: "paused" } });
    }
    expect((await order(person, "1")).body.message).toContain("2026");
    expect((await person.post("/api/deposits", { amount: 20 })).body.code).toBe("paused");
    await settleAs("won", person);
    expect(await person.balance()).toBe("1002.50000000");
    expect((await withdraw(person)).status).toBe(201);
    scope.app.clock.jump((Date.parse(body.pause.until) - scope.app.clock.nowMs()) / 1000 - 1);
    expect((await order(person, "1")).body.code).toBe("paused");
    scope.app.clock.jump(1);
    expect((await order(person, "1")).status).toBe(201);
    expect((await person.post("/api/deposits", { amount: 20 })).status).toBe(201);
  });

  it("stops an order that was sent before and waits for the account", async () => {
    const [person, other] = (await seedPeople(scope.app, 2, "1000")) as [Person, Person];
    const { database } = scope.app;
    // The pause then holds the user's row and waits for the row of limits, and orders find the user's row locked. If both
    // waited for the user's row, either might come first.
    await person.post("/api/limits/reminder", { minutes: 30 });
    const lock = "select from user_limits where user_id = $1 for update";
    const { letGo } = await hold(database, lock, [person.user.id]);
    const pausing = pause(person);
    await untilBlocked(database);
    const orders = [order(person, "1"), order(other, "1")];
    await untilTried(database);
    await letGo();
    expect((await pausing).status).toBe(200);
    const answers = await Promise.all(orders);
    expect(answers.map(({ status, body }) => body.code ?? status)).toEqual(["paused", 201]);
    expect(await countOf(person)).toBe(0);
  });

  it("stops every order once it is answered, however many are in progress on two processes", async () => {
    const second = await scope.start();
    const person = await someone();
    const urls = [scope.app.url, second.url];
    const orders = Array.from({ length: 60 }, (_, n) => order(at(urls[n % 2]!, person), "1"));
    await Promise.race(orders);
    expect((await pause(person)).status).toBe(200);
    const then = await countOf(person);
    const late = await Promise.all(urls.map((url) => order(at(url, person), "1")));
    expect(late.map(({ body }) => body.code)).toEqual(["paused", "paused"]);
    const answers = await Promise.all(orders);
    expect(answers.filter(({ status }) => status === 201).length).toBe(then);
    expect(await countOf(person)).toBe(then);
    expect(await scope.app.checkLedger()).toEqual([]);
  });
});

it("applies each user's own limits when one statement opens positions of several", async () => {
  const people = await seedPeople(scope.app, 6, "1000");
  await set(people[1]!, "stake", "1");
  await set(people[2]!, "loss", "1");
  await pause(people[3]!);
  await set(people[4]!, "stake", "2");
  const answers = await Promise.all(people.map((person) => order(person, "2")));
  expect(answers.map(({ status, body }) => body.code ?? status)).toEqual([
    201,
    "stake_limit",
    "loss_limit",
    "paused",
    201,
    201,
  ]);
});

it("reads limits for those who set some, and puts off only their first order", async () => {
  const [limited, free] = (await seedPeople(scope.app, 2, "1000")) as [Person, Person];
  await set(limited, "stake", "3");
  const asked = vi.spyOn(pg.Client.prototype, "query");
  const statementsOf = async (who: Person, status: number) => {
    asked.mockClear();
    expect((await order(who, "1")).status).toBe(status);
    const names = (asked.mock.calls as unknown[][]).map(([query]) => (query as { name?: string }).name);
    // An order that finds its block over is sent again.
    return [...new Set(names.filter((name) => name?.startsWith("open_positions")))];
  };
  try {
    expect(await statementsOf(free, 201)).toEqual(["open_positions"]);
    expect(await statementsOf(limited, 201)).toEqual(["open_positions", "open_positions_limited"]);
    expect(await statementsOf(limited, 201)).toEqual(["open_positions_limited"]);
    expect(await statementsOf(limited, 201)).toEqual(["open_positions_limited"]);
    expect(await statementsOf(limited, 409)).toEqual(["open_positions_limited"]);
    expect(await statementsOf(free, 201)).toEqual(["open_positions"]);
  } finally {
    asked.mockRestore();
  }
});
