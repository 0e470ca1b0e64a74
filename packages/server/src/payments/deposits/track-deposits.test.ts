import { beforeEach, describe, expect, it } from "vitest";
import { spareNoise } from "../../../testing/remembered-noise.ts";
import { until } from "../../../testing/test-client.ts";
import { usePayingApp } from "../../../testing/use-paying-app.ts";

spareNoise();
const { fake, scope, depositor, pass } = await usePayingApp();
beforeEach(async () => {
  // Without other due polls, each test sees only its own deposit.
  await scope.app.database.query("update payments set next_poll_at = null");
});

const HOUR = 3_600;
const DAY = 86_400;

/** Lets time pass in steps and returns the number of payments read. */
async function readsWithin(seconds: number, steps: number): Promise<number> {
  const before = fake.calls.readPayment;
  for (let step = 0; step < steps; step += 1) await pass(seconds / steps);
  return fake.calls.readPayment - before;
}

async function dueIn(id: string): Promise<number | null> {
  const { rows } = await scope.app.database.query<{ next_poll_at: Date | null }>(
    "select next_poll_at from payments where id = $1",
    [id],
  );
  const due = rows[0]!.next_poll_at;
  return due && (due.getTime() - scope.app.clock.nowMs()) / 1000;
}

/** Makes a deposit look older, because moving the clock would compute every price in between. */
const age = (id: string, seconds: number) =>
  scope.app.database.query(
    "update payments set created_at = created_at - make_interval(secs => $2) where id = $1",
    [id, seconds],
  );

describe("a payment that is not final", () => {
  it("is read often at first, seldom later, and still after seven days", async () => {
    const { deposit, paymentId, now, balance } = await depositor("100");
    expect(await readsWithin(60, 60)).toBe(3);
    for (const [ageSeconds, waitSeconds, nextSeconds] of [
      [600, 20, 60],
      [HOUR, 60, 600],
      [DAY, 600, HOUR],
      [8 * DAY, HOUR, 6 * HOUR],
    ] as const) {
      await age(deposit.id, ageSeconds);
      await pass(waitSeconds);
      expect(await dueIn(deposit.id)).toBe(nextSeconds);
    }
    fake.pay(paymentId, { amount: "100" });
    await pass(6 * HOUR);
    expect((await now()).status).toBe("confirmed");
    expect(await balance()).toBe("100.00000000");
    expect(await dueIn(deposit.id)).toBeNull();
    expect(await readsWithin(6 * HOUR, 6)).toBe(0);
  });

  it("is credited when it is paid after it expired, without a callback", async () => {
    const { deposit, paymentId, now, balance } = await depositor("100");
    await age(deposit.id, 7 * DAY);
    fake.setState(paymentId, "expired");
    await pass(20);
    expect(await now()).toMatchObject({ status: "failed", failureReason: "expired" });
    await age(deposit.id, 15 * DAY);
    fake.pay(paymentId, { amount: "100" });
    await pass(6 * HOUR);
    expect(await now()).toMatchObject({ status: "confirmed", failureReason: null });
    expect(await balance()).toBe("100.00000000");
    expect(await dueIn(deposit.id)).toBeNull();
  });

  it("is read at least once a day, no matter how many newer ones its user has", async () => {
    const { client, deposit } = await depositor("100");
    await scope.app.database.query(
      `insert into payments (id, user_id, provider, payment_id, state_at, created_at, updated_at, next_poll_at)
       select ('ffffffff-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, $1, 'nowpayments', 'newer-' || n, $2, $2, $2,
         'infinity' from generate_series(1, 3000) n`,
      [client.user.id, new Date(scope.app.clock.nowMs())],
    );
    await age(deposit.id, 8 * DAY);
    await pass(20);
    expect(await dueIn(deposit.id)).toBe(DAY);
  });

  it("is no longer read after thirty days if it failed", async () => {
    const { deposit, paymentId } = await depositor("100");
    fake.setState(paymentId, "expired");
    await age(deposit.id, 30 * DAY - 100);
    await pass(20);
    expect(await dueIn(deposit.id)).toBe(6 * HOUR);
    await pass(6 * HOUR);
    expect(await dueIn(deposit.id)).toBeNull();
  });

  it.each<[string, (id: string) => void]>([
    ["waiting", () => {}],
    ["in another asset", (id) => fake.pay(id, { amount: "5", asset: "trx" })],
    ["finished without an amount", (id) => fake.pay(id, { amount: "0", state: "finished" })],
    ["in an unknown state", (id) => fake.pay(id, { amount: "100", state: "quarantined" })],
  ])("expires after thirty days: %s", async (_what, move) => {
    const { client, deposit, paymentId, now } = await depositor("100");
    move(paymentId);
    await pass(20);
    expect(await dueIn(deposit.id)).toBe(20);
    await age(deposit.id, 30 * DAY);
    const { socket, pushes } = await client.live();
    await pass(20);
    expect(await now()).toMatchObject({ status: "failed", failureReason: "expired" });
    expect(await dueIn(deposit.id)).toBeNull();
    await until(() => pushes.some(({ type }) => type === "depositUpdate"), "the end was pushed");
    socket.terminate();
  });

  it("does not expire while its money has arrived and the vendor still confirms it", async () => {
    const { deposit, paymentId, now, balance } = await depositor("100");
    fake.pay(paymentId, { amount: "100", state: "confirming" });
    await age(deposit.id, 30 * DAY);
    await pass(20);
    expect(await now()).toMatchObject({ status: "confirming" });
    expect(await dueIn(deposit.id)).not.toBeNull();
    fake.setState(paymentId, "finished");
    await age(deposit.id, 60 * DAY);
    await pass(DAY);
    expect(await now()).toMatchObject({ status: "confirmed" });
    expect(await balance()).toBe("100.00000000");
  });

  it("expires after thirty days if the vendor no longer knows it", async () => {
    const { deposit, now } = await depositor("100");
    await scope.app.database.query("update deposit_transactions set payment_id = '404404' where id = $1", [
      deposit.id,
    ]);
    await pass(20);
    expect((await now()).status).toBe("pending");
    await age(deposit.id, 30 * DAY);
    await pass(20);
    expect(await now()).toMatchObject({ status: "failed", failureReason: "expired" });
    expect(await dueIn(deposit.id)).toBeNull();
  });

  it("does not expire before the vendor has answered once more", async () => {
    const { deposit, paymentId, now } = await depositor("100");
    fake.pay(paymentId, { amount: "100" });
    await age(deposit.id, 31 * DAY);
    fake.fail("readPayment", "500", 1);
    await pass(20);
    expect((await now()).status).toBe("pending");
    await pass(6 * HOUR);
    expect((await now()).status).toBe("confirmed");
  });

  it.each(["failed", "refunded"])("is not read again once it is %s", async (word) => {
    const { deposit, paymentId, now } = await depositor("100");
    fake.setState(paymentId, word);
    await pass(20);
    expect((await now()).status).toBe("failed");
    expect(await dueIn(deposit.id)).toBeNull();
  });

  it("is read again if the vendor did not answer, also between whole seconds", async () => {
    const { paymentId, now } = await depositor("100");
    fake.pay(paymentId, { amount: "100" });
    fake.fail("readPayment", "500", 2);
    await pass(20.25);
    expect((await now()).status).toBe("pending");
    await pass(20.5);
    expect((await now()).status).toBe("pending");
    await pass(20.25);
    expect((await now()).status).toBe("confirmed");
  });
});

