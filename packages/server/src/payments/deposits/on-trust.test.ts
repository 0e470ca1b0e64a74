import type { AdminDeposit } from "@veritick/contract/schemas/admin-payments.ts";
import { beforeAll, describe, expect, it } from "vitest";
import type { Person } from "../../../testing/people.ts";
import { usePayingApp } from "../../../testing/use-paying-app.ts";

const { fake, scope, admin, depositor, tell, pass, compare, attentionOf, changesOf } = await usePayingApp({
  HOUSE_CAPITAL: "1000",
});
let boss: Person;
beforeAll(async () => {
  boss = await admin();
});

const approve = (id: string, body?: object) => boss.post(`/api/admin/deposits/${id}/approve`, body);
const seen = async (id: string) =>
  (await boss.get<AdminDeposit[]>("/api/admin/deposits")).body.find((one) => one.id === id)!;

/** Returns the changes of the accounts that a deposit concerns while `work` runs. */
const moved = (work: () => Promise<unknown>) =>
  changesOf(["custody:nowpayments", "house:adjustments", "house:fees"], work);

describe("approving a deposit for which nothing arrived", () => {
  it("takes a reason, which the audit log and the ledger keep", async () => {
    const { deposit, now, balance } = await depositor("100");
    for (const body of [undefined, {}]) {
      expect((await approve(deposit.id, body)).body).toMatchObject({ code: "note_required", field: "note" });
    }
    expect((await now()).status).toBe("pending");
    expect((await approve(deposit.id, { note: "she called" })).status).toBe(200);
    expect(await balance()).toBe("100.00000000");
    const { rows } = await scope.app.database.query(
      `select reason from audit_log where target = $1
       union all select note from ledger_transactions where reference = $1`,
      [deposit.id],
    );
    expect(rows.map(({ reason }) => reason)).toEqual(["she called", "she called", "she called"]);
  });

  it("takes the amount from house:adjustments and not from custody, until the money arrives", async () => {
    const { deposit, paymentId, balance } = await depositor("100");
    expect(await moved(() => approve(deposit.id, { note: "she called" }))).toEqual({
      "custody:nowpayments": 0,
      "house:adjustments": -100,
      "house:fees": 0,
    });
    fake.pay(paymentId, { amount: "100" });
    const arrival = await moved(() => tell(paymentId, { duplicates: 3 }));
    expect(arrival["house:adjustments"]).toBe(100);
    expect(arrival["custody:nowpayments"]! + arrival["house:fees"]!).toBe(-100);
    expect(await balance()).toBe("100.00000000");
    expect(await moved(() => tell(paymentId))).toMatchObject({ "house:adjustments": 0 });
  });

  it("is never refused because another process has just gathered the funds", async () => {
    const other = await scope.start({ environment: fake.environment() });
    const elsewhere = Object.assign(await admin(), { url: other.url, cookie: boss.cookie });
    const deposits = await Promise.all(Array.from({ length: 12 }, () => depositor("20")));
    const answers = await Promise.all(
      deposits.map(({ deposit }, index) =>
        (index % 2 === 0 ? boss : elsewhere).post(`/api/admin/deposits/${deposit.id}/approve`, {
          note: "she called",
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(deposits.map(() => 200));
  });

  it("is refused if the house's funds do not cover it", async () => {
    const { deposit, now } = await depositor("5000");
    expect((await approve(deposit.id, { note: "she called" })).body.code).toBe("house_funds_insufficient");
    expect((await now()).status).toBe("pending");
  });
});

describe("money that arrives for a credit on trust", () => {
  it("is found by the daily comparison if every callback was lost", async () => {
    const { deposit, paymentId } = await depositor("100");
    await approve(deposit.id, { note: "she called" });
    fake.pay(paymentId, { amount: "100" });
    expect(await moved(compare)).toMatchObject({ "house:adjustments": 100 });
    expect(await moved(compare)).toMatchObject({ "house:adjustments": 0 });
  });

  it("goes back to the house once after the account is deleted", async () => {
    const { deposit, paymentId, client } = await depositor("100");
    await approve(deposit.id, { note: "she called" });
    fake.pay(paymentId, { amount: "40", outcome: "39", state: "partially_paid" });
    expect(await moved(() => tell(paymentId))).toMatchObject({ "house:adjustments": 40 });
    expect((await boss.call("DELETE", `/api/admin/users/${client.user.id}`)).status).toBe(200);
    expect(await moved(() => tell(paymentId))).toMatchObject({ "house:adjustments": 0 });
    fake.pay(paymentId, { amount: "130", outcome: "128" });
    expect(await moved(compare)).toEqual({
      "custody:nowpayments": -59,
      "house:adjustments": 60,
      "house:fees": -1,
    });
    expect(await moved(() => tell(paymentId, { duplicates: 3 }))).toMatchObject({ "house:adjustments": 0 });
    expect(await attentionOf(paymentId, boss)).toMatchObject({ amount: "30", reason: "more_arrived" });
  });

  it("is found by polls, until all of it has arrived", async () => {
    const { deposit, paymentId } = await depositor("100");
    await approve(deposit.id, { note: "she called" });
    fake.pay(paymentId, { amount: "40" });
    expect(await moved(() => pass(30))).toMatchObject({ "house:adjustments": 40 });
    fake.pay(paymentId, { amount: "100" });
    expect(await moved(() => pass(30))).toMatchObject({ "house:adjustments": 60 });
    const { rows } = await scope.app.database.query("select next_poll_at from payments where id = $1", [
      deposit.id,
    ]);
    expect(rows).toEqual([{ next_poll_at: null }]);
  });

  it("counts in an expired payment, but not in a refunded one", async () => {
    for (const [state, given] of [
      ["refunded", 0],
      ["expired", 40],
    ] as const) {
      const { deposit, paymentId } = await depositor("100");
      await approve(deposit.id, { note: "she called" });
      fake.pay(paymentId, { amount: "40", state });
      expect(await moved(() => tell(paymentId))).toMatchObject({ "house:adjustments": given });
    }
  });

  it("costs the provider's fee once, even if it comes in several steps", async () => {
    const { deposit, paymentId } = await depositor("100");
    await approve(deposit.id, { note: "she called" });
    const steps = await moved(async () => {
      fake.pay(paymentId, { amount: "40", outcome: "39" });
      await tell(paymentId);
      fake.pay(paymentId, { amount: "100", outcome: "98" });
      await tell(paymentId);
    });
    expect(steps).toEqual({ "custody:nowpayments": -98, "house:adjustments": 100, "house:fees": -2 });
  });
});

describe("approving a deposit for which money arrived", () => {
  it("shows the arrived amount, and takes only the rest from house:adjustments", async () => {
    const { deposit, paymentId } = await depositor("100");
    fake.pay(paymentId, { amount: "40", state: "confirming" });
    await tell(paymentId);
    expect(await seen(deposit.id)).toMatchObject({ status: "confirming", arrived: "40.00000000" });
    expect((await approve(deposit.id)).body.code).toBe("note_required");
    expect(await moved(() => approve(deposit.id, { note: "the rest follows" }))).toEqual({
      "custody:nowpayments": -39.8,
      "house:adjustments": -60,
      "house:fees": -0.2,
    });
    fake.pay(paymentId, { amount: "70", state: "finished" });
    expect(await moved(() => tell(paymentId))).toMatchObject({ "house:adjustments": 30 });
    fake.pay(paymentId, { amount: "130", state: "finished" });
    expect(await moved(() => tell(paymentId))).toMatchObject({ "house:adjustments": 30 });
  });

  it("takes the amount from house:adjustments if that money was sent back before", async () => {
    const { deposit, paymentId } = await depositor("100");
    fake.pay(paymentId, { amount: "100", state: "confirming" });
    await tell(paymentId);
    fake.pay(paymentId, { amount: "100", state: "refunded" });
    await tell(paymentId);
    expect((await approve(deposit.id)).body.code).toBe("note_required");
    expect(await moved(() => approve(deposit.id, { note: "paid in cash" }))).toEqual({
      "custody:nowpayments": 0,
      "house:adjustments": -100,
      "house:fees": 0,
    });
  });

  it("puts the payment on the attention list if that money was sent back afterwards", async () => {
    const { deposit, paymentId } = await depositor("100");
    fake.pay(paymentId, { amount: "100", state: "confirming" });
    await tell(paymentId);
    expect((await approve(deposit.id)).status).toBe(200);
    fake.pay(paymentId, { amount: "0", state: "refunded" });
    await tell(paymentId);
    expect((await attentionOf(paymentId, boss))?.reason).toBe("refunded_after_credit");
  });

  it("takes no reason and comes from custody if all of it arrived", async () => {
    const { deposit, paymentId } = await depositor("100");
    fake.pay(paymentId, { amount: "100", state: "confirming" });
    await tell(paymentId);
    expect(await moved(() => approve(deposit.id))).toEqual({
      "custody:nowpayments": -99.5,
      "house:adjustments": 0,
      "house:fees": -0.5,
    });
  });
});

describe("the provider's fee", () => {
  const none = { "custody:nowpayments": 0, "house:adjustments": 0, "house:fees": 0 };

  it.each([
    ["a callback", (paymentId: string) => tell(paymentId, { duplicates: 3, parallel: 3 })],
    ["the daily comparison", () => compare()],
  ])("of a deposit approved before it is known is booked by %s, once", async (_what, hear) => {
    const { deposit, paymentId, balance } = await depositor("100");
    fake.pay(paymentId, { amount: "100", outcome: null, state: "confirming" });
    await tell(paymentId);
    expect(await moved(() => approve(deposit.id))).toEqual({ ...none, "custody:nowpayments": -100 });
    fake.pay(paymentId, { amount: "100", outcome: "99" });
    expect(await moved(() => hear(paymentId))).toEqual({
      ...none,
      "custody:nowpayments": 1,
      "house:fees": -1,
    });
    expect(await moved(() => tell(paymentId))).toEqual(none);
    expect(await moved(compare)).toEqual(none);
    expect(await balance()).toBe("100.00000000");
  });

  it("that the item of an approved deposit names is booked with the approval", async () => {
    const { deposit, paymentId } = await depositor("100");
    fake.pay(paymentId, { amount: "100", outcome: "99", state: "failed" });
    await tell(paymentId);
    expect(await moved(() => approve(deposit.id))).toEqual({
      ...none,
      "custody:nowpayments": -99,
      "house:fees": -1,
    });
    fake.setState(paymentId, "finished");
    expect(await moved(() => tell(paymentId))).toEqual(none);
  });

  it.each([
    ["a callback", (paymentId: string) => tell(paymentId, { duplicates: 3, parallel: 3 })],
    ["the daily comparison", () => compare()],
  ])("is put right by %s if the provider keeps less than it first said", async (_what, hear) => {
    const { deposit, paymentId, balance } = await depositor("100");
    fake.pay(paymentId, { amount: "100", outcome: "95", state: "failed" });
    await tell(paymentId);
    expect(await moved(() => approve(deposit.id))).toMatchObject({ "house:fees": -5 });
    expect(await moved(() => tell(paymentId))).toEqual(none);
    fake.pay(paymentId, { amount: "100", outcome: "99" });
    expect(await moved(() => hear(paymentId))).toEqual({
      ...none,
      "custody:nowpayments": -4,
      "house:fees": 4,
    });
    for (const again of [() => tell(paymentId), compare]) expect(await moved(again)).toEqual(none);
    fake.pay(paymentId, { amount: "100", outcome: "0" });
    expect(await moved(() => tell(paymentId))).toEqual(none);
    expect(await balance()).toBe("100.00000000");
  });
});
