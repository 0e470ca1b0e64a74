import { formatMinor, parseMinor } from "@veritick/domain/money.ts";
import { parsePriceMilli } from "@veritick/domain/price.ts";
import pg from "pg";
import { describe, expect, it, vi } from "vitest";
import { holdUser } from "../../testing/held-rows.ts";
import { seedPeople } from "../../testing/people.ts";
import type { Person } from "../../testing/people.ts";
import { useApp } from "../../testing/use-app.ts";
import { seedAdmin } from "../../testing/withdrawals.ts";
import { IS_OPEN, renewWindows } from "../limits/public.ts";
import { nowTick, tickOf } from "../platform/clock.ts";
import { firstIdAt, firstIdAtSql } from "../platform/ids.ts";
import { createFindMissedResults } from "./list-positions.ts";

const scope = useApp();
const person = async () => (await seedPeople(scope.app, 1, "1000"))[0]!;

async function open(client: Person, duration = 1, amount: string | number = 1): Promise<string> {
  const { body } = await client.post("/api/trading/positions", { type: "sell", amount, duration });
  return body.id as string;
}
const list = async (client: Person, query = "") =>
  (await client.get(`/api/trading/positions${query}`)).body as { id: string; status: string }[];
const ids = (positions: { id: string }[]) => positions.map(({ id }) => id);

async function pass(seconds: number): Promise<void> {
  scope.app.clock.advance(seconds);
  await scope.app.settled();
}

describe("the list of positions", () => {
  it("is empty for a newcomer", async () => {
    expect(await list(await person())).toEqual([]);
  });

  it("shows the user's own positions, newest first", async () => {
    const [client, other] = [await person(), await person()];
    const opened = [await open(client), await open(client), await open(client)];
    await open(other);
    expect(ids(await list(client))).toEqual(opened.toReversed());
    await pass(60);
    expect(ids(await list(client))).toEqual(opened.toReversed());
    expect((await list(client)).every(({ status }) => status === "won" || status === "lost")).toBe(true);
  });

  it("holds every open position besides the newest 100 others, and pages on from an id", async () => {
    const client = await person();
    const early = await open(client, 10);
    const finished: string[] = [];
    for (let number = 0; number < 105; number += 1) finished.push(await open(client, 1, "0.01"));
    await pass(60);
    const late = await open(client, 10);
    const newestFirst = finished.toReversed();
    expect(ids(await list(client))).toEqual([late, ...newestFirst.slice(0, 100), early]);
    expect(ids(await list(client, "?limit=3"))).toEqual([late, ...newestFirst.slice(0, 3), early]);
    expect(ids(await list(client, `?before=${newestFirst[99]}`))).toEqual(newestFirst.slice(100));
    expect(ids(await list(client, `?before=${newestFirst[9]}&limit=2`))).toEqual(newestFirst.slice(10, 12));
    expect(ids(await list(client, `?before=${newestFirst.at(-1)}`))).toEqual([]);
    expect(ids(await list(client, `?before=${early}`))).toEqual([]);
  });

  it.each(["?limit=0", "?limit=201", "?limit=x", "?before=1", "?before="])("refuses %s", async (query) => {
    const answer = await (await person()).get(`/api/trading/positions${query}`);
    expect(answer).toMatchObject({
      status: 400,
      body: { code: "page_invalid", field: query.slice(1, query.indexOf("=")) },
    });
  });
});

