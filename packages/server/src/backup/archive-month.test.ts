import { randomInt } from "node:crypto";
import { appendFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Results } from "@veritick/contract/schemas/results.ts";
import type { YearSummary } from "@veritick/contract/schemas/year-summary.ts";
import { positionsArchived } from "@veritick/domain/postings.ts";
import { minor } from "@veritick/domain/money.ts";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { environmentOf, folderForTest, runScript } from "../../testing/backups.ts";
import { movableClock } from "../../testing/movable-clock.ts";
import { seedPeople } from "../../testing/people.ts";
import type { Person } from "../../testing/people.ts";
import { useApp } from "../../testing/use-app.ts";
import { seedAdmin } from "../../testing/withdrawals.ts";
import { monthNamed } from "../ledger/public.ts";
import { checkInSlices } from "../ledger/check-ledger-slices.ts";
import { resetIds } from "../platform/ids.ts";
import { archiveMonth } from "./archive-month.ts";
import { partOf, removeMonth } from "./remove-month.ts";
import { restoreMonth } from "./restore-month.ts";

const MONTH = monthNamed("2026-09")!;
/** The time limit of slow tests, which check the books after each slice. */
const SLOW_MS = 120_000;
/** A time at which the month can be archived and removed. */
const LATER = new Date(Date.UTC(2027, 0, 2));

/** The number of kills before a removal may end. `ROUNDS` is the number of such removals. */
const KILLS = process.env["VERITICK_LONG"] === undefined ? 2 : 6;
const ROUNDS = process.env["VERITICK_LONG"] === undefined ? 1 : 10;
/** The last statement at which a removal may be killed. A whole removal has some more statements. */
const MOST_STATEMENTS = 50;

/** Returns pseudo-random numbers from 0 to 1, the same for each seed. */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const scope = useApp({}, { clock: movableClock(MONTH.toMs - 3_600_000) });
let people: Person[];
let admin: Person;
let before: Record<string, string>;
/** The folder of the archive, which exists as long as this file runs. */
const kept = mkdtempSync(join(tmpdir(), "veritick-archive-"));
let archive = "";

const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await scope.app.database.query<Row>(text, values)).rows;
const tell = () => {};

async function trade(person: Person, count: number, minutes = 1): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const type = n % 2 === 0 ? "buy" : "sell";
    const { body, status } = await person.post("/api/trading/positions", {
      type,
      amount: "2",
      duration: minutes,
    });
    expect([status, body.code]).toEqual([201, undefined]);
    ids.push(body.id as string);
  }
  return ids;
}

async function pass(seconds: number): Promise<void> {
  scope.app.clock.jump(seconds);
  await scope.settled();
}

/** Returns a digest of all rows of each table that archiving may change. */
async function state(): Promise<Record<string, string>> {
  const tables = ["trading_positions", "ledger_transactions", "ledger_entries", "users"];
  const each = tables.map(
    (name) => `'${name}', (select md5(string_agg(t::text, '|' order by t::text)) from ${name} t)`,
  );
  return (
    await query<{ state: Record<string, string> }>(`select json_build_object(${each.join()}) as state`)
  )[0]!.state;
}

const book = async () => ({
  whole: await scope.app.checkLedger(),
  sliced: (await checkInSlices(scope.app.database, scope.app.clock.nowMs(), 30)).faults,
});
const RIGHT = { whole: [], sliced: [] };

/** Returns the summaries of the year of all people, in zones whose October begins before, at and after that of UTC. */
async function years(): Promise<YearSummary[]> {
  const zones = ["UTC", "Asia/Tokyo", "America/St_Johns"];
  const all = people.flatMap((person) =>
    zones.map((zone) => person.get<YearSummary>(`/api/results/year?year=2026&zone=${zone}`)),
  );
  return (await Promise.all(all)).map(({ status, body }) => {
    expect(status).toBe(200);
    return body;
  });
}
const withoutNote = (all: YearSummary[]) => all.map(({ archived: _archived, ...rest }) => rest);

const remove = (folder = archive, options: { onSlice?: () => void; now?: Date } = {}) =>
  removeMonth({ connection: scope.connection, folder, now: LATER, tell, sliceTransactions: 12, ...options });
const restore = (folder = archive, options: { onSlice?: () => void } = {}) =>
  restoreMonth({ connection: scope.connection, folder, now: LATER, tell, sliceEntries: 5, ...options });
const write = (into: string) =>
  archiveMonth({ connection: scope.connection, month: MONTH, into, version: "0.0.1", now: LATER, tell });

