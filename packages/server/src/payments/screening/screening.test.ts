import { UNCLAIMED } from "@veritick/contract/schemas/attention.ts";
import type { AdminDeposit, AdminWithdrawal } from "@veritick/contract/schemas/admin-payments.ts";
import type { AttentionItem } from "@veritick/contract/schemas/attention.ts";
import type { AuditEntry } from "@veritick/contract/schemas/admin.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Person } from "../../../testing/people.ts";
import { startScreeningSimulator } from "../../../testing/screening-simulator.ts";
import { usePayingApp } from "../../../testing/use-paying-app.ts";
import { someAddress, withdraw, withdrawingPeople } from "../../../testing/withdrawals.ts";
import { openPayout } from "../withdrawals/payout.ts";

const simulator = await startScreeningSimulator();
const { fake, scope, admin, person, depositor, tell, pass, attentionOf } = await usePayingApp(
  simulator.environment(),
);
let [first, second]: Person[] = [];
beforeAll(async () => {
  [first, second] = [await admin(), await admin()];
});
beforeEach(() => {
  simulator.answer = "allow";
  simulator.forget();
});
afterAll(() => simulator.close());

const note = "seen by the compliance officer";
const as = (who: Person | undefined, path: string, body: object = {}) =>
  who!.post(`/api/admin/${path}`, body);

/** Finds the open item about the screening of a deposit, withdrawal or payment. */
async function itemOf(id: string): Promise<AttentionItem | undefined> {
  const { body } = await first!.get<AttentionItem[]>("/api/admin/attention");
  return body.find(
    ({ kind, depositId, withdrawalId, paymentId, resolvedAt }) =>
      kind === "screening" && [depositId, withdrawalId, paymentId].includes(id) && resolvedAt === null,
  );
}

const verdictsOf = async (id: string) =>
  (
    await scope.app.database.query<{ verdict: string; is_current: boolean }>(
      "select verdict, is_current from screening_verdicts where subject_id = $1 order by id",
      [id],
    )
  ).rows.map(({ verdict, is_current: isCurrent }) => (isCurrent ? verdict : `${verdict}, too late`));

/** Makes a deposit whose payment has arrived, and sets the service's answer about it. */
async function paid(answer: typeof simulator.answer, amount = "100") {
  const made = await depositor(amount);
  simulator.on(made.deposit.payAddress!, answer);
  fake.pay(made.paymentId, { amount });
  await tell(made.paymentId);
  await pass(1);
  return { ...made, id: made.deposit.id, address: made.deposit.payAddress! };
}

