import type { AuditEntry } from "@veritick/contract/schemas/admin.ts";
import type { Proposal } from "@veritick/contract/schemas/proposals.ts";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { seedAttention } from "../../testing/attention-items.ts";
import { useOutbox } from "../../testing/outbox.ts";
import { seedPeople } from "../../testing/people.ts";
import type { Person } from "../../testing/people.ts";
import { spareNoise } from "../../testing/remembered-noise.ts";
import { createRefusedPayout, repeatedPayment } from "../../testing/valid-calls.ts";
import { useApp } from "../../testing/use-app.ts";
import { seedAdmin, withdraw, withdrawingPeople } from "../../testing/withdrawals.ts";
import { ensureAdmin } from "../accounts/public.ts";

const outbox = useOutbox();
spareNoise();
const scope = useApp({ FOUR_EYES_ABOVE: "1000", SANDBOX_CONFIRM_SECONDS: "off" }, { outbox: outbox.path });
/** The only two administrators. */
let [ann, bob] = [] as unknown as [Person, Person];
beforeEach(async () => {
  await scope.app.database.query("update users set is_admin = false where is_admin");
  [ann, bob] = [await seedAdmin(scope.app), await seedAdmin(scope.app)];
});
afterAll(async () => expect(await scope.app.checkLedger()).toEqual([]));

const person = async (balance = "0") => (await seedPeople(scope.app, 1, balance))[0]!;
const call = (who: Person, path: string, body?: unknown, key?: string) =>
  who.post(`/api/admin/${path}`, body, key === undefined ? {} : { "idempotency-key": key });
const adjust = (who: Person, { user }: Person, amount: string) =>
  call(who, `users/${user.id}/adjust-balance`, { amount, note: "as agreed" });
const setAdmin = (who: Person, { user }: Person, isAdmin: boolean) =>
  call(who, `users/${user.id}/set-admin`, { isAdmin });
const outcomesOf = async (target: string) =>
  (await ann.get<Proposal[]>("/api/admin/proposals")).body
    .filter((one) => one.target === target)
    .map(({ outcome }) => outcome);
const codeOf = ({ body }: { body: { code?: string } }) => body.code;

describe("small steps", () => {
  it("adds up all credits of one administrator in a day, of any kind", async () => {
    const [mule, other] = [await person(), await person()];
    const deposit = async (client: Person, amount: string) =>
      `deposits/${(await client.post("/api/deposits", { amount })).body.id}/approve`;
    const credit = async (amount: string) =>
      call(ann, `attention/${await repeatedPayment(scope.app, mule.user.id, amount)}/credit`, {
        amount,
        note: "seen",
      });
    expect((await call(ann, await deposit(mule, "400"))).body.awaiting).toBeNull();
    expect((await credit("300")).body.awaiting).toBeNull();
    expect((await adjust(ann, mule, "300")).body.awaiting).toBeNull();
    const waiting = [await deposit(other, "20"), await deposit(other, "30")] as const;
    expect((await call(ann, waiting[0])).body).toMatchObject({ status: "pending", awaiting: {} });
    expect((await credit("1")).body).toMatchObject({ resolvedAt: null, awaiting: {} });
    expect((await adjust(ann, mule, "0.01")).body.awaiting).not.toBeNull();
    expect(await mule.balance()).toBe("1000.00000000");
    // Another administrator has a separate allowance. Decisions of two administrators count for neither.
    expect((await call(bob, waiting[0])).body.status).toBe("confirmed");
    expect((await adjust(bob, other, "1000")).body.awaiting).toBeNull();
    scope.app.clock.jump(86_401);
    expect((await call(ann, waiting[1])).body.status).toBe("confirmed");
    await scope.settled();
  });

  it("adds up the refunds of payouts that were marked as failed", async () => {
    const [owner] = (await withdrawingPeople(scope.app, 1, "5000")) as [Person];
    const markFailed = async (amount: string) => {
      const { id } = (await withdraw(owner, { amount })).body;
      await createRefusedPayout(scope.app, id);
      return call(ann, `withdrawals/${id}/mark-failed`, { note: "it is gone" });
    };
    expect((await markFailed("600")).body).toMatchObject({ status: "failed", awaiting: null });
    expect((await markFailed("600")).body).toMatchObject({ status: "processing", awaiting: {} });
    expect((await adjust(ann, await person(), "401")).body.awaiting).not.toBeNull();
    expect((await adjust(ann, await person(), "400")).body.awaiting).toBeNull();
  });

  it("allows an administrator at most 20 open adjustments", async () => {
    const client = await person();
    let last = "";
    for (let n = 0; n < 20; n += 1) {
      last = (await adjust(ann, client, String(2000 + n))).body.awaiting.proposalId;
    }
    expect(codeOf(await adjust(ann, client, "2020"))).toBe("too_many_proposals");
    expect((await adjust(bob, client, "2020")).body.awaiting).not.toBeNull();
    await call(ann, `proposals/${last}/decline`, {});
    expect((await adjust(ann, client, "2021")).body.awaiting).not.toBeNull();
  });
});

