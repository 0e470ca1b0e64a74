import type { PayoutWord } from "@veritick/contract/schemas/admin-payments.ts";
import type { AttentionItem } from "@veritick/contract/schemas/attention.ts";
import { afterEach, describe, expect, it } from "vitest";
import { seedGivenUp } from "../../../testing/attention-items.ts";
import { startPayouts } from "../../../testing/payouts.ts";
import { withdraw, withdrawingPeople } from "../../../testing/withdrawals.ts";
import { createLog } from "../../platform/telemetry/log.ts";
import { flagDoubtfulWithdrawals } from "./payout-attention.ts";

const payouts = await startPayouts();
const { fake, scope, approved, decide, find, itemOf, later, pass, stateOf } = payouts;

const set = (body: object) => payouts.admin.post("/api/admin/maintenance", body);
afterEach(() => set({ on: false, restoreChecked: true }));
const ask = async (id: string) =>
  (await payouts.admin.get<PayoutWord>(`/api/admin/withdrawals/${id}/payout`)).body;

describe("while withdrawals are stopped", () => {
  it("refuses withdrawals and approvals, independent of other changes of maintenance", async () => {
    const [client] = await withdrawingPeople(scope.app, 1, "1000");
    const { id } = (await withdraw(client!)).body as { id: string };
    expect((await set({ on: true, stopWithdrawals: true })).body.maintenance).toMatchObject({
      withdrawalsStopped: true,
    });
    expect((await set({ on: true, message: "x" })).body.maintenance).toMatchObject({
      withdrawalsStopped: true,
    });
    const refused = await withdraw(client!);
    expect([refused.status, refused.body.code, refused.headers.get("retry-after")]).toEqual([
      503,
      "withdrawals_stopped",
      "30",
    ]);
    expect((await decide(id, "approve")).body.code).toBe("withdrawals_stopped");
    expect((await decide(id, "reject")).body.status).toBe("failed");
    expect((await set({ on: true, stopWithdrawals: false })).body.maintenance).not.toHaveProperty(
      "withdrawalsStopped",
    );
    expect((await withdraw(client!)).status).toBe(201);
  });

  it("requests and releases no payout, and continues both afterwards", async () => {
    const created = await approved();
    await pass(1);
    const due = await approved();
    await set({ on: true, stopWithdrawals: true });
    const { payoutsCreated, payoutsVerified } = fake.effects;
    for (let times = 0; times < 2; times += 1) await later(300);
    expect(fake.effects).toMatchObject({ payoutsCreated, payoutsVerified });
    expect([await stateOf(created.id), await stateOf(due.id)]).toEqual([
      ["processing", null],
      ["processing", null],
    ]);
    await set({ on: false });
    await later(300);
    await later(300);
    expect(fake.effects).toMatchObject({
      payoutsCreated: payoutsCreated + 1,
      payoutsVerified: payoutsVerified + 2,
    });
  });
});

