import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { CONSOLE_ACTOR } from "@veritick/contract/audit-names.ts";
import type { Role } from "@veritick/contract/roles.ts";
import type { AuditEntry } from "@veritick/contract/schemas/admin.ts";
import { expect, it } from "vitest";
import { useOutbox } from "../../testing/outbox.ts";
import { addPasskey } from "../../testing/software-authenticator.ts";
import { TestClient } from "../../testing/test-client.ts";
import { enableTwoStep } from "../../testing/two-step.ts";
import { useApp } from "../../testing/use-app.ts";
import { createLog } from "../platform/telemetry/log.ts";
import { listAdministrators, makeAdministrator, resetAccess, revokeAdministrator } from "./public.ts";

const outbox = useOutbox();
const scope = useApp({}, { outbox: outbox.path });
const context = () => ({ ...scope.app, log: createLog("silent"), sendsMails: true });
const orderFor = (email: string, note?: string) => ({ email, note, holdHours: 0 });
const make = (email: string, note?: string, role?: Role) =>
  makeAdministrator(context(), { ...orderFor(email, note), ...(role && { role }) });
const reset = (email: string, removesSecondStep = false, holdHours = 0) =>
  resetAccess(context(), { ...orderFor(email, "lost it"), removesSecondStep, holdHours });
const revoke = (email: string) => revokeAdministrator(scope.app, orderFor(email));

const newEmail = () => `${randomUUID()}@example.com`;

async function login(email: string, password: string, twoStepCode?: string) {
  const client = new TestClient(scope.app.url);
  const { status, body } = await client.post("/api/auth/login", { email, password, twoStepCode });
  return Object.assign(client, { status, body });
}
async function made(email = newEmail()) {
  const { password } = await make(email);
  const client = await login(email, password);
  expect([client.status, client.body.isAdmin]).toEqual([200, true]);
  return { email, password, client, id: client.body.id as string };
}
const logAbout = async (client: TestClient, subject: string) =>
  (await client.get<AuditEntry[]>(`/api/admin/audit?subject=${subject}`)).body;

it("make creates an administrator, and the audit log names the console", async () => {
  const email = newEmail();
  const { password, isNew } = await make(email, "our first one");
  expect([isNew, password]).toEqual([true, expect.stringMatching(/^[a-z2-9]{20}$/)]);
  const client = await login(email, password);
  expect(client.body).toMatchObject({ isAdmin: true });
  expect(await logAbout(client, client.body.id)).toMatchObject([
    {
      action: "rights_changed",
      actor: CONSOLE_ACTOR,
      actorEmail: null,
      address: null,
      before: { isAdmin: false },
      after: { isAdmin: true },
      reason: "our first one",
    },
  ]);
  await expect(make(email)).rejects.toThrow(`${email} is already an administrator.`);
});

it("make takes over an account that a stranger may have registered: password, sessions and second step", async () => {
  const stranger = new TestClient(scope.app.url);
  const { email } = await stranger.register();
  await enableTwoStep(scope.app, stranger);
  const device = await addPasskey(scope.app, stranger);
  const { password, isNew } = await make(email);
  expect(isNew).toBe(false);
  scope.app.clock.advance(5);
  expect((await stranger.get("/api/auth/me")).status).toBe(401);
  expect((await login(email, "secret-1")).status).toBe(401);
  const visitor = new TestClient(scope.app.url);
  const { body: options } = await visitor.post("/api/auth/passkey/begin", {});
  const passkey = device.answer(options);
  expect((await visitor.post("/api/auth/passkey", { passkey })).body.code).toBe("passkey_wrong");
  expect((await login(email, password)).body).toMatchObject({ isAdmin: true });
});

