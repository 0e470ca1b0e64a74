import type { OpenedPosition, SoldPosition } from "@veritick/contract/schemas/positions.ts";
import { QUICKNET } from "@veritick/domain/beacon.ts";
import { blockEnd, dueTick, roundOf } from "@veritick/domain/rounds.ts";
import { expect, it } from "vitest";
import { holdUser, untilTried } from "../../testing/held-rows.ts";
import { seedPeople } from "../../testing/people.ts";
import { TestClient } from "../../testing/test-client.ts";
import type { Answer } from "../../testing/test-client.ts";
import { useApp } from "../../testing/use-app.ts";
import { nowTick } from "../platform/clock.ts";

const scope = useApp();

const someone = async () => (await seedPeople(scope.app, 1, "100"))[0]!;
const order = (by: TestClient, notAfterTick: unknown, key?: string): Promise<Answer> =>
  by.post(
    "/api/trading/positions",
    { type: "buy", amount: "1", duration: 1, notAfterTick },
    key === undefined ? {} : { "idempotency-key": key },
  );
const sell = (by: TestClient, id: string, notAfterTick: unknown, key?: string): Promise<Answer> =>
  by.post(
    `/api/trading/positions/${id}/sell`,
    { minProceeds: "0.00", notAfterTick },
    key === undefined ? {} : { "idempotency-key": key },
  );

/** Returns the tick at which an order made now enters. */
const entryNow = () => blockEnd(QUICKNET, roundOf(QUICKNET, nowTick(scope.app.clock)));
const toNextBlock = () => scope.app.clock.jump(entryNow() + 1 - scope.app.clock.nowMs() / 1000);

it("opens and sells at the named tick and before it, and moves nothing after it", async () => {
  const client = await someone();
  toNextBlock();
  const entry = entryNow();
  const early = await order(client, entry - 1);
  expect([early.status, early.body]).toEqual([
    409,
    expect.objectContaining({ code: "not_after_passed", field: "notAfterTick" }),
  ]);
  expect(await client.balance()).toBe("100.00000000");
  const opened = await order(client, entry);
  expect([opened.status, opened.body.entryTick]).toEqual([201, entry]);
  expect((await order(client, entry + 1_000)).status).toBe(201);

  const { id } = opened.body as OpenedPosition;
  toNextBlock();
  expect((await sell(client, id, entryNow() - 1)).body.code).toBe("not_after_passed");
  const sold = await sell(client, id, entryNow());
  expect([sold.status, (sold.body as SoldPosition).soldTick]).toEqual([200, entryNow()]);
});

it("trades nothing if the field is misspelt, and names the unknown field", async () => {
  const client = await someone();
  toNextBlock();
  const { id } = (await order(client, entryNow())).body as OpenedPosition;
  for (const [path, known] of [
    ["/api/trading/positions", { type: "buy", amount: "1", duration: 1 }],
    [`/api/trading/positions/${id}/sell`, { minProceeds: "0.00" }],
  ] as const) {
    const answer = await client.post(path, { ...known, notAfterTik: entryNow() - 1 });
    expect([answer.status, answer.body]).toEqual([
      400,
      expect.objectContaining({ code: "field_unknown", field: "notAfterTik" }),
    ]);
  }
  expect(await client.balance()).toBe("99.00000000");
});

it.each(["1790000060", 1.5, -1, null, {}])("rejects %j as a tick", async (wrong) => {
  const client = await someone();
  for (const answer of [await order(client, wrong), await sell(client, client.user.id, wrong)])
    expect([answer.status, answer.body]).toEqual([
      400,
      expect.objectContaining({ code: "not_after_invalid", field: "notAfterTick" }),
    ]);
});

it("gives the first answer again after the tick, and repeats a refusal", async () => {
  const client = await someone();
  toNextBlock();
  const entry = entryNow();
  const first = await order(client, entry, "filled");
  expect((await order(client, entry - 1, "refused")).body.code).toBe("not_after_passed");
  scope.app.clock.jump(30);
  const again = await order(client, entry, "filled");
  expect([again.status, again.body, again.headers.get("idempotency-replayed")]).toEqual([
    201,
    first.body,
    "true",
  ]);
  expect((await order(client, entry - 1, "refused")).body.code).toBe("not_after_passed");
  // Another tick makes another order.
  expect((await order(client, entry + 60, "filled")).body.code).toBe("idempotency_mismatch");
  const { id } = first.body as OpenedPosition;
  const sold = await sell(client, id, entryNow(), "sold");
  expect(sold.status).toBe(200);
  const tick = sold.body.soldTick as number;
  scope.app.clock.jump(60);
  expect((await sell(client, id, tick, "sold")).body).toEqual(sold.body);
});

it("refuses an order that waits for its user's row past its tick, and no other", async () => {
  const [held, other] = await seedPeople(scope.app, 2, "100");
  toNextBlock();
  const entry = entryNow();
  const { letGo } = await holdUser(scope.app.database, held!.user.id);
  const waiting = order(held!, entry);
  await untilTried(scope.app.database);
  toNextBlock();
  const beside = order(other!, entry + 3);
  // The first of these may have been made before the clock moved on.
  for (let statement = 0; statement < 2; statement += 1) await untilTried(scope.app.database);
  await letGo();
  expect((await waiting).body.code).toBe("not_after_passed");
  expect((await beside).body.entryTick).toBe(entry + 3);
  expect(await held!.balance()).toBe("100.00000000");
});

const PEOPLE = 24;
const EACH = 4;
const ROUNDS = process.env["VERITICK_LONG"] === undefined ? 5 : 1_050;

/**
 * All users order and sell through two servers while the clock moves on by some seconds and connections are killed. A user
 * without an answer asks again with the same key, by then often too late, and all users ask once more at the end.
 */
