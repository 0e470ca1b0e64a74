import { randomBytes, randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { TestClient } from "../../testing/test-client.ts";
import { useApp } from "../../testing/use-app.ts";
import { productVersion } from "../platform/version.ts";
import { offerSetup } from "./public.ts";

const scope = useApp();

/** Starts a separate server on a database without an administrator, and returns its setup token. */
async function untouched() {
  const app = await scope.start({ connection: await scope.clone() });
  const client = new TestClient(app.url);
  const setUp = (token: string, more: object = {}, by = client) =>
    by.post("/api/setup", {
      token,
      name: "Trade: test",
      email: `${randomUUID()}@example.com`,
      password: "a long secret of mine",
      ...more,
    });
  return { app, client, setUp, token: (await offerSetup(app.database))! };
}

it("makes the first administrator once, names the installation and says so in the audit log", async () => {
  const { app, client, setUp, token } = await untouched();
  expect((await client.post("/api/setup/check", { token })).body).toEqual({ ok: true });

  const made = await setUp(token, { email: " Boss@Example.com " });
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({ email: "boss@example.com", isAdmin: true, role: "administrator" });
  expect((await client.get("/api/admin/installation")).body).toMatchObject({
    name: "Trade: test",
    version: productVersion(),
    sandbox: true,
    readiness: expect.arrayContaining([{ name: "payments", isReady: false }]),
  });
  const { body: audit } = await client.get("/api/admin/audit");
  expect(audit[0]).toMatchObject({
    action: "installation_set_up",
    actor: made.body.id,
    after: { role: "administrator", name: "Trade: test" },
  });
  const begun = await client.post("/api/profile/two-step/begin", { password: "a long secret of mine" });
  expect(new URL(begun.body.uri).searchParams.get("issuer")).toBe("Trade  test");

  expect((await client.post("/api/setup/check", { token })).body.code).toBe("setup_link_invalid");
  expect((await setUp(token)).body.code).toBe("setup_link_invalid");
  expect(await offerSetup(app.database)).toBeUndefined();
});

it("makes one of many who use it at once", async () => {
  const { setUp, token, app } = await untouched();
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => setUp(token, {}, new TestClient(app.url))),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  const { rows } = await app.database.query("select from users");
  expect(rows).toHaveLength(1);
});

it("takes no other token, none of an earlier start and none after ADMIN_EMAIL made one", async () => {
  const { app, client, setUp, token } = await untouched();
  const later = (await offerSetup(app.database))!;
  for (const wrong of [token, randomBytes(32).toString("base64url"), "short", "", undefined])
    expect((await setUp(wrong as string)).body.code).toBe("setup_link_invalid");
  expect((await client.post("/api/setup/check", { token: later })).status).toBe(200);
  await app.database.query(
    "insert into users (id, email, password, is_admin, created_at) values ($1, 'other@example.com', 'x', true, now())",
    [randomUUID()],
  );
  expect((await setUp(later)).body.code).toBe("setup_link_invalid");
});

it("refuses invalid input without using up the token", async () => {
  const { setUp, token } = await untouched();
  const refusals = [
    [{ email: "nobody" }, "email_invalid"],
    [{ password: "12345" }, "password_too_short"],
    [{ password: "password" }, "password_guessable"],
    [{ name: "two\nlines" }, "installation_name_invalid"],
    [{ name: "x".repeat(41) }, "installation_name_invalid"],
    [{ name: 7 }, "installation_name_invalid"],
    [{ chatUrl: "chat.example" }, "chat_address_invalid"],
    [{ chatUrl: "http://chat.example" }, "chat_address_invalid"],
    [{ chatUrl: "https:chat.example" }, "chat_address_invalid"],
    [{ chatUrl: "javascript:alert(1)" }, "chat_address_invalid"],
    [{ chatUrl: "https://chat.example/\nx" }, "chat_address_invalid"],
    [{ chatUrl: 7 }, "chat_address_invalid"],
  ] as const;
  for (const [input, code] of refusals) expect((await setUp(token, input)).body.code).toBe(code);
  expect((await setUp(token, { name: "" })).status).toBe(201);
});

it("takes no address to which its former owner may return", async () => {
  const { app, setUp, token } = await untouched();
  const email = "left@example.com";
  await app.database.query(
    `with owner as (insert into users (id, email, password, created_at) values ($1, 'new@example.com', 'x', $3) returning id)
     insert into email_links (token_hash, user_id, kind, email, created_at, expires_at)
     select 'x', id, 'undo', $2, $3, $3 + interval '72 hours' from owner`,
    [randomUUID(), email, new Date(app.clock.nowMs())],
  );
  expect((await setUp(token, { email })).body).toMatchObject({ code: "email_taken", field: "email" });
  await app.database.query("update email_links set expires_at = created_at");
  expect((await setUp(token, { email })).status).toBe(201);
});

it("keeps the address of the chat as a setting of the administrator, who finds it in the audit log", async () => {
  const { client, setUp, token } = await untouched();
  const made = await setUp(token, { chatUrl: " https://chat.example/group " });
  expect(made.status).toBe(201);
  expect((await client.get("/api/settings")).body.supportChatUrl).toBe("https://chat.example/group");
  const { body: installation } = await client.get("/api/admin/installation");
  expect(installation.settings[0]).toEqual({
    name: "SUPPORT_CHAT_URL",
    value: "https://chat.example/group",
    initial: null,
    isChanged: true,
  });
  expect(installation.readiness).toContainEqual({ name: "chat", isReady: true });
  const { body: audit } = await client.get("/api/admin/audit");
  const find = (action: string) => audit.find((entry: { action: string }) => entry.action === action);
  expect(audit).toHaveLength(2);
  expect(find("installation_set_up")).toMatchObject({ actor: made.body.id });
  expect(find("setting_changed")).toMatchObject({
    actor: made.body.id,
    before: { name: "SUPPORT_CHAT_URL", value: null },
    after: { name: "SUPPORT_CHAT_URL", value: "https://chat.example/group" },
  });
});

it("leaves the chat to the environment if the form names none", async () => {
  const { client, setUp, token } = await untouched();
  expect((await setUp(token, { chatUrl: "" })).status).toBe(201);
  const { body: installation } = await client.get("/api/admin/installation");
  expect(installation.settings[0]).toMatchObject({ value: null, isChanged: false });
  expect(installation.readiness).toContainEqual({ name: "chat", isReady: false });
});

it("takes over an account that a stranger made with the operator's e-mail", async () => {
  const { app, setUp, token } = await untouched();
  const stranger = new TestClient(app.url);
  const user = await stranger.register();
  expect((await setUp(token, { email: user.email })).body).toMatchObject({ id: user.id, isAdmin: true });
  const login = await new TestClient(app.url).post("/api/auth/login", {
    email: user.email,
    password: "secret-1",
  });
  expect(login.status).toBe(401);
});
