import { formatMinor, parseMinor } from "@veritick/domain/money.ts";
import { parsePriceMilli } from "@veritick/domain/price.ts";
import { describe, expect, it } from "vitest";
import { holdUser } from "../../testing/held-rows.ts";
import { seedPeople } from "../../testing/people.ts";
import type { Person } from "../../testing/people.ts";
import { useApp } from "../../testing/use-app.ts";
import { tickOf } from "../platform/clock.ts";
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

it("tells of positions that end late, however early in its block a position was opened", async () => {
  const { clock, database } = scope.app;
  const client = await person();
  let opened: { id: string; entryTick: number };
  do {
    clock.advance(1);
    opened = (await client.post("/api/trading/positions", { type: "buy", amount: 1, duration: 10 })).body;
  } while (opened.entryTick - tickOf(clock.nowMs()) !== 2);
  await database.query("update trading_positions set barrier_price = 1 where user_id = $1", [client.user.id]);
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
});
