import type {
  DepositRecord,
  PositionRecord,
  WithdrawalRecord,
} from "@veritick/contract/schemas/admin-records.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { seedPeople } from "../../testing/people.ts";
import type { Person } from "../../testing/people.ts";
import { rawCall } from "../../testing/raw-http.ts";
import { useApp } from "../../testing/use-app.ts";
import { seedAdmin, withdraw, withdrawingPeople } from "../../testing/withdrawals.ts";
import type { Database } from "../platform/db/database.ts";
import { walkRecords } from "./records.ts";

const scope = useApp();
let admin: Person;
let ada: Person;
let bob: Person;
/** A time between the records of the first hour and those of the second. */
let middle: string;

const read = async <T>(kind: string, query = "") => {
  const answer = await admin.get<{ items: T[]; next: string | null }>(`/api/admin/records/${kind}${query}`);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
};
const deposits = async (query = "") =>
  (await read<DepositRecord>("deposits", query)).items.map(({ amount }) => Number(amount));

beforeAll(async () => {
  admin = await seedAdmin(scope.app);
  [ada, bob] = (await withdrawingPeople(scope.app, 2, "500")) as [Person, Person];
  await scope.app.database.query("delete from deposit_transactions");
  for (const [person, amount] of [
    [ada, 20],
    [bob, 50],
    [ada, 30],
  ] as const) {
    expect((await person.post("/api/deposits", { amount })).status).toBe(201);
  }
  await ada.post("/api/trading/positions", { type: "buy", amount: 5, duration: 1 });
  await bob.post("/api/trading/positions", { type: "sell", amount: 7, duration: 3 });
  scope.app.clock.jump(3600);
  middle = new Date(scope.app.clock.nowMs()).toISOString();
  await scope.settled();
  expect((await bob.post("/api/deposits", { amount: 40 })).status).toBe(201);
});

describe("a search of records", () => {
  it("finds them by status, date, amount and user, in each order", async () => {
    expect(await deposits()).toEqual([40, 30, 50, 20]);
    expect(await deposits("?sort=oldest")).toEqual([20, 50, 30, 40]);
    expect(await deposits("?sort=largest")).toEqual([50, 40, 30, 20]);
    expect(await deposits("?sort=smallest")).toEqual([20, 30, 40, 50]);
    expect(await deposits(`?user=${ada.user.id}`)).toEqual([30, 20]);
    expect(await deposits(`?from=${middle}`)).toEqual([40]);
    expect(await deposits(`?to=${middle}&sort=largest`)).toEqual([50, 30, 20]);
    expect(await deposits("?min=30&max=40.00")).toEqual([40, 30]);
    expect(await deposits("?status=open&sort=oldest&limit=1")).toHaveLength(1);
    expect(await deposits("?status=failed")).toEqual([]);
  });

  it.each(["newest", "oldest", "largest", "smallest"])("pages through the %s without a gap", async (sort) => {
    const whole = await deposits(`?sort=${sort}`);
    const paged: number[] = [];
    let after = "";
    for (let pages = 0; pages < 5; pages += 1) {
      const { items, next } = await read<DepositRecord>("deposits", `?sort=${sort}&limit=3${after}`);
      paged.push(...items.map(({ amount }) => Number(amount)));
      if (next === null) break;
      after = `&after=${next}`;
    }
    expect(paged).toEqual(whole);
  });

  it("names the administrator and the time of a decision about a deposit and a withdrawal", async () => {
    const [newest] = (await read<DepositRecord>("deposits", "?limit=1")).items;
    expect((await admin.post(`/api/admin/deposits/${newest!.id}/reject`)).status).toBe(200);
    const decided = { decidedBy: admin.user.id, decidedByEmail: admin.user.email };
    expect((await read<DepositRecord>("deposits", "?status=failed")).items).toMatchObject([
      { id: newest!.id, userEmail: bob.user.email, ...decided, decidedAt: expect.any(String) },
    ]);
    const { id } = (await withdraw(ada)).body as { id: string };
    expect((await read<WithdrawalRecord>("withdrawals", "?status=open")).items).toMatchObject([
      { id, decidedBy: null, decidedAt: null, payoutId: null },
    ]);
    await admin.post(`/api/admin/withdrawals/${id}/reject`);
    expect((await read<WithdrawalRecord>("withdrawals")).items).toMatchObject([
      { id, status: "failed", ...decided },
    ]);
  });

  it("finds positions by their terms, settled or not", async () => {
    const positions = async (query: string) =>
      (await read<PositionRecord>("positions", query)).items.map(({ userEmail }) => userEmail);
    expect(await positions("")).toEqual([bob.user.email, ada.user.email]);
    expect(await positions("?side=buy")).toEqual([ada.user.email]);
    expect(await positions("?duration=3")).toEqual([bob.user.email]);
    expect(await positions("?status=active")).toEqual([]);
    expect(await positions("?status=open")).toEqual([]);
    expect(await positions("?min=6")).toEqual([bob.user.email]);
  });

  it.each([
    ["deposits", "status=won", "record_filter_invalid"],
    ["deposits", "sort=best", "record_filter_invalid"],
    ["positions", "sort=largest", "record_filter_invalid"],
    ["positions", "duration=2", "record_filter_invalid"],
    ["withdrawals", "user=ada", "record_filter_invalid"],
    ["withdrawals", "min=-1", "record_filter_invalid"],
    ["withdrawals", "from=yesterday", "statement_filter_invalid"],
    ["withdrawals", "after=last", "page_invalid"],
  ])("of %s with %s is refused", async (kind, query, code) => {
    expect((await admin.get(`/api/admin/records/${kind}?${query}`)).body).toMatchObject({ code });
  });
});