describe("an outdated proposal", () => {
  it("cannot be carried out after 7 days, and is closed", async () => {
    const client = await person();
    const { proposalId } = (await adjust(ann, client, "2000")).body.awaiting;
    // No periodic task has run since.
    scope.app.clock.jump(7 * 86_400);
    expect(codeOf(await call(bob, `proposals/${proposalId}/agree`))).toBe("proposal_decided");
    expect(await outcomesOf(client.user.id)).toEqual(["lapsed"]);
    expect(await client.balance()).toBe("0.00000000");

    await adjust(ann, client, "2000");
    scope.app.clock.jump(7 * 86_400 - 60);
    scope.app.clock.advance(1);
    await scope.settled();
    expect(await outcomesOf(client.user.id)).toEqual([null, "lapsed"]);
    scope.app.clock.jump(3600);
    scope.app.clock.advance(1);
    await scope.settled();
    expect(await outcomesOf(client.user.id)).toEqual(["lapsed", "lapsed"]);
  });

  it("cannot be carried out if its proposer was demoted meanwhile, even if promoted again", async () => {
    const client = await person();
    const { proposalId } = (await adjust(bob, client, "2000")).body.awaiting;
    const held = await scope.app.database.connect();
    await held.query("begin");
    await held.query("select from proposals where id = $1 for update", [proposalId]);
    for (const who of [ann, bob]) await setAdmin(who, bob, false);
    await held.query("rollback");
    held.release();
    expect(await outcomesOf(client.user.id)).toEqual([null]);
    // The way in which they are promoted again makes no difference.
    await scope.app.database.query("update users set is_admin = true where id = $1", [bob.user.id]);
    expect(codeOf(await call(ann, `proposals/${proposalId}/agree`))).toBe("proposal_decided");
    expect(await outcomesOf(client.user.id)).toEqual(["lapsed"]);
    expect(await client.balance()).toBe("0.00000000");
  });

  it("cannot be carried out if the attention item or its withdrawal has changed meanwhile", async () => {
    const client = await person();
    const item = await repeatedPayment(scope.app, client.user.id, "3000");
    const propose = () => call(ann, `attention/${item}/credit`, { amount: "2000", note: "yes" });
    const change = (table: string, to: string) =>
      scope.app.database.query(
        `update ${table} t set ${to}, updated_at = now() from attention_items i
         where i.id = $1 and (t.provider, t.payment_id) = (i.provider, i.payment_id)`,
        [item],
      );
    for (const [table, to] of [
      ["payments", "arrived = 3001"],
      ["payments", "asset = 'usdterc20'"],
      ["attention_items", "reason = 'late_payment'"],
    ] as const) {
      expect((await propose()).body.awaiting).not.toBeNull();
      await change("payments", `details = '{"seen":"again"}'`);
      expect((await outcomesOf(item))[0]).toBeNull();
      await change(table, to);
      expect((await outcomesOf(item))[0]).toBe("lapsed");
      await change("payments", "asset = 'usdttrc20'");
    }
    const [owner] = (await withdrawingPeople(scope.app, 1, "5000")) as [Person];
    const markFailed = async (amount: string) => {
      const { id } = (await withdraw(owner, { amount })).body;
      await createRefusedPayout(scope.app, id);
      return call(ann, `withdrawals/${id}/mark-failed`, { note: "it is gone" });
    };
    expect((await markFailed("600")).body).toMatchObject({ status: "failed", awaiting: null });
    expect((await markFailed("600")).body).toMatchObject({ status: "processing", awaiting: {} });
    expect((await adjust(ann, await person(), "401")).body.awaiting).not.toBeNull();
    expect((await adjust(ann, await person(), "400")).body.awaiting).toBeNull();
  });

  it("allows an administrator at most 20 open adjustments", async () => {
    const client = await person();
    let last = "";
    for (let n = 0; n < 20; n += 1) {
      last = (await adjust(ann, client, String(2000 + n))).body.awaiting.proposalId;
    }
    expect(codeOf(await adjust(ann, client, "2020"))).toBe("too_many_proposals");
    expect((await adjust(bob, client, "2020")).body.awaiting).not.toBeNull();
    await call(ann, `proposals/${last}/decline`, {});
    expect((await adjust(ann, client, "2021")).body.awaiting).not.toBeNull();
  });
});

