import { describe, expect, it } from "vitest";
import { movableClock } from "../../testing/movable-clock.ts";
import { seedPeople } from "../../testing/people.ts";
import { useApp } from "../../testing/use-app.ts";
import { withdraw, withdrawingPeople } from "../../testing/withdrawals.ts";
import { countProviderCalls, measureNow, measureTicks } from "./sample-metrics.ts";
import type { PriceFeed } from "../prices/public.ts";
import { createMetrics } from "../platform/telemetry/metrics.ts";

const scope = useApp({ SANDBOX_CONFIRM_SECONDS: "off" });

async function sample(): Promise<(name: string) => number | undefined> {
  for (let second = 0; second < 16; second += 1) scope.app.clock.advance(1);
  await scope.settled();
  const text = await (await fetch(`${scope.app.url}/metrics`)).text();
  const values = new Map(text.split("\n").map((line) => line.split(/ (?=\S+$)/) as [string, string]));
  return (name) => (values.has(name) ? Number(values.get(name)) : undefined);
}

describe("the metrics", () => {
  it("of money count pending requests and their age, and the sum that the house has promised", async () => {
    const { database, clock } = scope.app;
    const idle = await sample();
    for (const waiting of ["deposits_open", "withdrawals_pending", "payouts_processing", "attention_open"]) {
      expect(idle(`veritick_${waiting}`)).toBe(0);
    }
    expect(idle("veritick_withdrawal_oldest_seconds")).toBe(0);
    expect(idle("veritick_house_funds")).toBe(1_000_000);
    expect(idle("veritick_provider_up")).toBe(1);
    expect(idle("veritick_database_up")).toBe(1);
    expect(idle("veritick_bus_connected")).toBe(1);
    expect(idle("veritick_data_disk_free_ratio")).toBeGreaterThan(0);
    expect(idle("veritick_sampled_timestamp_seconds")).toBeCloseTo(clock.nowMs() / 1000, -1.5);

    const people = await withdrawingPeople(scope.app, 3, "1000");
    const ids = await Promise.all(people.map(async (one) => (await withdraw(one)).body.id as string));
    await people[0]!.post("/api/deposits", { amount: "20" });
    // One was approved 5 minutes later and is still under way; one of a payment's items has just come back.
    await database.query(
      `update withdrawal_transactions set status = 'processing',
         decided_at = created_at + interval '5 minutes', created_at = created_at - interval '1 day' where id = $1`,
      [ids[0]],
    );
    await database.query(
      `insert into attention_items (id, key, kind, reason, provider, details, created_at, updated_at, history)
       select gen_random_uuid(), 'payment/sandbox/' || n, 'payment', 'unknown_payment', 'sandbox', '{}',
         $1::timestamptz - make_interval(hours => n), $1, case when n = 9 then '[{}]'::jsonb else '[]' end
       from unnest(array[2, 9]) n`,
      [new Date(clock.nowMs())],
    );
    await people[0]!.post("/api/trading/positions", { type: "buy", amount: "10", duration: 10 });
    clock.jump(480);
    const busy = await sample();
    expect(busy("veritick_deposits_open")).toBe(1);
    expect(busy("veritick_withdrawals_pending")).toBe(2);
    expect(busy("veritick_withdrawal_oldest_seconds")).toBeGreaterThanOrEqual(480);
    expect(busy("veritick_withdrawal_oldest_seconds")).toBeLessThan(500);
    expect(busy("veritick_payouts_processing")).toBe(1);
    expect(busy("veritick_payout_oldest_seconds")).toBeGreaterThanOrEqual(180);
    expect(busy("veritick_payout_oldest_seconds")).toBeLessThan(200);
    expect(busy("veritick_attention_open")).toBe(2);
    expect(busy("veritick_attention_oldest_seconds")).toBeGreaterThanOrEqual(7_680);
    expect(busy("veritick_attention_oldest_seconds")).toBeLessThan(7_700);
    expect(busy("veritick_house_open_payout")).toBe(210);
  });

  it("of settlement give the age of the oldest expired position", async () => {
    const [person] = await seedPeople(scope.app, 1, "100");
    const { body } = await person!.post("/api/trading/positions", { type: "buy", amount: "1", duration: 1 });
    const holder = await scope.app.database.connect();
    await holder.query("begin");
    await holder.query("select from trading_positions where id = $1 for update", [body.id]);
    scope.app.clock.jump(90);
    const waiting = await sample();
    expect(waiting("veritick_settlement_overdue_seconds")).toBeGreaterThanOrEqual(30);
    expect(waiting("veritick_settlement_overdue_seconds")).toBeLessThan(60);
    await holder.query("rollback");
    holder.release();
    await sample();
    expect((await sample())("veritick_settlement_overdue_seconds")).toBe(0);
  });

  it("of a tick leave out the delay with which each price is shown", async () => {
    const metrics = createMetrics();
    measureTicks({
      feed: { beacon: { delayMs: 1_500 }, onPublish: (listener) => listener(1_790_000_000) },
      clock: movableClock(1_790_000_001_750),
      metrics,
      hub: { size: () => 3 },
    });
    expect((await metrics.tickLateSeconds.get()).values[0]!.value).toBeCloseTo(0.25, 6);
  });

  it("of a tick grow while no price comes, and forget that once one does", async () => {
    const metrics = createMetrics();
    const clock = movableClock(1_790_000_001_504);
    const beacon = { delayMs: 1_500 };
    const book = { newestTick: 1_790_000_000 };
    const listeners: ((tick: number) => void)[] = [];
    const feed = {
      obstacle: () => undefined,
      book,
      beacon,
      onPublish: (listener: (tick: number) => void) => void listeners.push(listener),
    } as unknown as PriceFeed;
    measureTicks({ feed, clock, metrics, hub: { size: () => 3 } });
    const publish = () => listeners.forEach((listener) => listener(book.newestTick));
    const skew = { skewMs: () => 0, giveOrTakeMs: () => 1, isTrusted: () => true };
    const late = async () => {
      await measureNow({ feed, clock, metrics, skew });
      return (await metrics.tickLateSeconds.get()).values[0]!.value;
    };
    publish();
    expect(await late()).toBeCloseTo(0.004, 6);
    clock.jump(0.9);
    expect(await late()).toBeCloseTo(0.004, 6);
    // The next price has been due for nine seconds, then for a minute more.
    clock.jump(9.1);
    expect(await late()).toBeCloseTo(9.004, 6);
    clock.jump(60);
    expect(await late()).toBeCloseTo(69.004, 6);
    book.newestTick += 70;
    publish();
    expect(await late()).toBeCloseTo(0.004, 6);
  });

  it("of calls give duration and refusals by route pattern", async () => {
    const { url } = scope.app;
    const [person] = await seedPeople(scope.app, 1, "1");
    await person!.post("/api/trading/positions", { type: "buy", amount: "5", duration: 1 });
    for (const path of ["/", "/wp-login.php", "/api/nothing/1", "/api/trading/positions/17"])
      await fetch(url + path);
    await fetch(`${url}/api/auth/me`, { method: "PROPFIND" });
    const read = async () => (await fetch(`${url}/metrics`)).text();
    // A call is counted when its answer has been sent, a moment after the call has arrived.
    await expect.poll(read).toContain('method="other",route="unknown"');
    const text = await read();
    expect(text).toContain(
      'veritick_refusals_total{route="/api/trading/positions",code="balance_insufficient"} 1',
    );
    expect(text).toMatch(
      /duration_seconds_count\{method="GET",route="\/api\/trading\/positions\/:id",status="4xx"\} 1/,
    );
    expect(text).toContain('route="unknown"');
    expect(text).toContain('route="page"');
    expect(text).not.toMatch(/wp-login|nothing|PROPFIND/);
  });

  it("of the provider say whether it answers; a refusal is an answer", async () => {
    const metrics = createMetrics();
    const onCalled = countProviderCalls(metrics, scope.app.clock);
    const up = async () => (await metrics.providerUp.get()).values[0]?.value;
    // A process that has not called does not know the state, and must not report that all is well.
    expect(await up()).toBeUndefined();
    for (const [outcome, expected] of [
      ["unreachable", 0],
      ["refused", 1],
      ["failed", 0],
      ["answered", 1],
    ] as const) {
      onCalled(outcome);
      expect(await up()).toBe(expected);
    }
    const { values } = await metrics.providerFailures.get();
    expect(Object.fromEntries(values.map(({ labels, value }) => [labels.kind, value]))).toEqual({
      unreachable: 1,
      refused: 1,
      failed: 1,
    });
  });
});
