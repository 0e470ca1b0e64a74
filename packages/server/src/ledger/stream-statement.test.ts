import { once } from "node:events";
import { get } from "node:http";
import type { IncomingMessage } from "node:http";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { StatementEntry } from "@veritick/contract/schemas/statement.ts";
import { minor } from "@veritick/domain/money.ts";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { seedPeople } from "../../testing/people.ts";
import type { Person } from "../../testing/people.ts";
import { rawCall } from "../../testing/raw-http.ts";
import { seedEntries } from "../../testing/statement-entries.ts";
import { until } from "../../testing/test-client.ts";
import { useApp } from "../../testing/use-app.ts";
import { createLog } from "../platform/telemetry/log.ts";
import { LIST_STATEMENT, streamStatement } from "./statement.ts";
import { post } from "./public.ts";

const HEADER = "time,kind,reference,amount,balance_after,transaction_id";
const MEGABYTE = 2 ** 20;

// The silent log hides the failures that these tests provoke.
const scope = useApp({}, { log: createLog("silent") });
const context = () => ({ database: scope.app.database, log: createLog("silent") });

async function personWith(count: number): Promise<Person> {
  const person = (await seedPeople(scope.app, 1, "0"))[0]!;
  const { clock, database } = scope.app;
  const since = new Date(clock.nowMs());
  if (count > 0) await seedEntries(database, person.user.id, { count, since, everySeconds: 0.01 });
  clock.jump(Math.ceil(count * 0.01) + 1);
  return person;
}

/** Posts a movement with the provider on the other side, so that no house account moves. */
const adjust = (client: Person) =>
  post(scope.app.database, {
    kind: "balance_adjusted",
    reference: null,
    entries: [
      { account: "custody:sandbox", amountMinor: minor(-1n) },
      { account: `user:${client.user.id}`, amountMinor: minor(1n) },
    ],
    at: new Date(scope.app.clock.nowMs()),
  });

/** Begins a download and reads nothing of it yet. */
async function download(client: Person): Promise<IncomingMessage> {
  const request = get(`${client.url}/api/statement.csv`, {
    headers: { cookie: client.cookie },
    agent: false,
  });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  return response;
}

