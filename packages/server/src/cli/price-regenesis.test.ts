import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Fairness } from "@veritick/contract/schemas/fairness.ts";
import type { Position, PositionReceipt } from "@veritick/contract/schemas/positions.ts";
import { blockEnd, roundOf } from "@veritick/domain/rounds.ts";
import { formatMinor, parseMinor } from "@veritick/domain/money.ts";
import { expect, inject, it, onTestFinished } from "vitest";
import { environmentOf, INHERITED } from "../../testing/backups.ts";
import { freeBeacon } from "../../testing/free-beacon.ts";
import { holdUser, loseStripes, untilRetaken } from "../../testing/held-rows.ts";
import { seedPeople } from "../../testing/people.ts";
import type { Person } from "../../testing/people.ts";
import { memoisedKey, signOnce } from "../../testing/signed-rounds.ts";
import { TEST_BEACON_KEY } from "../../testing/test-app.ts";
import { TestClient } from "../../testing/test-client.ts";
import { createEmptyDatabase } from "../../testing/test-database.ts";
import type { DatabaseConnection } from "../../testing/test-database.ts";
import { useApp } from "../../testing/use-app.ts";
import { findAnyTable } from "../backup/tables.ts";
import { LOCKS, openDatabase, withClient } from "../platform/db/database.ts";
import { createLog } from "../platform/telemetry/log.ts";
import { StillServedError } from "../positions/public.ts";
import type { Wait } from "../positions/public.ts";
import { regenerate } from "./price-regenesis.ts";

/** The command runs by the machine's clock, months after the time of the test's data. */

const local = await memoisedKey(Buffer.from(TEST_BEACON_KEY, "hex"));
const { chain } = local;
const scope = useApp({}, { beacon: freeBeacon(local) });
const LOST = { PRICE_SECRET: "ff".repeat(32) };
/** A URL at which no server listens. */
const DEAD = "http://127.0.0.1:9";

/** Runs the command in this process, and returns what it tells. */
async function run(
  connection: DatabaseConnection,
  settings: Record<string, string>,
  wait: Wait = () => Promise.resolve(),
): Promise<string> {
  const told: string[] = [];
  await regenerate(
    { ...environmentOf(connection), ...settings },
    { tell: (line) => void told.push(line), wait },
  );
  return told.join("\n");
}

/** Runs the command as operators do, in a process of its own, with the real wait. */
function runProcess(connection: DatabaseConnection, settings: Record<string, string>) {
  const script = fileURLToPath(new URL("price-regenesis.ts", import.meta.url));
  const env = { ...INHERITED, ...environmentOf(connection), ...settings };
  return promisify(execFile)(process.execPath, [script], { env });
}

const order = async (person: Person, duration: number) =>
  (await person.post<Position>("/api/trading/positions", { type: "buy", amount: "10", duration })).body;
const as = (app: { url: string }, person: Person): Person =>
  Object.assign(new TestClient(app.url), { cookie: person.cookie, user: person.user });
const receiptOf = async (person: Person, { id }: { id: string }) =>
  (await person.get<PositionReceipt>(`/api/trading/positions/${id}`)).body;
const fairnessOf = async (app: { url: string }) =>
  (await new TestClient(app.url).get<Fairness>("/api/fairness")).body;

/** Starts a separate server, in a block that takes orders. */
async function usedServer(people = 1) {
  const connection = await scope.clone();
  const app = await scope.start({ connection, beacon: freeBeacon(local) });
  const persons = await seedPeople(app, people, "1000");
  scope.app.clock.advance(3);
  return { connection, app, persons: persons as [Person, ...Person[]] };
}

it("leaves an empty database empty, so that a backup can be restored into it", async () => {
  const empty = await createEmptyDatabase(inject("postgres"));
  onTestFinished(empty.drop);
  await expect(run(empty, LOST)).rejects.toThrow("This database has never been used.");
  expect(await withClient(empty, findAnyTable)).toBeUndefined();
});

it("settles everything if BEACON was changed and the rounds of the former beacon are available", async () => {
  const { connection, app, persons } = await usedServer();
  await order(persons[0], 1);
  await order(persons[0], 10);
  scope.app.clock.advance(3);
  await app.close();
  // The key of the local beacon is available, so the command makes its rounds.
  const told = await run(connection, { BEACON: "quicknet", BEACON_RELAYS: DEAD });
  expect(told).toContain("The price series has ended. Positions settled: 2. Positions closed early: 0, ");
});

