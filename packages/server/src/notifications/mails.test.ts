import type { AttentionItem } from "@veritick/contract/schemas/attention.ts";
import { momentIn } from "@veritick/contract/local-values.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { useOutbox } from "../../testing/outbox.ts";
import type { WrittenMail } from "../../testing/outbox.ts";
import { spareNoise } from "../../testing/remembered-noise.ts";
import { unsentNotice } from "../../testing/valid-calls.ts";
import { TestClient } from "../../testing/test-client.ts";
import type { Person } from "../../testing/people.ts";
import { useApp } from "../../testing/use-app.ts";
import { seedAdmin, someAddress, withdraw, withdrawingPeople } from "../../testing/withdrawals.ts";
import { MAIL_WORDS } from "./mail-words.ts";

const outbox = useOutbox();
spareNoise();
const scope = useApp({}, { outbox: outbox.path });
let admin: Person;
beforeAll(async () => {
  admin = await seedAdmin(scope.app);
});

const FACTS = { name: "Veritick", zone: undefined, toSupport: (part: string) => part };
const FRENCH = { "accept-language": "fr" };
const decide = (id: string, how: string) => admin.post(`/api/admin/withdrawals/${id}/${how}`);

async function mailsTo(email: string): Promise<WrittenMail[]> {
  await scope.settled();
  return outbox.mails(email);
}

async function registered(language = "en") {
  const client = new TestClient(scope.app.url);
  const user = { email: `${crypto.randomUUID()}@example.com`, password: "secret-1" };
  await client.post("/api/auth/register", user, { "accept-language": language });
  const logIn = (headers: Record<string, string>) =>
    new TestClient(scope.app.url).post("/api/auth/login", user, headers);
  return { client, email: user.email, logIn };
}

it("tells the owner that their data were downloaded, and pauses no withdrawals", async () => {
  const { client, email } = await registered();
  expect((await client.get("/api/profile/export")).status).toBe(200);
  const mail = (await mailsTo(email)).at(-1)!;
  expect(mail.subject).toBe("Veritick: Data downloaded");
  expect(mail.text).toContain("If this was not you, change your password now");
  expect(mail.text).not.toContain("on hold");
});

describe("at most 20 mails an hour of one kind", () => {
  async function expectTwenty(email: string, subject: string, last: string) {
    const mails = (await mailsTo(email)).filter((mail) => mail.subject === subject);
    expect(mails).toHaveLength(20);
    expect(mails.map(({ text }) => text.includes(`\n\n${last}`))).toEqual([
      ...Array<boolean>(19).fill(false),
      true,
    ]);
  }

  it("report withdrawals requested and cancelled in a loop, and the last says so", async () => {
    const [client] = (await withdrawingPeople(scope.app, 1, "500")) as [Person];
    for (let time = 0; time < 22; time += 1) {
      const { body } = await withdraw(client, { amount: "20" }, FRENCH);
      expect((await client.post(`/api/withdrawals/${body.id}/cancel`)).status).toBe(200);
    }
    const last =
      "Vous avez reçu 20 e-mails de ce type en une heure\u00a0: les suivants sont suspendus jusqu’au ";
    await expectTwenty(client.user.email, "=?UTF-8?Q?Veritick=C2=A0=3A_Retrait_demand=C3=A9?=", last);
  });

  it("report sign-ins with new browsers, and the last one says so", async () => {
    const { email, logIn } = await registered();
    for (let time = 0; time < 23; time += 1)
      expect((await logIn({ "user-agent": `Strange/${time}` })).status).toBe(200);
    const until = momentIn("en", new Date(scope.app.clock.nowMs() + 3_600_000));
    const last = `You have received 20 e-mails of this kind in the last hour, so we are pausing them until ${until}.`;
    await expectTwenty(email, "Veritick: New sign-in", last);
    // A change of another kind is still reported.
    const change = { currentPassword: "secret-1", newPassword: "a better one" };
    const client = new TestClient(scope.app.url);
    await client.post("/api/auth/login", { email, password: "secret-1" });
    expect((await client.post("/api/profile/change-password", change)).status).toBe(200);
    expect((await mailsTo(email)).at(-1)!.subject).toBe("Veritick: Password changed");
  });
});

