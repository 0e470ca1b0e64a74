import type { CurrentUser } from "@veritick/contract/schemas/auth.ts";
import type { AdminUserDetails } from "@veritick/contract/schemas/admin-users.ts";
import { describe, expect, it } from "vitest";
import { emailTokenOf, resetTokenOf, useOutbox } from "../../../testing/outbox.ts";
import { spareNoise } from "../../../testing/remembered-noise.ts";
import { TestClient, until } from "../../../testing/test-client.ts";
import { useApp } from "../../../testing/use-app.ts";
import { CODE, seedAdmin, withdraw, withdrawingPeople } from "../../../testing/withdrawals.ts";

const outbox = useOutbox();
spareNoise();
const scope = useApp(
  {
    CONFIRM_EMAIL_BEFORE: "withdrawal",
    TRUSTED_PROXIES: "loopback",
  },
  { outbox: outbox.path, asksToConfirm: true },
);

async function registered(language = "en") {
  const client = new TestClient(scope.app.url);
  const email = `${crypto.randomUUID()}@example.com`;
  const { body } = await client.post<CurrentUser>(
    "/api/auth/register",
    { email, password: "secret-1" },
    { "accept-language": language },
  );
  return Object.assign(client, { user: body });
}
const me = async (client: TestClient) => (await client.get<CurrentUser>("/api/auth/me")).body;
const follow = (token: string) => new TestClient(scope.app.url).post("/api/auth/confirm-email", { token });
const sendAgain = (client: TestClient, from = "192.0.2.1") =>
  client.post("/api/profile/email/send-again", undefined, { "x-forwarded-for": from });

async function mailsTo(email: string) {
  await scope.settled();
  return outbox.mails(email);
}
const tokenFor = async (email: string) => emailTokenOf((await mailsTo(email)).at(-1), "confirm");

describe("registration", () => {
  it("signs in at once and mails a link that confirms the address, once and in any browser", async () => {
    const client = await registered();
    const live = await client.live();
    expect((await me(client)).emailConfirmed).toBe(false);
    const mails = await mailsTo(client.user.email);
    expect(mails).toHaveLength(1);
    expect(mails[0]!.headers).toContain("Subject: Veritick: Confirm your e-mail address");
    const token = emailTokenOf(mails[0], "confirm");
    const { rows } = await scope.app.database.query(
      "select row_to_json(l)::text as stored from email_links l where user_id = $1",
      [client.user.id],
    );
    expect(JSON.stringify(rows)).not.toContain(token);

    expect((await new TestClient(scope.app.url).get(`/api/auth/confirm-email?token=${token}`)).status).toBe(
      404,
    );
    expect((await me(client)).emailConfirmed).toBe(false);
    expect(await follow(token)).toMatchObject({ status: 200, body: { changed: false } });
    expect(await me(client)).not.toHaveProperty("emailConfirmed");
    // The open tabs learn of it.
    const isTold = () =>
      live.pushes.some((push) => push.type === "securityEvent" && push.event.kind === "email_confirmed");
    await until(isTold, "a push of the confirmation");
    live.socket.close();
    expect((await follow(token)).body.code).toBe("email_link_invalid");
  });

  it("mails in the language of the page", async () => {
    const { user } = await registered("fr");
    const [mail] = await mailsTo(user.email);
    expect(mail!.text).toContain("pendant 24 heures");
  });

  it("asks nobody to confirm where no mails are sent", async () => {
    const app = await scope.start();
    const client = new TestClient(app.url);
    expect(await client.register()).not.toHaveProperty("emailConfirmed");
    expect((await client.post("/api/profile/email/send-again")).body.code).toBe("not_found");
    expect((await client.get("/api/profile/security")).body.withdrawalsNeedEmail).toBe(false);
  });
});

