import { createHash } from "node:crypto";
import { once } from "node:events";
import type { Scope } from "@veritick/contract/key-scopes.ts";
import { expect, it } from "vitest";
import { holdUser, untilBlocked } from "../../../testing/held-rows.ts";
import { useOutbox } from "../../../testing/outbox.ts";
import { seedPeople } from "../../../testing/people.ts";
import { spareNoise } from "../../../testing/remembered-noise.ts";
import { TestClient } from "../../../testing/test-client.ts";
import type { TestApp } from "../../../testing/test-app.ts";
import { useApp } from "../../../testing/use-app.ts";
import { seedKey } from "../../../testing/valid-calls.ts";
import { seedAdmin } from "../../../testing/withdrawals.ts";

const outbox = useOutbox();
spareNoise();
const scope = useApp({ STEP_UP_MINUTES: "10", WITHDRAWAL_HOLD_HOURS: "24" }, { outbox: outbox.path });

async function registered() {
  const one = new TestClient(scope.app.url);
  return Object.assign(one, { user: await one.register() });
}

/** A client that sends an API key and no cookie. */
class Program extends TestClient {
  readonly #key: string;

  constructor(app: TestApp, key: string) {
    super(app.url);
    this.#key = key;
  }

  override call<T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    return super.call<T>(method, path, body, { authorization: `Bearer ${this.#key}`, ...headers });
  }
}

const make = (by: TestClient, more: object = {}) =>
  by.post("/api/profile/api-keys", { name: "Bot", scopes: ["read"], ...more });

const programOf = async (userId: string, scopes: readonly Scope[] = ["read", "trade"]) =>
  new Program(scope.app, (await seedKey(scope.app, userId, scopes)).key);

const codeOf = async (program: TestClient, path = "/api/auth/me") => (await program.get(path)).body.code;

it("shows a key once, stores its hash, and lists what it may do", async () => {
  const owner = await registered();
  const made = await make(owner, {
    name: "  Bot ",
    scopes: ["trade", "read", "read"],
    addresses: [" 127.0.0.1 "],
  });
  expect(made.status).toBe(201);
  const { key, apiKey } = made.body;
  expect(key).toMatch(/^vtk_[\w-]{43}$/);
  expect(apiKey).toEqual({
    id: expect.any(String),
    name: "Bot",
    begins: key.slice(0, 10),
    scopes: ["read", "trade"],
    addresses: ["127.0.0.1"],
    createdAt: expect.any(String),
    expiresAt: null,
    lastUsedAt: null,
  });
  expect((await owner.get("/api/profile/api-keys")).body).toEqual([apiKey]);
  const { rows } = await scope.app.database.query("select * from api_keys where user_id = $1", [
    owner.user.id,
  ]);
  expect(rows[0].token_hash).toEqual(createHash("sha256").update(key).digest());
  expect(JSON.stringify(rows)).not.toContain(key.slice(10));

  const program = new Program(scope.app, key);
  expect((await program.get("/api/auth/me")).body.email).toBe(owner.user.email);
  expect((await program.post("/api/profile/api-keys", { name: "Heir", scopes: ["read"] })).body.code).toBe(
    "key_not_accepted",
  );
});

it("takes a recent proof of identity, tells the owner, and pauses no withdrawal", async () => {
  const owner = await registered();
  scope.app.clock.jump(600);
  expect((await make(owner)).body.code).toBe("step_up_required");
  await owner.post("/api/profile/step-up", { password: "secret-1" });
  const { apiKey } = (await make(owner)).body;
  const security = async () => (await owner.get("/api/profile/security")).body;
  expect((await security()).events[0]).toMatchObject({ kind: "api_key_created" });
  expect((await security()).withdrawalsHeldUntil).toBeNull();
  await scope.settled();
  const [mail] = outbox.mails(owner.user.email);
  expect(mail!.text).toMatch(/^An API key has just been created\./m);
  expect(mail!.text).toContain("A new password also revokes all API keys.");
  expect(mail!.text).not.toContain("paused");

  scope.app.clock.jump(600);
  expect((await owner.call("DELETE", `/api/profile/api-keys/${apiKey.id}`)).status).toBe(200);
  expect((await security()).events[0]).toMatchObject({ kind: "api_key_revoked" });
  expect((await owner.call("DELETE", `/api/profile/api-keys/${apiKey.id}`)).body.code).toBe("not_found");
});