it("reports at most 20 changes of one kind an hour, and lists them all", async () => {
  const { client, email } = await registered();
  const download = () => client.get("/api/profile/export");
  for (let time = 0; time < 22; time += 1) expect((await download()).status).toBe(200);
  expect(await mailsTo(email)).toHaveLength(20);
  const { rows } = await scope.app.database.query(
    "select from security_events where kind = 'data_exported' and user_id = (select id from users where email = $1)",
    [email],
  );
  expect(rows).toHaveLength(22);
  // Another kind of change is still reported.
  await client.post("/api/profile/change-password", {
    currentPassword: "secret-1",
    newPassword: "a better one",
  });
  expect(await mailsTo(email)).toHaveLength(21);
  scope.app.clock.jump(3_601);
  await download();
  expect(await mailsTo(email)).toHaveLength(22);
});

describe("a mail about a withdrawal", () => {
  it("comes when it is requested, approved and paid, without details in the subject", async () => {
    const [client] = await withdrawingPeople(scope.app, 1, "500");
    const { email } = client!.user;
    const { body } = await withdraw(client!, { amount: "100.55" });
    await decide(body.id, "approve");
    await scope.pass(30);
    const mails = (await mailsTo(email)).filter(({ subject }) => subject.includes("Withdrawal "));
    expect(mails.map(({ subject }) => subject)).toEqual([
      "Veritick: Withdrawal code created",
      "Veritick: Withdrawal requested",
      "Veritick: Withdrawal approved",
      "Veritick: Withdrawal paid",
    ]);
    const [, asked, approved, paid] = mails;
    expect(asked!.text).toContain("A withdrawal of 100.55 USDMS from your Veritick account was requested.");
    expect(asked!.text).toContain(`Amount after the fee: 92.50 USDT\nAddress: ${body.address}\n`);
    expect(approved!.text).toContain("the payout of 92.50 USDT");
    // To be compared with the transaction.
    expect(paid!.text).toContain(`We have sent 92.506 USDT from your Veritick account to this address:`);
    for (const { subject, headers } of mails) {
      expect(subject).not.toMatch(/\d/);
      expect(headers).not.toContain(body.address);
    }
  });

  it("says what the provider sent if it is not what was asked for", async () => {
    const [client] = await withdrawingPeople(scope.app, 1, "500");
    const { body } = await withdraw(client!, { amount: "100" });
    const other = someAddress();
    await decide(body.id, "approve");
    await scope.pass(2);
    await scope.app.database.query("update sandbox_books set amount = 80.5, address = $2 where our_id = $1", [
      body.id,
      other,
    ]);
    await scope.pass(30);
    const { details } = (await admin.get<AttentionItem[]>("/api/admin/attention")).body[0]!;
    expect(details).toMatchObject({ asked_amount: "92.00000000", asked_address: body.address });
    const { rows } = await scope.app.database.query("select sent ->> 'hash' as hash from payouts");
    const { hash } = rows.find((row) => row.hash !== null)!;
    await admin.post(`/api/admin/withdrawals/${body.id}/mark-paid`, { transactionId: hash });
    const paid = (await mailsTo(client!.user.email)).find(({ subject }) => subject.includes("paid"))!;
    expect(paid.text).toContain(`You asked for 92.00 USDT to this address:\n\n${body.address}\n`);
    expect(paid.text).toContain(`sent 80.50 USDT to this address:\n\n${other}\n`);
    expect(paid.text).toContain(`Transaction: ${hash}`);
  });

  it("is written in the language in which the user last used the pages", async () => {
    const [client] = await withdrawingPeople(scope.app, 1, "500");
    await client!.get("/api/auth/me", FRENCH);
    const { body } = await withdraw(client!, { amount: "20" });
    await decide(body.id, "reject");
    const [asked, rejected] = (await mailsTo(client!.user.email)).slice(-2);
    expect(asked!.text).toContain("Un retrait de 20,00 USDMS de votre compte Veritick a été demandé.");
    expect(rejected!.text).toContain("Votre retrait de 20,00 USDMS a été rejeté.");
    expect(rejected!.subject).toBe("=?UTF-8?Q?Veritick=C2=A0=3A_Retrait_rejet=C3=A9?=");
  });

  it.each([
    ["en", "Reason: The address is a contract.\n", "Reason: Sent from an exchange.\n"],
    ["fr", "Motif\u00a0: The address is a contract.\n", "Motif\u00a0: Sent from an exchange.\n"],
  ])(
    "gives the reason of a rejection in %s, as for a deposit; the history shows it",
    async (language, ...said) => {
      const [client] = (await withdrawingPeople(scope.app, 1, "500")) as [Person];
      await client.get("/api/auth/me", { "accept-language": language });
      const [address, origin] = ["The address is a contract.", "Sent from an exchange."];
      const withdrawal = (await withdraw(client, { amount: "20" })).body as { id: string };
      const deposit = (await client.post<{ id: string }>("/api/deposits", { amount: 20 })).body;
      await admin.post(`/api/admin/withdrawals/${withdrawal.id}/reject`, { reason: ` ${address} ` });
      await admin.post(`/api/admin/deposits/${deposit.id}/reject`, { reason: origin });
      const mails = (await mailsTo(client.user.email)).slice(-2).map(({ text }) => text);
      for (const line of said) expect(mails.some((text) => text.includes(line))).toBe(true);
      for (const [list, { id }, reason] of [
        ["withdrawals", withdrawal, address],
        ["deposits", deposit, origin],
      ] as const) {
        const all = (await client.get<{ id: string }[]>(`/api/${list}`)).body;
        const rejected = all.find((item) => item.id === id);
        expect(rejected).toMatchObject({ status: "failed", rejectionReason: reason });
      }
      const { rows } = await scope.app.database.query(
        "select reason from audit_log where target = any ($1) order by reason desc",
        [[withdrawal.id, deposit.id]],
      );
      expect(rows.map(({ reason }) => reason)).toEqual([address, origin]);
      const empty = await admin.post(`/api/admin/deposits/${deposit.id}/reject`, { reason: " " });
      expect(empty.body).toMatchObject({ code: "note_required" });
    },
  );

  it("does not come for a withdrawal that its owner cancelled, or that was refused", async () => {
    const [client] = await withdrawingPeople(scope.app, 1, "50");
    const before = (await mailsTo(client!.user.email)).length;
    expect((await withdraw(client!, { amount: "500" })).status).toBe(400);
    const { body } = await withdraw(client!, { amount: "20" });
    await client!.post(`/api/withdrawals/${body.id}/cancel`);
    const mails = (await mailsTo(client!.user.email)).slice(before);
    expect(mails.map(({ subject }) => subject)).toEqual(["Veritick: Withdrawal requested"]);
  });
});

