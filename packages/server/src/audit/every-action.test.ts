import { AUDIT_ACTIONS, AUDIT_FIELDS } from "@veritick/contract/audit-names.ts";
import type { AuditAction } from "@veritick/contract/audit-names.ts";
import type { AuditEntry } from "@veritick/contract/schemas/admin.ts";
import type { Endpoint } from "@veritick/contract/endpoint.ts";
import { endpoints } from "@veritick/contract/endpoints/endpoints.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useOutbox } from "../../testing/outbox.ts";
import { seedPeople } from "../../testing/people.ts";
import type { Person } from "../../testing/people.ts";
import { callerFor, validBody, targetsFor } from "../../testing/valid-calls.ts";
import { TestClient } from "../../testing/test-client.ts";
import { useApp } from "../../testing/use-app.ts";
import { seedAdmin } from "../../testing/withdrawals.ts";

const outbox = useOutbox();
const scope = useApp({}, { outbox: outbox.path });
let reader: Person;
beforeAll(async () => {
  await new TestClient(scope.app.url).register("grace@example.com");
  reader = await seedAdmin(scope.app);
});
afterAll(async () => expect(await scope.app.checkLedger()).toEqual([]));

const audited = endpoints.filter(({ audits }) => audits !== undefined);
/** The actions without a state before them. */
const BEGINNINGS: AuditAction[] = [
  "note_added",
  "exported",
  "identity_proved",
  "sessions_ended",
  "confirmation_sent",
];
/** The second action that a call records. */
const BESIDES: Partial<Record<AuditAction, AuditAction>> = { proposal_agreed: "balance_adjusted" };

const call = (client: TestClient, endpoint: Endpoint, part: string, body?: unknown) =>
  client.call(endpoint.method, endpoint.path.replace(/\{\w+\}/, part), body);
const partFor = async (endpoint: Endpoint, caller: Person): Promise<string> =>
  endpoint.path.endsWith("{kind}") ? "users" : ((await targetsFor(scope.app, endpoint, caller))[0] ?? "");
const logOf = async (actor: string) =>
  (await reader.get<AuditEntry[]>(`/api/admin/audit?actor=${actor}&limit=200`)).body;

it("ties every audit action to a call, a proposal, the console, a mailed link or a closed account", () => {
  const declared = new Set([
    ...audited.map(({ audits }) => audits),
    "proposal_made",
    "access_reset",
    "own_account_closed",
    "email_changed",
    "email_change_undone",
    "installation_set_up",
    "month_archived",
    "month_restored",
  ]);
  expect(declared).toEqual(new Set(AUDIT_ACTIONS));
});

it("refuses every call of an ended session that is still cached", async () => {
  for (const endpoint of audited.filter(({ method }) => method !== "GET")) {
    const caller = await callerFor(scope.app, endpoint);
    const part = await partFor(endpoint, caller);
    expect((await caller.get("/api/auth/me")).status).toBe(200);
    await scope.app.database.query("delete from sessions where user_id = $1", [caller.user.id]);
    const { status, body } = await call(caller, endpoint, part, validBody(endpoint));
    expect([endpoint.path, status, body.code]).toEqual([endpoint.path, 401, "not_signed_in"]);
    expect(await logOf(caller.user.id)).toEqual([]);
  }
});

describe.each(audited.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  "%s",
  (_name, endpoint) => {
    it("leaves one entry with actor, address, subject, and the state before and after; none if refused", async () => {
      const caller = await callerFor(scope.app, endpoint);
      const part = await partFor(endpoint, caller);
      const body = validBody(endpoint);
      const [user] = await seedPeople(scope.app, 1, "0");
      expect((await call(user!, endpoint, part, body)).status).toBe(403);
      expect(await logOf(user!.user.id)).toEqual([]);

      // This action takes two administrators regardless of FOUR_EYES_ABOVE, so another one proposes it first.
      if (endpoint.audits === "screening_overridden")
        await call(await callerFor(scope.app, endpoint), endpoint, part, body);
      const { status } = await call(caller, endpoint, part, body);
      expect(status).toBe(endpoint.status);
      const entries = await logOf(caller.user.id);
      expect(entries.map(({ action }) => action).filter((one) => one !== BESIDES[endpoint.audits!])).toEqual([
        endpoint.audits,
      ]);
      const entry = entries.find(({ action }) => action === endpoint.audits)!;
      expect(entry).toMatchObject({
        actor: caller.user.id,
        actorEmail: caller.user.email,
        address: "127.0.0.1",
        createdAt: new Date(scope.app.clock.nowMs()).toISOString(),
      });
      if (endpoint.path.includes("{id}")) expect([entry.subject, entry.target]).toContain(part);
      if (body !== undefined && "note" in body && endpoint.audits !== "note_added") {
        expect(entry.reason).toBe(body["note"]);
      }
      if (!BEGINNINGS.includes(endpoint.audits!)) {
        expect(entry.before).not.toBeNull();
        expect(entry.after).not.toBeNull();
        expect(entry.after).not.toEqual(entry.before);
      }
      expect(JSON.stringify([entry.before, entry.after])).not.toContain("@");

      // The same call again is refused, changes nothing, or is an action of its own.
      const again = await call(caller, endpoint, part, body);
      const more = (await logOf(caller.user.id)).length - entries.length;
      expect(again.status < 400 ? more <= 1 : more === 0).toBe(true);
    });
  },
);

