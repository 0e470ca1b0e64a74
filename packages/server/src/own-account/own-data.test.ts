import { randomUUID } from "node:crypto";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Person } from "../../testing/people.ts";
import { TestClient } from "../../testing/test-client.ts";
import { repeatedPayment, seedKey } from "../../testing/valid-calls.ts";
import { useApp } from "../../testing/use-app.ts";
import { seedAdmin, withdraw, withdrawingPeople } from "../../testing/withdrawals.ts";
import { recordAudit } from "../audit/public.ts";
import { columnsOf, OWN_TABLES, WITHOUT_PEOPLE } from "./own-tables.ts";

const scope = useApp();
let admin: Person;
let ada: Person;
let other: Person;
let files: Record<string, string>;

const takeRaw = (person: TestClient, headers: Record<string, string> = {}) =>
  fetch(`${scope.app.url}/api/profile/export`, { headers: { cookie: person.cookie, ...headers } });
async function take(person: TestClient): Promise<Record<string, string>> {
  const answer = await takeRaw(person);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/zip"]);
  const entries = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  return Object.fromEntries(
    Object.entries(entries).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]),
  );
}
const rowsOf = (table: string) => JSON.parse(files[`data/${table}.json`]!) as Record<string, string | null>[];

beforeAll(async () => {
  [ada, other] = (await withdrawingPeople(scope.app, 2, "1000.12345678")) as [Person, Person];
  admin = await seedAdmin(scope.app);
  for (const person of [ada, other]) {
    await person.post("/api/trading/positions", { type: "buy", amount: "1.50", duration: 1 });
    await person.post("/api/trading/positions", { type: "sell", amount: "2", duration: 3 });
    await person.post("/api/deposits", { amount: 20 });
    const { id } = (await withdraw(person)).body as { id: string };
    const reject = await admin.post(`/api/admin/withdrawals/${id}/reject`, { reason: "=1+1, please" });
    expect(reject.status).toBe(200);
    await person.post("/api/limits", { kind: "stake", amount: "500" });
    const note = { text: `About ${person.user.email}`, forPerson: true };
    expect((await admin.post(`/api/admin/users/${person.user.id}/notes`, note)).status).toBe(201);
  }
  await ada.post("/api/profile/mail-phrase", { phrase: "blue heron" });
  await declineOverride(admin, "is on a list");
  files = await take(ada);
});

/** Declines to pay in spite of the screening. Nobody may tell the person of a screening. */
async function declineOverride(admin: Person, reason: string): Promise<void> {
  const { database, clock } = scope.app;
  const [id, at] = [randomUUID(), new Date(clock.nowMs())];
  await database.query(
    `insert into proposals (id, action, target, subject, amount, proposed_by, created_at, outcome, decided_by, decided_at)
     values ($1, 'screening_overridden', $2, $3, 0, $4, $5, 'declined', $4, $5)`,
    [id, randomUUID(), ada.user.id, admin.user.id, at],
  );
  await recordAudit(
    database,
    {
      action: "proposal_declined",
      by: { actor: admin.user.id, sessionId: null, address: null },
      subject: ada.user.id,
      target: id,
      after: { outcome: "declined" },
      reason,
    },
    at,
  );
}
afterAll(async () => expect(await scope.app.checkLedger()).toEqual([]));

const TOLD = "The person may read this";
const HIDDEN = "Report filed, do not tell the customer";

