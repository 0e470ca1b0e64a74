import { UNCLAIMED } from "@veritick/contract/schemas/attention.ts";
import type { AttentionItem } from "@veritick/contract/schemas/attention.ts";
import { beforeEach, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Person } from "../../../testing/people.ts";
import { usePayingApp } from "../../../testing/use-paying-app.ts";

const { fake, scope, person, admin, depositor, tell, pass, attentionOf, changesOf } = await usePayingApp({
  FOUR_EYES_ABOVE: "10000",
});
let boss: Person;
let second: Person;
beforeAll(async () => {
  [boss, second] = [await admin(), await admin()];
});
let funds: string;
beforeEach(async () => {
  funds = await houseFunds();
});
afterEach(async () => expect(await houseFunds()).toBe(funds));

/** Returns the house's funds without the provider's fees. */
async function houseFunds(): Promise<string> {
  const { rows } = await scope.app.database.query(
    `select (sum(funds) - (select coalesce(sum(amount), 0) from ledger_entries where account = 'house:fees'))::text as funds
     from house_stripes`,
  );
  return rows[0].funds;
}

/** Makes a payment of an account that was deleted before its money arrived. */
async function ownerless(amount = "100", outcome = amount) {
  const { client, paymentId } = await depositor("100");
  expect((await boss.call("DELETE", `/api/admin/users/${client.user.id}`, { note: "asked to" })).status).toBe(
    200,
  );
  fake.pay(paymentId, { amount, outcome });
  await tell(paymentId);
  const item = async () => (await attentionOf(paymentId, boss))!;
  return { paymentId, item, id: (await item()).id };
}

const credit = (who: Person, id: string, body: object) =>
  who.post<AttentionItem & { code?: string }>(`/api/admin/attention/${id}/credit`, {
    amount: "100",
    note: "showed the transaction",
    ...body,
  });

/** Returns the changes of the accounts that such a payment concerns while `work` runs. */
const moved = (work: () => Promise<unknown>) =>
  changesOf(["custody:nowpayments", UNCLAIMED, "house:adjustments", "house:fees"], work);

const untouched = { "custody:nowpayments": 0, [UNCLAIMED]: 0, "house:adjustments": 0, "house:fees": 0 };