/** Seeds users who trade before and after a deposit and an adjustment, and over the end of the month. */
beforeAll(async () => {
  const { app } = scope;
  await pass(4);
  people = await seedPeople(app, 4, "500");
  admin = await seedAdmin(app);
  for (const person of people) {
    const [first] = await trade(person, 3, 5);
    await pass(20);
    expect((await person.post(`/api/trading/positions/${first}/sell`, { minProceeds: "0.00" })).status).toBe(
      200,
    );
    await pass(280);
    await admin.post(`/api/admin/users/${person.user.id}/adjust-balance`, { amount: 1 });
    await trade(person, 2);
    await pass(60);
  }
  await pass((MONTH.toMs - app.clock.nowMs()) / 1000 - 30);
  for (const person of people) await trade(person, 2);
  await pass(90);
  for (const person of people) await trade(person, 2);
  await pass(90);
  before = await state();
  archive = (await write(kept)).folder;
}, SLOW_MS);
afterAll(() => rmSync(kept, { recursive: true, force: true }));

const counts = async () =>
  (
    await query<{ positions: number; entries: number; archived: number }>(
      `select (select count(*) from trading_positions where id < $1)::integer as positions,
         (select count(*) from ledger_entries where kind like 'position\\_%')::integer as entries,
         (select count(*) from ledger_transactions where kind = 'positions_archived')::integer as archived`,
      [MONTH.endId],
    )
  )[0]!;

/**
 * Counts the runs of a month's movements between two other movements of their account and within one part of the month whose
 * sum is not zero. All are in the month's last hour or after, so each part is a quarter of an hour.
 */
const ISLANDS = `
select count(*)::integer as count from (
  select from (
    select e.account, e.amount, g.goes, date_bin('15 minutes', t.created_at, '2000-01-01Z') as part,
      count(*) filter (where not g.goes) over (partition by e.account order by e.transaction_id) as island
    from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
    cross join lateral (
      select coalesce(e.kind like 'position\\_%' and t.reference >= $1 and t.reference < $2, false) as goes) g
    where e.balance_after is not null
  ) m where goes group by account, island, part having sum(amount) <> 0
) i`;

