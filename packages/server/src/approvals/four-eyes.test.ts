import type { AuditEntry } from "@veritick/contract/schemas/admin.ts";
import type { Proposal } from "@veritick/contract/schemas/proposals.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seedPeople } from "../../testing/people.ts";
import type { Person } from "../../testing/people.ts";
import { spareNoise } from "../../testing/remembered-noise.ts";
import { createRefusedPayout, repeatedPayment } from "../../testing/valid-calls.ts";
import { useApp } from "../../testing/use-app.ts";
import { seedAdmin, withdraw, withdrawingPeople } from "../../testing/withdrawals.ts";

spareNoise();
const scope = useApp({ FOUR_EYES_ABOVE: "1000" });
let [ann, bob, cem] = [] as unknown as [Person, Person, Person];
beforeAll(async () => {
  [ann, bob, cem] = [await seedAdmin(scope.app), await seedAdmin(scope.app), await seedAdmin(scope.app)];
});
afterAll(async () => expect(await scope.app.checkLedger()).toEqual([]));

const person = async (balance = "0") => (await seedPeople(scope.app, 1, balance))[0]!;
async function depositOf(client: Person, amount = "1000.01"): Promise<string> {
  return (await client.post("/api/deposits", { amount })).body.id as string;
}
async function withdrawalOf(amount: string): Promise<{ client: Person; id: string }> {
  const [client] = await withdrawingPeople(scope.app, 1, "5000");
  return { client: client!, id: (await withdraw(client!, { amount })).body.id as string };
}
const decide = (who: Person, kind: string, id: string, how: string, body?: unknown, key?: string) =>
  who.post(`/api/admin/${kind}/${id}/${how}`, body, key === undefined ? {} : { "idempotency-key": key });
const listed = async (kind: string, id: string) =>
  (await cem.get<{ id: string; awaiting: unknown }[]>(`/api/admin/${kind}`)).body.find(
    (one) => one.id === id,
  )!;
const proposalsAbout = async (target: string) =>
  (await cem.get<Proposal[]>("/api/admin/proposals")).body.filter((one) => one.target === target);
const actionsAbout = async (subject: string) =>
  (await cem.get<AuditEntry[]>(`/api/admin/audit?subject=${subject}`)).body.map(
    ({ action, actor, proposedBy }) => ({ action, actor, proposedBy }),
  );
const setAdmin = (who: Person, id: string, isAdmin: boolean) =>
  decide(who, "users", id, "set-admin", { isAdmin });
const codeOf = ({ body }: { body: { code?: string } }) => body.code;

