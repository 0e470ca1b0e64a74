import type { AuditEntry } from "@veritick/contract/schemas/admin.ts";
import type { Proposal } from "@veritick/contract/schemas/proposals.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { holdUser, untilBlocked } from "../../../testing/held-rows.ts";
import { useOutbox } from "../../../testing/outbox.ts";
import { seedPeople } from "../../../testing/people.ts";
import type { Person } from "../../../testing/people.ts";
import { spareNoise } from "../../../testing/remembered-noise.ts";
import { TestClient } from "../../../testing/test-client.ts";
import { useApp } from "../../../testing/use-app.ts";
import { endHolds, seedAdmin, withdraw, withdrawingPeople } from "../../../testing/withdrawals.ts";

const outbox = useOutbox();
spareNoise();
const scope = useApp({}, { outbox: outbox.path });
const NOTE = "forgot it; called back on the number we know";

let [admin, owner] = [] as unknown as [Person, Person];
beforeEach(async () => {
  admin = await seedAdmin(scope.app);
  owner = (await withdrawingPeople(scope.app, 1, "1000"))[0]!;
});

const reset = (by: Person, of: Person, headers: Record<string, string> = {}) =>
  by.post(`/api/admin/users/${of.user.id}/reset-withdrawal-code`, { note: NOTE }, headers);
const create = (by: Person, code: string) => by.post("/api/profile/create-withdrawal-code", { code });
const hasCode = async (who: Person) => (await who.get("/api/auth/me")).body.withdrawalCode;

it("lets the user set one new code; the old one is gone", async () => {
  const path = `/api/admin/users/${owner.user.id}`;
  expect((await admin.get(path)).body.withdrawalCode).toBe(true);
  const done = await reset(admin, owner);
  expect([done.status, done.body]).toEqual([200, { id: owner.user.id, awaiting: null }]);
  expect((await admin.get(path)).body.withdrawalCode).toBe(false);
  expect(await hasCode(owner)).toBeNull();
  const refused = await withdraw(owner);
  expect([refused.status, refused.body.code]).toEqual([409, "withdrawal_code_missing"]);

  expect((await create(owner, "71204")).status).toBe(200);
  expect((await create(owner, "71205")).body.code).toBe("withdrawal_code_exists");
  await endHolds(scope.app, [owner]);
  expect((await withdraw(owner)).body.code).toBe("withdrawal_code_wrong");
  expect((await withdraw(owner, { withdrawalCode: "71204" })).status).toBe(201);
});

it("leaves an entry in the audit log, a security event and a mail in the owner's language", async () => {
  await owner.get("/api/auth/me", { "accept-language": "fr" });
  await reset(admin, owner);
  await scope.settled();
  const log = (await admin.get<AuditEntry[]>(`/api/admin/audit?subject=${owner.user.id}`)).body;
  expect(log).toMatchObject([
    {
      action: "withdrawal_code_reset",
      actor: admin.user.id,
      before: { withdrawalCode: true },
      after: { withdrawalCode: false },
      reason: NOTE,
      proposedBy: null,
    },
  ]);
  const { events } = (await owner.get("/api/profile/security")).body;
  expect(events[0]).toMatchObject({ kind: "withdrawal_code_reset", sessionId: null, address: null });
  const mail = outbox.mails(owner.user.email).at(-1)!;
  expect(mail.text).toMatch(/^À votre demande, l’assistance vient de réinitialiser votre code de retrait\./m);
  expect(mail.text).toContain("/profile");
  expect(mail.text).not.toContain(NOTE);
});

it("ends a lock after wrong codes", async () => {
  for (let wrong = 0; wrong < 5; wrong += 1) await withdraw(owner, { withdrawalCode: "99999" });
  expect((await withdraw(owner)).body.code).toBe("withdrawal_code_locked");
  await reset(admin, owner);
  await create(owner, "71204");
  await endHolds(scope.app, [owner]);
  expect((await withdraw(owner, { withdrawalCode: "71204" })).status).toBe(201);
});

it("is refused without a reason, to all other roles, and for a user who has no code or is gone", async () => {
  const path = `/api/admin/users/${owner.user.id}/reset-withdrawal-code`;
  expect((await admin.post(path, {})).body).toMatchObject({ code: "note_required", field: "note" });
  for (const role of ["viewer", "support", "cashier"] as const)
    expect((await reset(await seedAdmin(scope.app, role), owner)).body.code).toBe("role_insufficient");
  expect((await reset(owner, owner)).status).toBe(403);
  expect(await hasCode(owner)).toBe(true);

  const [newcomer] = await seedPeople(scope.app, 1, "0");
  const refused = await reset(admin, newcomer!);
  expect([refused.status, refused.body.code]).toEqual([409, "withdrawal_code_none"]);
  await admin.call("DELETE", `/api/admin/users/${newcomer!.user.id}`);
  expect((await reset(admin, newcomer!)).status).toBe(404);
});

it("is refused for one's own account, in a sandbox and where money is real", async () => {
  for (const environment of [{}, { FOUR_EYES_ABOVE: "none" }]) {
    const app = await scope.start({ connection: await scope.clone(), environment });
    const [own] = (await withdrawingPeople(app, 1, "0")) as [Person];
    await app.database.query("update users set is_admin = true where id = $1", [own.user.id]);
    app.clock.jump(6);
    expect((await reset(own, own)).body.code).toBe("own_account");
    expect(await hasCode(own)).toBe(true);
  }
});

