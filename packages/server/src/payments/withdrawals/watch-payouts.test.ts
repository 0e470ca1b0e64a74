import type { AttentionItem } from "@veritick/contract/schemas/attention.ts";
import { describe, expect, it } from "vitest";
import { startPayouts } from "../../../testing/payouts.ts";
import type { Person } from "../../../testing/people.ts";

const payouts = await startPayouts();
const { fake, scope, approved, decide, find, itemOf, later, pass, stateOf } = payouts;
const DAY = 24 * 3_600;
const [HASH, OTHER_HASH] = ["9a".repeat(32), "cd".repeat(32)];

const query = async (text: string, values: unknown[] = []) =>
  (await scope.app.database.query(text, values)).rows;
const remove = async ({ user }: Person) =>
  expect((await payouts.admin.call("DELETE", `/api/admin/users/${user.id}`)).status).toBe(200);
const tell = async (payoutId: string) => {
  await fake.sendCallbacks(scope.app.url, { ids: [payoutId], duplicates: 3, parallel: 3 });
  await pass(2);
};

/** Makes an approved withdrawal. Sessions would expire during the days that pass here, so all are prolonged. */
async function underWay() {
  const one = await approved();
  await query("update sessions set expires_at = '2100-01-01'");
  await pass(3);
  return one;
}
async function failedPayout() {
  const { id, client } = await underWay();
  const payoutId = fake.payoutFor(id)!.id;
  fake.payoutState(payoutId, "FAILED");
  await pass(8);
  return { id, client, payoutId };
}

const attention = async () => (await payouts.admin.get<AttentionItem[]>("/api/admin/attention")).body;
/** Returns the reason and the resolution of each item about a payout, without earlier resolutions. */
const itemsOf = async (payoutId: string) =>
  (await attention())
    .filter(({ details }) => details["payout_id"] === payoutId)
    .map(({ reason, resolution }) => [reason, resolution]);
/** Returns how many times the house has borne a payout that was sent after all. */
const advancesOf = async (id: string) =>
  (await query("select from ledger_transactions where reference = $1 and kind = 'credited_on_trust'", [id]))
    .length;
const markPaid = async (id: string, transactionId: string) =>
  expect((await decide(id, "mark-paid", { transactionId })).status).toBe(200);
const markFailed = async (id: string) =>
  expect((await decide(id, "mark-failed", { note: "never left" })).status).toBe(200);

const nextReadOf = async (id: string): Promise<number | undefined> => {
  const [row] = await query("select next_poll_at from payouts where withdrawal_id = $1", [id]);
  if (row.next_poll_at === null) return undefined;
  return Math.round((row.next_poll_at.getTime() - scope.app.clock.nowMs()) / 1000);
};
/** Makes the end of a payout look this many days older, because moving the clock through them takes long. */
const endedEarlier = (id: string, days: number) =>
  query("update payouts set since = since - make_interval(days => $2) where withdrawal_id = $1", [id, days]);

