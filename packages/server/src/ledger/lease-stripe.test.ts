import { minor } from "@veritick/domain/money.ts";
import * as fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { useApp } from "../../testing/use-app.ts";
import { createLog } from "../platform/telemetry/log.ts";
import { gatherFunds, leaseStripe, shareFunds, spread } from "./house-stripes.ts";

// Its app has stripe 0.
const scope = useApp();

async function lease() {
  const leased = await leaseStripe(scope.connection, createLog("silent"));
  onTestFinished(leased.end);
  return leased;
}

const HOLDERS = `from pg_locks where locktype = 'advisory' and classid = 7305530 and objid = $1
  and database = (select oid from pg_database where datname = current_database())`;

async function findHolder(stripe: number): Promise<number | undefined> {
  const { rows } = await scope.app.database.query<{ pid: number }>(`select pid ${HOLDERS}`, [stripe]);
  return rows[0]?.pid;
}

describe("a leased stripe", () => {
  it("is the lowest free one", async () => {
    const [one, two] = await Promise.all([lease(), lease()]);
    expect(new Set([one.stripe, two.stripe])).toEqual(new Set([1, 2]));
    await one.end();
    expect((await lease()).stripe).toBe(one.stripe);
  });

  it("is leased again after its connection was lost", async () => {
    const { stripe, task } = await lease();
    const before = await findHolder(stripe);
    await scope.app.database.query("select pg_terminate_backend($1)", [before]);
    let holder: number | undefined;
    // Neither side may have noticed yet.
    for (let turn = 1; (holder === undefined || holder === before) && turn < 2_000; turn += 1) {
      task.tick(turn * 100);
      await task.idle();
      holder = await findHolder(stripe);
    }
    expect(before).toBeDefined();
    expect(holder).toBeDefined();
    expect(holder).not.toBe(before);
  });
});

describe("the funds that are gathered for an order", () => {
  it("are an equal share, so that processes do not take them from each other in turns", async () => {
    const { database } = scope.app;
    const one = await lease();
    await database.query("delete from house_stripes");
    await database.query("insert into house_stripes values (0, 1000, 100), ($1, 0, 0), (9, 300, 0)", [
      one.stripe,
    ]);
    expect(await gatherFunds(database, one.stripe, minor(10n))).toBe(true);
    const { rows } = await database.query<{ funds: string }>(
      "select funds from house_stripes order by stripe",
    );
    // Of the 1200 to spare half stays with the other process; stripe 9 is nobody's.
    expect(rows.map(({ funds }) => Number(funds))).toEqual([700, 600, 0]);
  });

  it("are an equal share of all stripes while a failover has taken every lease away", async () => {
    const { database } = scope.app;
    await database.query("delete from house_stripes");
    await database.query("insert into house_stripes values (0, 900, 0), (1, 0, 0), (2, 0, 0)");
    expect(await gatherFunds(database, 1, minor(10n))).toBe(true);
    const { rows } = await database.query<{ funds: string }>(
      "select funds from house_stripes order by stripe",
    );
    expect(rows.map(({ funds }) => Number(funds))).toEqual([300, 300, 300]);
  });

  it("cover the order if the house can, and leave the other stripes what they need", () => {
    const amount = fc.bigInt({ min: -50n, max: 1_000n }).map(minor);
    const promised = fc.bigInt({ min: 0n, max: 1_000n }).map(minor);
    const some = fc.array(fc.tuple(amount, promised, fc.boolean()), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(some, fc.nat(), fc.bigInt({ min: 1n, max: 900n }).map(minor), (drawn, which, need) => {
        const stripes = drawn.map(([funds, openPayout], stripe) => ({ stripe, funds, openPayout }));
        const used = new Set(drawn.flatMap(([, , isUsed], stripe) => (isUsed ? [stripe] : [])));
        const target = which % stripes.length;
        const gathered = shareFunds(stripes, target);
        const shared = spread(gathered, stripes, { target, need, used });
        const sum = (of: ReadonlyMap<number, bigint>) => [...of.values()].reduce((all, one) => all + one, 0n);
        expect(sum(shared)).toBe(sum(gathered));
        const free = (of: ReadonlyMap<number, bigint>) => of.get(target)! - stripes[target]!.openPayout;
        expect(free(shared) >= (free(gathered) < need ? free(gathered) : need)).toBe(true);
        for (const { stripe } of stripes) {
          if (stripe !== target) expect(shared.get(stripe)! >= gathered.get(stripe)!).toBe(true);
        }
      }),
    );
  });
});
