import { describe, expect, it } from "vitest";
import { startFakeNowPayments } from "../../../testing/fake-nowpayments/fake-nowpayments.ts";
import { useOutbox } from "../../../testing/outbox.ts";
import {
  addPasskey,
  confirmIdentity,
  softwareAuthenticator,
} from "../../../testing/software-authenticator.ts";
import { TestClient } from "../../../testing/test-client.ts";
import { enableTwoStep, totpCode } from "../../../testing/two-step.ts";
import { useApp } from "../../../testing/use-app.ts";
import { INSTALLATION_NAME, setKeptValue } from "../../platform/db/kept-values.ts";
import { endHolds, someAddress, withdrawingPeople } from "../../../testing/withdrawals.ts";

const outbox = useOutbox();
const scope = useApp({ STEP_UP_MINUTES: "10", WITHDRAWAL_HOLD_HOURS: "24" }, { outbox: outbox.path });
const TEN_MINUTES = 600;

async function registered() {
  const client = new TestClient(scope.app.url);
  return Object.assign(client, { user: await client.register() });
}
type Client = Awaited<ReturnType<typeof registered>>;

const visitor = () => new TestClient(scope.app.url);
const signInOptions = async () => (await visitor().post("/api/auth/passkey/begin", {})).body;
const ask = async (client: TestClient, body: object = {}) =>
  (await client.post("/api/profile/passkeys/challenge", body)).body;
const list = async (client: TestClient) => (await client.get("/api/profile/passkeys")).body;
const remove = (client: TestClient, id: string) => client.call("DELETE", `/api/profile/passkeys/${id}`);
const logIn = ({ user }: Client, more: object = {}) =>
  visitor().post("/api/auth/login", { email: user.email, password: "secret-1", ...more });

describe("adding a passkey", () => {
  it("names and lists it, pauses withdrawals, mails the owner, and gives recovery codes the first time", async () => {
    const client = await registered();
    const device = await addPasskey(scope.app, client, "My telephone");
    expect(device.recoveryCodes).toHaveLength(10);
    expect(await list(client)).toMatchObject([{ id: device.passkeyId, name: "My telephone" }]);
    expect((await addPasskey(scope.app, client, "Key")).recoveryCodes).toBeNull();
    const { body } = await client.get("/api/profile/security");
    expect(body).toMatchObject({ twoStep: false, recoveryCodesLeft: 10 });
    expect(body.withdrawalsHeldUntil).not.toBeNull();
    expect(body.events.map(({ kind }: { kind: string }) => kind)).toEqual(["passkey_added", "passkey_added"]);
    await scope.settled();
    expect(outbox.mails(client.user.email)[0]!.text).toMatch(
      /^A passkey has just been added[^]*then remove the passkey in the profile/m,
    );
  });

  it("needs a fresh proof of identity, and a challenge that was made for this session", async () => {
    const [client, other] = [await registered(), await registered()];
    const device = softwareAuthenticator(scope.app.url);
    await confirmIdentity(scope.app, other);
    await confirmIdentity(scope.app, client);
    const { body } = await other.post("/api/profile/passkeys/begin", {});
    expect(body).toMatchObject({ rp: { name: "Veritick" }, user: { name: other.user.email } });
    await setKeptValue(scope.app.database, INSTALLATION_NAME, "Acme Märkte");
    expect((await other.post("/api/profile/passkeys/begin", {})).body.rp.name).toBe("Acme Märkte");
    const add = (by: TestClient) =>
      by.post("/api/profile/passkeys", { name: "Stolen", passkey: device.create(body) });
    expect((await add(client)).body.code).toBe("passkey_wrong");
    scope.app.clock.jump(TEN_MINUTES);
    expect((await add(other)).body.code).toBe("step_up_required");
    expect((await other.post("/api/profile/passkeys/begin", {})).body.code).toBe("step_up_required");
    expect(await list(client)).toEqual([]);
  });

  it("asks for the password again even right after the sign-in", async () => {
    const client = await registered();
    const begin = () => client.post("/api/profile/passkeys/begin", {});
    expect((await begin()).body.code).toBe("step_up_required");
    await client.post("/api/profile/step-up", { password: "secret-1" });
    expect((await begin()).status).toBe(200);
  });

  it("refuses one that belongs to another account", async () => {
    const [client, other] = [await registered(), await registered()];
    const device = softwareAuthenticator(scope.app.url);
    const add = async (by: TestClient) => {
      await confirmIdentity(scope.app, by);
      const { body } = await by.post("/api/profile/passkeys/begin", {});
      return by.post("/api/profile/passkeys", { name: "Shared", passkey: device.create(body) });
    };
    expect((await add(client)).status).toBe(201);
    expect((await add(other)).body.code).toBe("passkey_taken");
  });
});