it.each([
  [{ name: " " }, "key_name_invalid"],
  [{ name: "x".repeat(51) }, "key_name_invalid"],
  [{ scopes: [] }, "key_scopes_invalid"],
  [{ scopes: ["withdraw"] }, "key_scopes_invalid"],
  [{ scopes: "read" }, "key_scopes_invalid"],
  [{ addresses: ["203.0.113.7", "example.com"] }, "key_address_invalid", "“example.com” is no"],
  [{ addresses: ["203.0.113.7/33"] }, "key_address_invalid", "“203.0.113.7/33” is no"],
  [{ addresses: Array.from({ length: 21 }, () => "203.0.113.7") }, "key_addresses_invalid"],
  [{ expiresInDays: 0 }, "key_expiry_invalid"],
  [{ expiresInDays: 1.5 }, "key_expiry_invalid"],
  [{ expiresInDays: 367 }, "key_expiry_invalid"],
])("makes no key of %j", async (wrong, code, words = "") => {
  const [owner] = await seedPeople(scope.app, 1, "0");
  await scope.app.database.query("update sessions set proved_at = created_at where user_id = $1", [
    owner!.user.id,
  ]);
  expect((await make(owner!, wrong)).body).toMatchObject({ code, message: expect.stringContaining(words) });
  expect((await owner!.get("/api/profile/api-keys")).body).toEqual([]);
});

it("makes no 21st key", async () => {
  const owner = await registered();
  for (let n = 0; n < 20; n += 1) await seedKey(scope.app, owner.user.id, ["read"]);
  expect((await make(owner)).body.code).toBe("too_many_keys");
});

it("leaves the language of its owner's mails as it is", async () => {
  const [owner] = await seedPeople(scope.app, 1, "0");
  const language = async () =>
    (await scope.app.database.query("select language from users where id = $1", [owner!.user.id])).rows[0];
  await owner!.get("/api/auth/me", { "accept-language": "fr" });
  const program = await programOf(owner!.user.id);
  await program.get("/api/auth/me", { "accept-language": "en" });
  expect(await language()).toEqual({ language: "fr" });
});

/** The headers that a browser adds to a call made by another website. */
const elsewhere = { origin: "https://bot.example", "sec-fetch-site": "cross-site" };

it("is no session: it gets no cookie, ends none, and needs no origin", async () => {
  const [owner] = await seedPeople(scope.app, 1, "100");
  const program = await programOf(owner!.user.id);
  const order = { type: "buy", amount: "1.00", duration: 1 };
  const opened = await program.post("/api/trading/positions", order, elsewhere);
  expect([opened.status, opened.headers.get("set-cookie")]).toEqual([201, null]);
  expect(opened.body.userId).toBe(owner!.user.id);
  expect(await codeOf(program, "/api/profile/sessions")).toBe("key_not_accepted");
  expect((await program.post("/api/auth/logout")).body.code).toBe("key_not_accepted");
  expect((await owner!.get("/api/profile/sessions")).body).toHaveLength(1);
  // A call with a session and no key still needs the right origin.
  expect((await owner!.post("/api/trading/positions", order, elsewhere)).body.code).toBe("origin_refused");
});

