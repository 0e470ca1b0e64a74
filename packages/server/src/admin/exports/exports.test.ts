import { once } from "node:events";
import { request } from "node:http";
import type { IncomingMessage } from "node:http";
import { hash } from "@node-rs/argon2";
import { EXPORT_KINDS } from "@veritick/contract/schemas/admin.ts";
import type { ExportKind } from "@veritick/contract/schemas/admin.ts";
import { beforeAll, describe, expect, it } from "vitest";
import type { Person } from "../../../testing/people.ts";
import { seedEntries } from "../../../testing/statement-entries.ts";
import { rawCall } from "../../../testing/raw-http.ts";
import { fundedClient, TestClient } from "../../../testing/test-client.ts";
import { useApp } from "../../../testing/use-app.ts";
import { seedAdmin } from "../../../testing/withdrawals.ts";
import { exportFile, LEFT_OUT } from "./export-queries.ts";

const scope = useApp();
let admin: Person;
let rich: Awaited<ReturnType<typeof fundedClient>>;
/** A time between the first actions and those an hour later. */
let middle: string;

beforeAll(async () => {
  admin = await seedAdmin(scope.app);
  rich = await fundedClient(scope.app, "500");
  await rich.post("/api/trading/positions", { type: "buy", amount: 5, duration: 1 });
  scope.app.clock.jump(3600);
  middle = new Date(scope.app.clock.nowMs()).toISOString();
  await scope.settled();
  await new TestClient(scope.app.url).register("+44@example.com");
  await admin.post(`/api/admin/users/${rich.user.id}/adjust-balance`, {
    amount: -1,
    note: '=HYPERLINK("http://evil.example"), see\nthe file',
  });
  await rich.post("/api/trading/positions", { type: "sell", amount: 5, duration: 1 });
});

const take = (kind: string, query = "", by: TestClient = admin) =>
  by.get<string>(`/api/admin/exports/${kind}${query}`);
const rowsOf = ({ body }: { body: string }) => body.split("\r\n").slice(1, -1);
const count = async (table: string, where = "true") =>
  (await scope.app.database.query(`select from ${table} where ${where}`)).rowCount!;

const TABLES: Record<ExportKind, readonly string[]> = {
  users: ["users"],
  positions: ["trading_positions"],
  deposits: ["deposit_transactions"],
  withdrawals: ["withdrawal_transactions"],
  ledger: ["ledger_entries", "ledger_transactions"],
  audit: ["audit_log"],
};

describe("an export", () => {
  it.each(EXPORT_KINDS)("of %s contains every row once, oldest first", async (kind) => {
    // This call's own audit entry is written after the first page is read.
    const there = await count(TABLES[kind][0]!);
    const file = await take(kind);
    expect(file.status).toBe(200);
    expect(file.headers.get("content-disposition")).toMatch(
      new RegExp(`^attachment; filename="veritick-${kind}-\\d{4}-\\d\\d-\\d\\d.csv"$`),
    );
    const rows = rowsOf(file);
    expect(rows.length).toBe(there);
    expect(new Set(rows).size).toBe(there);
    if (kind === "ledger") {
      const keys = rows.map((row) => row.split(",").slice(0, 2).map(Number));
      expect(keys).toEqual(keys.toSorted(([a, b], [c, d]) => a! - c! || b! - d!));
    } else {
      const ids = rows.map((row) => row.split(",")[0]!);
      expect(ids).toEqual(ids.toSorted((a, b) => (a < b ? -1 : 1)));
    }
  });

  it("decides about every column of its tables", async () => {
    for (const kind of EXPORT_KINDS) {
      const { rows } = await scope.app.database.query<{ name: string }>(
        `select distinct attname::text as name from pg_attribute
         where attrelid = any ($1::regclass[]) and attnum > 0 and not attisdropped`,
        [TABLES[kind]],
      );
      const columns = rows.map(({ name }) => name);
      const decided = [
        ...exportFile(kind).columns.filter((name) => columns.includes(name)),
        ...Object.keys(LEFT_OUT[kind]),
      ];
      expect([kind, decided.toSorted()]).toEqual([kind, columns.toSorted()]);
    }
  });

  it("of a period contains the rows created in it, excluding its end", async () => {
    for (const [kind, table] of [
      ["positions", "trading_positions"],
      ["ledger", "ledger_transactions t join ledger_entries e on e.transaction_id = t.id"],
    ] as const) {
      const [before, after] = [await take(kind, `?to=${middle}`), await take(kind, `?from=${middle}`)];
      const made = kind === "ledger" ? "t.created_at" : "created_at";
      expect(rowsOf(before).length).toBe(await count(table, `${made} < '${middle}'`));
      expect(rowsOf(after).length).toBe(await count(table, `${made} >= '${middle}'`));
      expect(rowsOf(before).length * rowsOf(after).length).toBeGreaterThan(0);
      expect(rowsOf(await take(kind, `?from=${middle}&to=${middle}`))).toEqual([]);
    }
    const years = await take("users", "?from=0001-01-01T00:00:00Z&to=9999-12-31T23:59:59.999Z");
    expect(rowsOf(years).length).toBe(await count("users", "id > '00000000-0000-7000-8000-000000000000'"));
  });

  it("writes exact amounts and times, and nothing secret", async () => {
    const { body } = await take("users");
    const row = rowsOf({ body }).find((line) => line.includes(rich.user.id))!;
    expect(row).toBe(
      [
        rich.user.id,
        rich.user.createdAt,
        rich.user.email,
        "2026-01-01T00:00:00.000Z",
        await rich.balance(),
        "false",
        "",
        "",
        "",
        "USDMS",
      ].join(","),
    );
    expect(body.split("\r\n")[0]).toMatch(/,withdrawals_locked_at,role,currency$/);
    const clerk = await seedAdmin(scope.app, "cashier");
    const roles = rowsOf(await take("users"));
    expect(roles.find((line) => line.includes(clerk.user.id))).toMatch(/,false,,,cashier,USDMS$/);
    expect(roles.find((line) => line.includes(admin.user.id))).toMatch(/,true,,,administrator,USDMS$/);
    const { rows } = await scope.app.database.query("select password from users where id = $1", [
      rich.user.id,
    ]);
    for (const kind of EXPORT_KINDS) expect((await take(kind)).body).not.toContain(rows[0].password);
  });

  it("writes no cell that a spreadsheet would run", async () => {
    expect((await take("users")).body).toContain(`,"'+44@example.com",`);
    const escaped = `"'=HYPERLINK(""http://evil.example""), see\nthe file"`;
    expect((await take("ledger")).body).toContain(escaped);
    expect((await take("audit")).body).toContain(escaped);
    expect((await take("ledger")).body).toMatch(/,-1\.00000000,/);
  });

  it("is recorded before it begins, and refused for an unknown kind or period", async () => {
    const asked = `?from=2026-01-01T00:00:00Z`;
    await take("deposits", asked);
    const { rows } = await scope.app.database.query(
      "select actor, after from audit_log where action = 'exported' order by id desc limit 1",
    );
    const after = { kind: "deposits", from: "2026-01-01T00:00:00Z", to: null };
    expect(rows).toEqual([{ actor: admin.user.id, after }]);
    const recorded = await count("audit_log");
    expect((await take("secrets")).body).toMatchObject({ code: "not_found" });
    expect((await take("users", "?to=tomorrow")).body).toMatchObject({
      code: "statement_filter_invalid",
      field: "to",
    });
    const { body } = await admin.get("/api/admin/exports/users", { "sec-fetch-site": "cross-site" });
    expect(body).toMatchObject({ code: "origin_refused" });
    await rawCall(scope.app.url, "HEAD", "/api/admin/exports/users", { headers: { cookie: admin.cookie } });
    expect(await count("audit_log")).toBe(recorded);
  });
});

