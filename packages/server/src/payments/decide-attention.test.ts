import type { AttentionItem } from "@veritick/contract/schemas/attention.ts";
import { beforeAll, describe, expect, it } from "vitest";
import type { Person } from "../../testing/people.ts";
import { untilBlocked } from "../../testing/held-rows.ts";
import { until } from "../../testing/test-client.ts";
import { usePayingApp } from "../../testing/use-paying-app.ts";
import { transaction } from "../platform/db/database.ts";

const { fake, scope, admin, depositor, tell, attentionOf, changesOf } = await usePayingApp();
let boss: Person;
beforeAll(async () => {
  boss = await admin();
});

/** Makes a deposit whose payment of 100 is on the attention list. */
async function awaited() {
  const one = await depositor("100");
  fake.pay(one.paymentId, { amount: "100", state: "expired" });
  await tell(one.paymentId);
  return { ...one, item: (await attentionOf(one.paymentId, boss))! };
}

const decide = (who: Person, id: string, what: "credit" | "dismiss", body: object) =>
  who.post(`/api/admin/attention/${id}/${what}`, body);
const list = async (query = "") => (await boss.get<AttentionItem[]>(`/api/admin/attention${query}`)).body;

describe("crediting", () => {
  it("confirms the payment's deposit with the administrator's amount, and tells its user", async () => {
    const { client, item, now, all, paymentId } = await awaited();
    const { socket, pushes } = await client.live();
    const answer = await decide(boss, item.id, "credit", {
      amount: "98.5",
      note: "  less the network's fee ",
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      ...item,
      details: { ...item.details, already_credited: "98.50000000" },
      updatedAt: expect.any(String),
      resolvedAt: expect.any(String),
      resolvedBy: boss.user.id,
      resolvedByEmail: boss.user.email,
      resolution: "credited",
      note: "less the network's fee",
    });
    expect(await attentionOf(paymentId, boss)).toEqual(answer.body);
    expect(await all()).toHaveLength(1);
    expect(await now()).toMatchObject({
      status: "confirmed",
      amount: "100.00000000",
      credited: "98.50000000",
    });
    await until(() => pushes.some(({ type }) => type === "balanceUpdate"), "the balance was pushed");
    expect(pushes.filter(({ type }) => type !== "price")).toEqual([
      { type: "depositUpdate", deposit: await now() },
      { type: "balanceUpdate", balance: "98.50000000" },
    ]);
    const { rows } = await scope.app.database.query(
      "select actor, note from ledger_transactions where kind = 'deposit_credited' and reference = $1",
      [item.depositId],
    );
    expect(rows).toEqual([{ actor: boss.user.id, note: "less the network's fee" }]);
    socket.terminate();
  });

  it("happens once when several administrators click at once on two servers", async () => {
    const other = await scope.start({ environment: fake.environment() });
    const second = Object.assign(await admin(), { url: other.url });
    const { item, balance } = await awaited();
    const answers = await Promise.all(
      [boss, second, boss, second, boss, second].map((who, index) =>
        index === 5
          ? decide(who, item.id, "dismiss", { note: "click" })
          : decide(who, item.id, "credit", { amount: "100", note: "click" }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === "attention_resolved")).toHaveLength(5);
    expect(["0.00000000", "100.00000000"]).toContain(await balance());
  });

  it("credits once when a callback arrives at the same time, and resolves the item", async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 8; round += 1) {
      const { item, paymentId, balance, all } = await awaited();
      fake.pay(paymentId, { amount: "100" });
      const [answer] = await Promise.all([
        decide(boss, item.id, "credit", { amount: "100", note: "race" }),
        tell(paymentId, { duplicates: 2, parallel: 2 }),
      ]);
      outcomes.add(answer.status === 200 ? "person" : answer.body.code);
      expect(await balance()).toBe("100.00000000");
      expect(await all()).toHaveLength(1);
      expect((await attentionOf(paymentId, boss))!.resolvedAt).not.toBeNull();
    }
    expect([...outcomes].filter((one) => one !== "person" && one !== "attention_resolved")).toEqual([]);
  });

  it.each([
    [{ amount: "0", note: "why" }, "stake_invalid", "amount"],
    [{ amount: "1.000000001", note: "why" }, "stake_invalid", "amount"],
    [{ amount: "1e1", note: "why" }, "stake_invalid", "amount"],
    [{ amount: 1e-9, note: "why" }, "stake_invalid", "amount"],
    [{ amount: " 1", note: "why" }, "stake_invalid", "amount"],
    [{ amount: null, note: "why" }, "stake_invalid", "amount"],
    [{ amount: "99999999999", note: "why" }, "amount_too_large", "amount"],
    [{ amount: "-5", note: "why" }, "stake_invalid", "amount"],
    [{ amount: "5", note: "   " }, "note_required", "note"],
    [{ amount: "5" }, "note_required", "note"],
  ])("refuses %j", async (body, code, field) => {
    const { item, balance } = await awaited();
    const answer = await decide(boss, item.id, "credit", body);
    expect(answer).toMatchObject({ status: 400, body: { code, field } });
    expect(await balance()).toBe("0.00000000");
  });
});

