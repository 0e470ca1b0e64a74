import { once } from "node:events";
import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { isAbsolute, join } from "node:path";
import { minor } from "@veritick/domain/money.ts";
import * as fc from "fast-check";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { useApp } from "../../testing/use-app.ts";
import { LOCKS, transaction } from "../platform/db/database.ts";
import { createLog } from "../platform/telemetry/log.ts";
import {
  addHouseFunds,
  claimFunds,
  gatherFunds,
  leaseStripe,
  RETAKEN_MS,
  shareFunds,
  spread,
} from "./house-stripes.ts";
import type { Stripe } from "./house-stripes.ts";

// The app of this scope has stripe 0.
const scope = useApp();

/** Replaces all stripes by these, gathers funds for the last one, and returns the result and each stripe's funds. */
async function gather(...stripes: [funds: number, openPayout: number][]) {
  const { database } = scope.app;
  await database.query("delete from house_stripes");
  for (const [stripe, [funds, openPayout]] of stripes.entries()) {
    await database.query("insert into house_stripes values ($1, $2, $3)", [stripe, funds, openPayout]);
  }
  const freed = await gatherFunds(database, stripes.length - 1);
  const { rows } = await database.query<{ funds: string }>("select funds from house_stripes order by stripe");
  return [freed, ...rows.map(({ funds }) => Number(funds))];
}

describe("the funds that a stripe gathers", () => {
  it("are those that the others can spare", async () => {
    expect(await gather([300, 100], [50, 0], [10, 10])).toEqual([true, 100, 0, 260]);
  });

  it("leave enough for a stripe that lacks funds for its own promises", async () => {
    expect(await gather([0, 100], [130, 0], [10, 10])).toEqual([true, 100, 0, 40]);
    expect(await gather([0, 100], [100, 0], [0, 0])).toEqual([false, 100, 0, 0]);
    expect(await gather([0, 100], [60, 0], [0, 0])).toEqual([false, 60, 0, 0]);
    expect(await gather([-20, 100], [0, 0], [200, 50])).toEqual([false, 100, 0, 80]);
  });

  it("are none if the others need all they have", async () => {
    expect(await gather([100, 100], [0, 0], [5, 3])).toEqual([false, 100, 0, 5]);
  });

  it("keep the promises within the funds over all stripes", () => {
    const amount = fc.bigInt({ min: -50n, max: 1_000n }).map(minor);
    const promised = fc.bigInt({ min: 0n, max: 1_000n }).map(minor);
    const some = fc.array(fc.tuple(amount, promised), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(some, fc.nat(), (drawn, which) => {
        const stripes = drawn.map(([funds, openPayout], stripe): Stripe => ({ stripe, funds, openPayout }));
        const target = which % stripes.length;
        const shared = shareFunds(stripes, target);
        const sum = (of: (stripe: Stripe) => bigint) => stripes.reduce((all, one) => all + of(one), 0n);
        const after = (one: Stripe) => shared.get(one.stripe)!;
        expect(sum(after)).toBe(sum(({ funds }) => funds));
        const house = sum(({ funds, openPayout }) => funds - openPayout);
        for (const one of stripes) {
          const free = after(one) - one.openPayout;
          if (house >= 0n) expect(free).toBe(one.stripe === target ? house : 0n);
          else expect(free <= 0n && free >= lackOf(one)).toBe(true);
        }
      }),
    );
  });
});

/** The funds that a stripe lacks for its promises: zero or negative. */
const lackOf = ({ funds, openPayout }: Stripe) => (funds < openPayout ? funds - openPayout : 0n);

describe("taking from the house", () => {
  it("succeeds on every stripe exactly as long as all stripes together have the funds", async () => {
    const { database } = scope.app;
    await database.query("delete from house_stripes");
    await database.query("insert into house_stripes values (0, 15, 5), (1, 7, 7), (2, 0, 0)");
    const one = minor(1_0000_0000n);
    const take = (stripe: number) =>
      transaction(database, async (connection) => {
        const isCovered = await claimFunds(connection, stripe, one);
        if (isCovered) await addHouseFunds(connection, stripe, minor(-one));
        return isCovered;
      });
    const taken = await Promise.all(Array.from({ length: 12 }, (_, index) => take(index % 3)));
    expect(taken.filter(Boolean)).toHaveLength(10);
    const { rows } = await database.query("select sum(funds)::int as funds from house_stripes");
    expect(rows).toEqual([{ funds: 12 }]);
  });
});

async function lease(connection = scope.connection, silentMs?: number) {
  const leased = await leaseStripe(connection, createLog("silent"), silentMs);
  onTestFinished(leased.end);
  return leased;
}

/**
 * Makes a way to the database that can fall silent. At a failover the database loses its connections, and the clients
 * learn nothing. If the clients' host vanishes, the database learns nothing.
 */