/** Does to a person what the staff gives reasons for, and adds two notes. */
async function decideAbout(client: TestClient, id: string): Promise<void> {
  const { database, clock } = scope.app;
  const at = new Date(clock.nowMs());
  const about = `/api/admin/users/${id}`;
  const note = HIDDEN;
  const deposits = [20, 30].map(
    async (amount) => (await client.post("/api/deposits", { amount })).body.id as string,
  );
  const [approved, rejected] = await Promise.all(deposits);
  const key = await seedKey(scope.app, id, ["read"]);
  const [credited, dismissed, screened] = [
    await repeatedPayment(scope.app, id),
    await repeatedPayment(scope.app, id),
    await repeatedPayment(scope.app, id),
  ];
  await database.query("update attention_items set kind = 'screening' where id = $1", [screened]);
  const internal = [
    await admin.post(`${about}/notes`, { text: HIDDEN }),
    await admin.post(`${about}/locks`, { trading: true, withdrawals: true, note }),
    await admin.post(`${about}/adjust-balance`, { amount: "50", note }),
    await admin.post(`/api/admin/deposits/${approved}/approve`, { note }),
    await admin.post(`/api/admin/attention/${credited}/credit`, { amount: "10", note }),
    await admin.post(`/api/admin/attention/${dismissed}/dismiss`, { note }),
    await admin.post(`/api/admin/api-keys/${key.id}/revoke`, { note }),
    await admin.post(`${about}/sign-out`, { note }),
  ];
  expect(internal.map(({ status }) => status)).toEqual([201, ...Array.from({ length: 7 }, () => 200)]);
  await database.query(
    `insert into proposals (id, action, target, subject, amount, note, proposed_by, created_at, outcome, decided_by, decided_at)
     values (gen_random_uuid(), 'user_deleted', $1, $1, 0, $2, $3, $4, 'declined', $3, $4)`,
    [id, HIDDEN, admin.user.id, at],
  );
  // Nobody may tell the person that an item of the screening was closed either.
  const by = { actor: admin.user.id, sessionId: null, address: null };
  await recordAudit(
    database,
    { action: "attention_dismissed", by, subject: id, target: screened, after: { resolution: HIDDEN } },
    at,
  );
  await admin.post(`${about}/notes`, { text: TOLD, forPerson: true });
  expect((await admin.post(`/api/admin/deposits/${rejected}/reject`, { reason: TOLD })).status).toBe(200);
}

it("tells the person nothing that the staff wrote for themselves, in any table", async () => {
  const client = new TestClient(scope.app.url);
  const { id, email } = await client.register();
  await decideAbout(client, id);
  const { rows } = await scope.app.database.query<{ name: string }>(
    `select c.relname::text as name from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' order by 1`,
  );
  const stored: [string, number][] = [];
  for (const { name } of rows) {
    const { rowCount } = await scope.app.database.query(`select from ${name} t where t::text like $1`, [
      `%${HIDDEN}%`,
    ]);
    if (rowCount! > 0) stored.push([name, rowCount!]);
  }
  expect(stored).toEqual([
    ["attention_items", 2],
    ["audit_log", 8],
    ["ledger_transactions", 3],
    ["proposals", 1],
    ["user_notes", 1],
  ]);
  await client.post("/api/auth/login", { email, password: "secret-1" });
  const archive = await take(client);
  const whole = Object.values(archive).join("\n");
  expect(whole).not.toContain(HIDDEN);
  expect(archive["data/audit_log.json"]).not.toContain("note_added");
  expect(archive["data/user_notes.json"]).toContain(TOLD);
  expect(archive["deposits.csv"]).toContain(TOLD);
});