it("refuses a wrong key, also beside a session, and lets other headers of proxies pass", async () => {
  const [owner] = await seedPeople(scope.app, 1, "0");
  for (const wrong of ["vtk_", `vtk_${"x".repeat(43)}`]) {
    const { status, body } = await owner!.get("/api/auth/me", { authorization: `Bearer ${wrong}` });
    expect([status, body.code]).toEqual([401, "key_invalid"]);
  }
  const session = owner!.cookie.replace("session=", "");
  for (const authorization of ["Basic eDp5", "Bearer of-a-proxy", "Bearer", `Bearer ${session}`]) {
    expect((await owner!.get("/api/auth/me", { authorization })).status).toBe(200);
    // This header is no key, so it does not prove that the user intended the call.
    const led = await owner!.post("/api/limits/reminder", { minutes: 30 }, { authorization, ...elsewhere });
    expect(led.body.code).toBe("origin_refused");
  }
  expect(
    (await fetch(`${scope.app.url}/api/auth/me`, { headers: { authorization: `Bearer ${session}` } })).status,
  ).toBe(401);
  expect(await codeOf(new Program(scope.app, "vtk_wrong"), "/api/settings")).toBe("key_invalid");
});

it("works from its addresses only, live connections included", async () => {
  const owner = await registered();
  const here = new Program(
    scope.app,
    (await make(owner, { addresses: ["203.0.113.7", "127.0.0.0/8"] })).body.key,
  );
  const away = new Program(scope.app, (await make(owner, { addresses: ["203.0.113.7"] })).body.key);
  expect((await here.get("/api/auth/me")).status).toBe(200);
  expect(await codeOf(away)).toBe("key_address_refused");
  const { token } = (await here.get("/api/ws-token")).body;
  await scope.app.database.query("update api_keys set addresses = '{203.0.113.7}' where user_id = $1", [
    owner.user.id,
  ]);
  const refused = await fetch(`${scope.app.url}/ws?token=${token}`).then(({ status }) => status);
  expect(refused).not.toBe(101);
  await expect(here.live()).rejects.toThrow();
});

it("ends at its expiry, and is swept with its live connection", async () => {
  const owner = await registered();
  const { key, apiKey } = (await make(owner, { expiresInDays: 2 })).body;
  const program = new Program(scope.app, key);
  expect(Date.parse(apiKey.expiresAt)).toBe(Date.parse(apiKey.createdAt) + 2 * 86_400_000);
  scope.app.clock.jump(2 * 86_400 - 2);
  const live = await program.live();
  const closed = once(live.socket, "close");
  scope.app.clock.jump(2);
  expect(await codeOf(program)).toBe("key_invalid");
  expect((await owner.get("/api/profile/api-keys")).body).toEqual([]);
  scope.app.clock.jump(600);
  await scope.settled();
  expect((await closed)[0]).toBe(4001);
  const { rowCount } = await scope.app.database.query("select from api_keys where id = $1", [apiKey.id]);
  expect(rowCount).toBe(0);
});

it("keeps its last use to the minute", async () => {
  const [owner] = await seedPeople(scope.app, 1, "0");
  const program = await programOf(owner!.user.id);
  const lastUse = async () => (await owner!.get("/api/profile/api-keys")).body[0].lastUsedAt;
  await program.get("/api/auth/me");
  const first = new Date(scope.app.clock.nowMs()).toISOString();
  await expect.poll(lastUse).toBe(first);
  scope.app.clock.jump(59);
  await program.get("/api/auth/me");
  scope.app.clock.jump(6);
  expect(await lastUse()).toBe(first);
  await program.get("/api/auth/me");
  await expect.poll(lastUse).toBe(new Date(scope.app.clock.nowMs()).toISOString());
});

it("is revoked at once with its live connections and tokens; sessions and other keys stay", async () => {
  const owner = await registered();
  const { key, apiKey } = (await make(owner)).body;
  const [program, other] = [new Program(scope.app, key), await programOf(owner.user.id)];
  const [live, ownLive, otherLive] = [await program.live(), await owner.live(), await other.live()];
  const { token } = (await program.get("/api/ws-token")).body;
  const closed = once(live.socket, "close");
  await owner.call("DELETE", `/api/profile/api-keys/${apiKey.id}`);
  expect((await closed)[0]).toBe(4001);
  expect(await codeOf(program)).toBe("key_invalid");
  expect(
    (
      await scope.app.database.query("select from key_ws_tokens where token_hash = $1", [
        createHash("sha256").update(token).digest(),
      ])
    ).rowCount,
  ).toBe(0);
  expect([ownLive.socket.readyState, otherLive.socket.readyState]).toEqual([1, 1]);
  expect((await other.get("/api/auth/me")).status).toBe(200);
});

