import { afterAll, describe, expect, it } from "vitest";
import { seedPeople } from "../../testing/people.ts";
import { TestClient, until } from "../../testing/test-client.ts";
import { useApp } from "../../testing/use-app.ts";
import { CODE, withdraw, withdrawingPeople } from "../../testing/withdrawals.ts";

const scope = useApp();
afterAll(async () => expect(await scope.app.checkLedger()).toEqual([]));
const person = async () => (await seedPeople(scope.app, 1, "100000"))[0]!;
const withCode = async () => (await withdrawingPeople(scope.app, 1, "100000"))[0]!;

const setCode = (client: TestClient, code: unknown, headers: Record<string, string> = {}) =>
  client.post("/api/profile/create-withdrawal-code", { code }, headers);
const wrong = (client: TestClient) => withdraw(client, { withdrawalCode: "99999" });
const storedOf = async (userId: string) =>
  (await scope.app.database.query("select withdrawal_code from users where id = $1", [userId])).rows[0]
    .withdrawal_code as string | null;
const eventsOf = async (userId: string) =>
  (
    await scope.app.database.query<{ kind: string }>(
      "select kind from security_events where user_id = $1 order by id",
      [userId],
    )
  ).rows.map(({ kind }) => kind);

describe("setting the withdrawal code", () => {
  it("works once, notifies the user, and later shows only that a code exists", async () => {
    const client = await person();
    const { socket, pushes } = await client.live();
    expect((await client.get("/api/auth/me")).body.withdrawalCode).toBeNull();
    const { status, body } = await setCode(client, CODE);
    expect([status, body]).toEqual([200, { ok: true }]);
    expect((await client.get("/api/auth/me")).body.withdrawalCode).toBe(true);
    await until(() => pushes.some(({ type }) => type === "securityEvent"), "the event is pushed");
    expect(pushes.find(({ type }) => type === "securityEvent")).toMatchObject({
      event: { kind: "withdrawal_code_created", seen: false },
    });
    socket.terminate();
    expect(await eventsOf(client.user.id)).toEqual(["withdrawal_code_created"]);
  });

  it.each([
    [{}, "A withdrawal code was already created. If you have forgotten it, contact support."],
    [
      { "accept-language": "fr" },
      "Un code de retrait a déjà été créé. Si vous l’avez oublié, contactez l’assistance.",
    ],
  ])("refuses a second one: %j", async (headers, message) => {
    const client = await withCode();
    const before = await storedOf(client.user.id);
    const { status, body } = await setCode(client, "11111", headers);
    expect([status, body]).toEqual([409, { code: "withdrawal_code_exists", message }]);
    expect(await storedOf(client.user.id)).toBe(before);
  });

  it.each([["4021"], ["402177"], ["4021a"], [" 4021"], ["١٢٣٤٥"], ["40217\n"], [40217], [null], [""]])(
    "refuses %j",
    async (code) => {
      const client = await person();
      expect((await setCode(client, code)).body).toEqual({
        code: "code_invalid",
        field: "code",
        message: "Le code doit contenir exactement 5 chiffres",
      });
      expect((await setCode(client, code, { "accept-language": "en" })).body.message).toBe(
        "The code must be exactly 5 digits",
      );
      expect(await storedOf(client.user.id)).toBeNull();
    },
  );

  it("accepts one of many that are set at once on two servers", async () => {
    const guest = await scope.start();
    const client = await person();
    const elsewhere = Object.assign(new TestClient(guest.url), { cookie: client.cookie });
    const answers = await Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        const code = `1000${index}`;
        return { code, status: (await setCode(index % 2 === 0 ? client : elsewhere, code)).status };
      }),
    );
    const taken = answers.filter(({ status }) => status === 200);
    expect(taken).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7);
    expect(await eventsOf(client.user.id)).toEqual(["withdrawal_code_created"]);
    expect((await withdraw(client, { withdrawalCode: taken[0]!.code })).status).toBe(201);
  });

  it("stores a hash of at most 72 characters that differs for every user", async () => {
    const people = await withdrawingPeople(scope.app, 3, "0");
    const stored = (await Promise.all(people.map(({ user }) => storedOf(user.id)))) as string[];
    expect(new Set(stored.map((text) => text.split(".")[1])).size).toBe(3);
    expect(new Set(stored.map((text) => text.split(".")[2])).size).toBe(3);
    for (const text of stored) {
      expect(text).toMatch(/^v1\.[\w-]{22}\.[\w-]{43}$/);
      expect(text.length).toBeLessThanOrEqual(72);
      expect(text).not.toContain(CODE);
    }
  });

  it("stores a hash that does not match in another row or with another pepper", async () => {
    const client = await withCode();
    const thief = await person();
    const copy =
      "update users set withdrawal_code = (select withdrawal_code from users where id = $1) where id = $2";
    await scope.app.database.query(copy, [client.user.id, thief.user.id]);
    expect((await withdraw(thief)).body.code).toBe("withdrawal_code_wrong");
    expect((await withdraw(client)).status).toBe(201);

    const pepper = "00ff".repeat(16);
    const forgetPepper = "delete from kept_values where name = 'code-pepper-fingerprint'";
    await scope.app.database.query(forgetPepper);
    const guest = await scope.start({ environment: { CODE_PEPPER: pepper } });
    const elsewhere = Object.assign(new TestClient(guest.url), { cookie: client.cookie });
    expect((await withdraw(elsewhere)).body.code).toBe("withdrawal_code_wrong");
    await scope.app.database.query(forgetPepper);
  });
});

