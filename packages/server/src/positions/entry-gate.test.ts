import type { OpenedPosition, Position } from "@veritick/contract/schemas/positions.ts";
import { QUICKNET } from "@veritick/domain/beacon.ts";
import { blockEnd, dueTick, roundOf } from "@veritick/domain/rounds.ts";
import { EPOCH_TICKS, epochOf } from "@veritick/domain/epoch-times.ts";
import { priceAsDecimal8 } from "@veritick/domain/price.ts";
import { expect, it } from "vitest";
import { heldBeacon } from "../../testing/free-beacon.ts";
import { movableClock } from "../../testing/movable-clock.ts";
import { seedPeople } from "../../testing/people.ts";
import type { Person } from "../../testing/people.ts";
import type { TestApp } from "../../testing/test-app.ts";
import { TestClient, until } from "../../testing/test-client.ts";
import { useApp } from "../../testing/use-app.ts";

const scope = useApp();
/** The last second of a block. The price of these servers begins with the last second of the block before. */
const END = 1_790_000_003;
const NEXT_END = blockEnd(QUICKNET, roundOf(QUICKNET, END + 1));

const order = (who: TestClient) =>
  who.post<OpenedPosition>("/api/trading/positions", { type: "buy", amount: "1", duration: 1 });
/** Returns a client of the same user on another process. */
const at = (app: TestApp, who: Person) => Object.assign(new TestClient(app.url), { cookie: who.cookie });

/** Starts a server at the end of a block, with a beacon that can be held, and a user with money. */
async function start(environment: Record<string, string> = {}) {
  const connection = await scope.clone();
  const beacon = heldBeacon();
  const app = await scope.start({ connection, clock: movableClock((END - 3) * 1000), beacon, environment });
  const [person, first] = (await seedPeople(app, 2, "10")) as [Person, Person];
  // The first order of a server takes longest, and the database's clock goes on meanwhile. It has time here, unlike in a
  // last second.
  app.clock.jump(2);
  await app.settled();
  expect((await order(first)).status).toBe(201);
  app.clock.jump(1);
  await app.settled();
  /** Expects an order to be unanswered although a later call has been answered. */
  async function expectWaiting(sent: ReturnType<typeof order>): Promise<void> {
    const listed = person.get<Position[]>("/api/trading/positions").then(({ body }) => body);
    expect(await Promise.race([sent.then(() => "answered"), listed])).toEqual([]);
  }
  return { app, beacon, clock: app.clock, connection, person, expectWaiting };
}

/** Expects a position to have entered at the end of this block, at the price that all users see there. */
async function expectEntered(app: TestApp, position: OpenedPosition, end: number): Promise<void> {
  expect(position).toMatchObject({ entryTick: end, round: roundOf(QUICKNET, end), expiryTick: end + 60 });
  const shownAt = Date.parse(position.expiresAt) / 1000 - 60;
  app.clock.advance(Math.ceil(shownAt - app.clock.nowMs() / 1000));
  await app.settled();
  const { body } = await new TestClient(app.url).get(`/api/prices?from=${end}`);
  expect(position.entryPrice).toBe(priceAsDecimal8(Math.round(body.prices[0] * 1000)));
}

it("takes an order into the block of its instant, even in the block's last second", async () => {
  const { app, clock, person } = await start();
  clock.jump(0.1);
  const { status, body } = await order(person);
  expect(status).toBe(201);
  expect(body.createdAt).toBe(new Date(END * 1000 + 100).toISOString());
  await expectEntered(app, body, END);
});

it("keeps an order of the last half second for the next round, whose block it enters", async () => {
  const { app, clock, person, expectWaiting } = await start();
  clock.jump(0.5);
  const sent = order(person);
  await expectWaiting(sent);
  clock.jump(0.5);
  const { status, body } = await sent;
  expect(status).toBe(201);
  expect(body.createdAt).toBe(new Date((END + 1) * 1000).toISOString());
  await expectEntered(app, body, NEXT_END);
});

it("takes orders of an hour's first block once the hour before has shown its last second", async () => {
  const { app, clock, person, expectWaiting } = await start({ BEACON_DELAY_MS: "1500" });
  const hour = (epochOf(END) + 1) * EPOCH_TICKS;
  clock.jump(hour + 0.4 - END);
  await app.settled();
  const sent = order(person);
  await expectWaiting(sent);
  clock.jump(0.1);
  const { status, body } = await sent;
  expect(status).toBe(201);
  await expectEntered(app, body, hour + 2);
});

it("keeps an order until a late round arrives", async () => {
  const { app, beacon, clock, person, expectWaiting } = await start();
  beacon.hold();
  clock.jump(0.5);
  const sent = order(person);
  clock.jump(0.5);
  await expectWaiting(sent);
  clock.jump(1.5);
  await expectWaiting(sent);
  beacon.letGo();
  const { status, body } = await sent;
  expect(status).toBe(201);
  expect(body.createdAt).toBe(new Date(END * 1000 + 2500).toISOString());
  await expectEntered(app, body, NEXT_END);
});