describe.each([
  { whose: "a user", isDeleted: false },
  { whose: "a deleted user", isDeleted: true },
])("the payout of $whose", ({ isDeleted }) => {
  const mayDelete = (client: Person) => (isDeleted ? remove(client) : undefined);

  it("is read daily for 30 days after it was marked as failed, whatever the provider answers", async () => {
    const { id, client } = await failedPayout();
    await markFailed(id);
    await mayDelete(client);
    expect(await nextReadOf(id)).toBe(DAY);
    fake.fail("readPayout", "500");
    for (const daysBefore of [0, 27]) {
      await endedEarlier(id, daysBefore);
      scope.app.clock.jump(DAY);
      await scope.settled();
      expect(await nextReadOf(id)).toBe(DAY);
    }
    await later(DAY);
    expect(await nextReadOf(id)).toBeUndefined();
  });

  it("is found without a callback if it is sent 29 days after being marked as failed", async () => {
    const { id, client, payoutId } = await failedPayout();
    await markFailed(id);
    await mayDelete(client);
    await later(DAY);
    expect(await itemsOf(payoutId)).toEqual([["payout_failed", "marked failed"]]);
    await endedEarlier(id, 27);
    fake.payoutState(payoutId, "FINISHED", { hash: HASH });
    await later(DAY);
    expect(await itemsOf(payoutId)).toEqual([["paid_after_refund", null]]);
    expect(await advancesOf(id)).toBe(1);
    await tell(payoutId);
    expect(await advancesOf(id)).toBe(1);
    const item = (await attention())[0];
    if (isDeleted) {
      const gone = { userId: null, withdrawalId: null, details: { withdrawal: id } };
      expect(item).toMatchObject({ amount: "92", ...gone });
    } else {
      expect(item).toMatchObject({ amount: "92", userId: client.user.id, withdrawalId: id });
      expect(await stateOf(id)).toEqual(["failed", "paid_after_refund"]);
      expect(await client.balance()).toBe("1000.00000000");
    }
  });

  it("is read only once the provider has an id for it, which a callback tells", async () => {
    fake.fail("createPayout", "lostAnswer");
    const { id, client } = await underWay();
    await markFailed(id);
    await mayDelete(client);
    expect(await nextReadOf(id)).toBeUndefined();
    const payoutId = fake.payoutFor(id)!.id;
    await tell(payoutId);
    expect(await nextReadOf(id)).toBeGreaterThan(DAY - 60);
    fake.payoutState(payoutId, "FINISHED", { hash: HASH });
    // The test makes the payout due at once, because the vendor rejects one that is not released within an hour.
    await query("update payouts set next_poll_at = '2000-01-01' where withdrawal_id = $1", [id]);
    await pass(1);
    expect(await itemsOf(payoutId)).toEqual([["paid_after_refund", null]]);
  });

  it("is listed if it is sent after being marked as paid with another transaction", async () => {
    const { id, client, payoutId } = await failedPayout();
    await markPaid(id, OTHER_HASH);
    await mayDelete(client);
    fake.payoutState(payoutId, "FINISHED", { hash: HASH });
    await later(DAY);
    expect(await itemsOf(payoutId)).toEqual([["paid_twice", null]]);
    expect(await advancesOf(id)).toBe(0);
  });

  it("is not listed if it was marked as paid in the provider's own transaction", async () => {
    const { id, client, payoutId } = await failedPayout();
    await markPaid(id, HASH);
    await mayDelete(client);
    fake.payoutState(payoutId, "FINISHED", { hash: HASH.toUpperCase() });
    await tell(payoutId);
    await later(DAY);
    expect(await itemsOf(payoutId)).toEqual([["payout_failed", "marked paid"]]);
  });

  it("is not listed if the provider completed it and calls again, with or without the transaction", async () => {
    const { id, client } = await underWay();
    const payoutId = fake.payoutFor(id)!.id;
    fake.payoutState(payoutId, "FINISHED");
    await pass(8);
    expect(await stateOf(id)).toEqual(["completed", null]);
    await mayDelete(client);
    await tell(payoutId);
    fake.payoutState(payoutId, "FINISHED", { hash: HASH });
    await tell(payoutId);
    expect(await itemsOf(payoutId)).toEqual([]);
  });

  it("is listed if the provider completed it and says later that it failed, and nothing moves", async () => {
    const { id, client } = await underWay();
    const payoutId = fake.payoutFor(id)!.id;
    fake.payoutState(payoutId, "FINISHED", { hash: HASH });
    await pass(8);
    await mayDelete(client);
    expect(await nextReadOf(id)).toBeGreaterThan(DAY - 60);
    await later(DAY);
    expect(await itemsOf(payoutId)).toEqual([]);
    await endedEarlier(id, 27);
    const booked = await query("select count(*) from ledger_transactions");
    fake.payoutState(payoutId, "FAILED", { hash: HASH });
    await later(DAY);
    expect(await itemsOf(payoutId)).toEqual([["payout_undone", null]]);
    expect(await query("select count(*) from ledger_transactions")).toEqual(booked);
    if (!isDeleted) expect(await stateOf(id)).toEqual(["completed", "payout_undone"]);
    await later(DAY);
    expect(await nextReadOf(id)).toBeUndefined();
  });
});

it("a payout that is sent after being marked as paid is listed once", async () => {
  const { id, payoutId } = await failedPayout();
  await markPaid(id, OTHER_HASH);
  fake.payoutState(payoutId, "FINISHED", { hash: HASH });
  await tell(payoutId);
  expect(await stateOf(id)).toEqual(["completed", "paid_twice"]);
  expect((await find(id)).transactionHash).toBe(OTHER_HASH);
  const item = (await itemOf(id))!;
  expect(item).toMatchObject({ resolvedAt: null, details: { recorded_hash: OTHER_HASH } });
  const note = "asked for it back";
  expect((await payouts.admin.post(`/api/admin/attention/${item.id}/dismiss`, { note })).status).toBe(200);
  await tell(payoutId);
  await later(DAY);
  expect(await itemOf(id)).toMatchObject({ resolution: "dismissed" });
});

it("a payout that belongs to none of a deleted user's withdrawals is listed", async () => {
  const { id, client, payoutId } = await failedPayout();
  await markFailed(id);
  await remove(client);
  await query("delete from payouts where withdrawal_id = $1", [id]);
  fake.payoutState(payoutId, "FINISHED", { hash: HASH });
  await tell(payoutId);
  expect(await itemsOf(payoutId)).toEqual(
    expect.arrayContaining([
      ["account_closed", null],
      ["payout_failed", "marked failed"],
    ]),
  );
});
