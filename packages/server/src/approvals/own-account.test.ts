import { expect, it } from "vitest";
import { seedAttention } from "../../testing/attention-items.ts";
import type { Person } from "../../testing/people.ts";
import { useApp } from "../../testing/use-app.ts";
import { createRefusedPayout, repeatedPayment } from "../../testing/valid-calls.ts";
import { seedAdmin, withdraw, withdrawingPeople } from "../../testing/withdrawals.ts";

const scope = useApp({ SANDBOX_CONFIRM_SECONDS: "off" });

it.each(["none", "off", "1000"])(
  "refuses administrators' decisions about their own money with FOUR_EYES_ABOVE=%s, but not another one's",
  async (setting) => {
    const app = await scope.start({
      environment: { SANDBOX_CONFIRM_SECONDS: "off", FOUR_EYES_ABOVE: setting },
    });
    const [own] = (await withdrawingPeople(app, 1, "100")) as [Person];
    const { id: me } = own.user;
    const deposit = (await own.post("/api/deposits", { amount: 20 })).body.id as string;
    const withdrawal = (await withdraw(own, { amount: "15" })).body.id as string;
    const stuck = (await withdraw(own, { amount: "15" })).body.id as string;
    await createRefusedPayout(app, stuck);
    const item = await repeatedPayment(app, me, "20");
    const restored = (await withdraw(own, { amount: "15" })).body.id as string;
    const [doubt] = await seedAttention(app, [
      { kind: "payout", reason: "restored", withdrawalId: restored, userId: me },
    ]);
    await app.database.query("update users set is_admin = true where id = $1", [me]);
    // The server caches the session's identity for five seconds.
    app.clock.jump(6);
    const before = await own.balance();
    const decisions = [
      ["deposits", deposit, "approve", undefined],
      ["withdrawals", withdrawal, "approve", undefined],
      ["withdrawals", withdrawal, "reject", undefined],
      ["withdrawals", stuck, "mark-paid", { transactionId: "ab".repeat(32) }],
      ["withdrawals", stuck, "mark-failed", { note: "mine" }],
      ["attention", item, "credit", { amount: 1, note: "me" }],
      ["attention", item, "dismiss", { note: "nothing" }],
      ["attention", doubt!, "dismiss", { note: "not paid" }],
      ["users", me, "adjust-balance", { amount: 1 }],
      ["users", me.toUpperCase(), "adjust-balance", { amount: 1 }],
    ] as const;
    for (const [kind, id, how, body] of decisions) {
      const answer = await own.post(`/api/admin/${kind}/${id}/${how}`, body);
      expect([how, answer.status, answer.body.code]).toEqual([how, 403, "own_account"]);
    }
    expect(await own.balance()).toBe(before);
    const other = await seedAdmin(app);
    expect(
      (await other.post(`/api/admin/users/${me}/adjust-balance`, { amount: 1, note: "theirs" })).status,
    ).toBe(200);
    expect(await own.balance()).not.toBe(before);
    expect(await app.checkLedger()).toEqual([]);
  },
);
