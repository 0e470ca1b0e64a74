import { randomUUID } from "node:crypto";
import type { AuditEntry } from "@veritick/contract/schemas/admin.ts";
import type { AdminUserDetails } from "@veritick/contract/schemas/admin-users.ts";
import type { Invitation, InvitationUse } from "@veritick/contract/schemas/invitations.ts";
import { unzipSync } from "fflate";
import { beforeAll, describe, expect, it } from "vitest";
import type { Person } from "../../testing/people.ts";
import { TestClient } from "../../testing/test-client.ts";
import { useApp } from "../../testing/use-app.ts";
import { seedAdmin } from "../../testing/withdrawals.ts";
import { makeAdministrator } from "../admin/public.ts";
import { createLog } from "../platform/telemetry/log.ts";
import { offerSetup } from "./public.ts";
import { hashCode, newCode } from "./use-invitation.ts";

const DAY_SECONDS = 86_400;
const scope = useApp({ REGISTRATION: "invite", FOUR_EYES_ABOVE: "1000" });
let admin: Person;
beforeAll(async () => {
  // With two administrators, what loosens a limit would take both.
  [admin] = [await seedAdmin(scope.app), await seedAdmin(scope.app)];
});

const newEmail = () => `${randomUUID()}@example.com`;
const register = (more: object = {}, client = new TestClient(scope.app.url), language = "en") =>
  client.post(
    "/api/auth/register",
    { email: newEmail(), password: "secret-1", ...more },
    { "accept-language": language },
  );
async function invite(mostUses = 1, days: number | null = null) {
  const answer = await admin.post<{ code: string; invitation: Invitation }>("/api/admin/invitations", {
    label: "Friends",
    mostUses,
    days,
  });
  expect(answer.status).toBe(201);
  const { code, invitation } = answer.body;
  const path = `/api/admin/invitations/${invitation.id}`;
  return {
    code,
    id: invitation.id,
    revoke: (by: TestClient = admin) => by.post<Invitation>(`${path}/revoke`),
    uses: async () => (await admin.get<InvitationUse[]>(`${path}/uses`)).body,
    shown: async () =>
      (await admin.get<Invitation[]>("/api/admin/invitations")).body.find(({ id }) => id === invitation.id)!,
  };
}
const allow = (value: string | null, by = admin) =>
  by.post("/api/admin/settings", { name: "REGISTRATION", value });
const countUsers = async () =>
  (await scope.app.database.query<{ count: number }>("select count(*) from users")).rows[0]!.count;

describe("a code", () => {
  it("has 80 bits in groups of four, without letters that look alike", () => {
    const codes = Array.from({ length: 500 }, newCode);
    for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(new Set(codes.join("").replaceAll("-", "")).size).toBe(32);
  });

  it("counts in any case, with any spaces and dashes, and with letters taken for digits", () => {
    for (const typed of ["a1b0-cdef", " A1B0 CDEF ", "aib o–cd—ef", "ALBOCDEF"])
      expect(hashCode(typed)).toEqual(hashCode("A1B0CDEF"));
    expect(hashCode("A1B0CDEG")).not.toEqual(hashCode("A1B0CDEF"));
  });
});

