import type { Withdrawal } from "@veritick/contract/schemas/payments.ts";
import type { AttentionItem } from "@veritick/contract/schemas/attention.ts";
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { EPOCH_TICKS, epochOf } from "@veritick/domain/epoch-times.ts";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { TEST_BEACON_CHAIN } from "../../testing/free-beacon.ts";
import { environmentOf, folderForTest, GIVEN, restoreInto, runScript } from "../../testing/backups.ts";
import { stateLiabilities } from "../../testing/liabilities.ts";
import { movableClock } from "../../testing/movable-clock.ts";
import { TEST_PEPPER } from "../../testing/test-app.ts";
import { TestClient } from "../../testing/test-client.ts";
import type { Person } from "../../testing/people.ts";
import type { DatabaseConnection } from "../../testing/test-database.ts";
import { cloneDatabase, createEmptyDatabase } from "../../testing/test-database.ts";
import { useApp } from "../../testing/use-app.ts";
import { seedAdmin, withdraw, withdrawingPeople } from "../../testing/withdrawals.ts";
import { nowTick } from "../platform/clock.ts";
import { createLog } from "../platform/telemetry/log.ts";
import { KNOWN_MIGRATIONS, migrateInTransaction } from "../platform/db/migrate.ts";
import { makeBackup } from "./make-backup.ts";
import { readManifest, writeManifest } from "./manifest.ts";
import type { Manifest } from "./manifest.ts";
import { LEFT_OUT } from "./tables.ts";

const scope = useApp({ SANDBOX_CONFIRM_SECONDS: "off" });
const NOW = new Date(1_790_000_000_000);
/** The tables that a restore changes: it adds items about withdrawals that are not final, and begins maintenance. */
const CHANGED = ["attention_items", "kept_values"];
const sameOf = ({ tables }: Manifest) => tables.filter(({ name }) => !CHANGED.includes(name));
let people: Person[];
let admin: Person;
/** The backup of the data that the tests begin with. */
let first: Awaited<ReturnType<typeof makeBackup>>;

/** Seeds users with positions, deposits and withdrawals of every kind, notes, a lock-out and rows of all other tables. */
beforeAll(async () => {
  const { app } = scope;
  people = await withdrawingPeople(app, 4, "1000");
  admin = await seedAdmin(app);
  const [one, other] = people as [Person, Person];
  for (const duration of [1, 1, 1, 5]) await open(one, duration);
  app.clock.jump(60);
  await app.settled();
  await open(other, 10);
  const made: string[] = [];
  for (const amount of [16, 17, 18]) made.push((await withdraw(one, { amount })).body.id as string);
  await admin.post(`/api/admin/withdrawals/${made[0]}/approve`);
  await admin.post(`/api/admin/withdrawals/${made[1]}/reject`);
  await scope.pass(3);
  await one.post("/api/deposits", { amount: 20 });
  for (let guess = 0; guess < 5; guess += 1) await withdraw(other, { withdrawalCode: "00000" });
  await stateLiabilities(app);
  await app.database.query(
    `insert into user_notes (id, user_id, author, text, created_at) values (gen_random_uuid(), $1, $2, $3, now())`,
    [one.user.id, admin.user.id, 'a note\twith a tab, a \\ and\na "line" \u{1f600}'],
  );
  first = await backUp(scope.connection, mkdtempSync(join(tmpdir(), "veritick-backup-")));
});
afterAll(() => rmSync(dirname(first.folder), { recursive: true }));

function open(client: TestClient, duration: number) {
  return client.post("/api/trading/positions", { type: "buy", amount: 2, duration });
}

async function emptyDatabase(): Promise<DatabaseConnection> {
  const connection = await createEmptyDatabase(inject("postgres"));
  onTestFinished(connection.drop);
  return connection;
}

function backUp(connection: DatabaseConnection = scope.connection, into = folderForTest()) {
  return makeBackup({
    connection,
    into,
    secrets: new Map(),
    version: "0.0.1",
    now: NOW,
    tell() {},
  });
}

/** Stores a beacon round, after which the installation counts as having used its beacon's key. */
const storeRound = () =>
  scope.app.database.query(
    "insert into beacon_rounds values (decode($1, 'hex'), 1, '', '') on conflict do nothing",
    [TEST_BEACON_CHAIN.chainHash],
  );

