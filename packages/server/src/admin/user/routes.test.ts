import { once } from "node:events";
import { beforeAll, describe, expect, it } from "vitest";
import { seedPeople } from "../../../testing/people.ts";
import type { Person } from "../../../testing/people.ts";
import { useApp } from "../../../testing/use-app.ts";
import { seedAdmin, withdraw, withdrawingPeople } from "../../../testing/withdrawals.ts";

const scope = useApp();
let admin: Person;
let person: Person;
const note = "seen with a lawyer";

/** Gives two users rows in every list. */
beforeAll(async () => {
  admin = await seedAdmin(scope.app);
  const [one, other] = (await withdrawingPeople(scope.app, 2, "1000")) as [Person, Person];
  person = one;
  for (const client of [one, other]) {
    for (const duration of [1, 10]) {
      await client.post("/api/trading/positions", { type: "buy", amount: 3, duration });
    }
    await client.post("/api/deposits", { amount: 20 });
    await withdraw(client, { amount: 50 });
    await withdraw(client, { amount: 60 });
  }
  scope.app.clock.jump(60);
  await scope.settled();
});

const path = (part: string, id = person.user.id) => `/api/admin/users/${id}/${part}`;
const entriesOf = async (action: string) =>
  (
    await scope.app.database.query(
      "select actor, subject, target, before, after, reason from audit_log where action = $1 and subject = $2 order by id",
      [action, person.user.id],
    )
  ).rows;

describe("an administrator", () => {
  it.each([
    ["positions", "/api/trading/positions", {}],
    ["deposits", "/api/deposits", { awaiting: null, attention: null, screening: null }],
    [
      "withdrawals",
      "/api/withdrawals",
      {
        awaiting: null,
        attention: null,
        screening: null,
        firstToAddress: true,
        tradingLocked: false,
        withdrawalsLocked: false,
      },
    ],
    ["statement", "/api/statement", { note: null }],
    [
      "statement?kinds=position_opened&limit=1",
      "/api/statement?kinds=position_opened&limit=1",
      { note: null },
    ],
  ])("sees a user's %s as the user does", async (part, own, more: Record<string, unknown>) => {
    const theirs = (await person.get<{ amount?: string }[]>(own)).body;
    expect(theirs.length).toBeGreaterThan(0);
    const email = "awaiting" in more ? { userEmail: person.user.email } : {};
    const expected = theirs.map((row) => ({ ...row, ...email, ...more }));
    expect((await admin.get(path(part))).body).toEqual(expected);
    // Ids may be in upper or lower case.
    expect((await admin.get(path(part, person.user.id.toUpperCase()))).body).toEqual(expected);
  });

  it("pages through finished positions, deposits and withdrawals", async () => {
    for (const part of ["deposits", "withdrawals", "positions"]) {
      const all = (await admin.get<{ id: string; status: string }[]>(path(part))).body;
      const finished = all.filter(({ status }) => !/active|pending|confirming|processing/.test(status));
      const before = "ffffffff-ffff-7fff-bfff-ffffffffffff";
      expect((await admin.get(path(`${part}?before=${before}&limit=100`))).body).toEqual(finished);
    }
  });

  it("sees the receipt of any position", async () => {
    const { id } = (await person.get("/api/trading/positions")).body[0] as { id: string };
    const own = await person.get(`/api/trading/positions/${id}`);
    expect((await admin.get(`/api/admin/positions/${id}`)).body).toEqual(own.body);
    expect((await admin.get(`/api/admin/positions/${person.user.id}`)).body.code).toBe("not_found");
  });

  it("exports the statement, which the audit log records", async () => {
    const kinds = "withdrawal_held,position_opened";
    const query = `?kinds=${kinds}&from=2026-01-01T00:00:00Z`;
    const own = await person.get(`/api/statement.csv${query}`);
    const file = await admin.get(path(`statement.csv${query}`));
    expect([file.status, file.body]).toEqual([200, own.body]);
    expect(await entriesOf("exported")).toEqual([
      {
        actor: admin.user.id,
        subject: person.user.id,
        target: null,
        before: null,
        after: { kind: "statement", kinds, from: "2026-01-01T00:00:00Z", to: null },
        reason: null,
      },
    ]);
  });
});

describe("notes about a user", () => {
  it("are shown to administrators, newest first, and deleted with the account", async () => {
    const [subject] = (await seedPeople(scope.app, 1, "1")) as [Person];
    const notes = path("notes", subject.user.id);
    const key = { "idempotency-key": "note" };
    const first = await admin.post(notes, { text: " called twice " }, key);
    expect([first.status, first.body]).toEqual([
      201,
      {
        id: expect.any(String),
        text: "called twice",
        forPerson: false,
        author: admin.user.id,
        authorEmail: admin.user.email,
        createdAt: new Date(scope.app.clock.nowMs()).toISOString(),
      },
    ]);
    expect((await admin.post(notes, { text: "called twice" }, key)).body).toEqual(first.body);
    const second = await (await seedAdmin(scope.app)).post(notes, { text: "moved" });
    expect((await admin.get(notes)).body).toEqual([second.body, first.body]);
    expect((await admin.get(`${notes}?before=${second.body.id}&limit=1`)).body).toEqual([first.body]);

    const { rows } = await scope.app.database.query(
      "select target, before, after, reason from audit_log where subject = $1 order by id",
      [subject.user.id],
    );
    expect(rows).toEqual([
      { target: first.body.id, before: { notes: 0 }, after: { notes: 1 }, reason: null },
      { target: second.body.id, before: { notes: 1 }, after: { notes: 2 }, reason: null },
    ]);
    expect((await admin.call("DELETE", `/api/admin/users/${subject.user.id}`)).status).toBe(200);
    expect((await scope.app.database.query("select from user_notes")).rowCount).toBe(0);
  });
});

describe("a user's sessions", () => {
  it("can be seen and ended, live connections included", async () => {
    const listed = await admin.get(path("sessions"));
    const [{ current: _, ...own }] = (await person.get("/api/profile/sessions")).body;
    expect(listed.body).toEqual([{ ...own, lastSeenAt: expect.any(String) }]);
    const live = await person.live();
    const closed = once(live.socket, "close");
    expect((await admin.post(path("sign-out"), { note })).body).toEqual({ ok: true });
    expect((await closed)[0]).toBe(4001);
    expect((await person.get("/api/auth/me")).status).toBe(401);
    expect((await admin.get(path("sessions"))).body).toEqual([]);
    // No session is left to end, so nothing is recorded.
    expect((await admin.post(path("sign-out"), { note })).status).toBe(200);
    const subject = person.user.id;
    expect(await entriesOf("sessions_ended")).toEqual([
      {
        actor: admin.user.id,
        subject,
        target: null,
        before: { sessions: 1 },
        after: { sessions: 0 },
        reason: note,
      },
    ]);
  });

  it("can be the administrator's own", async () => {
    const self = await seedAdmin(scope.app);
    const { status, headers } = await self.post(path("sign-out", self.user.id), { note });
    expect([status, headers.get("set-cookie")]).toEqual([200, expect.stringContaining("Max-Age=0")]);
  });
});
