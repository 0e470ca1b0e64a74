import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { hasLooseSpaces } from "@veritick/contract/typography.fixture.ts";
import { describe, expect, it } from "vitest";
import { resetTokenOf, useOutbox } from "../../testing/outbox.ts";
import { TestClient } from "../../testing/test-client.ts";
import { enableTwoStep } from "../../testing/two-step.ts";
import { useApp } from "../../testing/use-app.ts";

const outbox = useOutbox();
const scope = useApp({ TRUSTED_PROXIES: "loopback" }, { outbox: outbox.path });
const visitor = (url = scope.app.url) => new TestClient(url);

async function registered() {
  const client = visitor();
  const user = await client.register();
  return Object.assign(client, { user });
}
const forgot = (email: string, language?: string) =>
  visitor().post(
    "/api/auth/forgot-password",
    { email },
    language === undefined ? {} : { "accept-language": language },
  );
const reset = (token: string, newPassword = "secret2", url?: string, headers = {}) =>
  visitor(url).post("/api/auth/reset-password", { token, newPassword }, headers);
const login = (email: string, password: string) => visitor().post("/api/auth/login", { email, password });
const forgetAttempts = () => scope.app.database.query("delete from attempt_counters");
const countAttempts = (key: string, attempts: number) =>
  scope.app.database.query(
    "insert into attempt_counters (key, attempts, window_ends_at) values ($1, $2, $3)",
    [key, attempts, new Date(scope.app.clock.nowMs() + 600_000)],
  );

async function tokenFor(email: string): Promise<string> {
  await forgetAttempts();
  expect((await forgot(email)).body).toEqual({ ok: true });
  await scope.settled();
  return resetTokenOf(outbox.mails(email).at(-1));
}

