import type { PositionReceipt } from "@veritick/contract/schemas/positions.ts";
import type { StatementEntry } from "@veritick/contract/schemas/statement.ts";
import type { YearSums, YearSummary } from "@veritick/contract/schemas/year-summary.ts";
import { dayAt } from "@veritick/domain/calendar.ts";
import { formatMinor, minor, parseMinor } from "@veritick/domain/money.ts";
import { beforeAll, expect, it } from "vitest";
import { closeAll } from "../../testing/end-price.ts";
import { movableClock } from "../../testing/movable-clock.ts";
import type { Person } from "../../testing/people.ts";
import { useApp } from "../../testing/use-app.ts";
import { endHolds, seedAdmin, withdraw, withdrawingPeople } from "../../testing/withdrawals.ts";

/** In Tokyo, the year ends while these people trade. */
const TOKYO_NEW_YEAR = Date.UTC(2026, 11, 31, 15);
const scope = useApp({}, { clock: movableClock(TOKYO_NEW_YEAR - 1200_000) });
let person: Person;
let soldId: string;

const yearOf = async (year: string, zone: string) => {
  const { status, body } = await person.get<YearSummary>(`/api/results/year?year=${year}&zone=${zone}`);
  expect(status).toBe(200);
  return body;
};

async function pass(seconds: number) {
  scope.app.clock.jump(seconds);
  await scope.settled();
}

/** Every kind of movement, on both sides of the new year in Tokyo, and one position across it. */
beforeAll(async () => {
  const { app } = scope;
  await pass(4);
  const admin = await seedAdmin(app);
  const people = await withdrawingPeople(app, 2, "5000");
  [person] = people as [Person, Person];
  await endHolds(app, people);
  const order = async (amount: string, duration: number, type = "buy") => {
    const { status, body } = await person.post("/api/trading/positions", { type, amount, duration });
    expect(status).toBe(201);
    return String(body.id);
  };
  const adjust = async (amount: number) =>
    expect((await admin.post(`/api/admin/users/${person.user.id}/adjust-balance`, { amount })).status).toBe(
      200,
    );
  for (const part of ["old", "new"]) {
    const factor = part === "old" ? 1 : 2;
    for (const type of ["buy", "sell"]) await order(`${10 * factor}.01`, 1, type);
    // The moved barrier makes one of them win.
    await app.database.query(
      "update trading_positions set barrier_price = 1 where type = 'buy' and status = 'active'",
    );
    const [sold] = [await order("33.33", 10)];
    expect((await person.post(`/api/trading/positions/${sold}/sell`, { minProceeds: "0.00" })).status).toBe(
      200,
    );
    soldId = sold;
    await pass(120);
    await adjust(7.77 * factor);
    await adjust(-0.5);
    const { body: paid } = await withdraw(person, { amount: "100.50" });
    expect((await admin.post(`/api/admin/withdrawals/${paid.id}/approve`)).status).toBe(200);
    const { body: returned } = await withdraw(person, { amount: "20" });
    expect(
      (await admin.post(`/api/admin/withdrawals/${returned.id}/reject`, { reason: "as agreed" })).status,
    ).toBe(200);
    await order("5.55", 10);
    await closeAll(app.database, new Date(app.clock.nowMs()));
    if (part === "new") break;
    await pass((TOKYO_NEW_YEAR - app.clock.nowMs()) / 1000 - 60);
    await order("4.44", 3, "sell");
    await pass(600);
  }
  await pass(60);
}, 60_000);

const sum = (amounts: readonly string[]) =>
  formatMinor(minor(amounts.reduce((total, amount) => total + parseMinor(amount), 0n)));
const negated = (amount: string) => formatMinor(minor(-parseMinor(amount)));