describe("several processes", () => {
  it("read each due payment once", async () => {
    const others = [
      await scope.start({ environment: fake.environment() }),
      await scope.start({ environment: fake.environment() }),
    ];
    const made = await Promise.all(Array.from({ length: 30 }, () => depositor("20")));
    for (const { paymentId } of made) fake.pay(paymentId, { amount: "20", state: "confirming" });
    const before = fake.calls.readPayment;
    await pass(20);
    await Promise.all(others.map((other) => other.settled()));
    expect(fake.calls.readPayment - before).toBe(30);
    expect(await Promise.all(made.map(async ({ now }) => (await now()).status))).toEqual(
      Array(30).fill("confirming"),
    );
  });

  it("take over from one that died during a read, but only once its lease has expired", async () => {
    const { deposit, paymentId, now } = await depositor("100");
    fake.pay(paymentId, { amount: "100" });
    await scope.app.database.query(
      "update payments set next_poll_at = $2::timestamptz + interval '120 seconds' where id = $1",
      [deposit.id, new Date(scope.app.clock.nowMs())],
    );
    await pass(119);
    expect((await now()).status).toBe("pending");
    await pass(1);
    expect((await now()).status).toBe("confirmed");
  });

  it("read more than one batch in one run", async () => {
    const { client, deposit } = await depositor("100");
    await scope.app.database.query(
      `insert into payments (id, user_id, provider, payment_id, state_at, created_at, updated_at, next_poll_at)
       select gen_random_uuid(), $1, 'nowpayments', 'gone-' || n, $2, $2, $2, $2 from generate_series(1, 90) n`,
      [client.user.id, new Date(scope.app.clock.nowMs())],
    );
    const before = fake.calls.readPayment;
    await pass(1);
    expect(fake.calls.readPayment - before).toBe(90);
    expect(await dueIn(deposit.id)).toBe(19);
  });
});

describe("a crowd of unpaid deposits", () => {
  it("does not delay a paid one whose callback was lost", async () => {
    // These deposits are long overdue, many for each user, and unknown to the vendor, but each read still costs a call.
    await scope.app.database.query(
      `with crowd as (
         insert into users (id, email, password, created_at)
         select gen_random_uuid(), 'crowd-' || n || '@example.com', 'none', $1::timestamptz from generate_series(1, 100) n returning id)
       insert into payments (id, user_id, provider, payment_id, state_at, created_at, updated_at, next_poll_at)
       select uuidv7($1 - clock_timestamp()), c.id, 'nowpayments', '9' || row_number() over (), $1, $1, $1, $1
       from crowd c, generate_series(1, 20)`,
      [new Date(scope.app.clock.nowMs() - 600_000)],
    );
    const { paymentId, now } = await depositor("100");
    fake.pay(paymentId, { amount: "100" });
    scope.app.clock.jump(20);
    while ((await now()).status !== "confirmed");
    const { rows } = await scope.app.database.query<{ unread: number }>(
      `select count(*)::int as unread from payments where payment_id like '9%' and next_poll_at <= $1`,
      [new Date(scope.app.clock.nowMs())],
    );
    expect(rows[0]!.unread).toBeGreaterThan(1_000);
    await scope.app.database.query("delete from payments where payment_id like '9%'");
    await scope.app.database.query("delete from users where email like 'crowd-%'");
    await scope.settled();
  });

  it("is read less often the more a user has, unless money has moved", async () => {
    const { client, deposit, paymentId } = await depositor("100");
    const ids = [deposit.id];
    for (let n = 0; n < 3; n += 1) ids.push((await client.post("/api/deposits", { amount: "100" })).body.id);
    await pass(20);
    expect(await Promise.all(ids.map(dueIn))).toEqual([80, 60, 40, 20]);
    fake.pay(paymentId, { amount: "100", state: "confirming" });
    await pass(80);
    expect(await dueIn(deposit.id)).toBe(20);
  });
});
