import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { TestClient } from "../../../testing/test-client.ts";
import { enableTwoStep, totpCode, wrongCode } from "../../../testing/two-step.ts";
import { useApp } from "../../../testing/use-app.ts";
import { seedKey } from "../../../testing/valid-calls.ts";
import { createLog } from "../../platform/telemetry/log.ts";

const scope = useApp();

async function registered() {
  const client = new TestClient(scope.app.url);
  const user = await client.register();
  return Object.assign(client, { user });
}
const withTwoStep = async () => {
  const client = await registered();
  return { client, twoStep: await enableTwoStep(scope.app, client) };
};
const begin = (client: TestClient, password = "secret-1") =>
  client.post("/api/profile/two-step/begin", { password });
const confirm = (client: TestClient, code: string) => client.post("/api/profile/two-step/confirm", { code });
const security = async (client: TestClient) => (await client.get("/api/profile/security")).body;
const eventsOf = async (client: TestClient) =>
  (await security(client)).events.map((event: { kind: string }) => event.kind);

describe("switching two-step sign-in on", () => {
  it("needs the password", async () => {
    const client = await registered();
    const refused = await begin(client, "wrong");
    expect(refused).toMatchObject({
      status: 400,
      body: { code: "current_password_wrong", field: "password" },
    });
    expect((await confirm(client, "123456")).body.code).toBe("two_step_not_begun");
  });

  it("changes nothing until a code is confirmed, then returns ten recovery codes once", async () => {
    const client = await registered();
    const { body: begun } = await begin(client);
    expect(begun.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(begun.uri).toContain(`secret=${begun.secret}`);
    expect(begun.uri).toContain(encodeURIComponent(client.user.email));
    expect(await security(client)).toMatchObject({ twoStep: false, recoveryCodesLeft: 0, events: [] });

    const wrong = wrongCode(begun.secret, scope.app.clock.nowMs());
    expect(await confirm(client, wrong)).toMatchObject({
      status: 400,
      body: { code: "two_step_wrong", field: "code" },
    });
    const { recoveryCodes } = (await confirm(client, totpCode(begun.secret, scope.app.clock.nowMs()))).body;
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/);
    expect(await security(client)).toMatchObject({ twoStep: true, recoveryCodesLeft: 10 });
    expect(await eventsOf(client)).toEqual(["two_step_enabled"]);
    expect((await begin(client)).body.code).toBe("two_step_on");
    expect((await confirm(client, "000000")).body.code).toBe("two_step_on");
  });

  it("ends all other sessions, which have proved the password alone, and all API keys", async () => {
    const client = await registered();
    const earlier = new TestClient(scope.app.url);
    const { email, id } = client.user;
    expect((await earlier.post("/api/auth/login", { email, password: "secret-1" })).status).toBe(200);
    const { socket } = await earlier.live();
    const closed = once(socket, "close");
    await seedKey(scope.app, id, ["read"]);
    const { wrongCode } = await enableTwoStep(scope.app, client);
    await closed;
    const guess = { password: "secret-1", code: wrongCode() };
    expect((await earlier.post("/api/profile/two-step/recovery-codes", guess)).status).toBe(401);
    expect((await client.get("/api/profile/sessions")).body).toHaveLength(1);
    expect((await client.get("/api/profile/api-keys")).body).toEqual([]);
  });

  it("is refused for an earlier token of the session, and leaves the newer one signed in", async () => {
    const client = await registered();
    const { secret } = (await begin(client)).body;
    const earlier = Object.assign(new TestClient(scope.app.url), { cookie: client.cookie });
    expect((await client.post("/api/profile/step-up", { password: "secret-1" })).status).toBe(200);
    const code = totpCode(secret, scope.app.clock.nowMs());
    expect((await confirm(earlier, code)).body.code).toBe("not_signed_in");
    expect((await confirm(client, code)).status).toBe(200);
    expect((await client.get("/api/auth/me")).status).toBe(200);
  });

  it("works after a new password, although a thief's wrong codes had locked it", async () => {
    const client = await registered();
    const { secret } = (await begin(client)).body;
    const nowMs = scope.app.clock.nowMs();
    for (let guess = 0; guess < 5; guess += 1) await confirm(client, wrongCode(secret, nowMs));
    expect((await confirm(client, totpCode(secret, nowMs))).body.code).toBe("two_step_locked");
    const change = { currentPassword: "secret-1", newPassword: "secret-2" };
    expect((await client.post("/api/profile/change-password", change)).status).toBe(200);
    expect((await confirm(client, totpCode(secret, nowMs))).status).toBe(200);
  });

  it("replaces the secret if it is begun again", async () => {
    const client = await registered();
    const first = (await begin(client)).body.secret;
    const second = (await begin(client)).body.secret;
    expect(second).not.toBe(first);
    const at = scope.app.clock.nowMs();
    expect((await confirm(client, totpCode(first, at))).body.code).toBe("two_step_wrong");
    expect((await confirm(client, totpCode(second, at))).status).toBe(200);
  });

  it("needs a code within 15 minutes", async () => {
    const client = await registered();
    const { secret } = (await begin(client)).body;
    scope.app.clock.jump(15 * 60 + 1);
    const late = () => confirm(client, totpCode(secret, scope.app.clock.nowMs()));
    expect((await late()).body.code).toBe("two_step_not_begun");
    const renewed = (await begin(client)).body.secret;
    expect((await late()).body.code).toBe("two_step_wrong");
    scope.app.clock.jump(14 * 60);
    expect((await confirm(client, totpCode(renewed, scope.app.clock.nowMs()))).status).toBe(200);
  });

  it("compares only five of 30 wrong codes at once, and then refuses the right one", async () => {
    const client = await registered();
    const { secret } = (await begin(client)).body;
    const guess = wrongCode(secret, scope.app.clock.nowMs());
    const answers = await Promise.all(Array.from({ length: 30 }, () => confirm(client, guess)));
    expect(answers.filter(({ body }) => body.code === "two_step_wrong")).toHaveLength(4);
    expect(answers.filter(({ body }) => body.code === "two_step_locked")).toHaveLength(26);
    expect((await confirm(client, totpCode(secret, scope.app.clock.nowMs()))).body.code).toBe(
      "two_step_locked",
    );
    expect(await eventsOf(client)).toEqual(["two_step_locked"]);
  });

  it("stores the secret and the recovery codes so that the database alone does not reveal them", async () => {
    const { client, twoStep } = await withTwoStep();
    const { rows } = await scope.app.database.query<{ stored: string }>(
      `select json_build_array(
         (select json_agg(t) from two_step t where user_id = $1),
         (select json_agg(r) from recovery_codes r where user_id = $1))::text as stored`,
      [client.user.id],
    );
    const secretBytes = Buffer.from(bytesOfBase32(twoStep.secret)).toString("hex");
    for (const kept of [twoStep.secret, secretBytes, ...twoStep.recoveryCodes.map(withoutDash)])
      expect(rows[0]!.stored).not.toContain(kept);
  });

  it("refuses a secret that was copied from another account", async () => {
    const { client } = await withTwoStep();
    const { client: thief, twoStep } = await withTwoStep();
    await scope.app.database.query(
      "update two_step set secret = (select secret from two_step where user_id = $2) where user_id = $1",
      [client.user.id, thief.user.id],
    );
    // The silent log hides the failure that this test provokes.
    const quiet = await scope.start({ log: createLog("silent") });
    const answer = await new TestClient(quiet.url).post("/api/auth/login", {
      email: client.user.email,
      password: "secret-1",
      twoStepCode: twoStep.nextCode(),
    });
    expect(answer.status).toBe(500);
  });
});

