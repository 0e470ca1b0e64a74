import { expect, inject, it, onTestFinished, vi } from "vitest";
import { environmentOf, runScript } from "../../testing/backups.ts";
import { movableClock } from "../../testing/movable-clock.ts";
import { TestClient } from "../../testing/test-client.ts";
import type { DatabaseConnection } from "../../testing/test-database.ts";
import { cloneDatabase } from "../../testing/test-database.ts";
import { useApp } from "../../testing/use-app.ts";
import { seedKey } from "../../testing/valid-calls.ts";
import { seedAdmin, withdraw, withdrawingPeople } from "../../testing/withdrawals.ts";
import { openDatabase } from "../platform/db/database.ts";
import type { Database } from "../platform/db/database.ts";
import { readKeptValue, setKeptValue } from "../platform/db/kept-values.ts";
import { createLog } from "../platform/telemetry/log.ts";
import { HISTORY } from "./close-for-business.ts";
import { noticeRecovery } from "./notice-recovery.ts";
import type { History } from "./notice-recovery.ts";

const scope = useApp();
const log = createLog("silent");
vi.setConfig({ testTimeout: 120_000 });

/** A copy of a database that no server uses. */
async function copy(of: DatabaseConnection): Promise<DatabaseConnection> {
  const connection = await cloneDatabase(inject("postgres"), of.database);
  onTestFinished(connection.drop);
  return connection;
}

function open(connection: DatabaseConnection): Database {
  const database = openDatabase(connection, log, 2);
  onTestFinished(() => database.end());
  return database;
}

const maintenanceOf = async (database: Database) =>
  JSON.parse((await readKeptValue(database, "maintenance")) ?? "null") as unknown;
const CLOSED = expect.objectContaining({ withdrawalsStopped: true, restored: true }) as unknown;
const seenBy = async (database: Database) => JSON.parse((await readKeptValue(database, HISTORY))!) as History;

it("the server's role can read the history of the database, and a start keeps it", async () => {
  expect(await seenBy(scope.app.database)).toEqual({
    system: expect.stringMatching(/^\d{15,}$/),
    timeline: "00000001",
    waits: false,
  });
});

it("closes the installation once if the database writes on a new timeline, and only then", async () => {
  const empty = open(await copy({ ...scope.connection, database: "veritick_template" }));
  const watched = { database: empty, clock: movableClock(), log };
  const at = (history: Partial<History>) =>
    noticeRecovery(watched, async () => ({ system: "1", timeline: "00000001", waits: false, ...history }));
  expect(await at({})).toBe(false);
  expect(await at({})).toBe(false);
  // Moved to another PostgreSQL, for example by an upgrade.
  expect(await at({ system: "2", timeline: "00000007" })).toBe(false);
  // Replication begins, and a standby that has every commit takes over.
  expect(await at({ system: "2", timeline: "00000007", waits: true })).toBe(false);
  expect(await at({ system: "2", timeline: "00000008" })).toBe(false);
  expect(await maintenanceOf(empty)).toBe(null);
  await expect(
    noticeRecovery(watched, () => Promise.reject(new Error("recovery is in progress"))),
  ).resolves.toBe(false);

  const each = await Promise.all([1, 2, 3].map(() => at({ system: "2", timeline: "00000009" })));
  expect(each.filter(Boolean)).toHaveLength(1);
  expect(await maintenanceOf(empty)).toEqual(CLOSED);
  expect(await at({ system: "2", timeline: "00000009" })).toBe(false);
});

it("a start on a recovered database and the command end every session and leave unfinished withdrawals to a person", async () => {
  const source = await scope.clone();
  const environment = { SANDBOX_CONFIRM_SECONDS: "off" };
  const app = await scope.start({ connection: source, environment });
  const [client] = await withdrawingPeople(app, 1, "1000");
  const admin = await seedAdmin(app);
  const ids: string[] = [];
  for (const amount of [30, 40, 50]) ids.push((await withdraw(client!, { amount })).body.id as string);
  expect((await admin.post(`/api/admin/withdrawals/${ids[0]}/approve`)).status).toBe(200);
  expect((await admin.post(`/api/admin/withdrawals/${ids[1]}/reject`)).status).toBe(200);
  await seedKey(app, client!.user.id, ["read"]);
  // A database is copied once nothing is connected to it.
  await app.close();
  const [byStart, byCommand] = [await copy(source), await copy(source)];

  const database = open(byStart);
  await setKeptValue(
    database,
    HISTORY,
    JSON.stringify({ ...(await seenBy(database)), timeline: "00000000" }),
  );
  const started = await scope.start({ connection: byStart, log });
  const stranger = new TestClient(started.url);
  stranger.cookie = client!.cookie;
  expect((await stranger.get("/api/auth/me")).status).toBe(401);

  const told = await runScript("cli/restore.ts", ["--recovered"], environmentOf(byCommand));
  expect(told).toMatchObject({ code: 0, told: expect.stringContaining("may have been paid since then: 2.") });
  expect(told.told).toContain("The ledger balances.");
  expect(await readKeptValue(open(byCommand), HISTORY)).toBeUndefined();

  for (const target of [byStart, byCommand].map(open)) {
    expect(await maintenanceOf(target)).toEqual(CLOSED);
    const { rows } = await target.query<{ id: string }>(
      "select withdrawal_id as id from attention_items where reason = 'restored' and resolved_at is null",
    );
    expect(rows).toHaveLength(2);
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set([ids[0], ids[2]]));
    for (const table of ["sessions", "api_keys", "password_resets"])
      expect((await target.query(`select from ${table}`)).rowCount, table).toBe(0);
  }
});
