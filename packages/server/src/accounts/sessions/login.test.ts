import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { TestClient } from "../../../testing/test-client.ts";
import { useApp } from "../../../testing/use-app.ts";

const scope = useApp();
const visitor = () => new TestClient(scope.app.url);
const newEmail = () => `${randomUUID()}@example.com`;
/** Logs in as a stranger: the account has no known places. */
async function login(email: string, password: string, client = visitor()) {
  await scope.app.database.query("delete from known_places");
  return client.post("/api/auth/login", { email, password });
}

async function registered(password = "secret-1") {
  const client = visitor();
  return { client, ...(await client.register(newEmail(), password)) };
}

const countAttempts = (key: string, attempts: number) =>
  scope.app.database.query(
    `insert into attempt_counters (key, attempts, window_ends_at) values ($1, $2, $3)
     on conflict (key) do update set attempts = excluded.attempts, window_ends_at = excluded.window_ends_at`,
    [key, attempts, new Date(scope.app.clock.nowMs() + 600_000)],
  );
const forgetAttempts = () => scope.app.database.query("delete from attempt_counters");

describe("logging in", () => {
  it("opens a session for the right password, whatever the case of the e-mail", async () => {
    const { id, email } = await registered();
    const client = visitor();
    const answer = await login(email.toUpperCase(), "secret-1", client);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ id, email });
    expect((await client.get("/api/auth/me")).body).toEqual(answer.body);
  });

  it("finds an account by its e-mail, however the domain and the blanks around it are written", async () => {
    const name = randomUUID();
    const { email } = await visitor().register(`${name}&co@ex\u00e4mple.fr`);
    expect(email).toBe(`${name}&co@xn--exmple-cua.fr`);
    for (const typed of [
      email,
      ` ${name}&CO@EXA\u0308MPLE.FR\u200b`,
      `\u202a${name}&co@ex\u00e4mple\u3002fr\u202c`,
    ])
      expect((await login(typed, "secret-1")).body.email, typed).toBe(email);
    const twice = await visitor().post("/api/auth/register", {
      email: `${name}&co@ex\u00e4mple.fr`,
      password: "secret-1",
    });
    expect(twice.body.code).toBe("email_taken");
  });

  it.each([
    ["digits alone", "48151623421"],
    ["spaces at both ends", "  quiet harbour  "],
    ["letters of any alphabet", "Пароль-密码-🔑"],
    ["1,000 characters", "long ".repeat(200)],
  ])("takes a password of %s exactly as it is, however old it is", async (_, password) => {
    const email = newEmail();
    const { id } = await visitor().register(email, password);
    await scope.app.database.query(
      "update users set created_at = created_at - interval '10 years' where id = $1",
      [id],
    );
    expect((await login(email, password)).status).toBe(200);
    for (const other of [password.trim().slice(0, -1), `${password}x`, password.slice(0, 72).slice(0, -1)])
      expect((await login(email, other)).status, other).toBe(401);
  });

  it("takes the same password however a keyboard composes its letters, wherever it is asked for", async () => {
    // In one: letters and marks apart, jamo, a Kelvin sign's relative and a no-break space.
    const typed = "pa\u0308ss\u00a0\u1112\u1161\u11ab\u212b";
    const other = "p\u00e4ss \ud55c\u00c5";
    const next = ["ne\u0301w\u202fsecret", "n\u00e9w secret"] as const;
    const client = visitor();
    const { email } = await client.register(newEmail(), typed);
    expect((await login(email, other)).status).toBe(200);
    expect((await login(email, typed)).status).toBe(200);
    expect((await client.post("/api/profile/step-up", { password: other })).status).toBe(200);
    const begun = await client.post("/api/profile/two-step/begin", { password: other });
    expect(begun.status).toBe(200);
    const change = { currentPassword: other, newPassword: next[0] };
    expect((await client.post("/api/profile/change-password", change)).status).toBe(200);
    expect((await login(email, next[1])).status).toBe(200);
    expect((await login(email, "new secret")).status).toBe(401);
    const closing = { waived: "0", nothingSent: true, password: next[1] };
    expect((await client.post("/api/profile/close", closing)).status).toBe(200);
  });

  it("counts the characters of a password once they are composed", async () => {
    const answer = await visitor().post("/api/auth/register", {
      email: newEmail(),
      password: "a\u0308".repeat(3),
    });
    expect(answer).toMatchObject({ status: 400, body: { code: "password_too_short" } });
  });

  it("tells large letters from small ones in a password", async () => {
    const email = newEmail();
    await visitor().register(email, "Quiet-Harbour");
    expect((await login(email, "quiet-harbour")).status).toBe(401);
    expect((await login(email, "Quiet-Harbour")).status).toBe(200);
  });

  it("does not reveal whether the account exists", async () => {
    const { email } = await registered();
    const wrong = await login(email, "not the password");
    const unknown = await login(newEmail(), "not the password");
    expect(wrong.status).toBe(401);
    expect(unknown.status).toBe(401);
    expect(unknown.body).toEqual(wrong.body);
    expect(wrong.body).toEqual({ message: "Wrong e-mail or password.", code: "credentials_wrong" });
    expect(wrong.headers.get("set-cookie")).toBeNull();
  });

  it("names the missing field", async () => {
    const answer = await visitor().post("/api/auth/login", { email: "ada@example.com", password: "" });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: "password_required", field: "password" });
  });
});