describe("a deposit", () => {
  it("is credited once the service allows exactly the arrived amount", async () => {
    const { client, deposit, paymentId, id, balance } = await paid("allow");
    expect(await balance()).toBe("100.00000000");
    expect(simulator.asked(id)).toEqual([
      {
        kind: "deposit",
        id,
        userId: client.user.id,
        amount: "100.00000000",
        currency: "USDTTRC20",
        address: deposit.payAddress,
        transactionHash: `hash-of-${paymentId}`,
        name: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    ]);
    const { body } = await first!.get<AdminDeposit[]>("/api/admin/deposits");
    expect(body.find((one) => one.id === id)).toMatchObject({
      status: "confirmed",
      beingChecked: false,
      screening: { state: "allow", amount: "100.00000000" },
    });
  });

  it("that is held shows as being checked until allowed, even if the provider calls again", async () => {
    const held = { verdict: "hold", reference: "CASE-7", reason: "A closer look" } as const;
    const { id, paymentId, now, balance, address } = await paid(held);
    await tell(paymentId, { duplicates: 3 });
    await pass(600);
    expect(await now()).toMatchObject({ status: "confirming", beingChecked: true, credited: null });
    expect(await balance()).toBe("0.00000000");
    expect(simulator.asked(id)).toHaveLength(1);
    const item = (await itemOf(id))!;
    expect(item).toMatchObject({
      reason: "screening_held",
      amount: "100",
      details: { screening_reference: "CASE-7", screening_reason: "A closer look" },
    });
    expect((await as(first, `deposits/${id}/approve`, { note })).body.code).toBe("screening_held");
    expect((await as(first, `attention/${item.id}/dismiss`, { note })).body.code).toBe(
      "attention_of_screening",
    );

    simulator.on(address, "allow");
    expect((await as(first, `attention/${item.id}/ask-again`)).status).toBe(200);
    await pass(1);
    expect(await now()).toMatchObject({ status: "confirmed", beingChecked: false });
    expect(await balance()).toBe("100.00000000");
    expect(await itemOf(id)).toBeUndefined();
    expect(await verdictsOf(id)).toEqual(["hold", "allow"]);
    expect((await as(first, `attention/${item.id}/ask-again`)).body.code).toBe("screening_not_held");
  });

  it("does not expire while it is held", async () => {
    const { id, now } = await paid("hold");
    const at = new Date(scope.app.clock.nowMs());
    await scope.app.database.query(
      "update payments set created_at = $2::timestamptz - interval '31 days', next_poll_at = $2 where id = $1",
      [id, at],
    );
    await pass(1);
    expect(await now()).toMatchObject({ status: "confirming", beingChecked: true });
    const { rows } = await scope.app.database.query(
      "select next_poll_at > $2 as polled from payments where id = $1",
      [id, at],
    );
    expect(rows).toEqual([{ polled: true }]);
  });

  it("that came late is read again, and credited if allowed before the provider confirms it again", async () => {
    const { deposit, paymentId, now, balance } = await depositor("100");
    fake.setState(paymentId, "failed");
    await tell(paymentId);
    simulator.on(deposit.payAddress!, "hold");
    fake.pay(paymentId, { amount: "100" });
    await tell(paymentId);
    // In the first second the poll of the reopened deposit may hold the row of the question, which is then asked a second later.
    for (const second of [1, 1]) await pass(second);
    expect(await now()).toMatchObject({ status: "confirming", beingChecked: true });
    fake.setState(paymentId, "confirming");
    simulator.on(deposit.payAddress!, "allow");
    await as(first, `attention/${(await itemOf(deposit.id))!.id}/ask-again`);
    await pass(1);
    expect(await now()).toMatchObject({ status: "confirming", beingChecked: false });
    fake.setState(paymentId, "finished");
    await pass(60);
    expect(await balance()).toBe("100.00000000");
  });

  it("is asked about again automatically, less and less often, while the service does not answer", async () => {
    const { id, balance, address } = await paid("500");
    expect((await itemOf(id))!.reason).toBe("screening_unreachable");
    const asked = [simulator.asked(id).length];
    for (const seconds of [29, 2, 58, 3]) {
      await pass(seconds);
      asked.push(simulator.asked(id).length);
    }
    expect(asked).toEqual([1, 1, 2, 2, 3]);
    // The service recognises the repetitions by their name.
    expect(new Set(simulator.asked(id).map(({ name }) => name)).size).toBe(1);
    simulator.on(address, "allow");
    await pass(121);
    expect(await balance()).toBe("100.00000000");
    expect(await itemOf(id)).toBeUndefined();
  });

  it("that is held for a reason with a broken character can still be listed and read", async () => {
    const { id } = await paid({ verdict: "hold", reason: "on a list \ud83d", reference: "\ude00" });
    const { details, reason } = (await itemOf(id))!;
    expect({ details, reason }).toMatchObject({
      reason: "screening_held",
      details: { screening_reason: "on a list \ufffd", screening_reference: "\ufffd" },
    });
    const { rowCount } = await scope.app.database.query(
      "select from attention_items where deposit_id = $1 and details ->> 'payout_id' is null",
      [id],
    );
    expect(rowCount).toBe(1);
  });

  it("that is held until later is asked about then and not before", async () => {
    const askAgainAt = new Date(scope.app.clock.nowMs() + 600_000).toISOString();
    const { id, balance, address } = await paid({ verdict: "hold", askAgainAt });
    simulator.on(address, "allow");
    const item = (await itemOf(id))!;
    expect((await as(first, `attention/${item.id}/ask-again`)).body.code).toBe("screening_too_early");
    await pass(500);
    expect(simulator.asked(id)).toHaveLength(1);
    await pass(101);
    expect(await balance()).toBe("100.00000000");
  });

  it("that is refused is credited only once two administrators allow it", async () => {
    const { client, id, balance } = await paid({ verdict: "refuse", reason: "On a list" });
    const item = (await itemOf(id))!;
    const override = `attention/${item.id}/override`;
    expect((await as(first, override)).body.code).toBe("note_required");
    const proposed = await as(first, override, { note });
    expect(proposed).toMatchObject({ status: 200, body: { awaiting: { action: "screening_overridden" } } });
    const proposal = `proposals/${proposed.body.awaiting.proposalId}`;
    // One administrator alone cannot allow it, even by repeating the call.
    expect((await as(first, override, { note })).body.awaiting).not.toBeNull();
    expect((await as(first, `${proposal}/agree`)).body.code).toBe("proposal_own");
    await pass(1);
    expect(await balance()).toBe("0.00000000");
    expect((await as(second, `${proposal}/agree`)).status).toBe(200);
    await pass(1);
    expect(await balance()).toBe("100.00000000");
    expect(await verdictsOf(id)).toEqual(["refuse", "overridden"]);
    const { body } = await first!.get<AuditEntry[]>(`/api/admin/audit?subject=${client.user.id}`);
    expect(body.find(({ action }) => action === "screening_overridden")).toMatchObject({
      actor: second!.user.id,
      proposedBy: first!.user.id,
      target: item.id,
      before: { screening: "refuse" },
      after: { screening: "overridden" },
      reason: note,
    });
  });

  it("that is refused can be rejected, and then stays off the list", async () => {
    const { id, now, balance } = await paid("refuse");
    expect((await as(first, `deposits/${id}/reject`, { reason: note })).status).toBe(200);
    await pass(1);
    expect(await now()).toMatchObject({ status: "failed", beingChecked: false });
    expect(await itemOf(id)).toBeUndefined();
    await pass(600);
    expect(simulator.asked(id)).toHaveLength(1);
    expect(await balance()).toBe("0.00000000");
  });

  it("is screened again if the amount changes, because a verdict covers only one amount", async () => {
    const { id, paymentId, address, balance } = await paid("hold");
    simulator.on("60.00000000", "hold");
    fake.pay(paymentId, { amount: "60" });
    simulator.on(address, "refuse");
    await tell(paymentId);
    await pass(1);
    expect(simulator.asked(id).map(({ amount }) => amount)).toEqual(["100.00000000", "60.00000000"]);
    expect((await itemOf(id))!).toMatchObject({ reason: "screening_refused", amount: "60" });
    expect(await balance()).toBe("0.00000000");
  });

  it("whose rest is refused keeps its credit, and a person decides about the rest", async () => {
    for (const decision of ["dismiss", "credit"] as const) {
      const { deposit, paymentId, now, balance } = await depositor("100");
      fake.pay(paymentId, { amount: "40" });
      await tell(paymentId);
      await pass(1);
      expect(await balance()).toBe("40.00000000");
      simulator.on(deposit.payAddress!, "refuse");
      fake.pay(paymentId, { amount: "100" });
      await tell(paymentId);
      // In the first second the poll of the payment may hold the row of the question.
      for (const second of [1, 1]) await pass(second);
      const held = (await itemOf(deposit.id))!;
      expect(held).toMatchObject({ reason: "screening_refused", amount: "100" });
      await tell(paymentId);
      await pass(20);
      const item = (await attentionOf(paymentId, first!))!;
      expect(item).toMatchObject({ reason: "more_arrived", amount: "60", resolvedAt: null });
      simulator.forget();
      const body = decision === "credit" ? { amount: "60", note } : { note };
      expect((await as(first, `attention/${item.id}/${decision}`, body)).status).toBe(200);
      await tell(paymentId);
      await pass(1);
      expect(await itemOf(deposit.id)).toBeUndefined();
      expect(await now()).toMatchObject({ status: "confirmed", credited: "40.00000000" });
      expect(await balance()).toBe(decision === "credit" ? "100.00000000" : "40.00000000");
    }
  });

  it("that an administrator approves is asked about first", async () => {
    const { deposit, balance } = await depositor("70");
    fake.setState(deposit.paymentId!, "confirming");
    simulator.on(deposit.payAddress!, "refuse");
    expect((await as(first, `deposits/${deposit.id}/approve`, { note })).body.code).toBe("screening_held");
    const other = await depositor("80");
    expect((await as(first, `deposits/${other.deposit.id}/approve`, { note })).status).toBe(200);
    expect(await balance()).toBe("0.00000000");
    expect(await other.balance()).toBe("80.00000000");
    await pass(2);
  });

  it("is neither credited nor lost if the verdict comes while its override is agreed to", async () => {
    const { id, balance, address } = await paid("hold");
    const item = (await itemOf(id))!;
    const proposed = await as(first, `attention/${item.id}/override`, { note });
    let answer = (): void => {};
    const after = new Promise<void>((resolve) => (answer = resolve));
    simulator.on(address, { after, answer: "refuse" });
    await as(first, `attention/${item.id}/ask-again`);
    scope.app.clock.advance(1);
    await expect.poll(() => simulator.asked(id).length).toBe(2);
    const agreed = await as(second, `proposals/${proposed.body.awaiting.proposalId}/agree`);
    answer();
    await scope.settled();
    await pass(1);
    expect(agreed.status).toBe(200);
    expect(await verdictsOf(id)).toEqual(["hold", "overridden", "refuse, too late"]);
    expect(await balance()).toBe("100.00000000");
  });

  it("keeps no proposal to allow it once the verdict is another", async () => {
    const { id, address, balance } = await paid("hold");
    const item = (await itemOf(id))!;
    const proposed = await as(first, `attention/${item.id}/override`, { note });
    simulator.on(address, "refuse");
    await as(first, `attention/${item.id}/ask-again`);
    await pass(1);
    const agreed = await as(second, `proposals/${proposed.body.awaiting.proposalId}/agree`);
    expect(agreed.body.code).toBe("proposal_decided");
    expect(await balance()).toBe("0.00000000");
  });
});

describe("a payment that a person credits", () => {
  it("is asked about first, and may be allowed by two", async () => {
    const { paymentId, client, balance } = await paid("allow", "50");
    const child = fake.repeat(paymentId, "20");
    await tell(child);
    const { body } = await first!.get<AttentionItem[]>("/api/admin/attention");
    const payment = body.find((item) => item.paymentId === child)!;
    simulator.on("20.00000000", "refuse");
    simulator.forget();
    simulator.answer = "refuse";
    const credit = () => as(first, `attention/${payment.id}/credit`, { amount: "20", note });
    expect((await credit()).body.code).toBe("screening_held");
    const held = (await itemOf(payment.id))!;
    const proposed = await as(first, `attention/${held.id}/override`, { note });
    await as(second, `proposals/${proposed.body.awaiting.proposalId}/agree`);
    expect((await credit()).status).toBe(200);
    expect(await balance()).toBe("70.00000000");
    expect(simulator.asked(payment.id)).toMatchObject([{ kind: "payment", userId: client.user.id }]);
    await pass(1);
    expect(await itemOf(payment.id)).toBeUndefined();
  });

  /**
   * Makes a payment whose account was deleted before its money came, with a function by which the first administrator
   * credits it.
   */
  async function ownerless(amount: string) {
    const { client, paymentId } = await depositor("100");
    await first!.call("DELETE", `/api/admin/users/${client.user.id}`, { note });
    fake.pay(paymentId, { amount });
    await tell(paymentId);
    const { id } = (await attentionOf(paymentId, first!))!;
    const credit = (part: string, to: string) =>
      as(first, `attention/${id}/credit`, { amount: part, note, to });
    return { id, credit };
  }

  it("is credited only to the user that two administrators agreed on", async () => {
    const { id, credit } = await ownerless("30");
    const [one, other] = [(await person()).user.id, (await person()).user.id];
    simulator.answer = "hold";
    expect((await credit("30", one)).body.code).toBe("screening_held");
    const held = (await itemOf(id))!;
    expect(held.userId).toBe(one);
    const proposed = await as(first, `attention/${held.id}/override`, { note });
    expect((await credit("30", other)).body.code).toBe("screening_held");
    expect(await itemOf(id)).toMatchObject({ id: held.id, userId: other, awaiting: null });
    const agreed = await as(second, `proposals/${proposed.body.awaiting.proposalId}/agree`);
    expect(agreed.body.code).toBe("proposal_decided");
    expect((await credit("30", other)).body.code).toBe("screening_held");
  });

  it("stays held if an administrator names an amount that cannot be credited", async () => {
    const { id, credit } = await ownerless("30");
    const { user } = await person();
    simulator.answer = "hold";
    expect((await credit("30", user.id)).body.code).toBe("screening_held");
    const held = (await itemOf(id))!;
    const proposed = await as(first, `attention/${held.id}/override`, { note });
    expect((await credit("30.01", user.id)).body.code).toBe("credit_too_large");
    expect(simulator.asked(id)).toHaveLength(1);
    expect((await as(second, `proposals/${proposed.body.awaiting.proposalId}/agree`)).status).toBe(200);
    expect((await credit("30", user.id)).status).toBe(200);
  });

  it("is asked about for each part of it, even if the parts are equal", async () => {
    const { id, credit } = await ownerless("50");
    expect((await credit("50", UNCLAIMED)).status).toBe(200);
    const owner = await person();
    expect((await credit("20", owner.user.id)).status).toBe(200);
    simulator.answer = "refuse";
    expect((await credit("20", owner.user.id)).body.code).toBe("screening_held");
    expect(await owner.balance()).toBe("20.00000000");
    expect(simulator.asked(id)).toHaveLength(2);
  });

  it("leaves nothing on the list about somebody once it is set aside instead", async () => {
    const { id, credit } = await ownerless("30");
    simulator.answer = "refuse";
    expect((await credit("30", (await person()).user.id)).body.code).toBe("screening_held");
    expect((await itemOf(id))!.reason).toBe("screening_refused");
    expect((await credit("30", UNCLAIMED)).status).toBe(200);
    expect(await itemOf(id)).toBeUndefined();
  });

  it("stays set aside, and can be credited to another, if a person gives up a refused credit", async () => {
    const { id, credit } = await ownerless("30");
    expect((await credit("30", UNCLAIMED)).status).toBe(200);
    const [refused, owner] = [await person(), await person()];
    simulator.answer = "refuse";
    const claim = () => credit("30", refused.user.id);
    expect((await claim()).body.code).toBe("screening_held");
    const held = (await itemOf(id))!;
    await pass(1);
    expect((await as(first, `attention/${held.id}/dismiss`, { note })).body).toMatchObject({
      resolution: "dismissed",
      note,
    });
    await pass(1);
    expect(await itemOf(id)).toBeUndefined();
    expect((await as(first, `attention/${held.id}/ask-again`)).body.code).toBe("screening_not_held");
    expect((await claim()).body.code).toBe("screening_held");
    expect((await itemOf(id))!.id).toBe(held.id);
    await as(first, `attention/${held.id}/dismiss`, { note });
    simulator.answer = "allow";
    expect((await credit("30", owner.user.id)).status).toBe(200);
    expect(await owner.balance()).toBe("30.00000000");
    expect(await refused.balance()).toBe("0.00000000");
  });
});

describe("a withdrawal", () => {
  const people = () => withdrawingPeople(scope.app, 1, "1000");
  const stateOf = async (id: string): Promise<AdminWithdrawal> =>
    (await first!.get<AdminWithdrawal[]>("/api/admin/withdrawals")).body.find((one) => one.id === id)!;

  async function asked(answer: typeof simulator.answer) {
    const [client] = await people();
    const address = someAddress();
    simulator.on(address, answer);
    const { body } = await withdraw(client!, { address });
    await pass(1);
    return { client: client!, address, id: body.id as string };
  }

  it("is asked about at once, for its net amount, and paid once it is approved", async () => {
    const { client, address, id } = await asked("allow");
    expect(simulator.asked(id)).toMatchObject([
      { kind: "withdrawal", userId: client.user.id, amount: "92.00000000", address, transactionHash: null },
    ]);
    expect((await as(first, `withdrawals/${id}/approve`)).body).toMatchObject({ status: "processing" });
    await pass(1);
    expect(fake.payoutFor(id)).toMatchObject({ address, amount: "92" });
    expect(simulator.asked(id)).toHaveLength(1);
  });

  it("that is held is not approved, but can be cancelled or rejected", async () => {
    const [one, two] = [await asked("hold"), await asked("refuse")];
    expect((await as(first, `withdrawals/${one.id}/approve`)).body.code).toBe("screening_held");
    expect(await stateOf(one.id)).toMatchObject({
      status: "pending",
      beingChecked: true,
      attention: null,
      screening: { state: "hold" },
    });
    expect((await one.client.post(`/api/withdrawals/${one.id}/cancel`)).status).toBe(200);
    expect((await as(first, `withdrawals/${two.id}/reject`, { reason: note })).status).toBe(200);
    await pass(1);
    for (const { id, client } of [one, two]) {
      expect(await itemOf(id)).toBeUndefined();
      expect(await client.balance()).toBe("1000.00000000");
    }
  });

  it("without an answer is asked about at its approval, and paid after two have allowed it", async () => {
    const { id, client } = await asked("redirect");
    expect((await as(first, `withdrawals/${id}/approve`)).body.code).toBe("screening_unanswered");
    const item = (await itemOf(id))!;
    const proposed = await as(first, `attention/${item.id}/override`, { note });
    await as(second, `proposals/${proposed.body.awaiting.proposalId}/agree`);
    expect((await as(first, `withdrawals/${id}/approve`)).status).toBe(200);
    for (const seconds of [1, 1]) await pass(seconds);
    const payout = fake.payoutFor(id)!;
    fake.payoutState(payout.id, "FINISHED", { hash: "cd".repeat(32) });
    await pass(10);
    expect(await stateOf(id)).toMatchObject({ status: "completed", beingChecked: false });
    expect(await client.balance()).toBe("900.00000000");
  });

  it("that was approved before the screening was on is not paid while it is held", async () => {
    const [client] = await people();
    const [kept, left] = [someAddress(), someAddress()];
    simulator.answer = "hold";
    const ids: string[] = [];
    for (const address of [kept, left]) {
      const id = (await withdraw(client!, { address })).body.id as string;
      ids.push(id);
      await scope.app.database.query(
        `update withdrawal_transactions set status = 'processing', decided_at = $2, updated_at = $2
         where id = $1`,
        [id, new Date(scope.app.clock.nowMs())],
      );
      await openPayout(scope.app.database, id);
    }
    await pass(1);
    await pass(300);
    expect(ids.map((id) => fake.payoutFor(id))).toEqual([undefined, undefined]);
    const [one, two] = ids as [string, string];
    expect(
      (await as(first, `withdrawals/${two}/mark-paid`, { transactionId: "ab".repeat(32) })).body.code,
    ).toBe("withdrawal_not_stuck");
    expect((await as(first, `withdrawals/${two}/mark-failed`, { note })).body).toMatchObject({
      status: "failed",
      beingChecked: false,
    });
    simulator.answer = "allow";
    await as(first, `attention/${(await itemOf(one))!.id}/ask-again`);
    for (let second = 0; second < 3; second += 1) await pass(1);
    expect(fake.payoutFor(one)).toMatchObject({ address: kept });
    expect(fake.payoutFor(two)).toBeUndefined();
    // The payout itself was never on the attention list, so it is released.
    expect(fake.payoutFor(one)!.state).toBe("PROCESSING");
  });
});

it("asks so few questions a second that a hanging service does not delay the shutdown", async () => {
  const people = await withdrawingPeople(scope.app, 6, "1000");
  await Promise.all(people.flatMap((client) => [1, 2, 3].map(() => withdraw(client))));
  const asked = simulator.questions.length;
  await pass(1);
  expect(simulator.questions.length - asked).toBe(16);
  await pass(1);
  expect(simulator.questions.length - asked).toBeGreaterThanOrEqual(18);
});

it("takes held subjects off the list when the account is deleted", async () => {
  const { id, client } = await paid("hold");
  const held = (await itemOf(id))!;
  await first!.call("DELETE", `/api/admin/users/${client.user.id}`, { note });
  await pass(1);
  const { body } = await first!.get<AttentionItem[]>("/api/admin/attention");
  expect(body.find((item) => item.id === held.id)).toMatchObject({ resolution: "decided otherwise" });
});

it("keeps verdicts unchanged, and deletes them with the account", async () => {
  const { id, client } = await paid("allow");
  const { database } = scope.app;
  for (const change of [
    "update screening_verdicts set verdict = 'allow'",
    "delete from screening_verdicts",
  ]) {
    await expect(database.query(change)).rejects.toThrow(/append-only/);
  }
  const deleted = await first!.call("DELETE", `/api/admin/users/${client.user.id}`, { note });
  expect(deleted.status).toBe(200);
  expect(await verdictsOf(id)).toEqual([]);
});