describe("the provider's fee", () => {
  const moved = (work: () => Promise<unknown>) => changesOf(["custody:nowpayments", "house:fees"], work);
  const none = { "custody:nowpayments": 0, "house:fees": 0 };

  it("is booked with the credit of any amount; for further money, only its increase is booked", async () => {
    const { paymentId, balance } = await depositor("100");
    const arrive = async (amount: string, outcome: string) => {
      fake.pay(paymentId, { amount, outcome, state: "expired" });
      await tell(paymentId);
      return (await attentionOf(paymentId, boss))!;
    };
    const item = await arrive("100", "99");
    expect(item.details["provider_fee"]).toBe("1.00000000");
    const credit = (amount: string) => decide(boss, item.id, "credit", { amount, note: "checked" });
    expect(await moved(() => credit("98.5"))).toEqual({ "custody:nowpayments": -97.5, "house:fees": -1 });
    expect(await moved(() => tell(paymentId, { duplicates: 2 }))).toEqual(none);
    await arrive("150", "148");
    // The higher fee was booked when it became known: the payment is credited in part.
    expect(await moved(() => credit("51.5"))).toEqual({ "custody:nowpayments": -51.5, "house:fees": 0 });
    expect(await balance()).toBe("150.00000000");
  });

  it.each<[string, (deposit: { id: string }, item: AttentionItem) => Promise<{ status: number }>]>([
    ["a credit", (_deposit, { id }) => decide(boss, id, "credit", { amount: "100", note: "checked" })],
    ["an approval", ({ id }) => boss.post(`/api/admin/deposits/${id}/approve`)],
  ])("that becomes known while %s waits for the payment is booked with it", async (_what, click) => {
    const { deposit, paymentId } = await depositor("100");
    fake.pay(paymentId, { amount: "100", outcome: null, state: "failed" });
    await tell(paymentId);
    const item = (await attentionOf(paymentId, boss))!;
    const clicked = async () => {
      const { database } = scope.app;
      const answer = await transaction(database, async (connection) => {
        await connection.query("select from deposit_transactions where id = $1 for update", [deposit.id]);
        const deciding = click(deposit, item);
        await untilBlocked(database);
        await connection.query("update payments set outcome = 99 where id = $1", [deposit.id]);
        return { deciding };
      });
      expect((await answer.deciding).status).toBe(200);
    };
    expect(await moved(clicked)).toEqual({ "custody:nowpayments": -99, "house:fees": -1 });
  });

  it("of another asset is not known, so none is booked", async () => {
    const { paymentId } = await depositor("100");
    fake.pay(paymentId, { amount: "500", outcome: "99", asset: "trx" });
    await tell(paymentId);
    const item = (await attentionOf(paymentId, boss))!;
    expect(item.details["provider_fee"]).toBeUndefined();
    expect(await moved(() => decide(boss, item.id, "credit", { amount: "100", note: "worth that" }))).toEqual(
      {
        "custody:nowpayments": -100,
        "house:fees": 0,
      },
    );
    expect(await moved(() => tell(paymentId))).toEqual(none);
  });
});

