import { positionReceipt } from "@veritick/contract/schemas/positions.ts";
import type { OpenedPosition, SoldPosition } from "@veritick/contract/schemas/positions.ts";
import { roundOf } from "@veritick/domain/rounds.ts";
import { parseMinor } from "@veritick/domain/money.ts";
import { parsePriceMilli } from "@veritick/domain/price.ts";
import { saleAt } from "@veritick/domain/sale.ts";
import { expect, describe, it } from "vitest";
import * as z from "zod/mini";
import { heldBeacon, TEST_BEACON_CHAIN } from "../../testing/free-beacon.ts";
import { movableClock } from "../../testing/movable-clock.ts";
import { hold, untilBlocked, untilTried } from "../../testing/held-rows.ts";
import { seedPeople } from "../../testing/people.ts";
import type { Person } from "../../testing/people.ts";
import { TestClient, until } from "../../testing/test-client.ts";
import type { Answer } from "../../testing/test-client.ts";
import { useApp } from "../../testing/use-app.ts";
import { checkLedger } from "../ledger/public.ts";
import { createFindMissedResults } from "./list-positions.ts";

const scope = useApp();

const someone = async (app = scope.app): Promise<Person> => (await seedPeople(app, 1, "100"))[0]!;

const open = async (client: TestClient, body: object = {}): Promise<OpenedPosition> =>
  (await client.post("/api/trading/positions", { type: "buy", amount: "10.00", duration: 1, ...body })).body;

const sell = (
  client: TestClient,
  id: string,
  minProceeds: unknown = "0.00",
  headers: Record<string, string> = {},
): Promise<Answer> => client.post(`/api/trading/positions/${id}/sell`, { minProceeds }, headers);

/** Moves on to a second; the test clock stands at whole ones. */
async function to(tick: number): Promise<void> {
  scope.app.clock.jump(tick - scope.app.clock.nowMs() / 1000);
  await scope.settled();
}

const blockEndNow = () => {
  const { genesisTime, period } = TEST_BEACON_CHAIN;
  const now = Math.floor(scope.app.clock.nowMs() / 1000);
  return genesisTime + period * roundOf({ genesisTime, period }, now) - 1;
};

