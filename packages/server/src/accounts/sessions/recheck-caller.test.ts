import { expect, it } from "vitest";
import { untilBlocked } from "../../../testing/held-rows.ts";
import { TestClient } from "../../../testing/test-client.ts";
import { enableTwoStep, totpCode } from "../../../testing/two-step.ts";
import { useApp } from "../../../testing/use-app.ts";
import { transaction } from "../../platform/db/database.ts";
import { isSessionAlive } from "./recheck-caller.ts";

const scope = useApp();

/** Makes a user whose session has ended on this process while another still caches it for some seconds. */
async function ended(prepare: (client: TestClient) => Promise<unknown> = async () => {}) {
  const other = await scope.start();
  const client = new TestClient(scope.app.url);
  const { email, id } = await client.register();
  await prepare(client);
  const thief = new TestClient(other.url);
  thief.cookie = client.cookie;
  expect((await thief.get("/api/auth/me")).status).toBe(200);
  expect((await client.post("/api/profile/sessions/sign-out-everywhere")).status).toBe(200);
  expect((await thief.get("/api/auth/me")).status).toBe(200);
  return { thief, email, id };
}
const password = "secret-1";

it.each([
  ["the withdrawal code", "/api/profile/create-withdrawal-code", { code: "12345" }],
  ["the password", "/api/profile/change-password", { currentPassword: password, newPassword: "secret2" }],
  ["a beginning of two-step sign-in", "/api/profile/two-step/begin", { password }],
  ["other sessions", "/api/profile/sessions/sign-out-everywhere", undefined],
  ["what has been seen", "/api/profile/security/seen", undefined],
])("an ended session that is still cached cannot change %s", async (_what, path, body) => {
  const { thief, email, id } = await ended();
  const login = new TestClient(scope.app.url);
  expect((await login.post("/api/auth/login", { email, password })).status).toBe(200);
  expect(await thief.post(path, body)).toMatchObject({ status: 401, body: { code: "not_signed_in" } });
  expect((await login.get("/api/auth/me")).body.withdrawalCode).toBeNull();
  expect((await login.get("/api/profile/sessions")).body).toHaveLength(1);
  const { rows } = await scope.app.database.query(
    `select (select count(*) from two_step where user_id = $1) as begun,
            (select count(*) from security_events where user_id = $1 and seen_at is not null) as seen`,
    [id],
  );
  expect(rows).toEqual([{ begun: 0, seen: 0 }]);
  expect((await new TestClient(scope.app.url).post("/api/auth/login", { email, password })).status).toBe(200);
});

it("refuses changes of two-step sign-in from an ended session that is still cached", async () => {
  let secret = "";
  const begun = await ended(async (client) => {
    secret = (await client.post("/api/profile/two-step/begin", { password })).body.secret;
  });
  const code = totpCode(secret, scope.app.clock.nowMs());
  expect((await begun.thief.post("/api/profile/two-step/confirm", { code })).status).toBe(401);
  const { rows } = await scope.app.database.query("select from two_step where enabled_at is not null");
  expect(rows).toEqual([]);

  let codes: string[] = [];
  const on = await ended(async (client) => (codes = (await enableTwoStep(scope.app, client)).recoveryCodes));
  for (const path of ["/api/profile/two-step/recovery-codes", "/api/profile/two-step/disable"]) {
    expect((await on.thief.post(path, { password, code: codes.pop() })).status).toBe(401);
  }
  const left = await scope.app.database.query(
    "select count(*) as n from recovery_codes where user_id = $1 and used_at is null",
    [on.id],
  );
  expect(left.rows).toEqual([{ n: 8 }]);
});

it("ends a session only after the transaction that checked it", async () => {
  const client = new TestClient(scope.app.url);
  const { id } = await client.register();
  const { rows } = await scope.app.database.query<{ token_hash: Buffer }>(
    "select token_hash from sessions where user_id = $1",
    [id],
  );
  const hash = rows[0]!.token_hash;
  const order: string[] = [];
  let logout: Promise<unknown> | undefined;
  await transaction(scope.app.database, async (connection) => {
    expect(await isSessionAlive(connection, hash)).toBe(true);
    logout = client.post("/api/auth/logout").then(() => order.push("logged out"));
    await untilBlocked(scope.app.database, 1, "delete from sessions%");
    order.push("acted");
  });
  await logout;
  expect(order).toEqual(["acted", "logged out"]);
  expect(await isSessionAlive(scope.app.database, hash)).toBe(false);
});
