import { v7 } from "uuid";
import { beforeAll, describe, expect, it } from "vitest";
import { seedGivenUp } from "../../../testing/attention-items.ts";
import type { Person } from "../../../testing/people.ts";
import { usePayingApp } from "../../../testing/use-paying-app.ts";

const { fake, scope, admin, depositor, tell, pass, compare, attentionOf } = await usePayingApp();
let boss: Person;
beforeAll(async () => {
  boss = await admin();
});

const credit = (id: string, amount: string) =>
  boss.post(`/api/admin/attention/${id}/credit`, { amount, note: "seen on the chain" });

describe("money that no rule covers is listed and not credited", () => {
  it.each([
    ["wrong_asset", { amount: "100", asset: "trx" }],
    ["wrong_asset", { amount: "100", asset: "usdterc20", state: "partially_paid" }],
    ["money_in_failed_payment", { amount: "100", state: "expired" }],
    ["money_in_failed_payment", { amount: "100", state: "failed" }],
    ["money_in_failed_payment", { amount: "100", state: "refunded" }],
    ["unknown_state", { amount: "100", state: "quarantined" }],
    ["too_large", { amount: "1000000000.000001" }],
    ["nothing_arrived", { amount: "0", state: "finished" }],
  ])("%s: %j", async (reason, arrival) => {
    const { client, deposit, paymentId, now, balance } = await depositor("100");
    fake.pay(paymentId, arrival);
    await tell(paymentId, { duplicates: 3 });
    expect(await attentionOf(paymentId, boss)).toMatchObject({
      kind: "payment",
      reason,
      provider: "nowpayments",
      depositId: deposit.id,
      userId: client.user.id,
      userEmail: client.user.email,
      amount: arrival.amount,
      asset: "asset" in arrival ? arrival.asset : "usdttrc20",
      resolvedAt: null,
      resolution: null,
    });
    expect((await now()).status).toBe("pending");
    expect(await balance()).toBe("0.00000000");
    expect((await boss.get("/api/admin/attention")).body).toHaveLength(items(1));
  });

  /** The number of items so far. Each case adds one, no matter how many callbacks come. */
  let known = 0;
  const items = (added: number) => (known += added);

  it("changes nothing at an unknown state without money", async () => {
    const { paymentId, deposit, now } = await depositor();
    fake.setState(paymentId, "on_holiday");
    await tell(paymentId);
    expect(await now()).toEqual(deposit);
    expect(await attentionOf(paymentId, boss)).toBeUndefined();
  });

  it("asks about an unknown state that lasts for minutes, and keeps no place among the open deposits", async () => {
    const { client, paymentId } = await depositor();
    for (let open = 1; open < 20; open += 1) await client.post("/api/deposits", { amount: 15 });
    expect((await client.post("/api/deposits", { amount: 15 })).body.code).toBe("too_many_open_deposits");
    fake.setState(paymentId, "wrong_asset_confirmed");
    await tell(paymentId);
    await pass(300);
    expect(await attentionOf(paymentId, boss)).toMatchObject({ reason: "unknown_state", amount: "0" });
    expect((await client.post("/api/deposits", { amount: 15 })).status).toBe(201);
    expect((await client.post("/api/deposits", { amount: 15 })).body.code).toBe("too_many_open_deposits");
    fake.setState(paymentId, "waiting");
    await tell(paymentId);
    expect(await attentionOf(paymentId, boss)).toMatchObject({ resolution: "settled by itself" });
    fake.setState(paymentId, "wrong_asset_confirmed");
    await tell(paymentId);
    await pass(600);
    expect(await attentionOf(paymentId, boss)).toMatchObject({ reason: "unknown_state", resolvedAt: null });
  });
});

