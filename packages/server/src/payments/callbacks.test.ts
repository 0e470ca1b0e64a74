import type { AttentionItem } from "@veritick/contract/schemas/attention.ts";
import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { until } from "../../testing/test-client.ts";
import { rawCall } from "../../testing/raw-http.ts";
import { usePayingApp } from "../../testing/use-paying-app.ts";
import { deleteOldCallbacks } from "./callbacks.ts";

const { fake, scope, admin, depositor, tell, pass, attentionOf } = await usePayingApp();

const PATH = "/api/payments/callbacks/nowpayments";
const send = (body: Buffer | string, headers: Record<string, string>, path = PATH) =>
  rawCall(scope.app.url, "POST", path, { body, headers });

type Stored = { subject_id: string; attempts: number; handled_at: Date | null; next_try_at: Date | null };
async function stored(id: string): Promise<Stored[]> {
  const { rows } = await scope.app.database.query<Stored>(
    "select subject_id, attempts, handled_at, next_try_at from payment_callbacks where subject_id = $1",
    [id],
  );
  return rows;
}

describe("a callback that the vendor did not send", () => {
  it.each<[string, (genuine: ReturnType<typeof fake.callbackFor>, id: string) => typeof genuine]>([
    [
      "altered",
      ({ body, headers }) => ({ body: Buffer.from(body.toString().replace("100", "999")), headers }),
    ],
    ["signed with another secret", (_one, id) => fake.callbackFor(id, { secret: "guessed" })],
    ["unsigned", ({ body }) => ({ body, headers: { "content-type": "application/json" } })],
    ["empty", ({ headers }) => ({ body: Buffer.alloc(0), headers })],
    ["no JSON", ({ headers }) => ({ body: Buffer.from("{"), headers })],
    [
      "signed for another payment",
      ({ headers }, id) => {
        const { body } = fake.callbackFor(id, { fields: { payment_id: 17 } });
        return { body, headers };
      },
    ],
  ])("is refused and not stored: %s", async (_what, forge) => {
    const { paymentId, now } = await depositor("100");
    fake.pay(paymentId, { amount: "100" });
    const { body, headers } = forge(fake.callbackFor(paymentId), paymentId);
    const answer = await send(body, headers);
    await scope.settled();
    expect(answer.status).toBe(401);
    expect(JSON.parse(answer.text)).toMatchObject({ code: "callback_refused" });
    expect(await stored(paymentId)).toEqual([]);
    expect((await now()).status).toBe("pending");
  });

  it.each(["12a", "0x1f", "-5", "1e9", "../../payout/1", " 5", "1.0"])(
    "is refused if the payment id has other characters than digits: %j",
    async (id) => {
      const { paymentId } = await depositor();
      const { body, headers } = fake.callbackFor(paymentId, { fields: { payment_id: id } });
      const answer = await send(body, headers);
      expect([answer.status, JSON.parse(answer.text).code]).toEqual([400, "callback_invalid"]);
      expect(await stored(id)).toEqual([]);
    },
  );

  it("is refused unread if it has 2 MB", async () => {
    const { paymentId } = await depositor();
    const { body, headers } = fake.callbackFor(paymentId, { fields: { padding: "x".repeat(2_000_000) } });
    expect((await send(body, headers)).status).toBe(413);
    expect(await stored(paymentId)).toEqual([]);
  });

  it("is answered 429 after many from its address, and a genuine one from there is not", async () => {
    const { paymentId, now } = await depositor("100");
    fake.pay(paymentId, { amount: "100" });
    const forged = fake.callbackFor(paymentId, { secret: "guessed" });
    const genuine = fake.callbackFor(paymentId);
    const statuses: number[] = [];
    for (let number = 0; number < 40; number += 1)
      statuses.push((await send(forged.body, forged.headers)).status);
    expect(statuses.slice(-10)).toEqual(Array(10).fill(429));
    expect((await send(genuine.body, genuine.headers)).status).toBe(200);
    const unsorted = JSON.stringify(
      Object.fromEntries(Object.entries(JSON.parse(genuine.body.toString()) as object).toReversed()),
    );
    expect((await send(unsorted, genuine.headers)).status).toBe(200);
    await scope.settled();
    expect((await now()).status).toBe("confirmed");
    scope.app.clock.jump(60);
    expect((await send(forged.body, forged.headers)).status).toBe(401);
  });

  it("is not found on another provider's path", async () => {
    const { paymentId } = await depositor();
    const { body, headers } = fake.callbackFor(paymentId);
    for (const name of ["sandbox", "coinbase", "Nowpayments"]) {
      expect((await send(body, headers, `/api/payments/callbacks/${name}`)).status).toBe(404);
    }
    expect(await stored(paymentId)).toEqual([]);
  });
});

