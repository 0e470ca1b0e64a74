import type { OpenedPosition, PositionReceipt, SoldPosition } from "@veritick/contract/schemas/positions.ts";
import { QUICKNET } from "@veritick/domain/beacon.ts";
import { blockEnd, roundOf } from "@veritick/domain/rounds.ts";
import { computeTerms, barrierMilli } from "@veritick/domain/terms.ts";
import { priceAsDecimal8 } from "@veritick/domain/price.ts";
import pg from "pg";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { hold, holdUser, untilTried } from "../../testing/held-rows.ts";
import { seedPeople } from "../../testing/people.ts";
import type { Person } from "../../testing/people.ts";
import { fundedClient, TestClient } from "../../testing/test-client.ts";
import { useApp } from "../../testing/use-app.ts";
import { seedKey } from "../../testing/valid-calls.ts";
import { nowTick } from "../platform/clock.ts";

const scope = useApp();
const BLOCK_SECONDS = QUICKNET.period;
afterEach(() => vi.restoreAllMocks());

const ORDER = { type: "buy", amount: "1", duration: 1 };
const order = (who: TestClient, key = "key") =>
  who.post("/api/trading/positions", ORDER, { "idempotency-key": key });

/** Expects an entry at the end of the current block, and the same in everything said and signed about it. */
async function expectSoldNow(who: Person, position: OpenedPosition): Promise<void> {
  const { clock } = scope.app;
  const createdAt = new Date(clock.nowMs()).toISOString();
  const tick = blockEnd(QUICKNET, roundOf(QUICKNET, nowTick(clock)));
  clock.advance(tick - nowTick(clock));
  const { prices } = (await who.get("/api/prices")).body;
  const milli = Math.round(prices.at(-1) * 1000);
  const [term] = computeTerms({ houseEdge: 0.05, winRule: "barrier" });
  expect(position).toMatchObject({
    entryTick: tick,
    expiryTick: tick + 60,
    entryPrice: priceAsDecimal8(milli),
    barrierPrice: priceAsDecimal8(barrierMilli(term!, "buy", milli)),
    createdAt,
  });
  const receipt = (await who.get<PositionReceipt>(`/api/trading/positions/${position.id}`)).body;
  const { signature, publicKey, path, ...rest } = position;
  expect(receipt.position).toEqual(rest);
  expect(receipt.promise).toMatchObject({ signature, publicKey, path });
  expect(receipt.promise!.text).toContain(`\nentryTick ${tick}\n`);
  expect(await who.balance()).toBe("9.00000000");
}

it("an order that waits for the user's lock opens once, at the later price", async () => {
  const [person] = (await seedPeople(scope.app, 1, "10")) as [Person];
  const { database, clock } = scope.app;
  const { holder, letGo } = await holdUser(database, person.user.id);
  const answer = order(person);
  await untilTried(database);
  clock.jump(5);
  // Only the database's own clock measures how long a statement waits.
  await holder.query("select pg_sleep(0.6)");
  await letGo();
  const { status, body } = await answer;
  expect(status).toBe(201);
  await expectSoldNow(person, body);
  const again = await order(person);
  expect([again.status, again.body]).toEqual([201, body]);
  const { rows } = await database.query("select id from trading_positions where user_id = $1", [
    person.user.id,
  ]);
  expect(rows).toEqual([{ id: body.id }]);
});

it("an order has the time of its whole block on a test's clock, wherever in the block that stands", async () => {
  const [person] = (await seedPeople(scope.app, 1, "10")) as [Person];
  const { clock } = scope.app;
  const begun = blockEnd(QUICKNET, roundOf(QUICKNET, nowTick(clock))) + 1;
  clock.advance(begun + 2 - nowTick(clock));
  const { aheadOfDatabaseMs } = clock;
  onTestFinished(() => void Object.assign(clock, { aheadOfDatabaseMs }));
  clock.aheadOfDatabaseMs = () => aheadOfDatabaseMs!() + 1_500;
  expect((await order(person)).body).toMatchObject({ entryTick: begun + 2 });
});