it("refuses the order while the beacon is late, and takes orders again afterwards", async () => {
  const { app, beacon, clock, person, expectWaiting } = await start();
  const { pushes, socket } = await person.live();
  const told = () => pushes.flatMap((push) => (push.type === "beacon" ? push.state : []));
  beacon.hold();
  clock.jump(1);
  const sent = order(person);
  await expectWaiting(sent);
  clock.jump(2.5);
  const refused = {
    code: "price_not_current",
    message: expect.stringContaining("the randomness beacon is late"),
  };
  expect(await sent).toMatchObject({ status: 503, body: refused });
  expect(await order(person)).toMatchObject({ status: 503, body: refused });
  expect(await person.balance()).toBe("10.00000000");
  clock.jump(3.5);
  await until(() => told().includes("late"), "browsers hear that the beacon is late");
  beacon.letGo();
  await app.settled();
  await until(() => told().at(-1) === "live", "browsers hear that prices go on");
  socket.close();
  const { status, body } = await order(person);
  expect(status).toBe(201);
  await expectEntered(app, body, NEXT_END + 6);
});

it("refuses an order if the clock was put back while the next round was known, until two blocks later", async () => {
  const { clock, person } = await start({ BEACON_DELAY_MS: "1500" });
  clock.jump(1.2);
  expect((await order(person)).body.entryTick).toBe(NEXT_END);
  // By this clock the block before takes orders again.
  clock.correct(-0.9);
  expect(await order(person)).toMatchObject({ status: 503, body: { code: "price_not_current" } });
  clock.jump(0.7);
  expect((await order(person)).status).toBe(503);
  clock.jump(6);
  expect((await order(person)).body.entryTick).toBe(NEXT_END + 6);
});

it("refuses the order when the server closes", async () => {
  const { app, clock, person, expectWaiting } = await start();
  clock.jump(0.6);
  const sent = order(person);
  await expectWaiting(sent);
  const closed = app.close();
  expect(await sent).toMatchObject({ status: 503, body: { code: "price_not_current" } });
  await closed;
});

it("enters all orders of a block at one tick and price, even through a slow process", async () => {
  const { app, clock, connection, person } = await start();
  const behind = movableClock(END * 1000);
  // Its statements use the database's clock, which the other process follows.
  behind.aheadOfDatabaseMs = () => clock.aheadOfDatabaseMs!();
  const late = at(await scope.start({ connection, clock: behind, beacon: heldBeacon() }), person);
  clock.jump(0.4);

  const pass = (seconds: number) => {
    clock.jump(seconds);
    behind.jump(seconds);
  };
  const entries = async (...clients: TestClient[]) => {
    const answers: { body: any }[] = await Promise.all(clients.map(order));
    return new Set(answers.map(({ body }) => body.code ?? `${body.entryTick} ${body.entryPrice}`));
  };
  pass(1.2);
  const [first, ...others] = await entries(person, late, person, late);
  expect([first, others]).toEqual([expect.stringMatching(`^${NEXT_END} `), []]);
  pass(1.2);
  expect(await entries(person, late)).toEqual(new Set([first]));

  // The block is closed by the database's clock, although not by that of the process: the order waits for the next one.
  pass(0.8);
  const before = await person.balance();
  const early = order(late);
  for (let reads = 0; reads < 30; reads++) {
    const read = late.get("/api/trading/positions").then(() => "still waiting");
    expect(await Promise.race([early.then(() => "answered"), read])).toBe("still waiting");
  }
  expect(await person.balance()).toBe(before);

  const sent = [early, order(person), order(late)];
  pass(0.5);
  pass(0.3);
  const ticks = (await Promise.all(sent)).map(({ body }) => `${body.entryTick} ${body.entryPrice}`);
  expect(new Set(ticks).size).toBe(1);
  expect(ticks[0]).toMatch(`${NEXT_END + 3} `);
  await app.settled();
  expect(await app.checkLedger()).toEqual([]);
});

it("refuses an order that waits for the next block once its clock is put back", async () => {
  const { clock, connection, person } = await start();
  const behind = movableClock(END * 1000);
  behind.aheadOfDatabaseMs = () => clock.aheadOfDatabaseMs!();
  const late = at(await scope.start({ connection, clock: behind, beacon: heldBeacon() }), person);
  // Closed by the database's clock, and still open by that of the process.
  clock.jump(3.6);
  behind.jump(3.2);
  const sent = order(late);
  for (let reads = 0; reads < 30; reads++) {
    const read = late.get("/api/trading/positions").then(() => "still waiting");
    expect(await Promise.race([sent.then(() => "answered"), read])).toBe("still waiting");
  }
  behind.correct(-10);
  expect(await sent).toMatchObject({ status: 503, body: { code: "price_not_current" } });
});

it("settles an order at the tick and by the prices that its answer states", async () => {
  const { app, clock, person } = await start();
  clock.jump(1.2);
  const { body: opened } = await order(person);
  const { signature: _, publicKey: __, path: ___, ...answered } = opened;
  expect((await person.get("/api/trading/positions")).body).toEqual([answered]);
  await expectEntered(app, opened, dueTick(QUICKNET, opened.round!) + 2);
  clock.advance(60);
  await app.settled();
  const { prices } = (await person.get(`/api/prices?from=${opened.expiryTick}`)).body;
  const result = Number(opened.barrierPrice) <= prices[0] ? "won" : "lost";
  const [settled] = (await person.get<Position[]>("/api/trading/positions")).body;
  expect(settled).toMatchObject({
    ...answered,
    status: result,
    resultPrice: priceAsDecimal8(Math.round(prices[0] * 1000)),
    profit: expect.any(String),
  });
});