describe("a callback of the vendor", () => {
  it("is the same with its keys in another order, because the vendor sorts them before signing", async () => {
    const { paymentId, now } = await depositor("100");
    fake.pay(paymentId, { amount: "100" });
    const { body, headers } = fake.callbackFor(paymentId);
    const entries = Object.entries(JSON.parse(body.toString()) as object);
    const answer = await send(JSON.stringify(Object.fromEntries(entries.toReversed())), headers);
    await scope.settled();
    expect(answer.status).toBe(200);
    expect((await now()).status).toBe("confirmed");
  });

  it("is stored once, no matter how often it is sent", async () => {
    const { paymentId, balance } = await depositor("100");
    fake.pay(paymentId, { amount: "100" });
    expect(await tell(paymentId, { duplicates: 10, parallel: 5 })).toEqual(Array(10).fill(200));
    expect(await stored(paymentId)).toMatchObject([{ handled_at: expect.any(Date), next_try_at: null }]);
    expect(await balance()).toBe("100.00000000");
  });

  it("is the same in another formatting, because only the signed content counts", async () => {
    const { paymentId } = await depositor("100");
    fake.pay(paymentId, { amount: "100" });
    const { body, headers } = fake.callbackFor(paymentId);
    const entries = Object.entries(JSON.parse(body.toString()) as object);
    const reordered = JSON.stringify(Object.fromEntries(entries.toReversed()));
    for (const text of [body.toString(), `${body.toString()}  `, reordered, `\n${reordered}`]) {
      expect((await send(text, headers)).status).toBe(200);
    }
    await scope.settled();
    expect(await stored(paymentId)).toHaveLength(1);
  });

  it("about a second transfer is handled once, and polls follow the payment until it is final", async () => {
    const boss = await admin();
    const { paymentId } = await depositor("100");
    fake.pay(paymentId, { amount: "100" });
    await tell(paymentId);
    const child = fake.repeat(paymentId, "70", { state: "confirming" });
    await tell(child);
    expect(await stored(child)).toMatchObject([{ attempts: 1, handled_at: expect.any(Date) }]);
    expect(await attentionOf(child, boss)).toBeUndefined();
    fake.setState(child, "finished");
    await pass(20);
    expect((await attentionOf(child, boss))!.reason).toBe("repeated_payment");
  });

  it("about a second transfer that never becomes final is given up after thirty days", async () => {
    const boss = await admin();
    const { paymentId } = await depositor("100");
    const child = fake.repeat(paymentId, "70", { state: "confirming" });
    await tell(child);
    await scope.app.database.query(
      "update payments set created_at = created_at - interval '31 days', next_poll_at = created_at where payment_id = $1",
      [child],
    );
    await pass(1);
    const item = (await attentionOf(child, boss))!;
    const details = expect.objectContaining({ payment_status: "confirming" });
    expect(item).toMatchObject({ kind: "payment", reason: "callback_given_up", resolvedAt: null, details });
    // If the payment ends after all, its item says so.
    fake.setState(child, "finished");
    await tell(child);
    expect(await attentionOf(child, boss)).toMatchObject({ id: item.id, reason: "repeated_payment" });
  });

  it("loses its body after 90 days, and a replay is recognised for 400", async () => {
    const { paymentId, now } = await depositor("100");
    const { body, headers } = fake.callbackFor(paymentId);
    const kept = async () => {
      const { rows } = await scope.app.database.query<{ body: Buffer | null; attempts: number }>(
        "select body, attempts from payment_callbacks where subject_id = $1",
        [paymentId],
      );
      return rows;
    };
    const handledDaysAgo = async (days: number) => {
      await scope.app.database.query(
        "update payment_callbacks set handled_at = $2::timestamptz - make_interval(days => $3) where subject_id = $1",
        [paymentId, new Date(scope.app.clock.nowMs()), days],
      );
      await deleteOldCallbacks({ database: scope.app.database, clock: scope.app.clock });
    };
    await send(body, headers);
    await scope.settled();
    await handledDaysAgo(89);
    expect((await kept())[0]!.body).toEqual(body);
    await handledDaysAgo(91);
    expect(await kept()).toEqual([{ body: null, attempts: 1 }]);
    expect((await send(body, headers)).status).toBe(200);
    await scope.settled();
    expect(await kept()).toEqual([{ body: null, attempts: 1 }]);
    await handledDaysAgo(399);
    expect(await kept()).toHaveLength(1);
    // After that its row is deleted. A replay costs one more read of the payment and changes nothing.
    await handledDaysAgo(401);
    expect(await kept()).toEqual([]);
    const before = await now();
    expect((await send(body, headers)).status).toBe(200);
    await scope.settled();
    expect([await kept(), await now()]).toEqual([[{ body, attempts: 1 }], before]);
  });

  it("counts for nothing without a fresh read, so a replayed old one changes nothing", async () => {
    const { paymentId, now, balance } = await depositor("100");
    const waiting = fake.callbackFor(paymentId);
    const boast = fake.callbackFor(paymentId, { fields: { payment_status: "finished", actually_paid: 100 } });
    expect((await send(boast.body, boast.headers)).status).toBe(200);
    await scope.settled();
    expect((await now()).status).toBe("pending");
    fake.pay(paymentId, { amount: "100" });
    await tell(paymentId);
    const settledNow = await now();
    expect(settledNow.status).toBe("confirmed");
    for (const old of [waiting, boast]) expect((await send(old.body, old.headers)).status).toBe(200);
    await scope.settled();
    expect(await now()).toEqual(settledNow);
    expect(await balance()).toBe("100.00000000");
  });

  it("is answered at once even while the vendor does not answer us", async () => {
    const { paymentId, now } = await depositor("100");
    fake.pay(paymentId, { amount: "100" });
    const reads = fake.calls.readPayment;
    fake.fail("readPayment", { slow: 1_500 });
    const { body, headers } = fake.callbackFor(paymentId);
    const startedMs = performance.now();
    expect((await send(body, headers)).status).toBe(200);
    const answeredMs = performance.now() - startedMs;
    await until(() => fake.calls.readPayment > reads, "the payment was read");
    expect((await now()).status).toBe("pending");
    // The answer did not wait for the read, which is still in progress.
    expect(answeredMs).toBeLessThan(3_000);
    await scope.settled();
    expect((await now()).status).toBe("confirmed");
  });

  it("is retried after a failure, later each time", async () => {
    const { paymentId, now } = await depositor("100");
    await pass(1);
    fake.pay(paymentId, { amount: "100" });
    // Only callbacks may read payments here. The daily comparison has just run.
    await scope.app.database.query("update payments set next_poll_at = null");
    fake.fail("readPayment", "500", 2);
    await tell(paymentId);
    expect(await stored(paymentId)).toMatchObject([{ attempts: 1, handled_at: null }]);
    await pass(59);
    expect(await stored(paymentId)).toMatchObject([{ attempts: 1 }]);
    await pass(1);
    expect(await stored(paymentId)).toMatchObject([{ attempts: 2, handled_at: null }]);
    await pass(119);
    expect((await now()).status).toBe("pending");
    await pass(1);
    expect(await stored(paymentId)).toMatchObject([{ attempts: 3, handled_at: expect.any(Date) }]);
    expect((await now()).status).toBe("confirmed");
  });

  it("is given up after about a day if the vendor does not know the payment", async () => {
    const { paymentId } = await depositor();
    const id = "404404404";
    const { body, headers } = fake.callbackFor(paymentId, { fields: { payment_id: Number(id) } });
    expect((await send(body, headers)).status).toBe(200);
    await scope.settled();
    await scope.app.database.query("update payment_callbacks set attempts = 28 where subject_id = $1", [id]);
    await pass(60);
    expect(await stored(id)).toMatchObject([{ attempts: 29, handled_at: null }]);
    await pass(3_600);
    expect(await stored(id)).toMatchObject([
      { attempts: 30, handled_at: expect.any(Date), next_try_at: null },
    ]);
    const boss = await admin();
    const item = (await attentionOf(id, boss))!;
    expect(item).toMatchObject({ reason: "callback_given_up", details: { error: "Payment not found" } });
    const dismissed = await boss.post(`/api/admin/attention/${item.id}/dismiss`, { note: "not ours" });
    expect(dismissed.status).toBe(200);
    // Giving up once more does not bring the closed item back.
    await scope.app.database.query(
      "update payment_callbacks set attempts = 29, handled_at = null, next_try_at = $2 where subject_id = $1",
      [id, new Date(scope.app.clock.nowMs())],
    );
    await pass(60);
    expect(await stored(id)).toMatchObject([{ attempts: 30, handled_at: expect.any(Date) }]);
    expect((await attentionOf(id, boss))!.resolution).toBe("dismissed");
  });

  it("about a payout is given up in the same way", async () => {
    const at = new Date(scope.app.clock.nowMs());
    await scope.app.database.query(
      `insert into payment_callbacks (provider, digest, subject, subject_id, body, received_at, attempts, next_try_at)
       values ('nowpayments', $1, 'payout', '505505505', '', $2, 29, $2)`,
      [randomUUID(), at],
    );
    await pass(60);
    const boss = await admin();
    const { body } = await boss.get<AttentionItem[]>("/api/admin/attention");
    const item = body.find(({ details }) => details["payout_id"] === "505505505")!;
    expect(item).toMatchObject({ kind: "payout", reason: "callback_given_up", withdrawalId: null });
    const dismissed = await boss.post(`/api/admin/attention/${item.id}/dismiss`, { note: "not ours" });
    expect(dismissed.body).toMatchObject({ resolution: "dismissed" });
  });

  it("is processed after a restart if the process died before", async () => {
    const { deposit, paymentId, now } = await depositor("100");
    fake.pay(paymentId, { amount: "100" });
    await scope.app.database.query(
      `insert into payment_callbacks (provider, digest, subject, subject_id, body, received_at, attempts, next_try_at)
       values ('nowpayments', $1, 'payment', $2, '', now(), 1, $3)`,
      [randomUUID(), paymentId, new Date(scope.app.clock.nowMs() - 1)],
    );
    const other = await scope.start({ environment: fake.environment() });
    scope.app.clock.advance(1);
    await Promise.all([scope.settled(), other.settled()]);
    expect(await now()).toMatchObject({ id: deposit.id, status: "confirmed" });
    expect(await stored(paymentId)).toMatchObject([{ attempts: 2, handled_at: expect.any(Date) }]);
  });
});