describe("a mail about an account", () => {
  it("comes after a sign-in with another browser at a known address, not with the same one", async () => {
    const { email, logIn } = await registered();
    const usual = { "user-agent": "Usual/1.0" };
    await logIn(usual);
    await logIn(usual);
    expect(await mailsTo(email)).toEqual([]);
    await logIn({ "user-agent": "Strange/2.0" });
    await logIn({ "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" });
    const [mail, other, ...more] = await mailsTo(email);
    expect(more).toEqual([]);
    expect(mail!.subject).toBe("Veritick: New sign-in");
    expect(other!.text).toContain("Browser: Firefox on Linux\n");
    expect(mail!.text).toContain("IP address: 127.0.0.1\nBrowser: unknown\n");
    expect(mail!.headers).not.toContain("Strange");
  });

  it("comes when the password is changed, in the language of the registration", async () => {
    const { client, email } = await registered("fr");
    const change = { currentPassword: "secret-1", newPassword: "other-secret-2" };
    const { status } = await client.post("/api/profile/change-password", change);
    expect(status).toBe(200);
    const [mail] = await mailsTo(email);
    expect(mail!.text).toMatch(/^Votre mot de passe vient d’être modifié\./m);
    expect(mail!.text).toContain("/auth\n");
  });

  it.each([
    [
      "two_step_enabled",
      "If you did not set up this app, contact support. They will verify",
      "Si vous n’avez pas configuré cette application, contactez l’assistance. Elle vérifiera",
    ],
    [
      "passkey_added",
      "asks for a passkey that is not yours, contact support. They will verify",
      "demande une clé d’accès qui n’est pas la vôtre, contactez l’assistance. Elle vérifiera",
    ],
    ["passkey_removed", "Then contact support.", "Contactez ensuite l’assistance."],
  ] as const)(
    "leads to the reset link after %s, because a thief's second step may lock the profile",
    (kind, ...advice) => {
      const textIn = (language: "en" | "fr") =>
        MAIL_WORDS[language](FACTS).change(kind, 24, "https://example.com/profile").text;
      const [english, french] = [textIn("en"), textIn("fr")];
      expect(english).toContain("That signs out all devices. Use “Forgot your password?”");
      expect(english).toContain(advice[0]);
      expect(french).toContain("Tous les appareils seront déconnectés. Utilisez «");
      expect(french).toContain(advice[1]);
      for (const text of [english, french]) {
        expect(text).toContain("https://example.com/auth\n");
        expect(text).not.toContain("/profile");
      }
    },
  );

  it("has a Message-ID that names it", async () => {
    const { client, email } = await registered();
    const change = { currentPassword: "secret-1", newPassword: "other-secret-2" };
    await client.post("/api/profile/change-password", change);
    const [mail] = await mailsTo(email);
    const id = /^Message-ID: <([\w-]{36})@localhost>$/im.exec(mail!.headers)?.[1];
    expect(mail!.file).toContain(id);
  });
});

