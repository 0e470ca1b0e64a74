import { UNCLAIMED } from "@veritick/contract/schemas/attention.ts";
import { beforeAll, describe, expect, it } from "vitest";
import type { Person } from "../../testing/people.ts";
import { usePayingApp } from "../../testing/use-paying-app.ts";
import { withdraw, withdrawingPeople } from "../../testing/withdrawals.ts";
import { loseAnswer } from "../../testing/lost-answers.ts";

const { fake, scope, person, admin, depositor, tell, pass, attentionOf, changesOf } = await usePayingApp({
  HOUSE_CAPITAL: "1000",
});
let boss: Person;
beforeAll(async () => {
  boss = await admin();
});

const query = async (text: string, values: unknown[] = []) =>
  (await scope.app.database.query(text, values)).rows;
const remove = async (client: Person) =>
  expect((await boss.call("DELETE", `/api/admin/users/${client.user.id}`)).status).toBe(200);
const item = (paymentId: string) => attentionOf(paymentId, boss);
const decide = async (paymentId: string, how: "credit" | "dismiss", body: object = {}) => {
  const { id } = (await item(paymentId))!;
  expect((await boss.post(`/api/admin/attention/${id}/${how}`, { note: "looked at", ...body })).status).toBe(
    200,
  );
};

/** Runs the daily comparison. Returns the number of payments that it read. */
async function compare(): Promise<number> {
  await query("update kept_values set value = 'never' where name like 'reconciled/%'");
  const before = fake.calls.readPayment;
  await pass(300);
  return fake.calls.readPayment - before;
}

/** Makes a deposit of 50 that was paid with this amount and credited. */
async function credited(amount = "50") {
  const one = await depositor("50");
  fake.pay(one.paymentId, { amount });
  await tell(one.paymentId);
  expect((await one.now()).status).toBe("confirmed");
  return one;
}

