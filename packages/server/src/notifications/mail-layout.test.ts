import PostalMime from "postal-mime";
import type { Email } from "postal-mime";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSmtpServer } from "../../testing/smtp-server.ts";
import { spareNoise } from "../../testing/remembered-noise.ts";
import { TestClient } from "../../testing/test-client.ts";
import { useApp } from "../../testing/use-app.ts";
import { setKeptValue, INSTALLATION_NAME } from "../platform/db/kept-values.ts";
import { frameMail, layOutMail } from "./mail-layout.ts";
import { MAIL_WORDS } from "./mail-words.ts";

const PROFILE = "https://veritick.example/profile";
const FRAME = {
  phrase: "blue heron <at noon>",
  name: "Acme & Sons",
  support: ["help@acme.example", "https://chat.acme.example/?a=1&b=2"],
};
const changed = (language: "en" | "fr", toSupport = (part: string) => part) => ({
  language,
  ...MAIL_WORDS[language]({ name: FRAME.name, zone: undefined, toSupport }).change(
    "two_step_enabled",
    24,
    PROFILE,
  ),
});

describe("the layout of a mail", () => {
  it.each(["en", "fr"] as const)("is the one in testing/mail-examples, in %s", async (language) => {
    const { text, html } = frameMail(changed(language), FRAME);
    await expect(text).toMatchFileSnapshot(`../../testing/mail-examples/${language}.txt`);
    await expect(html).toMatchFileSnapshot(`../../testing/mail-examples/${language}.html`);
  });

  it("loads nothing, and shows a text that looks like HTML as it is", () => {
    const text = `Reason: <img src="https://evil.example/a.png"> & <script>alert('1')</script>\n`;
    const { html } = frameMail({ language: "en", subject: "</title><b>", text }, FRAME);
    const tags = [...html.matchAll(/<(\w+)/g)].map(([, name]) => name);
    expect(new Set(tags)).toEqual(new Set(["html", "head", "meta", "title", "body", "div", "p", "br", "a"]));
    expect(html).not.toMatch(/\b(?:src|srcset|background|on\w+)=["']|url\(|@import/);
    expect(html).toContain("<title>Acme &#38; Sons: &#60;/title&#62;&#60;b&#62;</title>");
  });

  it("makes links of addresses, without the full stop after them", () => {
    const text = `Open ${PROFILE}#a=1&b=2. Write to ann@example.com.\n`;
    const { html } = frameMail({ language: "en", subject: "", text }, FRAME);
    expect(html).toContain(
      `Open <a href="${PROFILE}#a=1&#38;b=2">${PROFILE}#a=1&#38;b=2</a>. Write to <a href="mailto:ann@example.com">ann@example.com</a>.`,
    );
  });

  it("names no support that nobody can reach", () => {
    const { text, html } = frameMail(
      changed("en", () => ""),
      { phrase: null, name: "Veritick", support: [] },
    );
    expect(text).toMatch(/^Hello,\n\nTwo-step/);
    expect(text).toMatch(/app\.\n\nVeritick\n$/);
    expect(text + html).not.toMatch(/\bsupport\b|\n\n\n/i);
  });
});

spareNoise();
const smtp = await startSmtpServer();
afterAll(() => smtp.close());
const SITE = "http://localhost";
const scope = useApp({
  SMTP_URL: smtp.url,
  PUBLIC_URL: SITE,
  MAIL_FROM: "Acme <no-reply@acme.example>",
  SUPPORT_EMAIL: "help@acme.example",
});

async function registered(phrase: string | null) {
  const client = new TestClient(scope.app.url);
  const user = await client.register();
  const answer = await client.post("/api/profile/mail-phrase", { phrase });
  expect(answer.status).toBe(200);
  return Object.assign(client, { user });
}

async function mailsTo(email: string): Promise<Email[]> {
  await scope.settled();
  const mails = smtp.mails.filter(({ to }) => to.includes(email));
  return Promise.all(mails.map(({ data }) => PostalMime.parse(data)));
}

describe("a mail, as a real mail server receives it", () => {
  beforeAll(() => setKeptValue(scope.app.database, INSTALLATION_NAME, "Acme Märkte"));

  it("has sender, recipient, reply address, both texts and no automatic answers", async () => {
    const owner = await registered("héron bleu à midi");
    const { email } = owner.user;
    await owner.post("/api/profile/create-withdrawal-code", { code: "40217" }, { "accept-language": "fr" });
    const mail = (await mailsTo(email)).at(-1)!;
    expect(mail).toMatchObject({
      from: { name: "Acme", address: "no-reply@acme.example" },
      to: [{ address: email }],
      replyTo: [{ address: "help@acme.example" }],
      subject: "Acme Märkte\u00a0: Code de retrait créé",
    });
    expect(mail.messageId).toMatch(/^<[\w-]{36}@acme\.example>$/);
    const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value;
    expect(header("auto-submitted")).toBe("auto-generated");
    expect(header("content-type")).toContain("multipart/alternative");
    expect(header("list-unsubscribe")).toBeUndefined();
    const text = `Votre phrase anti-hameçonnage\u00a0: héron bleu à midi

Bonjour,

Votre code de retrait vient d’être créé.

Si ce n’était pas vous, changez tout de suite votre mot de passe dans le profil. Tous les autres appareils seront déconnectés.

${SITE}/profile

Contactez ensuite l’assistance.

Acme Märkte
Assistance\u00a0: help@acme.example`;
    expect(mail.text!.trimEnd()).toBe(text);
    expect(mail.html).toContain(`<a href="${SITE}/profile">${SITE}/profile</a>`);
    expect(mail.html).toContain("Votre phrase anti-hameçonnage\u00a0: héron bleu à midi</p>");
    // Lines of any length and letters of any alphabet reach mail servers that take neither.
    const { data } = smtp.mails.find(({ to }) => to.includes(email))!;
    expect(data).toMatch(/^[\x20-\x7e\t\r\n]*$/);
    expect(Math.max(...data.split("\r\n").map((line) => line.length))).toBeLessThanOrEqual(78);
  });

  it("shows the phrase whatever it is about, until the phrase is removed", async () => {
    const owner = await registered("blue heron");
    const { email } = owner.user;
    const visitor = new TestClient(scope.app.url);
    expect((await visitor.post("/api/auth/forgot-password", { email })).status).toBe(200);
    await owner.post("/api/profile/mail-phrase", { phrase: "  red kite " });
    await owner.post("/api/profile/mail-phrase", { phrase: null });
    const firsts = (await mailsTo(email)).map(({ subject, text }) => [subject, text!.split("\n", 1)[0]]);
    expect(firsts.map(([subject]) => subject)).toEqual(
      expect.arrayContaining([
        "Acme Märkte: Anti-phishing phrase changed",
        "Acme Märkte: Set a new password",
      ]),
    );
    expect(firsts.at(-1)![1]).toBe("Hello,");
    expect(firsts.map(([subject]) => subject).join()).not.toMatch(/heron|kite/);
  });

  it("shows no phrase where the address may not be its owner's", async () => {
    const owner = await registered("blue heron");
    const mail = { subject: "Confirm", text: "Text\n", language: "en", to: owner.user.email } as const;
    const { database } = scope.app;
    const frame = { name: "Acme", support: [] };
    expect((await layOutMail(database, mail, frame)).text).toMatch(
      /^Your anti-phishing phrase: blue heron\n/,
    );
    expect((await layOutMail(database, { ...mail, to: `x${mail.to}` }, frame)).text).toMatch(/^Hello,/);
    await database.query("update users set email_confirmed_at = null where email = $1", [mail.to]);
    expect((await layOutMail(database, mail, frame)).text).toMatch(/^Hello,/);
  });
});

describe("the phrase", () => {
  it("is shown to its owner, and its change is recorded", async () => {
    const owner = await registered("  blue heron ");
    // The same one again is no change.
    await owner.post("/api/profile/mail-phrase", { phrase: "blue heron" });
    const { mailPhrase, events } = (await owner.get("/api/profile/security")).body;
    expect(mailPhrase).toBe("blue heron");
    expect(events).toMatchObject([{ kind: "mail_phrase_changed", sessionId: expect.any(String) }]);
  });

  it.each([
    ["ab"],
    ["  ab  "],
    ["x".repeat(41)],
    ["blue\nheron"],
    ["blue\u202eheron"],
    ["blue\u200bheron"],
    ["blue\u2028heron"],
    ["https://x"],
    ["call evil.example"],
    ["mail me@evil"],
    ["call +1 555 0100"],
    [3],
    [undefined],
  ])("cannot be %j", async (phrase) => {
    const owner = new TestClient(scope.app.url);
    await owner.register();
    const { status, body } = await owner.post("/api/profile/mail-phrase", { phrase });
    expect([status, body.code, body.field]).toEqual([400, "mail_phrase_invalid", "phrase"]);
  });

  it("takes a recent proof of identity where the installation asks for one", async () => {
    const app = await scope.start({ environment: { STEP_UP_MINUTES: "10" } });
    const owner = new TestClient(app.url);
    await owner.register();
    expect((await owner.post("/api/profile/mail-phrase", { phrase: "blue heron" })).status).toBe(200);
    app.clock.jump(600);
    const refused = await owner.post("/api/profile/mail-phrase", { phrase: null });
    expect([refused.status, refused.body.code]).toEqual([403, "step_up_required"]);
  });
});