describe("a decision above the amount", () => {
  it("credits a deposit once a second administrator approves it too", async () => {
    const client = await person();
    const id = await depositOf(client);
    const first = await decide(ann, "deposits", id, "approve");
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({
      status: "pending",
      awaiting: { action: "deposit_approved", proposedBy: ann.user.id, proposedByEmail: ann.user.email },
    });
    expect((await decide(ann, "deposits", id, "approve")).body).toEqual(first.body);
    expect(await listed("deposits", id)).toEqual(first.body);
    expect(await client.balance()).toBe("0.00000000");

    const second = await decide(bob, "deposits", id, "approve");
    expect(second.body).toMatchObject({ status: "confirmed", awaiting: null });
    expect(await client.balance()).toBe("1000.01000000");
    expect(await actionsAbout(client.user.id)).toEqual([
      { action: "deposit_approved", actor: bob.user.id, proposedBy: ann.user.id },
      { action: "proposal_made", actor: ann.user.id, proposedBy: null },
    ]);
    expect(await proposalsAbout(id)).toMatchObject([{ outcome: "agreed", decidedBy: bob.user.id }]);
  });

  it("needs two to approve a withdrawal; one alone can reject it, which closes the proposal", async () => {
    const approved = await withdrawalOf("1500");
    await decide(ann, "withdrawals", approved.id, "approve");
    expect(await listed("withdrawals", approved.id)).toMatchObject({ status: "pending" });
    expect((await decide(bob, "withdrawals", approved.id, "approve")).body.status).toBe("processing");

    const rejected = await withdrawalOf("1500");
    await decide(ann, "withdrawals", rejected.id, "approve");
    const { body } = await decide(ann, "withdrawals", rejected.id, "reject");
    expect(body).toMatchObject({ status: "failed", awaiting: null });
    const [lapsed] = await proposalsAbout(rejected.id);
    expect(lapsed).toMatchObject({ outcome: "lapsed", decidedBy: null });
    expect(codeOf(await decide(bob, "proposals", lapsed!.id, "agree"))).toBe("proposal_decided");
    expect(await rejected.client.balance()).toBe("5000.00000000");
  });

  it("needs two with the same answer to mark a stuck payout", async () => {
    const { id, client } = await withdrawalOf("1500");
    await createRefusedPayout(scope.app, id);
    const transactionId = "ab".repeat(32);
    const { body } = await decide(ann, "withdrawals", id, "mark-paid", { transactionId });
    expect(body).toMatchObject({ status: "processing", awaiting: { action: "withdrawal_marked_paid" } });
    for (const [how, details] of [
      ["mark-paid", { transactionId: "cd".repeat(32) }],
      ["mark-failed", { note: "no" }],
    ] as const) {
      expect(codeOf(await decide(bob, "withdrawals", id, how, details))).toBe("proposal_differs");
    }
    const done = await decide(bob, "withdrawals", id, "mark-paid", { transactionId });
    expect(done.body).toMatchObject({ status: "completed", transactionHash: transactionId });

    const failed = await withdrawalOf("1500");
    await createRefusedPayout(scope.app, failed.id);
    await decide(ann, "withdrawals", failed.id, "mark-failed", { note: "it is gone" });
    const [open] = await proposalsAbout(failed.id);
    expect(open).toMatchObject({ note: "it is gone", amount: "1500.00000000", outcome: null });
    expect((await decide(bob, "proposals", open!.id, "agree")).body).toMatchObject({ outcome: "agreed" });
    expect(await failed.client.balance()).toBe("5000.00000000");
    expect(await client.balance()).toBe("3500.00000000");
  });

  it("needs two with the same amount to credit a payment; one can dismiss it", async () => {
    const client = await person();
    const id = await repeatedPayment(scope.app, client.user.id, "3000");
    const credit = (who: Person, amount: string) =>
      decide(who, "attention", id, "credit", { amount, note: "seen it" });
    expect((await credit(ann, "2000")).body).toMatchObject({
      resolvedAt: null,
      awaiting: { proposedBy: ann.user.id },
    });
    expect(codeOf(await credit(bob, "20"))).toBe("proposal_differs");
    expect((await listed("attention", id)).awaiting).not.toBeNull();
    expect((await credit(bob, "2000")).body).toMatchObject({ resolution: "credited", awaiting: null });
    expect(await client.balance()).toBe("2000.00000000");

    const dismissed = await repeatedPayment(scope.app, client.user.id, "3000");
    await decide(ann, "attention", dismissed, "credit", { amount: "3000", note: "yes" });
    await decide(bob, "attention", dismissed, "dismiss", { note: "no" });
    expect(await proposalsAbout(dismissed)).toMatchObject([{ outcome: "lapsed" }]);
  });

  it("carries out an adjustment when another administrator agrees to its proposal", async () => {
    const client = await person("5");
    const adjust = (who: Person, key: string) =>
      decide(who, "users", client.user.id, "adjust-balance", { amount: "-1000.01", note: "back" }, key);
    expect(codeOf(await adjust(ann, "one"))).toBe("balance_too_small");
    const rich = await person("5000");
    const path = [rich.user.id, "adjust-balance", { amount: "-1000.01", note: "back" }] as const;
    const first = await decide(ann, "users", ...path, "one");
    expect(first.body).toMatchObject({ balance: "5000.00000000", awaiting: { proposedBy: ann.user.id } });
    const again = await decide(ann, "users", ...path, "one");
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    // No administrator can propose the same adjustment twice, but another amount is allowed.
    for (const who of [ann, bob]) {
      const twice = await decide(who, "users", ...path, "two");
      expect(twice).toMatchObject({ status: 409, body: { code: "proposal_exists", field: "amount" } });
    }
    const more = { amount: "-1000.02", note: "back" };
    await decide(bob, "users", rich.user.id, "adjust-balance", more, "three");
    expect(await proposalsAbout(rich.user.id)).toMatchObject(Array(2).fill({ balance: "5000.00000000" }));
    expect(await rich.balance()).toBe("5000.00000000");

    const id = first.body.awaiting.proposalId as string;
    expect(codeOf(await decide(ann, "proposals", id, "agree"))).toBe("proposal_own");
    const agreed = await decide(bob, "proposals", id, "agree", undefined, "yes");
    expect(agreed.body).toMatchObject({
      id,
      outcome: "agreed",
      amount: "-1000.01000000",
      balance: null,
      proposedByEmail: ann.user.email,
      decidedByEmail: bob.user.email,
    });
    const replayed = await decide(bob, "proposals", id, "agree", undefined, "yes");
    expect(replayed.headers.get("idempotency-replayed")).toBe("true");
    expect(replayed.body).toEqual({ ...agreed.body, proposedByEmail: null });
    expect(codeOf(await decide(cem, "proposals", id, "agree"))).toBe("proposal_decided");
    expect(await rich.balance()).toBe("3999.99000000");
    expect((await actionsAbout(rich.user.id)).slice(0, 2)).toEqual([
      { action: "balance_adjusted", actor: bob.user.id, proposedBy: ann.user.id },
      { action: "proposal_agreed", actor: bob.user.id, proposedBy: ann.user.id },
    ]);
  });
});