it("reset gives an existing administrator a new password and ends their sessions, live connections included", async () => {
  const { email, password: earlier, client, id } = await made();
  const { socket } = await client.live();
  const closed = once(socket, "close");
  for (let attempt = 0; attempt < 10; attempt += 1) await login(email, "wrong");
  const { password, ended } = await reset(email);
  expect(ended).toBe(1);
  scope.app.clock.advance(5);
  expect((await closed)[0]).toBe(4001);
  expect((await client.get("/api/auth/me")).status).toBe(401);
  expect((await login(email, earlier)).status).toBe(401);
  const again = await login(email, password);
  expect(again.body).toMatchObject({ isAdmin: true });
  expect((await logAbout(again, id))[0]).toMatchObject({
    action: "access_reset",
    actor: CONSOLE_ACTOR,
    before: { sessions: 1 },
    after: { sessions: 0 },
    reason: "lost it",
  });
  const { body } = await again.get("/api/profile/security");
  expect(body.events.map(({ kind }: { kind: string }) => kind)).toContain("password_reset");
  expect(body.withdrawalsHeldUntil).toBeNull();
});

it("reset ends the account's proposals, because a thief may have made them", async () => {
  const strict = await scope.start({ environment: { FOUR_EYES_ABOVE: "10" } });
  const { email, password } = await made();
  const thief = new TestClient(strict.url);
  await thief.post("/api/auth/login", { email, password });
  const { id } = await new TestClient(strict.url).register();
  const { body } = await thief.post(`/api/admin/users/${id}/set-admin`, { isAdmin: true });
  await reset(email);
  const { rows } = await scope.app.database.query("select outcome from proposals where id = $1", [
    body.awaiting.proposalId,
  ]);
  expect(rows).toEqual([{ outcome: "lapsed" }]);
});

it("reset keeps a second step that was not lost, and pauses withdrawals if so configured", async () => {
  const { email, client, password: first } = await made();
  const twoStep = await enableTwoStep(scope.app, client, first);
  const { password } = await reset(email);
  expect((await login(email, password)).body.code).toBe("two_step_required");
  expect((await login(email, password, twoStep.nextCode())).status).toBe(200);
  const lost = await reset(email, true, 24);
  const again = await login(email, lost.password);
  expect(again.status).toBe(200);
  expect((await logAbout(again, again.body.id))[0]).toMatchObject({
    before: { twoStep: true },
    after: { twoStep: false },
  });
  expect((await logAbout(again, again.body.id))[0]!.before).not.toHaveProperty("passkeys");
  const heldUntil = new Date(scope.app.clock.nowMs() + 24 * 3_600_000).toISOString();
  expect((await again.get("/api/profile/security")).body.withdrawalsHeldUntil).toBe(heldUntil);
});

it("reset removes passkeys with a lost second step, and the log counts them", async () => {
  const { email, client, id } = await made();
  const device = await addPasskey(scope.app, client);
  const signIn = async () => {
    const visitor = new TestClient(scope.app.url);
    const { body: options } = await visitor.post("/api/auth/passkey/begin", {});
    return visitor.post("/api/auth/passkey", { passkey: device.answer(options) });
  };
  expect(await reset(email)).toMatchObject({ passkeys: 0 });
  expect((await signIn()).status).toBe(200);
  const { password, passkeys } = await reset(email, true);
  expect(passkeys).toBe(1);
  expect((await signIn()).body.code).toBe("passkey_wrong");
  const again = await login(email, password);
  expect(again.status).toBe(200);
  expect((await logAbout(again, id))[0]).toMatchObject({
    before: { sessions: 1, passkeys: 1 },
    after: { sessions: 0, passkeys: 0 },
  });
});

it("reset and make mail the owner about everything they have replaced or removed", async () => {
  const news = async (email: string) => {
    await scope.settled();
    return outbox.mails(email).map(({ subject }) => subject.replace("Veritick: ", ""));
  };
  const client = new TestClient(scope.app.url);
  const { email } = await client.register();
  await enableTwoStep(scope.app, client);
  await addPasskey(scope.app, client);
  const before = await news(email);
  await reset(email, true);
  const all = ["Password reset", "Two-step sign-in switched off", "Passkey removed"];
  expect((await news(email)).slice(before.length).toSorted()).toEqual(all.toSorted());
  await make(email);
  await reset(email);
  expect((await news(email)).slice(before.length + 3)).toEqual(["Password reset", "Password reset"]);
  const created = newEmail();
  await make(created);
  expect(await news(created)).toEqual([]);
});