describe("an outdated proposal", () => {
  it("cannot be carried out after 7 days, and is closed", async () => {
    const client = await person();
    const { proposalId } = (await adjust(ann, client, "2000")).body.awaiting;
    // No periodic task has run since.
    scope.app.clock.jump(7 * 86_400);
    expect(codeOf(await call(bob, `proposals/${proposalId}/agree`))).toBe("proposal_decided");
    expect(await outcomesOf(client.user.id)).toEqual(["lapsed"]);
    expect(await client.balance()).toBe("0.00000000");

    await adjust(ann, client, "2000");
    scope.app.clock.jump(7 * 86_400 - 60);
    scope.app.clock.advance(1);
    await scope.settled();
    expect(await outcomesOf(client.user.id)).toEqual([null, "lapsed"]);
    scope.app.clock.jump(3600);
    scope.app.clock.advance(1);
    await scope.settled();
    expect(await outcomesOf(client.user.id)).toEqual(["lapsed", "lapsed"]);
  });

  it("cannot be carried out if its proposer was demoted meanwhile, even if promoted again", async () => {
    const client = await person();
    const { proposalId } = (await adjust(bob, client, "2000")).body.awaiting;
    const held = await scope.app.database.connect();
    await held.query("begin");
    await held.query("select from proposals where id = $1 for update", [proposalId]);
    for (const who of [ann, bob]) await setAdmin(who, bob, false);
    await held.query("rollback");
    held.release();
    expect(await outcomesOf(client.user.id)).toEqual([null]);
    // The way in which they are promoted again makes no difference.
    await scope.app.database.query("update users set is_admin = true where id = $1", [bob.user.id]);
    expect(codeOf(await call(ann, `proposals/${proposalId}/agree`))).toBe("proposal_decided");
    expect(await outcomesOf(client.user.id)).toEqual(["lapsed"]);
    expect(await client.balance()).toBe("0.00000000");
  });

  it("cannot be carried out if the attention item or its withdrawal has changed meanwhile", async () => {
    const client = await person();
    const item = await repeatedPayment(scope.app, client.user.id, "3000");
    const propose = () => call(ann, `attention/${item}/credit`, { amount: "2000", note: "yes" });
    const change = (to: string) =>
      scope.app.database.query(`update attention_items set ${to}, updated_at = now() where id = $1`, [item]);
    for (const to of [
      "amount = 3001",
      "asset = 'usdterc20'",
      "reason = 'late_payment', asset = 'usdttrc20'",
    ]) {
      expect((await propose()).body.awaiting).not.toBeNull();
      await change(`details = '{"seen":"again"}'`);
      expect((await outcomesOf(item))[0]).toBeNull();
      await change(to);
      expect((await outcomesOf(item))[0]).toBe("lapsed");
      await change("asset = 'usdttrc20'");
    }
    const [owner] = (await withdrawingPeople(scope.app, 1, "5000")) as [Person];
    const { id } = (await withdraw(owner, { amount: "1500" })).body;
    await createRefusedPayout(scope.app, id);
    await call(ann, `withdrawals/${id}/mark-failed`, { note: "it is gone" });
    await scope.app.database.query(
      "update attention_items set reason = 'payout_differs', updated_at = now() where withdrawal_id = $1",
      [id],
    );
    expect(await outcomesOf(id)).toEqual(["lapsed"]);
  });
});

