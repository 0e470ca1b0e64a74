import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { holdUser, untilBlocked } from "../../../testing/held-rows.ts";
import { TestClient, until } from "../../../testing/test-client.ts";
import { enableTwoStep } from "../../../testing/two-step.ts";
import { useApp } from "../../../testing/use-app.ts";

const scope = useApp();

async function withTwoStep() {
  const client = new TestClient(scope.app.url);
  const { email, id } = await client.register();
  const twoStep = await enableTwoStep(scope.app, client);
  const login = (twoStepCode?: string, password = "secret-1", url = scope.app.url) =>
    new TestClient(url).post("/api/auth/login", { email, password, twoStepCode });
  return { client, email, id, twoStep, login };
}
const attemptsOf = async (email: string) =>
  (
    await scope.app.database.query<{ attempts: number }>(
      `select attempts from attempt_counters where key = 'login/account/' || $1
         or key like 'login/place/' || (select id from users where email = $1) || '/%'`,
      [email],
    )
  ).rows[0]?.attempts;

describe("logging in with two steps", () => {
  it("asks for the code after the right password only, and signs nobody in before", async () => {
    const { login, twoStep } = await withTwoStep();
    const wrong = await login(undefined, "wrong");
    expect(wrong.body).toEqual({ message: "Wrong e-mail or password.", code: "credentials_wrong" });
    expect((await login(twoStep.nextCode(), "wrong")).body).toEqual(wrong.body);

    const half = await login();
    expect(half.status).toBe(403);
    expect(half.body).toMatchObject({ code: "two_step_required", field: "twoStepCode" });
    expect(half.headers.get("set-cookie")).toBeNull();
    expect((await login(" - ")).body.code).toBe("two_step_required");

    const whole = await login(twoStep.code());
    expect(whole.status).toBe(200);
    expect(whole.headers.get("set-cookie")).toContain("session=");
  });

  it("accepts a code with spaces and dashes, from a clock one step off", async () => {
    const { login, twoStep } = await withTwoStep();
    const code = twoStep.nextCode();
    expect((await login(`${code.slice(0, 3)}\u00a0\u2013 ${code.slice(3)}\u200e`)).status).toBe(200);
    const wide = [...twoStep.nextCode()]
      .map((digit) => String.fromCodePoint(Number(digit) + 0xff10))
      .join("");
    expect((await login(wide)).status).toBe(200);
    scope.app.clock.jump(60);
    expect((await login(twoStep.code(-1))).status).toBe(200);
    expect((await login(twoStep.code(+1))).status).toBe(200);
    scope.app.clock.jump(300);
    expect((await login(twoStep.code(-2))).body.code).toBe("two_step_wrong");
    expect((await login(twoStep.code(+2))).body.code).toBe("two_step_wrong");
  });

  it("explains the form of a code if the input cannot be one, without counting it", async () => {
    const { login, twoStep } = await withTwoStep();
    for (const typed of ["12345", "1234567", "abc", "é", "0".repeat(64)]) {
      const answer = await login(typed);
      expect(answer).toMatchObject({ status: 400, body: { code: "two_step_code_invalid" } });
    }
    expect((await login(twoStep.nextCode())).status).toBe(200);
  });

  it("accepts each code once, and none older than the last accepted one", async () => {
    const { login, twoStep } = await withTwoStep();
    const older = twoStep.nextCode();
    const newer = twoStep.nextCode();
    expect((await login(newer)).status).toBe(200);
    expect((await login(newer)).body.code).toBe("two_step_wrong");
    expect((await login(older)).body.code).toBe("two_step_wrong");
  });

  it("asks for the code if the app was switched on after the password was checked", async () => {
    const client = new TestClient(scope.app.url);
    const { email, id } = await client.register();
    await client.post("/api/profile/two-step/begin", { password: "secret-1" });
    const { database } = scope.app;
    const { holder, letGo } = await holdUser(database, id);
    const sent = new TestClient(scope.app.url).post("/api/auth/login", { email, password: "secret-1" });
    await untilBlocked(database);
    await holder.query("update two_step set enabled_at = created_at where user_id = $1", [id]);
    await letGo();
    const answer = await sent;
    expect(answer).toMatchObject({ status: 403, body: { code: "two_step_required", field: "twoStepCode" } });
    expect(answer.headers.get("set-cookie")).toBeNull();
    expect((await client.get("/api/profile/sessions")).body).toHaveLength(1);
    expect(await attemptsOf(email)).toBe(0);
  });

  it("accepts one of two logins with the same code at once on two processes", async () => {
    const { login, twoStep } = await withTwoStep();
    const other = await scope.start();
    const code = twoStep.nextCode();
    const answers = await Promise.all([login(code), login(code, "secret-1", other.url)]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 400]);
  });

  it("accepts a recovery code once, however it is written, even in parallel on two processes", async () => {
    const { client, login, twoStep } = await withTwoStep();
    const other = await scope.start();
    const [first, second, third, fourth] = twoStep.recoveryCodes[3]!.toUpperCase().split("-");
    const typed = `${first}\u2011${second}\u2212${third} \u2013 ${fourth}\u200b`;
    const answers = await Promise.all([
      login(typed),
      login(typed, "secret-1", other.url),
      login(typed),
      login(typed, "secret-1", other.url),
    ]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 400, 400, 400]);
    expect((await login(typed)).status).not.toBe(200);
    const { body } = await client.get("/api/profile/security");
    expect(body.recoveryCodesLeft).toBe(9);
    const used = body.events.filter(({ kind }: { kind: string }) => kind === "recovery_code_used");
    expect(used).toHaveLength(1);
    expect(used[0]).toMatchObject({ sessionId: null, address: "127.0.0.1", seen: false });
  });

  it("refuses another user's recovery code", async () => {
    const one = await withTwoStep();
    const other = await withTwoStep();
    expect((await one.login(other.twoStep.recoveryCodes[0])).body.code).toBe("two_step_wrong");
    expect((await other.login(other.twoStep.recoveryCodes[0])).status).toBe(200);
  });
});

