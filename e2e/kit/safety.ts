import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Page } from "@playwright/test";
import type { TwoStep } from "@veritick/server/testing/two-step.ts";
import { TestClient } from "@veritick/server/testing/test-client.ts";
import { expect } from "./fixtures.ts";
import type { MovableApp } from "./fixtures.ts";
import { signIn } from "./people.ts";
import * as screen from "./screen.ts";

export const PASSWORD = "a long password";

export type Owner = TestClient & { email: string };

/** Somebody with a password whose session the browser shares, but who has not gone anywhere yet. */
export async function withPassword(
  context: BrowserContext,
  app: MovableApp,
  email = `${randomUUID()}@example.com`,
): Promise<Owner> {
  const client = new TestClient(app.url);
  await client.register(email, PASSWORD);
  await signIn(context, client);
  return Object.assign(client, { email });
}

/** The same person, who looks at the profile. */
export async function onProfile(page: Page, app: MovableApp): Promise<Owner> {
  const owner = await withPassword(page.context(), app);
  await openProfile(page, app);
  return owner;
}

export async function openProfile(page: Page, app: MovableApp): Promise<void> {
  await page.goto(`${app.url}/profile`);
  await expect(card(page, /^(Account|Compte)$/)).toBeVisible();
}

const WORDS = {
  en: { email: "E-mail", password: "Password", submit: "Log in" },
  fr: { email: "E-mail", password: "Mot de passe", submit: "Se connecter" },
};

/** Types what is asked first on the auth page, and sends it. */
export async function logIn(
  page: Page,
  app: MovableApp,
  {
    email,
    password = PASSWORD,
    language = "en",
  }: { email: string; password?: string; language?: "en" | "fr" },
): Promise<void> {
  const words = WORDS[language];
  if (new URL(page.url(), app.url).pathname !== "/auth") await page.goto(`${app.url}/auth`);
  await page.getByRole("textbox", { name: words.email }).fill(email);
  await page.getByLabel(words.password, { exact: true }).fill(password);
  await page.getByRole("main").getByRole("button", { name: words.submit, exact: true }).click();
}

/** A card of a page by its title. */
export const card = (page: Page, name: string | RegExp) => page.getByRole("region", { name, exact: true });

/** The field of the second step, wherever it is asked for. */
export const secondStep = (page: Page) => page.getByLabel(/^(Code from your app|Code de votre application)$/);
export const recoveryField = (page: Page) => page.getByLabel(/^(Recovery code|Code de secours)$/);

/** Types a password into the open dialog and goes on. */
export async function prove(page: Page, button: string | RegExp, password = PASSWORD): Promise<void> {
  await screen
    .dialog(page)
    .getByLabel(/^(Password|Mot de passe)$/)
    .fill(password);
  await screen.dialog(page).getByRole("button", { name: button, exact: true }).click();
}

/** The secret for the authenticator app, as the open dialog shows it to be typed. */
export async function shownSecret(page: Page): Promise<string> {
  const text = (await screen.dialog(page).innerText()).replaceAll(/\s/g, "");
  return /(?<=:)[A-Z2-7]{32}/.exec(text)![0];
}

export const recoveryCodes = (page: Page) =>
  page.getByRole("list", { name: /^(Your recovery codes|Vos codes de secours)$/ }).getByRole("listitem");

/** Enters the second step of a login with a code that was not used before. */
export async function passSecondStep(page: Page, app: MovableApp, twoStep: TwoStep): Promise<void> {
  await secondStep(page).fill(twoStep.nextCode());
  await secondStep(page).press("Enter");
  await expect(screen.balanceCard(page)).toBeVisible();
  await app.settled();
}

export type Mail = { subject: string; link: string };

/** The e-mails with a link that were sent to an address so far, the oldest first. */
export function mailsTo(outbox: string, email: string): Mail[] {
  return readdirSync(outbox)
    .filter((name) => name.endsWith(".eml"))
    .sort()
    .map((name) => readFileSync(join(outbox, name), "utf8"))
    .filter((mail) => mail.includes(`\r\nTo: ${email}\r\n`))
    .map((mail) => ({
      subject: /^Subject: (.*)$/m.exec(mail)?.[1]?.trim() ?? "",
      link: /^http\S+\/auth#reset=[\w-]{43}$/m.exec(mail.replaceAll("\r\n", "\n"))?.[0] ?? "",
    }));
}

/** The newest link to a new password that was sent to an address. */
export async function resetLink(outbox: string, email: string, count = 1): Promise<string> {
  await expect.poll(() => mailsTo(outbox, email).length).toBe(count);
  return mailsTo(outbox, email).at(-1)!.link;
}