describe("a link", () => {
  it("works for 24 hours", async () => {
    const client = await registered();
    const token = await tokenFor(client.user.email);
    scope.app.clock.jump(24 * 3600);
    expect(await follow(token)).toMatchObject({ status: 400, body: { code: "email_link_invalid" } });
    await sendAgain(client);
    const renewed = await tokenFor(client.user.email);
    scope.app.clock.jump(24 * 3600 - 1);
    expect((await follow(renewed)).status).toBe(200);
  });

  it("is refused with the same words whether it was used, never existed or its account is gone", async () => {
    const [gone, used] = [await registered(), await registered()];
    const tokens = [await tokenFor(gone.user.email), await tokenFor(used.user.email)];
    await follow(tokens[1]!);
    await gone.post("/api/profile/close", { waived: "0", password: "secret-1" });
    const answers = await Promise.all([...tokens, "x".repeat(43)].map(follow));
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
  });

  it("confirms once if two browsers follow it at the same moment", async () => {
    const { user } = await registered();
    const token = await tokenFor(user.email);
    const answers = await Promise.all([1, 2, 3].map(() => follow(token)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
  });

  it("that sets a new password confirms the address too", async () => {
    const client = await registered();
    await client.post("/api/auth/forgot-password", { email: client.user.email });
    const token = resetTokenOf((await mailsTo(client.user.email)).at(-1));
    await client.post("/api/auth/reset-password", { token, newPassword: "another one" });
    await client.post("/api/auth/login", { email: client.user.email, password: "another one" });
    expect(await me(client)).not.toHaveProperty("emailConfirmed");
  });
});

it("sends nothing else to an address that is not confirmed", async () => {
  const client = await registered();
  const { email } = client.user;
  await client.post("/api/profile/create-withdrawal-code", { code: CODE });
  await client.post("/api/profile/change-password", {
    currentPassword: "secret-1",
    newPassword: "another one",
  });
  await client.post("/api/auth/forgot-password", { email });
  expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual([
    "Veritick: Confirm your e-mail address",
    "Veritick: Set a new password",
  ]);
  await follow(emailTokenOf((await mailsTo(email))[0], "confirm"));
  await client.get("/api/profile/export");
  expect((await mailsTo(email)).at(-1)!.subject).toBe("Veritick: Data downloaded");

  const leaving = await registered();
  await mailsTo(leaving.user.email);
  expect((await leaving.post("/api/profile/close", { waived: "0", password: "secret-1" })).status).toBe(200);
  expect(await mailsTo(leaving.user.email)).toHaveLength(1);
});

describe("the mail is sent again", () => {
  it("five times an hour at most, and never after the address is confirmed", async () => {
    const client = await registered();
    for (let time = 0; time < 5; time += 1) expect((await sendAgain(client)).body).toEqual({ ok: true });
    const refused = await sendAgain(client);
    expect(refused).toMatchObject({ status: 429, body: { code: "too_many_requests" } });
    expect(await mailsTo(client.user.email)).toHaveLength(6);
    // The first link still works, because people open mails in any order.
    await follow(emailTokenOf(outbox.mails(client.user.email)[0], "confirm"));
    scope.app.clock.jump(3600);
    expect((await sendAgain(client)).body).toEqual({ ok: true });
    expect(await mailsTo(client.user.email)).toHaveLength(6);
  });

  it("20 times an hour for one network address", async () => {
    const from = "192.0.2.77";
    const people = await Promise.all(Array.from({ length: 5 }, () => registered()));
    for (const client of people.slice(0, 4))
      for (let time = 0; time < 5; time += 1) expect((await sendAgain(client, from)).status).toBe(200);
    expect((await sendAgain(people[4]!, from)).status).toBe(429);
    expect((await sendAgain(people[4]!, "192.0.2.78")).status).toBe(200);
  });

  it("by an administrator, who sees whether the address is confirmed", async () => {
    const [admin, { user }] = [await seedAdmin(scope.app), await registered()];
    const at = `/api/admin/users/${user.id}`;
    const confirmedAt = async () => (await admin.get<AdminUserDetails>(at)).body.emailConfirmedAt;
    expect(await confirmedAt()).toBeNull();
    expect((await admin.post(`${at}/confirm-email`)).body).toEqual({ ok: true });
    expect(await mailsTo(user.email)).toHaveLength(2);
    const grant = () => admin.post(`${at}/set-admin`, { isAdmin: true, role: "support" });
    expect(await grant()).toMatchObject({ status: 409, body: { code: "role_unconfirmed" } });
    await follow(await tokenFor(user.email));
    expect((await grant()).status).toBe(200);
    expect(await confirmedAt()).toBe(new Date(scope.app.clock.nowMs()).toISOString());
    expect((await admin.post(`${at}/confirm-email`)).body.code).toBe("email_confirmed");
  });
});

it("holds withdrawals until the address is confirmed, if the operator says so", async () => {
  const [client] = await withdrawingPeople(scope.app, 1, "500");
  expect((await client!.get("/api/profile/security")).body.withdrawalsNeedEmail).toBe(true);
  const refused = await withdraw(client!);
  expect(refused).toMatchObject({ status: 409, body: { code: "email_unconfirmed" } });
  expect(refused.body.message).toContain("Confirm");
  const free = await scope.start({ environment: { CONFIRM_EMAIL_BEFORE: "never" } });
  const elsewhere = Object.assign(new TestClient(free.url), { cookie: client!.cookie });
  expect((await withdraw(elsewhere)).status).toBe(201);
  await sendAgain(client!);
  await follow(await tokenFor(client!.user.email));
  expect((await withdraw(client!)).status).toBe(201);
  expect((await client!.get("/api/profile/security")).body.withdrawalsNeedEmail).toBe(false);
});