describe("money in another asset of which the provider names no amount", () => {
  it.each(["finished", "partially_paid"])(
    "is listed without an amount if the payment is %s, and credited as a person decides",
    async (state) => {
      const { client, paymentId, now, balance } = await depositor("100");
      fake.pay(paymentId, { amount: "0", asset: "trx", state });
      await tell(paymentId, { duplicates: 2 });
      const item = (await attentionOf(paymentId, boss))!;
      expect(item).toMatchObject({
        reason: "wrong_asset",
        amount: null,
        asset: "trx",
        userId: client.user.id,
        resolvedAt: null,
      });
      expect((await credit(item.id, "30")).status).toBe(200);
      expect(await balance()).toBe("30.00000000");
      expect((await now()).status).toBe("confirmed");
      await tell(paymentId, { duplicates: 2 });
      expect((await attentionOf(paymentId, boss))!.resolution).toBe("credited");
    },
  );

  it("is no longer offered once it was sent back, before or after its credit", async () => {
    const [early, late] = [await depositor("100"), await depositor("100")];
    for (const { paymentId } of [early, late]) fake.pay(paymentId, { amount: "0", asset: "trx" });
    await tell([early.paymentId, late.paymentId]);
    expect((await credit((await attentionOf(late.paymentId, boss))!.id, "30")).status).toBe(200);
    for (const { paymentId } of [early, late]) fake.setState(paymentId, "refunded");
    await tell([early.paymentId, late.paymentId]);
    for (const { paymentId } of [early, late]) {
      const item = (await attentionOf(paymentId, boss))!;
      expect(item).toMatchObject({ amount: "0", asset: "trx", resolvedAt: null });
      expect((await credit(item.id, "30")).body.code).toBe("credit_too_large");
    }
    expect((await attentionOf(late.paymentId, boss))!.reason).toBe("refunded_after_credit");
  });
});

describe("closes an item automatically", () => {
  it.each([
    ["an unknown word becomes finished", { amount: "100", state: "quarantined" }],
    ["an expired payment becomes finished", { amount: "100", state: "expired" }],
    ["an empty payment gets its money", { amount: "0", state: "finished" }],
  ])("where %s", async (_what, first) => {
    const { paymentId, now, balance } = await depositor("100");
    fake.pay(paymentId, first);
    await tell(paymentId);
    expect((await attentionOf(paymentId, boss))!.resolvedAt).toBeNull();
    fake.pay(paymentId, { amount: "100" });
    await tell(paymentId);
    expect((await now()).status).toBe("confirmed");
    expect(await balance()).toBe("100.00000000");
    const item = await attentionOf(paymentId, boss);
    expect(item).toMatchObject({ resolution: "credited by itself", resolvedAt: expect.any(String) });
    expect((await credit(item!.id, "100")).status).toBe(409);
    expect(await balance()).toBe("100.00000000");
  });
});

describe("a repeated payment", () => {
  it("waits for an administrator, who credits it once as a deposit of its own", async () => {
    const { deposit, paymentId, all, balance } = await depositor("100");
    fake.pay(paymentId, { amount: "100" });
    await tell(paymentId);
    const child = fake.repeat(paymentId, "25.5");
    await tell(child, { duplicates: 2 });
    expect(await balance()).toBe("100.00000000");
    const item = await attentionOf(child, boss);
    expect(item).toMatchObject({ reason: "repeated_payment", depositId: deposit.id, amount: "25.5" });
    expect((await credit(item!.id, "25.5")).status).toBe(200);
    await tell([child, paymentId], { duplicates: 2 });
    expect(await attentionOf(child, boss)).toMatchObject({
      resolution: "credited",
      note: "seen on the chain",
    });
    expect((await credit(item!.id, "25.5")).status).toBe(409);
    expect(await balance()).toBe("125.50000000");
    expect((await all()).map((one) => [one.paymentId, one.credited])).toEqual([
      [child, "25.50000000"],
      [paymentId, "100.00000000"],
    ]);
  });
});

describe("more money for a payment that was credited", () => {
  it("is credited part by part, each part once", async () => {
    const { paymentId, all, balance } = await depositor("40");
    for (const [arrived, part, sum] of [
      ["40", undefined, "40.00000000"],
      ["70", "30", "70.00000000"],
      ["100", "29", "99.00000000"],
    ] as const) {
      fake.pay(paymentId, { amount: arrived });
      await tell(paymentId, { duplicates: 2 });
      if (part !== undefined) {
        const item = (await attentionOf(paymentId, boss))!;
        expect(item).toMatchObject({ reason: "more_arrived", amount: "30", resolvedAt: null });
        expect(item.details["already_credited"]).toBe(await balance());
        expect((await credit(item.id, part)).status).toBe(200);
        await tell(paymentId);
      }
      expect(await balance()).toBe(sum);
    }
    // The list does not show again the amount that the administrator left out on purpose.
    fake.setState(paymentId, "expired");
    await tell(paymentId);
    expect((await attentionOf(paymentId, boss))!.resolution).toBe("credited");
    expect((await all()).map((one) => one.paymentId)).toEqual([paymentId, paymentId, paymentId]);
  });
});

