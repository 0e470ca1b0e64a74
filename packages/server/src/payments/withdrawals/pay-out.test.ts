import { describe, expect, it } from "vitest";
import { startPayouts } from "../../../testing/payouts.ts";
import { someAddress, withdraw, withdrawingPeople } from "../../../testing/withdrawals.ts";
import { ProviderBusyError } from "../provider.ts";
import { takeStep } from "./pay-out.ts";
import { lockPayout, openPayout } from "./payout.ts";

const payouts = await startPayouts();
const { fake, scope, approved, decide, find, itemOf, later, pass, stateOf } = payouts;
const MINUTE = 60;
const OTHER = someAddress();

describe("a withdrawal code", () => {
  it("that is wrong or locked costs no call to the provider", async () => {
    const [client] = await withdrawingPeople(scope.app, 1, "1000");
    const before = fake.calls.validateAddress;
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await withdraw(client!, { withdrawalCode: "99999" })).body.code).toBe("withdrawal_code_wrong");
    }
    expect((await withdraw(client!)).body.code).toBe("withdrawal_code_locked");
    expect(fake.calls.validateAddress).toBe(before);
    await later(15 * MINUTE);
    expect((await withdraw(client!)).status).toBe(201);
    expect(fake.calls.validateAddress).toBe(before + 1);
  });
});

it("a withdrawal below the provider's smallest payout is refused with the least amount, and no money is held", async () => {
  const [client] = await withdrawingPeople(scope.app, 1, "1000");
  fake.terms.minimumPayout = "27.615";
  await later(10 * MINUTE);
  const english = { "accept-language": "en" };
  const { status, body } = await withdraw(client!, { amount: "30.01" }, english);
  expect([status, body.code, body.field]).toEqual([400, "withdrawal_provider_minimum", "amount"]);
  expect(body.message).toContain("30.02 USDMS");
  expect(await client!.balance()).toBe("1000.00000000");
  expect((await withdraw(client!, { amount: "30.02" })).status).toBe(201);
  // While it does not say, nothing is refused.
  fake.fail("minPayout", "500");
  await later(10 * MINUTE);
  expect((await withdraw(client!, { amount: "15" })).status).toBe(201);
  fake.terms.minimumPayout = "5";
});

describe("a payout", () => {
  it("is requested, released with the one-time code and read, and completes the withdrawal", async () => {
    const address = someAddress();
    const { id, client } = await approved({ amount: "100.55", address });
    await pass(1);
    const payout = fake.payoutFor(id)!;
    expect(payout).toMatchObject({ address, amount: "92.506", externalId: id, state: "CREATING" });
    await pass(1);
    expect(payout.state).toBe("PROCESSING");
    await pass(10);
    expect(await stateOf(id)).toEqual(["processing", null]);
    fake.payoutState(payout.id, "FINISHED", { hash: "cd".repeat(32) });
    await pass(6);
    expect(await find(id)).toMatchObject({
      status: "completed",
      transactionHash: "cd".repeat(32),
      sandbox: false,
      attention: null,
    });
    expect(await client.balance()).toBe("899.45000000");
    const { rows } = await scope.app.database.query(
      `select e.account, e.amount from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
       where t.reference = $1 and t.kind = 'withdrawal_completed' order by e.line`,
      [id],
    );
    expect(rows).toEqual([
      { account: "payouts:held", amount: "-100.55000000" },
      { account: "custody:nowpayments", amount: "92.50600000" },
      { account: "house:fees", amount: "8.04400000" },
    ]);
    expect(await itemOf(id)).toBeUndefined();
  });

  it("completes at once when the provider calls", async () => {
    const { id } = await approved();
    await pass(2);
    const payout = fake.payoutFor(id)!;
    await later(20 * MINUTE);
    fake.payoutState(payout.id, "finished", { hash: "ab".repeat(32) });
    await fake.sendCallbacks(scope.app.url, { ids: [payout.id] });
    await scope.settled();
    await pass(1);
    expect(await stateOf(id)).toEqual(["completed", null]);
  });

  it("is read less and less often, but still after days", async () => {
    const { id } = await approved();
    await pass(3);
    const before = fake.calls.readPayout;
    await pass(60);
    const inTheFirstMinute = fake.calls.readPayout - before;
    expect(inTheFirstMinute).toBeGreaterThan(8);
    expect(inTheFirstMinute).toBeLessThan(14);
    for (let hour = 0; hour < 6; hour += 1) await later(3_600);
    expect(fake.calls.readPayout - before - inTheFirstMinute).toBeLessThan(10);
    await later(3 * 24 * 3_600);
    fake.payoutState(fake.payoutFor(id)!.id, "FINISHED");
    await later(3_600);
    expect((await find(id)).status).toBe("completed");
  });

  it("is listed after a day without a final state", async () => {
    const { id } = await approved();
    await pass(3);
    fake.payoutState(fake.payoutFor(id)!.id, "SENDING");
    await later(23 * 3_600);
    expect(await stateOf(id)).toEqual(["processing", null]);
    await later(2 * 3_600);
    expect(await stateOf(id)).toEqual(["processing", "payout_late"]);
    expect((await itemOf(id))!.details["status"]).toMatch(/^sending$/i);
    fake.payoutState(fake.payoutFor(id)!.id, "FINISHED");
    await later(3_600);
    expect(await stateOf(id)).toEqual(["completed", null]);
    expect((await itemOf(id))!.resolution).toBe("paid by the provider");
  });
});