it("answers a repeated call alike, and leaves the code that was set since", async () => {
  const key = { "idempotency-key": "once" };
  const first = await reset(admin, owner, key);
  await create(owner, "71204");
  expect((await reset(admin, owner, key)).body).toEqual(first.body);
  expect(await hasCode(owner)).toBe(true);
});

it("happens once if two administrators reset at the same time", async () => {
  const other = await seedAdmin(scope.app);
  const answers = await Promise.all([reset(admin, owner), reset(other, owner)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const log = (await admin.get<AuditEntry[]>(`/api/admin/audit?subject=${owner.user.id}`)).body;
  expect(log).toHaveLength(1);
});

it.each(["reset", "delete"])("lets no withdrawal with the old code pass after a %s", async (what) => {
  const people = await withdrawingPeople(scope.app, 8, "1000");
  await Promise.all(
    people.map(async (person) => {
      const [withdrawn, { status }] = await Promise.all([
        withdraw(person),
        what === "reset" ? reset(admin, person) : admin.call("DELETE", `/api/admin/users/${person.user.id}`),
      ]);
      expect(status).toBe(200);
      if (withdrawn.status !== 201)
        expect(["withdrawal_code_missing", "not_signed_in"]).toContain(withdrawn.body.code);
    }),
  );
  if (what === "reset") for (const person of people) expect(await hasCode(person)).toBeNull();
  expect(await scope.app.checkLedger()).toEqual([]);
});

it.each([
  ["removed", "null", "withdrawal_code_missing"],
  ["replaced by a new one", "withdrawal_code || 'x'", "withdrawal_code_wrong"],
])("refuses a withdrawal whose code was %s after it was checked", async (_, code, refusal) => {
  // The lock of the user's row holds the withdrawal back between the check of the code and the payment.
  const { holder, letGo } = await holdUser(scope.app.database, owner.user.id);
  const withdrawing = withdraw(owner);
  await untilBlocked(scope.app.database, 1, "select balance, withdrawal_code, email_confirmed_at%");
  await holder.query(`update users set withdrawal_code = ${code} where id = $1`, [owner.user.id]);
  await letGo();
  expect((await withdrawing).body.code).toBe(refusal);
  expect(await owner.balance()).toBe("1000.00000000");
});

describe("with two persons", () => {
  const outcomes = async (by: Person) =>
    (await by.get<Proposal[]>("/api/admin/proposals")).body.map(({ action, outcome }) => [action, outcome]);

  it("waits for a second administrator, whatever FOUR_EYES_ABOVE says", async () => {
    const app = await scope.start({
      connection: await scope.clone(),
      environment: { FOUR_EYES_ABOVE: "1000" },
    });
    const [ann, bob, cashier] = [await seedAdmin(app), await seedAdmin(app), await seedAdmin(app, "cashier")];
    const [user] = (await withdrawingPeople(app, 1, "0")) as [Person];
    const first = (await reset(ann, user)).body;
    expect(first.awaiting).toMatchObject({ action: "withdrawal_code_reset", proposedBy: ann.user.id });
    expect((await reset(ann, user)).body.awaiting).toEqual(first.awaiting);
    expect(await hasCode(user)).toBe(true);

    const agree = (by: Person) => by.post(`/api/admin/proposals/${first.awaiting.proposalId}/agree`, {});
    expect((await agree(ann)).body.code).toBe("proposal_own");
    expect((await agree(cashier)).body.code).toBe("role_insufficient");
    const agreed = await agree(bob);
    expect([agreed.status, agreed.body.outcome]).toEqual([200, "agreed"]);
    expect(await hasCode(user)).toBeNull();
    const log = (await ann.get<AuditEntry[]>(`/api/admin/audit?subject=${user.user.id}`)).body;
    expect(log[0]).toMatchObject({
      action: "withdrawal_code_reset",
      actor: bob.user.id,
      proposedBy: ann.user.id,
      reason: NOTE,
    });
    expect(await outcomes(ann)).toEqual([["withdrawal_code_reset", "agreed"]]);
  });

  it("is not done once more by agreeing after the rule was switched off and one administrator did it", async () => {
    const connection = await scope.clone();
    const app = await scope.start({ connection, environment: { FOUR_EYES_ABOVE: "1000" } });
    const [ann, bob] = [await seedAdmin(app), await seedAdmin(app)];
    const [user] = (await withdrawingPeople(app, 1, "0")) as [Person];
    const { proposalId } = (await reset(ann, user)).body.awaiting;
    const off = await scope.start({ connection });
    const [annOff, bobOff] = [ann, bob].map((who) =>
      Object.assign(new TestClient(off.url), { cookie: who.cookie }),
    );
    expect((await reset(annOff as Person, user)).body.awaiting).toBeNull();
    await create(user, "71204");
    expect((await bobOff!.post(`/api/admin/proposals/${proposalId}/agree`, {})).body.code).toBe(
      "proposal_decided",
    );
    expect(await hasCode(user)).toBe(true);
    expect(await outcomes(ann)).toEqual([["withdrawal_code_reset", "lapsed"]]);
  });
});