describe("a month that is archived", () => {
  it("comes back unchanged, no matter how often the work is interrupted", { timeout: SLOW_MS }, async () => {
    expect(await counts()).toMatchObject({ positions: 28, archived: 0 });
    const balances = await query("select id, balance from users order by id");
    const statistics = await query(
      "select duration, sum(positions) from settled_totals where not gone group by 1 order by 1",
    );
    const [islands] = await query<{ count: number }>(ISLANDS, [MONTH.firstId, MONTH.endId]);
    const summaries = await years();
    let slices = 0;
    const cut = () => {
      slices += 1;
      throw new Error("cut short");
    };
    for (let isDone = false; !isDone;) {
      isDone = await remove(archive, { onSlice: cut }).then(
        () => true,
        () => false,
      );
      expect(await book()).toEqual(RIGHT);
      expect(withoutNote(await years())).toEqual(withoutNote(summaries));
    }
    expect(slices).toBeGreaterThanOrEqual(people.length);
    expect(new Set((await years()).flatMap(({ archived }) => archived))).toEqual(new Set(["2026-09"]));
    const left = await counts();
    // The result is the same as if one slice had removed everything.
    expect(left).toMatchObject({ positions: 0, archived: islands!.count });
    expect(left.archived).toBeGreaterThanOrEqual(people.length);
    expect(await query("select id, balance from users order by id")).toEqual(balances);
    expect(
      await query("select duration, sum(positions) from settled_totals where not gone group by 1 order by 1"),
    ).toEqual(statistics);
    await remove();

    slices = 0;
    for (let isDone = false; !isDone;) {
      isDone = await restore(archive, { onSlice: cut }).then(
        () => true,
        () => false,
      );
      expect(await book()).toEqual(RIGHT);
      expect(withoutNote(await years())).toEqual(withoutNote(summaries));
    }
    expect(slices).toBeGreaterThanOrEqual(people.length);
    expect(await state()).toEqual(before);
    expect(await years()).toEqual(summaries);
    const log = await query<{ action: string }>(
      "select action from audit_log where action like 'month%' order by id",
    );
    expect(log.map(({ action }) => action)).toEqual(["month_archived", "month_restored"]);
  });

  it(
    "is removed or restored as a whole, even if the process is killed at any statement",
    { timeout: SLOW_MS * ROUNDS },
    async () => {
      const seed = randomInt(2 ** 31);
      const next = chances(seed);
      const environment = environmentOf(scope.connection);
      const balances = await query("select id, balance from users order by id");
      const [islands] = await query<{ count: number }>(ISLANDS, [MONTH.firstId, MONTH.endId]);
      for (let round = 0; round < ROUNDS; round += 1) {
        const at: string[] = [];
        for (let kill = 0; kill < KILLS; kill += 1) {
          const ending = 1 + Math.floor(next() * MOST_STATEMENTS);
          const isSent = next() < 0.5 ? "sent" : "held back";
          at.push(`${ending} ${isSent}`);
          const args = [archive, LATER.toISOString(), "12", `${ending}`, isSent];
          const ended = await runScript("backup/archive-killed.fixture.ts", args, environment);
          const saying = `seed ${seed}, killed at ${at.join(", ")}: ${ended.told}`;
          // The rest of the removal may take fewer statements.
          if (kill === 0 || ended.code !== 0) expect(ended.signal, saying).toBe("SIGKILL");
          expect(await book(), saying).toEqual(RIGHT);
        }
        await remove();
        const saying = `seed ${seed}, killed at ${at.join(", ")}`;
        expect(await book(), saying).toEqual(RIGHT);
        expect(await counts(), saying).toMatchObject({ positions: 0, archived: islands!.count });
        expect(await query("select id, balance from users order by id"), saying).toEqual(balances);
        await restore();
        expect(await state(), saying).toEqual(before);
      }
    },
  );

  it("can be restored after an interrupted removal", async () => {
    const cut = () => {
      throw new Error("cut short");
    };
    await expect(remove(archive, { onSlice: cut })).rejects.toThrow("cut short");
    await restore();
    expect(await state()).toEqual(before);
    expect(await book()).toEqual(RIGHT);
  });

  it("is named by the calls for its positions and results", async () => {
    const person = people[0]!;
    const ids = await query<{ id: string; late: boolean }>(
      "select id, id >= $2 as late from trading_positions where user_id = $1 order by id",
      [person.user.id, MONTH.endId],
    );
    const earlier = await person.get<{ kind: string; amount: string }[]>("/api/statement?limit=500");
    await remove();
    const receipt = (id: string) => person.get(`/api/trading/positions/${id}`);
    expect(await receipt(ids[0]!.id)).toMatchObject({ status: 410, body: { code: "position_archived" } });
    expect(await admin.get(`/api/admin/positions/${ids[0]!.id}`)).toMatchObject({ status: 410 });
    expect(await receipt(ids.at(-1)!.id)).toMatchObject({ status: 200 });
    expect(await receipt("ffffffff-ffff-7fff-8fff-ffffffffffff")).toMatchObject({ status: 404 });
    const results = await person.get<Results>("/api/results?from=2026-09-20&to=2026-10-05");
    expect(results.body).toMatchObject({ archived: ["2026-09"], total: { positions: 2 } });
    expect((await person.get<Results>("/api/results?from=2026-10-02&to=2026-10-05")).body.archived).toEqual(
      [],
    );
    const file = await person.get("/api/results.csv?from=2026-09-20&to=2026-10-05");
    expect(file).toMatchObject({ status: 410, body: { code: "position_archived" } });
    const trades = async (query = "") =>
      ((await person.get(`/api/trading/positions.csv${query}`)).body as string).trimEnd().split("\r\n");
    expect(await trades()).toHaveLength(4);
    expect((await trades()).at(-1)).toBe("2026-09-01T00:00:00.000Z,,,,,,,,archived,,,");
    expect(await trades("?from=2026-10-02T00:00:00Z")).toHaveLength(1);

    const after =
      await person.get<{ kind: string; amount: string; transactionId: string }[]>("/api/statement?limit=500");
    const sum = (entries: { amount: string }[]) =>
      entries.reduce((total, { amount }) => total + Math.round(Number(amount) * 1e8), 0);
    expect(sum(after.body)).toBe(sum(earlier.body));
    const stands = after.body.filter(({ kind }) => kind === "positions_archived");
    expect(stands.length).toBeGreaterThan(0);
    const { rows: lines } = await scope.app.database.query<{ account: string; amount: string }>(
      "select account, amount from ledger_entries where transaction_id = $1 order by amount",
      [stands[0]!.transactionId],
    );
    const changeMinor = minor(BigInt(stands[0]!.amount.replace(".", "")));
    const expected = positionsArchived({ userId: person.user.id, changeMinor });
    expect(lines.map(({ account, amount }) => [account, BigInt(amount.replace(".", ""))])).toEqual(
      expected.map(({ account, amountMinor }) => [account, amountMinor]),
    );
    expect((await person.get("/api/trading/positions")).body).toHaveLength(2);
    await expect(write(folderForTest())).rejects.toThrow("was already archived");
    await restore();
    expect(await state()).toEqual(before);
  });

  it("comes back without positions of accounts that were deleted since", async () => {
    const gone = people[3]!;
    await remove();
    await admin.call("DELETE", `/api/admin/users/${gone.user.id}`);
    expect(await book()).toEqual(RIGHT);
    await restore();
    expect(await book()).toEqual(RIGHT);
    expect(await counts()).toMatchObject({ positions: 21 });
    const next = await write(folderForTest());
    expect(next.manifest.positions.reduce((sum, { count }) => sum + count, 0)).toBe(21);
  });
});