/** Expects a sale at the end of the current block, and the same in its receipt. */
async function expectPaidNow(who: Person, position: SoldPosition): Promise<void> {
  const { clock } = scope.app;
  const tick = blockEnd(QUICKNET, roundOf(QUICKNET, nowTick(clock)));
  const sold = new Date(clock.nowMs()).toISOString();
  expect(position).toMatchObject({ status: "sold", soldTick: tick });
  clock.advance(tick - nowTick(clock));
  const { prices } = (await who.get("/api/prices")).body;
  expect(position.soldPrice).toBe(priceAsDecimal8(Math.round(prices.at(-1) * 1000)));
  const { sale } = (await who.get<PositionReceipt>(`/api/trading/positions/${position.id}`)).body;
  expect(sale).toMatchObject({ tick, sold, signature: position.signature });
  expect(await who.balance()).toBe((9 + Number(position.proceeds)).toFixed(8));
}

const sale = (who: TestClient, id: string, headers = {}) =>
  who.post(`/api/trading/positions/${id}/sell`, { minProceeds: "0.00" }, headers);

it.each(["users where id = $1", "trading_positions where user_id = $1"])(
  "a sale that waits for a lock on %s is made once, at the later price",
  async (rows) => {
    const [person] = (await seedPeople(scope.app, 1, "10")) as [Person];
    const { database, clock } = scope.app;
    const { body: opened } = await order(person);
    const lock = `select from ${rows} for no key update`;
    const { holder, letGo } = await hold(database, lock, [person.user.id]);
    const answer = sale(person, opened.id);
    await untilTried(database);
    clock.jump(5);
    await holder.query("select pg_sleep(0.6)");
    await letGo();
    const { status, body } = await answer;
    expect(status).toBe(200);
    await expectPaidNow(person, body);
    expect((await sale(person, opened.id)).body.code).toBe("position_not_open");
  },
);

/** An address where no NATS server answers, so that a process hears no other one. */
const NOBODY = "127.0.0.1:1";

type Connect = (this: pg.Pool, ...parameters: unknown[]) => unknown;

/** Makes orders and sales wait for their connections. */
function holdConnections(wait: () => Promise<void>): void {
  const { connect } = pg.Pool.prototype as unknown as { connect: Connect };
  vi.spyOn(pg.Pool.prototype, "connect").mockImplementation(function (
    this: pg.Pool,
    ...parameters: unknown[]
  ) {
    const take = () => connect.apply(this, parameters);
    return this.options.pipeline === true ? wait().then(take) : take();
  } as never);
}

/** Makes the first one wait for five seconds. */
function holdFirst() {
  const seen = { waited: false };
  holdConnections(async () => {
    if (!seen.waited) scope.app.clock.jump(5);
    seen.waited = true;
  });
  return seen;
}

it("a sale that waited for a connection is made at the price after the wait", async () => {
  const [person] = (await seedPeople(scope.app, 1, "10")) as [Person];
  const { body: opened } = await order(person);
  const seen = holdFirst();
  const { status, body } = await sale(person, opened.id);
  expect([status, seen.waited]).toEqual([200, true]);
  await expectPaidNow(person, body);
});

it("an order that waits for the user's lock is told to retry when the server closes", async () => {
  const connection = await scope.clone();
  const app = await scope.start({ connection });
  // Its price begins with the next block.
  app.clock.advance(3);
  const [person] = (await seedPeople(app, 1, "10")) as [Person];
  const other = new pg.Client(connection);
  await other.connect();
  onTestFinished(() => other.end());
  await other.query("begin");
  await other.query("select from users where id = $1 for no key update", [person.user.id]);
  const answer = order(person);
  await untilTried(app.database);
  const closed = app.close();
  expect(await answer).toMatchObject({ status: 503, body: { code: "busy" } });
  await closed;
});

it("an order that waited for a connection is sold at the price after the wait", async () => {
  const [person] = (await seedPeople(scope.app, 1, "10")) as [Person];
  const seen = holdFirst();
  const { status, body } = await order(person);
  expect([status, seen.waited]).toEqual([201, true]);
  await expectSoldNow(person, body);
});

