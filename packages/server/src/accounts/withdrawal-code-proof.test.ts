import { beforeAll, describe, expect, it } from "vitest";
import { useOutbox } from "../../testing/outbox.ts";
import { TestClient } from "../../testing/test-client.ts";
import { enableTwoStep } from "../../testing/two-step.ts";
import { useApp } from "../../testing/use-app.ts";
import { CODE, withdraw, withdrawingPeople } from "../../testing/withdrawals.ts";

const outbox = useOutbox();
const scope = useApp({ STEP_UP_MINUTES: "10" }, { outbox: outbox.path });
const TEN_MINUTES = 600;

let client: TestClient & { user: { id: string; email: string } };
beforeAll(async () => {
  client = await registered();
});

async function registered(url = scope.app.url) {
  const one = new TestClient(url);
  return Object.assign(one, { user: await one.register() });
}
const create = (by: TestClient, code = CODE) => by.post("/api/profile/create-withdrawal-code", { code });
const replace = (by: TestClient, code: string) => by.post("/api/profile/replace-withdrawal-code", { code });
const prove = (by: TestClient, body: object) => by.post("/api/profile/step-up", body);

/** Makes another browser with the same cookie, like that of a thief of the cookie. */
const thiefOf = (owner: TestClient) => Object.assign(new TestClient(scope.app.url), { cookie: owner.cookie });

describe("setting the first withdrawal code", () => {
  it("takes more than the cookie of an old session, and no proof right after signing in", async () => {
    const fresh = await registered();
    expect((await create(fresh)).status).toBe(200);
    scope.app.clock.jump(TEN_MINUTES);
    const refused = await create(thiefOf(client));
    expect([refused.status, refused.body.code]).toEqual([403, "step_up_required"]);
    expect((await client.get("/api/auth/me")).body.withdrawalCode).toBeNull();

    expect((await prove(client, { password: "wrong" })).body.code).toBe("current_password_wrong");
    expect((await create(client)).body.code).toBe("step_up_required");
    const { body } = await prove(client, { password: "secret-1" });
    expect(body).toMatchObject({ method: "password" });
    expect((await client.get("/api/profile/step-up")).body).toEqual(body);
    expect((await create(client)).status).toBe(200);
  });

  it("takes a code of the second step if there is one", async () => {
    const careful = await registered();
    const app = await enableTwoStep(scope.app, careful);
    scope.app.clock.jump(TEN_MINUTES);
    expect((await prove(careful, { password: "secret-1" })).body.code).toBe("two_step_required");
    expect((await create(careful)).body.code).toBe("step_up_required");
    expect((await prove(careful, { code: app.nextCode() })).status).toBe(200);
    expect((await create(careful)).status).toBe(200);
  });

  it("is mailed to the owner, in the language of the call", async () => {
    const owner = await registered();
    await owner.post("/api/profile/create-withdrawal-code", { code: CODE }, { "accept-language": "fr" });
    await scope.settled();
    const [mail] = outbox.mails(owner.user.email);
    expect(mail!.text).toContain("/profile");
    expect(mail!.text).toMatch(/^Votre code de retrait vient d’être créé\./);
    expect(mail!.text).not.toContain(CODE);
  });

  it("leaves no entry in the audit log, which is about administrators", async () => {
    const { rowCount } = await scope.app.database.query("select from audit_log where actor = $1", [
      client.user.id,
    ]);
    expect(rowCount).toBe(0);
  });
});

describe("replacing a withdrawal code", () => {
  it("needs a fresh proof, ends a lock after wrong codes, and is mailed", async () => {
    const [owner] = await withdrawingPeople(scope.app, 1, "1000");
    for (let wrong = 0; wrong < 5; wrong += 1) await withdraw(owner!, { withdrawalCode: "99999" });
    expect((await withdraw(owner!)).body.code).toBe("withdrawal_code_locked");
    scope.app.clock.jump(TEN_MINUTES);
    expect((await replace(owner!, "71204")).body.code).toBe("step_up_required");
    await scope.app.database.query("update sessions set proved_at = $2 where user_id = $1", [
      owner!.user.id,
      new Date(scope.app.clock.nowMs()),
    ]);
    expect((await replace(owner!, "71204")).status).toBe(200);
    expect((await withdraw(owner!)).body.code).toBe("withdrawal_code_wrong");
    expect((await withdraw(owner!, { withdrawalCode: "71204" })).status).toBe(201);
    await scope.settled();
    expect(outbox.mails(owner!.user.email).map(({ subject }) => subject)).toEqual([
      "Veritick: Withdrawal code created",
      "Veritick: Withdrawal code changed",
      "Veritick: Withdrawal requested",
    ]);
    const { body } = await owner!.get("/api/profile/security");
    expect(body.events[0]).toMatchObject({ kind: "withdrawal_code_replaced" });
  });

  it("is refused without a code to replace, or with an invalid one", async () => {
    const newcomer = await registered();
    expect((await replace(newcomer, "71204")).body.code).toBe("withdrawal_code_missing");
    expect((await replace(newcomer, "7120")).body).toMatchObject({ code: "code_invalid", field: "code" });
  });

  it("needs a proof even if step-up is off; setting the first code needs none", async () => {
    const sandbox = await scope.start({ environment: { STEP_UP_MINUTES: "0" } });
    const owner = await registered(sandbox.url);
    scope.app.clock.jump(TEN_MINUTES);
    expect((await create(owner)).status).toBe(200);
    expect((await replace(owner, "71204")).body.code).toBe("step_up_required");
    expect((await prove(owner, { password: "secret-1" })).status).toBe(200);
    expect((await replace(owner, "71204")).status).toBe(200);
  });
});

it("is refused, like a proof, to a script that keeps the server busy with right passwords and codes", async () => {
  const app = await scope.start({
    connection: await scope.clone(),
    environment: { LIMIT_LOGINS_PER_ACCOUNT: "4", STEP_UP_MINUTES: "10" },
  });
  const script = await registered(app.url);
  await create(script);
  const password = { password: "secret-1" };
  for (const code of ["71204", "71205"]) {
    expect((await prove(script, password)).status).toBe(200);
    expect((await replace(script, code)).status).toBe(200);
  }
  for (const refused of [await prove(script, password), await replace(script, "71206")])
    expect([refused.status, refused.body.code]).toEqual([429, "too_many_logins"]);
  app.clock.jump(15 * 60);
  expect((await prove(script, password)).status).toBe(200);
  expect((await replace(script, "71206")).status).toBe(200);
});
