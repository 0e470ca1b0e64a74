import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expectNoViolations } from "../kit/checks.ts";
import { expect, test } from "../kit/fixtures.ts";
import type { MovableApp } from "../kit/fixtures.ts";
import { logIn, openProfile, PASSWORD } from "../kit/safety.ts";
import * as screen from "../kit/screen.ts";
import { pass } from "../kit/time.ts";
import { texts } from "../kit/words.ts";

test.use({ asksToConfirm: true });

const { email: words, auth } = texts.en;
const main = (page: Page) => page.getByRole("main");
const button = (page: Page, name: string) => main(page).getByRole("button", { name, exact: true });
const banner = (page: Page) => page.getByRole("region", { name: words.banner.label });
const newAddress = () => `${randomUUID()}@example.com`;

/** Waits for the newest e-mail to an address, and returns its link on the test server. */
async function linkTo(app: MovableApp, outbox: string, email: string): Promise<string> {
  await app.settled();
  const mail = readdirSync(outbox)
    .filter((name) => name.endsWith(".eml"))
    .sort()
    .map((name) => readFileSync(join(outbox, name), "utf8"))
    .findLast((text) => text.includes(`\r\nTo: ${email}\r\n`));
  const [, link] = /^http:\/\/[^/]+(\/auth#[\w-]+=[\w-]{43})\r?$/m.exec(mail ?? "") ?? [];
  if (link === undefined) throw new Error(`there is no link for ${email}`);
  return app.url + link;
}

async function register(page: Page, app: MovableApp, email: string): Promise<void> {
  await page.goto(`${app.url}/auth?mode=register`);
  await page.getByRole("textbox", { name: auth.email }).fill(email);
  await page.getByLabel(auth.password, { exact: true }).fill(PASSWORD);
  await page.getByLabel(auth.confirm, { exact: true }).fill(PASSWORD);
  await button(page, auth.register.submit).click();
  await expect(screen.balanceCard(page)).toBeVisible();
}

/** Follows a link in a browser, where it does nothing before the button is pressed. */
async function follow(page: Page, link: string, submit: string): Promise<void> {
  await page.goto(link);
  await expect(page).toHaveURL(/\/auth$/);
  await button(page, submit).click();
}

/** Waits until a page has heard of the confirmation. It does so while its live connection gets prices. */
async function expectNoBanner(page: Page, app: MovableApp): Promise<void> {
  await expect(async () => {
    await pass(app);
    await expect(banner(page)).toBeHidden({ timeout: 250 });
  }).toPass({ intervals: [0], timeout: 20_000 });
}

async function askForChange(page: Page, app: MovableApp, to: string): Promise<void> {
  await openProfile(page, app);
  await button(page, words.change.title).click();
  const dialog = screen.dialog(page);
  await dialog.getByLabel(words.change.label).fill(to);
  await dialog.getByRole("button", { name: words.change.submit }).click();
  await screen.dialog(page).getByLabel(texts.en.stepUp.password).fill(PASSWORD);
  await screen.dialog(page).getByRole("button", { name: texts.en.stepUp.submit }).click();
  await screen.expectNotice(page, words.change.sent);
}

test("asks in one line until the address is confirmed in any browser", async ({
  ownApp: app,
  outbox,
  page,
  elsewhere,
  expectFaults,
}) => {
  expectFaults(/status of 403 .*\/api\/profile\/email|status of 400 .*confirm-email/);
  const email = newAddress();
  await register(page, app, email);
  await expect(banner(page)).toContainText(email);
  await expectNoViolations(page, "banner");
  await banner(page).getByRole("button", { name: words.banner.sendAgain }).click();
  await screen.expectNotice(page, words.banner.sent);
  await banner(page).getByRole("link", { name: words.banner.change }).click();
  await expect(page).toHaveURL(/\/profile$/);
  await expect(banner(page)).toBeVisible();

  const link = await linkTo(app, outbox, email);
  await elsewhere.goto(link);
  await expect(button(elsewhere, words.confirm.submit)).toBeVisible();
  await expectNoViolations(elsewhere, "link");
  await expect(banner(page)).toBeVisible();
  await button(elsewhere, words.confirm.submit).click();
  await expect(main(elsewhere)).toContainText(words.confirm.confirmed.body);
  await expectNoBanner(page, app);

  await elsewhere.goto("about:blank");
  await follow(elsewhere, link, words.confirm.submit);
  await expect(main(elsewhere)).toContainText("This link is no longer valid.");
  await button(elsewhere, words.next).click();
  await expect(button(elsewhere, auth.login.submit)).toBeVisible();
});

test("changes the address by a link to the new one, which the old one can undo", async ({
  ownApp: app,
  outbox,
  page,
  elsewhere,
  expectFaults,
}) => {
  expectFaults(/status of 403 .*\/api\/profile\/email|status of 401/);
  const [from, to] = [newAddress(), newAddress()];
  await register(page, app, from);
  await follow(elsewhere, await linkTo(app, outbox, from), words.confirm.submit);
  await expectNoBanner(page, app);

  await askForChange(page, app, to);
  const [change, keep] = [await linkTo(app, outbox, to), await linkTo(app, outbox, from)];
  await follow(elsewhere, change, words.confirm.submit);
  await expect(main(elsewhere)).toContainText(words.confirm.changed.body);
  // The page that asked is signed out like all others.
  await expect(page).toHaveURL(/\/auth$/);
  await logIn(page, app, { email: to });
  await expect(screen.balanceCard(page)).toBeVisible();

  await elsewhere.goto(keep);
  await expect(button(elsewhere, words.keep.submit)).toBeVisible();
  await expectNoViolations(elsewhere, "link");
  await button(elsewhere, words.keep.submit).click();
  await screen.expectNotice(elsewhere, words.keep.done);
  await expect(page).toHaveURL(/\/auth$/);
  const password = "another long password";
  await elsewhere.getByLabel(auth.reset.password, { exact: true }).fill(password);
  await elsewhere.getByLabel(auth.confirm, { exact: true }).fill(password);
  await button(elsewhere, auth.reset.submit).click();
  await screen.expectNotice(elsewhere, auth.reset.done);
  await logIn(elsewhere, app, { email: from, password });
  await expect(screen.balanceCard(elsewhere)).toBeVisible();
});

test.describe("where withdrawals need a confirmed address", () => {
  test.use({
    environment: {
      CONFIRM_EMAIL_BEFORE: "withdrawal",
    },
  });

  test("the withdrawal dialog says so before anything is typed", async ({
    ownApp: app,
    outbox,
    page,
    elsewhere,
  }) => {
    const email = newAddress();
    await register(page, app, email);
    await screen.balanceCard(page).getByRole("button", { name: "Withdraw" }).click();
    const notice = screen.dialog(page).getByText(texts.en.payments.withdrawal.unconfirmed(email));
    await expect(notice).toBeVisible();
    await follow(elsewhere, await linkTo(app, outbox, email), words.confirm.submit);
    await expect(notice).toBeHidden();
  });
});
