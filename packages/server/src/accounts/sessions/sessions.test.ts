import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { holdUser, untilBlocked } from "../../../testing/held-rows.ts";
import { seedPeople } from "../../../testing/people.ts";
import {
  addPasskey,
  confirmIdentity,
  softwareAuthenticator,
} from "../../../testing/software-authenticator.ts";
import type { Authenticator } from "../../../testing/software-authenticator.ts";
import { TestClient } from "../../../testing/test-client.ts";
import type { Answer } from "../../../testing/test-client.ts";
import { useApp } from "../../../testing/use-app.ts";
import { seedKey } from "../../../testing/valid-calls.ts";
import { localBus } from "../../cluster/bus.ts";
import { createSessions } from "./sessions.ts";

const scope = useApp();

/** Signs a user in on two devices, each with a live connection. */
async function withTwoDevices() {
  const own = new TestClient(scope.app.url);
  const { email, id } = await own.register();
  const other = new TestClient(scope.app.url);
  await other.post("/api/auth/login", { email, password: "secret-1" });
  return { email, id, own, other, ownLive: await own.live(), otherLive: await other.live() };
}

const isSignedIn = async (client: TestClient) => (await client.get("/api/auth/me")).status === 200;

describe("changing the password", () => {
  it("ends the other sessions and all live connections at once, and not the caller's session", async () => {
    const { email, own, other, ownLive, otherLive } = await withTwoDevices();
    const closed = [otherLive, ownLive].map(({ socket }) => once(socket, "close"));
    const answer = await own.post("/api/profile/change-password", {
      currentPassword: "secret-1",
      newPassword: "secret2",
    });
    expect(answer).toMatchObject({ status: 200, body: { ok: true } });
    expect((await Promise.all(closed)).map(([code]) => code)).toEqual([4001, 4001]);
    expect(await isSignedIn(other)).toBe(false);
    expect(await isSignedIn(own)).toBe(true);

    const login = (password: string) =>
      new TestClient(scope.app.url).post("/api/auth/login", { email, password });
    expect((await login("secret-1")).status).toBe(401);
    expect((await login("secret2")).status).toBe(200);
  });

  it("refuses to create an API key with a token that is replaced meanwhile", async () => {
    const own = new TestClient(scope.app.url);
    const { id } = await own.register();
    const thief = Object.assign(new TestClient(scope.app.url), { cookie: own.cookie });
    const change = { currentPassword: "secret-1", newPassword: "secret-2" };
    const [changed, made] = await changedInOrder(
      id,
      () => own.post("/api/profile/change-password", change),
      () => thief.post("/api/profile/api-keys", { name: "Stolen", scopes: ["read"] }),
    );
    expect([changed!.status, made!.body.code]).toEqual([200, "not_signed_in"]);
    expect((await own.get("/api/profile/api-keys")).body).toEqual([]);
  });

  it.each([
    [{ newPassword: "secret2" }, "currentPassword", "Mot de passe actuel requis"],
    [
      { currentPassword: "secret-1", newPassword: "12345" },
      "newPassword",
      "Le nouveau mot de passe doit contenir au moins 6 caractères",
    ],
    [
      { currentPassword: "wrong", newPassword: "secret2" },
      "currentPassword",
      "The current password is wrong.",
    ],
  ])("refuses %j and ends nothing", async (body, field, message) => {
    const client = new TestClient(scope.app.url);
    await client.register();
    const answer = await client.post("/api/profile/change-password", body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ field, message });
    expect(await isSignedIn(client)).toBe(true);
  });
});

/** Makes calls that change one account at once. They come to their change in this order. */
async function changedInOrder(userId: string, ...calls: (() => Promise<Answer>)[]): Promise<Answer[]> {
  const { database } = scope.app;
  const { letGo } = await holdUser(database, userId);
  const answers: Promise<Answer>[] = [];
  for (const call of calls) {
    answers.push(call());
    await untilBlocked(database, answers.length);
  }
  await letGo();
  return Promise.all(answers);
}