it("receives its owner's positions on a live connection", async () => {
  const [owner] = await seedPeople(scope.app, 1, "100");
  const program = await programOf(owner!.user.id);
  const { pushes } = await program.live();
  await program.post("/api/trading/positions", { type: "buy", amount: "1.00", duration: 1 });
  await expect.poll(() => pushes.map(({ type }) => type)).toContain("balanceUpdate");
});

it("receives nothing about the safety of its owner's account", async () => {
  const owner = await registered();
  const program = await programOf(owner.user.id);
  const [ofKey, ofOwner] = [await program.live(), await owner.live()];
  expect((await owner.post("/api/profile/create-withdrawal-code", { code: "12345" })).status).toBe(200);
  await expect.poll(() => ofOwner.pushes.map(({ type }) => type)).toContain("securityEvent");
  scope.app.clock.advance(1);
  await expect.poll(() => ofKey.pushes.map(({ type }) => type)).toContain("price");
  expect(ofKey.pushes.map(({ type }) => type)).not.toContain("securityEvent");
});

const NEW = "quite-another-1";
it.each([
  [
    "a new password",
    (owner: TestClient) =>
      owner.post("/api/profile/change-password", { currentPassword: "secret-1", newPassword: NEW }),
  ],
  ["signing out everywhere", (owner: TestClient) => owner.post("/api/profile/sessions/sign-out-everywhere")],
])("ends with %s", async (_what, end) => {
  const owner = await registered();
  const program = await programOf(owner.user.id);
  const live = await program.live();
  const closed = once(live.socket, "close");
  expect((await end(owner)).status).toBe(200);
  expect((await closed)[0]).toBe(4001);
  expect(await codeOf(program)).toBe("key_invalid");
});

it("ends when an administrator signs its owner out, and the audit log records it", async () => {
  const [owner] = await seedPeople(scope.app, 1, "0");
  const program = await programOf(owner!.user.id);
  expect((await program.get("/api/auth/me")).status).toBe(200);
  const admin = await seedAdmin(scope.app);
  await scope.app.database.query("update sessions set proved_at = created_at where user_id = $1", [
    admin.user.id,
  ]);
  await scope.app.database.query("delete from sessions where user_id = $1", [owner!.user.id]);
  const path = `/api/admin/users/${owner!.user.id}/sign-out`;
  expect((await admin.post(path, { note: "as asked" })).status).toBe(200);
  expect(await codeOf(program)).toBe("key_invalid");
  const { rows } = await scope.app.database.query(
    "select before, after from audit_log where subject = $1 and action = 'sessions_ended'",
    [owner!.user.id],
  );
  expect(rows).toEqual([{ before: { sessions: 0, apiKeys: 1 }, after: { sessions: 0, apiKeys: 0 } }]);
});

it("can be seen and revoked by an administrator; the audit log and owner's news record it", async () => {
  const [owner] = await seedPeople(scope.app, 1, "0");
  const { id: userId } = owner!.user;
  const [program, other] = [await programOf(userId), await programOf(userId)];
  const [admin, viewer] = [await seedAdmin(scope.app), await seedAdmin(scope.app, "viewer")];
  await scope.app.database.query("update sessions set proved_at = created_at");
  const list = async (by: typeof admin) => (await by.get(`/api/admin/users/${userId}/api-keys`)).body;
  const keys = await list(viewer);
  expect(keys).toEqual((await owner!.get("/api/profile/api-keys")).body);
  expect(keys).toMatchObject([{ scopes: expect.any(Array), lastUsedAt: null }, {}]);
  const revoke = (by: typeof admin) =>
    by.post(`/api/admin/api-keys/${keys[1].id}/revoke`, { note: "as asked" });
  expect((await revoke(viewer)).body.code).toBe("role_insufficient");
  expect((await program.get("/api/auth/me")).status).toBe(200);
  expect((await revoke(admin)).body).toEqual({ ok: true });
  expect(await codeOf(program)).toBe("key_invalid");
  expect((await other.get("/api/auth/me")).status).toBe(200);
  expect((await list(viewer)).map(({ id }: { id: string }) => id)).toEqual([keys[0].id]);
  expect((await revoke(admin)).status).toBe(404);
  const { rows } = await scope.app.database.query(
    "select actor, target, before, after, reason from audit_log where subject = $1 and action = 'api_key_revoked'",
    [userId],
  );
  expect(rows).toEqual([
    {
      actor: admin.user.id,
      target: keys[1].id,
      before: { apiKeys: 2 },
      after: { apiKeys: 1 },
      reason: "as asked",
    },
  ]);
  const { events } = (await owner!.get("/api/profile/security")).body;
  expect(events.map(({ kind }: { kind: string }) => kind)).toEqual(["api_key_revoked"]);
});