async function failingWay() {
  const { host, port } = scope.connection;
  const [nears, fars] = [new Set<Socket>(), new Set<Socket>()];
  let isSilent = false;
  const way = createServer((near) => {
    nears.add(near.on("error", () => {}));
    if (isSilent) return;
    const far = isAbsolute(host) ? connect(join(host, `.s.PGSQL.${port}`)) : connect(port, host);
    far.on("error", () => {});
    fars.add(far);
    near.pipe(far).pipe(near);
  }).listen(0, "127.0.0.1");
  await once(way, "listening");
  const vanish = () => {
    isSilent = true;
    for (const end of [...nears, ...fars]) end.unpipe();
  };
  const fail = () => {
    vanish();
    for (const far of fars) far.destroy();
  };
  const end = () => {
    fail();
    for (const near of nears) near.destroy();
    way.close();
  };
  onTestFinished(end);
  return {
    connection: { ...scope.connection, host: "127.0.0.1", port: (way.address() as AddressInfo).port },
    fail,
    vanish,
    end,
    recover: () => void (isSilent = false),
  };
}

const HOLDERS = `from pg_locks where locktype = 'advisory' and classid = ${LOCKS.stripe} and objid = $1
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
    // The client and the server may both notice the loss later.
    for (let turn = 1; (holder === undefined || holder === before) && turn < 2_000; turn += 1) {
      task.tick(turn * 100);
      await task.idle();
      holder = await findHolder(stripe);
    }
    expect(before).toBeDefined();
    expect(holder).toBeDefined();
    expect(holder).not.toBe(before);
  });

  it("is leased again in time after a failover that tells the client nothing", async () => {
    const way = await failingWay();
    const { stripe, task } = await lease(way.connection);
    way.fail();
    await expect.poll(() => findHolder(stripe), { timeout: 20_000 }).toBeUndefined();
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    // At worst the database is back just after a connection was tried.
    for (const tick of [1, 2]) {
      task.tick(tick);
      await vi.advanceTimersByTimeAsync(RETAKEN_MS / 2 - 1_000);
      await task.idle();
    }
    vi.useRealTimers();
    way.recover();
    task.tick(3);
    await task.idle();
    expect(await findHolder(stripe)).toBeDefined();
  });

  it("is free again soon after its process's host has vanished", async () => {
    const way = await failingWay();
    const { stripe, task } = await lease(way.connection, 200);
    // Otherwise the lease would wait for an answer at its end.
    onTestFinished(way.end);
    expect(await findHolder(stripe)).toBeDefined();
    task.tick(1);
    await task.idle();
    way.vanish();
    await expect.poll(() => findHolder(stripe), { timeout: 20_000 }).toBeUndefined();
    expect((await lease()).stripe).toBe(stripe);
  });

  it("stays held however long a start takes before its first tick", async () => {
    const { stripe } = await lease(scope.connection, 1);
    const { database } = scope.app;
    // Long after the limit, in the database's own time.
    await database.query("select pg_sleep(0.05)");
    expect(await findHolder(stripe)).toBeDefined();
  });

  it("is leased again as soon as the lost connection lets go of it, however late", async () => {
    const { stripe, task } = await lease();
    const { database } = scope.app;
    const connected = async () => {
      const { rows } = await database.query<{ pid: number }>(
        "select pid from pg_stat_activity where datname = current_database() and application_name = 'veritick stripe'",
      );
      return rows.map(({ pid }) => pid);
    };
    const earlier = await connected();
    await database.query("select pg_terminate_backend($1)", [await findHolder(stripe)]);
    // This connection stands for the lost one, which the database has not ended yet.
    const lost = await database.connect();
    await lost.query("select pg_advisory_lock($1, $2)", [LOCKS.stripe, stripe]);
    // The client may notice the loss later.
    let turn = 0;
    do {
      turn += 1;
      task.tick(turn);
      await task.idle();
    } while (turn < 2_000 && (await connected()).every((pid) => earlier.includes(pid)));
    await lost.query("select pg_advisory_unlock($1, $2)", [LOCKS.stripe, stripe]);
    lost.release();
    expect(await findHolder(stripe)).toBeUndefined();
    task.tick(turn + 1);
    await task.idle();
    expect(await findHolder(stripe)).toBeDefined();
  });
});

describe("the funds that are gathered for an order", () => {
  it("are an equal share, so processes take none back and forth", async () => {
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
    // The other process keeps half of the 1200 to spare. No process has leased stripe 9.
    expect(rows.map(({ funds }) => Number(funds))).toEqual([700, 600, 0]);
  });

  it("are an equal share of all stripes while a failover has ended every lease", async () => {
    const { database } = scope.app;
    await database.query("delete from house_stripes");
    await database.query("insert into house_stripes values (0, 900, 0), (1, 0, 0), (2, 0, 0)");
    expect(await gatherFunds(database, 1, minor(10n))).toBe(true);
    const { rows } = await database.query<{ funds: string }>(
      "select funds from house_stripes order by stripe",
    );
    expect(rows.map(({ funds }) => Number(funds))).toEqual([300, 300, 300]);
  });

  it("cover the order if the house can, and leave other stripes enough", () => {
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
