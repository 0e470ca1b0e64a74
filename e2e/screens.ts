import { mkdirSync, rmSync } from "node:fs";
import { chromium } from "@playwright/test";
import type { Browser } from "@playwright/test";
import { stateLiabilities } from "@veritick/server/testing/liabilities.ts";
import { startTestApp } from "@veritick/server/testing/test-app.ts";
import type { TestApp } from "@veritick/server/testing/test-app.ts";
import { cloneDatabase } from "@veritick/server/testing/test-database.ts";
import { startTestPostgres } from "@veritick/server/testing/test-postgres.ts";
import { spareSignatures } from "./kit/rounds.ts";
import config from "./playwright.config.ts";
import { picturesOfLimits, picturesOfSafety } from "./screens/account.ts";
import { beginDeposits, picturesOfAdmin } from "./screens/administration.ts";
import { pictureOfLiabilities, picturesOfFairness, picturesOfReceipt } from "./screens/checking.ts";
import { folder, looks, openPage, openDesk, pass, picture } from "./screens/look.ts";
import type { Look } from "./screens/look.ts";
import { picturesOfMoney } from "./screens/money.ts";
import { prepareAccount, prepareAdministration } from "./screens/prepare.ts";
import { pictureOfAdministration, pictureOfCheck, picturesOfDesk } from "./screens/readme.ts";

async function visit(browser: Browser, app: TestApp, email: string, look: Look): Promise<void> {
  const page = await openPage(browser, app, look);
  await page.waitForLoadState("networkidle");
  await picture(page, look, "landing");
  await page.goto(`${app.url}/auth`);
  await page.waitForLoadState("networkidle");
  await picture(page, look, "auth");
  await openDesk(page, app, email);
  await picture(page, look, "dashboard");
  await page.locator("[data-trade=buy]:visible").click();
  await page.waitForSelector("[role=dialog]");
  await page.locator("[role=dialog] input").first().fill("10");
  await page.waitForTimeout(300);
  await picture(page, look, "ticket", false);
  const keep = page.getByRole("button", { name: /^(Keep beside|Épingler)/ });
  if (await keep.isVisible()) {
    await keep.click();
    await page.waitForSelector("[data-ticket]");
    await picture(page, look, "ticket-kept", false);
    await page.getByRole("button", { name: /^(Close|Fermer)$/ }).click();
  } else await page.keyboard.press("Escape");
  await page.waitForTimeout(300);
  await page
    .locator("button:visible", { hasText: /deposit|déposer|dépôt/i })
    .first()
    .click();
  await page.waitForSelector("[role=dialog] input");
  await page.locator("[role=dialog] input").first().fill("25");
  await picture(page, look, "deposit-1", false);
  await page.keyboard.press("Enter");
  await page.waitForSelector("[role=dialog] svg");
  await page.waitForTimeout(500);
  await picture(page, look, "deposit-2", false);
  await page.keyboard.press("Escape");
  await picturesOfMoney(page, app, look);
  await picturesOfReceipt(page, app, look);
  await picturesOfFairness(page, app, look);
  await pictureOfLiabilities(page, app, look);
  await page.goto(`${app.url}/profile`);
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(300);
  await picture(page, look, "profile");
  await picturesOfLimits(page, app, look);
  await picturesOfSafety(page, app, look);
  await picturesOfAdmin(page, app, look);
  await page.context().close();
}

// An exit ends the browser and PostgreSQL, which a signal by itself would leave running.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(1));

/**
 * Takes the pictures of the README with real data (`npm run screens`). `npm run screens -- FOLDER` also takes pictures of
 * each screen into the folder, in English, dark and light, on a phone and on a desktop; `npm run screens -- FOLDER all` does so
 * for every width, theme and language. The clock is moved, so the prices are always the same.
 */
const postgres = await startTestPostgres();
const webRoot = spareSignatures();
process.once("exit", () => rmSync(webRoot, { recursive: true, force: true }));
const app = await startTestApp({ connection: await cloneDatabase(postgres), webRoot });
// Ends an hour, so that its page has something to show.
app.clock.jump(2900);
await pass(app, 700);
const browser = await chromium.launch(config.use!.launchOptions!);
try {
  const { email, story } = await prepareAccount(app);
  await picturesOfDesk(browser, app, email, story);
  await prepareAdministration(app);
  await stateLiabilities(app);
  await beginDeposits(app);
  await pictureOfAdministration(browser, app);
  if (folder !== undefined) {
    mkdirSync(folder, { recursive: true });
    for (const look of looks) await visit(browser, app, email, look);
  }
  await pictureOfCheck(browser, app, email);
} finally {
  await browser.close();
  await app.close();
  await postgres.stop();
}