describe("open positions", () => {
  /** Counts a user's open positions as each of their readers does. */
  async function counted(client: Person, admin: Person): Promise<number[]> {
    const get = async (path: string) => {
      const answer = await client.get<any>(path);
      expect(answer.status).toBe(200);
      return answer.body;
    };
    const { id } = client.user;
    const records = await admin.get(`/api/admin/records/positions?status=open&user=${id}`);
    const since = new Date(scope.app.clock.nowMs()).toISOString();
    const { limits } = await get("/api/limits");
    return [
      (await list(client)).filter(({ status }) => status === "active").length,
      Number(limits.find(({ kind }: { kind: string }) => kind === "open_positions").used),
      (await get(`/api/trading/summary?since=${since}`)).open,
      (await get("/api/profile/close")).openPositions,
      (await admin.get(`/api/admin/users/${id}`)).body.openPositions.count,
      records.body.items.length,
    ];
  }
  const READERS = 6;
  const each = (count: number) => Array<number>(READERS).fill(count);

  it("are found by all readers until they are settled, however late that is", async () => {
    const { clock, database } = scope.app;
    const [client, other, admin] = [await person(), await person(), await seedAdmin(scope.app)];
    const id = await open(client, 10);
    const [opened] = (await list(client)) as unknown as [{ expiryTick: number }];
    // The position is as old as one can be that waits for its result: from the first instant of a block of one minute.
    const oldest = firstIdAt((opened.expiryTick - 600 - 59) * 1000);
    await database.query("update trading_positions set id = $2, barrier_price = 999 where id = $1", [
      id,
      oldest,
    ]);
    expect(await counted(client, admin)).toEqual(each(1));
    clock.jump(opened.expiryTick - 1 - nowTick(clock));
    await scope.app.settled();
    expect(await counted(client, admin)).toEqual(each(1));

    // Its payout cannot be stored, so it stays open.
    await database.query("update users set balance = 9999999999 where id = $1", [client.user.id]);
    await pass(1);
    clock.jump(5 * 3600);
    await scope.app.settled();
    await open(other, 10);
    expect(await counted(client, admin)).toEqual(each(1));
    expect(await counted(other, admin)).toEqual(each(1));

    await database.query("update users set balance = 0 where id = $1", [client.user.id]);
    clock.jump(60);
    await scope.app.settled();
    expect(await counted(client, admin)).toEqual(each(0));
    expect(await counted(other, admin)).toEqual(each(1));
    clock.jump(600);
    await scope.app.settled();
    expect(await counted(other, admin)).toEqual(each(0));
  });

  it("are found without reading the user's many others", async () => {
    const { database, clock } = scope.app;
    const [client, admin] = [await person(), await seedAdmin(scope.app)];
    const others = await seedPeople(scope.app, 100, "0");
    const finished = await open(client);
    await pass(63);
    const copy = async (daysAgo: number, users: Person[], times: number) => {
      const ids = users.map(({ user }) => user.id);
      const before = clock.nowMs() - daysAgo * 86_400_000;
      const { rowCount } = await database.query(COPY_FINISHED, [finished, before, ids, times]);
      expect(rowCount).toBe(ids.length * times);
    };
    await copy(2, [client], 5_000);
    await copy(30, others, 50);
    await open(client, 10);
    await open(client, 3);
    await database.query("analyze trading_positions");

    const asked = vi.spyOn(pg.Client.prototype, "query");
    expect(await counted(client, admin)).toEqual(each(2));
    await renewWindows(scope.app, client.user.id);
    const statements = (asked.mock.calls as unknown[][]).flatMap(([first, second]): Statement[] => {
      const text = typeof first === "string" ? first : (first as Partial<Statement>).text;
      const values = typeof first === "string" ? (second as unknown[]) : (first as Statement).values;
      return text?.includes(IS_OPEN) === true ? [{ name: (first as Statement).name, text, values }] : [];
    });
    asked.mockRestore();
    const names = statements.map(({ name }) => name);
    expect(new Set(names)).toEqual(
      new Set([
        "list_positions",
        "find_own_limits",
        "summarise_trading",
        "find_closing",
        "admin_get_user",
        undefined,
        "find_first_open",
      ]),
    );
    const connection = await database.connect();
    try {
      await connection.query("set plan_cache_mode = force_generic_plan");
      for (const { name, text, values } of statements) {
        const given = values.map(
          (value) => `'${value instanceof Date ? value.toISOString() : String(value)}'`,
        );
        await connection.query(`prepare reading as ${text}`);
        const { rows } = await connection.query(
          `explain (analyze, format json) execute reading (${given.join()})`,
        );
        await connection.query("deallocate reading");
        const reads = readsOf(rows[0]["QUERY PLAN"][0].Plan);
        // The list shows 100 finished ones besides.
        const most = name === "list_positions" ? 120 : 20;
        const sum = reads.reduce((total, { rows: read }) => total + read, 0);
        const scans = reads.filter((read) => read.node === "Seq Scan" || read.isOfEverybody);
        expect({ name, scans, isFew: sum <= most }, JSON.stringify(reads)).toEqual({
          name,
          scans: [],
          isFew: true,
        });
      }
    } finally {
      connection.release(true);
    }
  });

  it("that end late are told to users who heard nothing, however early in its block a position was opened", async () => {
    const { clock, database } = scope.app;
    const client = await person();
    let opened: { id: string; entryTick: number };
    do {
      clock.advance(1);
      opened = (await client.post("/api/trading/positions", { type: "buy", amount: 1, duration: 10 })).body;
    } while (opened.entryTick - tickOf(clock.nowMs()) !== 2);
    await database.query("update trading_positions set barrier_price = 1 where user_id = $1", [
      client.user.id,
    ]);
    const { letGo } = await holdUser(database, client.user.id);
    clock.jump(700);
    await scope.app.settled();
    const findMissed = createFindMissedResults(scope.app);
    expect(await findMissed([client.user.id], clock.nowMs())).toEqual([]);
    await letGo();
    await pass(1);
    const missed = await findMissed([client.user.id], clock.nowMs());
    expect(missed.map(({ push }) => push)).toContainEqual(
      expect.objectContaining({ position: expect.objectContaining({ id: opened.id, status: "won" }) }),
    );
  });
});

type Statement = { name: string | undefined; text: string; values: unknown[] };

