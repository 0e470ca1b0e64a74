import { expect, it } from "vitest";
import { seedPeople } from "../../testing/people.ts";
import type { Person } from "../../testing/people.ts";
import { useApp } from "../../testing/use-app.ts";
import { createTradingSummary, summariseTrading } from "./routes.ts";

const scope = useApp();

const order = (who: Person, amount: string, duration: number) =>
  who.post("/api/trading/positions", { type: "buy", amount, duration });
const instant = (secondsAgo = 0) => new Date(scope.app.clock.nowMs() - secondsAgo * 1000).toISOString();
const since = (who: Person, when: string) =>
  who.get(`/api/trading/summary?since=${encodeURIComponent(when)}`);

it("sums up positions that expired since an instant, however long they ran, and counts open ones", async () => {
  const [person, other] = (await seedPeople(scope.app, 2, "1000")) as [Person, Person];
  await order(person, "1", 1);
  await order(person, "2", 3);
  await order(person, "4", 10);
  await order(other, "8", 1);
  const barriers = "update trading_positions set barrier_price = case when duration = 3 then 1 else 9000 end";
  await scope.app.database.query(barriers);
  scope.app.clock.jump(300);
  await order(person, "16", 5);
  const begun = instant();
  await scope.app.database.query(barriers);
  await scope.settled();
  const nothing = { decided: 0, won: 0, staked: "0.00000000", result: "0.00000000" };
  expect((await since(person, begun)).body).toEqual({ since: begun, ...nothing, open: 2 });

  scope.app.clock.jump(300);
  await scope.settled();
  // The positions of 4 and 16 were opened before and decided since. The one of 2 was won before (x 6).
  expect((await since(person, begun)).body).toEqual({
    since: begun,
    decided: 2,
    won: 0,
    staked: "20.00000000",
    result: "-20.00000000",
    open: 0,
  });
  const all = instant(600);
  const whole = { decided: 4, won: 1, staked: "23.00000000", result: "-9.00000000", open: 0 };
  expect((await since(person, all)).body).toEqual({ since: all, ...whole });
  // A position counts from the exact second of its expiry.
  expect((await since(person, instant(600 - 180))).body).toMatchObject({ decided: 3, won: 1 });
  expect((await since(person, instant(600 - 181))).body).toMatchObject({ decided: 2, won: 0 });
  expect((await since(other, all)).body).toMatchObject({ decided: 1, result: "-8.00000000" });
});

it("requires an instant of the last 31 days", async () => {
  const [person] = (await seedPeople(scope.app, 1, "0")) as [Person];
  const day = 86_400;
  for (const secondsAgo of [31 * day, 0, -60]) {
    expect((await since(person, instant(secondsAgo))).status).toBe(200);
  }
  const refused = [
    instant(31 * day + 1),
    instant(-61),
    "2026-02-30T00:00:00.000Z",
    "2026-99-01T00:00:00.000Z",
  ];
  for (const when of [...refused, "yesterday", "2026-09-21"]) {
    expect(await since(person, when)).toMatchObject({
      status: 400,
      body: { code: "since_invalid", field: "since" },
    });
  }
  expect((await person.get("/api/trading/summary")).body.code).toBe("since_invalid");
});

it("is read once per question within five seconds, and for few users at once", async () => {
  const { clock } = scope.app;
  let reads = 0;
  let end = () => {};
  const held = new Promise<void>((resolve) => (end = resolve));
  const database = {
    async query() {
      reads += 1;
      await held;
      return { rows: [{ open: reads }] };
    },
  };
  const context = { database, clock } as unknown as Parameters<typeof createTradingSummary>[0];
  const summarise = createTradingSummary(context);
  const [now, before] = [instant(), instant(1)];
  const same = [summarise("one", now), summarise("one", now)];
  expect(await summarise("one", before)).toMatchObject({ refused: "too_many_requests" });
  const others = Array.from({ length: 70 }, (_, n) => summarise(`other ${n}`, now));
  expect(reads).toBe(3);
  end();
  const [first, second] = await Promise.all(same);
  expect(second).toBe(first);
  const answers = await Promise.all(others);
  expect(answers.filter((answer) => "refused" in answer)).toHaveLength(8);
  const readSoFar = reads;
  expect(await summarise("one", now)).toBe(first);
  expect(reads).toBe(readSoFar);
  clock.jump(5);
  expect(await summarise("one", now)).not.toBe(first);
  expect(await summarise("one", before)).toMatchObject({ since: before });
});

it("reads no older positions than needed", async () => {
  const [person] = (await seedPeople(scope.app, 1, "1000")) as [Person];
  const plan: string[] = [];
  const connection = await scope.app.database.connect();
  try {
    await connection.query("begin; set local enable_seqscan = off; set local enable_bitmapscan = off");
    const database = {
      async query({ text, values }: { text: string; values: unknown[] }) {
        const { rows } = await connection.query(`explain ${text}`, values);
        plan.push(...rows.map((row) => row["QUERY PLAN"] as string));
        return { rows: [{}] };
      },
    };
    const context = { database, clock: scope.app.clock } as unknown as Parameters<typeof summariseTrading>[0];
    await summariseTrading(context, person.user.id, instant());
  } finally {
    await connection.query("rollback");
    connection.release();
  }
  const text = plan.join("\n");
  expect(text).toMatch(/trading_positions_by_user[\s\S]*Index Cond: \(\(user_id = [^\n]*\) AND \(id >= /);
  expect(text).not.toContain("Seq Scan");
});
