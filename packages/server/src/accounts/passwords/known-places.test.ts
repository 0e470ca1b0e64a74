import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { addPasskey } from "../../../testing/software-authenticator.ts";
import { TestClient } from "../../../testing/test-client.ts";
import type { TestApp } from "../../../testing/test-app.ts";
import { enableTwoStep } from "../../../testing/two-step.ts";
import { useApp } from "../../../testing/use-app.ts";

const scope = useApp({ TRUSTED_PROXIES: "loopback" });
let app: TestApp;
beforeAll(() => void (app = scope.app));

const HOME = "203.0.113.7";
const STRANGE = "198.51.100.9";
const OFFICE = "192.0.2.33";
const deviceOf = (answer: { headers: Headers }) =>
  answer.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith("device="))
    ?.split(";")[0];

type Where = { from?: string; device?: string };
function login(email: string, password: string, { from = STRANGE, device = "" }: Where = {}, code?: string) {
  const client = new TestClient(app.url);
  const headers = { "x-forwarded-for": from, cookie: device };
  return client.post("/api/auth/login", { email, password, twoStepCode: code }, headers);
}
async function registered(from = HOME) {
  const email = `${randomUUID()}@example.com`;
  const client = new TestClient(app.url);
  const body = { email, password: "secret-1" };
  const answer = await client.post("/api/auth/register", body, { "x-forwarded-for": from });
  return { client, email, id: answer.body.id as string, device: deviceOf(answer)! };
}
const countAttempts = (key: string, attempts: number) =>
  app.database.query("insert into attempt_counters values ($1, $2, $3)", [
    key,
    attempts,
    new Date(app.clock.nowMs() + 60_000),
  ]);
async function guess(email: string, times = 10, where: Where = {}) {
  const answers = await Promise.all(Array.from({ length: times }, () => login(email, "wrong", where)));
  return answers.map(({ status }) => status).toSorted((a, b) => a - b);
}

describe("ten wrong passwords of a stranger", () => {
  it("lock out every other stranger, but neither the owner's address nor their device elsewhere", async () => {
    const { email, device } = await registered();
    for (let round = 0; round < 3; round += 1) await guess(email);
    expect((await login(email, "secret-1")).status).toBe(429);
    expect((await login(email, "secret-1", { from: OFFICE })).status).toBe(429);
    expect((await login(email, "secret-1", { from: HOME })).status).toBe(200);
    expect((await login(email, "secret-1", { from: "192.0.2.99", device })).status).toBe(200);
    // The owner's sign-in gives the stranger no new tries.
    expect((await login(email, "wrong")).status).toBe(429);
  });

  it("spare the owner's device behind the same address, even if the address is locked", async () => {
    const { email, device } = await registered();
    await guess(email, 10, { from: HOME });
    expect((await login(email, "secret-1", { from: HOME })).status).toBe(429);
    await app.database.query("update attempt_counters set attempts = 100 where key = $1", [
      `login/address/${HOME}`,
    ]);
    expect((await login(email, "secret-1", { from: HOME, device })).status).toBe(200);
    await app.database.query("delete from attempt_counters");
  });

  it("stop nobody at the same address from proving their password or signing in with a passkey", async () => {
    const { client, device } = await registered();
    const at = { "x-forwarded-for": HOME, cookie: `${client.cookie}; ${device}` };
    const telephone = await addPasskey(app, client, "Telephone", at);
    for (const key of ["login/address/127.0.0.1", `login/passkey/${HOME}`]) await countAttempts(key, 100);
    const begin = { password: "secret-1" };
    expect((await client.post("/api/profile/two-step/begin", begin)).status).toBe(200);
    const signIn = async (cookie: string) => {
      const { body } = await client.post("/api/auth/passkey/begin", {});
      const headers = { "x-forwarded-for": HOME, cookie };
      return new TestClient(app.url).post("/api/auth/passkey", { passkey: telephone.answer(body) }, headers);
    };
    expect((await signIn("")).status).toBe(429);
    expect((await signIn(device)).status).toBe(200);
    await app.database.query("delete from attempt_counters");
  });

  it("lock out a device that is known at another account only, but not from that account", async () => {
    const [one, other] = [await registered(), await registered(STRANGE)];
    await guess(one.email, 10, { device: other.device });
    expect((await login(one.email, "secret-1", { device: other.device })).status).toBe(429);
    expect((await login(other.email, "secret-1", { device: other.device })).status).toBe(200);
  });
});