describe("a forgotten password", () => {
  it("is replaced through the link in an e-mail, which ends every session and signs nobody in", async () => {
    const client = await registered();
    const bystander = await registered();
    const live = await client.live();
    const closed = once(live.socket, "close");
    const { email } = client.user;
    const token = await tokenFor(email);
    const [mail] = outbox.mails(email);
    expect(mail!.text).toContain(
      `\n\nhttp://localhost:${new URL(scope.app.url).port}/auth#reset=${token}\n\n`,
    );
    expect(mail!.text).toContain("within 60 minutes");
    expect(mail!.text).toContain("If this was not you, ignore this e-mail.");
    expect(mail!.headers).toContain("Subject: Veritick: Set a new password");

    const answer = await reset(token);
    expect(answer).toMatchObject({ status: 200, body: { ok: true } });
    expect(answer.headers.get("set-cookie")).toBeNull();
    expect((await closed)[0]).toBe(4001);
    expect((await client.get("/api/auth/me")).status).toBe(401);
    expect((await bystander.get("/api/auth/me")).status).toBe(200);
    expect((await login(email, "secret-1")).status).toBe(401);
    const again = visitor();
    expect((await again.post("/api/auth/login", { email, password: "secret2" })).status).toBe(200);
    const { events } = (await again.get("/api/profile/security")).body;
    expect(events[1]).toMatchObject({ kind: "password_reset", sessionId: null, address: "127.0.0.1" });

    expect((await reset(token, "secret3")).body.code).toBe("reset_link_invalid");
  });

  it.each([
    ["when it is replaced elsewhere", "192.0.2.33", []],
    ["but the one where it is replaced", "127.0.0.1", ["address/127.0.0.1"]],
  ])("forgets all known places %s", async (_, from, left) => {
    const { user } = await registered();
    const places = async () => {
      const text = "select place from known_places where user_id = $1";
      return (await scope.app.database.query(text, [user.id])).rows.map(({ place }) => place);
    };
    expect(await places()).toHaveLength(2);
    const answer = await reset(await tokenFor(user.email), "secret2", undefined, { "x-forwarded-for": from });
    expect(answer.status).toBe(200);
    expect(await places()).toEqual(left);
  });

  it("is answered by an e-mail in the language of the request", async () => {
    await forgetAttempts();
    const { user } = await registered();
    await forgot(user.email, "fr-CH, en;q=0.5");
    await scope.settled();
    const [mail] = outbox.mails(user.email);
    expect(mail!.text).toContain("Vous avez demandé un nouveau mot de passe pour votre compte Veritick.");
    expect(mail!.text).toContain("pendant 60 minutes");
    expect(mail!.subject).toMatch(/^=\?UTF-8\?Q\?Veritick=C2=A0=3A_Choisissez/);
    expect(hasLooseSpaces(mail!.text)).toBe(false);
  });

  it("puts neither the link nor its token into the mail queue, whoever asks", async () => {
    await forgetAttempts();
    const { user } = await registered();
    const nobody = `${randomUUID()}@example.com`;
    const queued: string[] = [];
    const look = async () => {
      const { rows } = await scope.app.database.query("select channel, data from outbox");
      queued.push(...rows.map((row) => JSON.stringify(row)));
      return rows.length;
    };
    for (const email of [user.email, nobody]) {
      await forgot(email);
      expect(await look()).toBe(1);
      await scope.settled();
      expect(await look()).toBe(0);
    }
    const token = resetTokenOf(outbox.mails(user.email).at(-1));
    expect(queued.join()).not.toContain(token);
    expect(outbox.mails(nobody)).toEqual([]);
  });

  it("leaves two-step sign-in on", async () => {
    const client = await registered();
    const twoStep = await enableTwoStep(scope.app, client);
    const { email } = client.user;
    await reset(await tokenFor(email));
    expect((await login(email, "secret2")).body.code).toBe("two_step_required");
    const whole = { email, password: "secret2", twoStepCode: twoStep.nextCode() };
    expect((await visitor().post("/api/auth/login", whole)).status).toBe(200);
  });

  /** A person with a second step and a known device, and a thief of their password who has locked it elsewhere. */
  async function lockedByThief() {
    const client = await registered();
    const twoStep = await enableTwoStep(scope.app, client);
    const { email } = client.user;
    const logIn = (headers: Record<string, string>, password: string, twoStepCode: string) =>
      visitor().post("/api/auth/login", { email, password, twoStepCode }, headers);
    const { headers } = await logIn({}, "secret-1", twoStep.nextCode());
    const cookie = /device=[^;]+/.exec(headers.getSetCookie().join("; "))![0];
    const thief = { "x-forwarded-for": "198.51.100.9" };
    for (let guess = 0; guess < 5; guess += 1) await logIn(thief, "secret-1", twoStep.wrongCode());
    const owner = { "x-forwarded-for": "192.0.2.33", cookie };
    return { email, twoStep, logIn, thief, owner };
  }

  it("leaves a locked second step locked, because a mailbox alone must not allow new guesses", async () => {
    const { email, twoStep, logIn, thief, owner } = await lockedByThief();
    await reset(await tokenFor(email), "secret2", undefined, thief);
    for (const headers of [thief, owner])
      expect((await logIn(headers, "secret2", twoStep.nextCode())).body.code).toBe("two_step_locked");
    expect((await logIn(thief, "secret2", twoStep.recoveryCodes[0]!)).status).toBe(200);
  });

  it("lets its owner in with the app on a known device after a thief's wrong tries", async () => {
    const { email, twoStep, logIn, thief, owner } = await lockedByThief();
    await reset(await tokenFor(email), "secret2", undefined, owner);
    expect((await logIn(thief, "secret2", twoStep.nextCode())).body.code).toBe("two_step_locked");
    expect((await logIn(owner, "secret2", twoStep.nextCode())).status).toBe(200);
  });

  it("lifts the login throttle of the account", async () => {
    const { user } = await registered();
    const token = await tokenFor(user.email);
    await countAttempts(`login/account/${user.email}`, 10);
    await countAttempts(`login/place/${user.id}/address/127.0.0.1`, 10);
    expect((await login(user.email, "secret-1")).status).toBe(429);
    expect((await reset(token)).status).toBe(200);
    expect((await login(user.email, "secret2")).status).toBe(200);
    await scope.app.database.query("delete from known_places where user_id = $1", [user.id]);
    expect((await login(user.email, "secret2")).status).toBe(200);
  });

  it("cannot be replaced if no mail server is configured", async () => {
    const app = await scope.start();
    const { user } = await registered();
    const answer = await visitor(app.url).post("/api/auth/forgot-password", { email: user.email });
    expect(answer.status).toBe(404);
    expect((await visitor(app.url).get("/api/settings")).body.passwordReset).toBe(false);
    expect((await visitor().get("/api/settings")).body.passwordReset).toBe(true);
  });
});

describe("the existence of an account", () => {
  it("is not revealed by the answer or by how long it takes", async () => {
    await forgetAttempts();
    const { user } = await registered();
    const nobody = `${randomUUID()}@example.com`;
    const holder = await scope.app.database.connect();
    await holder.query("begin");
    // The table is locked now, and both calls still get an answer.
    await holder.query("lock table users in access exclusive mode");
    const answers = [await forgot(user.email), await forgot(nobody)];
    await holder.query("rollback");
    holder.release();
    expect(answers[0]!.status).toBe(200);
    expect(answers[1]!.status).toBe(200);
    expect(answers[1]!.body).toEqual(answers[0]!.body);
    const names = ({ headers }: { headers: Headers }) => [...headers.keys()].sort();
    expect(names(answers[1]!)).toEqual(names(answers[0]!));
    await scope.settled();
    expect(outbox.mails(user.email)).toHaveLength(1);
    expect(outbox.mails(nobody)).toHaveLength(0);
  });
});