describe("the throttle of an account", () => {
  it("refuses even the right password after 10 wrong ones, for 15 minutes", async () => {
    await forgetAttempts();
    const { email } = await registered();
    for (let attempt = 0; attempt < 10; attempt += 1) expect((await login(email, "wrong")).status).toBe(401);
    const refused = await login(email, "secret-1");
    expect(refused.status).toBe(429);
    expect(refused.body.code).toBe("too_many_logins");
    expect(Number(refused.headers.get("retry-after"))).toBe(900);
    scope.app.clock.jump(899);
    expect((await login(email, "secret-1")).status).toBe(429);
    scope.app.clock.jump(1);
    expect((await login(email, "secret-1")).status).toBe(200);
  });

  it("throttles an account that does not exist in the same way", async () => {
    await forgetAttempts();
    const email = newEmail();
    await countAttempts(`login/account/${email}`, 9);
    expect((await login(email, "wrong")).status).toBe(401);
    expect((await login(email, "wrong")).status).toBe(429);
  });

  it("checks exactly 10 of 30 guesses that arrive at once", async () => {
    await forgetAttempts();
    const { email } = await registered();
    const answers = await Promise.all(Array.from({ length: 30 }, () => login(email, "wrong")));
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(10);
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(20);
  });

  it("starts again after a right password, and leaves other accounts alone", async () => {
    await forgetAttempts();
    const one = await registered();
    const other = await registered();
    await countAttempts(`login/account/${one.email}`, 9);
    expect((await login(one.email, "secret-1")).status).toBe(200);
    expect((await login(one.email, "wrong")).status).toBe(401);
    await countAttempts(`login/account/${one.email}`, 10);
    expect((await login(one.email, "secret-1")).status).toBe(429);
    expect((await login(other.email, "secret-1")).status).toBe(200);
  });

  it("also limits changes of the password, counted separately from logins", async () => {
    await forgetAttempts();
    const { client, email, id } = await registered();
    await countAttempts(`login/account/${email}`, 10);
    await countAttempts(`login/proof/${id}`, 9);
    const change = (currentPassword: string) =>
      client.post("/api/profile/change-password", { currentPassword, newPassword: "secret2" });
    expect((await change("wrong")).body.code).toBe("current_password_wrong");
    expect((await change("secret-1")).status).toBe(429);
    await forgetAttempts();
    expect((await login(email, "secret-1")).status).toBe(200);
  });

  it("outlasts a restart", async () => {
    await forgetAttempts();
    const { email } = await registered();
    const before = await scope.start();
    const client = new TestClient(before.url);
    for (let attempt = 0; attempt < 10; attempt += 1)
      expect((await login(email, "wrong", client)).status).toBe(401);
    await before.close();
    const after = await scope.start();
    expect((await login(email, "secret-1", new TestClient(after.url))).status).toBe(429);
  });
});