describe("a payment to a closed account", () => {
  it("does nothing about a payment that was credited before, in the comparison or at a callback", async () => {
    const { paymentId, client } = await credited();
    await remove(client);
    expect(await compare()).toBe(0);
    await query("delete from payment_callbacks");
    await tell(paymentId);
    expect(await item(paymentId)).toBeUndefined();
  });

  it("lists further money for a credited payment, once", async () => {
    const { paymentId, client } = await credited();
    await remove(client);
    fake.pay(paymentId, { amount: "90" });
    expect(await compare()).toBe(1);
    const asked = { amount: "40", resolvedAt: null, userId: null, depositId: null };
    expect(await item(paymentId)).toMatchObject({
      ...asked,
      reason: "more_arrived",
      details: { already_credited: "50.00000000" },
    });
    expect(await compare()).toBe(0);
    const { id } = (await item(paymentId))!;
    const answer = await boss.post(`/api/admin/attention/${id}/credit`, { amount: "40", note: "whose?" });
    expect([answer.status, answer.body.code]).toEqual([409, "attention_not_creditable"]);
  });

  it("lists a credited payment that was taken back", async () => {
    const { paymentId, client } = await credited();
    await remove(client);
    fake.pay(paymentId, { amount: "0", state: "refunded" });
    await tell(paymentId);
    expect(await item(paymentId)).toMatchObject({ reason: "refunded_after_credit", resolvedAt: null });
  });

  it.each(["open", "dismissed"] as const)("leaves an item that is %s as it is", async (how) => {
    const { paymentId, client } = await credited();
    fake.pay(paymentId, { amount: "90" });
    await tell(paymentId);
    if (how === "dismissed") await decide(paymentId, "dismiss");
    const before = (await item(paymentId))!;
    await remove(client);
    await pass(1);
    await tell(paymentId, { duplicates: 2 });
    expect(await compare()).toBe(0);
    expect(await item(paymentId)).toEqual({ ...before, depositId: null, userId: null, userEmail: null });
    expect(before).toMatchObject({ amount: "40", details: { already_credited: "50.00000000" } });
  });

  it.each([
    ["dismissed", "5"],
    ["open", "5"],
    // The provider names no amount.
    ["open", "0"],
  ] as const)(
    "adds the closing only to an open item of a payment in another asset (%s, %s)",
    async (how, amount) => {
      const { paymentId, client } = await depositor("50");
      fake.pay(paymentId, { amount, asset: "trx" });
      await tell(paymentId);
      if (how === "dismissed") await decide(paymentId, "dismiss");
      await remove(client);
      await pass(20);
      const expected =
        how === "dismissed"
          ? { reason: "wrong_asset", resolution: "dismissed", history: [] }
          : {
              reason: "account_closed",
              resolution: null,
              amount: amount === "0" ? null : amount,
              asset: "trx",
            };
      expect(await item(paymentId)).toMatchObject(expected);
      expect(await compare()).toBe(0);
    },
  );

  it("counts all parts that an administrator credited", async () => {
    const { paymentId, client, balance } = await credited();
    fake.pay(paymentId, { amount: "90" });
    await tell(paymentId);
    await decide(paymentId, "credit", { amount: "40" });
    expect(await balance()).toBe("90.00000000");
    await remove(client);
    await compare();
    await tell(paymentId, { duplicates: 2 });
    expect(await item(paymentId)).toMatchObject({ resolution: "credited", history: [] });
    fake.pay(paymentId, { amount: "91" });
    await compare();
    expect(await item(paymentId)).toMatchObject({
      amount: "1",
      details: { already_credited: "90.00000000" },
    });
  });

  it("lists a second payment for the same order", async () => {
    const { paymentId, client } = await credited();
    await remove(client);
    const child = fake.repeat(paymentId, "7");
    await compare();
    expect(await item(child)).toMatchObject({ reason: "account_closed", amount: "7", resolvedAt: null });
    expect(await item(paymentId)).toBeUndefined();
  });

  it("finds the first money of a payment without a callback, even if no deposit is left", async () => {
    const { paymentId, client, deposit } = await depositor("70");
    const others = await query("select distinct user_id as id from deposit_transactions where id <> $1", [
      deposit.id,
    ]);
    for (const { id } of others) await boss.call("DELETE", `/api/admin/users/${id}`);
    await remove(client);
    expect(await query("select from deposit_transactions")).toEqual([]);
    fake.pay(paymentId, { amount: "70" });
    await compare();
    expect(await item(paymentId)).toMatchObject({ reason: "account_closed", amount: "70", userId: null });
    expect(await compare()).toBe(0);
  });

  it.each(["waiting", "expired"])(
    "is read no more after thirty days, and not listed, if it is %s",
    async (word) => {
      const { paymentId, client } = await depositor("70");
      await remove(client);
      fake.setState(paymentId, word);
      await query(
        "update payments set created_at = created_at - interval '31 days', next_poll_at = created_at where payment_id = $1",
        [paymentId],
      );
      await pass(1);
      expect(
        await query("select state, next_poll_at from payments where payment_id = $1", [paymentId]),
      ).toEqual([{ state: word, next_poll_at: null }]);
      expect(await item(paymentId)).toBeUndefined();
    },
  );

  it("covers a payment credited before it was known, and lists a second one", async () => {
    const { client, deposit, paymentId } = await depositor("30");
    await loseAnswer(scope.app.database, deposit.id);
    expect(
      (await boss.post(`/api/admin/deposits/${deposit.id}/approve`, { note: "seen on chain" })).status,
    ).toBe(200);
    await remove(client);
    fake.setState(paymentId, "expired");
    await tell(paymentId);
    expect(await item(paymentId)).toBeUndefined();
    expect(await query("select payment_id, pay_address from payments where id = $1", [deposit.id])).toEqual([
      { payment_id: paymentId, pay_address: deposit.payAddress },
    ]);
    fake.pay(paymentId, { amount: "30" });
    const child = fake.repeat(paymentId, "30");
    await tell([paymentId, child]);
    expect(await item(paymentId)).toBeUndefined();
    expect(await item(child)).toMatchObject({ reason: "account_closed", amount: "30" });
  });
});

