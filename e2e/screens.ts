import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import type { Browser, Page } from "@playwright/test";
import { startEmbeddedPostgres } from "@veritick/server/platform/embedded-postgres/start-embedded-postgres.ts";
import { startTestApp } from "@veritick/server/testing/test-app.ts";
import type { TestApp } from "@veritick/server/testing/test-app.ts";
import { TestClient } from "@veritick/server/testing/test-client.ts";
import config from "./playwright.config.ts";

/**
 * `npm run screens`: pictures of each screen with real data into docs/screens, in English, dark and light, on a phone and on
 * a desktop. `npm run screens -- FOLDER all` makes them for every width, theme and language. Time is moved, so that the
 * prices are the same whenever they are made.
 */
const folder = process.argv[2] ?? "docs/screens";
const isComplete = process.argv[3] === "all";
const WIDTHS = { 360: 800, 768: 1024, 1440: 900 } as const;
const PASSWORD = "a long password";

type Look = { theme: "dark" | "light"; language: "en" | "fr"; width: keyof typeof WIDTHS };
const looks: Look[] = (["dark", "light"] as const).flatMap((theme) =>
  (isComplete ? (["en", "fr"] as const) : (["en"] as const)).flatMap((language) =>
    (isComplete ? ([360, 768, 1440] as const) : ([360, 1440] as const)).map((width) => ({
      theme,
      language,
      width,
    })),
  ),
);

async function pass(app: TestApp, seconds: number): Promise<void> {
  app.clock.advance(seconds);
  await app.settled();
}

/** An account with a past: deposits, settled positions of both outcomes, and some that are open. */
async function prepareAccount(app: TestApp): Promise<string> {
  const email = "ada@example.com";
  const client = new TestClient(app.url);
  await client.register(email, PASSWORD);
  await client.post("/api/deposits", { amount: "250" });
  for (let second = 0; second < 6; second += 1) await pass(app, 1);
  const open = (type: string, amount: string, duration: number) =>
    client.post("/api/trading/positions", { type, amount, duration });
  for (const type of ["buy", "sell", "buy", "sell"]) {
    await open(type, "10", 1);
    await pass(app, 61);
  }
  await client.post("/api/deposits", { amount: "40" });
  await pass(app, 2);
  await open("buy", "10", 10);
  await pass(app, 100);
  await open("sell", "5", 5);
  await pass(app, 40);
  await open("buy", "12.50", 1);
  await pass(app, 20);
  return email;
}

async function openPage(browser: Browser, app: TestApp, look: Look): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: look.width, height: WIDTHS[look.width] },
    reducedMotion: "reduce",
    timezoneId: "UTC",
    hasTouch: look.width === 360,
  });
  await context.addInitScript((preferences) => {
    localStorage.setItem("theme", preferences.theme);
    localStorage.setItem("language", preferences.language);
  }, look);
  const page = await context.newPage();
  await page.goto(app.url);
  return page;
}

async function picture(page: Page, look: Look, name: string, fullPage = true): Promise<void> {
  const path = join(folder, `${name}-${look.theme}-${look.language}-${look.width}.png`);
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path, fullPage });
}

async function signIn(page: Page, app: TestApp, email: string): Promise<void> {
  const answer = await page.request.post(`${app.url}/api/auth/login`, {
    data: { email, password: PASSWORD },
  });
  if (!answer.ok()) throw new Error(`signing in answered ${answer.status()}`);
  await page.goto(app.url);
  await page.waitForSelector("canvas");
  // The live connection has the newest price once it has heard a tick.
  await page.waitForTimeout(600);
  await pass(app, 1);
  await page.waitForTimeout(400);
}

async function visit(browser: Browser, app: TestApp, email: string, look: Look): Promise<void> {
  const page = await openPage(browser, app, look);
  await page.waitForLoadState("networkidle");
  await picture(page, look, "landing");
  await page.goto(`${app.url}/auth`);
  await page.waitForLoadState("networkidle");
  await picture(page, look, "auth");
  await signIn(page, app, email);
  await picture(page, look, "dashboard");
  await page
    .locator("button:visible", { hasText: /buy|acheter/i })
    .first()
    .click();
  await page.waitForSelector("[role=dialog]");
  await page.locator("[role=dialog] input").first().fill("10");
  await page.waitForTimeout(300);
  await picture(page, look, "ticket", false);
  await page.keyboard.press("Escape");
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
  await page.goto(`${app.url}/profile`);
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(300);
  await picture(page, look, "profile");
  await page.context().close();
}

mkdirSync(folder, { recursive: true });
const dataDir = mkdtempSync(join(tmpdir(), "veritick-screens-"));
const postgres = await startEmbeddedPostgres({ dataDir, log: ({ message }) => void message });
const app = await startTestApp({ connection: postgres.connection });
await pass(app, 700);
const browser = await chromium.launch(config.use!.launchOptions!);
try {
  const email = await prepareAccount(app);
  for (const look of looks) await visit(browser, app, email, look);
} finally {
  await browser.close();
  await app.close();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
