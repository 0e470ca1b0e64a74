import { describe, expect, it } from "vitest";
import { startPayouts } from "../../../testing/payouts.ts";

const payouts = await startPayouts();
const { fake, scope, approved, decide, find, itemOf, later, pass, stateOf } = payouts;
const DAY = 24 * 3_600;

/** Prolongs all sessions, which would expire during the days that pass here. */
const staySignedIn = () => scope.app.database.query("update sessions set expires_at = '2100-01-01'");

async function failedPayout() {
  const { id, client } = await approved();
  await staySignedIn();
  await pass(2);
  const payout = fake.payoutFor(id)!;
  fake.payoutState(payout.id, "FAILED");
  await pass(8);
  return { id, client, payout };
}

const nextReadOf = async (id: string): Promise<number | undefined> => {
  const { rows } = await scope.app.database.query<{ next_poll_at: Date | null }>(
    "select next_poll_at from withdrawal_transactions where id = $1",
    [id],
  );
  const at = rows[0]!.next_poll_at;
  return at === null ? undefined : Math.round((at.getTime() - scope.app.clock.nowMs()) / 1000);
};
/** Makes a decision look this many days older, because moving the clock through them takes long. */
const decidedEarlier = (id: string, days: number) =>
  scope.app.database.query(
    "update withdrawal_transactions set updated_at = updated_at - make_interval(days => $2) where id = $1",
    [id, days],
  );
const markPaid = async (id: string, transactionId: string) =>
  expect((await decide(id, "mark-paid", { transactionId })).status).toBe(200);
const markFailed = async (id: string) =>
  expect((await decide(id, "mark-failed", { note: "never left" })).status).toBe(200);

describe("the payout of a decided withdrawal", () => {
  it("is read daily for 30 days after it was marked as failed", async () => {
    const { id } = await failedPayout();
    await markFailed(id);
    expect(await nextReadOf(id)).toBe(DAY);
    fake.fail("readPayout", "500");
    for (const daysBefore of [0, 27]) {
      await decidedEarlier(id, daysBefore);
      scope.app.clock.jump(DAY);
      await scope.settled();
      expect(await nextReadOf(id)).toBe(DAY);
    }
    await later(DAY);
    expect(await nextReadOf(id)).toBeUndefined();
    expect(await stateOf(id)).toEqual(["failed", null]);
  });

  it("is found without a callback if it is sent 29 days after being marked as failed", async () => {
    const { id, client, payout } = await failedPayout();
    await markFailed(id);
    await decidedEarlier(id, 28);
    fake.payoutState(payout.id, "FINISHED", { hash: "9a".repeat(32) });
    await later(DAY);
    expect(await stateOf(id)).toEqual(["failed", "paid_after_refund"]);
    expect(await nextReadOf(id)).toBeUndefined();
    expect(await client.balance()).toBe("1000.00000000");
  });

  it("is read only once the provider has an id for it", async () => {
    fake.fail("createPayout", "lostAnswer");
    const { id } = await approved();
    await pass(3);
    await markFailed(id);
    expect(await nextReadOf(id)).toBeUndefined();
    await fake.sendCallbacks(scope.app.url, { ids: [fake.payoutFor(id)!.id] });
    await pass(2);
    expect(await stateOf(id)).toEqual(["failed", null]);
    expect(await nextReadOf(id)).toBeGreaterThan(DAY - 60);
  });

  it("is listed once if it is sent after being marked as paid", async () => {
    const { id, payout } = await failedPayout();
    await markPaid(id, "cd".repeat(32));
    fake.payoutState(payout.id, "FINISHED", { hash: "ef".repeat(32) });
    await fake.sendCallbacks(scope.app.url, { ids: [payout.id], duplicates: 3, parallel: 3 });
    await pass(1);
    expect(await stateOf(id)).toEqual(["completed", "paid_twice"]);
    expect((await find(id)).transactionHash).toBe("cd".repeat(32));
    const item = (await itemOf(id))!;
    expect(item).toMatchObject({ resolvedAt: null, details: { recorded_hash: "cd".repeat(32) } });
    const note = "asked for it back";
    expect((await payouts.admin.post(`/api/admin/attention/${item.id}/dismiss`, { note })).status).toBe(200);
    await fake.sendCallbacks(scope.app.url, { ids: [payout.id] });
    await later(DAY);
    expect(await itemOf(id)).toMatchObject({ resolution: "dismissed" });
  });

  it("is found without a callback if it is sent after being marked as paid", async () => {
    const { id, payout } = await failedPayout();
    await markPaid(id, "cd".repeat(32));
    fake.payoutState(payout.id, "FINISHED", { hash: "ef".repeat(32) });
    await later(DAY);
    expect(await stateOf(id)).toEqual(["completed", "paid_twice"]);
  });

  it("is not listed if it was marked as paid with the provider's own transaction", async () => {
    const { id, payout } = await failedPayout();
    await markPaid(id, "ef".repeat(32));
    fake.payoutState(payout.id, "FINISHED", { hash: "EF".repeat(32) });
    await fake.sendCallbacks(scope.app.url, { ids: [payout.id] });
    await later(DAY);
    expect(await stateOf(id)).toEqual(["completed", null]);
    expect(await nextReadOf(id)).toBeUndefined();
  });

  it("is not listed if the provider completed it and calls again, with or without the transaction", async () => {
    const { id } = await approved();
    await pass(3);
    const payout = fake.payoutFor(id)!;
    fake.payoutState(payout.id, "FINISHED");
    await pass(8);
    expect(await stateOf(id)).toEqual(["completed", null]);
    fake.payoutState(payout.id, "FINISHED", { hash: "ef".repeat(32) });
    await fake.sendCallbacks(scope.app.url, { ids: [payout.id] });
    await pass(1);
    expect(await stateOf(id)).toEqual(["completed", null]);
    expect(await nextReadOf(id)).toBeUndefined();
  });
});

it("leaves a balanced ledger", async () => {
  expect(await scope.app.checkLedger()).toEqual([]);
});