describe("selling a position back", () => {
  it("pays its value less the fee at the end of the block", async () => {
    const client = await someone();
    const opened = await open(client);
    await to(opened.entryTick + 20);
    const answer = await sell(client, opened.id);
    expect(answer.status).toBe(200);
    const sold: SoldPosition = answer.body;
    const tick = blockEndNow();
    const worth = saleAt(
      {
        side: "buy",
        barrierMilli: parsePriceMilli(opened.barrierPrice),
        stakeMinor: parseMinor("10"),
        multiplierHundredths: 250,
        expiryTick: opened.expiryTick,
      },
      tick,
      parsePriceMilli(sold.soldPrice!),
      10_000,
    );
    const { signature, publicKey, ...position } = sold;
    const { signature: _signature, publicKey: _publicKey, path: _path, ...before } = opened;
    expect(position).toEqual({
      ...before,
      status: "sold",
      soldTick: tick,
      soldPrice: expect.any(String),
      proceeds: expect.any(String),
      resultPrice: null,
      profit: expect.any(String),
    });
    expect(parseMinor(sold.proceeds!)).toBe(worth.proceedsMinor);
    expect(parseMinor(sold.profit!)).toBe(worth.proceedsMinor - parseMinor("10"));
    expect(parseMinor(await client.balance())).toBe(parseMinor("90") + worth.proceedsMinor);
    const [listed] = (await client.get("/api/trading/positions")).body;
    expect(listed).toEqual(position);
    const receipt = z.parse(positionReceipt, (await client.get(`/api/trading/positions/${opened.id}`)).body);
    expect(receipt.sale).toMatchObject({ signature, publicKey, tick, ticksLeft: worth.ticksLeft });
    expect(receipt.entries.map(({ kind }) => kind)).toEqual([
      "position_opened",
      "position_opened",
      "position_sold",
      "position_sold",
    ]);
    await to(tick);
    const { body } = await new TestClient(scope.app.url).get(`/api/prices?from=${tick}&to=${tick}`);
    expect(Math.round(body.prices[0] * 1000)).toBe(parsePriceMilli(sold.soldPrice!));
    await to(opened.expiryTick + 5);
    expect((await client.get("/api/trading/positions")).body).toEqual([position]);
    expect(await checkLedger(scope.app.database)).toEqual([]);
  });

  it("answers a repeated key with the first answer, and refuses it for another request", async () => {
    const client = await someone();
    const [one, other] = [await open(client), await open(client)];
    const key = { "idempotency-key": "sell" };
    const first = await sell(client, one.id, "0.01", key);
    expect(first.status).toBe(200);
    const again = await sell(client, one.id, "0.01", key);
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect((await sell(client, one.id, "0.01")).body.code).toBe("position_not_open");
    for (const body of [await sell(client, one.id, "0.02", key), await sell(client, other.id, "0.01", key)])
      expect(body).toMatchObject({ status: 422, body: { code: "idempotency_mismatch" } });
    // The key of a refused sale is free, because nothing happened.
    const refused = await sell(client, other.id, "999999.00", { "idempotency-key": "another" });
    expect(refused.body.code).toBe("price_moved");
    expect((await sell(client, other.id, "999999.00", { "idempotency-key": "another" })).body).toEqual(
      refused.body,
    );
    expect(await checkLedger(scope.app.database)).toEqual([]);
  });

  it("is never refused for its price if another process makes it for the same key", async () => {
    const other = await scope.start();
    const people = await seedPeople(scope.app, 2, "100");
    const sides = [people[0]!, people[1]!].map(async (person, n) => ({
      person,
      elsewhere: Object.assign(new TestClient(other.url), { cookie: person.cookie }),
      id: (await open(person, { type: n === 0 ? "buy" : "sell", duration: 3 })).id,
    }));
    const sellers = await Promise.all(sides);
    await to(blockEndNow() + 1);
    const offers = await Promise.all(
      sellers.map(async ({ person, id }) => {
        const { proceeds } = (await sell(person, id, "999999.00")).body as { proceeds: string };
        return Number(proceeds).toFixed(2);
      }),
    );
    const key = { "idempotency-key": "twice" };
    const { letGo } = await hold(scope.app.database, "select from house_stripes order by stripe for update");
    const first = sellers.map(({ person, id }, n) => sell(person, id, offers[n], key));
    await untilBlocked(other.database);
    // In the next block at least one of the two is worth less.
    scope.app.clock.jump(3);
    const second = sellers.map(({ elsewhere, id }, n) => sell(elsewhere, id, offers[n], key));
    await Promise.race([Promise.all(second), untilTried(other.database)]);
    await letGo();
    const told = async (answers: Promise<Answer>[]) =>
      (await Promise.all(answers)).map(({ status, body }) => [status, body]);
    // If the machine stood still until the block was over, neither sells.
    expect(await told(second)).toEqual(await told(first));
  });

  it("notifies the user's live connections as a settlement does, and no others", async () => {
    const client = await someone();
    const stranger = await someone();
    const [{ pushes }, other] = [await client.live(), await stranger.live()];
    const opened = await open(client);
    const own = () => pushes.filter(({ type }) => type === "positionResolved" || type === "balanceUpdate");
    await until(() => own().length === 1, "the balance after the opening is pushed");
    const { signature: _signature, publicKey: _key, ...position } = (await sell(client, opened.id)).body;
    await until(() => own().length === 3, "the sale is pushed");
    const balance = await client.balance();
    expect(own().slice(1)).toEqual([
      { type: "positionResolved", position },
      { type: "balanceUpdate", balance },
    ]);
    expect(other.pushes.filter(({ type }) => type === "positionResolved")).toEqual([]);
  });

  it("finds a sale by another process for users who did not hear of it", async () => {
    const client = await someone();
    const opened = await open(client, { duration: 10 });
    const sinceMs = scope.app.clock.nowMs();
    await sell(client, opened.id);
    const findMissed = createFindMissedResults(scope.app);
    const missed = await findMissed([client.user.id], sinceMs);
    expect(missed).toMatchObject([
      { userId: client.user.id, push: { type: "positionResolved", position: { status: "sold" } } },
    ]);
    // Its expiry is far off, and the search no longer finds the sale later.
    scope.app.clock.jump(120);
    expect(await findMissed([client.user.id], scope.app.clock.nowMs())).toEqual([]);
  });

  it("pays nothing for a position worth less than a cent, and moves nothing", async () => {
    const client = await someone();
    const opened = await open(client, { amount: "0.01", duration: 10 });
    await scope.app.database.query("update trading_positions set barrier_price = 999 where id = $1", [
      opened.id,
    ]);
    const answer = await sell(client, opened.id);
    expect(answer.body).toMatchObject({ status: "sold", proceeds: "0.00000000", profit: "-0.01000000" });
    expect(await client.balance()).toBe("99.99000000");
    const receipt = (await client.get(`/api/trading/positions/${opened.id}`)).body;
    expect(receipt.entries).toHaveLength(2);
    expect(receipt.sale).toMatchObject({ value: "0.00000000", fee: "0.00000000" });
  });

  it("sells a position in its entry block at the same price, for less than its stake", async () => {
    const client = await someone();
    for (const duration of [1, 3, 5, 10]) {
      const opened = await open(client, { duration, type: "sell" });
      const { body } = await sell(client, opened.id);
      expect(body).toMatchObject({ soldTick: opened.entryTick, soldPrice: opened.entryPrice });
      expect(Number(body.proceeds)).toBeGreaterThan(9.2);
      expect(Number(body.proceeds)).toBeLessThan(9.46);
    }
  });

  it("is open to users who may not order: during a pause, a lock and maintenance", async () => {
    const client = await someone();
    const ids = [await open(client), await open(client), await open(client)].map(({ id }) => id);
    await client.post("/api/limits/pause", { kind: "time_out", length: 1 });
    expect((await sell(client, ids[0]!)).status).toBe(200);
    const { database } = scope.app;
    await database.query("update users set trading_locked_at = now() where id = $1", [client.user.id]);
    expect((await sell(client, ids[1]!)).status).toBe(200);
    await database.query(
      `insert into kept_values (name, value) values ('maintenance', '{"message":"Back soon."}')
       on conflict (name) do update set value = excluded.value`,
    );
    expect((await sell(client, ids[2]!)).status).toBe(200);
    await database.query("delete from kept_values where name = 'maintenance'");
  });
});