describe("five wrong second steps of a thief with the password", () => {
  /** @param stolen the number of devices on which a thief has signed in before */
  async function withTwoStep(stolen = 0) {
    const owner = await registered();
    const thefts = [];
    for (let time = 0; time < stolen; time += 1)
      thefts.push(deviceOf(await login(owner.email, "secret-1", { from: OFFICE }))!);
    const cookie = `${owner.client.cookie}; ${owner.device}`;
    const at = { "x-forwarded-for": HOME, cookie };
    const twoStep = await enableTwoStep(app, owner.client, "secret-1", at);
    const enter = (where: Where, code: string) => login(owner.email, "secret-1", where, code);
    const lock = async (where: Where) => {
      const answers = [];
      for (let time = 0; time < 5; time += 1) answers.push(await enter(where, twoStep.wrongCode()));
      expect(answers.at(-1)!.body.code).toBe("two_step_locked");
      return answers.at(-1)!;
    };
    const isLocked = async (where: Where) =>
      (await enter(where, twoStep.nextCode())).body.code === "two_step_locked";
    return { ...owner, thefts, twoStep, enter, lock, isLocked };
  }

  it("lock all unknown places, but not the owner's address or device", async () => {
    const { device, enter, lock, isLocked, twoStep } = await withTwoStep();
    await lock({});
    expect(await isLocked({ from: OFFICE })).toBe(true);
    expect((await enter({ from: HOME }, twoStep.nextCode())).status).toBe(200);
    expect((await enter({ from: OFFICE, device }, twoStep.nextCode())).status).toBe(200);
    // The owner's sign-ins give the thief no new tries.
    expect(await isLocked({})).toBe(true);
  });

  it("lock all known addresses if made at one, but not the owner's device", async () => {
    const { device, enter, lock, isLocked, twoStep } = await withTwoStep();
    expect((await enter({ from: OFFICE }, twoStep.nextCode())).status).toBe(200);
    await lock({ from: OFFICE });
    expect(await isLocked({ from: HOME })).toBe(true);
    expect((await enter({ from: OFFICE, device }, twoStep.nextCode())).status).toBe(200);
    expect((await enter({}, twoStep.nextCode())).status).toBe(200);
  });

  it("lock all devices on which the thief had signed in before there was a second step", async () => {
    const { device, thefts, enter, lock, isLocked, twoStep } = await withTwoStep(2);
    await lock({ device: thefts[0]! });
    expect(await isLocked({ device: thefts[1]! })).toBe(true);
    expect(await isLocked({ from: OFFICE })).toBe(true);
    expect((await enter({ from: OFFICE, device }, twoStep.nextCode())).status).toBe(200);
  });

  it.each(["code of the app", "recovery code"])(
    "lock twice as long the next time, although the owner signed in elsewhere with a %s",
    async (kind) => {
      const { enter, lock, twoStep } = await withTwoStep();
      await lock({});
      const isApp = kind === "code of the app";
      if (isApp) app.clock.jump(900);
      const code = isApp ? twoStep.nextCode() : twoStep.recoveryCodes[0]!;
      expect((await enter({ from: OFFICE }, code)).status).toBe(200);
      const refused = await lock({});
      expect(refused.headers.get("retry-after")).toBe("1800");
    },
  );

  it("lock no longer when the owner elsewhere enters the right code at the last try", async () => {
    const { enter, lock, twoStep } = await withTwoStep();
    for (let place = 1; place < 4; place += 1) {
      const at = { from: `192.0.2.${place}` };
      for (let time = 0; time < 4; time += 1) await enter(at, twoStep.wrongCode());
      expect((await enter(at, twoStep.nextCode())).status).toBe(200);
    }
    expect((await lock({})).headers.get("retry-after")).toBe("900");
  });

  it("count no longer once the owner has set up another app", async () => {
    const { client, email, lock, twoStep } = await withTwoStep();
    await lock({});
    const off = { password: "secret-1", code: twoStep.recoveryCodes[0] };
    expect((await client.post("/api/profile/two-step/disable", off)).status).toBe(200);
    const other = await enableTwoStep(app, client);
    expect((await login(email, "secret-1", {}, other.nextCode())).status).toBe(200);
  });

  it("lock out a device of the owner alone if made on it", async () => {
    const { device, enter, lock, isLocked, twoStep } = await withTwoStep();
    await lock({ device });
    expect(await isLocked({ from: HOME, device })).toBe(true);
    expect((await enter({ from: HOME }, twoStep.nextCode())).status).toBe(200);
  });
});

