import type { Results } from "@veritick/contract/schemas/results.ts";
import { formatMinor, minor, parseMinor } from "@veritick/domain/money.ts";
import { DURATIONS } from "@veritick/domain/product.ts";
import { dayStarts } from "@veritick/domain/calendar.ts";
import { sumUpResults } from "@veritick/domain/results.ts";
import type { EndedPosition } from "@veritick/domain/results.ts";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { closeAll } from "../../testing/end-price.ts";
import { seedPeople } from "../../testing/people.ts";
import type { Person } from "../../testing/people.ts";
import { useApp } from "../../testing/use-app.ts";
import { endHolds, seedAdmin, withdraw, withdrawingPeople } from "../../testing/withdrawals.ts";
import { firstIdAt } from "../platform/ids.ts";
import { readResults } from "./results.ts";

const scope = useApp();

const of = async (person: Person, query: Record<string, string> = {}) => {
  const { status, body } = await person.get(`/api/results?${String(new URLSearchParams(query))}`);
  expect(status).toBe(200);
  return body as Results;
};

/** Sums the changes that positions make to a user's balance, by the local day on which each expires or is sold. */
const LEDGER = `
  select (coalesce(p.sold_at, p.expires_at) at time zone $2)::date::text as day, sum(e.amount)::numeric(24,8) as result
  from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
  join trading_positions p on p.id = t.reference and p.status <> 'active'
  where e.account = 'user:' || $1::uuid and e.kind like 'position%' group by 1`;

describe("results", () => {
  it("equal the ledger's movements of the user, day by day, with withdrawal fees beside", async () => {
    // In Tokyo, 21 September ends while these users trade.
    const zone = "Asia/Tokyo";
    const { app } = scope;
    const admin = await seedAdmin(app);
    const people = await withdrawingPeople(app, 2, "5000");
    const [person, other] = people as [Person, Person];
    const order = (who: Person, amount: string, duration: number, type = "buy") =>
      who.post("/api/trading/positions", { type, amount, duration });
    for (let round = 0; round < 12; round += 1) {
      for (const [index, duration] of DURATIONS.entries()) {
        const type = (round + index) % 2 === 0 ? "buy" : "sell";
        const placed = await order(person, `${10 + round}.0${index + 1}`, duration, type);
        expect(placed.status).toBe(201);
      }
      await order(other, "1", 3);
      // The moved barriers make unlikely positions win, too.
      await app.database.query(
        "update trading_positions set barrier_price = case when duration = $1 then 1 else 9000 end where type = 'buy' and status = 'active'",
        [DURATIONS[round % 4]],
      );
      app.clock.jump(300);
      await scope.settled();
    }
    const { body: bought } = await order(person, "9.99", 10);
    expect(
      (await person.post(`/api/trading/positions/${bought.id}/sell`, { minProceeds: "0.00" })).status,
    ).toBe(200);
    await order(person, "7.77", 10);
    await closeAll(app.database, new Date(app.clock.nowMs()));
    await order(person, "5.55", 10);
    await endHolds(app, people);
    const { body: paid } = await withdraw(person, { amount: "100.50" });
    await admin.post(`/api/admin/withdrawals/${paid.id}/approve`);
    for (const seconds of [1, 120, 1, 120, 1]) {
      app.clock.jump(seconds);
      await scope.settled();
    }

    const found = await of(person, { zone, from: "2026-09-20", to: "2026-09-22" });
    const { rows } = await app.database.query<{ day: string; result: string }>(LEDGER, [
      person.user.id,
      zone,
    ]);
    expect(found.days.map(({ day }) => day)).toEqual(["2026-09-20", "2026-09-21", "2026-09-22"]);
    expect(
      found.days.filter(({ positions }) => positions > 0).map(({ day, result }) => ({ day, result })),
    ).toEqual(rows.toSorted((one, another) => one.day.localeCompare(another.day)));
    expect(rows).toHaveLength(2);
    const sum = (parts: readonly { result: string }[]) =>
      formatMinor(minor(parts.reduce((all, { result }) => all + parseMinor(result), 0n)));
    // Open positions do not count. Refunded ones count in the money alone.
    expect(found.total).toMatchObject({
      positions: 50,
      sold: 1,
      refunded: 2,
      result: sum(found.days),
      fees: "8.04000000",
    });
    expect(sum(found.durations)).toBe(found.total.result);
    const won = found.durations.reduce((all, each) => all + each.won, 0);
    expect([won, found.total.won]).toEqual([found.total.won, found.total.won]);
    expect(found.total.won).toBeGreaterThan(0);
    expect(found.days.map(({ fees }) => fees)).toEqual(["0.00000000", "0.00000000", "8.04000000"]);
    expect((await of(other, { zone, from: "2026-09-20", to: "2026-09-22" })).total).toMatchObject({
      positions: 12,
      staked: "12.00000000",
      fees: "0.00000000",
    });

    const file = await person.get("/api/results.csv?zone=Asia/Tokyo&from=2026-09-20&to=2026-09-22");
    expect(file.headers.get("content-disposition")).toContain(
      "veritick-results-2026-09-20-to-2026-09-22.csv",
    );
    expect((file.body as string).split("\r\n")).toEqual([
      "day,positions,won,refunded,staked,returned,result,withdrawal_fees,sold",
      ...found.days.map((day) =>
        [
          day.day,
          day.positions,
          day.won,
          day.refunded,
          day.staked,
          day.returned,
          day.result,
          day.fees,
          day.sold,
        ].join(),
      ),
      "",
    ]);
  });

  it("are those of the last 30 days by default, and none without positions", async () => {
    const [person] = (await seedPeople(scope.app, 1, "10")) as [Person];
    const found = await of(person);
    expect([found.zone, found.from, found.to]).toEqual(["UTC", "2026-08-23", "2026-09-21"]);
    expect(found.days).toHaveLength(30);
    expect(await of(person, { days: "2", to: "2026-09-22" })).toMatchObject({ from: "2026-09-21" });
    expect(found.total).toMatchObject({ positions: 0, staked: "0.00000000", result: "0.00000000" });
    expect(found.durations[3]).toMatchObject({ duration: 10, expected: 0, range: { low: 0, high: 0 } });
  });

  it.each([
    { zone: "Europe/Atlantis" },
    { zone: "'; drop" },
    { from: "2026-99-99" },
    { to: "2026-99-99" },
    { to: "2026-02-30" },
    { to: "1970-01-01" },
    { days: "0" },
    { days: "93" },
    { from: "yesterday" },
    { from: "2026-09-22", to: "2026-09-21" },
    { from: "2026-01-01", to: "2026-04-03" },
    { from: "2026-01-01" },
    { from: "2026-12-01" },
  ])("are refused for %j", async (query) => {
    const [person] = (await seedPeople(scope.app, 1, "0")) as [Person];
    for (const path of ["/api/results", "/api/results.csv"]) {
      const answer = await person.get(
        `${path}?${String(new URLSearchParams(query as Record<string, string>))}`,
      );
      expect([answer.status, answer.body.code]).toEqual([400, "results_period_invalid"]);
    }
  });
});

