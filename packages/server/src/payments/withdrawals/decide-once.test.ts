import { beforeAll, describe, expect, it } from "vitest";
import type { Person } from "../../../testing/people.ts";
import { TestClient } from "../../../testing/test-client.ts";
import { useApp } from "../../../testing/use-app.ts";
import { seedAdmin, withdraw, withdrawingPeople } from "../../../testing/withdrawals.ts";

// Payouts stay where they are: nothing here lets time pass.
const scope = useApp();
let admin: Person;
beforeAll(async () => {
  admin = await seedAdmin(scope.app);
});

async function pending(): Promise<{ id: string; owner: Person }> {
  const [owner] = await withdrawingPeople(scope.app, 1, "100");
  return { id: (await withdraw(owner!)).body.id as string, owner: owner! };
}

/** As the provider leaves one that it has refused to pay. */
async function stuck(): Promise<{ id: string; owner: Person }> {
  const made = await pending();
  const { database } = scope.app;
  await database.query(
    `update withdrawal_transactions set status = 'processing', payout_step = 'asked', next_poll_at = null where id = $1`,
    [made.id],
  );
  await database.query(
    `insert into attention_items (id, key, kind, reason, provider, withdrawal_id, details, created_at, updated_at)
     values ($1, 'payout/sandbox/' || $1::uuid, 'payout', 'payout_refused', 'sandbox', $1, '{}', now(), now())`,
    [made.id],
  );
  return made;
}

const DECISIONS = {
  cancel: { make: pending, left: "100.00000000", body: undefined, other: undefined },
  approve: { make: pending, left: "0.00000000", body: undefined, other: undefined },
  reject: { make: pending, left: "100.00000000", body: undefined, other: undefined },
  "mark-paid": {
    make: stuck,
    left: "0.00000000",
    body: { transactionId: "ab".repeat(32) },
    other: { transactionId: "cd".repeat(32) },
  },
  "mark-failed": {
    make: stuck,
    left: "100.00000000",
    body: { note: "never left" },
    other: { note: "another" },
  },
};
const through = (url: string, client: TestClient) =>
  Object.assign(new TestClient(url), { cookie: client.cookie });

describe.each(Object.entries(DECISIONS))("%s with an idempotency key", (how, { make, left, body, other }) => {
  const pathOf = (id: string) =>
    how === "cancel" ? `/api/withdrawals/${id}/cancel` : `/api/admin/withdrawals/${id}/${how}`;
  const decider = (owner: Person) => (how === "cancel" ? owner : admin);

  it("is answered as the first time, also at once on two servers; another request is 422", async () => {
    const guest = await scope.start();
    for (let round = 0; round < 3; round += 1) {
      const { id, owner } = await make();
      const here = decider(owner);
      const elsewhere = through(guest.url, here);
      const headers = { "idempotency-key": `${how}-${round}` };
      const answers = await Promise.all(
        [here, elsewhere, here, elsewhere].map((by) => by.post(pathOf(id), body, headers)),
      );
      const done = answers.filter(({ status }) => status === 200);
      expect(done.length).toBeGreaterThan(0);
      expect(done.filter((one) => one.headers.get("idempotency-replayed") === null)).toHaveLength(1);
      expect(new Set(done.map((one) => JSON.stringify(one.body))).size).toBe(1);
      expect(answers.every((one) => one.status === 200 || one.body.code === "idempotency_running")).toBe(
        true,
      );

      const again = await elsewhere.post(pathOf(id), body, headers);
      expect([again.status, again.body, again.headers.get("idempotency-replayed")]).toEqual([
        200,
        done[0]!.body,
        "true",
      ]);
      const second = other === undefined ? (await make()).id : id;
      const mismatch = await here.post(pathOf(second), other ?? body, headers);
      expect([mismatch.status, mismatch.body.code]).toEqual([422, "idempotency_mismatch"]);
      expect((await here.post(pathOf(id), body)).status).toBe(409);
      expect(await owner.balance()).toBe(left);
    }
  });

  it("keeps no refusal", async () => {
    const { id, owner } = await make();
    const headers = { "idempotency-key": `${how}-refused` };
    const missing = "0199a3f0-0000-7000-8000-000000000009";
    expect((await decider(owner).post(pathOf(missing), body, headers)).status).toBe(404);
    expect((await decider(owner).post(pathOf(id), body, headers)).status).toBe(200);
  });
});

it("the books are right after all of it", async () => {
  expect(await scope.app.checkLedger()).toEqual([]);
});