describe("a second administrator of one's own making", () => {
  it("is impossible: granting and revoking rights need two", async () => {
    const [mule, other] = [await person("5"), await person()];
    const first = await setAdmin(ann, mule, true);
    expect(first.body).toMatchObject({
      isAdmin: false,
      balance: "5.00000000",
      awaiting: { action: "rights_changed", proposedBy: ann.user.id, effectiveAt: null },
    });
    expect((await setAdmin(ann, mule, true)).body).toEqual(first.body);
    expect((await mule.get("/api/admin/stats")).status).toBe(403);
    expect(codeOf(await call(ann, `proposals/${first.body.awaiting.proposalId}/agree`))).toBe("proposal_own");
    expect((await setAdmin(bob, mule, true)).body).toMatchObject({ isAdmin: true, awaiting: null });
    expect((await mule.get("/api/admin/stats")).status).toBe(200);

    const { proposalId } = (await setAdmin(ann, other, true)).body.awaiting;
    const agreed = await call(bob, `proposals/${proposalId}/agree`, undefined, "agree");
    expect(agreed.body).toMatchObject({ outcome: "agreed", amount: "0.00000000", action: "rights_changed" });
    expect((await call(bob, `proposals/${proposalId}/agree`, undefined, "agree")).status).toBe(200);
    expect((await other.get("/api/auth/me")).body.isAdmin).toBe(true);
    const revoked = await setAdmin(ann, other, false);
    expect(revoked.body).toMatchObject({
      isAdmin: true,
      awaiting: { action: "role_changed", proposedBy: ann.user.id, effectiveAt: null },
    });
    expect((await other.get("/api/admin/stats")).status).toBe(200);
    expect((await setAdmin(bob, other, false)).body).toMatchObject({ isAdmin: false, awaiting: null });
    const { body } = await ann.get<AuditEntry[]>(`/api/admin/audit?subject=${other.user.id}`);
    expect(body.map(({ action, proposedBy }) => [action, proposedBy])).toEqual([
      ["rights_changed", ann.user.id],
      ["proposal_made", null],
      ["rights_changed", ann.user.id],
      ["proposal_agreed", ann.user.id],
      ["proposal_made", null],
    ]);
  });

  it("cannot take the place of a colleague: demoting or deleting one needs the colleague", async () => {
    const mule = await person();
    expect((await setAdmin(ann, bob, false)).body).toMatchObject({
      isAdmin: true,
      awaiting: { action: "role_changed" },
    });
    const deleting = await ann.call("DELETE", `/api/admin/users/${bob.user.id}`, { note: "gone" });
    expect(codeOf(deleting)).toBe("proposal_differs");
    const [waiting] = (await ann.get<Proposal[]>("/api/admin/proposals")).body;
    await call(ann, `proposals/${waiting!.id}/decline`, {});
    const { body } = await ann.call("DELETE", `/api/admin/users/${bob.user.id}`, { note: "gone" });
    expect(body).toMatchObject({ unclaimed: "0.00000000", awaiting: { action: "user_deleted" } });
    expect((await bob.get("/api/auth/me")).status).toBe(200);
    expect((await setAdmin(ann, mule, true)).body.awaiting.effectiveAt).toBeNull();
    expect((await mule.get("/api/admin/stats")).status).toBe(403);
    const agreed = await call(bob, `proposals/${body.awaiting.proposalId}/agree`, undefined, "go");
    expect(agreed.body).toMatchObject({ outcome: "agreed", action: "user_deleted" });
    expect((await bob.get("/api/auth/me")).status).toBe(401);
    const log = (await ann.get<AuditEntry[]>(`/api/admin/audit?subject=${bob.user.id}`)).body;
    expect(log[0]).toMatchObject({ action: "user_deleted", actor: bob.user.id, proposedBy: ann.user.id });
    expect(log[0]!.before).toMatchObject({ role: "administrator" });
  });

  it("leaves a proposal open whose deletion is refused", async () => {
    const [chief] = await withdrawingPeople(scope.app, 1, "100");
    await scope.app.database.query("update users set is_admin = true where id = $1", [chief!.user.id]);
    const withdrawalId = (await withdraw(chief!, { amount: 50 })).body.id as string;
    const { body } = await ann.call("DELETE", `/api/admin/users/${chief!.user.id}`, { note: "gone" });
    await seedAttention(scope.app, [{ kind: "payout", reason: "restored", withdrawalId }]);
    const agreed = await call(bob, `proposals/${body.awaiting.proposalId}/agree`, undefined, "go");
    expect(codeOf(agreed)).toBe("withdrawal_doubtful");
    expect(await outcomesOf(chief!.user.id)).toEqual([null]);
  });

  it("cannot agree to a proposal older than their rights", async () => {
    const [client, cem, former] = [await person(), await person(), await person()];
    const before = (await adjust(ann, client, "2000")).body.awaiting.proposalId as string;
    for (const who of [ann, bob]) await setAdmin(who, cem, true);
    await scope.app.database.query("update users set is_admin = true where id = $1", [former.user.id]);
    for (const who of [cem, former]) {
      expect(codeOf(await call(who, `proposals/${before}/agree`))).toBe("proposal_older");
    }
    const after = (await adjust(ann, client, "3000")).body.awaiting.proposalId as string;
    expect((await call(cem, `proposals/${after}/agree`)).body.outcome).toBe("agreed");
    expect((await call(bob, `proposals/${before}/agree`)).body.outcome).toBe("agreed");
    expect(await client.balance()).toBe("5000.00000000");
  });
});

