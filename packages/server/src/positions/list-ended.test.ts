import type { Position, PositionReceipt } from "@veritick/contract/schemas/positions.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { closeAll } from "../../testing/end-price.ts";
import { seedPeople } from "../../testing/people.ts";
import type { Person } from "../../testing/people.ts";
import { useApp } from "../../testing/use-app.ts";
import { endedPage } from "./list-positions.ts";

const scope = useApp();
let person: Person;
/** All ended positions of the person, newest first, as the call without a filter lists them. */
let ended: Position[];

const list = async (query: Record<string, string | number>) => {
  const text = String(
    new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
    ),
  );
  const { status, body } = await person.get<Position[]>(`/api/trading/positions?${text}`);
  expect(status).toBe(200);
  return body;
};

const endOf = ({ soldTick, expiresAt }: Position) =>
  soldTick === null ? Date.parse(expiresAt) : soldTick * 1000;

beforeAll(async () => {
  const { app } = scope;
  const [own, other] = (await seedPeople(app, 2, "5000")) as [Person, Person];
  person = own;
  const order = async (who: Person, type: string, duration: number) => {
    const { status, body } = await who.post("/api/trading/positions", { type, amount: "2.50", duration });
    expect(status).toBe(201);
    return String(body.id);
  };
  for (let round = 0; round < 6; round += 1) {
    for (const type of ["buy", "sell"]) await order(own, type, round % 2 === 0 ? 1 : 3);
    await order(other, "buy", 1);
    const sold = await order(own, round < 2 ? "buy" : "sell", 10);
    await app.database.query(
      "update trading_positions set barrier_price = 1 where type = 'buy' and status = 'active' and id <> $1",
      [sold],
    );
    app.clock.jump(20);
    await scope.settled();
    expect((await own.post(`/api/trading/positions/${sold}/sell`, { minProceeds: "0.00" })).status).toBe(200);
    if (round === 3) await closeAll(app.database, new Date(app.clock.nowMs()));
    app.clock.jump(300);
    await scope.settled();
  }
  await order(own, "buy", 10);
  const { body } = await own.get<Position[]>("/api/trading/positions");
  ended = body.filter(({ status }) => status !== "active");
  expect(ended).toHaveLength(body.length - 1);
}, 60_000);

describe("a filter of positions", () => {
  it("leaves those of the side, the result and the days of their end, page by page", async () => {
    const ends = ended.map(endOf).toSorted((one, other) => one - other);
    const instant = (ms: number) => new Date(ms).toISOString();
    const periods = [
      {},
      { from: instant(ends[5]!) },
      { to: instant(ends[9]!) },
      { from: instant(ends[3]!), to: instant(ends[11]!) },
    ];
    const statuses = new Set<string>();
    for (const side of [undefined, "buy", "sell"])
      for (const status of [undefined, "won", "lost", "sold", "refunded", "sold,won"])
        for (const period of periods) {
          const filter = { ...(side && { side }), ...(status && { status }), ...period };
          if (Object.keys(filter).length === 0) continue;
          const { from = instant(0), to = instant(ends.at(-1)! + 1) }: { from?: string; to?: string } =
            period;
          const wanted = ended.filter(
            (position) =>
              (side === undefined || position.type === side) &&
              (status === undefined || status.split(",").includes(position.status)) &&
              endOf(position) >= Date.parse(from) &&
              endOf(position) < Date.parse(to),
          );
          const found: Position[] = [];
          for (let before: string | undefined; ;) {
            const page = await list({ ...filter, limit: 2, ...(before === undefined ? {} : { before }) });
            found.push(...page);
            before = page.at(-1)?.id;
            if (page.length < 2) break;
          }
          expect(found, JSON.stringify(filter)).toEqual(wanted);
          for (const each of wanted) statuses.add(each.status);
        }
    expect(statuses).toEqual(new Set(["won", "lost", "sold", "refunded"]));
  });

  it.each(["side=up", "status=active", "status=won,", "from=2026-01-01", "to=2026-13-01T00:00:00Z"])(
    "is refused if it is %s",
    async (query) => {
      for (const path of ["positions", "positions.csv"])
        expect(await person.get(`/api/trading/${path}?${query}`)).toMatchObject({
          status: 400,
          body: { code: "position_filter_invalid" },
        });
    },
  );
});

