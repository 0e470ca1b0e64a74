import { describe, expect, it } from "vitest";
import { rawCall } from "../../../testing/raw-http.ts";
import { TestClient } from "../../../testing/test-client.ts";
import type { Answer } from "../../../testing/test-client.ts";
import { wrongCode } from "../../../testing/two-step.ts";
import { useApp } from "../../../testing/use-app.ts";
import { seedKey } from "../../../testing/valid-calls.ts";
import { withdraw, withdrawingPeople } from "../../../testing/withdrawals.ts";
import { createLog } from "../telemetry/log.ts";

const lines: Record<string, unknown>[] = [];
const log = createLog("debug", { write: (line) => void lines.push(JSON.parse(line)) });
const scope = useApp({ TRUSTED_PROXIES: "loopback" }, { log });
const ask = (path: string, headers: Record<string, string> = {}) => fetch(scope.app.url + path, { headers });
const said = (id: string | null) => lines.filter(({ requestId }) => requestId === id);

describe("a request", () => {
  it("has an id in its answer and its log line, whatever its outcome", async () => {
    for (const path of ["/api/prices", "/api/auth/me", "/api/nothing", "/", "/api/prices?from=x"]) {
      const id = (await ask(path)).headers.get("x-request-id");
      expect(id, path).toMatch(/^[0-9a-f]{8}-/);
      await expect.poll(() => said(id), { message: path }).toHaveLength(1);
      expect(Object.keys(said(id)[0]!)).not.toContain("url");
    }
    // Even an unreadable request gets an id, so that its sender can ask about it.
    expect((await ask("/api/%zz")).headers.get("x-request-id")).toMatch(/^[0-9a-f]{8}-/);
  });

  it("keeps the id that a proxy gave it, unless it is unsafe in a log", async () => {
    const idOf = async (given: string) =>
      (await ask("/healthz", { "x-request-id": given })).headers.get("x-request-id");
    expect(await idOf("req-0a1b2c3d.7")).toBe("req-0a1b2c3d.7");
    for (const given of [
      "short",
      "x".repeat(65),
      "with space in it",
      '{"json":1}',
      "-starts-wrong",
      "é".repeat(10),
    ]) {
      expect(await idOf(given)).not.toBe(given);
    }
  });

  it("is logged at debug level, higher if the server failed, and not for probes", async () => {
    const refused = (await ask("/api/auth/me")).headers.get("x-request-id");
    await expect
      .poll(() => said(refused))
      .toMatchObject([{ level: "debug", status: 401, refused: "not_signed_in" }]);

    await scope.app.database.query("alter table liability_statements rename to mislaid");
    const failed = (await ask("/api/fairness/liabilities?secret=17")).headers.get("x-request-id");
    await scope.app.database.query("alter table mislaid rename to liability_statements");
    await expect.poll(() => said(failed).map(({ level }) => level)).toEqual(["error", "info"]);
    expect(said(failed)[1]).toMatchObject({
      route: "/api/fairness/liabilities",
      method: "GET",
      status: 500,
      msg: "answered",
    });

    const asked = await Promise.all(["/healthz", "/readyz", "/metrics"].map((path) => ask(path)));
    await ask("/api/prices").then((answer) =>
      expect.poll(() => said(answer.headers.get("x-request-id"))).toHaveLength(1),
    );
    for (const { headers } of asked) expect(said(headers.get("x-request-id"))).toEqual([]);
    expect(JSON.stringify(lines)).not.toContain("secret=17");
  });
});