describe("adding a passkey", () => {
  it("as the first second step ends all keys and all other sessions", async () => {
    const { id, own, other, ownLive, otherLive } = await withTwoDevices();
    await seedKey(scope.app, id, ["read"]);
    const closed = [otherLive, ownLive].map(({ socket }) => once(socket, "close"));
    const first = await addPasskey(scope.app, own);
    expect((await other.get("/api/profile/security")).status).toBe(401);
    expect((await Promise.all(closed)).map(([code]) => code)).toEqual([4001, 4001]);
    expect((await own.get("/api/profile/sessions")).body).toHaveLength(1);
    expect((await own.get("/api/profile/api-keys")).body).toEqual([]);

    const passkey = first.answer((await other.post("/api/auth/passkey/begin", {})).body);
    expect((await other.post("/api/auth/passkey", { passkey })).status).toBe(200);
    await addPasskey(scope.app, own);
    expect(await isSignedIn(other)).toBe(true);
  });

  it.each([0, 1])(
    "is refused for a token that a new password replaces meanwhile (%i passkeys before)",
    async (before) => {
      const own = new TestClient(scope.app.url);
      const { id } = await own.register();
      if (before === 1) await addPasskey(scope.app, own);
      const thief = Object.assign(new TestClient(scope.app.url), { cookie: own.cookie });
      await confirmIdentity(scope.app, own);
      const { body } = await thief.post("/api/profile/passkeys/begin", {});
      const passkey = softwareAuthenticator(scope.app.url).create(body);
      const change = { currentPassword: "secret-1", newPassword: "secret-2" };
      const [changed, added] = await changedInOrder(
        id,
        () => own.post("/api/profile/change-password", change),
        () => thief.post("/api/profile/passkeys", { name: "Stolen", passkey }),
      );
      expect([changed!.status, added!.body.code]).toEqual([200, "not_signed_in"]);
      expect((await own.get("/api/profile/passkeys")).body).toHaveLength(before);
    },
  );
});

describe("removing a passkey", () => {
  const signIn = async (device: Authenticator, browser = new TestClient(scope.app.url)) => {
    const passkey = device.answer((await browser.post("/api/auth/passkey/begin", {})).body);
    return Object.assign(browser, { answer: await browser.post("/api/auth/passkey", { passkey }) });
  };
  const withPasskeys = async () => {
    const own = new TestClient(scope.app.url);
    const { id } = await own.register();
    const [kept, lost] = [await addPasskey(scope.app, own), await addPasskey(scope.app, own)];
    const remove = () => own.call("DELETE", `/api/profile/passkeys/${lost.passkeyId}`);
    return { own, id, kept, lost, remove };
  };

  it("ends the sessions that it has opened, their live connections, and all API keys", async () => {
    const { own, id, lost, remove } = await withPasskeys();
    const thief = await signIn(lost);
    const { socket } = await thief.live();
    const closed = once(socket, "close");
    await seedKey(scope.app, id, ["read"]);
    expect((await remove()).status).toBe(200);
    expect((await thief.get("/api/auth/me")).status).toBe(401);
    expect((await closed)[0]).toBe(4001);
    expect((await own.get("/api/profile/sessions")).body).toHaveLength(1);
    expect((await own.get("/api/profile/api-keys")).body).toEqual([]);
  });

  it("refuses a sign-in with it that began before", async () => {
    const { own, id, kept, lost, remove } = await withPasskeys();
    const thief = new TestClient(scope.app.url);
    const [removed, refused] = await changedInOrder(
      id,
      remove,
      async () => (await signIn(lost, thief)).answer,
    );
    expect([removed!.status, refused!.body.code]).toEqual([200, "passkey_wrong"]);
    expect((await own.get("/api/profile/sessions")).body).toHaveLength(1);
    expect((await signIn(kept)).answer.status).toBe(200);
  });

  it("is refused for a token that a new password replaces meanwhile", async () => {
    const { own, id, lost } = await withPasskeys();
    const thief = Object.assign(new TestClient(scope.app.url), { cookie: own.cookie });
    const change = { currentPassword: "secret-1", newPassword: "secret-2" };
    const [changed, removed] = await changedInOrder(
      id,
      () => own.post("/api/profile/change-password", change),
      () => thief.call("DELETE", `/api/profile/passkeys/${lost.passkeyId}`),
    );
    expect([changed!.status, removed!.body.code]).toEqual([200, "not_signed_in"]);
    expect(await isSignedIn(own)).toBe(true);
  });
});

