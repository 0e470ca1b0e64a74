import { describe, expect, it } from "vitest";
import { startPayouts } from "../../../testing/payouts.ts";
import { someAddress, withdraw, withdrawingPeople } from "../../../testing/withdrawals.ts";
import { applyPayout } from "./apply-payout.ts";

const payouts = await startPayouts();
const { fake, scope, approved, decide, find, itemOf, later, pass, stateOf } = payouts;
const MINUTE = 60;

async function failedPayout() {
  const { id, client } = await approved();
  await pass(2);
  const payout = fake.payoutFor(id)!;
  fake.payoutState(payout.id, "FAILED", { error: "not enough energy" });
  await pass(8);
  return { id, client, payout };
}

describe("a payout that failed", () => {
  it("stays in processing and is listed, and completes by itself when it is sent after all", async () => {
    const { id, client, payout } = await failedPayout();
    expect(await stateOf(id)).toEqual(["processing", "payout_failed"]);
    expect((await itemOf(id))!.details["error"]).toBe("not enough energy");
    expect(await client.balance()).toBe("900.00000000");
    const item = (await itemOf(id))!.id;
    const dismissed = await payouts.admin.post(`/api/admin/attention/${item}/dismiss`, { note: "no" });
    expect([dismissed.status, dismissed.body.code]).toEqual([409, "attention_of_withdrawal"]);
    fake.payoutState(payout.id, "FINISHED", { hash: "12".repeat(32) });
    await later(MINUTE);
    expect(await stateOf(id)).toEqual(["completed", null]);
    const hash = "12".repeat(32);
    expect(await itemOf(id)).toMatchObject({
      resolvedBy: null,
      resolvedByEmail: null,
      transactionHash: hash,
    });
    expect(await client.balance()).toBe("900.00000000");
  });

  it("returns the amount once when marked as failed, and is listed if sent later", async () => {
    const { id, client, payout } = await failedPayout();
    expect((await decide(id, "mark-failed", { note: " " })).body.code).toBe("note_required");
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => decide(id, "mark-failed", { note: "never left" })),
    );
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(["200", "409", "409", "409"]);
    expect(await client.balance()).toBe("1000.00000000");
    expect(await itemOf(id)).toMatchObject({ resolution: "marked failed", note: "never left" });
    const { rows } = await scope.app.database.query(
      "select actor, note from ledger_transactions where reference = $1 and kind = 'withdrawal_returned'",
      [id],
    );
    expect(rows).toEqual([{ actor: payouts.admin.user.id, note: "never left" }]);

    fake.payoutState(payout.id, "FINISHED", { hash: "34".repeat(32) });
    await fake.sendCallbacks(scope.app.url, { ids: [payout.id], duplicates: 5, parallel: 5 });
    await pass(1);
    expect(await stateOf(id)).toEqual(["failed", "paid_after_refund"]);
    expect(await client.balance()).toBe("1000.00000000");
    // The provider no longer has the money, and the house bears that until an adjustment takes it from the balance.
    const entries = await scope.app.database.query(
      `select e.account, e.amount from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
       where t.reference = $1 and t.kind = 'credited_on_trust' order by e.line`,
      [id],
    );
    expect(entries.rows).toEqual([
      { account: "house:adjustments", amount: "-92.00000000" },
      { account: "custody:nowpayments", amount: "92.00000000" },
    ]);
    const item = (await itemOf(id))!;
    expect(item).toMatchObject({ resolvedAt: null, reason: "paid_after_refund" });
    await payouts.admin.post(`/api/admin/attention/${item.id}/dismiss`, { note: "written off" });
    await fake.sendCallbacks(scope.app.url, { ids: [payout.id] });
    await pass(1);
    expect(await itemOf(id)).toMatchObject({ resolution: "dismissed" });
  });

  it("returns the amount at most once if the provider sends it at that moment", async () => {
    const guest = await scope.start({ environment: fake.environment() });
    for (let round = 0; round < 6; round += 1) {
      const { id, client, payout } = await failedPayout();
      fake.payoutState(payout.id, "FINISHED");
      const url = round % 2 === 0 ? guest.url : scope.app.url;
      const [marked] = await Promise.all([
        decide(id, "mark-failed", { note: "never left" }),
        fake.sendCallbacks(url, { ids: [payout.id], duplicates: 4, parallel: 4 }),
      ]);
      await scope.settled();
      await pass(1);
      const wasFirst = marked.status === 200;
      expect(await stateOf(id)).toEqual(wasFirst ? ["failed", "paid_after_refund"] : ["completed", null]);
      expect(await client.balance()).toBe(wasFirst ? "1000.00000000" : "900.00000000");
    }
  });

  it("is decided by the first of two administrators who disagree", async () => {
    for (let round = 0; round < 3; round += 1) {
      const { id, client } = await failedPayout();
      const answers = await Promise.all([
        decide(id, "mark-paid", { transactionId: "56".repeat(32) }),
        decide(id, "mark-failed", { note: "never left" }),
      ]);
      expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(["200", "409"]);
      const returned = (await find(id)).status === "failed";
      expect(await client.balance()).toBe(returned ? "1000.00000000" : "900.00000000");
    }
  });
});