describe("dismissing", () => {
  it("closes the item with a note and moves nothing", async () => {
    const { item, now, paymentId, balance } = await awaited();
    const answer = await decide(boss, item.id, "dismiss", { note: "the vendor sent it back" });
    expect(answer.body).toMatchObject({ resolution: "dismissed", note: "the vendor sent it back" });
    expect((await decide(boss, item.id, "dismiss", { note: "again" })).body.code).toBe("attention_resolved");
    expect((await decide(boss, item.id, "credit", { amount: "1", note: "no" })).body.code).toBe(
      "attention_resolved",
    );
    await tell(paymentId, { duplicates: 2 });
    expect((await attentionOf(paymentId, boss))!.resolution).toBe("dismissed");
    expect(await now()).toMatchObject({ status: "failed", failureReason: "rejected" });
    expect(await balance()).toBe("0.00000000");
  });

  it.each([
    ["more money arrives", { amount: "150", state: "expired" }, "money_in_failed_payment"],
    ["the reason is another one", { amount: "100", state: "no_such_word" }, "unknown_state"],
  ])("reopens the item where %s", async (_what, arrival, reason) => {
    const { item, paymentId } = await awaited();
    await decide(boss, item.id, "dismiss", { note: "not yet" });
    fake.pay(paymentId, arrival);
    await tell(paymentId);
    expect(await attentionOf(paymentId, boss)).toMatchObject({ id: item.id, reason, resolvedAt: null });
  });

  it("does not close a payout whose withdrawal is undecided", async () => {
    const { client } = await depositor();
    const { rows } = await scope.app.database.query<{ id: string }>(
      `with w as (
         insert into withdrawal_transactions (id, user_id, amount, fee, net_amount, address, status, provider, created_at, updated_at)
         values (gen_random_uuid(), $1, 20, 1.6, 18.4, 'T', 'processing', 'nowpayments', now(), now()) returning id)
       insert into attention_items (id, key, kind, reason, provider, withdrawal_id, user_id, details, created_at, updated_at)
       select $2, 'payout/x', 'payout', 'payout_failed', 'nowpayments', w.id, $1, '{}', now(), now() from w
       returning id`,
      [client.user.id, "01900000-0000-7000-8000-000000000000"],
    );
    const { id } = rows[0]!;
    expect((await decide(boss, id, "dismiss", { note: "away" })).body.code).toBe("attention_of_withdrawal");
    expect((await decide(boss, id, "credit", { amount: "5", note: "away" })).body.code).toBe(
      "attention_not_creditable",
    );
    await scope.app.database.query("delete from withdrawal_transactions where user_id = $1", [
      client.user.id,
    ]);
    expect((await decide(boss, id, "dismiss", { note: "away" })).status).toBe(200);
  });
});

describe("the list", () => {
  it("shows every open item and the newest resolved ones, in pages", async () => {
    const made = [];
    for (let number = 0; number < 4; number += 1) made.push((await awaited()).item.id);
    const [oldest, second, third, newest] = made as [string, string, string, string];
    for (const id of [oldest, second, newest]) await decide(boss, id, "dismiss", { note: "done" });
    const ids = (await list()).map(({ id }) => id);
    expect(ids.slice(0, 4)).toEqual([newest, third, second, oldest]);
    const short = await list("?limit=1");
    expect(short.filter(({ resolvedAt }) => resolvedAt !== null).map(({ id }) => id)).toEqual([newest]);
    expect(short.map(({ id }) => id)).toContain(third);
    expect((await list(`?before=${newest}&limit=2`)).map(({ id }) => id)).toEqual([second, oldest]);
    expect((await boss.get("/api/admin/attention?limit=0")).status).toBe(400);
  });
});