it("a payout in a state that nobody knows is listed after minutes, and its item closes when it is finished", async () => {
  const { id } = await approved();
  await pass(3);
  const payout = fake.payoutFor(id)!;
  fake.payoutState(payout.id, "ON_HOLD");
  await pass(6);
  await later(5 * MINUTE);
  expect(await stateOf(id)).toEqual(["processing", null]);
  await later(6 * MINUTE);
  expect(await stateOf(id)).toEqual(["processing", "payout_unknown_state"]);
  expect((await itemOf(id))!.details["status"]).toMatch(/^on_hold$/i);
  fake.payoutState(payout.id, "SENDING");
  await later(2 * MINUTE);
  fake.payoutState(payout.id, "FINISHED");
  await later(2 * MINUTE);
  expect(await stateOf(id)).toEqual(["completed", null]);
  expect((await itemOf(id))!.resolution).toBe("paid by the provider");
  // What is final may still change.
  fake.payoutState(payout.id, "CANCELLED");
  await later(24 * 3_600);
  expect(await stateOf(id)).toEqual(["completed", "payout_undone"]);
});

describe("an answer about a payout that differs from what was asked for", () => {
  it.each([
    ["amount", { amount: "80" }, { asked_amount: "92.00000000", amount: "80" }],
    ["address", { address: OTHER }, { asked_address: expect.any(String), address: OTHER }],
    ["withdrawal", { externalId: "another" }, { asked_external_id: expect.any(String) }],
  ])(
    "completes nothing if it names another %s, and an administrator decides",
    async (_, changes, details) => {
      const { id, client } = await approved();
      await pass(3);
      const payout = Object.assign(fake.payoutFor(id)!, changes);
      fake.payoutState(payout.id, "FINISHED", { hash: "cd".repeat(32) });
      await fake.sendCallbacks(scope.app.url, { ids: [payout.id], duplicates: 3, parallel: 3 });
      await pass(6);
      expect(await stateOf(id)).toEqual(["processing", "payout_differs"]);
      expect((await itemOf(id))!.details).toMatchObject({ payout_id: payout.id, ...details });
      const { body } = await decide(id, "mark-paid", { transactionId: "cd".repeat(32) });
      expect(body.status).toBe("completed");
      await later(24 * 3_600);
      expect(await itemOf(id)).toMatchObject({ reason: "payout_differs", resolution: "marked paid" });
      expect(await client.balance()).toBe("900.00000000");
    },
  );

  it("is an item about a completed withdrawal too, and nothing is advanced because of it", async () => {
    const [paid, returned] = [await approved(), await approved()];
    await pass(3);
    const [sent, late] = [fake.payoutFor(paid.id)!, fake.payoutFor(returned.id)!];
    fake.payoutState(sent.id, "FINISHED");
    fake.payoutState(late.id, "FAILED");
    await pass(6);
    await decide(returned.id, "mark-failed", { note: "never left" });
    sent.amount = "9.2";
    late.amount = "9.2";
    fake.payoutState(late.id, "FINISHED");
    await later(24 * 3_600);
    expect(await stateOf(paid.id)).toEqual(["completed", "payout_differs"]);
    expect(await stateOf(returned.id)).toEqual(["failed", "paid_after_refund"]);
    expect((await itemOf(returned.id))!.details).toMatchObject({
      asked_amount: "92.00000000",
      amount: "9.2",
    });
    const { rows } = await scope.app.database.query(
      "select from ledger_transactions where kind = 'credited_on_trust' and reference = any ($1::uuid[])",
      [[paid.id, returned.id]],
    );
    expect(rows).toEqual([]);
  });
});