describe("a file of the shown records", () => {
  const rowsOf = (body: string) => body.split("\r\n").slice(1, -1);

  it("holds the selection with owners and currencies, and the audit log records it", async () => {
    const { body } = await admin.get<string>(
      `/api/admin/exports/positions?status=won&user=${ada.user.id}&min=1&side=buy&duration=1`,
    );
    const all = await admin.get<string>(`/api/admin/exports/positions?user=${ada.user.id}`);
    expect(rowsOf(all.body)).toHaveLength(1);
    expect(rowsOf(all.body)[0]).toMatch(new RegExp(`,${ada.user.email},USDMS$`));
    expect(rowsOf(body).length).toBeLessThanOrEqual(1);
    const { rows } = await scope.app.database.query(
      "select after from audit_log where action = 'exported' order by id desc limit 1 offset 1",
    );
    expect(rows[0].after).toMatchObject({ kind: "positions", status: "won", user: ada.user.id, min: "1" });
  });

  it("is readable by spreadsheets: marked as UTF-8, with columns that name UTC", async () => {
    const { text: body } = await rawCall(
      scope.app.url,
      "GET",
      "/api/admin/exports/deposits?status=failed&spreadsheet=true",
      { headers: { cookie: admin.cookie } },
    );
    expect(body.startsWith("\uFEFFid,created_utc,user_id,amount,")).toBe(true);
    expect(body.split("\r\n")[0]).toMatch(
      /,updated_utc,user_email,currency,pay_currency,decided_utc,decided_by_email$/,
    );
    expect(rowsOf(body)[0]).toMatch(/^[0-9a-f-]{36},\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,/);
    expect(rowsOf(body)[0]!.endsWith(`,${admin.user.email}`)).toBe(true);
  });

  it("holds the shown part of the audit log, by action, person and date", async () => {
    const log = async (query: string) =>
      (await admin.get<{ id: string }[]>(`/api/admin/audit?${query}`)).body;
    const entries = await log("action=deposit_rejected");
    expect(entries.length).toBeGreaterThan(0);
    for (const query of [`actor=${admin.user.id}`, `subject=${bob.user.id}`]) {
      const file = await admin.get<string>(`/api/admin/exports/audit?action=deposit_rejected&${query}`);
      const ids = rowsOf(file.body).map((row) => row.slice(0, 36));
      const shown = await log(`action=deposit_rejected&${query}`);
      expect(ids).toEqual(shown.map(({ id }) => id).toReversed());
    }
    expect(await log(`from=${middle}&action=deposit_rejected`)).toEqual(entries);
    expect(await log(`to=${middle}&action=deposit_rejected`)).toEqual([]);
    expect(await log("from=0000-01-01T00:00:00Z&action=deposit_rejected")).toEqual(entries);
    expect((await admin.get("/api/admin/exports/users?action=exported")).body).toMatchObject({
      code: "audit_filter_invalid",
    });
  });

  it.each([
    ["users", "status=open", "status"],
    ["ledger", "min=1", "min"],
    ["deposits", "side=buy", "side"],
    ["deposits", "status=won", "status"],
    ["withdrawals", "duration=1", "duration"],
  ])("of %s with %s is refused", async (kind, query, field) => {
    expect((await admin.get(`/api/admin/exports/${kind}?${query}`)).body).toMatchObject({
      code: "record_filter_invalid",
      field,
    });
  });
});

describe("among very many records", () => {
  const MANY = 20_400;

  beforeAll(async () => {
    const [person] = (await seedPeople(scope.app, 1, "0")) as [Person];
    await scope.app.database.query(
      `insert into deposit_transactions (
         id, user_id, amount, credited, status, provider, payment_id, created_at, updated_at)
       select uuidv7(), $1, 1000 + n, 1000 + n, 'confirmed', 'sandbox', 'many-' || n, $2::timestamptz, $2::timestamptz
       from generate_series(1, ${MANY}) n`,
      [person.user.id, new Date(scope.app.clock.nowMs())],
    );
    await scope.app.database.query("analyze deposit_transactions");
  });

  it("reads a bounded number in one call, and returns where to go on", async () => {
    const first = await read<DepositRecord>("deposits", "?max=999&limit=200");
    expect(first.items).toEqual([]);
    expect(first.next).not.toBeNull();
    const second = await read<DepositRecord>("deposits", `?max=999&limit=200&after=${first.next}`);
    expect(second.items.map(({ amount }) => Number(amount)).toSorted((a, b) => a - b)).toEqual([
      20, 30, 40, 50,
    ]);
    expect(second.next).toBeNull();
  });

  it.each(["newest", "oldest", "largest", "smallest"] as const)(
    "finds the %s by an index, also those of one user and the open ones",
    async (sort) => {
      const plans: string[] = [];
      const explaining = {
        query: async (text: string, values: unknown[]) => {
          const { rows } = await scope.app.database.query<{ "QUERY PLAN": string }>(
            `explain ${text}`,
            values,
          );
          plans.push(rows.map((row) => row["QUERY PLAN"]).join("\n"));
          return scope.app.database.query(text, values);
        },
      } as unknown as Database;
      await walkRecords(explaining, "deposits", { sort, status: "failed" });
      await walkRecords(explaining, "deposits", { sort, max: "1", from: middle });
      await walkRecords(explaining, "deposits", { sort, user: ada.user.id });
      await walkRecords(explaining, "deposits", { sort, status: "open" });
      for (const plan of plans) expect(plan).not.toMatch(/Seq Scan/);
      for (const plan of plans.slice(0, 2)) expect(plan).not.toMatch(/Sort/);
    },
  );
});