describe("a sale is refused, and nothing moves,", () => {
  const unchanged = async (client: TestClient, balance: string, count = 1) => {
    expect(await client.balance()).toBe(balance);
    const { body } = await client.get<{ status: string }[]>("/api/trading/positions");
    expect(body.filter(({ status }) => status === "active")).toHaveLength(count);
  };

  it.each([
    undefined,
    null,
    12.4,
    "12.4",
    "12.400",
    "-1.00",
    "+1.00",
    "1e3",
    " 1.00",
    "12,40",
    "",
    "soon",
    "00000000001.00",
    {},
  ])("for the least proceeds %j, in words of both languages", async (minProceeds) => {
    const client = await someone();
    const { id } = await open(client);
    for (const [language, words] of [
      ["en", "Enter the lowest amount you accept with two decimals"],
      ["fr", "Indiquez le montant minimal que vous acceptez, avec deux décimales"],
    ] as const) {
      const path = `/api/trading/positions/${id}/sell`;
      const answer = await client.post(path, { minProceeds }, { "accept-language": language });
      expect(answer).toMatchObject({ status: 400, body: { code: "proceeds_invalid", field: "minProceeds" } });
      expect(answer.body.message).toContain(words);
    }
    await unchanged(client, "90.00000000");
  });

  it("below the least proceeds, and states the current proceeds", async () => {
    const client = await someone();
    const { id } = await open(client);
    const moved = await sell(client, id, "999999.00", { "accept-language": "fr" });
    expect(moved).toMatchObject({ status: 409, body: { code: "price_moved" } });
    const { proceeds, message } = moved.body;
    expect(message).toContain(
      `vous recevriez maintenant ${Number(proceeds).toFixed(2).replace(".", ",")} USDMS`,
    );
    await unchanged(client, "90.00000000");
    const cents = Math.round(Number(proceeds) * 100);
    const text = (amount: number) => (amount / 100).toFixed(2);
    expect((await sell(client, id, text(cents + 1))).body).toMatchObject({ code: "price_moved", proceeds });
    expect((await sell(client, id, text(cents))).body).toMatchObject({ status: "sold", proceeds });
  });

  it("of a settled position", async () => {
    const client = await someone();
    const { id, expiryTick } = await open(client);
    await to(expiryTick);
    const balance = await client.balance();
    expect(await sell(client, id)).toMatchObject({ status: 409, body: { code: "position_not_open" } });
    await unchanged(client, balance, 0);
  });

  it("in the last two blocks before the expiry, and not in the one before", async () => {
    const client = await someone();
    const [one, other] = [await open(client), await open(client)];
    await to(one.expiryTick - 8);
    expect((await sell(client, one.id)).body).toMatchObject({ soldTick: one.expiryTick - 6 });
    await to(one.expiryTick - 5);
    expect(await sell(client, other.id)).toMatchObject({ status: 409, body: { code: "position_too_late" } });
    await unchanged(client, await client.balance());
    await to(one.expiryTick);
  });

  it("if the balance could not hold the proceeds", async () => {
    const client = await someone();
    const { id } = await open(client);
    const { database } = scope.app;
    await database.query("update users set balance = 9999999999 where id = $1", [client.user.id]);
    const answer = await sell(client, id);
    expect(answer).toMatchObject({ status: 409, body: { code: "balance_too_large" } });
    await database.query("update users set balance = 90 where id = $1", [client.user.id]);
    await unchanged(client, "90.00000000");
  });

  it("while the price is not current, and the beacon is late", async () => {
    const connection = await scope.clone();
    const beacon = heldBeacon();
    const app = await scope.start({ connection, clock: movableClock(), beacon });
    app.clock.advance(3);
    const client = await someone(app);
    const { id } = await open(client);
    beacon.hold();
    app.clock.jump(3);
    const sent = sell(client, id);
    app.clock.jump(2.5);
    expect(await sent).toMatchObject({ status: 503, body: { code: "price_not_current" } });
    expect((await sent).headers.get("retry-after")).toBe("2");
    await unchanged(client, "90.00000000");
    beacon.letGo();
  });
});