describe("right passwords", () => {
  it("are limited to 300 for an account in 15 minutes, and those beyond count as failures", async () => {
    await forgetAttempts();
    const { email } = await registered();
    await countAttempts(`login/right/${email}`, 299);
    expect((await login(email, "wrong")).status).toBe(401);
    expect((await login(email, "secret-1")).status).toBe(200);
    const refused = await login(email, "secret-1");
    expect(refused).toMatchObject({ status: 429, body: { code: "too_many_logins" } });
    expect(refused.headers.get("retry-after")).toBe("600");
    expect(refused.headers.get("set-cookie")).toBeNull();
    const { rows } = await scope.app.database.query("select attempts from attempt_counters where key = $1", [
      `login/account/${email}`,
    ]);
    expect(rows).toEqual([{ attempts: 1 }]);
    scope.app.clock.jump(600);
    expect((await login(email, "secret-1")).status).toBe(200);
  });

  it("cannot be used up without the password", async () => {
    await forgetAttempts();
    const { email } = await registered();
    await login(email, "wrong");
    const { rows } = await scope.app.database.query("select from attempt_counters where key = $1", [
      `login/right/${email}`,
    ]);
    expect(rows).toEqual([]);
  });

  it("open at most 100 sessions; the least recently used one ends, live connection included", async () => {
    await forgetAttempts();
    const { client, email, id } = await registered();
    scope.app.clock.jump(600);
    // The owner uses the session again. The first call in five minutes stores its last use.
    const forgotten = visitor();
    expect((await login(email, "secret-1", forgotten)).status).toBe(200);
    const live = await forgotten.live();
    scope.app.clock.jump(600);
    await scope.app.database.query(
      "update sessions set last_seen_at = $2 where user_id = $1 and created_at < $3",
      [id, new Date(scope.app.clock.nowMs()), new Date(scope.app.clock.nowMs() - 600_000)],
    );
    await scope.app.database.query(
      `insert into sessions (id, token_hash, user_id, created_at, last_seen_at, expires_at)
       select gen_random_uuid(), sha256(n::text::bytea), $1, $2, $2, $2::timestamptz + interval '1 day'
       from generate_series(1, 98) n`,
      [id, new Date(scope.app.clock.nowMs())],
    );
    const closed = once(live.socket, "close");
    const newest = visitor();
    expect((await login(email, "secret-1", newest)).status).toBe(200);
    expect((await closed)[0]).toBe(4001);
    expect((await forgotten.get("/api/auth/me")).status).toBe(401);
    expect((await client.get("/api/auth/me")).status).toBe(200);
    expect((await newest.get("/api/profile/sessions")).body).toHaveLength(100);
  });
});

describe("the throttle of an address", () => {
  it("is not used up by tries at an account that is already throttled", async () => {
    await forgetAttempts();
    const [one, other] = [await registered(), await registered()];
    await countAttempts(`login/account/${one.email}`, 10);
    await countAttempts("login/address/127.0.0.1", 98);
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect((await login(one.email, "wrong")).status).toBe(429);
    expect((await login(other.email, "wrong")).status).toBe(401);
    expect((await login(other.email, "secret-1")).status).toBe(200);
  });

  it("refuses every login after 100 failures, and does not count successes", async () => {
    await forgetAttempts();
    const { email } = await registered();
    await countAttempts("login/address/127.0.0.1", 99);
    expect((await login(email, "secret-1")).status).toBe(200);
    expect((await login(newEmail(), "wrong")).status).toBe(401);
    expect((await login(email, "secret-1")).status).toBe(429);
  });

  it("allows 60 registrations an hour", async () => {
    await forgetAttempts();
    const app = await scope.start({ environment: { LIMIT_REGISTRATIONS_PER_HOUR: "60" } });
    const register = () =>
      new TestClient(app.url).post("/api/auth/register", { email: newEmail(), password: "secret-1" });
    await countAttempts("register/127.0.0.1", 59);
    expect((await register()).status).toBe(201);
    const refused = await register();
    expect(refused.status).toBe(429);
    expect(refused.body.code).toBe("too_many_registrations");
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    scope.app.clock.jump(600);
    expect((await register()).status).toBe(201);
  });
});
