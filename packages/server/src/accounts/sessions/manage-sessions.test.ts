import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { TestClient, until } from "../../../testing/test-client.ts";
import { useApp } from "../../../testing/use-app.ts";

const scope = useApp();

const FIREFOX = "Firefox on Linux";
const isSignedIn = async (client: TestClient) => (await client.get("/api/auth/me")).status === 200;
const sessionsOf = async (client: TestClient) => (await client.get("/api/profile/sessions")).body;

async function loggedIn(email: string, userAgent: string, url = scope.app.url) {
  const client = new TestClient(url);
  const body = { email, password: "secret-1" };
  const answer = await client.post("/api/auth/login", body, { "user-agent": userAgent });
  expect(answer.status).toBe(200);
  return client;
}

/** Registers a user on one device and signs them in on another a minute later. */
async function withTwoDevices() {
  const own = new TestClient(scope.app.url);
  const { email, id } = await own.register();
  scope.app.clock.jump(60);
  const other = await loggedIn(email, FIREFOX);
  return { email, id, own, other };
}

describe("the list of sessions", () => {
  it("shows every session, the calling one first, and no token", async () => {
    const { own, other } = await withTwoDevices();
    const sessions = await sessionsOf(other);
    expect(sessions).toHaveLength(2);
    const at = new Date(scope.app.clock.nowMs()).toISOString();
    expect(sessions[0]).toEqual({
      id: expect.any(String),
      current: true,
      address: "127.0.0.1",
      userAgent: FIREFOX,
      createdAt: at,
      lastSeenAt: at,
    });
    expect(sessions[1]).toMatchObject({ current: false });
    const seenFromOwn = await sessionsOf(own);
    expect(seenFromOwn.map(({ id }: { id: string }) => id)).toEqual([sessions[1].id, sessions[0].id]);
    const text = JSON.stringify(sessions);
    for (const { cookie } of [own, other]) expect(text).not.toContain(cookie.split("=")[1]);
  });

  it("leaves out expired sessions", async () => {
    const { own, id } = await withTwoDevices();
    await scope.app.database.query(
      "update sessions set expires_at = $2 where user_id = $1 and user_agent = $3",
      [id, new Date(scope.app.clock.nowMs()), FIREFOX],
    );
    expect(await sessionsOf(own)).toHaveLength(1);
  });

  it("stores the last use at most every five minutes, and no call waits for it", async () => {
    const { own, other, id } = await withTwoDevices();
    await scope.app.database.query(`
      create table noted (session_id uuid, at timestamptz);
      create function note_use() returns trigger language plpgsql as
        $$ begin insert into noted values (new.id, new.last_seen_at); return new; end $$;
      create trigger note_use after update of last_seen_at on sessions for each row execute function note_use()`);
    // One minute has passed between the two logins.
    for (let minute = 1; minute < 4; minute += 1) {
      scope.app.clock.jump(60);
      expect(await isSignedIn(own)).toBe(true);
    }
    scope.app.clock.jump(60);
    await Promise.all([isSignedIn(own), isSignedIn(own), isSignedIn(own)]);
    const at = new Date(scope.app.clock.nowMs()).toISOString();
    const lastSeen = async () => {
      const [first] = (await sessionsOf(other)).filter(({ current }: { current: boolean }) => !current);
      return first.lastSeenAt;
    };
    await expect.poll(lastSeen, { interval: 5, timeout: 10_000 }).toBe(at);
    const { rows } = await scope.app.database.query<{ at: Date }>(
      "select at from noted join sessions on id = session_id where user_id = $1 and user_agent <> $2",
      [id, FIREFOX],
    );
    expect(rows.map((row) => row.at.toISOString())).toEqual([at]);
  });
});

describe("ending one session", () => {
  it("signs out that session at once, live connection included, and no other", async () => {
    const { own, other } = await withTwoDevices();
    expect(await isSignedIn(other)).toBe(true);
    const [ownLive, otherLive] = [await own.live(), await other.live()];
    const closed = once(otherLive.socket, "close");
    const [, ended] = await sessionsOf(own);
    const answer = await own.call("DELETE", `/api/profile/sessions/${ended.id}`);
    expect(answer).toMatchObject({ status: 200, body: { ok: true } });
    expect((await closed)[0]).toBe(4001);
    expect(await isSignedIn(other)).toBe(false);
    expect(await isSignedIn(own)).toBe(true);
    expect(await sessionsOf(own)).toHaveLength(1);
    await until(() => ownLive.pushes.some(({ type }) => type === "securityEvent"), "a push of it");
    expect(ownLive.pushes.find(({ type }) => type === "securityEvent")).toMatchObject({
      event: { kind: "session_ended" },
    });
    ownLive.socket.terminate();
  });

  it("clears the cookie if it is the caller's own, in any case of its id", async () => {
    const { own, other } = await withTwoDevices();
    for (const [client, write] of [
      [own, (id: string) => id],
      [other, (id: string) => id.toUpperCase()],
    ] as const) {
      const kept = new TestClient(scope.app.url);
      kept.cookie = client.cookie;
      const [first] = await sessionsOf(client);
      const answer = await client.call("DELETE", `/api/profile/sessions/${write(first.id)}`);
      expect(answer.headers.get("set-cookie")).toMatch(/^session=; Max-Age=0/);
      expect(await isSignedIn(kept)).toBe(false);
    }
  });
});

describe("signing out everywhere", () => {
  it("ends all sessions of the user and clears the cookie, but ends nobody else's", async () => {
    const { email, own, other } = await withTwoDevices();
    const stranger = await withTwoDevices();
    const [ownLive, otherLive] = [await own.live(), await other.live()];
    const closed = Promise.all([once(ownLive.socket, "close"), once(otherLive.socket, "close")]);
    const kept = new TestClient(scope.app.url);
    kept.cookie = own.cookie;

    const answer = await own.post("/api/profile/sessions/sign-out-everywhere");
    expect(answer).toMatchObject({ status: 200, body: { ok: true } });
    expect(answer.headers.get("set-cookie")).toMatch(/^session=; Max-Age=0/);
    expect((await closed).map(([code]) => code)).toEqual([4001, 4001]);
    expect(await isSignedIn(kept)).toBe(false);
    expect(await isSignedIn(other)).toBe(false);
    expect(await isSignedIn(stranger.own)).toBe(true);

    const again = await loggedIn(email, FIREFOX);
    const { events } = (await again.get("/api/profile/security")).body;
    expect(events.map(({ kind, seen }: { kind: string; seen: boolean }) => [kind, seen])).toEqual([
      ["signed_in", true],
      ["signed_out_everywhere", false],
      ["signed_in", false],
    ]);
  });
});
