import type { AdminDeposit } from "@veritick/contract/schemas/admin-payments.ts";
import { beforeAll, describe, expect, it } from "vitest";
import type { Person } from "../../../testing/people.ts";
import { spareNoise } from "../../../testing/remembered-noise.ts";
import { until } from "../../../testing/test-client.ts";
import { usePayingApp } from "../../../testing/use-paying-app.ts";

spareNoise();
const { fake, scope, admin, depositor, tell, pass, attentionOf } = await usePayingApp();
let boss: Person;
beforeAll(async () => {
  boss = await admin();
});

const decide = (who: Person, id: string, what: "approve" | "reject") =>
  who.post<AdminDeposit>(
    `/api/admin/deposits/${id}/${what}`,
    what === "approve" ? { note: "seen on chain" } : {},
  );

const creditItem = (who: Person, id: string) =>
  who.post(`/api/admin/attention/${id}/credit`, { amount: "60", note: "worth that" });

describe("an administrator", () => {
  it("approves an open deposit, which credits the requested amount in the administrator's name", async () => {
    const { client, deposit, now, balance } = await depositor("100.5");
    const { socket, pushes } = await client.live();
    const answer = await decide(boss, deposit.id, "approve");
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      ...(await now()),
      userEmail: client.user.email,
      arrived: null,
      attention: null,
      screening: null,
      awaiting: null,
    });
    expect(answer.body).toMatchObject({ status: "confirmed", credited: "100.50000000" });
    expect(await balance()).toBe("100.50000000");
    await until(() => pushes.some(({ type }) => type === "balanceUpdate"), "the balance was pushed");
    const { rows } = await scope.app.database.query(
      `select d.decided_by, t.actor from deposit_transactions d join ledger_transactions t on t.reference = d.id
       where d.id = $1 and t.kind = 'deposit_credited'`,
      [deposit.id],
    );
    expect(rows).toEqual([{ decided_by: boss.user.id, actor: boss.user.id }]);
    socket.terminate();
  });

  it("approves a confirming deposit, whose payment is not credited again when it finishes", async () => {
    const { deposit, paymentId, now, balance } = await depositor("100");
    fake.setState(paymentId, "confirming");
    await tell(paymentId);
    expect((await now()).status).toBe("confirming");
    expect((await decide(boss, deposit.id, "approve")).status).toBe(200);
    fake.pay(paymentId, { amount: "100" });
    await tell(paymentId, { duplicates: 3 });
    expect(await balance()).toBe("100.00000000");
    expect(await attentionOf(paymentId, boss)).toBeUndefined();
  });

  it("approves a deposit with a listed payment, which closes the item; further money is listed again", async () => {
    const { deposit, paymentId, balance } = await depositor("100");
    fake.pay(paymentId, { amount: "100", state: "quarantined" });
    await tell(paymentId);
    await decide(boss, deposit.id, "approve");
    const item = (await attentionOf(paymentId, boss))!;
    expect(item.resolution).toBe("credited");
    const again = await boss.post(`/api/admin/attention/${item.id}/credit`, {
      amount: "100",
      note: "twice?",
    });
    expect(again.status).toBe(409);
    fake.pay(paymentId, { amount: "130" });
    await tell(paymentId);
    expect(await attentionOf(paymentId, boss)).toMatchObject({ reason: "more_arrived", resolvedAt: null });
    expect(await balance()).toBe("100.00000000");
  });

  it("approves less than the arrived amount, and exactly the rest can still be credited", async () => {
    const { deposit, paymentId, balance, all } = await depositor("100");
    fake.pay(paymentId, { amount: "150", state: "expired" });
    await tell(paymentId);
    await decide(boss, deposit.id, "approve");
    const rest = { resolvedAt: null, amount: "50", details: { already_credited: "100.00000000" } };
    expect(await attentionOf(paymentId, boss)).toMatchObject(rest);
    fake.setState(paymentId, "finished");
    await tell(paymentId);
    await pass(86_400);
    const item = (await attentionOf(paymentId, boss))!;
    expect(item).toMatchObject({ ...rest, reason: "more_arrived" });
    const credit = (amount: string) =>
      boss.post(`/api/admin/attention/${item.id}/credit`, { amount, note: "the rest" });
    expect((await credit("50.00000001")).body.code).toBe("credit_too_large");
    expect((await credit("50")).status).toBe(200);
    expect(await balance()).toBe("150.00000000");
    await tell(paymentId);
    expect((await attentionOf(paymentId, boss))!.resolution).toBe("credited");
    expect((await all()).map((one) => one.paymentId)).toEqual([paymentId, paymentId]);
  });

  it("approves a deposit whose payment is in another asset, which closes the item", async () => {
    const { deposit, paymentId, balance } = await depositor("100");
    fake.pay(paymentId, { amount: "5", asset: "trx" });
    await tell(paymentId);
    await decide(boss, deposit.id, "approve");
    const item = (await attentionOf(paymentId, boss))!;
    expect(item).toMatchObject({ reason: "wrong_asset", resolution: "credited", resolvedBy: boss.user.id });
    await tell(paymentId);
    expect((await creditItem(boss, item.id)).body.code).toBe("attention_resolved");
    expect(await balance()).toBe("100.00000000");
  });

  it("sees on the deposit that its payment needs a decision, until it is made", async () => {
    const { deposit, paymentId } = await depositor("100");
    const seen = async () =>
      (await boss.get<AdminDeposit[]>("/api/admin/deposits")).body.find(({ id }) => id === deposit.id)!;
    expect((await seen()).attention).toBeNull();
    fake.pay(paymentId, { amount: "5", asset: "trx" });
    await tell(paymentId);
    expect(await seen()).toMatchObject({ status: "pending", attention: "wrong_asset" });
    await creditItem(boss, (await attentionOf(paymentId, boss))!.id);
    expect(await seen()).toMatchObject({ status: "confirmed", attention: null });
    expect((await decide(boss, deposit.id, "approve")).status).toBe(409);
  });

  it("rejects a deposit whose payment is listed, which closes the item until more arrives", async () => {
    const { deposit, paymentId, balance } = await depositor("100");
    fake.pay(paymentId, { amount: "5", asset: "trx" });
    await tell(paymentId);
    expect((await decide(boss, deposit.id, "reject")).body).toMatchObject({
      status: "failed",
      attention: null,
    });
    const item = (await attentionOf(paymentId, boss))!;
    expect(item).toMatchObject({ resolution: "dismissed", resolvedBy: boss.user.id });
    expect((await creditItem(boss, item.id)).body.code).toBe("attention_resolved");
    fake.pay(paymentId, { amount: "9", asset: "trx" });
    await tell(paymentId);
    expect((await creditItem(boss, item.id)).body.resolution).toBe("credited");
    expect(await balance()).toBe("60.00000000");
  });

  it("credits nothing for another asset that shows up after the deposit was approved", async () => {
    const { deposit, paymentId, balance } = await depositor("100");
    await decide(boss, deposit.id, "approve");
    fake.pay(paymentId, { amount: "5", asset: "trx" });
    await tell(paymentId);
    const item = (await attentionOf(paymentId, boss))!;
    expect(item).toMatchObject({ resolvedAt: null, details: { already_credited: "100.00000000" } });
    expect((await creditItem(boss, item.id)).body.code).toBe("attention_not_creditable");
    expect(await balance()).toBe("100.00000000");
  });

  it.each(["approve", "reject"] as const)(
    "gets the first answer again when it asks to %s twice with one key",
    async (what) => {
      const other = await scope.start({ environment: fake.environment() });
      const elsewhere = Object.assign(await admin(), { url: other.url, cookie: boss.cookie });
      const { deposit, balance } = await depositor("100");
      const key = { "idempotency-key": `decide-${deposit.id}` };
      const ask = (who: Person, id: string) =>
        who.post(
          `/api/admin/deposits/${id}/${what}`,
          what === "approve" ? { note: "seen on chain" } : {},
          key,
        );
      const answers = await Promise.all([ask(boss, deposit.id), ask(elsewhere, deposit.id)]);
      answers.push(await ask(boss, deposit.id), await ask(elsewhere, deposit.id));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
      const replayed = answers.filter(({ headers }) => headers.get("idempotency-replayed") === "true");
      expect(replayed).toHaveLength(3);
      expect(await balance()).toBe(what === "approve" ? "100.00000000" : "0.00000000");
      const another = await depositor("100");
      expect((await ask(boss, another.deposit.id)).status).toBe(422);
      expect((await another.now()).status).toBe("pending");
    },
  );

  it("rejects an open deposit, and money that comes later is found by polls and listed", async () => {
    const { client, deposit, paymentId, now, balance } = await depositor("100");
    const { socket, pushes } = await client.live();
    const reason = "the name differs";
    expect((await boss.post(`/api/admin/deposits/${deposit.id}/reject`, { reason })).body).toMatchObject({
      status: "failed",
      failureReason: "rejected",
      rejectionReason: reason,
      userEmail: client.user.email,
    });
    await until(() => pushes.some(({ type }) => type === "depositUpdate"), "the rejection was pushed");
    await pass(3_600);
    fake.pay(paymentId, { amount: "100" });
    await pass(3_600);
    expect(await now()).toMatchObject({ status: "failed", failureReason: "rejected" });
    expect(await balance()).toBe("0.00000000");
    const item = (await attentionOf(paymentId, boss))!;
    expect(item.reason).toBe("money_after_rejection");
    await boss.post(`/api/admin/attention/${item.id}/credit`, { amount: "100", note: "was a mistake" });
    expect(await now()).toMatchObject({ status: "confirmed", failureReason: null, rejectionReason: null });
    expect(await balance()).toBe("100.00000000");
    socket.terminate();
  });

  it("is refused a decision about any other state, and nothing moves", async () => {
    const { deposit, now, balance } = await depositor("100");
    await decide(boss, deposit.id, "reject");
    const before = await now();
    for (const what of ["approve", "reject"] as const) {
      expect(await decide(boss, deposit.id, what)).toMatchObject({
        status: 409,
        body: { code: "deposit_not_open" },
      });
    }
    expect(await now()).toEqual(before);
    expect(await balance()).toBe("0.00000000");
  });

  it("sees all users' deposits with e-mail addresses: every open one and the newest others", async () => {
    const made = [await depositor("15"), await depositor("16"), await depositor("17"), await depositor("18")];
    const [a, b, c, d] = made.map(({ deposit }) => deposit.id) as [string, string, string, string];
    for (const id of [a, c, d]) await decide(boss, id, "reject");
    const list = async (query = "") => (await boss.get<AdminDeposit[]>(`/api/admin/deposits${query}`)).body;
    const all = await list();
    expect(all.slice(0, 4).map(({ id }) => id)).toEqual([d, c, b, a]);
    expect(all[0]!.userEmail).toBe(made[3]!.client.user.email);
    const short = (await list("?limit=1")).filter(({ status }) => status === "failed");
    expect(short.map(({ id }) => id)).toEqual([d]);
    expect((await list("?limit=1")).map(({ id }) => id)).toContain(b);
    expect((await list(`?before=${d}&limit=2`)).map(({ id }) => id)).toEqual([c, a]);
  });
});