describe("the lock-out of the second step", () => {
  it("refuses even the right code for 15 minutes after five wrong ones, across a restart", async () => {
    const { client, login, twoStep, email } = await withTwoStep();
    const live = await client.live();
    const before = await scope.start();
    const wrong = twoStep.wrongCode();
    const answers = [];
    for (let guess = 0; guess < 5; guess += 1) answers.push(await login(wrong, "secret-1", before.url));
    expect(answers.map(({ body }) => body.code)).toEqual([
      ...Array.from({ length: 4 }, () => "two_step_wrong"),
      "two_step_locked",
    ]);
    await before.close();

    const after = await scope.start();
    const refused = await login(twoStep.nextCode(), "secret-1", after.url);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBe(870);
    expect(refused.body.message).toBe(
      "Too many wrong codes. Try again in 15 minutes, or use a recovery code.",
    );
    const { body } = await client.get("/api/profile/security");
    const kinds = body.events.map(({ kind }: { kind: string }) => kind);
    expect(kinds.filter((kind: string) => kind === "two_step_locked")).toHaveLength(1);
    live.socket.terminate();

    scope.app.clock.jump(870);
    expect((await login(twoStep.nextCode())).status).toBe(200);
    expect(await attemptsOf(email)).toBeUndefined();
  });

  it("still lets the owner in with a recovery code, which lifts it", async () => {
    const { login, twoStep, email } = await withTwoStep();
    const wrong = twoStep.wrongCode();
    for (let guess = 0; guess < 5; guess += 1) await login(wrong);
    expect((await login(twoStep.nextCode())).body.code).toBe("two_step_locked");
    expect((await login("aaaa-aaaa-aaaa-aaaa")).body.code).toBe("two_step_wrong");
    // A wrong recovery code counts like any other failed login.
    expect(await attemptsOf(email)).toBe(7);
    expect((await login(twoStep.recoveryCodes[0])).status).toBe(200);
    expect((await login(twoStep.nextCode())).status).toBe(200);
  });

  it("at the login does not affect signed-in sessions, and vice versa", async () => {
    const { client, login, twoStep } = await withTwoStep();
    const wrong = twoStep.wrongCode();
    for (let guess = 0; guess < 5; guess += 1) await login(wrong);
    expect((await login(twoStep.nextCode())).body.code).toBe("two_step_locked");
    const renew = (code: string) =>
      client.post("/api/profile/two-step/recovery-codes", { password: "secret-1", code });
    const renewed = await renew(twoStep.nextCode());
    expect(renewed.status).toBe(200);

    expect((await login(renewed.body.recoveryCodes[0])).status).toBe(200);
    for (let guess = 0; guess < 5; guess += 1) await renew(wrong);
    expect((await renew(twoStep.nextCode())).body.code).toBe("two_step_locked");
    expect((await login(twoStep.code())).status).toBe(200);
  });

  it("does not end with a new password", async () => {
    const { client, login, twoStep, email } = await withTwoStep();
    const wrong = twoStep.wrongCode();
    for (let guess = 0; guess < 5; guess += 1) await login(wrong);
    const change = { currentPassword: "secret-1", newPassword: "secret2" };
    expect((await client.post("/api/profile/change-password", change)).status).toBe(200);
    expect((await login(twoStep.nextCode(), "secret2")).body.code).toBe("two_step_locked");
    expect(await attemptsOf(email)).toBe(1);
  });

  it("limits recovery codes in a session, which the login throttle does not count", async () => {
    const { client, twoStep } = await withTwoStep();
    const renew = (code: string) =>
      client.post("/api/profile/two-step/recovery-codes", { password: "secret-1", code });
    await scope.app.database.query(
      "insert into attempt_counters (key, attempts, window_ends_at) values ('recovery-code/' || $1, 29, $2)",
      [(await client.get("/api/auth/me")).body.id, new Date(scope.app.clock.nowMs() + 600_000)],
    );
    expect((await renew("a".repeat(16))).body.code).toBe("two_step_wrong");
    const refused = await renew(twoStep.recoveryCodes[0]!);
    expect(refused).toMatchObject({ status: 429, body: { code: "two_step_locked" } });
    expect(refused.headers.get("retry-after")).toBe("600");
    scope.app.clock.jump(600);
    expect((await renew(twoStep.recoveryCodes[0]!)).status).toBe(200);
  });

  it("notifies the user's sessions at once", async () => {
    const { client, login, twoStep } = await withTwoStep();
    const live = await client.live();
    const wrong = twoStep.wrongCode();
    for (let guess = 0; guess < 5; guess += 1) await login(wrong);
    await until(() => live.pushes.some(({ type }) => type === "securityEvent"), "a push of the lock");
    expect(live.pushes.find(({ type }) => type === "securityEvent")).toMatchObject({
      event: { kind: "two_step_locked", sessionId: null, address: "127.0.0.1" },
    });
    live.socket.terminate();
  });

  it("locks one account only", async () => {
    const one = await withTwoStep();
    const other = await withTwoStep();
    const wrong = one.twoStep.wrongCode();
    for (let guess = 0; guess < 5; guess += 1) await one.login(wrong);
    expect((await one.login(one.twoStep.nextCode())).status).toBe(429);
    expect((await other.login(other.twoStep.code())).status).toBe(200);
  });
});

describe("the login throttle with a second step", () => {
  it("neither counts a login that still needs its code nor clears earlier failures", async () => {
    const { login, twoStep, email } = await withTwoStep();
    for (let guess = 0; guess < 9; guess += 1) expect((await login(undefined, "wrong")).status).toBe(401);
    for (let half = 0; half < 12; half += 1) expect((await login()).status).toBe(403);
    expect(await attemptsOf(email)).toBe(9);
    expect((await login(twoStep.nextCode())).status).toBe(200);
    expect(await attemptsOf(email)).toBeUndefined();
  });

  it("counts a wrong code as a failed login", async () => {
    const { login, twoStep, email } = await withTwoStep();
    await login(twoStep.wrongCode());
    expect(await attemptsOf(email)).toBe(1);
  });

  it("gives the same answer for an account with two steps and one that does not exist", async () => {
    const { email } = await withTwoStep();
    const answers = await Promise.all(
      [email, `${randomUUID()}@example.com`].map((address) =>
        new TestClient(scope.app.url).post("/api/auth/login", {
          email: address,
          password: "guess",
          twoStepCode: "123456",
        }),
      ),
    );
    expect(answers[0]!.status).toBe(401);
    expect(answers[1]!.body).toEqual(answers[0]!.body);
  });
});