async function query<Row extends object>(connection: DatabaseConnection, text: string): Promise<Row[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

const namesOfTables = async (connection: DatabaseConnection) =>
  (
    await query<{ name: string }>(
      connection,
      `select table_name as name from information_schema.tables
       where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
    )
  ).map(({ name }) => name);

/** Returns a digest of all rows of each table in a backup. */
async function digests(connection: DatabaseConnection, names: string[]): Promise<unknown> {
  const each = names.map(
    (name) =>
      `select '${name}' as name, count(*) || ' ' || md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as digest from "${name}" t`,
  );
  const rows = await query<{ name: string; digest: string }>(connection, each.join(" union all "));
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}

describe("a backup", () => {
  it("holds every table except those left out for a stated reason", async () => {
    const { manifest } = first;
    const held = manifest.tables.map(({ name }) => name);
    expect([...held, ...Object.keys(LEFT_OUT)].toSorted()).toEqual(await namesOfTables(scope.connection));
    const keys = await query<{ from: string; to: string }>(
      scope.connection,
      `select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint where contype = 'f'`,
    );
    expect(keys.filter(({ from, to }) => held.includes(from) && !held.includes(to))).toEqual([]);
    const empty = manifest.tables.filter(({ rows }) => rows === 0).map(({ name }) => name);
    for (const name of [
      "trading_positions",
      "ledger_entries",
      "withdrawal_transactions",
      "lockouts",
      "user_notes",
      "liability_chunks",
    ])
      expect(empty).not.toContain(name);
  });

  it("can be read by its owner only", async () => {
    const { folder } = first;
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  });

  it("restores the same data, and the installation continues from it", async () => {
    const { folder, manifest } = first;
    const names = manifest.tables.map(({ name }) => name).filter((name) => !CHANGED.includes(name));
    const before = await digests(scope.connection, names);
    const target = await emptyDatabase();
    expect(await restoreInto(target, folder)).toMatchObject({
      faults: [],
      wrongSecrets: [],
      statements: 1,
    });
    expect(await digests(target, names)).toEqual(before);
    expect(await query(target, "select from sessions")).toEqual([]);

    const restored = await scope.start({ connection: target });
    const client = new TestClient(restored.url);
    client.cookie = people[0]!.cookie;
    expect((await client.get("/api/auth/me")).status).toBe(401);
    const active = await query<{ id: string }>(
      target,
      "select id from trading_positions where status = 'active'",
    );
    expect(active).toHaveLength(2);
    restored.clock.jump(600);
    await restored.settled();
    await scope.settled();
    expect(await query(target, "select from trading_positions where status = 'active'")).toEqual([]);
    expect(await restored.checkLedger()).toEqual([]);
    // Positions that expired while the restored server was down have the same results as on the running one.
    const results = "select id, status, result_price, profit from trading_positions order by id";
    expect(await query(target, results)).toEqual(await query(scope.connection, results));
    // New rows get new ids, and the append-only tables are append-only again.
    const late = await client.register();
    expect(late.balance).toBe("0.00000000");
    await expect(query(target, "delete from ledger_entries")).rejects.toThrow("append-only");
  });

  it("of an older schema is migrated to the newest by the restore", async () => {
    const older = KNOWN_MIGRATIONS.slice(0, -1);
    const old = await emptyDatabase();
    const client = new pg.Client(old);
    await client.connect();
    await migrateInTransaction(client, createLog("silent"), older.length);
    await client.query(
      "insert into users (id, email, password, balance, created_at) values (gen_random_uuid(), 'a@b.c', '', 0, now())",
    );
    await client.end();
    const { folder, manifest } = await backUp(old);
    expect(manifest.migrations).toEqual(older);
    const target = await emptyDatabase();
    // The server has signed nothing yet, so no key is missing.
    const given = { ...GIVEN, "signing-key": undefined };
    expect(await restoreInto(target, folder, { given })).toMatchObject({ faults: [], wrongSecrets: [] });
    expect(await namesOfTables(target)).toEqual(await namesOfTables(scope.connection));
  });
});

describe("after a restore", () => {
  const WRONG = {
    ...GIVEN,
    "code-pepper": "00".repeat(32),
    "signing-key": undefined,
    "beacon-key": "00".repeat(32),
  };
  let due: string;
  let client: Person;
  const pending: string[] = [];
  let restored: DatabaseConnection & { drop(): Promise<void> };
  let wrongSecrets: string[];

  /** Restores once a backup with a due payout, other withdrawals and a webhook. Each test has a copy of it. */
  beforeAll(async () => {
    const { body } = await admin.get<{ id: string; status: string }[]>("/api/admin/withdrawals");
    due = body.find(({ status }) => status === "pending")!.id;
    expect((await admin.post(`/api/admin/withdrawals/${due}/approve`)).status).toBe(200);
    [client] = (await withdrawingPeople(scope.app, 1, "1000")) as [Person];
    for (const amount of [100, 50, 25]) pending.push((await withdraw(client, { amount })).body.id as string);
    const added = await admin.post("/api/admin/webhooks", {
      url: "http://127.0.0.1:9/",
      types: ["attention.raised"],
    });
    await admin.post(`/api/admin/webhooks/${added.body.webhook.id}/test`);
    const folder = mkdtempSync(join(tmpdir(), "veritick-backup-"));
    const made = await backUp(scope.connection, folder);
    await admin.call("DELETE", `/api/admin/webhooks/${added.body.webhook.id}`);
    restored = await createEmptyDatabase(inject("postgres"));
    ({ wrongSecrets } = await restoreInto(restored, made.folder, { given: WRONG as never }));
    rmSync(folder, { recursive: true });
  });
  afterAll(() => restored.drop());

  async function copy(): Promise<DatabaseConnection> {
    const connection = await cloneDatabase(inject("postgres"), restored.database);
    onTestFinished(connection.drop);
    return connection;
  }

  async function start(connection: DatabaseConnection) {
    const app = await scope.start({ connection, clock: movableClock(scope.app.clock.nowMs()) });
    return { app, boss: await seedAdmin(app) };
  }

  it("pauses every webhook, and leaves out its deliveries", async () => {
    const endpoints = "select url, paused_because from webhook_endpoints";
    expect(await query(restored, endpoints)).toEqual([
      { url: "http://127.0.0.1:9/", paused_because: "restored" },
    ]);
    expect(await query(restored, "select from webhook_deliveries")).toEqual([]);
  });

  it("does not let a payout that was due be requested twice", async () => {
    const stepOf = async (connection: DatabaseConnection) =>
      (
        await query<{ step: string }>(connection, `select step from payouts where withdrawal_id = '${due}'`)
      )[0]!.step;
    expect(await stepOf(scope.connection)).toBe("due");
    const target = await copy();
    const { app, boss } = await start(target);
    app.clock.jump(600);
    await app.settled();
    const items = `select reason from attention_items where withdrawal_id = '${due}'`;
    expect(await query(target, items)).toEqual([{ reason: "restored" }]);
    expect(await query(target, "select from sandbox_books where subject = 'payout'")).toHaveLength(1);
    // After the maintenance the server does not pay it either: an administrator can only look for it and mark it.
    await boss.post("/api/admin/maintenance", { on: false, restoreChecked: true });
    app.clock.jump(600);
    await app.settled();
    expect((await boss.post(`/api/admin/withdrawals/${due}/approve`)).body.code).toBe(
      "withdrawal_not_pending",
    );
    expect(await query(target, "select from sandbox_books where subject = 'payout'")).toHaveLength(1);
    expect(
      (await boss.post(`/api/admin/withdrawals/${due}/mark-failed`, { note: "never sent" })).status,
    ).toBe(200);
    expect(await app.checkLedger()).toEqual([]);
    await scope.pass(3);
    expect(await query(scope.connection, "select from sandbox_books where subject = 'payout'")).toHaveLength(
      2,
    );
  });

  it("lets nobody pay a pending withdrawal again before it is looked for at the provider", async () => {
    const [paid, unpaid, refunded] = pending as [string, string, string];
    const { app, boss } = await start(await copy());
    const decide = (id: string, how: string, body?: object) =>
      boss.post(`/api/admin/withdrawals/${id}/${how}`, body);
    for (const how of ["approve", "reject"]) {
      const { status, body } = await decide(paid, how);
      expect([how, status, body.code]).toEqual([how, 409, "withdrawal_doubtful"]);
    }
    expect((await boss.call("DELETE", `/api/admin/users/${client.user.id}`)).body.code).toBe(
      "withdrawal_doubtful",
    );
    const items = (await boss.get<AttentionItem[]>("/api/admin/attention")).body;
    const itemOf = (id: string) => items.find(({ withdrawalId }) => withdrawalId === id)!;
    expect(pending.map((id) => itemOf(id).reason)).toEqual(["restored", "restored", "restored"]);

    expect((await decide(paid, "mark-paid", { transactionId: "ab".repeat(32) })).body.status).toBe(
      "completed",
    );
    expect((await decide(refunded, "mark-failed", { note: "never sent" })).body.status).toBe("failed");
    await boss.post(`/api/admin/attention/${itemOf(unpaid).id}/dismiss`, { note: "not at the provider" });
    expect((await decide(unpaid, "approve")).body.code).toBe("withdrawals_stopped");
    await boss.post("/api/admin/maintenance", { on: false, restoreChecked: true });
    expect((await decide(unpaid, "approve")).body.status).toBe("processing");
    for (let second = 0; second < 5; second += 1) {
      app.clock.advance(1);
      await app.settled();
    }
    expect(
      (await boss.get<Withdrawal[]>("/api/admin/withdrawals")).body.find(({ id }) => id === unpaid),
    ).toMatchObject({
      status: "completed",
    });
    expect(await app.checkLedger()).toEqual([]);
  });

  it("is in maintenance with withdrawals stopped until an administrator confirms that the list was checked", async () => {
    const { app, boss } = await start(await copy());
    const [trader] = await withdrawingPeople(app, 1, "1000");
    expect((await open(trader!, 1)).status).toBe(503);
    expect((await withdraw(trader!)).body.code).toBe("withdrawals_stopped");
    const { maintenance } = (await boss.get("/api/settings")).body;
    expect(maintenance).toMatchObject({ withdrawalsStopped: true, restored: true });
    const set = async (body: object) => (await boss.post("/api/admin/maintenance", body)).body;
    expect((await set({ on: true, message: "Back soon" })).maintenance).toMatchObject({
      withdrawalsStopped: true,
      restored: true,
    });
    for (const body of [{ on: false }, { on: true, stopWithdrawals: false }]) {
      expect(await set(body)).toMatchObject({ code: "restore_unchecked", field: "restoreChecked" });
    }
    expect((await withdraw(trader!)).status).toBe(503);
    expect(await set({ on: true, stopWithdrawals: false, restoreChecked: true })).toEqual({
      maintenance: { since: maintenance.since, message: null },
    });
    expect((await withdraw(trader!)).status).toBe(201);
    // Ending the maintenance needs a confirmation as long as one of them is undecided.
    expect((await set({ on: false })).code).toBe("restore_unchecked");
    expect((await set({ on: false, restoreChecked: true })).maintenance).toBe(null);
    expect((await open(trader!, 1)).status).toBe(201);
    expect((await boss.post(`/api/admin/withdrawals/${pending[0]}/approve`)).body.code).toBe(
      "withdrawal_doubtful",
    );
    const { body } = await boss.get("/api/admin/audit?action=maintenance_changed");
    expect(body[1]).toMatchObject({
      before: { on: true, withdrawalsStopped: true },
      after: { on: true, restoreChecked: true },
    });
  });

  it("names the hours whose terms the backup may lack, and none if it is fresh", async () => {
    const epoch = epochOf(nowTick(scope.app.clock));
    const { folder } = first;
    const at = (hour: number) => new Date(hour * EPOCH_TICKS * 1000);
    const restoredAt = async (hour: number) =>
      (await restoreInto(await emptyDatabase(), folder, { now: at(hour) })).lostTerms;
    expect(await restoredAt(epoch + 3)).toBe(undefined);
    expect(await restoredAt(epoch + 5)).toEqual({
      from: at(epoch + 28),
      until: at(epoch + 30),
      newest: expect.objectContaining({ houseEdge: 0.05, winRule: "barrier", sellFee: 0.01 }),
    });
  });

  it("reports the secrets that do not belong to the installation", async () => {
    // No round was stored yet, so no beacon's key was missing.
    expect(wrongSecrets).toEqual(["code-pepper", "signing-key"]);
    await storeRound();
    const { folder } = await backUp();
    // The next start replaces the pepper, so nothing is wrong with it.
    const given = { given: WRONG as never, formerPepper: GIVEN["code-pepper"] };
    const again = await restoreInto(await emptyDatabase(), folder, given);
    expect(again.wrongSecrets).toEqual(["signing-key", "beacon-key"]);
    expect(again.isFormerRefused).toBe(false);
  });

  it.each([
    { what: "no pepper beside it", pepper: undefined, formerPepper: TEST_PEPPER, isWrong: true },
    { what: "a malformed pepper beside it", pepper: "ab", formerPepper: TEST_PEPPER, isWrong: true },
    { what: "the same pepper beside it", pepper: TEST_PEPPER, formerPepper: TEST_PEPPER, isWrong: false },
    { what: "a malformed value", pepper: TEST_PEPPER, formerPepper: "ab", isWrong: false },
  ])(
    "reports that a start refuses CODE_PEPPER_PREVIOUS with $what",
    async ({ pepper, formerPepper, isWrong }) => {
      const given = { ...GIVEN, "code-pepper": pepper };
      const { wrongSecrets: wrong, isFormerRefused } = await restoreInto(
        await emptyDatabase(),
        first.folder,
        { given, formerPepper },
      );
      expect(wrong.includes("code-pepper")).toBe(isWrong);
      expect(isFormerRefused).toBe(true);
    },
  );

  it("is one consistent snapshot while orders run, and can be restored without a difference", async () => {
    await storeRound();
    let isTaken = false;
    const opened: number[] = [];
    const trade = async (client: TestClient) => {
      while (!isTaken) opened.push((await open(client, 3)).status);
    };
    const trading = Promise.all(people.slice(2).map(trade));
    const { folder, manifest } = await backUp().finally(() => (isTaken = true));
    await trading;
    expect(opened.length).toBeGreaterThan(0);
    expect(new Set(opened)).toEqual(new Set([201]));

    const target = await emptyDatabase();
    expect(await restoreInto(target, folder)).toMatchObject({ faults: [], wrongSecrets: [] });
    const again = await backUp(target);
    expect(sameOf(again.manifest)).toEqual(sameOf(manifest));
    expect(again.manifest.sequences.map(({ name }) => name)).toEqual(
      manifest.sequences.map(({ name }) => name),
    );
  });
});

describe("a restore", () => {
  const refusals: [what: string, says: RegExp, spoil: (folder: string) => Promise<void> | void][] = [
    ["a file with one wrong byte", /damaged/, (folder) => flip(join(folder, "users.copy.gz"))],
    [
      "a file that was cut off",
      /users\.copy\.gz is damaged/,
      (folder) => truncateSync(join(folder, "users.copy.gz"), 40),
    ],
    ["a missing file", /users\.copy\.gz is missing/, (folder) => rmSync(join(folder, "users.copy.gz"))],
    [
      "a manifest that says something else",
      /manifest\.json is damaged/,
      (folder) => {
        const file = join(folder, "manifest.json");
        writeFileSync(file, readFileSync(file, "utf8").replace('"users": "5"', '"users": "6"'));
      },
    ],
    [
      "half a manifest",
      /manifest\.json is damaged/,
      (folder) => truncateSync(join(folder, "manifest.json"), 500),
    ],
    [
      "a schema it does not know",
      /made by another version of Veritick \(9\.0\.0\)/,
      (folder) =>
        rewrite(folder, (manifest) => ({
          ...manifest,
          version: "9.0.0",
          migrations: [...manifest.migrations, "9999_later"],
        })),
    ],
    [
      "another table's rows",
      /damaged/,
      (folder) => cpSync(join(folder, "users.copy.gz"), join(folder, "proposals.copy.gz")),
    ],
    ["what is no backup", /is not a backup/, (folder) => rmSync(join(folder, "manifest.json"))],
  ];

  let target: DatabaseConnection & { drop(): Promise<void> };
  beforeAll(async () => {
    target = await createEmptyDatabase(inject("postgres"));
  });
  afterAll(() => target.drop());

  it.each(refusals)("refuses %s and touches nothing", async (_, says, spoil) => {
    const folder = join(folderForTest(), "copy");
    cpSync(first.folder, folder, { recursive: true });
    await spoil(folder);
    await expect(restoreInto(target, folder)).rejects.toThrow(says);
    expect(await namesOfTables(target)).toEqual([]);
  });

  it("refuses a database that is not empty, such as a running server's", async () => {
    const { folder, manifest } = first;
    const names = manifest.tables.map(({ name }) => name);
    const before = await digests(scope.connection, names);
    await expect(restoreInto(scope.connection, folder)).rejects.toThrow(
      /not empty: it contains an installation/,
    );
    await expect(restoreInto(scope.connection, folder, { replace: true })).rejects.toThrow(
      /--replace works only with/,
    );
    expect(await digests(scope.connection, names)).toEqual(before);
  });

  it("leaves nothing if it is killed half-way, and everything when it is run again", async () => {
    const { folder, manifest } = first;
    const target = await emptyDatabase();
    const killed = await runScript("backup/restore-killed.fixture.ts", [folder, "9"], environmentOf(target));
    expect(killed.signal).toBe("SIGKILL");
    // The killed restore's transaction ends when the database notices the lost connection. The next restore waits for that.
    const environment = { ...environmentOf(target), CODE_PEPPER_PREVIOUS: TEST_PEPPER };
    const again = await runScript("cli/restore.ts", [folder], environment);
    expect(again).toMatchObject({ code: 0, told: expect.stringContaining("The ledger balances.") });
    // The next statement will reuse a number of which a user may hold another statement.
    expect(again.told).toContain("The newest liabilities report is number 1.");
    expect(again.told).toContain("Remove CODE_PEPPER_PREVIOUS: with it, the server refuses to start.");
    expect(sameOf((await backUp(target)).manifest)).toEqual(sameOf(manifest));
  });
});

describe("the command", () => {
  it("makes backups, keeps the newest, and names the secrets that they need", async () => {
    const into = folderForTest();
    const environment = environmentOf(scope.connection);
    const first = await runScript("cli/backup.ts", [into], environment);
    expect(first).toMatchObject({ code: 0 });
    expect(first.told).toContain("Backup complete and verified. To restore it: npm run restore -- ");
    expect(first.told).toContain("The backup is not encrypted.");
    expect(first.told).toContain(
      "The backup does not contain PRICE_SECRET, CODE_PEPPER and BEACON_KEY. You cannot restore it without these secrets",
    );
    expect(first.told).toContain("Also store a copy of SIGNING_KEY elsewhere");
    const [made] = readdirSync(into);
    cpSync(join(into, made!), join(into, "veritick-20200101T000000000Z"), { recursive: true });
    const second = await runScript("cli/backup.ts", [into, "--keep", "1"], environment);
    expect(second.told).toContain("Removed: veritick-20200101T000000000Z");
    expect(readdirSync(into)).toHaveLength(1);
    // The server reports the time of the backup for the alert.
    for (let second = 0; second < 16; second += 1) scope.app.clock.advance(1);
    await scope.settled();
    const metrics = await (await fetch(`${scope.app.url}/metrics`)).text();
    const madeAt = Number(/^veritick_backup_timestamp_seconds (\S+)$/m.exec(metrics)?.[1]) * 1000;
    const stamp = new Date(madeAt).toISOString().replaceAll(/[-:.]/g, "");
    expect(readdirSync(into)).toEqual([`veritick-${stamp}`]);
    expect(await runScript("cli/backup.ts", [into, "--keep", "0"], environment)).toMatchObject({ code: 2 });
    // A clock that was ahead has left a backup of a later time.
    renameSync(join(into, `veritick-${stamp}`), join(into, "veritick-29990101T000000000Z"));
    const third = await runScript("cli/backup.ts", [into, "--keep", "1"], environment);
    const [kept, ...others] = readdirSync(into);
    expect(others).toEqual(["veritick-29990101T000000000Z"]);
    expect(third.told).toMatch(new RegExp(`npm run restore -- .*${kept}$`));
  });
});

function flip(file: string): void {
  const bytes = readFileSync(file);
  bytes[Math.floor(bytes.length / 2)]! ^= 1;
  writeFileSync(file, bytes);
}

/** Replaces a manifest by a changed one with a valid checksum. */
async function rewrite(folder: string, change: (manifest: Manifest) => Manifest): Promise<void> {
  const manifest = change(await readManifest(folder));
  rmSync(join(folder, "manifest.json"));
  await writeManifest(folder, manifest);
}
