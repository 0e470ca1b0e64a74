import { randomUUID } from "node:crypto";
import type { Position } from "@veritick/contract/schemas/positions.ts";
import type { Push } from "@veritick/contract/schemas/pushes.ts";
import { dueTick } from "@veritick/domain/rounds.ts";
import { EPOCH_TICKS, epochOf } from "@veritick/domain/epoch-times.ts";
import { priceNumber, parsePriceMilli } from "@veritick/domain/price.ts";
import * as fc from "fast-check";
import { pino } from "pino";
import { beforeAll, describe, expect, it } from "vitest";
import { TEST_BEACON_CHAIN } from "../../testing/free-beacon.ts";
import { movableClock } from "../../testing/movable-clock.ts";
import { seedPeople } from "../../testing/people.ts";
import type { Person } from "../../testing/people.ts";
import { requestCasesAt, refusedRequestCases } from "../../testing/request-cases.ts";
import type { RequestCase, TargetIds } from "../../testing/request-cases.ts";
import { rawCall } from "../../testing/raw-http.ts";
import { until } from "../../testing/test-client.ts";
import { unpublishedValues } from "../../testing/unpublished-values.ts";
import { useApp } from "../../testing/use-app.ts";
import { seedAdmin } from "../../testing/withdrawals.ts";
import { nowTick } from "../platform/clock.ts";

/** The price begins a minute before an epoch ends: few prices have been seen, and a seed is about to be. */
const BOUNDARY = (epochOf(1_790_000_000) + 1) * EPOCH_TICKS;
// A price begins at the end of a block of the beacon.
const GENESIS = BOUNDARY - 61;
const { milliAt, finder } = unpublishedValues(GENESIS);

// Every log line of the server, with nothing hidden afterwards.
const lines: string[] = [];
const log = pino({ level: "trace", base: null }, { write: (line) => void lines.push(line) });
/**
 * In the long form, ticks are shown a second late, as with a public beacon. Prices computed in that second must stay hidden
 * too.
 */
const DELAY_MS = process.env["VERITICK_LONG"] === undefined ? 0 : 1_000;
const environment = { BEACON_DELAY_MS: `${DELAY_MS}` };
const scope = useApp(environment, { log, clock: movableClock(GENESIS * 1000) });

let person: Person;
let admin: Person;
let targets: TargetIds;
const pushes: Push[] = [];
const barriersMilli = new Set<number>();
/**
 * The entry prices of orders. An answer to an order contains the price of its block's end up to two seconds before it is
 * published.
 */
const entriesMilli = new Set<number>();

/** Opens a position, and asks for the answer once more. */
async function order(type: "buy" | "sell", duration: number): Promise<string> {
  const request: RequestCase = {
    audience: "user",
    method: "POST",
    path: "/api/trading/positions",
    body: JSON.stringify({ type, amount: "1", duration }),
  };
  const key = { "idempotency-key": randomUUID() };
  const { text, status } = await call(request, key);
  expect(status).toBe(201);
  expect((await call(request, key)).text).toBe(text);
  const { barrierPrice, entryPrice, entryTick, id } = JSON.parse(text) as Position;
  expect(parsePriceMilli(entryPrice)).toBe(milliAt(entryTick));
  barriersMilli.add(parsePriceMilli(barrierPrice));
  entriesMilli.add(parsePriceMilli(entryPrice));
  targets = { user: person.user.id, position: id };
  return `${request.path} ${text}`;
}

/** Sells a new position back. The answer contains the price of its block, like that of an order. */
async function sell(): Promise<string> {
  const bought = await order("sell", 10);
  const path = `/api/trading/positions/${targets.position}/sell`;
  const { text, status } = await call({
    audience: "user",
    method: "POST",
    path,
    body: '{"minProceeds":"9999.00"}',
  });
  expect([status, (JSON.parse(text) as { code: string }).code]).toEqual([409, "price_moved"]);
  const sold = await call({ audience: "user", method: "POST", path, body: '{"minProceeds":"0.00"}' });
  const { soldPrice, soldTick } = JSON.parse(sold.text) as Position;
  expect(parsePriceMilli(soldPrice!)).toBe(milliAt(soldTick!));
  return [bought, `${path} ${text}`, `${path} ${sold.text}`].join("\n");
}