describe("the fee and the day's counters", () => {
  it("take the fee from the terms of the entry's hour, also for a later sale", async () => {
    const connection = await scope.clone();
    await (await scope.start({ connection })).close();
    const app = await scope.start({ connection, environment: { SELL_FEE: "0.1" } });
    const client = await someone(app);
    // The new fee applies from the first hour whose terms were not stored yet, which is listed a day ahead.
    app.clock.jump(5 * 3600);
    await app.settled();
    const { termsByEpoch } = (await client.get("/api/fairness")).body as {
      termsByEpoch: { fromEpoch: number; sellFee: number }[];
    };
    expect(termsByEpoch.map(({ sellFee }) => sellFee)).toEqual([0.01, 0.1]);
    app.clock.jump(termsByEpoch[1]!.fromEpoch * 3600 - 21 - app.clock.nowMs() / 1000);
    await app.settled();
    const expectFee = async (share: number) => {
      const { id } = await open(client, { amount: "40.00", duration: 5 });
      app.clock.jump(30);
      await app.settled();
      expect((await sell(client, id)).status).toBe(200);
      const { value, fee } = (await client.get(`/api/trading/positions/${id}`)).body.sale;
      expect(Number(value)).toBeGreaterThan(1);
      // Value and proceeds are cut to cents.
      expect(Math.abs(Number(fee) - Number(value) * share)).toBeLessThan(0.02);
    };
    await expectFee(0.01);
    await expectFee(0.1);
    expect(await app.checkLedger()).toEqual([]);
  });

  it("count the losses of sales, both of today's and of yesterday's positions", async () => {
    const client = await someone();
    const lossUsed = async () => {
      const { limits } = (await client.get<{ limits: { kind: string; used: string }[] }>("/api/limits")).body;
      return Number(limits.find(({ kind }) => kind === "loss")!.used);
    };
    await client.post("/api/limits", { kind: "loss", amount: "50" });
    const { id } = await open(client);
    expect(await lossUsed()).toBe(10);
    const { body: sold } = await sell(client, id);
    const lost = 10 - Number(sold.proceeds);
    expect(await lossUsed()).toBeCloseTo(lost, 8);
    const [losing, winning] = [await open(client), await open(client)];
    await scope.app.database.query("update trading_positions set barrier_price = 1 where id = $1", [
      winning.id,
    ]);
    await scope.app.database.query("update trading_positions set barrier_price = 999 where id = $1", [
      losing.id,
    ]);
    // The day ends while they run: their stakes counted as lost on their own day.
    await scope.app.database.query(
      "update trading_positions set created_at = created_at - interval '1 day' where id = any ($1)",
      [[losing.id, winning.id]],
    );
    await sell(client, losing.id);
    expect(await lossUsed()).toBeCloseTo(lost, 8);
    const { body: won } = await sell(client, winning.id);
    expect(Number(won.proceeds)).toBeCloseTo(34.65, 8);
    expect(await lossUsed()).toBeCloseTo(lost - 24.65, 8);
  });

  it("recount the day with the sales made in it", async () => {
    const client = await someone();
    const opened = await open(client);
    const { body: sold } = await sell(client, opened.id);
    await client.post("/api/limits", { kind: "loss", amount: "50" });
    const { limits } = (await client.get("/api/limits")).body;
    const used = limits.find(({ kind }: { kind: string }) => kind === "loss").used;
    expect(Number(used)).toBeCloseTo(10 - Number(sold.proceeds), 8);
  });

  it("sum up a sale with the positions that were decided", async () => {
    const client = await someone();
    const since = new Date(scope.app.clock.nowMs()).toISOString();
    const opened = await open(client, { duration: 10 });
    const { body: sold } = await sell(client, opened.id);
    expect((await client.get(`/api/trading/summary?since=${since}`)).body).toMatchObject({
      decided: 1,
      won: 0,
      staked: "10.00000000",
      result: sold.profit,
      open: 0,
    });
  });
});