it("ends with its account", async () => {
  const [owner] = await seedPeople(scope.app, 1, "0");
  const program = await programOf(owner!.user.id);
  expect((await program.get("/api/auth/me")).status).toBe(200);
  const admin = await seedAdmin(scope.app);
  await scope.app.database.query("update sessions set proved_at = created_at where user_id = $1", [
    admin.user.id,
  ]);
  expect((await admin.call("DELETE", `/api/admin/users/${owner!.user.id}`)).status).toBe(200);
  expect(await codeOf(program)).toBe("key_invalid");
});

it("has turns of its own: its owner's page never waits for calls of a program", async () => {
  const [owner] = await seedPeople(scope.app, 1, "0");
  const program = await programOf(owner!.user.id, ["account"]);
  const { letGo } = await holdUser(scope.app.database, owner!.user.id);
  const zones = ["Europe/Paris", "Europe/Berlin", "Europe/Rome", "Europe/Oslo"];
  const calls = zones.map((timeZone) => program.post("/api/limits/time-zone", { timeZone }));
  await untilBlocked(scope.app.database);
  expect((await owner!.get("/api/limits")).body.timeZone).toBeNull();
  await letGo();
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});

it("has a limit of its own, and leaves its owner's page alone", async () => {
  const app = await scope.start({
    environment: { LIMIT_CALLS_PER_SECOND: "1", LIMIT_CALL_BURST: "3" },
    connection: await scope.clone(),
  });
  const [owner] = await seedPeople(app, 1, "0");
  const [one, other] = [
    new Program(app, (await seedKey(app, owner!.user.id, ["read"])).key),
    new Program(app, (await seedKey(app, owner!.user.id, ["read"])).key),
  ];
  const callsUntilRefused = async (client: TestClient) => {
    let calls = 0;
    while ((await client.get("/api/limits")).status === 200) calls += 1;
    return calls;
  };
  // The first call of each client counts against its address.
  expect(await callsUntilRefused(one)).toBe(4);
  // All keys of a user together have twice the allowance of one key: six calls.
  expect(await callsUntilRefused(other)).toBe(2);
  expect(await callsUntilRefused(owner!)).toBe(4);
});

it("keeps its limit for its owner's program if a stranger uses it from another address", async () => {
  const app = await scope.start({
    environment: { LIMIT_CALLS_PER_SECOND: "1", LIMIT_CALL_BURST: "3", TRUSTED_PROXIES: "loopback" },
    connection: await scope.clone(),
  });
  const [owner] = await seedPeople(app, 1, "0");
  const { key } = await seedKey(app, owner!.user.id, ["read"]);
  await app.database.query("update api_keys set addresses = '{203.0.113.7}' where user_id = $1", [
    owner!.user.id,
  ]);
  const program = new Program(app, key);
  const callFrom = async (address: string) =>
    (await program.get("/api/limits", { "x-forwarded-for": address })).status;
  expect(await callFrom("203.0.113.7")).toBe(200);
  for (let calls = 0; calls < 10; calls += 1) expect(await callFrom("198.51.100.4")).toBe(403);
  expect(await callFrom("203.0.113.7")).toBe(200);
});
