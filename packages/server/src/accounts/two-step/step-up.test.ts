import { beforeAll, describe, expect, it, vi } from "vitest";
import { seedPeople } from "../../../testing/people.ts";
import type { Person } from "../../../testing/people.ts";
import { TestClient } from "../../../testing/test-client.ts";
import { enableTwoStep } from "../../../testing/two-step.ts";
import { useApp } from "../../../testing/use-app.ts";
import { seedAdmin } from "../../../testing/withdrawals.ts";
import { hashPassword } from "../passwords/passwords.ts";

const PASSWORD = "correct horse";
const TEN_MINUTES = 600;
const scope = useApp({ STEP_UP_MINUTES: "10" });

let admin: Person;
let person: Person;
let hash: string;

beforeAll(async () => {
  hash = await hashPassword(PASSWORD);
  person = (await seedPeople(scope.app, 1, "100"))[0]!;
  admin = await someAdmin();
});

async function someAdmin(): Promise<Person> {
  const one = await seedAdmin(scope.app);
  await scope.app.database.query("update users set password = $2 where id = $1", [one.user.id, hash]);
  return one;
}

const adjust = (by: TestClient = admin, headers: Record<string, string> = {}) =>
  by.post(`/api/admin/users/${person.user.id}/adjust-balance`, { amount: 1 }, headers);
const prove = (body: object, by: TestClient = admin) => by.post("/api/admin/step-up", body);

describe("a call that moves money", () => {
  it("needs a new proof of identity once the last is too old, even if cached", async () => {
    const elsewhere = Object.assign(
      new TestClient((await scope.start({ environment: { STEP_UP_MINUTES: "10" } })).url),
      {
        cookie: admin.cookie,
      },
    );
    expect((await adjust()).status).toBe(200);
    scope.app.clock.jump(TEN_MINUTES);
    const key = { "idempotency-key": "step-up-1" };
    expect((await adjust(admin, key)).body).toEqual({
      code: "step_up_required",
      message: "Confirm it’s you to continue.",
    });
    expect((await adjust(elsewhere)).body.code).toBe("step_up_required");

    const { body } = await prove({ password: PASSWORD });
    expect(body).toEqual({
      method: "password",
      provedUntil: new Date(scope.app.clock.nowMs() + TEN_MINUTES * 1000).toISOString(),
    });
    expect((await adjust(admin, key)).status).toBe(200);
    // The proof gave the session a new token. The earlier one proves nothing.
    expect((await adjust(elsewhere)).body.code).toBe("step_up_required");
    elsewhere.cookie = admin.cookie;
    expect((await adjust(elsewhere)).status).toBe(200);
    expect((await admin.get("/api/admin/step-up")).body).toEqual(body);
  });

  it("is refused for its other faults first; reads require no proof", async () => {
    scope.app.clock.jump(TEN_MINUTES);
    const { body } = await admin.post(`/api/admin/users/${person.user.id}/adjust-balance`, { amount: "" });
    expect(body.code).toBe("adjustment_invalid");
    expect((await admin.get("/api/admin/users")).status).toBe(200);
  });
});

describe("a proof of identity", () => {
  it("takes the right password, counts wrong ones, and applies to one session only", async () => {
    scope.app.clock.jump(TEN_MINUTES);
    expect((await prove({})).body).toMatchObject({ code: "current_password_required", field: "password" });
    expect((await prove({ password: "wrong" })).body).toMatchObject({
      code: "current_password_wrong",
      field: "password",
    });
    expect((await adjust()).body.code).toBe("step_up_required");
    const other = new TestClient(scope.app.url);
    expect(
      (await other.post("/api/auth/login", { email: admin.user.email, password: PASSWORD })).status,
    ).toBe(200);
    expect((await adjust(other)).status).toBe(200);
    expect((await adjust()).body.code).toBe("step_up_required");
    expect((await prove({ password: PASSWORD })).status).toBe(200);
    for (let wrong = 0; wrong < 10; wrong += 1) await prove({ password: "wrong" });
    expect((await prove({ password: PASSWORD })).body.code).toBe("too_many_logins");
  });

  it("takes a code instead of the password if two-step sign-in is on, each code once", async () => {
    const other = await someAdmin();
    const app = await enableTwoStep(scope.app, other, PASSWORD);
    scope.app.clock.jump(TEN_MINUTES);
    expect((await other.get("/api/admin/step-up")).body).toMatchObject({ method: "code" });
    expect((await prove({ password: PASSWORD }, other)).body).toMatchObject({
      code: "two_step_required",
      field: "code",
    });
    expect((await prove({ code: app.wrongCode() }, other)).body).toMatchObject({
      code: "two_step_wrong",
      field: "code",
    });
    const code = app.nextCode();
    expect((await prove({ code }, other)).body).toMatchObject({ method: "code" });
    expect((await prove({ code }, other)).body).toMatchObject({ code: "two_step_wrong" });
    expect((await adjust(other)).status).toBe(200);
  });

  it("does not count if two-step sign-in is switched off meanwhile", async () => {
    const other = await someAdmin();
    await enableTwoStep(scope.app, other, PASSWORD);
    scope.app.clock.jump(TEN_MINUTES);
    const { database } = scope.app;
    const query = database.query.bind(database);
    let reads = 0;
    const spy = vi.spyOn(database, "query").mockImplementation((async (statement: { name?: string }) => {
      if (statement.name === "find_two_step" && ++reads === 2) await query("delete from two_step");
      return query(statement as never);
    }) as never);
    const { body } = await prove({ code: "123456" }, other);
    spy.mockRestore();
    expect([reads, body.code]).toEqual([2, "step_up_required"]);
    expect((await adjust(other)).body.code).toBe("step_up_required");
  });

  it("cannot be blocked by a stranger's wrong passwords at the login", async () => {
    const other = await someAdmin();
    const stranger = new TestClient(scope.app.url);
    for (let wrong = 0; wrong < 11; wrong += 1) {
      await stranger.post("/api/auth/login", { email: other.user.email, password: "wrong" });
    }
    expect((await prove({ password: PASSWORD }, other)).status).toBe(200);
  });

  it("is for administrators only, and is recorded in the audit log", async () => {
    expect((await prove({ password: PASSWORD }, person)).status).toBe(403);
    const { rows } = await scope.app.database.query(
      "select actor, after, address is not null as addressed from audit_log where action = 'identity_proved' limit 1",
    );
    expect(rows).toEqual([{ actor: admin.user.id, after: { method: "password" }, addressed: true }]);
  });
});

it("requires no step-up in the sandbox unless it is configured", async () => {
  const app = await scope.start({ connection: await scope.clone() });
  const by = await seedAdmin(app);
  const [somebody] = await seedPeople(app, 1, "100");
  app.clock.jump(TEN_MINUTES);
  expect((await by.get("/api/admin/step-up")).body).toEqual({ method: "password", provedUntil: null });
  expect((await by.post(`/api/admin/users/${somebody!.user.id}/adjust-balance`, { amount: 1 })).status).toBe(
    200,
  );
});