it(
  `fills none of ${ROUNDS * PEOPLE * EACH} orders late, under delays and retries`,
  { timeout: 1_800_000 },
  async () => {
    const connection = await scope.clone();
    const servers = [await scope.start({ connection }), await scope.start({ connection })];
    const [one] = servers;
    const people = await seedPeople(one!, PEOPLE, "1000000");
    const clients = people.map(({ cookie }) =>
      servers.map(({ url }) => Object.assign(new TestClient(url), { cookie })),
    );
    let seed = 11;
    // The upper bits of a linear congruential generator are good enough.
    const whole = (below: number) => ((seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0) >>> 8) % below;
    const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
    const KILL = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state = 'active' and query like 'with %'`;
    const seen: Record<string, number> = {};
    const keys: string[] = [];
    const count = (what: string) => (seen[what] = (seen[what] ?? 0) + 1);

    type Sent = { send(server: number): Promise<Answer>; notAfter: number };
    async function answerOf({ send }: Sent, first: Promise<Answer>): Promise<Answer> {
      let last = await first;
      for (let again = 0; last.status >= 500 || last.body.code === "idempotency_running"; again += 1) {
        expect(again, JSON.stringify(last.body)).toBeLessThan(400);
        count("asked again");
        await pause(2);
        last = await send(again % 2);
      }
      return last;
    }

    /** Sends all requests, moves the clock on meanwhile, and returns the final answers. */
    async function play(round: number, sent: readonly Sent[]): Promise<Answer[]> {
      // In the last half second of a block, all requests wait for the next one.
      const isWaiting = round % 4 === 3;
      if (isWaiting) scope.app.clock.jump(2.6);
      const answers = sent.map((each, n) => ({ each, first: each.send(n % 2) }));
      // A third of the requests is sent twice at once, as if the first answer was lost.
      const doubled = answers.map(({ each }, n) => (whole(3) === 0 ? each.send((n + 1) % 2) : undefined));
      const most = isWaiting ? 0 : whole(sent.length);
      let answered = 0;
      for (const { first } of answers) void first.then(() => (answered += 1));
      while (answered < most) await pause(1);
      const leapS = 3 * whole(3) + (isWaiting ? 0.4 : 0);
      scope.app.clock.jump(leapS);
      if (round % 2 === 1) await one!.database.query(KILL).catch(() => undefined);
      const last = await Promise.all(answers.map(({ each, first }) => answerOf(each, first)));
      for (const [n, double] of doubled.entries()) {
        if (double === undefined) continue;
        count("sent twice");
        const { status, body } = await answerOf(sent[n]!, double);
        // If two statements run when a test's clock leaps, one may still use the earlier time.
        if (leapS === 0 || (status < 300 && last[n]!.status < 300))
          expect([status, body]).toEqual([last[n]!.status, last[n]!.body]);
      }
      scope.app.clock.jump(3 * whole(3));
      return Promise.all(
        sent.map(async (each, n) => {
          const again = await answerOf(each, each.send((n + 1) % 2));
          const { status, body } = last[n]!;
          if (status < 300) expect(again.body).toEqual(body);
          else if (leapS === 0) expect(again.status).toBeGreaterThanOrEqual(400);
          return again;
        }),
      );
    }

    for (let round = 0; round < ROUNDS; round += 1) {
      const now = dueTick(QUICKNET, roundOf(QUICKNET, nowTick(scope.app.clock)) + 1);
      scope.app.clock.jump(now - scope.app.clock.nowMs() / 1000);
      const orders = clients.flatMap((by, n) =>
        Array.from({ length: EACH }, (_, each): Sent => {
          const notAfter = now + whole(9);
          const key = `${notAfter}/${round}/${n}/${each}`;
          keys.push(key);
          return { notAfter, send: (server) => order(by[server]!, notAfter, key) };
        }),
      );
      const opened = await play(round, orders);
      for (const [n, { status, body }] of opened.entries()) {
        count(status === 201 ? "opened" : body.code);
        if (status === 201) expect(body.entryTick).toBeLessThanOrEqual(orders[n]!.notAfter);
      }
      if (round % 4 !== 0) continue;
      const from = nowTick(scope.app.clock);
      const sales = opened.flatMap(({ status, body }, n): Sent[] => {
        if (status !== 201) return [];
        const notAfter = from + whole(9);
        const by = clients[Math.floor(n / EACH)]!;
        const key = `sale/${notAfter}/${body.id}`;
        return [{ notAfter, send: (server) => sell(by[server]!, body.id, notAfter, key) }];
      });
      for (const [n, { status, body }] of (await play(round, sales)).entries()) {
        count(status === 200 ? "sold" : `sale ${body.code}`);
        if (status === 200) expect(body.soldTick).toBeLessThanOrEqual(sales[n]!.notAfter);
      }
    }
    const { rows } = await one!.database.query<{ opened: number; late: number }>(
      `select count(*)::int as opened,
         (count(*) filter (where p.entry_tick > split_part(k.key, '/', 1)::bigint))::int as late
       from trading_positions p left join order_keys o on o.position_id = p.id
       left join unnest($1::text[]) as k (key)
         on o.key = encode(substring(sha256(convert_to(k.key, 'UTF8')) for 16), 'hex')::uuid`,
      [keys],
    );
    expect(rows[0]).toEqual({ opened: seen["opened"], late: 0 });
    expect(Object.keys(seen).toSorted()).toEqual(
      expect.arrayContaining(["sent twice", "not_after_passed", "opened", "sale not_after_passed", "sold"]),
    );
    expect(seen["opened"]! + seen["not_after_passed"]!).toBe(ROUNDS * PEOPLE * EACH);
    expect(await one!.checkLedger()).toEqual([]);
  },
);
