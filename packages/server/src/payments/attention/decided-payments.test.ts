import { beforeAll, describe, expect, it } from "vitest";
import type { Person } from "../../../testing/people.ts";
import { spareNoise } from "../../../testing/remembered-noise.ts";
import { until } from "../../../testing/test-client.ts";
import { usePayingApp } from "../../../testing/use-paying-app.ts";

spareNoise();
const { fake, scope, admin, depositor, tell, pass, compare, attentionOf, held, changesOf } =
  await usePayingApp();
let boss: Person;
beforeAll(async () => {
  boss = await admin();
});

type Arrival = Parameters<typeof fake.pay>[1];

/** Makes a deposit of 100 whose payment is on the attention list. */
async function awaited(arrival: Arrival = { amount: "100", state: "expired" }) {
  const one = await depositor("100");
  fake.pay(one.paymentId, arrival);
  await tell(one.paymentId);
  const item = () => attentionOf(one.paymentId, boss).then((found) => found!);
  return { ...one, item, id: (await item()).id };
}

const decide = (id: string, what: "credit" | "dismiss", body: object, headers: Record<string, string> = {}) =>
  boss.post(`/api/admin/attention/${id}/${what}`, { note: "checked", ...body }, headers);

describe("a payment that an administrator dismissed", () => {
  it.each<[string, Arrival]>([
    ["expired with money in it", { amount: "100", state: "expired" }],
    ["in an unknown state", { amount: "100", state: "quarantined" }],
    ["of nothing", { amount: "0", state: "finished" }],
    ["in another asset", { amount: "5", asset: "trx" }],
  ])(
    "%s: rejects its deposit, and lists money that finishes later instead of crediting it",
    async (_what, arrival) => {
      const { client, id, paymentId, now, balance, item } = await awaited(arrival);
      const { socket, pushes } = await client.live();
      expect((await decide(id, "dismiss", {})).status).toBe(200);
      expect(await now()).toMatchObject({ status: "failed", failureReason: "rejected" });
      await until(() => pushes.some(({ type }) => type === "depositUpdate"), "the rejection was pushed");
      fake.pay(paymentId, { amount: "100" });
      await tell(paymentId);
      expect(await balance()).toBe("0.00000000");
      expect(await item()).toMatchObject({
        reason: "money_after_rejection",
        amount: "100",
        resolvedAt: null,
      });
      socket.terminate();
    },
  );

  it("is not credited automatically if its deposit had failed before", async () => {
    const { deposit, paymentId, balance, now, item } = await awaited({ amount: "0", state: "finished" });
    await scope.app.database.query(
      "update deposit_transactions set status = 'failed', failure_reason = 'expired' where id = $1",
      [deposit.id],
    );
    await decide((await item()).id, "dismiss", {});
    expect((await now()).failureReason).toBe("rejected");
    fake.pay(paymentId, { amount: "100" });
    await tell(paymentId);
    expect(await balance()).toBe("0.00000000");
  });

  it("is either rejected or credited, never both, when a callback arrives at the same time", async () => {
    for (let round = 0; round < 8; round += 1) {
      const { id, paymentId, now, balance } = await awaited();
      fake.pay(paymentId, { amount: "100" });
      const [answer] = await Promise.all([decide(id, "dismiss", {}), tell(paymentId)]);
      const isDismissed = answer.status === 200;
      expect((await now()).status).toBe(isDismissed ? "failed" : "confirmed");
      expect(await balance()).toBe(isDismissed ? "0.00000000" : "100.00000000");
    }
  });

  it("keeps the earlier decision and its reason when it reopens, and the next decision starts afresh", async () => {
    const { id, paymentId, item } = await awaited();
    await decide(id, "dismiss", { note: "sent back by hand" });
    const decided = await item();
    expect(decided).toMatchObject({ resolvedBy: boss.user.id, resolvedByEmail: boss.user.email });
    const { resolvedAt } = decided;
    fake.pay(paymentId, { amount: "120", state: "expired" });
    await tell(paymentId);
    const first = {
      reason: "money_in_failed_payment",
      resolution: "dismissed",
      note: "sent back by hand",
      resolvedBy: boss.user.id,
      resolvedAt,
    };
    expect(await item()).toMatchObject({ resolvedAt: null, resolution: null, note: null, history: [first] });
    await decide(id, "dismiss", { note: "this too" });
    fake.pay(paymentId, { amount: "130", state: "expired" });
    await tell(paymentId);
    expect((await item()).history).toMatchObject([first, { note: "this too" }]);
  });
});