describe("orders and sales that wait for the next block", () => {
  /** Sends them in the last half second of a block, in which they wait. */
  async function waiting(app = scope.app) {
    const person = Object.assign(await fundedClient(scope.app, "20"), { url: app.url });
    const [other] = (await seedPeople(app, 1, "10")) as [Person];
    const { body: opened } = await order(person);
    const { id: keyId, key } = await seedKey(scope.app, person.user.id, ["trade"]);
    const program = new TestClient(app.url);
    const { clock, database } = scope.app;
    clock.jump(blockEnd(QUICKNET, roundOf(QUICKNET, nowTick(clock))) + 0.5 - clock.nowMs() / 1000);
    const send = () => [
      order(person, "second"),
      sale(person, opened.id, { "idempotency-key": "sale" }),
      program.post("/api/trading/positions", ORDER, {
        authorization: `Bearer ${key}`,
        "idempotency-key": "program",
      }),
      order(other),
    ];
    const sent = send();
    const listed = person.get("/api/trading/positions").then(() => "waiting");
    expect(await Promise.race([...sent, listed])).toBe("waiting");
    // Their callers are identified, and only the block keeps them waiting.
    const again = await Promise.all(send());
    expect(again.map(({ body }) => body.code)).toEqual(Array(4).fill("idempotency_running"));
    /** Lets them enter, and returns what became of them and of the person's positions. */
    async function enter() {
      clock.jump(0.5);
      const answers = (await Promise.all(sent)).map(({ status, body }) =>
        status < 300 ? status : body.code,
      );
      const text = "select status from trading_positions where user_id = $1 order by id";
      const { rows } = await database.query(text, [person.user.id]);
      return [...answers, rows.map(({ status }) => status).join()];
    }
    return { person, keyId, enter };
  }

  it("are not made once the user has signed out, unless by a program", async () => {
    const { person, enter } = await waiting();
    expect((await person.post("/api/auth/logout")).status).toBe(200);
    expect(await enter()).toEqual(["not_signed_in", "not_signed_in", 201, 201, "active,active"]);
  });

  it("are not made by a program once its key has been revoked", async () => {
    const { person, keyId, enter } = await waiting();
    expect((await person.call("DELETE", `/api/profile/api-keys/${keyId}`)).status).toBe(200);
    expect(await enter()).toEqual([201, 200, "not_signed_in", 201, "sold,active"]);
  });

  it("are not made once the owner has changed the password elsewhere", async () => {
    const { person, enter } = await waiting();
    const owner = new TestClient(scope.app.url);
    await owner.post("/api/auth/login", { email: person.user.email, password: "secret-1" });
    const change = { currentPassword: "secret-1", newPassword: "another-2" };
    expect((await owner.post("/api/profile/change-password", change)).status).toBe(200);
    expect(await enter()).toEqual(["not_signed_in", "not_signed_in", "not_signed_in", 201, "active"]);
  });

  it("are refused once the user has signed out on a process out of reach", async () => {
    const { person, keyId, enter } = await waiting(
      await scope.start({ environment: { NATS_URL: `nats://${NOBODY}` } }),
    );
    const elsewhere = Object.assign(new TestClient(scope.app.url), { cookie: person.cookie });
    expect((await elsewhere.call("DELETE", `/api/profile/api-keys/${keyId}`)).status).toBe(200);
    expect((await elsewhere.post("/api/auth/logout")).status).toBe(200);
    expect(await enter()).toEqual(["not_signed_in", "not_signed_in", "not_signed_in", 201, "active"]);
  });

  it("are made if the session got another token meanwhile", async () => {
    const { person, enter } = await waiting();
    const { headers } = await person.post("/api/profile/step-up", { password: "secret-1" });
    expect(headers.get("set-cookie")).toContain("session=");
    expect(await enter()).toEqual([201, 200, 201, 201, "sold,active,active"]);
  });
});