describe("the only administrator", () => {
  const DAY = 86_400;
  const pass = async (seconds: number) => {
    scope.app.clock.jump(seconds);
    scope.app.clock.advance(1);
    await scope.settled();
  };
  beforeEach(() =>
    scope.app.database.query("update users set is_admin = false where id = $1", [bob.user.id]),
  );

  it("grants rights that begin a day later, which everybody with rights sees and is mailed", async () => {
    const [client, mule] = [await person(), await person()];
    const viewer = await seedAdmin(scope.app, "viewer");
    await scope.settled();
    const earlier = new Set(outbox.mails().map(({ file }) => file));
    const { body } = await setAdmin(ann, mule, true);
    const effectiveAt = new Date(scope.app.clock.nowMs() + DAY * 1000).toISOString();
    expect(body).toMatchObject({ isAdmin: false, awaiting: { action: "rights_changed", effectiveAt } });
    expect((await setAdmin(ann, mule, true)).body).toEqual(body);
    const seen = (await viewer.get<Proposal[]>("/api/admin/proposals")).body;
    expect(seen.find(({ target }) => target === mule.user.id)).toMatchObject({ effectiveAt, outcome: null });
    await scope.settled();
    const mails = outbox.mails().filter(({ file }) => !earlier.has(file));
    expect(mails.map(({ to }) => to)).toEqual(expect.arrayContaining([ann.user.email, viewer.user.email]));

    const meanwhile = (await adjust(ann, client, "2000")).body.awaiting.proposalId as string;
    await pass(DAY - 60);
    expect((await mule.get("/api/admin/stats")).status).toBe(403);
    await pass(75);
    expect((await mule.get("/api/admin/stats")).status).toBe(200);
    expect(await outcomesOf(mule.user.id)).toEqual(["agreed"]);
    const [entry] = (await ann.get<AuditEntry[]>(`/api/admin/audit?subject=${mule.user.id}`)).body;
    expect(entry).toMatchObject({ action: "rights_changed", actor: ann.user.id, address: null });
    expect(codeOf(await call(mule, `proposals/${meanwhile}/agree`))).toBe("proposal_older");
    expect(await client.balance()).toBe("0.00000000");
  });

  it("cannot keep a grant from those whose rights they took before", async () => {
    const [mule, cashier] = [await person(), await seedAdmin(scope.app, "cashier")];
    expect((await setAdmin(ann, cashier, false)).status).toBe(200);
    await scope.settled();
    const earlier = new Set(outbox.mails().map(({ file }) => file));
    await setAdmin(ann, mule, true);
    await scope.settled();
    const mails = outbox.mails().filter(({ file }) => !earlier.has(file));
    expect(mails.map(({ to }) => to)).toContain(cashier.user.email);
  });

  it("cannot delete alone those told of a grant until a week after they lost their role", async () => {
    const cashier = await seedAdmin(scope.app, "cashier");
    const remove = () => ann.call("DELETE", `/api/admin/users/${cashier.user.id}`, { note: "left" });
    expect(codeOf(await remove())).toBe("role_recent");
    await setAdmin(ann, cashier, false);
    expect(codeOf(await remove())).toBe("role_recent");
    await scope.app.database.query("alter table audit_log disable trigger user");
    await scope.app.database.query(
      "update audit_log set created_at = created_at - interval '8 days' where subject = $1",
      [cashier.user.id],
    );
    await scope.app.database.query("alter table audit_log enable trigger user");
    expect((await remove()).status).toBe(200);
  });

  it("is stopped by a cashier, who can decline nothing else about rights", async () => {
    const [mule, cashier] = [await person(), await seedAdmin(scope.app, "cashier")];
    const viewer = await seedAdmin(scope.app, "viewer");
    const { proposalId } = (await setAdmin(ann, mule, true)).body.awaiting;
    expect(codeOf(await call(viewer, `proposals/${proposalId}/decline`, {}))).toBe("role_insufficient");
    expect((await call(cashier, `proposals/${proposalId}/decline`, {})).body.outcome).toBe("declined");
    await scope.app.database.query("update users set is_admin = true where id = $1", [bob.user.id]);
    const { awaiting } = (await setAdmin(ann, mule, true)).body;
    const declined = await call(cashier, `proposals/${awaiting.proposalId}/decline`, {});
    expect(codeOf(declined)).toBe("role_insufficient");
  });

  it("grants nothing if the grant is declined, or the administrator is demoted by then", async () => {
    const [mule, other] = [await person(), await person()];
    const { proposalId } = (await setAdmin(ann, mule, true)).body.awaiting;
    await call(ann, `proposals/${proposalId}/decline`, {});
    await setAdmin(ann, other, true);
    await scope.app.database.query("update users set is_admin = false where id = $1", [ann.user.id]);
    await pass(DAY + 15);
    for (const one of [mule, other]) expect((await one.get("/api/admin/stats")).status).toBe(403);
    await scope.app.database.query("update users set is_admin = true where id = $1", [ann.user.id]);
    await pass(15);
    expect((await other.get("/api/admin/stats")).status).toBe(403);
    expect(await outcomesOf(other.user.id)).toEqual(["lapsed"]);
  });

  it("takes no rights from somebody whom ADMIN_EMAIL has made an administrator meanwhile", async () => {
    const chief = await person();
    const { body } = await call(ann, `users/${chief.user.id}/set-admin`, { isAdmin: true, role: "viewer" });
    expect(body.awaiting.effectiveAt).not.toBeNull();
    const { database, clock } = scope.app;
    await ensureAdmin(database, clock, { email: chief.user.email, password: "secret-1" });
    await pass(DAY + 15);
    expect((await ann.get(`/api/admin/users/${chief.user.id}`)).body.role).toBe("administrator");
    expect(await outcomesOf(chief.user.id)).toEqual(["lapsed"]);
  });

  it("restarts the day for a proposal made while there was a second administrator", async () => {
    const mule = await person();
    await scope.app.database.query("update users set is_admin = true where id = $1", [bob.user.id]);
    expect((await setAdmin(ann, mule, true)).body.awaiting.effectiveAt).toBeNull();
    await scope.app.database.query("update users set is_admin = false where id = $1", [bob.user.id]);
    expect((await setAdmin(ann, mule, true)).body.awaiting.effectiveAt).not.toBeNull();
    expect(await outcomesOf(mule.user.id)).toEqual([null, "lapsed"]);
  });
});