describe("the archive of a person's data", () => {
  it("holds each of their rows, and none of another user", async () => {
    for (const [table, own] of Object.entries(OWN_TABLES)) {
      const { rowCount } = await scope.app.database.query(`select from ${table} where ${own.whose}`, [
        ada.user.id,
      ]);
      expect([table, rowsOf(table).length]).toEqual([table, rowCount]);
    }
    const whole = Object.values(files).join("\n");
    expect(whole).not.toContain(other.user.id);
    expect(whole).not.toContain(other.user.email);
    expect(whole).not.toContain("is on a list");
    expect(rowsOf("users")).toMatchObject([
      { id: ada.user.id, email: ada.user.email, is_admin: "false", mail_phrase: "blue heron" },
    ]);
    expect(rowsOf("trading_positions")).toHaveLength(2);
    expect(rowsOf("user_notes")).toMatchObject([{ text: `About ${ada.user.email}` }]);
  });

  it("has amounts to the last digit and times in UTC", () => {
    const [first] = rowsOf("trading_positions");
    expect(first).toMatchObject({
      amount: "1.50000000",
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
  });

  it("has files for spreadsheets: with the UTF-8 mark, times in UTC and no formula", () => {
    const linesOf = (name: string) => files[name]!.trimEnd().split("\r\n");
    const positions = linesOf("positions.csv");
    expect(positions).toHaveLength(3);
    expect(positions[0]).toMatch(/^\uFEFFid,created_utc,type,amount,.*,expires_utc,/);
    expect(positions[1]).toMatch(/,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,buy,1\.50000000,1,/);
    expect(linesOf("withdrawals.csv")[1]).toContain(`,"'=1+1, please",`);
    expect(linesOf("deposits.csv")[0]).toMatch(/^\uFEFFid,created_utc,updated_utc,amount,/);
    expect(linesOf("statement.csv")[0]).toMatch(/^\uFEFFtime_utc,kind,/);
  });

  it("has the statement, and for each position the same receipt as the position's page", async () => {
    const receipts = files["receipts.jsonl"]!.trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { position: { id: string }; signature: string });
    expect(receipts).toHaveLength(2);
    for (const receipt of receipts) {
      const own = await ada.get(`/api/trading/positions/${receipt.position.id}`);
      expect(receipt).toEqual(own.body);
    }
    const statement = await ada.get<string>("/api/statement.csv");
    const plain = files["statement.csv"]!.replace("\uFEFFtime_utc", "time");
    expect(plain).toBe(statement.body.replaceAll(/^(\S{10})T(\S{8})\.\d{3}Z/gm, "$1 $2"));
    expect(files["about.txt"]).toContain("veritick-verify.mjs");
  });

  it("appears in the user's security events", async () => {
    const { body } = await ada.get<{ events: { kind: string }[] }>("/api/profile/security");
    expect(body.events.map(({ kind }) => kind)).toContain("data_exported");
  });

  it("is refused to a browser that comes from another website", async () => {
    const led = await takeRaw(ada, { "sec-fetch-site": "cross-site" });
    expect([led.status, ((await led.json()) as { code: string }).code]).toEqual([403, "origin_refused"]);
  });

  it("is not recorded for a request of the headers alone", async () => {
    const head = await fetch(`${scope.app.url}/api/profile/export`, {
      method: "HEAD",
      headers: { cookie: ada.cookie },
    });
    expect(head.status).toBe(404);
  });

  it("is made once at a time, and again when the reader has gone", async () => {
    const [one, two] = await Promise.all([takeRaw(other), takeRaw(other)]);
    expect([one.status, two.status].toSorted((a, b) => a - b)).toEqual([200, 429]);
    await one.body?.cancel();
    await two.body?.cancel();
    await expect.poll(async () => (await takeRaw(other)).status).toBe(200);
  });

  it("has no secret, and no secret's hash", async () => {
    const { rows } = await scope.app.database.query<{ secret: string }>(
      `select password as secret from users where id = $1
       union all select withdrawal_code from users where id = $1
       union all select encode(token_hash, 'hex') from sessions where user_id = $1`,
      [ada.user.id],
    );
    const whole = Object.values(files).join("\n");
    for (const { secret } of rows) if (secret !== null) expect(whole).not.toContain(secret);
  });

  it("decides about every table and every column", async () => {
    const { rows } = await scope.app.database.query<{ name: string; columns: string[] }>(
      `select c.relname::text as name, array_agg(a.attname::text) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' group by 1`,
    );
    expect(rows.map(({ name }) => name).toSorted()).toEqual(
      [...Object.keys(OWN_TABLES), ...Object.keys(WITHOUT_PEOPLE)].toSorted(),
    );
    for (const { name, columns } of rows) {
      const own = OWN_TABLES[name];
      if (own === undefined) continue;
      const decided = [...columnsOf(own), ...Object.keys(own.leftOut ?? {})];
      expect([name, decided.toSorted()]).toEqual([name, columns.toSorted()]);
    }
  });
});
