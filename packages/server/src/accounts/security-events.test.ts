import { describe, expect, it } from "vitest";
import { spareNoise } from "../../testing/remembered-noise.ts";
import { TestClient, until } from "../../testing/test-client.ts";
import { useApp } from "../../testing/use-app.ts";

spareNoise();
const scope = useApp();

async function registered() {
  const client = new TestClient(scope.app.url);
  const user = await client.register();
  return Object.assign(client, { user });
}
async function loginAs(email: string, password = "secret-1") {
  const client = new TestClient(scope.app.url);
  const answer = await client.post("/api/auth/login", { email, password });
  expect(answer.status).toBe(200);
  return client;
}
const security = async (client: TestClient) => (await client.get("/api/profile/security")).body;

const unseenBy = async (client: TestClient): Promise<string[]> =>
  (await security(client)).events
    .filter(({ seen }: { seen: boolean }) => !seen)
    .map(({ kind }: { kind: string }) => kind);

let recorded = 0;
/** Inserts `count` events, each newer than those inserted before. */
async function record({ user }: { user: { id: string } }, kind: string, count: number) {
  await scope.app.database.query(
    `insert into security_events (id, user_id, kind, created_at)
     select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, $1, $2, $3 from generate_series($4::int, $5::int) n`,
    [
      user.id,
      kind,
      new Date(scope.app.clock.nowMs()),
      1_000_000 + recorded,
      1_000_000 + recorded + count - 1,
    ],
  );
  recorded += count;
}