describe("the operator's log", () => {
  const from = { "x-forwarded-for": "203.0.113.9" };
  const lineOf = async (answer: Answer) => {
    const id = answer.headers.get("x-request-id");
    await expect.poll(() => said(id)).toHaveLength(1);
    return said(id)[0]!;
  };
  const clientAddress = "203.0.113.9";

  it("each sign-in has a line with its outcome and address, and no secret", async () => {
    const client = new TestClient(scope.app.url);
    const { email } = await client.register();
    const login = (password: string) => client.post("/api/auth/login", { email, password }, from);
    const wrong = await lineOf(await login("a-wrong-password"));
    expect(wrong).toMatchObject({ level: "info", status: 401, refused: "credentials_wrong", clientAddress });
    expect(await lineOf(await login("secret-1"))).toMatchObject({
      level: "info",
      status: 200,
      clientAddress,
    });
    expect(JSON.stringify(lines)).not.toMatch(new RegExp(`a-wrong-password|secret1|${email}`));
  });

  it("each call that the caller may not make has a line: who asked, and where from", async () => {
    const client = new TestClient(scope.app.url);
    const { id: userId } = await client.register();
    const forbidden = await lineOf(await client.get("/api/admin/stats", from));
    const ofAdmins = { route: "/api/admin/stats", refused: "forbidden", userId, clientAddress };
    expect(forbidden).toMatchObject({ level: "info", status: 403, ...ofAdmins });
    const elsewhere = { ...from, origin: "https://evil.example" };
    expect(await lineOf(await client.post("/api/auth/logout", undefined, elsewhere))).toMatchObject({
      level: "info",
      refused: "origin_refused",
      clientAddress,
    });
    expect(await lineOf(await client.get("/api/auth/me", from))).not.toHaveProperty("clientAddress");
  });

  it("each code at a withdrawal or at the set-up of two-step sign-in has a line", async () => {
    const client = (await withdrawingPeople(scope.app, 1, "1000"))[0]!;
    const by = { level: "info", userId: client.user.id, clientAddress };
    const wrong = await lineOf(await withdraw(client, { withdrawalCode: "99999" }, from));
    expect(wrong).toMatchObject({ ...by, refused: "withdrawal_code_wrong" });
    expect(await lineOf(await withdraw(client, {}, from))).toMatchObject({ ...by, status: 201 });
    const other = new TestClient(scope.app.url);
    const { id: userId } = await other.register();
    const { secret } = (await other.post("/api/profile/two-step/begin", { password: "secret-1" })).body;
    const code = wrongCode(secret, scope.app.clock.nowMs());
    const confirmed = await lineOf(await other.post("/api/profile/two-step/confirm", { code }, from));
    expect(confirmed).toMatchObject({ ...by, userId, refused: "two_step_wrong" });
  });

  it("a live connection of an API key from a foreign address has a line", async () => {
    const { id: userId } = await new TestClient(scope.app.url).register();
    const { key } = await seedKey(scope.app, userId, ["read"]);
    const authorization = `Bearer ${key}`;
    const { token } = (await new TestClient(scope.app.url).get("/api/ws-token", { authorization })).body;
    await scope.app.database.query("update api_keys set addresses = '{192.0.2.1}' where user_id = $1", [
      userId,
    ]);
    const headers = {
      ...from,
      connection: "Upgrade",
      upgrade: "websocket",
      "sec-websocket-version": "13",
      "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
    };
    const refused = await rawCall(scope.app.url, "GET", `/ws?token=${token}`, { headers });
    expect(refused.status).toBe(403);
    const said = lines.filter((line) => line["refused"] === "key_address_refused");
    expect(said).toMatchObject([{ level: "info", status: 403, clientAddress, userId }]);
  });

  it("each proof of identity has a line, whether it was right, wrong or missing", async () => {
    const app = await scope.start({
      environment: { STEP_UP_MINUTES: "10", TRUSTED_PROXIES: "loopback" },
      log,
    });
    const client = new TestClient(app.url);
    const { id: userId, email } = await client.register();
    await app.database.query("update users set is_admin = true where id = $1", [userId]);
    await client.post("/api/auth/login", { email, password: "secret-1" });
    app.clock.jump(11 * 60);
    const adjust = () => client.post(`/api/admin/users/${userId}/adjust-balance`, { amount: 1 }, from);
    const prove = (password: string) => client.post("/api/admin/step-up", { password }, from);
    const by = { level: "info", userId, clientAddress };
    expect(await lineOf(await adjust())).toMatchObject({ ...by, refused: "step_up_required" });
    const wrong = await lineOf(await prove("a-wrong-password"));
    expect(wrong).toMatchObject({ ...by, refused: "current_password_wrong" });
    expect(await lineOf(await prove("secret-1"))).toMatchObject({ ...by, status: 200 });
    expect(JSON.stringify(lines)).not.toMatch(/a-wrong-password|secret1/);
  });
});