/** Makes a payout that the provider has but we do not know, with its withdrawal on the attention list. */
async function withLostAnswer() {
  fake.fail("createPayout", "lostAnswer");
  const { id } = await approved();
  await pass(2);
  expect(await stateOf(id)).toEqual(["processing", "payout_unknown"]);
  return { id, payout: fake.payoutFor(id)! };
}

describe("requesting a payout", () => {
  it("happens once for each withdrawal, even if many are due on two servers", async () => {
    const guest = await scope.start({ environment: fake.environment() });
    const people = await withdrawingPeople(scope.app, 16, "100");
    const ids = await Promise.all(people.map(async (one) => (await withdraw(one)).body.id as string));
    await Promise.all(ids.map((id) => decide(id, "approve")));
    await pass(4);
    const made = fake.payouts().filter(({ externalId }) => ids.includes(externalId!));
    expect(made.map(({ externalId }) => externalId!).toSorted()).toEqual(ids.toSorted());
    expect(made.every(({ state }) => state === "PROCESSING")).toBe(true);

    for (const { id } of made) fake.payoutState(id, "FINISHED", { hash: "ef".repeat(32) });
    let seed = 1;
    const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
    const sending = {
      ids: made.map(({ id }) => id),
      duplicates: 10,
      shuffle: random,
      parallel: 8,
      forged: 2,
    };
    const deliveries = await Promise.all([
      fake.sendCallbacks(scope.app.url, sending),
      fake.sendCallbacks(guest.url, sending),
    ]);
    // Wrong signatures have a limit by address.
    for (const { forged, status } of deliveries.flat()) expect(forged ? [401, 429] : [200]).toContain(status);
    await scope.settled();
    await pass(8);
    for (const person of people) {
      expect((await person.get("/api/withdrawals")).body).toMatchObject([{ status: "completed" }]);
    }
  });

  it("happens once even if several processes hold the withdrawal", async () => {
    const made: string[] = [];
    const provider = {
      name: "nowpayments",
      acceptsAddress: async () => true,
      createPayout: async ({ id }: { id: string }) => {
        made.push(id);
        return { batchId: `b-${id}`, payoutId: `p-${id}` };
      },
    };
    const { database, clock } = scope.app;
    const world = { database, clock, log: { warn() {} }, provider } as never;
    for (let round = 0; round < 5; round += 1) {
      const { id } = await approved();
      const payout = (await lockPayout(database, id))!;
      await Promise.all(Array.from({ length: 8 }, () => takeStep(world, payout)));
      expect(made.filter((one) => one === id)).toEqual([id]);
      expect(await stateOf(id)).toEqual(["processing", null]);
      // The fake has never received the request.
      await database.query("update payouts set next_poll_at = null where withdrawal_id = $1", [id]);
    }
  });

  it("is put off without an item while the provider has no room for it", async () => {
    const { database, clock } = scope.app;
    const { id } = await approved();
    const provider = {
      name: "nowpayments",
      acceptsAddress: async () => true,
      createPayout: async () => {
        throw new ProviderBusyError(new Date(clock.nowMs() + 90_000), "too many requests");
      },
    };
    const payout = (await lockPayout(database, id))!;
    await takeStep({ database, clock, log: { warn() {} }, provider } as never, payout);
    expect(await stateOf(id)).toEqual(["processing", null]);
    await pass(60);
    expect(fake.payoutFor(id)).toBeUndefined();
    await pass(35);
    expect(fake.payoutFor(id)).toMatchObject({ externalId: id, state: "PROCESSING" });
  });

  it("that is refused leaves the withdrawal to an administrator, who pays by hand", async () => {
    const made = fake.effects.payoutsCreated;
    fake.fail("createPayout", {
      refuse: "BAD_CREATE_WITHDRAWAL_REQUEST",
      status: 400,
      message: "not listed",
    });
    const { id, client } = await approved();
    await pass(2);
    expect(await stateOf(id)).toEqual(["processing", "payout_refused"]);
    expect(await itemOf(id)).toMatchObject({
      kind: "payout",
      provider: "nowpayments",
      userId: client.user.id,
      amount: "92",
      details: { code: "BAD_CREATE_WITHDRAWAL_REQUEST", error: "not listed" },
    });
    await later(3_600);
    expect(fake.effects.payoutsCreated).toBe(made);
    const transactionId = ` ${"0A".repeat(32)} `;
    const { status, body } = await decide(id, "mark-paid", { transactionId });
    expect([status, body]).toMatchObject([
      200,
      { status: "completed", transactionHash: "0a".repeat(32), attention: null },
    ]);
    expect(await itemOf(id)).toMatchObject({ resolution: "marked paid" });
    expect((await decide(id, "mark-paid", { transactionId })).body.code).toBe("withdrawal_not_processing");
    const { rows } = await scope.app.database.query(
      "select actor from ledger_transactions where reference = $1 and kind = 'withdrawal_completed'",
      [id],
    );
    expect(rows).toEqual([{ actor: payouts.admin.user.id }]);
  });

  it("needs an administrator if there are no credentials for payouts", async () => {
    const connection = await scope.clone();
    const guest = await scope.start({ connection, environment: fake.environment({ payouts: false }) });
    const [client] = await withdrawingPeople(guest, 1, "100");
    await withdraw(client!);
    await guest.database.query("update withdrawal_transactions set status = 'processing'");
    const { rows: made } = await guest.database.query<{ id: string }>(
      "select id from withdrawal_transactions",
    );
    await openPayout(guest.database, made[0]!.id);
    await pass(2);
    const { rows } = await guest.database.query(
      "select reason, details->>'code' as code from attention_items",
    );
    expect(rows).toEqual([{ reason: "payout_refused", code: "payouts_not_configured" }]);
  });

  it("makes one payout if the answer is lost, and the administrator decides whether it is released", async () => {
    const made = fake.effects.payoutsCreated;
    const { id, payout } = await withLostAnswer();
    await later(5 * MINUTE);
    expect(fake.effects.payoutsCreated).toBe(made + 1);
    const tries = fake.calls.verifyPayout;
    await fake.sendCallbacks(scope.app.url, { ids: [payout.id], duplicates: 3, parallel: 3 });
    await scope.settled();
    expect(await stateOf(id)).toEqual(["processing", "payout_unverified"]);
    expect(await itemOf(id)).toMatchObject({ resolvedAt: null, details: { payout_id: payout.id } });
    await pass(5);
    for (const minutes of [1, 10, 30]) await later(minutes * MINUTE);
    expect(payout.state).toBe("CREATING");
    expect(fake.calls.verifyPayout).toBe(tries);

    fake.payoutState(payout.id, "FINISHED");
    await later(10 * MINUTE);
    expect(await stateOf(id)).toEqual(["completed", null]);
    expect(await itemOf(id)).toMatchObject({ resolution: "paid by the provider" });
    expect(fake.effects.payoutsCreated).toBe(made + 1);
  });

  it("leaves the payout to be marked as paid if a callback replaces the lost answer", async () => {
    const { id, payout } = await withLostAnswer();
    await later(6 * MINUTE);
    await fake.sendCallbacks(scope.app.url, { ids: [payout.id] });
    await pass(5);
    const { status, body } = await decide(id, "mark-paid", { transactionId: "ab".repeat(32) });
    expect([status, body.status]).toEqual([200, "completed"]);
    await later(6 * MINUTE);
    expect(payout.state).toBe("CREATING");
  });

  it("does not release a payout whose answer comes after it was put on the attention list", async () => {
    const { database, clock } = scope.app;
    const { id } = await approved();
    const provider = {
      name: "nowpayments",
      acceptsAddress: async () => true,
      async createPayout() {
        await later(5 * MINUTE);
        expect(await stateOf(id)).toEqual(["processing", "payout_unknown"]);
        return { batchId: "late-batch", payoutId: `late-${id}` };
      },
    };
    const payout = (await lockPayout(database, id))!;
    const tries = fake.calls.verifyPayout;
    await takeStep({ database, clock, log: { warn() {} }, provider } as never, payout);
    expect(await stateOf(id)).toEqual(["processing", "payout_unverified"]);
    expect(await itemOf(id)).toMatchObject({ details: { payout_id: `late-${id}`, batch_id: "late-batch" } });
    for (const minutes of [1, 10]) await later(minutes * MINUTE);
    expect(fake.calls.verifyPayout).toBe(tries);
    await decide(id, "mark-failed", { note: "the fake never heard of it" });
  });

  it("does not release a payout that is found late: it may have been paid by hand", async () => {
    fake.fail("createPayout", "lostAnswer");
    const { id } = await approved();
    await pass(2);
    await later(40 * MINUTE);
    const payout = fake.payoutFor(id)!;
    const tries = fake.calls.verifyPayout;
    await fake.sendCallbacks(scope.app.url, { ids: [payout.id] });
    await pass(3);
    expect(await stateOf(id)).toEqual(["processing", "payout_unverified"]);
    expect(fake.calls.verifyPayout).toBe(tries);
    await decide(id, "mark-failed", { note: "released nowhere" });
  });

  it("is never repeated after the server died over it, and goes to the attention list", async () => {
    const { id } = await approved();
    const made = fake.effects.payoutsCreated;
    // This is the state after a process was killed between committing the step and calling the provider.
    await scope.app.database.query(
      `update payouts set step = 'asked', since = $2,
         next_poll_at = $2::timestamptz + interval '4 minutes' where withdrawal_id = $1`,
      [id, new Date(scope.app.clock.nowMs())],
    );
    await pass(3);
    expect(await stateOf(id)).toEqual(["processing", null]);
    await later(4 * MINUTE);
    expect(await stateOf(id)).toEqual(["processing", "payout_unknown"]);
    await later(3_600);
    expect(fake.effects.payoutsCreated).toBe(made);
    const { body } = await decide(id, "mark-failed", { note: "the provider has no such payout" });
    expect(body).toMatchObject({ status: "failed", failureReason: "payout_failed", attention: null });
  });
});