describe("logging out", () => {
  it("ends this session, its cookie and its live connection, and no other", async () => {
    const { own, other, ownLive, otherLive } = await withTwoDevices();
    const ended = new TestClient(scope.app.url);
    ended.cookie = own.cookie;
    const closed = once(ownLive.socket, "close");
    const answer = await own.post("/api/auth/logout");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("set-cookie")).toMatch(
      /^session=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect((await closed)[0]).toBe(4001);
    expect(await isSignedIn(ended)).toBe(false);
    expect(await isSignedIn(other)).toBe(true);
    expect(otherLive.socket.readyState).toBe(otherLive.socket.OPEN);
    otherLive.socket.terminate();
  });

  it("succeeds without a session", async () => {
    expect((await new TestClient(scope.app.url).post("/api/auth/logout")).status).toBe(200);
  });
});

describe("a session", () => {
  it("ends after its lifetime", async () => {
    const client = new TestClient(scope.app.url);
    const { id } = await client.register();
    expect(await isSignedIn(client)).toBe(true);
    await scope.app.database.query("update sessions set expires_at = $2 where user_id = $1", [
      id,
      new Date(scope.app.clock.nowMs() + 10_000),
    ]);
    scope.app.clock.advance(9);
    expect(await isSignedIn(client)).toBe(true);
    scope.app.clock.advance(10);
    expect(await isSignedIn(client)).toBe(false);
  });

  it("does not exist for an invented token", async () => {
    const client = new TestClient(scope.app.url);
    for (const cookie of [
      "session=",
      "session=guess",
      "session",
      "session==",
      `session=${"x".repeat(8000)}`,
    ]) {
      client.cookie = cookie;
      expect((await client.get("/api/auth/me")).body.code).toBe("not_signed_in");
    }
  });
});

describe("many sessions that are identified at once", () => {
  const tokenOf = (client: TestClient) => client.cookie!.replace("session=", "");

  /** Makes the sessions of another process, with a count of the statements they send. */
  function apart() {
    const { database, clock } = scope.app;
    let sent = 0;
    const connect = async () => {
      const client = await database.connect();
      const query = (...values: [string]) => {
        sent += 1;
        return client.query(...values);
      };
      return { query, release: (isBroken: boolean) => client.release(isBroken) };
    };
    const counted = Object.assign(Object.create(database), { connect }) as typeof database;
    const idle = { userSeconds: undefined, adminSeconds: undefined };
    return {
      sessions: createSessions({ database: counted, clock, bus: localBus(), idle }),
      sent: () => sent,
    };
  }

  it("share a query, and each gets its own identity", async () => {
    const people = await seedPeople(scope.app, 20, "0");
    const { sessions, sent } = apart();
    const tokens = [...people.map(tokenOf), "invented", tokenOf(people[0]!)];
    const identities = await Promise.all(tokens.map((token) => sessions.identify(token)));
    const ids = people.map(({ user }) => user.id);
    expect(identities.map((identity) => identity?.userId)).toEqual([...ids, undefined, ids[0]]);
    expect(sent()).toBe(1);
    expect(sessions.findCached(tokens[0]!)).toEqual(identities[0]);
    expect(sessions.findCached("invented")).toBeUndefined();
  });

  it("join no query that was sent before they arrived", async () => {
    const [first, second] = await seedPeople(scope.app, 2, "0");
    const { sessions, sent } = apart();
    const asked = sessions.identify(tokenOf(first!));
    while (sent() === 0) await new Promise((resolve) => setImmediate(resolve));
    const late = [sessions.identify(tokenOf(second!)), sessions.identify(tokenOf(first!))];
    expect((await asked)?.userId).toBe(first!.user.id);
    expect((await Promise.all(late)).map((identity) => identity?.userId)).toEqual([
      second!.user.id,
      first!.user.id,
    ]);
    expect(sent()).toBe(2);
  });
});