it("a month that two commands archive at once is written once", async () => {
  const into = folderForTest();
  const [one, other] = await Promise.all([write(into), write(into)]);
  expect(other).toEqual(one);
  expect(readdirSync(into)).toEqual([`veritick-${MONTH.name}`]);
});

it("no part of a month lies in two months of a time zone", async () => {
  // Every seven minutes of three days around the ends of two months, and each day between.
  const [found] = await query<{ instants: number; apart: number }>(
    `with instant as materialized (
       select at, ${partOf("at")} as part from (values ('2026-09-29 12:00Z'::timestamptz), ('2027-02-27 12:00Z')) as b (begins)
       cross join lateral (
         select generate_series(begins, begins + interval '3 days', '7 minutes') as at
         union all select generate_series(begins - interval '29 days', begins, '1 day')) s
     )
     select count(distinct at)::integer as instants, count(*) filter (
       where date_trunc('month', at at time zone z.name) <> date_trunc('month', part at time zone z.name))::integer as apart
     from instant cross join (
       select name from (
         select name, row_number() over (partition by utc_offset, is_dst order by name) as n from pg_timezone_names
         where name not like 'posix/%') s where n <= 3) z`,
  );
  expect(found).toEqual({ instants: expect.toSatisfy((count: number) => count > 1000), apart: 0 });
});

describe("a removal is refused", () => {
  it("too early", async () => {
    const now = new Date(MONTH.toMs + 91 * 86_400_000);
    await expect(remove(archive, { now })).rejects.toThrow("92 days after it ends");
  });

  it("if the database differs from the archive", async () => {
    // The first archive has the positions of a user who was deleted since.
    await expect(remove()).rejects.toThrow("differ from the archive");
  });

  it("with a damaged archive", async () => {
    const { folder } = await write(folderForTest());
    appendFileSync(join(folder, "ledger_entries.copy.gz"), "x");
    await expect(remove(folder)).rejects.toThrow("damaged");
    await expect(restore(folder)).rejects.toThrow("damaged");
  });

  it("while a position of the month is open, and changes nothing", async () => {
    const connection = await scope.clone();
    const clock = movableClock(MONTH.toMs - 60_000);
    resetIds();
    const app = await scope.start({ connection, clock });
    clock.jump(4);
    await app.settled();
    const [person] = await seedPeople(app, 1, "10");
    await trade(person!, 1, 10);
    const into = folderForTest();
    await expect(
      archiveMonth({ connection, month: MONTH, into, version: "0.0.1", now: LATER, tell }),
    ).rejects.toThrow("still open");
    expect(existsSync(join(into, "veritick-2026-09"))).toBe(false);
  });

  it("to the server's role", async () => {
    const connection = await scope.clone();
    const app = await scope.start({ connection, clock: movableClock(LATER.getTime()), asServer: true });
    const server = { ...connection, user: `${connection.database}_server`, password: "of-the-server" };
    const { folder } = await write(folderForTest());
    await expect(removeMonth({ connection: server, folder, now: LATER, tell })).rejects.toThrow(
      "Only the owner",
    );
    const client = new pg.Client(server);
    await client.connect();
    await client.query("set veritick.archiving = 'on'");
    for (const table of ["ledger_entries", "ledger_transactions", "archived_months"])
      await expect(client.query(`delete from ${table}`)).rejects.toMatchObject({ code: "42501" });
    await client.end();
    await expect(app.database.query("insert into archived_months select")).rejects.toMatchObject({
      code: "42501",
    });
  });

  it("to the owner without the setting for archiving", async () => {
    await expect(query("delete from ledger_entries")).rejects.toMatchObject({ code: "23001" });
    await expect(query("update ledger_entries set amount = 1")).rejects.toMatchObject({ code: "23001" });
  });
});