it("closes at the last stored round if the beacon is gone but the secret is known", async () => {
  const { connection, app, persons } = await usedServer();
  const position = await order(persons[0], 5);
  const { genesis } = await fairnessOf(app);
  scope.app.clock.advance(3);
  await app.close();
  const newest = roundOf(chain, position.entryTick + 31);
  const first = roundOf(chain, genesis.tick);
  const rounds = Array.from({ length: newest - first + 1 }, (_, index) => first + index);
  const database = openDatabase(connection, createLog("silent"), 1);
  // The rounds lack this installation's seal, so the command checks their signatures.
  await database.query(
    `insert into beacon_rounds (chain_hash, round, signature, seal)
     select decode($1, 'hex'), r.round, decode(r.signature, 'hex'), ''
     from unnest($2::bigint[], $3::text[]) as r (round, signature)`,
    [chain.chainHash, rounds, rounds.map((round) => signOnce(local.key, round))],
  );
  await database.end();
  const info = {
    public_key: chain.publicKey,
    period: chain.period,
    genesis_time: chain.genesisTime,
    hash: chain.chainHash,
    groupHash: chain.groupHash,
    schemeID: chain.schemeID,
    metadata: { beaconID: chain.beaconID },
  };
  const told = await run(connection, { BEACON: JSON.stringify(info), BEACON_RELAYS: DEAD });
  expect(told).toContain("Positions settled: 0. Positions closed early: 1, for ");
  // The new price begins after the newest known price.
  scope.app.clock.jump(60);
  const renewed = await scope.start({ connection, beacon: freeBeacon(local) });
  const { closing } = await receiptOf(as(renewed, persons[0]), position);
  const tick = blockEnd(chain, newest);
  expect(closing).toMatchObject({ reason: "beacon", tick, ticksLeft: position.expiryTick - tick });
  expect(await renewed.checkLedger()).toEqual([]);
});

it("notices a server that has just lost its connections, as after a database restart", async () => {
  const { connection, app } = await usedServer();
  await loseStripes(app.database);
  const ended = run(connection, LOST, () => untilRetaken(app));
  await expect(ended).rejects.toBeInstanceOf(StillServedError);
  expect((await fairnessOf(app)).closings).toEqual([]);
});

it("changes nothing while a server runs, or while the secret is the one on record", async () => {
  const { connection, app } = await usedServer();
  await expect(runProcess(connection, LOST)).rejects.toMatchObject({
    code: 1,
    stdout: "",
    stderr: "A server is running on this database. Stop all servers first.\n",
  });
  await app.close();
  expect(await run(connection, {})).toMatch(/Nothing was changed\.$/);
  const waits: number[] = [];
  const wait = async (ms: number) => void waits.push(ms);
  expect(await run(connection, LOST, wait)).toBe(
    "Looking for running servers for 8 seconds.\nThe price series has ended. Positions settled: 0. Positions closed early: 0, for " +
      "0.00000000 USDMS of 0.00000000 USDMS staked. The next start creates a new price series.",
  );
  expect(waits).toEqual([8_000]);
  expect(await run(connection, LOST)).toMatch(/Nothing was changed\.$/);
});

it("continues after a kill between settling and closing, and pays nothing twice", async () => {
  const { connection, app, persons } = await usedServer(2);
  const [held, other] = persons as [Person, Person];
  const short = await order(held, 1);
  await app.database.query("update trading_positions set barrier_price = 1");
  const database = openDatabase(connection, createLog("silent"), 2);
  const { letGo } = await holdUser(database, held.user.id);
  scope.app.clock.jump(60);
  await app.settled();
  const long = await order(other, 10);
  expect(long.entryTick).toBe(short.expiryTick);
  scope.app.clock.advance(3);
  await app.close();
  await letGo();

  const statuses = async () =>
    (await database.query<{ status: string }>("select status from trading_positions order by id")).rows.map(
      ({ status }) => status,
    );
  // The lock stops the command after settling, before closing.
  const lock = await database.connect();
  await lock.query("select pg_advisory_lock($1)", [LOCKS.genesis]);
  expect(await statuses()).toEqual(["active", "active"]);
  const running = runProcess(connection, LOST);
  const killed = expect(running).rejects.toMatchObject({ signal: "SIGKILL" });
  await expect.poll(statuses, { timeout: 90_000 }).toEqual(["won", "active"]);
  running.child.kill("SIGKILL");
  await killed;
  await lock.query("select pg_advisory_unlock($1)", [LOCKS.genesis]);
  lock.release();
  expect(await statuses()).toEqual(["won", "active"]);

  expect(await run(connection, LOST)).toContain("Positions settled: 0. Positions closed early: 1, for ");
  expect(await statuses()).toEqual(["won", "refunded"]);
  expect(await run(connection, LOST)).toContain(
    "There is no price series to end: the next start creates one.",
  );
  await database.end();
  const renewed = await scope.start({ connection, environment: LOST });
  // The stake was 10, at 2.5 to one.
  expect(await as(renewed, held).balance()).toBe("1025.00000000");
  const { closing } = await receiptOf(as(renewed, other), long);
  expect(closing).toMatchObject({
    tick: long.entryTick,
    price: long.entryPrice,
    ticksLeft: 600,
    reason: "secret",
  });
  expect(await as(renewed, other).balance()).toBe(
    formatMinor((parseMinor("990") + parseMinor(closing!.value)) as never),
  );
  // The server never publishes the seed of a lost secret.
  expect((await fairnessOf(renewed)).closings[0]!.epochs.map(({ seed }) => seed)).toContain(null);
  expect(await renewed.checkLedger()).toEqual([]);
}, 120_000);