it.each(["UTC", "Asia/Tokyo", "America/New_York"])(
  "equals the statement, month by month (%s)",
  async (zone) => {
    const { body: entries } = await person.get<StatementEntry[]>("/api/statement?limit=500");
    expect(entries.length).toBeGreaterThan(20);
    const years = [await yearOf("2026", zone)];
    if (zone === "Asia/Tokyo") years.push(await yearOf("2027", zone));
    let balance = "0.00000000";
    let seen = 0;
    for (const { months, total } of years) {
      expect(total.opening).toBe(balance);
      for (const { month, ...found } of months) {
        const own = entries.filter(({ createdAt }) => dayAt(zone, Date.parse(createdAt)).startsWith(month));
        const of = (...kinds: string[]) =>
          own.filter(({ kind }) => kinds.includes(kind)).map(({ amount }) => amount);
        seen += own.length;
        expect(found).toMatchObject({
          opening: balance,
          positions: of("position_opened").length,
          stakes: negated(sum(of("position_opened"))),
          paid: sum(of("position_won", "position_sold", "position_refunded")),
          deposits: sum(of("deposit_credited")),
          withdrawals: negated(sum(of("withdrawal_held", "withdrawal_returned"))),
          adjustments: sum(of("balance_adjusted")),
          closing: own[0]?.balanceAfter ?? balance,
        } satisfies Partial<YearSums>);
        const { opening, result, deposits, withdrawals, adjustments } = found;
        balance = sum([opening, result, deposits, negated(withdrawals), adjustments]);
        expect(balance).toBe(found.closing);
      }
      expect(total).toMatchObject({ closing: balance });
    }
    expect(seen).toBe(entries.length);
    expect(parseMinor(balance)).toBe(parseMinor((await person.get("/api/auth/me")).body.balance));
    expect(years.at(-1)!.lastYear).toBe(years.at(-1)!.to.slice(0, 4));
  },
);

it("names the fees of sales and of withdrawals apart, by the month of their movement", async () => {
  const { body: receipt } = await person.get<PositionReceipt>(`/api/trading/positions/${soldId}`);
  const [old, fresh] = [await yearOf("2026", "Asia/Tokyo"), await yearOf("2027", "Asia/Tokyo")];
  expect(fresh.total).toMatchObject({ sellingFees: receipt.sale!.fee, withdrawalFees: "8.04000000" });
  expect(parseMinor(receipt.sale!.fee)).toBeGreaterThan(0n);
  expect(old.total).toMatchObject({ withdrawals: "100.50000000", withdrawalFees: "8.04000000" });
  const all = await yearOf("2026", "UTC");
  expect(all.total.sellingFees).toBe(sum([old.total.sellingFees, fresh.total.sellingFees]));
  expect(old.months).toHaveLength(12);
  expect(fresh.months.map(({ month }) => month)).toEqual(["2027-01"]);
  // The position that ran across midnight has its stake in the old year.
  expect(old.total.positions + fresh.total.positions).toBe(all.total.positions);
});

it("is the same as a file", async () => {
  const { months, total } = await yearOf("2026", "UTC");
  const file = await person.get("/api/results/year.csv?year=2026&zone=UTC");
  expect(file.headers.get("content-disposition")).toContain("veritick-2026.csv");
  const line = (name: string, of: YearSums) =>
    [
      name,
      of.opening,
      of.positions,
      of.stakes,
      of.paid,
      of.result,
      of.sellingFees,
      of.deposits,
      of.withdrawals,
    ]
      .concat([of.withdrawalFees, of.adjustments, of.closing])
      .join();
  expect((file.body as string).split("\r\n")).toEqual([
    "month,opening_balance,positions,stakes,paid,result,selling_fees,deposits,withdrawals,withdrawal_fees,adjustments,closing_balance",
    ...months.map(({ month, ...sums }) => line(month, sums)),
    line("2026", total),
    "",
  ]);
});

it.each([
  "year=2028",
  "year=1999",
  "year=abcd",

  "year=2026&zone=Nowhere",
  "year=2026&zone=%2B02:00",
])("refuses %s", async (query) => {
  expect(await person.get(`/api/results/year?${query}`)).toMatchObject({
    status: 400,
    body: { code: "year_invalid" },
  });
});