describe("a decision up to the amount", () => {
  it("needs one administrator", async () => {
    const client = await person();
    const id = await depositOf(client, "1000");
    expect((await decide(ann, "deposits", id, "approve")).body.status).toBe("confirmed");
    const small = await withdrawalOf("1000");
    expect((await decide(ann, "withdrawals", small.id, "approve")).body.status).toBe("processing");
  });

  it("adds up a day's small adjustments, without those that two agreed to, and says the sum", async () => {
    const [dan, client] = [await seedAdmin(scope.app), await person("5000")];
    const adjust = async (amount: string) =>
      (await decide(dan, "users", client.user.id, "adjust-balance", { amount, note: "small" })).body.awaiting;
    const standing = async () => (await dan.get("/api/admin/stats")).body.decidedAlone;
    expect(await standing()).toEqual({ amount: "0.00000000", limit: "1000.00000000" });
    expect(await adjust("600")).toBeNull();
    expect(await adjust("-400")).toBeNull();
    const waiting = await adjust("0.01");
    expect(waiting).not.toBeNull();
    await decide(ann, "proposals", waiting.proposalId, "agree");
    expect(await standing()).toEqual({ amount: "1000.00000000", limit: "1000.00000000" });
    scope.app.clock.jump(86_390);
    expect(await adjust("0.01")).not.toBeNull();
    scope.app.clock.jump(20);
    expect(await standing()).toMatchObject({ amount: "0.00000000" });
    expect(await adjust("1000")).toBeNull();
    expect(await adjust("0.01")).not.toBeNull();
    await scope.settled();
  });

  it("changes a balance and deletes a user only for a reason, which the second administrator sees", async () => {
    const client = await person("5000");
    const path = `/api/admin/users/${client.user.id}`;
    const adjust = (who: Person, more: object) =>
      who.post(`${path}/adjust-balance`, { amount: "-1000.50", ...more });
    expect((await adjust(ann, {})).body).toMatchObject({ code: "note_required", field: "note" });
    const { body } = await adjust(ann, { note: "paid twice" });
    expect(await proposalsAbout(client.user.id)).toMatchObject([{ note: "paid twice" }]);
    await decide(bob, "proposals", body.awaiting.proposalId, "agree");
    expect((await ann.get(`${path}/statement`)).body[0]).toMatchObject({ note: "paid twice" });
    expect((await client.get("/api/statement")).body[0]).not.toHaveProperty("note");
    expect((await ann.get("/api/admin/stats")).body).toMatchObject({ reasonRequired: true });

    expect((await ann.call("DELETE", path)).body).toMatchObject({ code: "note_required", field: "note" });
    expect(await client.balance()).toBe("3999.50000000");
    expect((await ann.call("DELETE", path, { note: "asked for it" })).status).toBe(200);
  });

  it("is refused for the administrator's own account, except rejecting a deposit", async () => {
    const [own] = (await withdrawingPeople(scope.app, 1, "100")) as [Person];
    const { id: me } = own.user;
    const deposit = await depositOf(own, "20");
    const withdrawal = (await withdraw(own, { amount: "15" })).body.id as string;
    const item = await repeatedPayment(scope.app, me, "20");
    for (const who of [ann, bob]) await setAdmin(who, me, true);
    for (const [kind, id, how, body] of [
      ["deposits", deposit, "approve", undefined],
      ["withdrawals", withdrawal, "approve", undefined],
      ["withdrawals", withdrawal, "reject", undefined],
      ["withdrawals", withdrawal, "mark-paid", { transactionId: "ab".repeat(32) }],
      ["attention", item, "credit", { amount: 1, note: "me" }],
      ["users", me, "adjust-balance", { amount: 1 }],
    ] as const) {
      expect([how, codeOf(await decide(own, kind, id, how, body))]).toEqual([how, "own_account"]);
    }
    expect((await decide(own, "deposits", deposit, "reject")).body.status).toBe("failed");
    expect(await actionsAbout(me)).toEqual([
      { action: "deposit_rejected", actor: me, proposedBy: null },
      { action: "rights_changed", actor: bob.user.id, proposedBy: ann.user.id },
      { action: "proposal_made", actor: ann.user.id, proposedBy: null },
    ]);
  });
});

