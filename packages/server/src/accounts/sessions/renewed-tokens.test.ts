import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { TestClient } from "../../../testing/test-client.ts";
import { addPasskey } from "../../../testing/software-authenticator.ts";
import { enableTwoStep } from "../../../testing/two-step.ts";
import { useApp } from "../../../testing/use-app.ts";
import { seedAdmin, someAddress } from "../../../testing/withdrawals.ts";

const scope = useApp({ STEP_UP_MINUTES: "10" });
const isSignedIn = async (client: TestClient) => (await client.get("/api/auth/me")).status === 200;
/** Makes a client with a stolen copy of the present cookie. */
const thiefOf = (client: TestClient) =>
  Object.assign(new TestClient(scope.app.url), { cookie: client.cookie });

async function registered(isAdmin = false) {
  const client = new TestClient(scope.app.url);
  const user = await client.register();
  if (isAdmin) {
    await scope.app.database.query("update users set is_admin = true where id = $1", [user.id]);
    scope.app.clock.jump(5);
  }
  return Object.assign(client, { user });
}
const change = (client: TestClient) =>
  client.post("/api/profile/change-password", { currentPassword: "secret-1", newPassword: "secret-2" });
const prove = (client: TestClient) => client.post("/api/admin/step-up", { password: "secret-1" });
type Registered = Awaited<ReturnType<typeof registered>>;
const signIn = (client: Registered) =>
  client.post("/api/auth/login", { email: client.user.email, password: "secret-1" });
const saveAddressAs = (client: TestClient) =>
  client.post("/api/withdrawals/addresses", { name: "Wallet", address: someAddress() });
const idOf = async (client: TestClient) => (await client.get("/api/profile/security")).body.sessionId;

describe.each([
  ["a change of the password", false, change],
  ["a new proof of identity", true, prove],
] as const)("%s", (_what, isAdmin, renew) => {
  it("gives the session another token; the earlier one ends after 10 seconds for calls under way", async () => {
    const client = await registered(isAdmin);
    const id = await idOf(client);
    const thief = thiefOf(client);
    const answer = await renew(client);
    expect(answer.status).toBe(200);
    expect(client.cookie).not.toBe(thief.cookie);
    expect(await isSignedIn(thief)).toBe(true);
    scope.app.clock.jump(10);
    expect(await isSignedIn(thief)).toBe(false);
    expect(await isSignedIn(client)).toBe(true);
    expect(await idOf(client)).toBe(id);
    expect((await client.get("/api/profile/sessions")).body).toMatchObject([{ id, current: true }]);
  });

  it("followed by a sign-out with either token ends both at once", async () => {
    for (const isLate of [false, true]) {
      const client = await registered(isAdmin);
      const thief = thiefOf(client);
      await renew(client);
      await (isLate ? thief : client).post("/api/auth/logout");
      scope.app.clock.jump(5);
      expect([await isSignedIn(thief), await isSignedIn(client)]).toEqual([false, false]);
    }
  });

  it("made twice at once renews the token once, and signs nobody out", async () => {
    const client = await registered(isAdmin);
    const id = await idOf(client);
    const tabs = [thiefOf(client), thiefOf(client)];
    await Promise.all(tabs.map(renew));
    const renewed = tabs.filter(({ cookie }) => cookie !== client.cookie);
    expect(renewed).toHaveLength(1);
    scope.app.clock.jump(10);
    expect((await renewed[0]!.get("/api/profile/sessions")).body).toMatchObject([{ id }]);
  });

  it("gives nothing to a holder of the earlier token, not even the proof of the sign-in", async () => {
    const client = await registered(isAdmin);
    const thief = thiefOf(client);
    await renew(client);
    expect((await saveAddressAs(client)).status).toBe(201);
    expect((await saveAddressAs(thief)).body.code).toBe("step_up_required");
  });
});

it.each([
  ["an authenticator app", async (client: TestClient) => enableTwoStep(scope.app, client)],
  ["the first passkey", async (client: TestClient) => addPasskey(scope.app, client)],
] as const)(
  "gives the session another token with %s, which ends a copy of the earlier one",
  async (_what, add) => {
    const client = await registered();
    const id = await idOf(client);
    const thief = thiefOf(client);
    await add(client);
    expect(client.cookie).not.toBe(thief.cookie);
    scope.app.clock.jump(10);
    expect([await isSignedIn(thief), await isSignedIn(client)]).toEqual([false, true]);
    expect((await client.get("/api/profile/sessions")).body).toMatchObject([{ id, current: true }]);
  },
);

it("gives the session another token when a passkey is removed", async () => {
  const client = await registered();
  const [{ passkeyId }] = [await addPasskey(scope.app, client), await addPasskey(scope.app, client)];
  const thief = thiefOf(client);
  expect((await client.call("DELETE", `/api/profile/passkeys/${passkeyId}`)).status).toBe(200);
  scope.app.clock.jump(10);
  expect([await isSignedIn(thief), await isSignedIn(client)]).toEqual([false, true]);
});

it("leaves the live connection of the session open after a new proof of identity", async () => {
  const client = await registered(true);
  const { socket } = await client.live();
  await prove(client);
  for (let second = 0; second < 20; second += 1) scope.app.clock.advance(1);
  await scope.settled();
  expect(socket.readyState).toBe(socket.OPEN);
  const closed = once(socket, "close");
  await client.post("/api/auth/logout");
  expect((await closed)[0]).toBe(4001);
});

it("refuses to change the password with an earlier token", async () => {
  const client = await registered(true);
  const thief = thiefOf(client);
  await prove(client);
  expect((await change(thief)).body.code).toBe("not_signed_in");
  expect((await change(client)).status).toBe(200);
});

it("counts a change of the password as no proof if there is a second step", async () => {
  const client = await registered();
  await enableTwoStep(scope.app, client);
  scope.app.clock.jump(600);
  expect((await change(client)).status).toBe(200);
  expect((await saveAddressAs(client)).body.code).toBe("step_up_required");
});

it("counts no proof of identity for a holder of the earlier token", async () => {
  await seedAdmin(scope.app);
  const client = await registered(true);
  scope.app.clock.jump(600);
  const thief = thiefOf(client);
  const demote = (by: TestClient) =>
    by.post(`/api/admin/users/${client.user.id}/locks`, { trading: true, note: "x" });
  expect((await demote(client)).body.code).toBe("step_up_required");
  expect((await prove(client)).status).toBe(200);
  scope.app.clock.jump(5);
  expect((await demote(thief)).body.code).toBe("step_up_required");
  expect((await demote(client)).body.code).not.toBe("step_up_required");
});

it.each([
  ["sign-in", async (client: Registered) => signIn(client)],
  [
    "sign-in with a passkey",
    async (client: Registered) => {
      const device = await addPasskey(scope.app, client);
      const { body } = await client.post("/api/auth/passkey/begin", {});
      return client.post("/api/auth/passkey", { passkey: device.answer(body) });
    },
  ],
  ["registration", async (client: Registered) => ({ status: 200, body: await client.register() })],
])("a %s in the same browser ends the previous session", async (_how, again) => {
  const client = await registered();
  const thief = thiefOf(client);
  expect((await again(client)).status).toBe(200);
  expect(client.cookie).not.toBe(thief.cookie);
  expect(await isSignedIn(thief)).toBe(false);
  expect(await isSignedIn(client)).toBe(true);
});
