import { STATEMENT_KINDS } from "@veritick/contract/schemas/statement.ts";
import type { StatementEntry } from "@veritick/contract/schemas/statement.ts";
import { minor } from "@veritick/domain/money.ts";
import type { Entry } from "@veritick/domain/postings.ts";
import { v7 } from "uuid";
import { beforeAll, describe, expect, it } from "vitest";
import { seedPeople } from "../../testing/people.ts";
import type { Person } from "../../testing/people.ts";
import { seedEntries } from "../../testing/statement-entries.ts";
import { useApp } from "../../testing/use-app.ts";
import { post } from "./public.ts";

const scope = useApp();
const person = async (balance = "1000") => (await seedPeople(scope.app, 1, balance))[0]!;
const statement = async (client: Person, query = "") =>
  (await client.get<StatementEntry[]>(`/api/statement${query}`)).body;
const ids = (entries: StatementEntry[]) => entries.map(({ transactionId }) => Number(transactionId));

/** Entries with the provider on the other side, so that no house account moves. */
const entriesOf = (client: Person, units: bigint): Entry[] => [
  { account: "custody:sandbox", amountMinor: minor(-units) },
  { account: `user:${client.user.id}`, amountMinor: minor(units) },
];

/** Posts a movement of so many cents at a given time. */
async function adjust(client: Person, cents: number, at = new Date(scope.app.clock.nowMs())): Promise<void> {
  await post(scope.app.database, {
    kind: "balance_adjusted",
    reference: v7(),
    entries: entriesOf(client, BigInt(cents) * 1_000_000n),
    at,
  });
}

async function readAll(client: Person, query: string): Promise<StatementEntry[]> {
  const all: StatementEntry[] = [];
  for (let page = await statement(client, `?${query}`); page.length > 0;) {
    all.push(...page);
    page = await statement(client, `?${query}&before=${page.at(-1)!.transactionId}`);
  }
  return all;
}

describe("the statement", () => {
  it("shows each movement of the user's own balance, newest first, and no other", async () => {
    const [client, other] = [await person(), await person()];
    const opened = await client.post("/api/trading/positions", { type: "buy", amount: "12.34", duration: 1 });
    await other.post("/api/trading/positions", { type: "buy", amount: 1, duration: 1 });
    await adjust(client, -100);
    const entries = await statement(client);
    expect(entries.map(({ kind, amount, balanceAfter }) => [kind, amount, balanceAfter])).toEqual([
      ["balance_adjusted", "-1.00000000", "986.66000000"],
      ["position_opened", "-12.34000000", "987.66000000"],
      ["deposit_credited", "1000.00000000", "1000.00000000"],
    ]);
    expect(entries[1]).toMatchObject({
      reference: opened.body.id,
      createdAt: opened.body.createdAt,
      transactionId: expect.stringMatching(/^\d+$/),
    });
    expect(await statement(await person("0"))).toEqual([]);
  });

  it("has a null reference for a movement without an object of its own", async () => {
    const client = await person();
    const entries = entriesOf(client, 1n);
    const at = new Date(scope.app.clock.nowMs());
    await post(scope.app.database, { kind: "balance_adjusted", reference: null, entries, at });
    expect((await statement(client))[0]).toMatchObject({ reference: null, amount: "0.00000001" });
  });

  it("pages without a gap or a repetition while the balance changes", async () => {
    const client = await person();
    for (let n = 0; n < 20; n += 1) await adjust(client, 1);
    const before = ids(await statement(client, "?limit=500"));
    let done = false;
    const writing = (async () => {
      while (!done) await Promise.all([adjust(client, 1), adjust(client, -1), adjust(client, 2)]);
    })();
    const paged = ids(await readAll(client, "limit=4"));
    done = true;
    await writing;
    expect(paged.slice(-before.length)).toEqual(before);
    const all = ids(await statement(client, "?limit=500"));
    expect(all.length).toBeGreaterThan(before.length);
    expect(paged).toEqual(all.filter((id) => id <= paged[0]!));
    expect(all).toEqual(all.toSorted((a, b) => b - a));
  });

  it("shows 50 unless asked for up to 500", async () => {
    const client = await person();
    await seedEntries(scope.app.database, client.user.id, {
      count: 600,
      since: new Date(scope.app.clock.nowMs()),
      everySeconds: 1,
    });
    expect(await statement(client)).toHaveLength(50);
    expect(await statement(client, "?limit=500")).toHaveLength(500);
    expect(await statement(client, "?limit=1")).toHaveLength(1);
    expect(await readAll(client, "limit=500")).toHaveLength(601);
  });

  it("answers 304 as long as nothing has moved", async () => {
    const client = await person();
    const first = await client.get("/api/statement");
    const same = { "if-none-match": first.headers.get("etag")! };
    expect(first.headers.get("cache-control")).toBe("private, no-cache");
    expect((await client.get("/api/statement", same)).status).toBe(304);
    await adjust(client, 1);
    expect((await client.get("/api/statement", same)).status).toBe(200);
  });
});