describe("switching it off", () => {
  it("needs the password and a code, and deletes the secret and the recovery codes", async () => {
    const { client, twoStep } = await withTwoStep();
    const disable = (password: string, code: string) =>
      client.post("/api/profile/two-step/disable", { password, code });
    expect((await disable("wrong", twoStep.nextCode())).body.code).toBe("current_password_wrong");
    expect((await disable("secret-1", twoStep.wrongCode())).body).toMatchObject({
      code: "two_step_wrong",
      field: "code",
    });
    expect((await disable("secret-1", "")).body).toMatchObject({ code: "two_step_required", field: "code" });
    expect(await security(client)).toMatchObject({ twoStep: true });
    expect(await disable("secret-1", twoStep.nextCode())).toMatchObject({ status: 200, body: { ok: true } });
    expect(await security(client)).toMatchObject({ twoStep: false, recoveryCodesLeft: 0 });
    expect(await eventsOf(client)).toEqual(["two_step_disabled", "two_step_enabled"]);
    expect((await disable("secret-1", twoStep.nextCode())).body.code).toBe("two_step_off");
  });

  it("works with a recovery code if the phone is lost", async () => {
    const { client, twoStep } = await withTwoStep();
    const answer = await client.post("/api/profile/two-step/disable", {
      password: "secret-1",
      code: twoStep.recoveryCodes[0],
    });
    expect(answer.status).toBe(200);
    expect(await eventsOf(client)).toEqual(["two_step_disabled", "recovery_code_used", "two_step_enabled"]);
  });
});

describe("renewing the recovery codes", () => {
  it("needs both steps, and invalidates the earlier codes", async () => {
    const { client, twoStep } = await withTwoStep();
    const renew = (password: string, code: string) =>
      client.post("/api/profile/two-step/recovery-codes", { password, code });
    expect((await renew("wrong", twoStep.code())).body.code).toBe("current_password_wrong");
    expect((await renew("secret-1", twoStep.code())).body.code).toBe("two_step_wrong");
    const { status, body } = await renew("secret-1", twoStep.nextCode());
    expect(status).toBe(200);
    expect(body.recoveryCodes).toHaveLength(10);
    expect(body.recoveryCodes).not.toContain(twoStep.recoveryCodes[0]);
    expect(await eventsOf(client)).toEqual(["recovery_codes_renewed", "two_step_enabled"]);
    expect((await renew("secret-1", twoStep.recoveryCodes[0]!)).body.code).toBe("two_step_wrong");
    expect((await renew("secret-1", body.recoveryCodes[0])).status).toBe(200);
  });

  it("is refused without two-step sign-in", async () => {
    const client = await registered();
    const answer = await client.post("/api/profile/two-step/recovery-codes", {
      password: "secret-1",
      code: "123456",
    });
    expect(answer).toMatchObject({ status: 409, body: { code: "two_step_off" } });
  });
});

describe("a deleted account", () => {
  it("is deleted with its second step, codes, events and links", async () => {
    const { client } = await withTwoStep();
    await scope.app.database.query("delete from users where id = $1", [client.user.id]);
    const { rows } = await scope.app.database.query<{ left: number }>(
      `select (select count(*) from two_step where user_id = $1) + (select count(*) from recovery_codes where user_id = $1)
            + (select count(*) from security_events where user_id = $1) as left`,
      [client.user.id],
    );
    expect(rows[0]!.left).toBe(0);
  });
});

const withoutDash = (code: string) => code.replace("-", "");

function bytesOfBase32(text: string): number[] {
  const bits = [...text]
    .map((letter) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"))
    .join("");
  return (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
}