/** The day on which summer time ends in Paris, and a day on either side. */
const PARIS = { zone: "Europe/Paris", from: "2026-10-24", to: "2026-10-26" };
const STARTS = dayStarts(PARIS.zone, PARIS.from, PARIS.to)!;
const FIRST = STARTS[0]! / 1000;
const LAST = STARTS.at(-1)! / 1000;

const position = fc
  .record({
    side: fc.constantFrom("buy" as const, "sell" as const),
    duration: fc.constantFrom(...DURATIONS),
    status: fc.constantFrom("won" as const, "lost" as const, "sold" as const, "refunded" as const),
    stake: fc.integer({ min: 1, max: 1_000_000 }),
    value: fc.integer({ min: 0, max: 1_000_000 }),
    /** The seconds from the sale to the expiry: at least six. */
    early: fc.integer({ min: 6, max: 60 }),
    winChance: fc.constantFrom(0.271, 0.0457, 0.5),
    expiryTick: fc.oneof(
      fc.integer({ min: FIRST - 600, max: LAST + 600 }),
      fc.integer({ min: FIRST + 90_000, max: FIRST + 90_300 }),
      fc.constantFrom(...STARTS.flatMap((ms) => [ms / 1000 - 1, ms / 1000, ms / 1000 + 1])),
    ),
  })
  .map(({ stake, value, early, duration, status, expiryTick, ...rest }): EndedPosition => {
    const stakeMinor = minor(BigInt(stake) * 1_000_000n);
    const profit = {
      won: stakeMinor * 2n,
      lost: -stakeMinor,
      sold: BigInt(value) * 1_000_000n - stakeMinor,
      refunded: BigInt(value) * 1_000_000n - stakeMinor,
    };
    const entryTick = expiryTick - 60 * duration;
    const times = { entryTick, expiryTick, endsMs: (expiryTick - (status === "sold" ? early : 0)) * 1000 };
    return { ...rest, ...times, duration, status, stakeMinor, profitMinor: minor(profit[status]) };
  });