describe("the filters of the statement", () => {
  let client: Person;
  let all: StatementEntry[];
  // These entries come later than those of other tests, because ids ascend with time.
  const start = Date.UTC(2040, 0, 1);
  const at = (ms: number) => new Date(start + ms).toISOString();

  beforeAll(async () => {
    client = await person("0");
    const { database } = scope.app;
    // The entries span an hour, with a neighbour's entries in between.
    const neighbour = await person("0");
    for (let part = 0; part < 12; part += 1) {
      const since = new Date(start + part * 300_000);
      await seedEntries(database, client.user.id, { count: 100, since, everySeconds: 3 });
      await seedEntries(database, neighbour.user.id, { count: 100, since, everySeconds: 3 });
    }
    all = await readAll(client, "limit=500");
    expect(all).toHaveLength(1_200);
  });

  it.each(["position_won", "deposit_credited", "withdrawal_held,position_opened", "position_refunded"])(
    "by kind: %s",
    async (kinds) => {
      const wanted = all.filter(({ kind }) => kinds.split(",").includes(kind));
      expect(await readAll(client, `kinds=${kinds}&limit=200`)).toEqual(wanted);
    },
  );

  it("by all kinds equal no filter", async () => {
    expect(await readAll(client, `kinds=${STATEMENT_KINDS.join()}&limit=500`)).toEqual(all);
  });

  it.each([
    ["from", at(1_800_000), undefined],
    ["to", undefined, at(1_800_000)],
    ["both", at(600_000), at(1_200_000)],
    ["nothing lies between", at(601_000), at(602_000)],
    ["before it all", undefined, at(0)],
    ["after it all", at(3_600_000), undefined],
    ["the wrong way round", at(1_200_000), at(600_000)],
  ])("by date: %s", async (_name, from, to) => {
    const wanted = all.filter(
      ({ createdAt }) => (from === undefined || createdAt >= from) && (to === undefined || createdAt < to),
    );
    const query = [from && `from=${from}`, to && `to=${to}`, "limit=100"].filter(Boolean).join("&");
    expect(await readAll(client, query)).toEqual(wanted);
  });

  it("count a moment to the millisecond, the first one in and the last one out", async () => {
    const own = await person("0");
    const base = 7_200_000;
    for (const ms of [999, 1_000, 1_001, 1_999, 2_000]) await adjust(own, 1, new Date(start + base + ms));
    const found = await statement(own, `?from=${at(base + 1_000)}&to=${at(base + 2_000)}`);
    expect(found.map(({ createdAt }) => createdAt)).toEqual([1_999, 1_001, 1_000].map((ms) => at(base + ms)));
    const second = await statement(own, "?from=2040-01-01T02:00:02Z");
    expect(second.map(({ createdAt }) => createdAt)).toEqual([at(base + 2_000)]);
  });

  it("find entries that were written in another order than they happened in", async () => {
    const own = await person("0");
    const base = 10_800_000;
    const inOrderOfIds = [30_000, 10_000, 40_000, 20_000];
    for (const ms of inOrderOfIds) await adjust(own, 1, new Date(start + base + ms));
    const found = async (query: string) =>
      (await statement(own, query)).map(({ createdAt }) => Date.parse(createdAt) - start - base);
    expect(await found(`?from=${at(base + 20_000)}`)).toEqual([20_000, 40_000, 30_000]);
    expect(await found(`?to=${at(base + 30_000)}`)).toEqual([20_000, 10_000]);
  });

  it("combine, page by page", async () => {
    const [from, to] = [at(300_000), at(3_000_000)];
    const wanted = all.filter(
      ({ kind, createdAt }) =>
        ["position_won", "deposit_credited"].includes(kind) && createdAt >= from && createdAt < to,
    );
    expect(wanted.length).toBeGreaterThan(100);
    const query = `kinds=deposit_credited,position_won&from=${from}&to=${to}&limit=7`;
    expect(await readAll(client, query)).toEqual(wanted);
  });

  it.each([
    ["kinds=", "kinds"],
    ["kinds=gift", "kinds"],
    ["kinds=position_won,", "kinds"],
    ["kinds=position_won&kinds=position_opened", "kinds"],
    ["from=yesterday", "from"],
    ["from=2026-01-31", "from"],
    ["from=2026-13-31T00:00:00Z", "from"],
    ["to=2026-01-31T00:00:00%2B01:00", "to"],
    ["to=", "to"],
  ])("refuse %s", async (query, field) => {
    for (const path of ["/api/statement", "/api/statement.csv"]) {
      expect(await client.get(`${path}?${query}`, { "accept-language": "en" })).toMatchObject({
        status: 400,
        body: {
          code: "statement_filter_invalid",
          field,
          message: "Invalid filter. Use existing kinds, and dates in the form 2026-01-31T00:00:00.000Z.",
        },
      });
    }
  });

  it.each(["before=0", "before=x", "before=", "before=1e3", "limit=0", "limit=501", "limit=-1"])(
    "and the page refuse %s",
    async (query) => {
      const answer = await client.get(`/api/statement?${query}`);
      expect(answer).toMatchObject({
        status: 400,
        body: { code: "page_invalid", field: query.slice(0, query.indexOf("=")) },
      });
    },
  );

  it("accept any valid date", async () => {
    for (const moment of ["0000-01-01T00:00:00Z", "2026-02-31T00:00:00Z", "9999-12-31T23:59:59.999Z"]) {
      expect((await client.get(`/api/statement?from=${moment}&limit=1`)).status).toBe(200);
      expect((await client.get(`/api/statement?to=${moment}&limit=1`)).status).toBe(200);
    }
  });
});