describe("a reset link", () => {
  it("is stored only as a hash", async () => {
    const { user } = await registered();
    const token = await tokenFor(user.email);
    const { rows } = await scope.app.database.query<{ stored: string; as_hex: string }>(
      "select row_to_json(r)::text as stored, $2::text as as_hex from password_resets r where user_id = $1",
      [user.id, Buffer.from(token, "base64url").toString("hex")],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]!.stored).not.toContain(token);
    expect(rows[0]!.stored).not.toContain(rows[0]!.as_hex);
  });

  it("is valid for 60 minutes", async () => {
    const { user } = await registered();
    const first = await tokenFor(user.email);
    scope.app.clock.jump(3600);
    expect((await reset(first)).body.code).toBe("reset_link_invalid");
    const second = await tokenFor(user.email);
    scope.app.clock.jump(3599);
    expect((await reset(second)).status).toBe(200);
  });

  it("is deleted after it expires", async () => {
    const { user } = await registered();
    await tokenFor(user.email);
    scope.app.clock.jump(3600);
    await scope.settled();
    const { rowCount } = await scope.app.database.query("select from password_resets where user_id = $1", [
      user.id,
    ]);
    expect(rowCount).toBe(0);
  });

  it("is replaced by a newer one", async () => {
    const { user } = await registered();
    const older = await tokenFor(user.email);
    const newer = await tokenFor(user.email);
    expect((await reset(older)).body.code).toBe("reset_link_invalid");
    expect((await reset(newer)).status).toBe(200);
  });

  it("stops working once the password is changed", async () => {
    const client = await registered();
    const token = await tokenFor(client.user.email);
    const change = { currentPassword: "secret-1", newPassword: "secret3" };
    expect((await client.post("/api/profile/change-password", change)).status).toBe(200);
    expect((await reset(token)).body.code).toBe("reset_link_invalid");
  });

  it("works once, even if many use it at once on two processes", async () => {
    const { user } = await registered();
    const other = await scope.start();
    const token = await tokenFor(user.email);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        reset(token, `secret-${index}`, index % 2 === 0 ? scope.app.url : other.url),
      ),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 400, 400, 400, 400, 400]);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect((await login(user.email, `secret-${winner}`)).status).toBe(200);
  });

  it("survives a password that is too short, and is deleted with its account", async () => {
    const { user } = await registered();
    const token = await tokenFor(user.email);
    const refused = await reset(token, "12345");
    expect(refused.body).toMatchObject({ code: "new_password_too_short", field: "newPassword" });
    await scope.app.database.query("delete from users where id = $1", [user.id]);
    expect((await reset(token)).body.code).toBe("reset_link_invalid");
  });

  it.each(["", "short", "x".repeat(44), "é".repeat(43), "A".repeat(43)])("refuses %j", async (token) => {
    expect(await reset(token)).toMatchObject({ status: 400, body: { code: "reset_link_invalid" } });
  });
});

describe("the limits", () => {
  it("allow five e-mails an hour to one account, without saying so", async () => {
    await forgetAttempts();
    const { user } = await registered();
    for (let request = 0; request < 7; request += 1) {
      expect((await forgot(user.email)).body).toEqual({ ok: true });
      await scope.settled();
    }
    expect(outbox.mails(user.email)).toHaveLength(5);
    scope.app.clock.jump(3600);
    await forgot(user.email);
    await scope.settled();
    expect(outbox.mails(user.email)).toHaveLength(6);
  });

  it("allow 20 requests an hour from one address", async () => {
    await forgetAttempts();
    await countAttempts("reset/request/127.0.0.1", 19);
    expect((await forgot("nobody@example.com")).status).toBe(200);
    const refused = await forgot("nobody@example.com");
    expect(refused).toMatchObject({ status: 429, body: { code: "too_many_requests" } });
    expect(Number(refused.headers.get("retry-after"))).toBe(600);
  });

  it("stop no owner on a device known to the account, whatever strangers at the same address ask for", async () => {
    await forgetAttempts();
    const client = visitor();
    const email = `${randomUUID()}@example.com`;
    const answer = await client.post("/api/auth/register", { email, password: "secret-1" });
    const cookie = answer.headers.getSetCookie().find((one) => one.startsWith("device="))!;
    await countAttempts("reset/request/127.0.0.1", 20);
    const ask = (account: string) =>
      visitor().post("/api/auth/forgot-password", { email: account }, { cookie });
    for (let request = 0; request < 20; request += 1) expect((await ask(email)).status).toBe(200);
    expect((await ask(email)).body.code).toBe("too_many_requests");
    // The device is known to this account only, and says nothing about others.
    const { user } = await registered();
    expect((await ask(user.email)).body.code).toBe("too_many_requests");
    expect((await ask("nobody@example.com")).body.code).toBe("too_many_requests");
  });

  it("stop guesses at links, and neither count nor stop correct links", async () => {
    const { user } = await registered();
    const token = await tokenFor(user.email);
    await countAttempts("reset/address/127.0.0.1", 99);
    expect((await reset("A".repeat(43))).body.code).toBe("reset_link_invalid");
    expect((await reset("B".repeat(43))).body.code).toBe("too_many_logins");
    expect((await reset(token)).status).toBe(200);
    expect((await reset("C".repeat(43))).body.code).toBe("too_many_logins");
  });
});