const INSERT = `
  insert into trading_positions (id, user_id, type, entry_price, barrier_price, win_chance, win_rule, pull, reach, amount,
    duration, multiplier, status, created_at, expires_at, entry_tick, expiry_tick, result_price, profit, house_stripe,
    round, signing_key, promise_batch, promise_leaf, sold_at, sale_round, sale_value, sale_signature, sale_key)
  select (left(i.first, 18) || right(gen_random_uuid()::text, 18))::uuid, $1, i.type, 150, 150, i.chance, 'barrier', 0, 0,
    i.amount, i.duration, 2, i.status, to_timestamp(i.entry), to_timestamp(i.expiry), i.entry, i.expiry,
    case when i.status in ('won', 'lost') then 150 end, i.profit, 0, 1, 1, 1, 0,
    to_timestamp(i.sold), i.sold, i.sold, decode(left('00', i.sold::integer), 'hex'), left('0', i.sold::integer)::smallint
  from json_to_recordset($2::json) as i (first text, type text, chance float8, amount numeric, duration integer, status text,
    entry bigint, expiry bigint, profit numeric, sold bigint)`;

const toRow = (each: EndedPosition) => ({
  first: firstIdAt(each.entryTick * 1000),
  type: each.side,
  chance: each.winChance,
  amount: formatMinor(each.stakeMinor),
  duration: each.duration,
  status: each.status,
  entry: each.entryTick,
  expiry: each.expiryTick,
  profit: formatMinor(each.profitMinor),
  sold: each.status === "sold" ? each.endsMs / 1000 : null,
});

it("are summed up in the database as in the domain, also over a clock change", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(position, { maxLength: 120 }), async (positions) => {
      const [person] = (await seedPeople(scope.app, 1, "0")) as [Person];
      const { database, clock } = scope.app;
      await database.query(INSERT, [person.user.id, JSON.stringify(positions.map(toRow))]);
      const found = (await readResults(database, person.user.id, PARIS, clock.nowMs())) as Results;
      const { days, durations } = sumUpResults(positions, STARTS);
      const sums = ({ stakedMinor, returnedMinor, ...counts }: (typeof days)[number]) => ({
        ...counts,
        staked: formatMinor(stakedMinor),
        returned: formatMinor(returnedMinor),
        result: formatMinor(minor(returnedMinor - stakedMinor)),
      });
      expect(found.days).toMatchObject(days.map(sums));
      expect(found.durations).toMatchObject(
        durations.map(({ expected, variance, ...rest }) => ({
          ...sums(rest),
          expected: expect.closeTo(expected, 8) as number,
          variance: expect.closeTo(variance, 8) as number,
        })),
      );
    }),
    { numRuns: 15 },
  );
});

it("read no position of other people or other days, however many there are", async () => {
  const [person, other] = (await seedPeople(scope.app, 2, "0")) as [Person, Person];
  const { database } = scope.app;
  const first = Date.parse("2030-01-01T00:00:00Z");
  // Each user has one position every two minutes for 40 days.
  await database.query(
    `insert into trading_positions (id, user_id, type, entry_price, barrier_price, win_chance, win_rule, pull, reach, amount,
       duration, multiplier, status, created_at, expires_at, entry_tick, expiry_tick, result_price, profit, house_stripe,
       round, signing_key, promise_batch, promise_leaf)
     select (left(lpad(to_hex(s * 1000), 12, '0'), 8) || '-' || right(to_hex(s * 1000), 4) || '-7000'
       || right(gen_random_uuid()::text, 18))::uuid,
       u, 'buy', 150, 150, 0.2, 'barrier', 0, 0, 1, 1, 2, 'lost', to_timestamp(s), to_timestamp(s + 60), s, s + 60, 150, -1, 0,
       1, 1, 1, 0
     from generate_series(0, 28800) as n cross join unnest($2::uuid[]) as u
     cross join lateral (select $1::bigint + n * 120 as s) t`,
    [first / 1000, [person.user.id, other.user.id]],
  );
  await database.query("analyze trading_positions");
  const plans: string[] = [];
  const explaining = {
    async query(text: string, values: unknown[]) {
      const { rows } = await database.query(`explain analyze ${text}`, values);
      plans.push(...rows.map((row) => row["QUERY PLAN"] as string));
      return { rows: [] };
    },
  } as unknown as Parameters<typeof readResults>[0];
  await readResults(explaining, person.user.id, { from: "2030-02-01", to: "2030-02-01" }, 0);
  const plan = plans.join("\n");
  expect(plan).toMatch(
    /trading_positions_by_user[\s\S]*Index Cond: \(\(user_id = [^\n]*\(id >= [^\n]*\(id < /,
  );
  // The planner may scan small tables whole, but not the positions.
  expect(plan).not.toMatch(/Seq Scan on trading/);
});