describe("an administrator and the vendor at once, on two servers", () => {
  it("credit a deposit exactly once", async () => {
    const other = await scope.start({ environment: fake.environment() });
    const elsewhere = Object.assign(await admin(), { url: other.url });
    const winners = new Set<string>();
    for (let round = 0; round < 20; round += 1) {
      const { deposit, paymentId, now, balance } = await depositor("100");
      fake.pay(paymentId, { amount: "100" });
      const click = () => decide(elsewhere, deposit.id, "approve");
      const call = () => tell(paymentId, { duplicates: 3, parallel: 3 });
      // The rounds run in one order, in the other, and then in a random one.
      if (round === 0) await call();
      const clicked = click();
      if (round === 1) await clicked;
      await call();
      winners.add((await clicked).status === 200 ? "person" : "vendor");
      expect(await balance()).toBe("100.00000000");
      expect((await now()).status).toBe("confirmed");
      expect(await attentionOf(paymentId, boss)).toBeUndefined();
    }
    expect(winners).toEqual(new Set(["person", "vendor"]));
  });

  it("either credit the arrived money or reject and list it, never both", async () => {
    for (let round = 0; round < 12; round += 1) {
      const { deposit, paymentId, now, balance } = await depositor("100");
      fake.pay(paymentId, { amount: "100" });
      const [answer] = await Promise.all([
        decide(boss, deposit.id, "reject"),
        tell(paymentId, { duplicates: 2, parallel: 2 }),
      ]);
      const isRejected = answer.status === 200;
      expect((await now()).status).toBe(isRejected ? "failed" : "confirmed");
      expect(await balance()).toBe(isRejected ? "0.00000000" : "100.00000000");
      const reason = (await attentionOf(paymentId, boss))?.reason;
      expect(reason).toBe(isRejected ? "money_after_rejection" : undefined);
    }
  });
});

describe("two administrators at once, one at the deposit and one at the list", () => {
  it("credit one payment once", async () => {
    const other = await scope.start({ environment: fake.environment() });
    const elsewhere = Object.assign(await admin(), { url: other.url });
    const balances = new Set<string>();
    for (let round = 0; round < 12; round += 1) {
      const { deposit, paymentId, balance } = await depositor("200");
      fake.pay(paymentId, { amount: "5", asset: "trx" });
      await tell(paymentId);
      const { id } = (await attentionOf(paymentId, boss))!;
      const clicks = [() => decide(boss, deposit.id, "approve"), () => creditItem(elsewhere, id)];
      const answers = await Promise.all(
        (round % 2 === 0 ? clicks : clicks.toReversed()).map((click) => click()),
      );
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
      balances.add(await balance());
    }
    for (const balance of balances) expect(["200.00000000", "60.00000000"]).toContain(balance);
  });
});