describe("signing in", () => {
  it("takes a passkey without a password, once for each challenge", async () => {
    const client = await registered();
    const device = await addPasskey(scope.app, client);
    const passkey = device.answer(await signInOptions());
    const browser = visitor();
    const { status, body } = await browser.post("/api/auth/passkey", { passkey });
    expect([status, body.email]).toEqual([200, client.user.email]);
    expect((await browser.get("/api/auth/me")).status).toBe(200);
    expect((await visitor().post("/api/auth/passkey", { passkey })).body.code).toBe("passkey_wrong");
  });

  it("accepts one of many answers to a challenge that arrive at once", async () => {
    const device = await addPasskey(scope.app, await registered());
    const options = await signInOptions();
    const answers = Array.from({ length: 8 }, () => device.answer(options));
    const statuses = await Promise.all(
      answers.map(async (passkey) => (await visitor().post("/api/auth/passkey", { passkey })).status),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  });

  it("refuses another site, an unverified user, a copied device and an old challenge", async () => {
    const device = await addPasskey(scope.app, await registered());
    const answered = async (changes: object) => {
      const passkey = device.answer(await signInOptions(), changes);
      return (await visitor().post("/api/auth/passkey", { passkey })).body.code as string;
    };
    expect(await answered({ origin: "https://evil.example", uses: 10 })).toBe("passkey_wrong");
    expect(await answered({ verified: false, uses: 11 })).toBe("passkey_wrong");
    expect(await answered({ uses: 20 })).toBeUndefined();
    expect(await answered({ uses: 20 })).toBe("passkey_wrong");
    const options = await signInOptions();
    scope.app.clock.jump(300);
    const late = await visitor().post("/api/auth/passkey", { passkey: device.answer(options, { uses: 30 }) });
    expect(late.body.code).toBe("passkey_wrong");
  });

  it("asks for a passkey after the password, takes a recovery code too, and nobody else's passkey", async () => {
    const client = await registered();
    const device = await addPasskey(scope.app, client);
    const stranger = await addPasskey(scope.app, await registered());
    expect((await logIn(client)).body.code).toBe("passkey_required");
    const foreign = { passkey: stranger.answer(await signInOptions()) };
    expect((await logIn(client, foreign)).body.code).toBe("passkey_wrong");
    expect((await logIn(client, { passkey: device.answer(await signInOptions()) })).status).toBe(200);
    expect((await logIn(client, { twoStepCode: "123456" })).body.code).toBe("two_step_wrong");
    expect((await logIn(client, { twoStepCode: device.recoveryCodes![0] })).status).toBe(200);
  });
});

describe("confirming one's identity", () => {
  it("needs the owner's passkey and this session's challenge, and takes no password any more", async () => {
    const client = await registered();
    const device = await addPasskey(scope.app, client);
    const stranger = await addPasskey(scope.app, await registered());
    const { body: addition } = await client.post("/api/profile/passkeys/begin", {});
    const prove = (body: object) => client.post("/api/profile/step-up", body);
    expect((await prove({ passkey: device.answer(addition) })).body.code).toBe("passkey_wrong");
    scope.app.clock.jump(TEN_MINUTES);
    expect((await client.get("/api/profile/step-up")).body.method).toBe("passkey");
    expect((await prove({ password: "secret-1" })).body.code).toBe("passkey_required");
    const elsewhere = device.answer(await signInOptions());
    for (const passkey of [elsewhere, stranger.answer(await ask(client))]) {
      expect((await prove({ passkey })).body.code).toBe("passkey_wrong");
    }
    expect((await prove({ passkey: device.answer(await ask(client)) })).status).toBe(200);
    expect((await client.post("/api/profile/create-withdrawal-code", { code: "40217" })).status).toBe(200);
  });

  it("takes a passkey or a code if there is an authenticator app, too", async () => {
    const client = await registered();
    await enableTwoStep(scope.app, client);
    await addPasskey(scope.app, client);
    expect((await client.get("/api/profile/step-up")).body.method).toBe("code_or_passkey");
  });
});

describe("setting up an authenticator app beside a passkey", () => {
  it("needs a fresh proof, so that a session and the password get past no passkey", async () => {
    const client = await registered();
    const begin = () => client.post("/api/profile/two-step/begin", { password: "secret-1" });
    // A thief of the password may have begun before there was a passkey.
    const code = totpCode((await begin()).body.secret, scope.app.clock.nowMs() + TEN_MINUTES * 1000);
    const device = await addPasskey(scope.app, client);
    scope.app.clock.jump(TEN_MINUTES);
    const confirm = () => client.post("/api/profile/two-step/confirm", { code });
    expect((await begin()).body.code).toBe("step_up_required");
    expect((await confirm()).body.code).toBe("step_up_required");
    await client.post("/api/profile/step-up", { passkey: device.answer(await ask(client)) });
    expect((await confirm()).status).toBe(200);
  });
});

describe("six digits for an account that has passkeys only", () => {
  it("are wrong but do not count, so a stolen session cannot lock the second step", async () => {
    const client = await registered();
    await addPasskey(scope.app, client);
    for (let guess = 0; guess < 6; guess += 1)
      expect((await client.post("/api/profile/step-up", { code: "123456" })).body.code).toBe(
        "two_step_wrong",
      );
    await enableTwoStep(scope.app, client);
    expect((await client.get("/api/profile/security")).body.twoStep).toBe(true);
  });
});

describe("a withdrawal", () => {
  it("takes a passkey in place of the codes, for just this amount and address", async () => {
    const [client] = await withdrawingPeople(scope.app, 1, "1000");
    const device = await addPasskey(scope.app, client!);
    const address = someAddress();
    const send = (body: object) => client!.post("/api/withdrawals", { amount: "100", address, ...body });
    const answer = async () => device.answer(await ask(client!, { withdrawal: { amount: "100", address } }));
    expect((await send({ passkey: await answer() })).body.code).toBe("withdrawals_on_hold");
    await endHolds(scope.app, [client!]);
    expect((await send({ withdrawalCode: "40217" })).body.code).toBe("passkey_required");
    const passkey = await answer();
    expect((await send({ amount: "200", passkey })).body.code).toBe("passkey_wrong");
    expect((await send({ address: someAddress(), passkey: await answer() })).body.code).toBe("passkey_wrong");
    expect((await send({ passkey: device.answer(await ask(client!)) })).body.code).toBe("passkey_wrong");
    const right = await answer();
    expect((await send({ passkey: right })).status).toBe(201);
    expect((await send({ passkey: right })).body.code).toBe("passkey_wrong");
    expect(await client!.balance()).toBe("900.00000000");
  });
});

describe("renaming a passkey", () => {
  it("takes a fresh proof, is recorded, and refuses a name that cannot be shown", async () => {
    const client = await registered();
    const { passkeyId } = await addPasskey(scope.app, client, "Old telephone");
    const rename = (name: unknown) => client.post(`/api/profile/passkeys/${passkeyId}/rename`, { name });
    expect((await rename("  New telephone ")).body).toMatchObject({ id: passkeyId, name: "New telephone" });
    for (const name of ["", "   ", "x".repeat(51), "a\0b", 5, undefined]) {
      expect((await rename(name)).body).toMatchObject({ code: "passkey_name_invalid", field: "name" });
    }
    expect(await list(client)).toMatchObject([{ name: "New telephone" }]);
    const { body } = await client.get("/api/profile/security");
    expect(body.events[0].kind).toBe("passkey_renamed");
    scope.app.clock.jump(TEN_MINUTES);
    expect((await rename("Mine")).body.code).toBe("step_up_required");
  });
});

describe("removing a passkey", () => {
  it("never removes the only second step, and tells the owner", async () => {
    const client = await registered();
    const [first, second] = [await addPasskey(scope.app, client), await addPasskey(scope.app, client)];
    expect((await remove(client, first.passkeyId)).status).toBe(200);
    expect((await remove(client, first.passkeyId)).status).toBe(404);
    expect((await remove(client, second.passkeyId)).body.code).toBe("last_factor");
    const gone = { passkey: first.answer(await signInOptions()) };
    expect((await visitor().post("/api/auth/passkey", gone)).body.code).toBe("passkey_wrong");
    await enableTwoStep(scope.app, client);
    expect((await remove(client, second.passkeyId)).status).toBe(200);
    await scope.settled();
    expect(outbox.mails(client.user.email).map(({ subject }) => subject)).toContainEqual(
      expect.stringMatching(/Passkey.removed/),
    );
  });

  it("leaves one of two that are removed at once", async () => {
    const client = await registered();
    const both = [await addPasskey(scope.app, client), await addPasskey(scope.app, client)];
    const answers = await Promise.all(both.map(({ passkeyId }) => remove(client, passkeyId)));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 401]);
    expect(await list(client)).toHaveLength(1);
  });

  it("needs a fresh proof, and finds nothing of somebody else's", async () => {
    const [client, other] = [await registered(), await registered()];
    const device = await addPasskey(scope.app, client);
    expect((await remove(other, device.passkeyId)).status).toBe(404);
    scope.app.clock.jump(TEN_MINUTES);
    expect((await remove(client, device.passkeyId)).body.code).toBe("step_up_required");
  });

  it("keeps the recovery codes when the authenticator app is switched off beside a passkey", async () => {
    const client = await registered();
    const app = await enableTwoStep(scope.app, client);
    const device = await addPasskey(scope.app, client);
    const off = await client.post("/api/profile/two-step/disable", {
      password: "secret-1",
      code: app.nextCode(),
    });
    expect(off.status).toBe(200);
    expect((await client.get("/api/profile/security")).body).toMatchObject({
      twoStep: false,
      recoveryCodesLeft: 10,
    });
    expect((await remove(client, device.passkeyId)).body.code).toBe("last_factor");
    // The app's secret is gone, so it cannot be confirmed again.
    const again = await client.post("/api/profile/two-step/confirm", { code: app.nextCode() });
    expect(again.body.code).toBe("two_step_wrong");
  });
});