beforeAll(async () => {
  scope.app.clock.jump(DELAY_MS / 1000);
  [person] = (await seedPeople(scope.app, 1, "5000")) as [Person];
  admin = await seedAdmin(scope.app);
  const live = await person.live();
  live.socket.on("message", (data) => pushes.push(JSON.parse(String(data)) as Push));
  tableOfValues = await (await fetch(`${scope.app.url}/api/fairness/sale`)).text();
  await order("buy", 1);
  await order("sell", 10);
});

function call({ audience, method, path, body }: RequestCase, more: Record<string, string> = {}) {
  const cookies = {
    public: {},
    provider: {},
    user: { cookie: person.cookie },
    admin: { cookie: admin.cookie },
  };
  return rawCall(scope.app.url, method, path, {
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...cookies[audience],
      ...more,
    },
    ...(body === undefined ? {} : { body }),
  });
}

/** Returns the newest second that may be shown. */
const nowOf = () => nowTick(scope.app.clock) - DELAY_MS / 1000;

/**
 * Matches answers about orders and sales, and rows that hold them: those that the owner sees or is pushed, and those of an
 * administrator who looks at the owner's page.
 */
const OF_ORDERS =
  /^(\/api\/trading\/positions|\/api\/admin\/\S*positions|(trading_positions|idempotency_keys) |\{"type":"positionResolved")/;

/** The table of fair values, which never changes. Some of its entries look like prices. */
let tableOfValues: string;

/** Finds unpublished prices, line by line. Only lines about orders may contain the price at which an own order enters. */
function findAhead(text: string): string[] {
  const [findIn, findInOrders] = [barriersMilli, [...barriersMilli, ...entriesMilli]].map((known) =>
    finder(nowOf(), known),
  );
  const lines = text.replace(tableOfValues, "").split("\n");
  return lines.flatMap((line) => (OF_ORDERS.test(line) ? findInOrders! : findIn!)(line));
}

/** Checks the form of an answer, which must be right even if a price happens to equal an earlier one. */
function assertNothingAhead(now: number, path: string, text: string): void {
  const body: unknown = /^[[{]/.test(text) ? JSON.parse(text) : {};
  if (path.startsWith("/api/prices") && "prices" in (body as object)) {
    const { from, prices } = body as { from: number; prices: number[] };
    expect(from + prices.length - 1, path).toBeLessThanOrEqual(now);
    expect(prices, path).toEqual(prices.map((_, index) => priceNumber(milliAt(from + index))));
  }
  if (path.startsWith("/api/prices/candles") && "until" in (body as object)) {
    expect((body as { until: number }).until, path).toBeLessThanOrEqual(now);
  }
  if (path.startsWith("/api/fairness/rounds") || path.startsWith("/beacon/")) {
    for (const { round = 1 } of [body].flat() as { round?: number }[])
      expect(dueTick(TEST_BEACON_CHAIN, round), path).toBeLessThanOrEqual(now + DELAY_MS / 1000);
  }
  if (!path.startsWith("/api/fairness/epochs") || !Array.isArray(body)) return;
  for (const { epoch, seed, startState, startTick } of body) {
    const end = (epoch + 1) * EPOCH_TICKS;
    expect(seed !== null, `${path} reveals ${epoch} at ${now}`).toBe(end <= now);
    expect(startState !== null, `${path} places ${epoch} at ${now}`).toBe(startTick - 1 <= now);
  }
}

async function ask(request: RequestCase, least = 200): Promise<string> {
  const { text, headers, status } = await call(request);
  expect(status, `${request.method} ${request.path}`).toBeGreaterThanOrEqual(least);
  assertNothingAhead(nowOf(), request.path, text);
  return `${request.path} ${text} ${JSON.stringify(headers)}`;
}

/** Returns the output since the last look: lines of the log, and messages on the socket. */
function saidSince(): string {
  return [...lines.splice(0), ...pushes.splice(0).map((push) => JSON.stringify(push))].join("\n");
}

/** Returns every row of every table, whoever may read it. */
async function allRows(): Promise<string> {
  const { rows: tables } = await scope.app.database.query<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables
     where table_schema = current_schema() and table_type = 'BASE TABLE'`,
  );
  const each = tables.map(({ name }) => `select '${name} ' || t::text as line from ${name} t`);
  const { rows } = await scope.app.database.query<{ line: string }>(each.join(" union all "));
  expect(rows.length).toBeGreaterThan(50);
  return rows.map(({ line }) => line).join("\n");
}

describe("a future tick", () => {
  it("is found by the search of these tests", () => {
    const now = GENESIS + 5;
    const known = Array.from({ length: 6 }, (_, index) => milliAt(GENESIS + index));
    const ahead = [1, 2, 3].map((off) => milliAt(now + off)).find((milli) => !known.includes(milli))!;
    const decimal = (ahead / 1000).toFixed(3);
    for (const text of [`"price":${decimal}}`, `at ${decimal}00000.`, `"milli":${ahead},`]) {
      expect(finder(now, [])(text)).toHaveLength(1);
      expect(finder(now + 3, [])(text)).toEqual([]);
      expect(finder(now, [ahead])(text)).toEqual([]);
    }
    for (const text of [
      `1${decimal}`,
      `${decimal}4`,
      `0.${ahead}`,
      `${ahead}7`,
      `"price":${known[5]! / 1000}`,
    ]) {
      expect(finder(now, [])(text)).toEqual([]);
    }
  });

  it("is in no answer, log line, message or row around the end of an epoch", async () => {
    const { app } = scope;
    app.clock.jump(BOUNDARY - 2 - nowOf());
    let asked = 0;
    for (const now of [BOUNDARY - 1, BOUNDARY, BOUNDARY + 1]) {
      app.clock.advance(1);
      await app.settled();
      const bought = `${await order("buy", 1)}\n${await sell()}`;
      const answers = await Promise.all([
        ...requestCasesAt(now, targets).map((request) => ask(request)),
        ...refusedRequestCases(targets).map((request) => ask(request, 400)),
      ]);
      await app.settled();
      asked += answers.length;
      for (const text of [bought, ...answers, saidSince(), await allRows()]) {
        expect(findAhead(text), text.slice(0, 200)).toEqual([]);
      }
      expect(nowOf()).toBe(now);
    }
    expect(asked).toBeGreaterThan(600);
  });

  it("is in none of them at any other moment, whatever is called", async () => {
    const { app } = scope;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("advance", "jump"),
        fc.integer({ min: 0, max: 4 }),
        fc.constantFrom("ask", "ask", "ask", "order", "sell", "fail"),
        fc.nat(),
        async (how, seconds, what, pick) => {
          const before = nowOf();
          await app.settled();
          expect(findAhead(saidSince())).toEqual([]);
          if (how === "advance") app.clock.advance(seconds);
          else if (seconds > 0) app.clock.jump(seconds);
          const now = nowOf();
          const requests = what === "fail" ? refusedRequestCases(targets) : requestCasesAt(now, targets);
          const text =
            what === "sell"
              ? await sell()
              : what === "order"
                ? await order(pick % 2 === 0 ? "buy" : "sell", [1, 3, 5, 10][pick % 4]!)
                : await ask(requests[pick % requests.length]!);
          const heard = how === "advance" ? seconds : Math.min(1, seconds);
          const ticks = () => pushes.filter((push) => push.type === "price");
          await until(() => ticks().length >= heard, "the ticks were pushed");
          for (const push of ticks()) {
            expect(push.tick).toBeGreaterThan(before);
            expect(push.tick).toBeLessThanOrEqual(now);
            expect(push.price).toBe(priceNumber(milliAt(push.tick)));
            expect(push.time).toBe(new Date(push.tick * 1000).toISOString());
          }
          expect(findAhead(`${text}\n${saidSince()}`)).toEqual([]);
        },
      ),
      { numRuns: 150 },
    );
    await app.settled();
    expect(findAhead(`${saidSince()}\n${await allRows()}`)).toEqual([]);
    expect(nowOf()).toBeGreaterThan(BOUNDARY + 60);
  });

  it("is not in the stored data of future epochs", async () => {
    const { rows } = await scope.app.database.query<{ ahead: number }>(
      "select count(*)::int as ahead from price_epochs where start_state is not null and epoch * 3600 > $1",
      [nowOf() + 1],
    );
    expect(rows[0]!.ahead).toBe(0);
  });
});