describe("a notice that could not be sent", () => {
  it("is listed for everyone who may open the administration, without address, text or link", async () => {
    const { email, client } = await registered();
    const me = (await client.get("/api/auth/me")).body;
    await scope.app.database.query(
      `insert into outbox (channel, data, queued_at, next_try_at, tries, reason)
       values ('mails', $1, $2, $2::timestamptz + interval '1 minute', 3, 'the mail server answered 451')`,
      [{ kind: "password_changed", userId: me.id }, new Date(scope.app.clock.nowMs())],
    );
    const { body } = await admin.get("/api/admin/notices");
    expect(body).toMatchObject([
      {
        channel: "mail",
        kind: "password_changed",
        userId: me.id,
        tries: 3,
        givenUp: false,
        reason: "the mail server answered 451",
      },
    ]);
    expect(JSON.stringify(body)).not.toContain(email);
    expect((await client.get("/api/admin/notices")).status).toBe(403);
  });

  it("is sent once when support asks for it, however long ago it was given up", async () => {
    const { email, client } = await registered();
    const me = (await client.get("/api/auth/me")).body;
    const id = await unsentNotice(scope.app, me.id);
    scope.app.clock.jump(5 * 86_400);
    admin = await seedAdmin(scope.app);
    const again = () => admin.post(`/api/admin/notices/${id}/send-again`);
    const statuses = (await Promise.all([again(), again()])).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 404]);
    const [mail, ...more] = await mailsTo(email);
    expect(more).toEqual([]);
    expect(mail!.text).toMatch(/^Your password has just been changed\./m);
    expect(mail!.file).toContain(id);
    expect((await admin.get("/api/admin/notices")).body.map((one: { id: string }) => one.id)).not.toContain(
      id,
    );
    expect((await admin.get(`/api/admin/audit?subject=${me.id}`)).body).toMatchObject([
      {
        action: "notice_sent_again",
        target: id,
        before: { notice: "password_changed", status: "given_up" },
        after: { notice: "password_changed", status: "queued" },
      },
    ]);
  });
});

it.each([
  [1, "for 1 hour.", "pendant 1 heure."],
  [2, "for 2 hours.", "pendant 2 heures."],
])("counts a pause of %i hours as each language does", (hours, english, french) => {
  const textIn = (language: "en" | "fr") =>
    MAIL_WORDS[language](FACTS).change("password_changed", hours, "https://example.com/profile").text;
  expect(textIn("en")).toContain(`Withdrawals are on hold ${english}`);
  expect(textIn("fr")).toContain(`Les retraits sont temporairement suspendus ${french}`);
});