describe("a withdrawal that a restore brought back", () => {
  const restored = () =>
    flagDoubtfulWithdrawals(scope.app.database, { clock: scope.app.clock, log: createLog("silent") });

  it("is not released automatically if its payout was requested before", async () => {
    const { id } = await approved();
    await pass(1);
    await restored();
    const { payoutsVerified } = fake.effects;
    await later(600);
    expect(fake.effects.payoutsVerified).toBe(payoutsVerified);
    expect(await stateOf(id)).toEqual(["processing", "restored"]);
    fake.payoutState(fake.payoutFor(id)!.id, "FINISHED", { hash: "cd".repeat(32) });
    expect(await ask(id)).toMatchObject({ outcome: "answered", state: "finished" });
    await later(300);
    expect(await stateOf(id)).toEqual(["completed", null]);
    expect((await itemOf(id))!.resolution).toBe("paid by the provider");
  });

  it("keeps the reason and the details of an item that was open at the backup", async () => {
    fake.fail("createPayout", "lostAnswer");
    const { id } = await approved();
    await pass(2);
    const before = await itemOf(id);
    expect(before!.reason).toBe("payout_unknown");
    await restored();
    expect(await itemOf(id)).toEqual(before);
  });

  /** Makes a pending withdrawal whose approval a restore has lost, and closes its item. The provider has its payout. */
  async function lostApproval() {
    const { id, client } = await approved();
    await pass(2);
    await scope.app.database.query(
      `with lost as (delete from payouts where withdrawal_id = $1)
       update withdrawal_transactions set status = 'pending', decided_by = null, decided_at = null where id = $1`,
      [id],
    );
    await restored();
    await payouts.admin.post(`/api/admin/attention/${(await itemOf(id))!.id}/dismiss`, {
      note: "not there?",
    });
    async function hear(state: string, also: { hash?: string } = {}): Promise<void> {
      const payout = fake.payoutFor(id)!;
      fake.payoutState(payout.id, state, also);
      await fake.sendCallbacks(scope.app.url, { ids: [payout.id] });
      await scope.settled();
    }
    return { id, client, hear };
  }
  const openItemsOf = async (id: string) =>
    (await payouts.admin.get<AttentionItem[]>("/api/admin/attention")).body.filter(
      ({ withdrawalId, resolvedAt }) => withdrawalId === id && resolvedAt === null,
    );

  it("is not paid again while the provider is still making its payout", async () => {
    const { id, client, hear } = await lostApproval();
    await hear("SENDING");
    expect(await openItemsOf(id)).toMatchObject([{ reason: "payout_unexpected", userId: client.user.id }]);
    expect((await decide(id, "approve")).body.code).toBe("withdrawal_doubtful");
    await decide(id, "mark-failed", { note: "withdrawn from the provider" });
  });

  it("is not paid again although a callback about its payout was given up", async () => {
    const { id, client, hear } = await lostApproval();
    await seedGivenUp(scope.app, "payout", fake.payoutFor(id)!.id);
    await hear("SENDING");
    expect(await openItemsOf(id)).toMatchObject([{ reason: "payout_unexpected", userId: client.user.id }]);
    expect((await decide(id, "approve")).body.code).toBe("withdrawal_doubtful");
    await decide(id, "mark-failed", { note: "withdrawn from the provider" });
  });

  it("is listed if its payout is sent after it was given back, and the house advances it", async () => {
    const { id, client, hear } = await lostApproval();
    expect((await decide(id, "reject")).body.status).toBe("failed");
    await hear("FINISHED", { hash: "cd".repeat(32) });
    expect(await stateOf(id)).toEqual(["failed", "paid_after_refund"]);
    expect(await client.balance()).toBe("1000.00000000");
    const { rows } = await scope.app.database.query(
      `select e.amount from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
       where t.reference = $1 and t.kind = 'credited_on_trust' and e.account = 'custody:nowpayments'`,
      [id],
    );
    expect(rows).toEqual([{ amount: "92.00000000" }]);
  });

  it("is not listed if its payout is the one that an administrator recorded", async () => {
    const { id, hear } = await lostApproval();
    await hear("SENDING");
    expect((await decide(id, "mark-paid", { transactionId: "cd".repeat(32) })).body.status).toBe("completed");
    await hear("FINISHED", { hash: "cd".repeat(32) });
    expect(await stateOf(id)).toEqual(["completed", null]);
  });

  it("is not paid again if the provider already has its payout", async () => {
    const { id, client, hear } = await lostApproval();
    await hear("FINISHED", { hash: "cd".repeat(32) });
    for (const how of ["approve", "reject"]) {
      expect((await decide(id, how)).body.code).toBe("withdrawal_doubtful");
    }
    expect((await client.post(`/api/withdrawals/${id}/cancel`)).body.code).toBe("withdrawal_doubtful");
    expect(await ask(id)).toMatchObject({ state: "finished", transactionHash: "cd".repeat(32) });
    expect((await decide(id, "mark-paid", { transactionId: "cd".repeat(32) })).body.status).toBe("completed");
    expect(await client.balance()).toBe("900.00000000");
  });

  it("is paid like any other once its item was closed and it was approved", async () => {
    const [client] = await withdrawingPeople(scope.app, 1, "1000");
    const { id } = (await withdraw(client!)).body as { id: string };
    await restored();
    expect(await ask(id)).toMatchObject({ outcome: "not_askable", state: null, details: {} });
    await payouts.admin.post(`/api/admin/attention/${(await itemOf(id))!.id}/dismiss`, { note: "not there" });
    scope.app.clock.advance(1);
    expect((await decide(id, "approve")).status).toBe(200);
    await pass(3);
    expect(fake.payoutFor(id)!.state).toBe("PROCESSING");
    fake.payoutState(fake.payoutFor(id)!.id, "FINISHED");
    await later(60);
    expect((await find(id)).status).toBe("completed");
  });
});

describe("asking the provider about a payout", () => {
  it("returns its answer, or that it does not answer, and changes nothing", async () => {
    const { id } = await approved();
    await pass(3);
    fake.payoutState(fake.payoutFor(id)!.id, "ON_HOLD");
    const said = await ask(id);
    expect(said).toMatchObject({ outcome: "answered", state: "unknown" });
    expect(said.details["status"]).toMatch(/^on_hold$/i);
    fake.fail("readPayout", "500");
    expect(await ask(id)).toEqual({ outcome: "no_answer", state: null, transactionHash: null, details: {} });
    await scope.app.database.query("update payouts set payout_id = '404404' where withdrawal_id = $1", [id]);
    expect((await ask(id)).outcome).toBe("not_found");
    expect(await stateOf(id)).toEqual(["processing", null]);
    await scope.app.database.query("update payouts set payout_id = $2 where withdrawal_id = $1", [
      id,
      fake.payoutFor(id)!.id,
    ]);
  });

  it("is limited, and refused for an unknown withdrawal", async () => {
    const missing = "0198a000-0000-7000-8000-000000000000";
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(missing)));
    expect(new Set(answers.map((body) => (body as unknown as { code: string }).code))).toEqual(
      new Set(["not_found", "too_many_requests"]),
    );
  });
});