describe("while registration is by invitation", () => {
  it("says so to visitors, and lets in whoever has a code", async () => {
    const { code, id, uses, shown } = await invite(2);
    const client = new TestClient(scope.app.url);
    expect((await client.get("/api/settings")).body.registration).toBe("invite");
    const made = await register(
      { invitation: `\u200b${code.toLowerCase().replaceAll("-", "\u2011")} \u200e` },
      client,
    );
    expect(made.status).toBe(201);
    expect((await client.get("/api/auth/me")).body.id).toBe(made.body.id);
    expect(await shown()).toMatchObject({ state: "active", uses: 1, mostUses: 2 });
    expect(await uses()).toEqual([
      { id: made.body.id, email: made.body.email, usedAt: new Date(scope.app.clock.nowMs()).toISOString() },
    ]);
    const about = await admin.get<AdminUserDetails>(`/api/admin/users/${made.body.id}`);
    expect(about.body.invitation).toEqual({ id, label: "Friends" });
  });

  it("refuses a missing, wrong, used up, expired or revoked code at its field, and keeps nothing", async () => {
    const [used, expired, revoked] = [await invite(1), await invite(1, 1), await invite(1)];
    expect((await register({ invitation: used.code })).status).toBe(201);
    await revoked.revoke();
    scope.app.clock.jump(DAY_SECONDS);
    const states = await Promise.all([used, expired, revoked].map(({ shown }) => shown()));
    expect(states.map(({ state }) => state)).toEqual(["used_up", "expired", "revoked"]);
    const before = await countUsers();
    for (const invitation of [undefined, "", " "])
      expect(await register({ invitation })).toMatchObject({
        status: 403,
        body: { code: "invitation_required", field: "invitation" },
      });
    for (const invitation of [newCode(), used.code, expired.code, revoked.code, "é".repeat(64)])
      expect(await register({ invitation })).toMatchObject({
        status: 403,
        body: { code: "invitation_invalid", field: "invitation" },
      });
    for (const invitation of [7, "x".repeat(65)])
      expect((await register({ invitation })).body.code).toBe("invitation_invalid");
    expect((await register({ invitation: "wrong" }, undefined, "fr")).body.message).toMatch(/^Ce code/);
    expect(await countUsers()).toBe(before);
  });

  it("does not tell a stranger without a code who has an account, and uses nothing for a taken e-mail", async () => {
    const { code, shown } = await invite();
    const { email } = admin.user;
    expect((await register({ email })).body.code).toBe("invitation_required");
    expect((await register({ email, invitation: "wrong" })).body.code).toBe("invitation_invalid");
    expect((await register({ email, invitation: code })).body.code).toBe("email_taken");
    expect(await shown()).toMatchObject({ uses: 0, state: "active" });
    expect((await register({ invitation: code })).status).toBe(201);
  });

  it("makes exactly as many accounts as uses for people who race, on two processes", async () => {
    const other = await scope.start({ environment: { REGISTRATION: "invite" } });
    const { code, uses, shown } = await invite(5);
    const before = await countUsers();
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        register({ invitation: code }, new TestClient((index % 2 === 0 ? scope.app : other).url)),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(answers.filter(({ body }) => body.code === "invitation_invalid")).toHaveLength(19);
    expect(await countUsers()).toBe(before + 5);
    expect(await uses()).toHaveLength(5);
    expect(await shown()).toMatchObject({ uses: 5, state: "used_up" });
  });

  it("uses one for ten registrations of one e-mail at once", async () => {
    const { code, shown } = await invite(10);
    const email = newEmail();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => register({ email, invitation: code })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await shown()).toMatchObject({ uses: 1 });
  });

  it("counts guesses of codes as registrations", async () => {
    const app = await scope.start({
      environment: { REGISTRATION: "invite", LIMIT_REGISTRATIONS_PER_HOUR: "3" },
    });
    await app.database.query("delete from attempt_counters");
    const guess = async () => (await register({ invitation: newCode() }, new TestClient(app.url))).body.code;
    const codes = [await guess(), await guess(), await guess(), await guess()];
    expect(codes).toEqual([...Array<string>(3).fill("invitation_invalid"), "too_many_registrations"]);
    await app.database.query("delete from attempt_counters");
  });

  it("keeps the count of uses, and nothing else, of a person whose account is deleted", async () => {
    const { code, id, uses, shown } = await invite(3);
    const [gone, stays] = [new TestClient(scope.app.url), new TestClient(scope.app.url)];
    const { body: user } = await register({ invitation: code }, gone);
    await register({ invitation: code }, stays);
    const archive = await fetch(`${scope.app.url}/api/profile/export`, { headers: { cookie: stays.cookie } });
    const files = unzipSync(new Uint8Array(await archive.arrayBuffer()));
    const own = JSON.parse(Buffer.from(files["data/users.json"]!).toString()) as unknown;
    expect(own).toMatchObject([{ invitation_id: id }]);
    const note = "asked for it by telephone";
    expect((await admin.call("DELETE", `/api/admin/users/${user.id}`, { note })).status).toBe(200);
    expect(await shown()).toMatchObject({ uses: 2, mostUses: 3 });
    expect(await uses()).toHaveLength(1);
    const { rows } = await scope.app.database.query("select from invitations i where i::text like $1", [
      `%${user.id}%`,
    ]);
    expect(rows).toEqual([]);
  });
});