it("the file has a line for each ended position, with the fee of its sale", async () => {
  const file = await person.get("/api/trading/positions.csv");
  expect(file.headers.get("content-type")).toContain("text/csv");
  const lines = await Promise.all(
    ended.map(async (one) => {
      const { body } = await person.get<PositionReceipt>(`/api/trading/positions/${one.id}`);
      const fee = body.sale?.fee ?? "0.00000000";
      const exit = one.resultPrice ?? body.sale?.price ?? body.closing?.price;
      const end = new Date(endOf(one)).toISOString();
      return [one.createdAt, end, one.type, one.duration, one.amount, one.entryPrice, one.barrierPrice, exit]
        .concat([one.status, one.profit!, fee, one.id])
        .join();
    }),
  );
  expect(file.body as string).toBe(
    [
      "opened_at,ended_at,side,duration_minutes,stake,entry_price,barrier_price,exit_price,status,result,fee,position_id",
      ...lines,
      "",
    ].join("\r\n"),
  );
  const sold = await person.get("/api/trading/positions.csv?status=sold&side=buy");
  expect((sold.body as string).split("\r\n")).toEqual([
    expect.any(String),
    ...lines.filter((line) => line.includes(",sold,") && line.includes(",buy,")),
    "",
  ]);
});

it("a page is read from the user's own index, even if everybody's newest positions seem to fit", async () => {
  const { database } = scope.app;
  await database.query("analyze trading_positions");
  const { rest, values } = endedPage(person.user.id, { side: "buy" }, { limit: 1 });
  const client = await database.connect();
  try {
    // In a table this small, reading all of it is the cheapest.
    await client.query("set enable_seqscan = off");
    const { rows } = await client.query<{ "QUERY PLAN": string }>(`explain select id ${rest}`, values);
    expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toMatch(
      /Limit[^]*Index[^\n]* using trading_positions_by_user[^]*Index Cond: [^\n]*user_id[^\n]*id < [^\n]*id >= /,
    );
  } finally {
    client.release(true);
  }
});

it.each([
  "/api/trading/positions.csv",
  "/api/statement.csv",
  "/api/results.csv?zone=UTC",
  "/api/results/year.csv?zone=UTC",
])("%s opens in the columns of a French spreadsheet", async (path) => {
  const of = async (spreadsheet?: string) => {
    const query =
      spreadsheet === undefined ? "" : `${path.includes("?") ? "&" : "?"}spreadsheet=${spreadsheet}`;
    // The client would drop the mark of UTF-8.
    const answer = await fetch(`${person.url}${path}${query}`, { headers: { cookie: person.cookie } });
    return {
      status: answer.status,
      body: new TextDecoder("utf-8", { ignoreBOM: true }).decode(await answer.arrayBuffer()),
    };
  };
  const [head = "", ...lines] = (await of()).body.split("\r\n");
  const plain = (cell: string) => cell.replace(/^(.{10})T(.{8})\.\d{3}Z$/, "$1 $2");
  const french = (cell: string) => plain(cell).replace(/^(-?\d+)\.(\d+)$/, "$1,$2");
  const zoned = `\uFEFF${head.replaceAll(/time|_at/g, (name) => (name === "time" ? "time_utc" : "_utc"))}`;
  const as = (form: (cell: string) => string, separator: string) =>
    [zoned, ...lines].map((line) => line.split(",").map(form).join(separator)).join("\r\n");
  expect((await of("true")).body).toBe(as(plain, ","));
  expect((await of("fr")).body).toBe(as(french, ";"));
  expect(lines[0]).toMatch(/\.\d{8}/);
  expect((await of("de")).status).toBe(400);
});