describe("a payment without a user", () => {
  it("is credited from custody to the user that the administrator names, who sees a deposit", async () => {
    const { item, id, paymentId } = await ownerless();
    expect((await credit(boss, id, {})).body.code).toBe("attention_not_creditable");
    const owner = await person();
    const movements = await moved(async () =>
      expect((await credit(boss, id, { to: ` ${owner.user.email.toUpperCase()}` })).status).toBe(200),
    );
    expect(movements).toEqual({ ...untouched, "custody:nowpayments": -100 });
    expect(await owner.balance()).toBe("100.00000000");
    expect((await owner.get("/api/deposits")).body).toMatchObject([{ status: "confirmed", paymentId }]);
    expect((await owner.get("/api/statement")).body).toMatchObject([
      { kind: "deposit_credited", amount: "100.00000000" },
    ]);
    expect(await item()).toMatchObject({
      resolution: "credited",
      userId: owner.user.id,
      userEmail: owner.user.email,
      note: "showed the transaction",
    });
    const { body } = await boss.get(`/api/admin/audit?subject=${owner.user.id}`);
    expect(body[0]).toMatchObject({
      action: "payment_credited",
      target: id,
      reason: "showed the transaction",
    });
    // Callbacks and the comparison find nothing to decide, and further money belongs to the owner.
    await tell(paymentId, { duplicates: 2 });
    expect((await item()).resolution).toBe("credited");
    fake.pay(paymentId, { amount: "130" });
    await tell(paymentId);
    expect(await item()).toMatchObject({ resolvedAt: null, amount: "30", userId: owner.user.id });
    expect((await credit(boss, id, { amount: "30", to: UNCLAIMED })).body.code).toBe("attention_has_account");
    expect((await credit(boss, id, { amount: "30" })).status).toBe(200);
    expect(await owner.balance()).toBe("130.00000000");
  });

  it("is not credited again after the account that got it is deleted", async () => {
    const { item, id, paymentId } = await ownerless();
    const owner = await person();
    await credit(boss, id, { to: owner.user.id, amount: "90" });
    await boss.call("DELETE", `/api/admin/users/${owner.user.id}`, { note: "asked to" });
    fake.pay(paymentId, { amount: "120" });
    await tell(paymentId);
    expect(await item()).toMatchObject({ resolvedAt: null, amount: "30", userId: null });
    expect((await credit(boss, id, { to: UNCLAIMED, amount: "31" })).body.code).toBe("credit_too_large");
    expect((await credit(boss, id, { to: UNCLAIMED, amount: "30" })).status).toBe(200);
    await pass(90_000);
    expect(await item()).toMatchObject({ resolution: "set aside", setAside: "30" });
  });

  it("is set aside in house:unclaimed, and credited to its owner once later", async () => {
    const { item, id } = await ownerless();
    const aside = await moved(() => credit(boss, id, { to: UNCLAIMED, note: "nobody known" }));
    expect(aside).toEqual({ ...untouched, "custody:nowpayments": -100, [UNCLAIMED]: 100 });
    expect(await item()).toMatchObject({ resolution: "set aside", setAside: "100", userId: null });
    expect((await credit(boss, id, { to: UNCLAIMED })).body.code).toBe("attention_resolved");

    expect((await credit(boss, id, { to: "nobody@example.com" })).body.code).toBe("recipient_unknown");
    const owner = await person();
    const stranger = await person();
    const part = await moved(() => credit(boss, id, { to: owner.user.id, amount: "60" }));
    expect(part).toEqual({ ...untouched, [UNCLAIMED]: -60 });
    expect(await item()).toMatchObject({ resolution: "set aside", setAside: "40", userId: owner.user.id });
    expect((await credit(boss, id, { to: stranger.user.id, amount: "40" })).body.code).toBe(
      "attention_has_account",
    );
    expect((await credit(boss, id, { amount: "41" })).body.code).toBe("credit_too_large");
    const rest = await moved(async () => {
      const answers = await Promise.all([boss, second].map((who) => credit(who, id, { amount: "40" })));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    });
    expect(rest).toEqual({ ...untouched, [UNCLAIMED]: -40 });
    expect(await item()).toMatchObject({ resolution: "credited", setAside: null });
    expect((await item()).history.map(({ resolution }) => resolution)).toEqual(["set aside", "set aside"]);
    expect(await owner.balance()).toBe("100.00000000");
    expect(await stranger.balance()).toBe("0.00000000");
  });

  it("costs the provider's fee once, when it is set aside, and not again at its credit", async () => {
    const { id, paymentId } = await ownerless("100", "99");
    const aside = await moved(() => credit(boss, id, { to: UNCLAIMED }));
    expect(aside).toEqual({ ...untouched, "custody:nowpayments": -99, [UNCLAIMED]: 100, "house:fees": -1 });
    expect(await moved(() => tell(paymentId))).toEqual(untouched);
    const owner = await person();
    for (const amount of ["60", "40"]) {
      const part = await moved(() => credit(boss, id, { to: owner.user.id, amount }));
      expect(part).toEqual({ ...untouched, [UNCLAIMED]: -Number(amount) });
    }
    expect(await moved(() => tell(paymentId))).toEqual(untouched);
    await boss.call("DELETE", `/api/admin/users/${owner.user.id}`, { note: "asked to" });
    expect(await moved(() => tell(paymentId))).toMatchObject({ "house:fees": 0 });
  });

  it("goes to one of two users that two administrators name at once, or is closed", async () => {
    for (let round = 0; round < 6; round += 1) {
      const { item, id } = await ownerless();
      const people = [await person(), await person()];
      const answers = await Promise.all([
        credit(boss, id, { to: people[0]!.user.id }),
        credit(second, id, { to: people[1]!.user.id }),
        credit(boss, id, { to: UNCLAIMED }),
        second.post(`/api/admin/attention/${id}/dismiss`, { note: "not ours" }),
      ]);
      const done = answers.filter(({ status }) => status === 200).length;
      const balances = await Promise.all(people.map(({ balance }) => balance()));
      const total = balances.reduce((sum, balance) => sum + Number(balance), 0);
      const { setAside, resolution } = await item();
      expect(total + Number(setAside ?? 0)).toBe(resolution === "dismissed" ? 0 : 100);
      // If one administrator set the money aside first, the other may have credited it afterwards.
      expect(done).toBe(resolution === "credited" && (await item()).history.length === 1 ? 2 : 1);
    }
  });

  it("is credited once while the provider calls about more of it", async () => {
    for (let round = 0; round < 4; round += 1) {
      const { item, id, paymentId } = await ownerless();
      const owner = await person();
      fake.pay(paymentId, { amount: "130" });
      const [first] = await Promise.all([
        credit(boss, id, { to: owner.user.id }),
        tell(paymentId, { duplicates: 2 }),
      ]);
      expect(first.status).toBe(200);
      await tell(paymentId);
      // The item was closed with the credit of 100, or reopened for the rest.
      const isBack = (await item()).resolvedAt === null;
      if (isBack) {
        expect((await credit(boss, id, { to: owner.user.id, amount: "31" })).body.code).toBe(
          "credit_too_large",
        );
        expect((await credit(boss, id, { to: owner.user.id, amount: "30" })).status).toBe(200);
      }
      expect(await owner.balance()).toBe(isBack ? "130.00000000" : "100.00000000");
    }
  });

  it("is refused without a recipient, and a payment with a user for another one", async () => {
    const { id } = await ownerless();
    for (const to of ["nobody@example.com", "", 5, "a\0b", "0198a000-0000-7000-8000-000000000000"]) {
      const { status, body } = await credit(boss, id, { to });
      expect([status, body.code]).toEqual([400, "recipient_unknown"]);
    }
    const { client, paymentId } = await depositor("100");
    fake.pay(paymentId, { amount: "100", state: "expired" });
    await tell(paymentId);
    const own = (await attentionOf(paymentId, boss))!;
    const stranger = await person();
    for (const to of [stranger.user.id, UNCLAIMED, "nobody@example.com"]) {
      expect((await credit(boss, own.id, { to })).body.code).toBe("attention_has_account");
    }
    expect((await credit(boss, own.id, { to: client.user.email })).status).toBe(200);
  });

  it("is never credited to one's own account", async () => {
    const { id } = await ownerless();
    expect((await credit(boss, id, { to: boss.user.id })).body.code).toBe("own_account");
  });

  it("takes two administrators above the amount, who agree on the same account", async () => {
    const { item, id } = await ownerless("20000");
    const [owner, stranger] = [await person(), await person()];
    const asked = await credit(boss, id, { amount: "20000", to: owner.user.id });
    expect(asked.body.awaiting).toMatchObject({ action: "payment_credited" });
    expect((await credit(second, id, { amount: "20000", to: stranger.user.id })).body.code).toBe(
      "proposal_differs",
    );
    expect((await credit(second, id, { amount: "20000", to: UNCLAIMED })).body.code).toBe("proposal_differs");
    const agree = `/api/admin/proposals/${asked.body.awaiting!.proposalId}/agree`;
    expect((await second.post(agree)).status).toBe(200);
    expect(await owner.balance()).toBe("20000.00000000");
    expect((await item()).resolution).toBe("credited");
  });

  it("voids a proposal about money set aside once more money arrives", async () => {
    const { item, id, paymentId } = await ownerless("20000");
    const aside = await credit(boss, id, { amount: "20000", to: UNCLAIMED });
    expect((await second.post(`/api/admin/proposals/${aside.body.awaiting!.proposalId}/agree`)).status).toBe(
      200,
    );
    const owner = await person();
    const { body } = await credit(boss, id, { amount: "15000", to: owner.user.id });
    fake.pay(paymentId, { amount: "20100" });
    await tell(paymentId);
    expect(await item()).toMatchObject({ resolvedAt: null, amount: "100", setAside: "20000" });
    const agreed = await second.post(`/api/admin/proposals/${body.awaiting!.proposalId}/agree`);
    expect(agreed.body.code).toBe("proposal_decided");
    expect(await owner.balance()).toBe("0.00000000");
  });
});

it.each<[string, Parameters<typeof fake.pay>[1], Parameters<typeof fake.pay>[1]]>([
  ["turns out to be in another asset", { amount: "0", state: "waiting" }, { amount: "5", asset: "trx" }],
  ["is sent back", { amount: "20000", state: "expired" }, { amount: "20000", state: "refunded" }],
])("a proposal to approve a deposit is void once its payment %s", async (_what, before, after) => {
  const { deposit, paymentId, now } = await depositor("20000");
  const approve = (who: Person) =>
    who.post(`/api/admin/deposits/${deposit.id}/approve`, { note: "it is there" });
  fake.pay(paymentId, before);
  await tell(paymentId);
  const { proposalId } = (await approve(boss)).body.awaiting;
  await pass(1);
  await tell(paymentId);
  expect((await approve(boss)).body.awaiting.proposalId).toBe(proposalId);
  fake.pay(paymentId, after);
  await tell(paymentId);
  const agreed = await second.post(`/api/admin/proposals/${proposalId}/agree`);
  expect([agreed.status, agreed.body.code]).toEqual([409, "proposal_decided"]);
  expect((await approve(second)).body).toMatchObject({ awaiting: { proposedBy: second.user.id } });
  expect((await now()).credited).toBeNull();
});