describe("wrong withdrawal codes", () => {
  it("lock withdrawals after five tries, even with the right code, and notify the user", async () => {
    const client = await withCode();
    for (let round = 0; round < 5; round += 1) {
      const { status, body } = await wrong(client);
      expect([status, body.code]).toEqual([400, "withdrawal_code_wrong"]);
    }
    expect(await eventsOf(client.user.id)).toEqual(["withdrawal_code_created", "withdrawal_code_locked"]);
    const refused = await withdraw(client, {}, { "accept-language": "en" });
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("900");
    expect(refused.body).toEqual({
      code: "withdrawal_code_locked",
      field: "withdrawalCode",
      message:
        "Too many wrong withdrawal codes. Withdrawals are locked for 15 minutes. If you have forgotten the code, contact support.",
    });
    scope.app.clock.jump(61);
    expect((await withdraw(client, {}, { "accept-language": "fr" })).body.message).toBe(
      "Trop de codes de retrait incorrects. Les retraits sont bloqués pendant 14 minutes. Si vous avez oublié le code, contactez l’assistance.",
    );
    expect(await eventsOf(client.user.id)).toHaveLength(2);
    expect(await client.balance()).toBe("100000.00000000");
  });

  it("lock for 15 minutes, then 30, then 60, until a right code", async () => {
    const client = await withCode();
    for (const minutes of [15, 30, 60]) {
      for (let round = 0; round < 5; round += 1) expect((await wrong(client)).status).toBe(400);
      scope.app.clock.jump(minutes * 60 - 1);
      const { status, headers } = await withdraw(client);
      expect([status, headers.get("retry-after")]).toEqual([429, "1"]);
      scope.app.clock.jump(1);
    }
    expect((await withdraw(client)).status).toBe(201);
    for (let round = 0; round < 5; round += 1) expect((await wrong(client)).status).toBe(400);
    expect((await withdraw(client)).headers.get("retry-after")).toBe("900");
  });

  it("are forgotten after a right code", async () => {
    const client = await withCode();
    for (let round = 0; round < 3; round += 1) {
      for (let each = 0; each < 4; each += 1) expect((await wrong(client)).status).toBe(400);
      expect((await withdraw(client, { amount: 15 })).status).toBe(201);
    }
  });

  it("lock only that user", async () => {
    const [one, other] = await withdrawingPeople(scope.app, 2, "1000");
    for (let round = 0; round < 5; round += 1) await wrong(one!);
    expect((await withdraw(one!)).status).toBe(429);
    expect((await withdraw(other!)).status).toBe(201);
  });

  it("stay locked after a restart", async () => {
    const client = await withCode();
    for (let round = 0; round < 5; round += 1) await wrong(client);
    const guest = await scope.start();
    const elsewhere = Object.assign(new TestClient(guest.url), { cookie: client.cookie });
    expect((await withdraw(elsewhere)).status).toBe(429);
  });

  it("are compared only five times, however many arrive at once on two servers", async () => {
    const guest = await scope.start();
    for (let round = 0; round < 3; round += 1) {
      const client = await withCode();
      const elsewhere = Object.assign(new TestClient(guest.url), { cookie: client.cookie });
      const statuses = await Promise.all(
        Array.from(
          { length: 24 },
          async (_, index) => (await wrong(index % 2 === 0 ? client : elsewhere)).status,
        ),
      );
      expect(statuses.filter((status) => status === 400)).toHaveLength(5);
      expect(statuses.filter((status) => status === 429)).toHaveLength(19);
      expect(await eventsOf(client.user.id)).toEqual(["withdrawal_code_created", "withdrawal_code_locked"]);
    }
  });
});