describe("a payout that we did not request", () => {
  it("is ignored without our id, and listed if it names a withdrawal that is gone", async () => {
    const { id, client } = await approved();
    await pass(2);
    const payout = fake.payoutFor(id)!;
    const [named, other] = [
      { ...payout, id: "77001" },
      { ...payout, id: "77002", externalId: null },
    ];
    const second = { ...payout, id: "77003", state: "FINISHED" };
    fake.payoutState(payout.id, "FINISHED");
    const gone = "0199a3f0-0000-7000-8000-00000000000a";
    const world = {
      database: scope.app.database,
      clock: scope.app.clock,
      log: { warn() {} },
      provider: { name: "nowpayments" },
    } as never;
    const unnamed = { amount: undefined, address: undefined, asset: undefined, transactionHash: undefined };
    const facts = { ...unnamed, batchId: undefined, details: { status: "finished" } };
    for (let time = 0; time < 2; time += 1) {
      const state = "finished" as const;
      await applyPayout(world, { ...facts, state, payoutId: named.id, externalId: gone });
      await applyPayout(world, { ...facts, state, payoutId: other.id, externalId: undefined });
      await applyPayout(world, { ...facts, state, payoutId: second.id, externalId: id });
    }
    const { rows } = await scope.app.database.query(
      "select key, reason from attention_items where key like 'payout/nowpayments/7700%' order by key",
    );
    expect(rows).toEqual([
      { key: "payout/nowpayments/77001", reason: "account_closed" },
      { key: "payout/nowpayments/77003", reason: "payout_unexpected" },
    ]);
    await pass(6);
    expect(await stateOf(id)).toEqual(["completed", null]);
    expect(await client.balance()).toBe("900.00000000");
  });
});

it("does not release a payout once there is a second one for its withdrawal", async () => {
  fake.fail("verifyPayout", "500");
  const { id } = await approved();
  await pass(3);
  const { database, clock } = scope.app;
  const world = { database, clock, log: { warn() {} }, provider: { name: "nowpayments" } } as never;
  await applyPayout(world, {
    payoutId: "78001",
    batchId: undefined,
    externalId: id,
    amount: undefined,
    address: undefined,
    asset: undefined,
    state: "finished",
    transactionHash: undefined,
    details: {},
  });
  const tries = fake.calls.verifyPayout;
  for (const minutes of [1, 5, 30]) await later(minutes * MINUTE);
  expect(fake.calls.verifyPayout).toBe(tries);
  expect(await stateOf(id)).toEqual(["processing", "payout_unverified"]);
  await decide(id, "mark-failed", { note: "the second one paid it" });
});

describe("the address of a withdrawal", () => {
  it("is refused at once if the provider cannot pay to it", async () => {
    const [client] = await withdrawingPeople(scope.app, 1, "1000");
    const address = someAddress();
    fake.refuseAddress(address);
    const { status, body } = await withdraw(client!, { address });
    expect([status, body.code, body.field]).toEqual([400, "address_invalid", "address"]);
  });

  it("is accepted if the provider does not answer, and checked again before it is paid", async () => {
    fake.fail("validateAddress", "500");
    const address = someAddress();
    const { id } = await approved({ address });
    fake.refuseAddress(address);
    await pass(2);
    expect(await stateOf(id)).toEqual(["processing", "address_refused"]);
    expect(fake.payoutFor(id)).toBeUndefined();
    await decide(id, "mark-failed", { note: "the provider cannot pay there" });
  });

  it("is checked until the provider answers, and after an hour goes to the attention list unpaid", async () => {
    const address = someAddress();
    const { id } = await approved({ address });
    fake.fail("validateAddress", "500", 3);
    await pass(12);
    expect(fake.payoutFor(id)).toBeUndefined();
    await pass(10);
    expect(fake.payoutFor(id)).toBeDefined();

    const late = await approved();
    fake.fail("validateAddress", "500", 1_000);
    await later(30 * MINUTE);
    expect(await stateOf(late.id)).toEqual(["processing", null]);
    await later(31 * MINUTE);
    expect(await stateOf(late.id)).toEqual(["processing", "payout_refused"]);
    fake.clearFaults();
    await later(3_600);
    expect(fake.payoutFor(late.id)).toBeUndefined();
  });
});

it("lists withdrawals of a provider that is no longer in use", async () => {
  const [client] = await withdrawingPeople(scope.app, 1, "1000");
  const { body } = await withdraw(client!);
  await scope.app.database.query("update withdrawal_transactions set provider = 'sandbox' where id = $1", [
    body.id,
  ]);
  await decide(body.id, "approve");
  await pass(2);
  expect(await stateOf(body.id)).toEqual(["processing", "payout_refused"]);
});

it("releases many payouts approved at once, although the provider takes each one-time code once", async () => {
  fake.takeCodesOnce();
  const people = await withdrawingPeople(scope.app, 14, "100");
  const ids = await Promise.all(people.map(async (one) => (await withdraw(one)).body.id as string));
  await Promise.all(ids.map((id) => decide(id, "approve")));
  await pass(4);
  const released = () => ids.filter((id) => fake.payoutFor(id)!.state === "PROCESSING").length;
  expect(released()).toBeLessThan(3);
  for (let passed = 0; passed < 30 * MINUTE; passed += 30) await later(27);
  expect(released()).toBe(ids.length);
});