/** Copies a finished position to these users several times, back in time from an instant. */
const COPY_FINISHED = `
insert into trading_positions
select (jsonb_populate_record(t, jsonb_build_object('user_id', u.id, 'id',
  ${firstIdAtSql("$2::bigint - (n * 200 + u.nth) * 100")}))).*
from trading_positions t, unnest($3::uuid[]) with ordinality as u (id, nth), generate_series(1, $4::integer) n
where t.id = $1 and t.status <> 'active'`;

type PlanNode = Record<string, unknown> & { Plans?: PlanNode[] };

/** Lists how many positions each node of a plan reads, including those that do not fit. */
function readsOf(plan: PlanNode): { node: unknown; rows: number; isOfEverybody: boolean }[] {
  const count = (name: string) => Number(plan[name] ?? 0);
  const own = {
    node: plan["Node Type"],
    rows: (count("Actual Rows") + count("Rows Removed by Filter")) * count("Actual Loops"),
    // Looking for a user in settlement's index means to walk all of it.
    isOfEverybody: plan["Index Name"] === "trading_positions_due_by_user" && plan["Index Cond"] !== undefined,
  };
  return [
    ...(plan["Relation Name"] === "trading_positions" ? [own] : []),
    ...(plan.Plans ?? []).flatMap(readsOf),
  ];
}

describe("the receipt", () => {
  it("holds everything that is needed to check the barrier, and the ledger entries", async () => {
    const client = await person();
    const id = await open(client, 3, "12.34");
    const { body } = await client.get(`/api/trading/positions/${id}`);
    const { rule, mean, unit, entryPrice, pull, pullScale, reach, grid, result } = body.barrier;
    expect({ rule, unit, grid, pullScale }).toEqual({
      rule: "barrier",
      unit: "100000000",
      grid: "100000",
      pullScale: String(2n ** 40n),
    });
    // The formula of the published rule, in exact integers, as anyone can compute it from the receipt.
    const [m, p, scale, step] = [
      BigInt(mean),
      parseMinor(entryPrice) as bigint,
      BigInt(pullScale),
      BigInt(grid),
    ];
    const exact = m * scale + (p - m) * BigInt(pull) - BigInt(reach) * scale;
    expect(BigInt(parsePriceMilli(result))).toBe(exact / (step * scale));
    expect(body.position.barrierPrice).toBe(result);
    expect(body.entries).toEqual([
      expect.objectContaining({
        kind: "position_opened",
        account: `user:${client.user.id}`,
        amount: "-12.34000000",
        balanceAfter: "987.66000000",
      }),
      expect.objectContaining({
        kind: "position_opened",
        account: "house:trading",
        amount: "12.34000000",
        balanceAfter: null,
      }),
    ]);
  });

  it("names every commitment that the position spans, and the terms of its entry", async () => {
    const client = await person();
    const { clock } = scope.app;
    const toBoundary = 3600 - ((clock.nowMs() / 1000) % 3600);
    await pass(toBoundary - 30);
    const { body } = await client.get(`/api/trading/positions/${await open(client)}`);
    const fairness = (await client.get("/api/fairness")).body;
    const links = [fairness.current, fairness.upcoming[0]];
    expect(body.commitments).toEqual(links.map(({ epoch, commitment }) => ({ epoch, commitment })));
    expect(body.terms).toBe(fairness.termsByEpoch[0].text);
  });

  it("shows a win as two movements that add up to stake and profit", async () => {
    const client = await person();
    let won: { id: string; profit: string; amount: string } | undefined;
    for (let round = 0; won === undefined && round < 40; round += 1) {
      await open(client, 1, "3.33");
      await pass(60);
      won = ((await list(client)) as (typeof won & { status: string })[]).find(
        ({ status }) => status === "won",
      );
    }
    const { entries } = (await client.get(`/api/trading/positions/${won!.id}`)).body as {
      entries: { kind: string; account: string; amount: string }[];
    };
    expect(entries.map(({ kind }) => kind)).toEqual([
      "position_opened",
      "position_opened",
      "position_won",
      "position_won",
    ]);
    const own = entries.filter(({ account }) => account === `user:${client.user.id}`);
    const moved = own.reduce((sum, { amount }) => sum + parseMinor(amount), 0n);
    expect(formatMinor(moved as never)).toBe(won!.profit);
    expect(won!.profit).toBe("8.32500000");
  });

  it("answers another user's id like an invented one", async () => {
    const [owner, stranger] = [await person(), await person()];
    const id = await open(owner);
    const foreign = await stranger.get(`/api/trading/positions/${id}`);
    const invented = await stranger.get("/api/trading/positions/0199a3f0-0000-7000-8000-000000000000");
    expect(foreign).toMatchObject({ status: 404, body: { code: "not_found" } });
    expect(invented.body).toEqual(foreign.body);
    expect((await owner.get(`/api/trading/positions/${id}`)).status).toBe(200);
  });

  it("refuses a malformed id", async () => {
    const answer = await (await person()).get("/api/trading/positions/7");
    expect(answer).toMatchObject({ status: 400, body: { code: "id_invalid", field: "id" } });
  });
});