describe("security events", () => {
  it("report every login, but not the registration, to the other sessions at once", async () => {
    const first = await registered();
    expect((await security(first)).events).toEqual([]);
    const live = await first.live();
    const second = await loginAs(first.user.email);
    await until(() => live.pushes.some(({ type }) => type === "securityEvent"), "a push of the login");
    live.socket.terminate();

    const { sessionId, events } = await security(second);
    expect(events).toEqual([
      {
        id: expect.any(String),
        kind: "signed_in",
        sessionId,
        address: "127.0.0.1",
        userAgent: "node",
        createdAt: new Date(scope.app.clock.nowMs()).toISOString(),
        // The calling session caused this event.
        seen: true,
      },
    ]);
    const seenByFirst = await security(first);
    expect(seenByFirst.sessionId).not.toBe(sessionId);
    expect(seenByFirst.events[0].seen).toBe(false);
    const push = live.pushes.find(({ type }) => type === "securityEvent");
    expect(push).toEqual({ type: "securityEvent", event: { ...events[0], seen: false } });
  });

  it("are seen once they are acknowledged; later ones are not", async () => {
    const client = await registered();
    await loginAs(client.user.email);
    expect(await client.post("/api/profile/security/seen")).toMatchObject({ body: { ok: true } });
    await loginAs(client.user.email);
    expect((await security(client)).events.map(({ seen }: { seen: boolean }) => seen)).toEqual([false, true]);
  });

  it("list the newest 50 of the user's own, newest first", async () => {
    const client = await registered();
    const stranger = await registered();
    await scope.app.database.query(
      `insert into security_events (id, user_id, kind, address, created_at)
       select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, $1, 'signed_in', n::text, $2
       from generate_series(1, 60) n`,
      [client.user.id, new Date(scope.app.clock.nowMs())],
    );
    const { events } = await security(client);
    expect(events.map(({ address }: { address: string }) => Number(address))).toEqual(
      Array.from({ length: 50 }, (_, index) => 60 - index),
    );
    expect((await security(stranger)).events).toEqual([]);
    await stranger.post("/api/profile/security/seen");
    expect((await security(client)).events[0].seen).toBe(false);
  });

  it("stay unseen for the owner even if an intruder's sessions acknowledge them", async () => {
    const owner = await registered();
    scope.app.clock.jump(1);
    const [one, two] = [await loginAs(owner.user.email), await loginAs(owner.user.email)];
    await one.post("/api/profile/create-withdrawal-code", { code: "12345" });
    for (const intruder of [one, two]) {
      expect((await intruder.post("/api/profile/security/seen")).status).toBe(200);
      expect(await unseenBy(intruder)).toEqual([]);
    }
    expect(await unseenBy(owner)).toEqual(["withdrawal_code_created", "signed_in", "signed_in"]);

    // After being signed out, the owner still sees everything except the logins as unseen.
    await one.post("/api/profile/sessions/sign-out-everywhere");
    scope.app.clock.jump(1);
    const back = await loginAs(owner.user.email);
    expect(await unseenBy(back)).toEqual(["signed_out_everywhere", "withdrawal_code_created"]);
    await back.post("/api/profile/security/seen");
    expect(await unseenBy(back)).toEqual([]);
  });

  it("stay unseen if the session that caused them acknowledges them", async () => {
    const owner = await registered();
    const intruder = await loginAs(owner.user.email);
    await intruder.post("/api/profile/security/seen");
    await owner.post("/api/auth/logout");
    scope.app.clock.jump(1);
    const back = await loginAs(owner.user.email);
    expect(await unseenBy(back)).toEqual(["signed_in"]);
  });

  it("seen in another session count as seen later: logins at once, others after a week", async () => {
    const owner = await registered();
    const other = await loginAs(owner.user.email);
    await other.post("/api/profile/create-withdrawal-code", { code: "12345" });
    await owner.post("/api/profile/security/seen");
    scope.app.clock.jump(7 * 24 * 3600 - 1);
    const later = await loginAs(owner.user.email);
    expect(await unseenBy(later)).toEqual(["withdrawal_code_created"]);
    scope.app.clock.jump(1);
    expect(await unseenBy(later)).toEqual([]);
    // The owner's older session has not seen the new login.
    expect(await unseenBy(owner)).toEqual(["signed_in"]);
  });

  it("list unseen ones beyond the newest 50, the newest of each kind first, 100 in all", async () => {
    const owner = await registered();
    await record(owner, "password_changed", 1);
    await record(owner, "two_step_disabled", 3);
    await record(owner, "session_ended", 120);
    await record(owner, "signed_in", 60);
    const { events } = await security(owner);
    const counts = Object.entries(Object.groupBy(events, ({ kind }: { kind: string }) => kind));
    expect(Object.fromEntries(counts.map(([kind, list]) => [kind, list!.length]))).toEqual({
      signed_in: 50,
      session_ended: 46,
      two_step_disabled: 3,
      password_changed: 1,
    });
    const ids = events.map(({ id }: { id: string }) => id);
    expect(ids).toEqual(ids.toSorted().toReversed());
    await owner.post("/api/profile/security/seen");
    expect((await security(owner)).events.map(({ kind }: { kind: string }) => kind)).toEqual(
      Array(50).fill("signed_in"),
    );
  });

  it("are kept up to 1,000 of each kind, and no kind displaces another", async () => {
    const owner = await registered();
    await record(owner, "password_changed", 1);
    await record(owner, "signed_in", 1_005);
    await loginAs(owner.user.email);
    const { rows } = await scope.app.database.query(
      "select kind, count(*) as n from security_events where user_id = $1 group by kind order by kind",
      [owner.user.id],
    );
    expect(rows).toEqual([
      { kind: "password_changed", n: 1 },
      { kind: "signed_in", n: 1_000 },
    ]);
    expect((await security(owner)).events[0]).toMatchObject({ address: "127.0.0.1" });
  });

  it("show a new password to the session that changed it; all live connections end without news", async () => {
    const client = await registered();
    const other = await loginAs(client.user.email);
    const [live, otherLive] = [await client.live(), await other.live()];
    const change = { currentPassword: "secret-1", newPassword: "secret2" };
    expect((await client.post("/api/profile/change-password", change)).status).toBe(200);
    for (const { socket } of [live, otherLive]) {
      await until(() => socket.readyState === socket.CLOSED, "the end of a live connection");
    }
    expect((await security(client)).events[0]).toMatchObject({ kind: "password_changed" });
    const kinds = (pushes: typeof live.pushes) =>
      pushes.flatMap((push) => (push.type === "securityEvent" ? [push.event.kind] : []));
    expect([live, otherLive].flatMap(({ pushes }) => kinds(pushes))).toEqual([]);
  });

  it("are not recorded for refused changes", async () => {
    const client = await registered();
    await client.post("/api/profile/change-password", { currentPassword: "no", newPassword: "secret2" });
    await new TestClient(scope.app.url).post("/api/auth/login", {
      email: client.user.email,
      password: "no",
    });
    expect((await security(client)).events).toEqual([]);
  });
});
