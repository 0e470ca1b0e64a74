import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { TestClient } from "@veritick/server/testing/test-client.ts";
import { expect, test } from "../kit/fixtures.ts";
import { prefer } from "../kit/people.ts";
import { card, logIn, mailsTo, PASSWORD, resetLink, withPassword } from "../kit/safety.ts";
import * as screen from "../kit/screen.ts";
import { jump } from "../kit/time.ts";

const NEW_PASSWORD = "another long password";
const main = (page: Page) => page.getByRole("main");
const button = (page: Page, name: string) => main(page).getByRole("button", { name, exact: true });

/** The test's server stands elsewhere than where its links lead. */
const at = (url: string, link: string) => url + link.slice(new URL(link).origin.length);

async function askForLink(page: Page, url: string, email: string): Promise<void> {
  await page.goto(`${url}/auth`);
  await button(page, "Forgot your password?").click();
  await page.getByRole("textbox", { name: "E-mail" }).fill(email);
  await button(page, "Send the link").click();
  await expect(main(page)).toContainText("If there is an account for");
}

async function setPassword(
  page: Page,
  words: { next: string; confirm: string; submit: string },
): Promise<void> {
  await page.getByLabel(words.next, { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel(words.confirm, { exact: true }).fill(NEW_PASSWORD);
  await button(page, words.submit).click();
}

const EN = { next: "New password", confirm: "Confirm the password", submit: "Set the new password" };
const FR = { next: "Nouveau mot de passe", confirm: "Confirmer le mot de passe", submit: "Enregistrer" };

for (const { language, words, link, send, sent, subject, title, tooShort, done } of [
  {
    language: "en",
    words: EN,
    link: "Forgot your password?",
    send: "Send the link",
    sent: (email: string) =>
      `If there is an account for ${email}, a link to choose a new password is on its way there.`,
    subject: "Set a new password for Veritick",
    title: "Choose a new password",
    tooShort: "The new password must be at least 6 characters",
    done: "New password set",
  },
  {
    language: "fr",
    words: FR,
    link: "Mot de passe oublié ?",
    send: "Envoyer le lien",
    sent: (email: string) =>
      `S’il existe un compte pour ${email}, un lien pour choisir un nouveau mot de passe est en route.`,
    subject: "Choisissez un nouveau mot de passe Veritick",
    title: "Choisir un nouveau mot de passe",
    tooShort: "Le nouveau mot de passe doit contenir au moins 6 caractères",
    done: "Nouveau mot de passe enregistré",
  },
] as const) {
  test(`2 Auth page, forgotten password (${language}): a link by e-mail, a new password, all sessions ended, logged in with it`, async ({
    app,
    page,
    outbox,
    elsewhere,
  }) => {
    const owner = await withPassword(elsewhere.context(), app);
    const nobody = `${randomUUID()}@example.com`;
    await prefer(page.context(), { language });
    await page.goto(`${app.url}/auth`);
    for (const email of [nobody, owner.email]) {
      await button(page, link).click();
      await page.getByRole("textbox", { name: "E-mail" }).fill(email);
      await button(page, send).click();
      await expect(main(page)).toContainText(sent(email));
      await page.reload();
    }
    const opened = await resetLink(outbox, owner.email);
    expect(mailsTo(outbox, owner.email)[0]!.subject).toBe(subject);
    expect(mailsTo(outbox, nobody)).toEqual([]);

    await page.goto(at(app.url, opened));
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    // What is in the address bar is in the history, and in pictures of the screen.
    await expect(page).toHaveURL(`${app.url}/auth`);
    await button(page, words.submit).click();
    await screen.expectNotice(page, language === "en" ? "Error" : "Erreur", tooShort);
    await expect(page.getByLabel(words.next, { exact: true })).toBeFocused();
    await setPassword(page, words);
    await screen.expectNotice(page, done);
    expect((await owner.get("/api/auth/me")).status).toBe(401);

    await logIn(page, app, { email: owner.email, password: NEW_PASSWORD, language });
    await expect(screen.balanceCard(page)).toBeVisible();
    const old = { email: owner.email, password: PASSWORD };
    expect((await new TestClient(app.url).post("/api/auth/login", old)).status).toBe(401);
  });
}

test("8 Auth page, forgotten password: a link that was used, replaced, is too old or mangled says so and offers a new one", async ({
  app,
  page,
  outbox,
  expectFaults,
}) => {
  expectFaults(/status of 400 .*\/api\/auth\/reset-password/);
  const { email } = await withPassword(page.context(), app);
  await page.context().clearCookies();
  await askForLink(page, app.url, email);
  const replaced = await resetLink(outbox, email);
  await askForLink(page, app.url, email);
  const used = await resetLink(outbox, email, 2);
  await page.goto(at(app.url, used));
  await setPassword(page, EN);
  await screen.expectNotice(page, "New password set");
  await askForLink(page, app.url, email);
  const old = await resetLink(outbox, email, 3);
  await jump(app, 60 * 60 + 1);

  for (const link of [replaced, used, old]) {
    await page.goto("about:blank");
    await page.goto(at(app.url, link));
    await setPassword(page, EN);
    await expect(page.getByRole("alert")).toHaveText(
      "This link is no longer valid. It works once and only for a short time.",
    );
    await expect(button(page, "Set the new password")).toBeHidden();
  }
  // A part of a link is known for what it is at once, also where it is pasted into the open page.
  await page.goto(`${app.url}/auth#reset=abc`);
  await expect(page.getByRole("alert")).toContainText("This link is no longer valid.");
  await button(page, "Ask for a new link").click();
  await expect(page.getByRole("heading", { name: "Forgotten password" })).toBeVisible();
  await button(page, "Back to login").click();
  await expect(page.getByRole("heading", { name: "Log in" })).toBeVisible();
});

test("4 Auth page, forgotten password: a link opened while signed in sets the password of its own account alone", async ({
  app,
  page,
  outbox,
  elsewhere,
}) => {
  const owner = await withPassword(page.context(), app);
  const other = await withPassword(elsewhere.context(), app);
  for (const email of [owner.email, other.email]) {
    await new TestClient(app.url).post("/api/auth/forgot-password", { email });
  }
  // Somebody else's link leaves the person who is signed in here alone.
  await page.goto(at(app.url, await resetLink(outbox, other.email)));
  await setPassword(page, EN);
  await expect(screen.balanceCard(page)).toBeVisible();
  await expect(page.getByText(owner.email)).toBeVisible();
  expect((await other.get("/api/auth/me")).status).toBe(401);

  await page.goto(at(app.url, await resetLink(outbox, owner.email)));
  await button(page, "Back to login").click();
  await expect(screen.balanceCard(page)).toBeVisible();
  await page.goto(at(app.url, await resetLink(outbox, owner.email)));
  await setPassword(page, EN);
  await screen.expectNotice(page, "New password set");
  await expect(page.getByRole("heading", { name: "Log in" })).toBeVisible();
  await logIn(page, app, { email: owner.email, password: NEW_PASSWORD });
  await expect(screen.balanceCard(page)).toBeVisible();
  await expect(card(page, "Security notice")).toBeVisible();
});