it("does not record a grant that changes nothing", async () => {
  const admin = await seedAdmin(scope.app);
  const path = `/api/admin/users/${reader.user.id}/set-admin`;
  expect((await admin.post(path, { isAdmin: true })).status).toBe(200);
  expect(await logOf(admin.user.id)).toEqual([]);
});

it("does not record a repeated idempotency key again", async () => {
  const admin = await seedAdmin(scope.app);
  const [user] = await seedPeople(scope.app, 1, "10");
  const path = `/api/admin/users/${user!.user.id}/adjust-balance`;
  for (let time = 0; time < 3; time += 1) {
    await admin.post(path, { amount: "2.50" }, { "idempotency-key": "once" });
  }
  expect(await logOf(admin.user.id)).toMatchObject([
    { before: { balance: "10.00000000" }, after: { balance: "12.50000000" }, proposedBy: null },
  ]);
});

it("names a deleted user by id only", async () => {
  const admin = await seedAdmin(scope.app);
  const [user] = await seedPeople(scope.app, 1, "25");
  const { id, email } = user!.user;
  // One of the calls above has switched maintenance on.
  await admin.post("/api/admin/maintenance", { on: false });
  const opened = await user!.post("/api/trading/positions", { type: "buy", amount: 5, duration: 1 });
  expect(opened.status).toBe(201);
  await admin.post(`/api/admin/users/${id}/adjust-balance`, { amount: 1, note: "sorry" });
  expect((await logOf(admin.user.id))[0]).toMatchObject({ subject: id, subjectEmail: email });
  await admin.call("DELETE", `/api/admin/users/${id}`);
  const entries = (await reader.get<AuditEntry[]>(`/api/admin/audit?subject=${id}`)).body;
  expect(entries).toMatchObject([
    {
      action: "user_deleted",
      subjectEmail: null,
      before: { isAdmin: false, balance: "21.00000000", openPositions: 1, openStakes: "5.00000000" },
      after: { unclaimed: "26.00000000" },
    },
    { action: "balance_adjusted", subjectEmail: null, reason: "sorry" },
  ]);
  const { rows } = await scope.app.database.query("select l::text as text from audit_log l");
  expect(rows.map(({ text }) => text as string).join("\n")).not.toContain(email);
});

it("contains only fields that the web app has words for", async () => {
  const { rows } = await scope.app.database.query<{ name: string }>(
    `select distinct name from audit_log,
       jsonb_object_keys(coalesce(before, '{}')::jsonb || coalesce(after, '{}')::jsonb) as name`,
  );
  const names = rows.map(({ name }) => name);
  expect(names.length).toBeGreaterThan(15);
  expect(names.filter((name) => !(AUDIT_FIELDS as readonly string[]).includes(name))).toEqual([]);
});

describe("the list", () => {
  it("filters by action, administrator and user together, and pages from any entry", async () => {
    const [admin, other] = [await seedAdmin(scope.app), await seedAdmin(scope.app)];
    const people = await seedPeople(scope.app, 2, "10");
    for (const by of [admin, other]) {
      for (const { user } of people) {
        await by.post(`/api/admin/users/${user.id}/adjust-balance`, { amount: 1 });
        await by.post(`/api/admin/users/${user.id}/set-admin`, { isAdmin: by === admin });
      }
    }
    const [one] = people;
    const read = async (query: string) =>
      (await reader.get<AuditEntry[]>(`/api/admin/audit?${query}`)).body.map(({ id }) => id);
    const all = await read(`actor=${admin.user.id}`);
    expect(all).toHaveLength(4);
    expect(all.toSorted().toReversed()).toEqual(all);
    expect(await read(`actor=${admin.user.id}&before=${all[1]}&limit=1`)).toEqual([all[2]]);
    expect(await read(`actor=${admin.user.id}&action=rights_changed`)).toEqual([all[0], all[2]]);
    expect(await read(`subject=${one!.user.id}&actor=${admin.user.id.toUpperCase()}`)).toEqual(all.slice(2));
    expect(
      await read(`subject=${one!.user.id}&actor=${admin.user.id}&action=balance_adjusted&before=${all[0]}`),
    ).toEqual([all[3]]);
    expect(await read(`subject=${one!.user.id}`)).toHaveLength(4);
    expect((await reader.get("/api/admin/audit?action=nothing")).body.code).toBe("audit_filter_invalid");
  });

  it("cannot be changed, because the database refuses", async () => {
    for (const change of [
      "update audit_log set reason = 'another'",
      "delete from audit_log where false",
      "truncate audit_log",
    ]) {
      await expect(scope.app.database.query(change)).rejects.toThrow(/append-only/);
    }
  });
});
