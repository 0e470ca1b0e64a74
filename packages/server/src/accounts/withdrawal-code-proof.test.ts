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
const prove = (by: TestClient, body: object) => by.post("/api/profile/step-up", body);

/** Makes another browser with the same cookie, like that of a thief of the cookie. */
const thiefOf = (owner: TestClient) => Object.assign(new TestClient(scope.app.url), { cookie: owner.cookie });

describe("setting the withdrawal code", () => {
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
    expect(mail!.text).toMatch(/^Votre code de retrait vient d’être créé\./m);
    expect(mail!.text).not.toContain(CODE);
  });

  it("leaves no entry in the audit log, which is about administrators", async () => {
    const { rowCount } = await scope.app.database.query("select from audit_log where actor = $1", [
      client.user.id,
    ]);
    expect(rowCount).toBe(0);
  });
});

it("leaves no way to change or remove the code to its owner", async () => {
  const [owner] = await withdrawingPeople(scope.app, 1, "1000");
  const again = await create(owner!, "71204");
  expect([again.status, again.body.code]).toEqual([409, "withdrawal_code_exists"]);
  expect((await owner!.post("/api/profile/replace-withdrawal-code", { code: "71204" })).status).toBe(404);
  expect((await withdraw(owner!)).status).toBe(201);
});
