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
import { saying, texts } from "./words.ts";

export const PASSWORD = "a long password";

export type Owner = TestClient & { email: string; user: { id: string } };

/** Signs the browser in as a user with a password. Opens no page. */
export async function withPassword(
  context: BrowserContext,
  app: MovableApp,
  email = `${randomUUID()}@example.com`,
): Promise<Owner> {
  const client = new TestClient(app.url);
  const user = await client.register(email, PASSWORD);
  await signIn(context, client);
  return Object.assign(client, { email, user });
}

/** Does the same and opens the profile. */
export async function onProfile(page: Page, app: MovableApp): Promise<Owner> {
  const owner = await withPassword(page.context(), app);
  await openProfile(page, app);
  return owner;
}

export async function openProfile(page: Page, app: MovableApp): Promise<void> {
  await page.goto(`${app.url}/profile`);
  await expect(
    card(
      page,
      saying((text) => text.profile.account.title),
    ),
  ).toBeVisible();
}

/** Fills in the login form and sends it. */
export async function logIn(
  page: Page,
  app: MovableApp,
  {
    email,
    password = PASSWORD,
    language = "en",
  }: { email: string; password?: string; language?: "en" | "fr" },
): Promise<void> {
  const { auth } = texts[language];
  if (new URL(page.url(), app.url).pathname !== "/auth") await page.goto(`${app.url}/auth`);
  await page.getByRole("textbox", { name: auth.email }).fill(email);
  await page.getByLabel(auth.password, { exact: true }).fill(password);
  await page.getByRole("main").getByRole("button", { name: auth.login.submit, exact: true }).click();
}

/** A card of a page, found by its title. */
export const card = (page: Page, name: string | RegExp) => page.getByRole("region", { name, exact: true });

/** The field of the second step, on the auth page or in a dialog. */
export const secondStep = (page: Page) => page.getByLabel(saying((text) => text.common.twoStep.code));
export const recoveryField = (page: Page) =>
  page.getByLabel(saying((text) => text.common.twoStep.recoveryCode));

/** Types the password into the open dialog and presses `button`. */
export async function prove(page: Page, button: string | RegExp, password = PASSWORD): Promise<void> {
  await screen
    .dialog(page)
    .getByLabel(
      saying(
        (text) => text.auth.password,
        (text) => text.profile.twoStep.password,
      ),
    )
    .fill(password);
  await screen.dialog(page).getByRole("button", { name: button, exact: true }).click();
}

/** Reads the secret for the authenticator app from the open dialog. */
export async function shownSecret(page: Page): Promise<string> {
  const text = (await screen.dialog(page).innerText()).replaceAll(/\s/g, "");
  return /(?<=:)[A-Z2-7]{32}/.exec(text)![0];
}

export const recoveryCodes = (page: Page) =>
  page.getByRole("list", { name: saying((text) => text.profile.twoStep.codes.list) }).getByRole("listitem");

/** Completes the second step of a login with an unused code. */
export async function passSecondStep(page: Page, app: MovableApp, twoStep: TwoStep): Promise<void> {
  await secondStep(page).fill(twoStep.nextCode());
  await secondStep(page).press("Enter");
  await expect(screen.balanceCard(page)).toBeVisible();
  await app.settled();
}

export type Mail = { subject: string; link: string };

/** Reads all e-mails to an address, the oldest first, each with its link to a new password. */
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

/** Waits for the `count`th e-mail with a link to an address and returns that link. */
export async function resetLink(outbox: string, email: string, count = 1): Promise<string> {
  const links = () => mailsTo(outbox, email).flatMap(({ link }) => (link === "" ? [] : [link]));
  await expect.poll(() => links().length).toBe(count);
  return links().at(-1)!;
}