describe("the most that may be credited", () => {
  it("is exactly the arrived amount, to the last decimal", async () => {
    const { id, balance } = await awaited({ amount: "99.512345", state: "expired" });
    const answer = await decide(id, "credit", { amount: "99.51234501" });
    expect(answer).toMatchObject({ status: 409, body: { code: "credit_too_large", field: "amount" } });
    expect(answer.body.message).toContain(" 99.512345 ");
    expect((await decide(id, "credit", { amount: "99.512345" })).status).toBe(200);
    expect(await balance()).toBe("99.51234500");
  });

  it("is the amount of the second transfer for a second transfer", async () => {
    const { paymentId, balance } = await depositor("15");
    const child = fake.repeat(paymentId, "1");
    await tell(child);
    const { id } = (await attentionOf(child, boss))!;
    expect((await decide(id, "credit", { amount: "5000000" })).body.code).toBe("credit_too_large");
    expect((await decide(id, "credit", { amount: "1" })).status).toBe(200);
    expect(await balance()).toBe("1.00000000");
  });

  it("is the administrator's amount for another asset, up to what an account may hold", async () => {
    const custody = await held("custody:nowpayments");
    const { id, balance } = await awaited({ amount: "2", asset: "eth" });
    expect((await decide(id, "credit", { amount: "1000000000.00000001" })).body.code).toBe(
      "credit_too_large",
    );
    expect((await decide(id, "credit", { amount: "5012.5" })).status).toBe(200);
    expect(await balance()).toBe("5012.50000000");
    expect(Number(custody) - Number(await held("custody:nowpayments"))).toBeCloseTo(5012.5, 6);
  });

  it("is zero for another asset taken back after its credit, whatever the provider reports", async () => {
    const { id, paymentId, item } = await awaited({ amount: "2", asset: "eth" });
    await decide(id, "credit", { amount: "5000" });
    fake.pay(paymentId, { amount: "2", asset: "eth", state: "refunded" });
    await tell(paymentId);
    expect(await item()).toMatchObject({ reason: "refunded_after_credit", amount: "0", resolvedAt: null });
    expect((await decide(id, "credit", { amount: "1" })).body.code).toBe("credit_too_large");
  });

  it("is zero if no money arrived", async () => {
    const { id, balance } = await awaited({ amount: "0", state: "finished" });
    const answer = await decide(id, "credit", { amount: "0.00000001" });
    expect(answer.body.message).toContain(" 0.00 ");
    expect(await balance()).toBe("0.00000000");
  });
});