it("refuses a withdrawal to the deposit address of a deleted user", async () => {
  const { client, deposit } = await depositor("20");
  const [rich] = await withdrawingPeople(scope.app, 1, "100");
  const paid = async () => {
    const { status, body } = await withdraw(rich!, { amount: "20", address: deposit.payAddress });
    return [status, body.code];
  };
  expect(await paid()).toEqual([400, "address_invalid"]);
  await remove(client);
  expect(await paid()).toEqual([400, "address_invalid"]);
});

describe("money that the provider sends back after its credit", () => {
  const ACCOUNTS = ["custody:nowpayments", "house:adjustments", "house:fees"];
  const books = (custody: number, adjustments: number, fees = 0) => ({
    "custody:nowpayments": custody,
    "house:adjustments": adjustments,
    "house:fees": fees,
  });
  const moved = (work: () => Promise<unknown>) => changesOf(ACCOUNTS, work);
  const houseFunds = async () =>
    (await query("select sum(funds)::text as funds from house_stripes"))[0].funds;
  const adjust = async ({ user }: Person, amount: string) =>
    expect(
      (await boss.post(`/api/admin/users/${user.id}/adjust-balance`, { amount, note: "sent back" })).status,
    ).toBe(200);

  it.each([
    ["a callback", (paymentId: string) => tell(paymentId, { duplicates: 3, parallel: 3 })],
    ["the daily comparison", () => compare()],
  ])("leaves nothing in custody, and the house gets it back from the user: %s", async (_what, hear) => {
    const funds = await houseFunds();
    const whole = await moved(async () => {
      const { client, paymentId, balance } = await credited();
      fake.pay(paymentId, { amount: "0", state: "refunded" });
      expect(await moved(() => hear(paymentId))).toEqual(books(49.75, -50, 0.25));
      for (const again of [() => tell(paymentId), compare]) expect(await moved(again)).toEqual(books(0, 0));
      expect((await item(paymentId))!.reason).toBe("refunded_after_credit");
      await adjust(client, "-50");
      expect(await balance()).toBe("0.00000000");
    });
    expect(whole).toEqual(books(0, 0));
    expect(await houseFunds()).toBe(funds);
  });

  it("is advanced each time it goes, with further parts, and repaid when it comes back", async () => {
    const { paymentId } = await credited();
    const child = fake.repeat(paymentId, "30", { outcome: "30" });
    await tell(child);
    await decide(child, "credit", { amount: "30" });
    fake.pay(paymentId, { amount: "80", outcome: "80" });
    await tell(paymentId);
    await decide(paymentId, "credit", { amount: "30" });
    for (const [id, amount] of [
      [paymentId, 80],
      [child, 30],
      [paymentId, 80],
    ] as const) {
      await pass(1);
      fake.setState(id, "refunded");
      expect(await moved(() => tell(id, { duplicates: 2 }))).toEqual(books(amount, -amount));
      await pass(1);
      fake.setState(id, "finished");
      expect(await moved(() => tell(id, { duplicates: 2 }))).toEqual(books(-amount, amount));
    }
  });

  it("is advanced in part if the provider says that less is there", async () => {
    const { paymentId } = await credited();
    fake.pay(paymentId, { amount: "20", outcome: "19.75" });
    expect(await moved(() => tell(paymentId))).toEqual(books(30, -30));
    expect(await item(paymentId)).toMatchObject({ reason: "refunded_after_credit", amount: "0" });
    await pass(1);
    fake.pay(paymentId, { amount: "50", outcome: "49.75" });
    expect(await moved(() => tell(paymentId))).toEqual(books(-30, 30));
    expect(await item(paymentId)).toMatchObject({ reason: "money_returned" });
  });

  it("is advanced at once if more of it is credited after it went", async () => {
    const { paymentId } = await credited();
    fake.pay(paymentId, { amount: "80", outcome: "80", state: "refunded" });
    await tell(paymentId);
    expect(await moved(() => decide(paymentId, "credit", { amount: "30" }))).toEqual(books(0, -30));
    expect(await moved(compare)).toEqual(books(0, 0));
  });

  it("is advanced for a closed account too, as far as it was not on trust", async () => {
    const { deposit, client, paymentId } = await depositor("50");
    expect(
      (await boss.post(`/api/admin/deposits/${deposit.id}/approve`, { note: "she called" })).status,
    ).toBe(200);
    fake.pay(paymentId, { amount: "20", outcome: "20", state: "partially_paid" });
    await tell(paymentId);
    await remove(client);
    fake.setState(paymentId, "refunded");
    expect(await moved(() => tell(paymentId))).toEqual(books(20, -20));
    expect(await moved(compare)).toEqual(books(0, 0));
    fake.pay(paymentId, { amount: "50", outcome: "50" });
    expect(await moved(compare)).toEqual(books(-50, 50));
  });

  it.each([
    ["a callback", (paymentId: string) => tell(paymentId, { duplicates: 3, parallel: 3 })],
    ["the daily comparison", () => compare()],
  ])("is repaid by %s after money that was set aside was credited in two parts", async (_what, hear) => {
    const { paymentId } = await depositor("50");
    const stranger = fake.repeat(paymentId, "10", { outcome: "10" });
    Object.assign(
      fake.payments().find(({ id }) => id === stranger)!,
      { orderId: "another-shop-17", parentId: null },
    );
    await tell(stranger);
    await decide(stranger, "credit", { amount: "10", to: UNCLAIMED });
    await pass(1);
    fake.setState(stranger, "refunded");
    expect(await moved(() => tell(stranger))).toEqual(books(10, -10));
    await decide(stranger, "dismiss");
    const owner = await person();
    const claims = await moved(async () => {
      await decide(stranger, "credit", { amount: "4", to: owner.user.id });
      await decide(stranger, "credit", { amount: "6" });
    });
    expect(claims).toEqual(books(0, 0));
    for (const again of [() => tell(stranger), compare]) expect(await moved(again)).toEqual(books(0, 0));
    expect(await owner.balance()).toBe("10.00000000");
    await pass(1);
    fake.setState(stranger, "finished");
    expect(await moved(() => hear(stranger))).toEqual(books(-10, 10));
    for (const again of [() => tell(stranger), compare]) expect(await moved(again)).toEqual(books(0, 0));
  });

  it("is repaid for a closed account even after a later credit to another user", async () => {
    const { deposit, client, paymentId } = await depositor("50");
    expect(
      (await boss.post(`/api/admin/deposits/${deposit.id}/approve`, { note: "she called" })).status,
    ).toBe(200);
    await remove(client);
    fake.pay(paymentId, { amount: "80", outcome: "80", state: "failed" });
    await tell(paymentId);
    const heir = await person();
    await decide(paymentId, "credit", { amount: "30", to: heir.user.id });
    fake.setState(paymentId, "finished");
    expect(await moved(() => tell(paymentId, { duplicates: 2 }))).toEqual(books(-50, 50));
    expect(await moved(compare)).toEqual(books(0, 0));
  });

  it("stays in custody while the provider only says that the payment failed", async () => {
    const { paymentId } = await credited();
    fake.setState(paymentId, "failed");
    expect(await moved(() => tell(paymentId))).toEqual(books(0, 0));
    expect((await item(paymentId))!.reason).toBe("refunded_after_credit");
  });

  it("is advanced even if the house cannot cover it, and the house then gives nothing more", async () => {
    const { client, paymentId } = await credited("2000");
    fake.setState(paymentId, "refunded");
    await tell(paymentId);
    expect(Number(await houseFunds())).toBeLessThan(0);
    const { deposit } = await depositor("50");
    const approve = () => boss.post(`/api/admin/deposits/${deposit.id}/approve`, { note: "she called" });
    expect((await approve()).body.code).toBe("house_funds_insufficient");
    await adjust(client, "-2000");
    expect((await approve()).status).toBe(200);
  });
});
