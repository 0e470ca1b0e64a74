import { describe, expect, it } from "vitest";
import { TestClient, until } from "../../testing/test-client.ts";
import { useApp } from "../../testing/use-app.ts";

const scope = useApp();

async function registered() {
  const client = new TestClient(scope.app.url);
  const user = await client.register();
  return Object.assign(client, { user });
}
async function loginAs(email: string, password = "secret1") {
  const client = new TestClient(scope.app.url);
  const answer = await client.post("/api/auth/login", { email, password });
  expect(answer.status).toBe(200);
  return client;
}
const security = async (client: TestClient) => (await client.get("/api/profile/security")).body;

describe("security events", () => {
  it("tell of each login but not of the registration, to the other sessions at once", async () => {
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
        // Done by the session that asks.
        seen: true,
      },
    ]);
    const seenByFirst = await security(first);
    expect(seenByFirst.sessionId).not.toBe(sessionId);
    expect(seenByFirst.events[0].seen).toBe(false);
    const push = live.pushes.find(({ type }) => type === "securityEvent");
    expect(push).toEqual({ type: "securityEvent", event: { ...events[0], seen: false } });
  });

  it("are seen once they are acknowledged, those that come later are not", async () => {
    const client = await registered();
    await loginAs(client.user.email);
    expect(await client.post("/api/profile/security/seen")).toMatchObject({ body: { ok: true } });
    await loginAs(client.user.email);
    expect((await security(client)).events.map(({ seen }: { seen: boolean }) => seen)).toEqual([false, true]);
  });

  it("are one's own only, the newest 50 of them, newest first", async () => {
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

  it("tell of a new password to the sessions that stay, and not to those it ends", async () => {
    const client = await registered();
    const other = await loginAs(client.user.email);
    const [live, otherLive] = [await client.live(), await other.live()];
    const change = { currentPassword: "secret1", newPassword: "secret2" };
    expect((await client.post("/api/profile/change-password", change)).status).toBe(200);
    await until(() => live.pushes.some(({ type }) => type === "securityEvent"), "a push of the change");
    await until(
      () => otherLive.socket.readyState === otherLive.socket.CLOSED,
      "the end of the other session",
    );
    const kinds = (pushes: typeof live.pushes) =>
      pushes.flatMap((push) => (push.type === "securityEvent" ? [push.event.kind] : []));
    expect(kinds(live.pushes)).toEqual(["password_changed"]);
    expect(kinds(otherLive.pushes)).toEqual([]);
    live.socket.terminate();
  });

  it("are not written for what was refused", async () => {
    const client = await registered();
    await client.post("/api/profile/change-password", { currentPassword: "no", newPassword: "secret2" });
    await new TestClient(scope.app.url).post("/api/auth/login", {
      email: client.user.email,
      password: "no",
    });
    expect((await security(client)).events).toEqual([]);
  });

  it("are for signed-in people", async () => {
    const visitor = new TestClient(scope.app.url);
    for (const path of ["/api/profile/security", "/api/profile/sessions"])
      expect((await visitor.get(path)).status).toBe(401);
    for (const path of ["/api/profile/security/seen", "/api/profile/sessions/sign-out-everywhere"])
      expect((await visitor.post(path)).status).toBe(401);
  });
});