describe("stored answers", () => {
  const keptAs = async (key: string) =>
    (
      await scope.app.database.query<{ response: string }>(
        "select response::text from idempotency_keys where key = $1",
        [key],
      )
    ).rows[0]!.response;

  it("of a decline contain nothing about the user concerned, who may just be deleted", async () => {
    const client = await person("5000");
    const { proposalId } = (await adjust(ann, client, "2000")).body.awaiting;
    const { body } = await call(bob, `proposals/${proposalId}/decline`, {}, "declined");
    expect(body).toMatchObject({ subjectEmail: client.user.email, note: "as agreed" });
    expect(JSON.parse(await keptAs("declined"))).toEqual({
      ...body,
      subjectEmail: null,
      note: null,
      proposedByEmail: null,
    });
  });

  it("hold nothing about a deleted user", async () => {
    const client = await person();
    const secret = 'ill, "note":"x" \\ said\nthe doctor';
    await call(ann, `users/${client.user.id}/notes`, { text: secret }, "noted");
    const item = await repeatedPayment(scope.app, client.user.id);
    await call(ann, `attention/${item}/dismiss`, { note: secret }, "dismissed");
    const before = [await keptAs("noted"), await keptAs("dismissed")].map(
      (kept) => JSON.parse(kept) as object,
    );
    await ann.call("DELETE", `/api/admin/users/${client.user.id}`, { note: "asked for it" });
    expect(JSON.parse(await keptAs("noted"))).toEqual({ ...before[0], text: "" });
    expect(JSON.parse(await keptAs("dismissed"))).toEqual({ ...before[1], note: "", userEmail: "" });
  });
});