describe("an administrator where money is real", () => {
  it("may only set up a second factor until there is one, and keeps one", async () => {
    const fake = await startFakeNowPayments();
    const real = await scope.start({
      connection: await scope.clone(),
      environment: { ...fake.environment(), WITHDRAWAL_HOLD_HOURS: "0" },
    });
    const admin = new TestClient(real.url);
    const { id } = await admin.register();
    await real.database.query("update users set is_admin = true where id = $1", [id]);
    scope.app.clock.jump(60);
    for (const path of ["/api/admin/users", "/api/admin/stats", "/api/admin/step-up"]) {
      expect(await admin.get(path)).toMatchObject({ status: 403, body: { code: "second_factor_required" } });
    }
    const app = await enableTwoStep(real, admin);
    expect((await admin.get("/api/admin/users")).status).toBe(200);
    const off = () =>
      admin.post("/api/profile/two-step/disable", { password: "secret-1", code: app.nextCode() });
    expect((await off()).body.code).toBe("last_factor");
    const { passkeyId } = await addPasskey({ ...real, url: SITE }, admin);
    expect((await off()).status).toBe(200);
    expect((await admin.get("/api/admin/users")).status).toBe(200);
    expect((await remove(admin, passkeyId)).body.code).toBe("last_factor");
    await fake.close();
  });
});

/** The address that the fake provider's environment gives the installation. */
const SITE = "http://localhost";
