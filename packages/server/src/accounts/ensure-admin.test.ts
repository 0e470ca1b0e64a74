import { randomUUID } from "node:crypto";
import { CONSOLE_ACTOR } from "@veritick/contract/audit-names.ts";
import { describe, expect, it } from "vitest";
import { TestClient } from "../../testing/test-client.ts";
import { useApp } from "../../testing/use-app.ts";
import { hasAdmin } from "./first-administrator.ts";

const scope = useApp();
const startWith = (email: string, password: string) =>
  scope.start({ environment: { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } });
async function login(url: string, email: string, password: string) {
  return new TestClient(url).post("/api/auth/login", { email, password });
}

const recorded = async ({ database }: typeof scope.app) =>
  (
    await database.query(
      "select before, after from audit_log where action = 'rights_changed' and actor = $1",
      [CONSOLE_ACTOR],
    )
  ).rows;

describe("the configured administrator", () => {
  it("is created at the first start, and keeps its password at the next", async () => {
    const email = `${randomUUID()}@example.com`;
    expect(await hasAdmin(scope.app.database)).toBe(false);
    const first = await startWith(email, "first secret");
    expect(await hasAdmin(first.database)).toBe(true);
    expect((await login(first.url, email, "first secret")).body).toMatchObject({ email, isAdmin: true });
    expect(await recorded(first)).toEqual([{ before: { role: null }, after: { role: "administrator" } }]);
    const second = await startWith(email.toUpperCase(), "other secret");
    expect(await recorded(second)).toHaveLength(1);
    expect((await login(second.url, email, "first secret")).status).toBe(200);
    expect((await login(second.url, email, "other secret")).status).toBe(401);
  });

  it("signs in with the domain and the password as any keyboard writes them", async () => {
    const name = randomUUID();
    const app = await startWith(`${name}@ex\u00e4mple.fr`, "pa\u0308ss\u00a0word");
    const email = `${name}@xn--exmple-cua.fr`;
    for (const typed of [`${name}@exa\u0308mple.fr`, email])
      expect((await login(app.url, typed, "p\u00e4ss word")).body).toMatchObject({ email, isAdmin: true });
    const again = await startWith(email, "p\u00e4ss word");
    expect(await recorded(again)).toHaveLength((await recorded(app)).length);
  });

  it("is promoted from an account with this password, which stays signed in", async () => {
    const client = new TestClient(scope.app.url);
    const user = await client.register();
    const app = await startWith(user.email, "secret-1");
    expect((await login(app.url, user.email, "secret-1")).body).toEqual({
      ...user,
      isAdmin: true,
      role: "administrator",
    });
    const there = Object.assign(new TestClient(app.url), { cookie: client.cookie });
    expect((await there.get("/api/auth/me")).body).toMatchObject({ isAdmin: true });
  });

  it("takes over an account that somebody else registered with another password", async () => {
    const stranger = new TestClient(scope.app.url);
    const user = await stranger.register();
    const app = await startWith(user.email, "the operator's");
    const there = Object.assign(new TestClient(app.url), { cookie: stranger.cookie });
    expect((await there.get("/api/auth/me")).status).toBe(401);
    expect((await login(app.url, user.email, "secret-1")).status).toBe(401);
    expect((await login(app.url, user.email, "the operator's")).body).toEqual({
      ...user,
      isAdmin: true,
      role: "administrator",
    });
  });
});