/** Counts the pages read until the test ends. From page `failFrom` on, reading fails; each page waits for `held`. */
function countPages(failFrom = Infinity, held = Promise.resolve()): { read: number; most: number } {
  const { database } = scope.app;
  const original = database.query.bind(database) as (...parameters: unknown[]) => Promise<unknown>;
  const pages = { read: 0, most: 0 };
  let running = 0;
  database.query = (async (...parameters: unknown[]) => {
    if (parameters[0] !== LIST_STATEMENT) return original(...parameters);
    pages.read += 1;
    pages.most = Math.max(pages.most, (running += 1));
    if (pages.read >= failFrom) throw new Error("this page cannot be read");
    await held;
    return original(...parameters).finally(() => (running -= 1));
  }) as unknown as typeof database.query;
  onTestFinished(() => void (database.query = original as unknown as typeof database.query));
  return pages;
}

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Returns the bytes in use after a garbage collection. */
function heapInUse(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Waits until a count has not changed for 30 polls. */
async function quiet(count: () => number): Promise<void> {
  for (let still = 0, last = -1; still < 30; still = count() === last ? still + 1 : 0) {
    last = count();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

describe("the statement as a file", () => {
  /** A user with five pages, for tests that add no entries. */
  let client: Person;
  beforeAll(async () => void (client = await personWith(5_000)));

  it("has the same entries as the pages", async () => {
    const client = await personWith(2_345);
    await adjust(client);
    const entries: StatementEntry[] = [];
    for (let page = (await client.get("/api/statement?limit=500")).body; page.length > 0;) {
      entries.push(...page);
      page = (await client.get(`/api/statement?limit=500&before=${page.at(-1).transactionId}`)).body;
    }
    expect(entries).toHaveLength(2_346);
    const answer = await client.get<string>("/api/statement.csv");
    const today = new Date(scope.app.clock.nowMs()).toISOString().slice(0, 10);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="veritick-statement-${today}.csv"`,
      "cache-control": "no-store",
    });
    const lines = entries.map((entry) =>
      [
        entry.createdAt,
        entry.kind,
        entry.reference ?? "",
        entry.amount,
        entry.balanceAfter,
        entry.transactionId,
      ].join(","),
    );
    expect(answer.body).toBe([HEADER, ...lines, ""].join("\r\n"));
    expect(lines[0]).toMatch(/^[\d-]{10}T[\d:.]{12}Z,balance_adjusted,,0\.00000001,\d+\.\d{8},\d+$/);
  });

  it("obeys the filters, and has only a header if nothing matches", async () => {
    const client = await personWith(1_500);
    const rows = async (query: string) => {
      const { body } = await client.get<string>(`/api/statement.csv?${query}`);
      return body.split("\r\n").slice(1, -1);
    };
    const all = await rows("");
    expect(await rows("kinds=position_won,deposit_credited")).toEqual(
      all.filter((line) => /,(position_won|deposit_credited),/.test(line)),
    );
    const [to, from] = [all[100]!, all[1_200]!].map((line) => line.split(",")[0]!) as [string, string];
    expect(await rows(`from=${from}&to=${to}`)).toEqual(all.slice(101, 1_201));
    expect((await client.get("/api/statement.csv?kinds=position_refunded")).body).toBe(`${HEADER}\r\n`);
    expect((await (await personWith(0)).get("/api/statement.csv")).body).toBe(`${HEADER}\r\n`);
  });

  it("leaves out entries made after the request", async () => {
    const client = await personWith(2_500);
    const { lines } = await streamStatement(context(), { userId: client.user.id }, new Date(0));
    let text = "";
    for await (const part of lines) {
      await adjust(client);
      text += part;
    }
    expect(text.split("\r\n")).toHaveLength(2_502);
    expect(text).not.toContain("balance_adjusted");
  });

  it("names the day in UTC", async () => {
    const { fileName } = await streamStatement(
      context(),
      { userId: (await personWith(0)).user.id },
      new Date("2026-03-01T23:59:59.999Z"),
    );
    expect(fileName).toBe("veritick-statement-2026-03-01.csv");
  });

  it("reads no more rows than the client takes", async () => {
    const pages = countPages();
    const { lines } = await streamStatement(context(), { userId: client.user.id }, new Date(0));
    expect(pages.read).toBe(1);
    const reader = lines[Symbol.asyncIterator]();
    await reader.next();
    await reader.next();
    expect(pages.read).toBe(1);
    await reader.next();
    expect(pages.read).toBe(2);
    await reader.return!();
    expect((await reader.next()).done).toBe(true);
    expect(pages.read).toBe(2);
  });

  it("is not made for a client that only asks for the headers", async () => {
    const pages = countPages();
    const headers = { cookie: client.cookie };
    expect(await rawCall(client.url, "HEAD", "/api/statement.csv", { headers })).toMatchObject({
      status: 200,
      text: "",
      headers: { "content-type": "text/csv; charset=utf-8" },
    });
    await quiet(() => pages.read);
    expect(pages.read).toBe(1);
  });

  it("is cut off visibly if it cannot be read to its end", async () => {
    countPages(3);
    let text = "";
    const reading = (async () => {
      for await (const chunk of await download(client)) text += String(chunk);
    })();
    await expect(reading).rejects.toMatchObject({ code: "ECONNRESET" });
    expect(text.split("\r\n").length).toBeLessThanOrEqual(2_002);
  });

  it("is refused like any call if its first page cannot be read", async () => {
    const client = await personWith(1);
    countPages(1);
    expect(await client.get("/api/statement.csv")).toMatchObject({ status: 500, body: { code: "internal" } });
  });
});

describe("a crowd that downloads statements", () => {
  it("gets one file of each user at a time, the next one once that has ended", async () => {
    const client = await personWith(20_000);
    const [other] = (await seedPeople(scope.app, 1, "0")) as [Person];
    const first = await download(client);
    const refused = await client.get("/api/statement.csv");
    expect(refused).toMatchObject({ status: 429, body: { code: "statement_running" } });
    expect(refused.headers.get("retry-after")).toBe("5");
    expect((await other.get("/api/statement.csv")).status).toBe(200);

    first.destroy();
    let status = 0;
    while (status !== 200) ({ status } = await client.get("/api/statement.csv"));
    const headers = { cookie: client.cookie };
    for (let n = 0; n < 3; n += 1) {
      expect((await rawCall(client.url, "HEAD", "/api/statement.csv", { headers })).status).toBe(200);
    }
  });

  it("frees the place of a client that left before the first page was read", async () => {
    const client = await personWith(1);
    const { promise: held, resolve: answer } = Promise.withResolvers<void>();
    const pages = countPages(Infinity, held);
    const request = get(`${client.url}/api/statement.csv`, {
      headers: { cookie: client.cookie },
      agent: false,
    });
    request.on("error", () => {});
    const left = new Promise((resolve) => request.once("close", resolve));
    await until(() => pages.read > 0, "the first page is asked for");
    request.destroy();
    await left;
    expect((await client.get("/api/statement.csv")).body.code).toBe("statement_running");
    answer();
    const next = async () => (await client.get("/api/statement.csv")).status;
    await expect.poll(next, { interval: 1, timeout: 20_000 }).toBe(200);
  });

  it("takes two connections of the database at most", async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => personWith(1_200)));
    const pages = countPages();
    const answers = await Promise.all(people.map((person) => person.get<string>("/api/statement.csv")));
    expect(answers.map(({ body }) => body.split("\r\n").length)).toEqual(Array(12).fill(1_202));
    expect(pages.most).toBe(2);
  });
});

describe("a long statement as a file", () => {
  let client: Person;
  beforeAll(async () => void (client = await personWith(100_000)));

  it("needs no more memory for a long one", async () => {
    const pages = countPages();
    const before = heapInUse();
    let [bytes, looks, most] = [0, 1, 0];
    for await (const chunk of await download(client)) {
      bytes += (chunk as Buffer).length;
      if (bytes < looks * MEGABYTE) continue;
      looks += 1;
      most = Math.max(most, heapInUse() - before);
    }
    expect(bytes).toBeGreaterThan(10 * MEGABYTE);
    expect(most).toBeLessThan(10 * MEGABYTE);
    expect(pages.read).toBe(101);
  });

  it("waits for a client that does not read, and ends with one that leaves", async () => {
    const pages = countPages();
    const response = await download(client);
    await until(() => pages.read > 1, "some pages are read ahead");
    await quiet(() => pages.read);
    const readAhead = pages.read;

    expect(readAhead).toBeLessThan(95);
    response.destroy();
    await quiet(() => pages.read);
    expect(pages.read).toBeLessThanOrEqual(readAhead + 1);
  });
});
