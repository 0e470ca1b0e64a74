import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { TestClient } from "@veritick/server/testing/test-client.ts";
import { expect, rare, test } from "../kit/fixtures.ts";
import type { MovableApp } from "../kit/fixtures.ts";
import { card, logIn, mailsTo, PASSWORD, resetLink, withPassword } from "../kit/safety.ts";
import * as screen from "../kit/screen.ts";
import { jump } from "../kit/time.ts";

const NEW_PASSWORD = "another long password";
const main = (page: Page) => page.getByRole("main");
const button = (page: Page, name: string) => main(page).getByRole("button", { name, exact: true });

/** Returns a link with the test server's address in place of the configured one. */
const at = (url: string, link: string) => url + link.slice(new URL(link).origin.length);

async function askForLink(page: Page, app: MovableApp, email: string): Promise<void> {
  await page.goto(`${app.url}/auth`);
  await button(page, "Forgot your password?").click();
  await page.getByRole("textbox", { name: "E-mail" }).fill(email);
  await button(page, "Send the link").click();
  await expect(main(page)).toContainText("has an account, we have sent it a link");
  await app.settled();
}

const WORDS = { next: "New password", confirm: "Confirm the password", submit: "Set the new password" };

async function setPassword(page: Page): Promise<void> {
  await page.getByLabel(WORDS.next, { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel(WORDS.confirm, { exact: true }).fill(NEW_PASSWORD);
  await button(page, WORDS.submit).click();
}

const sent = (email: string) =>
  `If ${email} has an account, we have sent it a link to choose a new password.`;

test("sets a new password by a mailed link and ends all sessions", async ({
  app,
  page,
  outbox,
  elsewhere,
}) => {
  const owner = await withPassword(elsewhere.context(), app);
  const nobody = `${randomUUID()}@example.com`;
  await page.goto(`${app.url}/auth`);
  for (const email of [nobody, owner.email]) {
    await button(page, "Forgot your password?").click();
    await page.getByRole("textbox", { name: "E-mail" }).fill(email);
    await button(page, "Send the link").click();
    await expect(main(page)).toContainText(sent(email));
    await page.reload();
  }
  await app.settled();
  const opened = await resetLink(outbox, owner.email);
  expect(mailsTo(outbox, owner.email)[0]!.subject).toBe("Veritick: Set a new password");
  expect(mailsTo(outbox, nobody)).toEqual([]);

  await page.goto(at(app.url, opened));
  await expect(page.getByRole("heading", { name: "Choose a new password" })).toBeVisible();
  // The secret must not stay in the address bar, in the history or in screenshots.
  await expect(page).toHaveURL(`${app.url}/auth`);
  await button(page, WORDS.submit).click();
  await screen.expectNotice(page, "Error", "The new password must be at least 6 characters");
  await expect(page.getByLabel(WORDS.next, { exact: true })).toBeFocused();
  await setPassword(page);
  await screen.expectNotice(page, "New password set");
  expect((await owner.get("/api/auth/me")).status).toBe(401);

  await logIn(page, app, { email: owner.email, password: NEW_PASSWORD });
  await expect(screen.balanceCard(page)).toBeVisible();
  const old = { email: owner.email, password: PASSWORD };
  expect((await new TestClient(app.url).post("/api/auth/login", old)).status).toBe(401);
});

rare(
  "refuses an expired or mangled link and offers a new one",
  async ({ app, page, outbox, expectFaults }) => {
    expectFaults(/status of 400 .*\/api\/auth\/reset-password/);
    const { email } = await withPassword(page.context(), app);
    await page.context().clearCookies();
    await askForLink(page, app, email);
    const old = await resetLink(outbox, email);
    await jump(app, 60 * 60 + 1);
    await page.goto(at(app.url, old));
    await setPassword(page);
    await expect(page.getByRole("alert")).toHaveText(
      "This link is no longer valid. Each link works once and expires soon.",
    );
    await expect(button(page, "Set the new password")).toBeHidden();
    // The page recognises a truncated link at once, also one pasted into the open page.
    await page.goto(`${app.url}/auth#reset=abc`);
    await expect(page.getByRole("alert")).toContainText("This link is no longer valid.");
    await button(page, "Request a new link").click();
    await expect(page.getByRole("heading", { name: "Forgotten password" })).toBeVisible();
    await button(page, "Back to sign-in").click();
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  },
);

rare(
  "changes only the account a link belongs to, even with another user signed in",
  async ({ app, page, outbox, elsewhere }) => {
    const owner = await withPassword(page.context(), app);
    const other = await withPassword(elsewhere.context(), app);
    for (const email of [owner.email, other.email]) {
      await new TestClient(app.url).post("/api/auth/forgot-password", { email });
    }
    // The link of another account does not affect the session of this browser.
    await app.settled();
    await page.goto(at(app.url, await resetLink(outbox, other.email)));
    await setPassword(page);
    await expect(screen.balanceCard(page)).toBeVisible();
    await expect(page.getByText(owner.email)).toBeVisible();
    expect((await other.get("/api/auth/me")).status).toBe(401);

    await page.goto(at(app.url, await resetLink(outbox, owner.email)));
    await button(page, "Back to sign-in").click();
    await expect(screen.balanceCard(page)).toBeVisible();
    await page.goto(at(app.url, await resetLink(outbox, owner.email)));
    await setPassword(page);
    await screen.expectNotice(page, "New password set");
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
    await logIn(page, app, { email: owner.email, password: NEW_PASSWORD });
    await expect(screen.balanceCard(page)).toBeVisible();
    await expect(card(page, "Security notice")).toBeVisible();
  },
);
