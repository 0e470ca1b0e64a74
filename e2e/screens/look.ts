import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import type { TestApp } from "@veritick/server/testing/test-app.ts";

/** The folder for pictures of all screens; without one, only those of the README are taken. */
export const folder = process.argv[2];
const isComplete = process.argv[3] === "all";
const WIDTHS = { 360: 800, 768: 1024, 1440: 900 } as const;
export const PASSWORD = "a long password";

export type Look = { theme: "dark" | "light"; language: "en" | "fr"; width: keyof typeof WIDTHS };
export const looks: Look[] = (["dark", "light"] as const).flatMap((theme) =>
  (isComplete ? (["en", "fr"] as const) : (["en"] as const)).flatMap((language) =>
    (isComplete ? ([360, 768, 1440] as const) : ([360, 1440] as const)).map((width) => ({
      theme,
      language,
      width,
    })),
  ),
);

export async function pass(app: TestApp, seconds: number): Promise<void> {
  app.clock.advance(seconds);
  await app.settled();
}

export async function openPage(
  browser: Browser,
  app: TestApp,
  look: Look,
  deviceScaleFactor = 1,
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: look.width, height: WIDTHS[look.width] },
    deviceScaleFactor,
    reducedMotion: "reduce",
    timezoneId: "UTC",
    hasTouch: look.width === 360,
    isMobile: look.width === 360,
  });
  await context.addInitScript((preferences) => {
    localStorage.setItem("theme", preferences.theme);
    localStorage.setItem("language", preferences.language);
  }, look);
  const page = await context.newPage();
  await page.goto(app.url);
  return page;
}

/** Signs the browser in, and removes the notices about the preparation from the pictures. */
export async function signIn(page: Page, app: TestApp, email: string): Promise<void> {
  const answer = await page.request.post(`${app.url}/api/auth/login`, {
    data: { email, password: PASSWORD },
  });
  if (!answer.ok()) throw new Error(`signing in answered ${answer.status()}`);
  await page.request.post(`${app.url}/api/profile/security/seen`, { data: {} });
}

/** Signs the browser in and opens the live dashboard of somebody who has traded. */
export async function openDesk(page: Page, app: TestApp, email: string): Promise<void> {
  await signIn(page, app, email);
  await page.goto(app.url);
  await page.waitForSelector("canvas");
  // The live connection gets the newest price with its first tick. The change of the price needs a second one.
  await page.waitForTimeout(600);
  await pass(app, 1);
  await pass(app, 1);
  // The last card of the dashboard loads after everything else.
  await page.waitForSelector("main a[href='/results']");
  await page.waitForTimeout(400);
}

export async function picture(page: Page, look: Look, name: string, fullPage = true): Promise<void> {
  const path = join(folder!, `${name}-${look.theme}-${look.language}-${look.width}.png`);
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path, fullPage });
}
