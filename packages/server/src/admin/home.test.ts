import type { HouseDays, PartHealth, Waiting } from "@veritick/contract/schemas/admin-home.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { minor } from "@veritick/domain/money.ts";
import { providerFeePaid } from "@veritick/domain/postings.ts";
import { seedAttention } from "../../testing/attention-items.ts";
import type { Person } from "../../testing/people.ts";
import { fundedClient } from "../../testing/test-client.ts";
import { useApp } from "../../testing/use-app.ts";
import { seedAdmin, withdraw, withdrawingPeople } from "../../testing/withdrawals.ts";
import { addHouseFunds, post } from "../ledger/public.ts";
import { dateOf } from "../platform/clock.ts";
import { transaction } from "../platform/db/database.ts";
import { newId } from "../platform/ids.ts";
import { countHours } from "./home.ts";

const scope = useApp();
let admin: Person;
beforeAll(async () => {
  admin = await seedAdmin(scope.app);
});

const days = async () => (await admin.get<HouseDays>("/api/admin/house-days")).body;
const counted = async () => {
  await countHours(scope.app);
  return (await days()).days.filter(({ stakes, deposits }) => Number(stakes) + Number(deposits) > 0);
};

/** Books a change of the provider's fee, in USDMS. */
const bookFee = (change: number) =>
  transaction(scope.app.database, async (connection) => {
    const changeMinor = minor(BigInt(change) * 100_000_000n);
    const [reference, at] = [newId(scope.app.clock.nowMs()), dateOf(scope.app.clock)];
    await connection.query(
      `with payment as (
         insert into payments (id, provider, fee_booked, state_at, created_at, updated_at) values ($1, 'sandbox', $2, $3, $3, $3))
       insert into payment_bookings (id, payment, number, credited, set_aside, advanced, fee_booked, created_at)
       values ($1, $1, 1, 0, 0, 0, $2, $3)`,
      [reference, change, at],
    );
    const entries = providerFeePaid({ provider: "sandbox", changeMinor });
    await post(connection, { kind: "provider_fee_paid", reference, entries, at });
    await addHouseFunds(connection, 0, minor(-changeMinor));
  });

describe("the days of the house", () => {
  it("are summed up from the ledger, hour by hour, once each is over", async () => {
    const { app } = scope;
    const person = await fundedClient(app, "500");
    await person.post("/api/trading/positions", { type: "buy", amount: 5, duration: 1 });
    await person.post("/api/trading/positions", { type: "sell", amount: 7, duration: 1 });
    const [payee] = (await withdrawingPeople(app, 1, "0")) as [Person];
    await app.database.query("update users set balance = 0 where id = $1", [payee.user.id]);
    expect(await counted()).toEqual([]);
    app.clock.jump(120);
    await scope.settled();
    const { rows } = await app.database.query<{ profit: string }>(
      "select sum(greatest(amount + profit, 0))::text as profit from trading_positions",
    );
    app.clock.jump(2 * 3600);
    await expect.poll(counted).toHaveLength(1);
    const [day] = await counted();
    expect(day).toMatchObject({ positions: 2, stakes: "12.00000000", deposits: "500.00000000" });
    expect(Number(day!.paid)).toBe(Number(rows[0]!.profit));
    // An hour that is counted again does not change.
    expect(await counted()).toEqual([day]);
    const { until, days: all } = await days();
    expect(Date.parse(until!) % 3_600_000).toBe(0);
    expect(all).toHaveLength(30);
  });

  it("hold the fees that were earned and paid, and the withdrawals", async () => {
    const { app } = scope;
    const [person] = (await withdrawingPeople(app, 1, "500")) as [Person];
    const { id } = (await withdraw(person)).body as { id: string };
    await admin.post(`/api/admin/withdrawals/${id}/approve`);
    await scope.pass(30);
    const totals = async () => {
      await countHours(app);
      const all = (await days()).days;
      return (["feesEarned", "feesPaid", "withdrawals"] as const).map((name) =>
        all.reduce((sum, day) => sum + Number(day[name]), 0),
      );
    };
    await bookFee(5);
    await bookFee(-3);
    app.clock.jump(2 * 3600);
    // The server's own task counts too. While it does, another call counts nothing.
    await expect.poll(totals).toEqual([8, 2, 100]);
    // A fee that comes back in another hour than it was paid in.
    await bookFee(-4);
    app.clock.jump(2 * 3600);
    await expect.poll(totals).toEqual([8, -2, 100]);
  });
});

describe("the waiting work", () => {
  it("is counted, with the time since when it waits", async () => {
    const { app } = scope;
    const [person] = (await withdrawingPeople(app, 1, "500")) as [Person];
    const since = new Date(app.clock.nowMs()).toISOString();
    await withdraw(person);
    await seedAttention(app, [{ kind: "payment", reason: "unknown_order", amount: "7" }]);
    app.clock.jump(60);
    await withdraw(person);
    const { body } = await admin.get<Waiting>("/api/admin/waiting");
    expect(body).toMatchObject({
      withdrawals: { count: 2, since },
      attention: { count: 1, since },
      payouts: { count: 0, since: null },
      proposals: { count: 0, since: null },
    });
  });
});

describe("the health", () => {
  it("names every part, and the ledger once it was checked", async () => {
    const health = async () => (await admin.get<PartHealth[]>("/api/admin/health")).body;
    await scope.app.checkLedger();
    scope.app.clock.advance(15);
    await scope.settled();
    const found = new Map((await health()).map((part) => [part.name, part]));
    expect([...found.keys()]).toEqual([
      "provider",
      "ledger",
      "backup",
      "clock",
      "beacon",
      "settlement",
      "database",
      "disk",
    ]);
    expect(found.get("ledger")).toMatchObject({ state: "good", value: 0, at: expect.any(String) });
    expect(found.get("provider")).toMatchObject({ state: "good" });
    // There is no backup yet.
    expect(found.get("backup")).toMatchObject({ state: "warn", at: null });
    expect(found.get("database")).toMatchObject({ state: "good" });
  });
});