describe("invitations", () => {
  it("are shown to staff without their codes, and changed by administrators alone", async () => {
    const { code, shown, revoke, id } = await invite(2, 7);
    const expiresAt = new Date(scope.app.clock.nowMs() + 7 * DAY_SECONDS * 1000).toISOString();
    expect(await shown()).toMatchObject({
      createdBy: { id: admin.user.id, email: admin.user.email },
      label: "Friends",
      state: "active",
      expiresAt,
    });
    const viewer = await seedAdmin(scope.app, "viewer");
    const list = await viewer.get("/api/admin/invitations");
    expect(list.status).toBe(200);
    expect((await viewer.get(`/api/admin/invitations/${id}/uses`)).body).toEqual([]);
    const plain = code.replaceAll("-", "");
    const { rows } = await scope.app.database.query("select from invitations i where i::text ilike $1", [
      `%${plain}%`,
    ]);
    expect([JSON.stringify(list.body).replaceAll("-", "").includes(plain), rows.length]).toEqual([false, 0]);
    for (const role of ["viewer", "support", "cashier"] as const) {
      const person = await seedAdmin(scope.app, role);
      expect(await revoke(person)).toMatchObject({ status: 403, body: { code: "role_insufficient" } });
      const made = await person.post("/api/admin/invitations", { label: "Mine", mostUses: 1, days: null });
      expect(made.body.code).toBe("role_insufficient");
    }
    const log = async () =>
      (await admin.get<AuditEntry[]>(`/api/admin/audit?actor=${admin.user.id}&limit=200`)).body.filter(
        ({ target }) => target === id,
      );
    expect((await revoke()).body.state).toBe("revoked");
    expect((await revoke()).body.state).toBe("revoked");
    expect(await log()).toMatchObject([
      { action: "invitation_revoked", before: { status: "active" }, after: { status: "revoked" } },
      { action: "invitation_created", after: { status: "active", mostUses: 2, expiresAt } },
    ]);
    expect(JSON.stringify(await log())).not.toContain("Friends");
  });

  it.each([
    [{ label: " " }, "invitation_label_invalid", "label"],
    [{ label: "x".repeat(101) }, "invitation_label_invalid", "label"],
    [{ label: "two\nlines" }, "invitation_label_invalid", "label"],
    [{ mostUses: 0 }, "invitation_uses_invalid", "mostUses"],
    [{ mostUses: 1001 }, "invitation_uses_invalid", "mostUses"],
    [{ mostUses: 1.5 }, "invitation_uses_invalid", "mostUses"],
    [{ mostUses: "2" }, "invitation_uses_invalid", "mostUses"],
    [{ days: 2 }, "body_invalid", "days"],
  ])("are not made from %j", async (input, code, field) => {
    const body = { label: "Friends", mostUses: 1, days: 30, ...input };
    expect(await admin.post("/api/admin/invitations", body)).toMatchObject({
      status: 400,
      body: { code, field },
    });
  });
});

describe("the setting", () => {
  it("leaves the setup link, ADMIN_EMAIL and the command for administrators open while it is closed", async () => {
    const password = "a long secret of mine";
    const connection = await scope.clone();
    const app = await scope.start({ connection, environment: { REGISTRATION: "closed" } });
    const email = newEmail();
    const token = await offerSetup(app.database);
    const set = await new TestClient(app.url).post("/api/setup", { token, name: "", email, password });
    expect([set.status, set.body.isAdmin]).toEqual([201, true]);
    const [named, made] = [newEmail(), newEmail()];
    const again = await scope.start({
      connection,
      environment: { REGISTRATION: "closed", ADMIN_EMAIL: named, ADMIN_PASSWORD: password },
    });
    const context = { ...again, log: createLog("silent"), sendsMails: false };
    const { password: given } = await makeAdministrator(context, {
      email: made,
      note: undefined,
      holdHours: 0,
    });
    for (const [address, secret] of [
      [named, password],
      [made, given],
    ]) {
      const login = { email: address, password: secret };
      const answer = await new TestClient(again.url).post("/api/auth/login", login);
      expect([answer.status, answer.body.isAdmin]).toEqual([200, true]);
    }
    expect((await register({}, new TestClient(again.url))).body.code).toBe("registration_closed");
  });

  it("is changed by one administrator, holds at once on every process, and leaves sign-in alone", async () => {
    const other = await scope.start({ environment: { REGISTRATION: "invite", FOUR_EYES_ABOVE: "1000" } });
    const there = () => new TestClient(other.url);
    const member = { email: newEmail(), password: "secret-1" };
    const { code, shown } = await invite(1);
    const steps = [
      ["closed", { code: "registration_closed" }],
      ["invite", { code: "invitation_required" }],
      ["open", {}],
      ["closed", { code: "registration_closed" }],
    ] as const;
    for (const [value, refusal] of steps) {
      expect((await allow(value)).body).toEqual({ awaiting: null });
      expect((await register(value === "open" ? member : {}, there())).body).toMatchObject(refusal);
    }
    expect((await register({ invitation: code }, there())).body.code).toBe("registration_closed");
    expect((await register({}, there(), "fr")).body.message).toMatch(/^Les inscriptions sont fermées/);
    expect((await there().post("/api/auth/login", member)).status).toBe(200);
    await allow("open");
    // An open installation asks for no invitation and uses none.
    expect((await register({ invitation: code })).status).toBe(201);
    expect((await register({ invitation: "wrong" })).status).toBe(201);
    expect(await shown()).toMatchObject({ uses: 0 });
    expect((await allow("shut")).body).toMatchObject({ code: "setting_invalid", field: "value" });
    await allow(null);
  });
});