describe("a proposal", () => {
  it("can be declined or taken back, and then made again", async () => {
    const id = await depositOf(await person());
    for (const who of [bob, ann]) {
      const { body } = await decide(ann, "deposits", id, "approve");
      const answer = await decide(who, "proposals", body.awaiting.proposalId, "decline", { note: "wait" });
      expect(answer.body).toMatchObject({ outcome: "declined", decidedBy: who.user.id });
      expect((await listed("deposits", id)).awaiting).toBeNull();
      expect((await cem.get(`/api/admin/proposals?id=${answer.body.id}`)).body).toEqual([answer.body]);
    }
    expect((await decide(bob, "deposits", id, "approve")).body.awaiting.proposedBy).toBe(bob.user.id);
    expect((await proposalsAbout(id)).map(({ outcome }) => outcome)).toEqual([null, "declined", "declined"]);
  });

  it("is closed when the user, the provider or a deletion decides otherwise", async () => {
    const withdrawal = await withdrawalOf("1500");
    await decide(ann, "withdrawals", withdrawal.id, "approve");
    await withdrawal.client.post(`/api/withdrawals/${withdrawal.id}/cancel`);
    expect(await proposalsAbout(withdrawal.id)).toMatchObject([{ outcome: "lapsed" }]);

    const client = await person();
    const deposit = await depositOf(client);
    const open = (await decide(ann, "deposits", deposit, "approve")).body.awaiting.proposalId as string;
    await scope.pass(6);
    expect(await client.balance()).toBe("1000.01000000");
    expect(await proposalsAbout(deposit)).toMatchObject([{ id: open, outcome: "lapsed" }]);

    const gone = await person("5000");
    const { body } = await decide(ann, "users", gone.user.id, "adjust-balance", {
      amount: "2000",
      note: "a gift",
    });
    await ann.call("DELETE", `/api/admin/users/${gone.user.id}`, { note: "asked for it" });
    expect(codeOf(await decide(bob, "proposals", body.awaiting.proposalId, "agree"))).toBe("not_found");
  });

  it("lapses once its proposer is no longer an administrator", async () => {
    const [dan, client] = [await seedAdmin(scope.app), await person("5000")];
    const [first, second] = [await depositOf(client), await depositOf(client)];
    const one = (await decide(dan, "deposits", first, "approve")).body.awaiting.proposalId as string;
    for (const who of [ann, bob]) await setAdmin(who, dan.user.id, false);
    expect(await proposalsAbout(first)).toMatchObject([{ outcome: "lapsed" }]);
    expect(codeOf(await decide(bob, "proposals", one, "agree"))).toBe("proposal_decided");
    // The way in which they lost their rights makes no difference.
    for (const who of [ann, bob]) await setAdmin(who, dan.user.id, true);
    const two = (await decide(dan, "deposits", second, "approve")).body.awaiting.proposalId as string;
    await scope.app.database.query("update users set is_admin = false where id = $1", [dan.user.id]);
    expect((await listed("deposits", second)).awaiting).toBeNull();
    expect(codeOf(await decide(bob, "proposals", two, "agree"))).toBe("proposal_decided");
    expect((await decide(bob, "deposits", second, "approve")).body.awaiting.proposedBy).toBe(bob.user.id);
    expect(await client.balance()).toBe("5000.00000000");
  });
});
