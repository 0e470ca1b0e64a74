import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import type { TestApp } from "@veritick/server/testing/test-app.ts";

export const folder = process.argv[2] ?? "screens";
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

export async function openPage(browser: Browser, app: TestApp, look: Look): Promise<Page> {
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

export async function picture(page: Page, look: Look, name: string, fullPage = true): Promise<void> {
  const path = join(folder, `${name}-${look.theme}-${look.language}-${look.width}.png`);
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path, fullPage });
}