describe("releasing a payout", () => {
  const refusal = {
    refuse: "BAD_CREATE_WITHDRAWAL_REQUEST",
    status: 400,
    message: "Incorrect code",
  } as const;

  it("is tried again with a new one-time code", async () => {
    fake.fail("verifyPayout", refusal);
    fake.fail("verifyPayout", "500");
    const { id } = await approved();
    await pass(29);
    const payout = fake.payoutFor(id)!;
    expect(payout.state).toBe("CREATING");
    await pass(4);
    expect(payout.state).toBe("CREATING");
    await later(90);
    expect(payout.state).toBe("PROCESSING");
    expect(await stateOf(id)).toEqual(["processing", null]);
    fake.clearFaults();
  });

  it("is given up after five tries, and completes once an administrator releases it with the provider", async () => {
    fake.fail("verifyPayout", refusal, 50);
    const before = fake.calls.verifyPayout;
    const { id } = await approved();
    await pass(3);
    for (let passed = 0; passed < 30 * MINUTE + 10; passed += 30) await later(27);
    expect(await stateOf(id)).toEqual(["processing", null]);
    expect(fake.calls.verifyPayout - before).toBe(5);
    await later(2 * MINUTE);
    expect(await stateOf(id)).toEqual(["processing", "payout_unverified"]);
    fake.payoutState(fake.payoutFor(id)!.id, "SENDING");
    await later(10 * MINUTE);
    fake.payoutState(fake.payoutFor(id)!.id, "FINISHED");
    await later(10 * MINUTE);
    expect(fake.calls.verifyPayout - before).toBe(5);
    expect(await stateOf(id)).toEqual(["completed", null]);
    expect((await itemOf(id))!.resolution).toBe("paid by the provider");
    fake.clearFaults();
  });

  it("stops once the payout is on the attention list, because an administrator may pay by hand", async () => {
    fake.fail("verifyPayout", refusal);
    const { id } = await approved();
    await pass(3);
    const payout = fake.payoutFor(id)!;
    fake.payoutState(payout.id, "FAILED");
    await fake.sendCallbacks(scope.app.url, { ids: [payout.id] });
    await pass(1);
    const tries = fake.calls.verifyPayout;
    for (const minutes of [1, 5, 10]) await later(minutes * MINUTE);
    expect(await stateOf(id)).toEqual(["processing", "payout_failed"]);
    expect(fake.calls.verifyPayout).toBe(tries);
    const { status } = await decide(id, "mark-paid", { transactionId: "78".repeat(32) });
    expect(status).toBe(200);
  });

  it("shows the reason if the provider rejects a payout that was given up", async () => {
    fake.fail("verifyPayout", refusal, 50);
    const { id } = await approved();
    for (const minutes of [1, 5, 10, 20]) await later(minutes * MINUTE);
    expect((await stateOf(id))[1]).toBe("payout_unverified");
    for (let hour = 0; hour < 3; hour += 1) {
      await later(3_600);
      expect(await stateOf(id)).toEqual(["processing", "payout_failed"]);
    }
    fake.clearFaults();
  });
});