describe("money that is taken back after it was credited", () => {
  it.each<[string, Arrival]>([
    ["refunded", { amount: "50", state: "refunded" }],
    ["refunded and gone", { amount: "0", state: "refunded" }],
    ["failed", { amount: "50", state: "failed" }],
  ])("is listed: %s", async (_what, arrival) => {
    const { paymentId, balance, now } = await depositor("100");
    fake.pay(paymentId, { amount: "50" });
    await tell(paymentId);
    fake.pay(paymentId, arrival);
    await tell(paymentId);
    const item = (await attentionOf(paymentId, boss))!;
    expect(item).toMatchObject({ reason: "refunded_after_credit", amount: "0", resolvedAt: null });
    expect(item.details["already_credited"]).toBe("50.00000000");
    expect((await decide(item.id, "credit", { amount: "1" })).body.code).toBe("credit_too_large");
    await decide(item.id, "dismiss", {});
    await tell(paymentId);
    expect((await attentionOf(paymentId, boss))!.resolution).toBe("dismissed");
    expect((await now()).status).toBe("confirmed");
    expect(await balance()).toBe("50.00000000");
  });

  it.each([
    ["failed", "a callback", (paymentId: string) => tell(paymentId, { duplicates: 2 })],
    ["refunded", "a callback", (paymentId: string) => tell(paymentId, { duplicates: 2 })],
    ["failed", "the daily comparison", () => compare()],
  ] as const)("is listed again if a %s payment is finished after all: %s", async (word, _way, hear) => {
    const { paymentId, balance } = await depositor("100");
    const item = async () => (await attentionOf(paymentId, boss))!;
    fake.pay(paymentId, { amount: "100" });
    await tell(paymentId);
    fake.setState(paymentId, word);
    await tell(paymentId);
    expect((await item()).reason).toBe("refunded_after_credit");
    await decide((await item()).id, "dismiss", { note: "taken from the balance" });
    await pass(1);
    fake.setState(paymentId, "finished");
    await hear(paymentId);
    const back = {
      reason: "money_returned",
      amount: "0",
      resolvedAt: null,
      history: [{ reason: "refunded_after_credit", resolution: "dismissed" }],
    };
    expect(await item()).toMatchObject(back);
    expect((await decide((await item()).id, "credit", { amount: "1" })).body.code).toBe("credit_too_large");
    // Without polls, only a comparison that finds something new reads a payment.
    await scope.app.database.query("update payments set next_poll_at = null");
    await compare();
    const reads = fake.calls.readPayment;
    await compare();
    expect(fake.calls.readPayment).toBe(reads);
    await decide((await item()).id, "dismiss", { note: "given back" });
    await tell(paymentId);
    expect((await item()).resolution).toBe("dismissed");
    expect(await balance()).toBe("100.00000000");
  });

  it.each<[string, string, string]>([
    ["5", "5", "finished"],
    ["5", "5", "expired"],
    // The provider names no amount.
    ["0", "0", "finished"],
  ])(
    "in another asset is not offered again when it is back, and the house is repaid: %s, then %s and %s",
    async (gone, back, state) => {
      const moved = (work: () => Promise<unknown>) =>
        changesOf(["custody:nowpayments", "house:adjustments"], work);
      const { id, paymentId, item, balance } = await awaited({ amount: "5", asset: "trx" });
      const tellOf = async (arrival: Arrival) => {
        await pass(1);
        fake.pay(paymentId, { asset: "trx", ...arrival });
        await tell(paymentId, { duplicates: 2 });
      };
      await decide(id, "credit", { amount: "70" });
      await tellOf({ amount: gone, state: "refunded" });
      await decide(id, "dismiss", { note: "taken from the balance" });
      const repaid = await moved(() => tellOf({ amount: back, state }));
      expect(repaid).toEqual({ "custody:nowpayments": -70, "house:adjustments": 70 });
      expect(await item()).toMatchObject({ reason: "money_returned", amount: "0", resolvedAt: null });
      expect((await decide(id, "credit", { amount: "1" })).body.code).toBe("credit_too_large");
      await decide(id, "dismiss", { note: "given back" });
      await tellOf({ amount: back, state: "quarantined" });
      await tellOf({ amount: back, state });
      await compare();
      expect((await item()).resolution).toBe("dismissed");
      expect(await balance()).toBe("70.00000000");
    },
  );
});

describe("a decision with an idempotency key", () => {
  it.each(["credit", "dismiss"] as const)("to %s is taken once and answered again", async (what) => {
    const other = await scope.start({ environment: fake.environment() });
    const elsewhere = Object.assign(await admin(), { url: other.url, cookie: boss.cookie });
    const { id, balance } = await awaited();
    const body = { note: "checked", ...(what === "credit" ? { amount: "60" } : {}) };
    const ask = (who: Person, more: object = {}) =>
      who.post(
        `/api/admin/attention/${id}/${what}`,
        { ...body, ...more },
        { "idempotency-key": `item-${id}` },
      );
    const answers = await Promise.all([ask(boss), ask(elsewhere)]);
    answers.push(await ask(boss), await ask(elsewhere));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    const replayed = answers.filter(({ headers }) => headers.get("idempotency-replayed") === "true");
    expect(replayed).toHaveLength(3);
    expect((await ask(boss, { note: "another" })).status).toBe(422);
    expect(await balance()).toBe(what === "credit" ? "60.00000000" : "0.00000000");
  });
});