describe("an order and a sale in slow batches, on a process that may miss messages", () => {
  /** Each connection takes ten seconds. `onWait` is called for each. */
  async function slow(onWait: () => void = () => {}) {
    const app = await scope.start({ environment: { NATS_URL: `nats://${NOBODY}` } });
    const [person, seller] = (await seedPeople(app, 2, "10")) as [Person, Person];
    const { body: opened } = await order(seller);
    const stopwatch = performance.now.bind(performance);
    let waits = 0;
    vi.spyOn(performance, "now").mockImplementation(() => stopwatch() + waits * 10_000);
    holdConnections(async () => {
      waits += 1;
      onWait();
    });
    const answerOf = async (sent: ReturnType<typeof order>) => {
      const waitsBefore = waits;
      const { status, body } = await sent;
      return { status, code: body.code, waits: waits - waitsBefore };
    };
    return { app, order: () => answerOf(order(person)), sale: () => answerOf(sale(seller, opened.id)) };
  }
  const REFUSED = { status: 503, code: "price_not_current" };

  it("are refused after 30 seconds", async () => {
    const sent = await slow();
    expect(await sent.order()).toEqual({ ...REFUSED, waits: 3 });
    expect(await sent.sale()).toEqual({ ...REFUSED, waits: 3 });
  });

  it("are refused when the server closes", async () => {
    let closed: Promise<unknown> | undefined;
    const sent = await slow(() => void (closed ??= sent.app.close()));
    expect(await sent.order()).toEqual({ ...REFUSED, waits: 1 });
    await closed;
  });
});

it("refuses an order at once while 1,200 wait, and changes nothing by it", async () => {
  const people = await seedPeople(scope.app, 20, "100");
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  holdConnections(() => held);
  const answers = Array.from({ length: 1_201 }, (_, n) => order(people[n % 20]!, `${n}`));
  const first = await Promise.race(answers);
  expect(first).toMatchObject({ status: 503, body: { code: "busy" } });
  expect(first.headers.get("retry-after")).toBe("2");
  letGo();
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(1_200);
  const balances = await Promise.all(people.map((each) => each.balance()));
  expect(balances.reduce((sum, balance) => sum + Number(balance), 0)).toBe(20 * 100 - 1_200);
  expect((await order(people[0]!, "later")).status).toBe(201);
});

it("refuses an order or a sale that is late three times, without storing its key", async () => {
  const [person, seller] = (await seedPeople(scope.app, 2, "10")) as [Person, Person];
  const { body: opened } = await order(seller);
  const { database, clock } = scope.app;
  // Half a second before the block closes.
  clock.advance(blockEnd(QUICKNET, roundOf(QUICKNET, nowTick(clock))) - nowTick(clock));
  // Each statement finds its block closed once it has all locks.
  const { aheadOfDatabaseMs } = clock;
  clock.aheadOfDatabaseMs = () => aheadOfDatabaseMs!() + BLOCK_SECONDS * 1000;
  await database.query(`
    create sequence tries;
    create function count_try() returns boolean language plpgsql as $$ begin
      if current_query() like '%with request as%' then perform nextval('tries'); end if;
      return true;
    end $$;
    alter table house_stripes rename to real_stripes;
    create view house_stripes as select * from real_stripes where count_try()`);
  try {
    let tries = 0;
    for (const send of [() => order(person), () => sale(seller, opened.id)]) {
      const sent = send();
      for (const wait of [BLOCK_SECONDS, BLOCK_SECONDS, 0]) {
        tries += 1;
        await expect
          .poll(
            async () =>
              (
                await database.query(
                  "select case when is_called then last_value else 0 end as tries from tries",
                )
              ).rows[0].tries,
          )
          .toBe(tries);
        clock.advance(wait);
      }
      const answer = await sent;
      expect(answer).toMatchObject({ status: 503, body: { code: "price_not_current" } });
      expect(answer.headers.get("retry-after")).toBe("2");
    }
  } finally {
    Object.assign(clock, { aheadOfDatabaseMs });
    await database.query(`
      drop view house_stripes; drop function count_try(); drop sequence tries;
      alter table real_stripes rename to house_stripes`);
  }
  expect(await person.balance()).toBe("10.00000000");
  expect((await order(person)).status).toBe(201);
  expect(await seller.balance()).toBe("9.00000000");
  expect((await sale(seller, opened.id)).status).toBe(200);
});