describe("a large export", () => {
  const download = async (by: Person = admin): Promise<IncomingMessage> => {
    const call = request(`${scope.app.url}/api/admin/exports/ledger`, {
      headers: { cookie: by.cookie },
      agent: false,
    }).end();
    return ((await once(call, "response")) as [IncomingMessage])[0];
  };

  it("is read as fast as the client reads, two at once, and stops with the client", async () => {
    const { database, clock } = scope.app;
    const since = new Date(clock.nowMs() - 3_000_000);
    await seedEntries(database, rich.user.id, { count: 30_000, since, everySeconds: 0.01 });
    const whole = await take("ledger");
    expect(rowsOf({ body: whole.body.replaceAll(/"[^"]*"/g, "") }).length).toBe(
      await count("ledger_entries"),
    );

    const [one, two] = [await download(), await download()];
    for (const response of [one, two]) {
      response.read(1);
      response.pause();
    }
    const recorded = await count("audit_log");
    const third = await take("users");
    expect(await count("audit_log")).toBe(recorded);
    expect([third.status, third.headers.get("retry-after")]).toEqual([429, "30"]);
    expect((await take("users", "", await seedAdmin(scope.app))).status).toBe(200);
    one.destroy();
    two.destroy();
    // These are more calls than slots. Refused ones are not recorded.
    const eager = await seedAdmin(scope.app);
    const before = await count("audit_log");
    const answers = await Promise.all([1, 2, 3, 4].map(() => download(eager)));
    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBe(2);
    expect(await count("audit_log")).toBe(before + 2);
    for (const answer of answers) answer.destroy();
    // Each check is a call of its own, during which the server can notice closed connections.
    for (let looks = 0; (await take("withdrawals")).status !== 200; looks += 1)
      expect(looks).toBeLessThan(500);
  });

  it("goes on when the session gets another token meanwhile", async () => {
    const reader = await seedAdmin(scope.app);
    const password = await hash("secret-1");
    await scope.app.database.query("update users set password = $2 where id = $1", [
      reader.user.id,
      password,
    ]);
    const response = await download(reader);
    response.read(1);
    response.pause();
    expect((await reader.post("/api/admin/step-up", { password: "secret-1" })).status).toBe(200);
    scope.app.clock.jump(11);
    response.resume();
    await once(response, "end");
    expect(response.complete).toBe(true);
  });

  it.each([
    ["their role", (id: string) => admin.post(`/api/admin/users/${id}/set-admin`, { isAdmin: false })],
    ["their session", (id: string) => admin.post(`/api/admin/users/${id}/sign-out`, { note: "gone" })],
  ])("breaks off where whoever reads it slowly loses %s", async (_what, take) => {
    const reader = await seedAdmin(scope.app);
    const response = await download(reader);
    response.read(1);
    response.pause();
    expect((await take(reader.user.id)).status).toBe(200);
    const broken = once(response, "error") as Promise<[{ code: string }]>;
    response.resume();
    expect((await broken)[0].code).toBe("ECONNRESET");
  });
});
