import { beforeEach, describe, expect, it } from "vitest";
import { spareNoise } from "../../../testing/remembered-noise.ts";
import { usePayingApp } from "../../../testing/use-paying-app.ts";
import { loseAnswer } from "../../../testing/lost-answers.ts";

spareNoise();
const { fake, scope, admin, depositor, pass, attentionOf } = await usePayingApp();
const NAME = "reconciled/nowpayments";

/** Stops all polls, so that only the comparison finds payments. */
const goDeaf = () => scope.app.database.query("update payments set next_poll_at = null");

const kept = async () =>
  (await scope.app.database.query("select value from kept_values where name = $1", [NAME])).rows[0]?.value;

beforeEach(async () => {
  await scope.app.database.query("update kept_values set value = 'never' where name = $1", [NAME]);
});

describe("the daily comparison with the vendor's list", () => {
  it("finds payments that every callback and poll missed", async () => {
    const boss = await admin();
    const [paid, over, expired, repeated, unheard] = [
      await depositor("100"),
      await depositor("20"),
      await depositor("30"),
      await depositor("40"),
      await depositor("50"),
    ];
    fake.pay(paid.paymentId, { amount: "100" });
    fake.pay(over.paymentId, { amount: "25" });
    fake.setState(expired.paymentId, "expired");
    fake.pay(repeated.paymentId, { amount: "40" });
    const child = fake.repeat(repeated.paymentId, "7");
    fake.pay(unheard.paymentId, { amount: "50" });
    await loseAnswer(scope.app.database, unheard.deposit.id, true);
    await goDeaf();
    await pass(300);
    expect((await paid.now()).status).toBe("confirmed");
    expect((await over.now()).credited).toBe("25.00000000");
    expect(await expired.now()).toMatchObject({ status: "failed", failureReason: "expired" });
    expect(await repeated.balance()).toBe("40.00000000");
    expect((await attentionOf(child, boss))!.reason).toBe("repeated_payment");
    expect(await unheard.now()).toMatchObject({ status: "confirmed", paymentId: unheard.paymentId });
    expect(await kept()).toMatch(/^done 2026-/);
  });

  it("reads no payment that is known", async () => {
    const made = await Promise.all(Array.from({ length: 12 }, () => depositor("20")));
    for (const { paymentId } of made.slice(0, 6)) fake.pay(paymentId, { amount: "20" });
    await goDeaf();
    await pass(300);
    await goDeaf();
    await scope.app.database.query("update kept_values set value = 'never' where name = $1", [NAME]);
    const { readPayment, listPayments } = fake.calls;
    await pass(300);
    expect(fake.calls.listPayments).toBeGreaterThan(listPayments);
    expect(fake.calls.readPayment).toBe(readPayment);
  });

  it("finds a transfer to an old address long after the last deposit", async () => {
    const boss = await admin();
    const { paymentId } = await depositor("40");
    fake.pay(paymentId, { amount: "40" });
    await pass(300);
    await scope.app.database.query(
      "update payments set created_at = created_at - interval '40 days', next_poll_at = null",
    );
    await scope.app.database.query("update kept_values set value = 'never' where name = $1", [NAME]);
    const child = fake.repeat(paymentId, "7");
    await pass(300);
    expect((await attentionOf(child, boss))!.reason).toBe("repeated_payment");
  });

  it("finds money that was taken back after its credit, and lists it once", async () => {
    const boss = await admin();
    const { paymentId, balance } = await depositor("40");
    fake.pay(paymentId, { amount: "40" });
    await pass(300);
    expect(await balance()).toBe("40.00000000");
    fake.pay(paymentId, { amount: "0", state: "refunded" });
    for (const reads of [1, 0]) {
      await scope.app.database.query("update kept_values set value = 'never' where name = $1", [NAME]);
      const before = fake.calls.readPayment;
      await pass(300);
      expect(fake.calls.readPayment - before).toBe(reads);
      const taken = { reason: "refunded_after_credit", resolvedAt: null };
      expect(await attentionOf(paymentId, boss)).toMatchObject(taken);
    }
  });

  it("continues with the rest if one payment fails", async () => {
    const [first, second, third] = [await depositor("20"), await depositor("20"), await depositor("20")];
    for (const { paymentId } of [first, second, third]) fake.pay(paymentId, { amount: "20" });
    await goDeaf();
    fake.fail("readPayment", "500", 1);
    await pass(300);
    const states = await Promise.all([first, second, third].map(async ({ now }) => (await now()).status));
    expect(states.toSorted()).toEqual(["confirmed", "confirmed", "pending"]);
  });

  it("happens once a day, over processes and restarts", async () => {
    await depositor("20");
    await goDeaf();
    const others = [
      await scope.start({ environment: fake.environment() }),
      await scope.start({ environment: fake.environment() }),
    ];
    const lists = fake.calls.listPayments;
    for (let step = 0; step < 6; step += 1) {
      await pass(300);
      await Promise.all(others.map((other) => other.settled()));
    }
    const pages = fake.calls.listPayments - lists;
    // One comparison reads pages until one is empty.
    expect(pages).toBe(2);
    const restarted = await scope.start({ environment: fake.environment() });
    scope.app.clock.jump(300);
    await restarted.settled();
    await scope.settled();
    expect(fake.calls.listPayments - lists).toBe(pages);
  });

  it("is repeated on the same day if the vendor did not answer", async () => {
    const { paymentId, now } = await depositor("20");
    fake.pay(paymentId, { amount: "20" });
    await goDeaf();
    fake.fail("listPayments", "500", 1);
    await pass(300);
    expect((await now()).status).toBe("pending");
    expect(await kept()).toMatch(/^begun /);
    await pass(600);
    expect((await now()).status).toBe("pending");
    await pass(300);
    expect((await now()).status).toBe("confirmed");
    expect(await kept()).toMatch(/^done /);
  });
});
