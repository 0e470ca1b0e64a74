import puppeteer from "puppeteer-core";
import type { Browser, KeyInput, Page } from "puppeteer-core";
import type { Driver, Engine } from "./driver.ts";

type Own = Exclude<Engine, "webkit">;

/** Starts Chromium or Firefox without a window. */
export async function startPuppeteer(engine: Own, executablePath: string): Promise<Driver> {
  const browser = await puppeteer.launch({
    browser: engine === "firefox" ? "firefox" : "chrome",
    executablePath,
    headless: true,
    args: engine === "chromium" ? ["--no-sandbox", "--disable-gpu"] : [],
    extraPrefsFirefox: { "intl.accept_languages": "en-GB", "ui.prefersReducedMotion": 1 },
    defaultViewport: { width: 1180, height: 900 },
  });
  // Firefox gives its first tab no focus.
  return driverOf(engine, browser, await browser.newPage());
}

function driverOf(engine: Own, browser: Browser, page: Page): Driver {
  return {
    engine,
    goto: async (url) => {
      await page.goto(url, { waitUntil: "load" });
      await takeKeyboard(browser, page);
    },
    evaluate: <T>(body: string, ...args: readonly unknown[]) =>
      page.evaluate(`(async (args) => {${body}})(${JSON.stringify(args)})`) as Promise<T>,
    pressAt: (x, y) =>
      page.mouse.click(x, y).catch(async (error: Error) => {
        // Firefox takes no pointer while a tab that just came to the front has no window yet.
        if (!error.message.includes("NS_ERROR_FAILURE")) throw error;
        await page.mouse.reset();
        await page.evaluate("new Promise(requestAnimationFrame)");
        await page.mouse.click(x, y);
      }),
    type: (text) => page.keyboard.type(text),
    key: (name) => page.keyboard.press(name as KeyInput),
    screenshot: async () => Buffer.from(await page.screenshot()),
    resize: (width, height) => page.setViewport({ width, height }),
    newTab: async () => driverOf(engine, browser, await browser.newPage()),
    toFront: () => page.bringToFront(),
    closeTab: () => page.close(),
    setOffline: engine === "chromium" ? (isOffline) => page.setOfflineMode(isOffline) : undefined,
    close: () => browser.close(),
  };
}

/** In Firefox a download, for instance, takes the keyboard from the page. A look at another tab gives it back. */
async function takeKeyboard(browser: Browser, page: Page): Promise<void> {
  if (await page.evaluate("document.hasFocus()")) return;
  const other = await browser.newPage();
  await page.bringToFront();
  await other.close();
}