it("reset returns an account to its owner after a thief has switched on an app", async () => {
  const { client: admin } = await made();
  const thief = new TestClient(scope.app.url);
  const { id, email } = await thief.register();
  await enableTwoStep(scope.app, thief);
  await expect(reset(email)).rejects.toThrow(`${email} has no role.`);
  expect((await login(email, "secret-1")).body.code).toBe("two_step_required");
  const { password, ended } = await reset(email, true, 24);
  expect(ended).toBe(1);
  expect((await thief.get("/api/auth/me")).status).toBe(401);
  expect((await login(email, "secret-1")).status).toBe(401);
  const owner = await login(email, password);
  expect(owner.body).toMatchObject({ isAdmin: false });
  const heldUntil = new Date(scope.app.clock.nowMs() + 24 * 3_600_000).toISOString();
  expect((await owner.get("/api/profile/security")).body).toMatchObject({
    twoStep: false,
    withdrawalsHeldUntil: heldUntil,
  });
  expect(await logAbout(admin, id)).toMatchObject([
    {
      action: "access_reset",
      actor: CONSOLE_ACTOR,
      before: { sessions: 1, twoStep: true },
      after: { sessions: 0, twoStep: false },
      reason: "lost it",
    },
  ]);
});

it("make gives any role, and changes one, but never takes the only administrator", async () => {
  const { client } = await made();
  const email = newEmail();
  const { password } = await make(email, "night shift", "support");
  const clerk = await login(email, password);
  expect(clerk.body).toMatchObject({ isAdmin: true, role: "support" });
  expect(await logAbout(client, clerk.body.id)).toMatchObject([
    {
      action: "rights_changed",
      actor: CONSOLE_ACTOR,
      before: { isAdmin: false, role: null },
      after: { isAdmin: true, role: "support" },
      reason: "night shift",
    },
  ]);
  await expect(make(email, undefined, "support")).rejects.toThrow(`${email} is already support.`);
  const promoted = await make(email, undefined, "cashier");
  scope.app.clock.advance(5);
  expect((await clerk.get("/api/auth/me")).status).toBe(401);
  const cashier = await login(email, promoted.password);
  expect(cashier.body.role).toBe("cashier");
  const listed = await listAdministrators(scope.app.database);
  expect(listed.find((one) => one.email === email)).toMatchObject({
    role: "cashier",
    two_step: false,
    passkeys: 0,
  });
  expect((await reset(email)).ended).toBe(1);
  await revoke(email);
  expect((await logAbout(client, clerk.body.id))[0]).toMatchObject({
    before: { role: "cashier" },
    after: { isAdmin: false, role: null },
  });

  const last = await made();
  await scope.app.database.query("update users set is_admin = false where email <> $1", [last.email]);
  await expect(make(last.email, undefined, "viewer")).rejects.toThrow("is the only administrator");
});

it("revoke takes the rights and ends the sessions, but never of the only administrator", async () => {
  const { email, password, client, id } = await made();
  const other = await made();
  await revoke(email);
  scope.app.clock.advance(5);
  expect((await client.get("/api/auth/me")).status).toBe(401);
  expect((await login(email, password)).body).toMatchObject({ isAdmin: false });
  expect((await logAbout(other.client, id))[0]).toMatchObject({
    action: "rights_changed",
    actor: CONSOLE_ACTOR,
    after: { isAdmin: false },
  });

  await scope.app.database.query("update users set is_admin = false where email <> $1", [other.email]);
  await expect(revoke(other.email)).rejects.toThrow("is the only administrator");
  expect(await listAdministrators(scope.app.database)).toMatchObject([
    {
      email: other.email,
      role: "administrator",
      two_step: false,
      passkeys: 0,
      last_seen_at: expect.any(Date),
    },
  ]);
});

it("leaves one administrator after two revocations at once", async () => {
  await scope.app.database.query("update users set is_admin = false");
  const [one, other] = [await made(), await made()];
  const outcomes = await Promise.allSettled([revoke(one.email), revoke(other.email)]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(await listAdministrators(scope.app.database)).toHaveLength(1);
});

it("resets and revokes only administrators", async () => {
  const client = new TestClient(scope.app.url);
  const { email } = await client.register();
  for (const change of [reset, revoke]) {
    await expect(change(email)).rejects.toThrow("has no role");
    await expect(change(newEmail())).rejects.toThrow("No account has the e-mail address");
  }
  expect((await client.get("/api/auth/me")).status).toBe(200);
});