it("forgets all places except the caller's own when the password is changed", async () => {
  const { client, email, device } = await registered();
  const thief = deviceOf(await login(email, "secret-1", { from: OFFICE }))!;
  const change = { currentPassword: "secret-1", newPassword: "secret-2" };
  const headers = { "x-forwarded-for": HOME, cookie: `${client.cookie}; ${device}` };
  expect((await client.post("/api/profile/change-password", change, headers)).status).toBe(200);
  await guess(email);
  expect((await login(email, "secret-2", { device: thief })).status).toBe(429);
  expect((await login(email, "secret-2", { from: OFFICE })).status).toBe(429);
  expect((await login(email, "secret-2", { device })).status).toBe(200);
  expect((await login(email, "secret-2", { from: HOME })).status).toBe(200);
});

it("never locks out the owner's device or passkey because of a thief with the password", async () => {
  const { client, email, device } = await registered();
  const at = { "x-forwarded-for": HOME, cookie: `${client.cookie}; ${device}` };
  const telephone = await addPasskey(app, client, "Telephone", at);
  await countAttempts(`login/right/${email}`, 299);
  expect((await login(email, "secret-1")).body.code).toBe("passkey_required");
  expect((await login(email, "secret-1")).status).toBe(429);
  expect((await login(email, "secret-1", { device })).body.code).toBe("passkey_required");
  const { body } = await client.post("/api/auth/passkey/begin", {});
  const signedIn = await client.post("/api/auth/passkey", { passkey: telephone.answer(body) });
  expect(signedIn.status).toBe(200);
});

it("gives a known device or address ten tries of its own, even simultaneous ones", async () => {
  const { email, device } = await registered();
  const ten = [...Array<number>(10).fill(401), ...Array<number>(5).fill(429)];
  expect(await guess(email, 15, { from: OFFICE, device })).toEqual(ten);
  expect(await guess(email, 15, { from: HOME })).toEqual(ten);
  expect(await guess(email, 15)).toEqual(ten);
  app.clock.jump(900);
  expect((await login(email, "secret-1", { from: OFFICE, device })).status).toBe(200);
});

it("makes a place known only by a complete sign-in", async () => {
  const { email } = await registered();
  expect((await login(email, "wrong", { from: OFFICE })).headers.getSetCookie()).toEqual([]);
  await guess(email);
  expect((await login(email, "secret-1", { from: OFFICE })).status).toBe(429);
  app.clock.jump(900);
  expect((await login(email, "secret-1", { from: OFFICE })).status).toBe(200);
  await guess(email);
  expect((await login(email, "secret-1", { from: OFFICE })).status).toBe(200);
});

it("keeps a device's token through sign-outs and accounts, and only its hash in the database", async () => {
  const { client, email, device } = await registered();
  await client.post("/api/auth/logout");
  const again = await login(email, "secret-1", { device });
  expect(deviceOf(again)).toBe(device);
  expect(again.headers.getSetCookie()[1]).toMatch(/; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/);
  const forged = await login(email, "secret-1", { from: HOME, device: "device=anything else" });
  expect(deviceOf(forged)).toMatch(/^device=[\w-]{43}$/);
  const { rows } = await app.database.query("select p::text as text from known_places p");
  expect(rows.map(({ text }) => text).join()).not.toContain(device.slice("device=".length));
});

it("keeps the 50 newest places of an account for a year, and removes them with it", async () => {
  const { email, id } = await registered();
  for (let place = 0; place < 55; place += 1) {
    await app.database.query("insert into known_places values ($1, $2, $3, $3)", [
      id,
      `address/10.0.0.${place}`,
      new Date(app.clock.nowMs() - (place + 1) * 60_000),
    ]);
  }
  await login(email, "secret-1", { from: OFFICE });
  const count = async () =>
    (await app.database.query("select count(*)::int as n from known_places where user_id = $1", [id])).rows[0]
      .n;
  expect(await count()).toBe(50);
  const agoDays = (days: number) => new Date(app.clock.nowMs() - days * 86_400_000);
  await app.database.query(
    "update known_places set last_used_at = case when place like 'address/10.%' then $2::timestamptz else $3 end where user_id = $1",
    [id, agoDays(365), agoDays(364)],
  );
  app.clock.jump(600);
  await app.settled();
  expect(await count()).toBe(4);
});