describe("money without a user", () => {
  it("is listed and cannot be credited if the order is unknown", async () => {
    const { paymentId } = await depositor("100");
    fake.pay(paymentId, { amount: "100" });
    for (const orderId of ["another-shop-17", ""]) {
      const stranger = fake.repeat(paymentId, "12");
      Object.assign(
        fake.payments().find(({ id }) => id === stranger)!,
        { orderId, parentId: null },
      );
      await tell(stranger);
      const item = (await attentionOf(stranger, boss))!;
      expect(item).toMatchObject({ reason: "unknown_order", userId: null, depositId: null });
      const answer = await credit(item.id, "12");
      expect([answer.status, answer.body.code]).toEqual([409, "attention_not_creditable"]);
    }
  });

  it("stays listed and cannot be credited if the account is deleted later", async () => {
    const { client, paymentId } = await depositor("100");
    fake.pay(paymentId, { amount: "100", state: "expired" });
    await tell(paymentId);
    await scope.app.database.query("delete from users where id = $1", [client.user.id]);
    const item = (await attentionOf(paymentId, boss))!;
    expect(item).toMatchObject({ userId: null, depositId: null });
    expect((await credit(item.id, "100")).body.code).toBe("attention_not_creditable");
  });

  it("is listed if the order has the form of a deposit's id", async () => {
    const { paymentId } = await depositor("100");
    Object.assign(
      fake.payments().find(({ id }) => id === paymentId)!,
      { orderId: v7() },
    );
    const stranger = fake.repeat(paymentId, "12");
    await tell(stranger);
    expect((await attentionOf(stranger, boss))!.reason).toBe("account_closed");
  });
});

describe("money that was sent back before a decision", () => {
  const ways = [
    ["a callback", (paymentId: string) => tell(paymentId, { duplicates: 2 })],
    ["the daily comparison", () => compare()],
  ] as const;

  it.each(ways)("is no longer offered once %s tells of it", async (_way, hear) => {
    const { paymentId, balance } = await depositor("100");
    const child = fake.repeat(paymentId, "30");
    await tell(child);
    fake.pay(child, { amount: "0", state: "refunded" });
    await hear(child);
    const item = (await attentionOf(child, boss))!;
    expect(item).toMatchObject({ amount: "0", resolvedAt: null, details: { payment_status: "refunded" } });
    expect(await credit(item.id, "30")).toMatchObject({ status: 409, body: { code: "credit_too_large" } });
    expect(await balance()).toBe("0.00000000");
    fake.pay(child, { amount: "20" });
    await hear(child);
    expect(await attentionOf(child, boss)).toMatchObject({ id: item.id, amount: "20" });
    expect((await credit(item.id, "20")).status).toBe(200);
  });

  it("is not offered in another asset either", async () => {
    const { paymentId, now } = await depositor("100");
    fake.pay(paymentId, { amount: "500", asset: "trx" });
    await tell(paymentId);
    fake.pay(paymentId, { amount: "0", asset: "trx", state: "failed" });
    await tell(paymentId);
    const item = (await attentionOf(paymentId, boss))!;
    expect(item).toMatchObject({ amount: "0", asset: "trx", details: { payment_status: "failed" } });
    expect((await credit(item.id, "30")).body.code).toBe("credit_too_large");
    expect((await now()).status).toBe("failed");
  });
});

it("a payment whose callback was given up names its user once it is known", async () => {
  const { client, deposit, paymentId, balance } = await depositor("100");
  const child = fake.repeat(paymentId, "30");
  await seedGivenUp(scope.app, "payment", child);
  await tell(child);
  const item = (await attentionOf(child, boss))!;
  expect(item).toMatchObject({ reason: "repeated_payment", userId: client.user.id, depositId: deposit.id });
  expect((await credit(item.id, "30")).status).toBe(200);
  expect(await balance()).toBe("30.00000000");
});

describe("a balance that is too large for the money", () => {
  it("leaves the money on the list until it fits", async () => {
    const { client, paymentId, now } = await depositor("100");
    await scope.app.database.query("update users set balance = 9999999990 where id = $1", [client.user.id]);
    fake.pay(paymentId, { amount: "100" });
    await tell(paymentId);
    const item = (await attentionOf(paymentId, boss))!;
    expect(item.reason).toBe("too_large");
    expect((await now()).status).toBe("pending");
    expect((await credit(item.id, "100")).body).toMatchObject({ code: "balance_too_large", field: "amount" });
    await scope.app.database.query("update users set balance = 0 where id = $1", [client.user.id]);
    await pass(20);
    expect((await now()).status).toBe("confirmed");
    expect((await attentionOf(paymentId, boss))!.resolution).toBe("credited by itself");
  });
});
