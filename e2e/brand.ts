import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import type { Page } from "@playwright/test";
import { FAVICON, PNG_ICONS } from "./brand/icons.ts";
import { socialPage } from "./brand/social.ts";
import config from "./playwright.config.ts";

/** Draws the icons and the picture for other sites into the web app's public folder (`npm run brand`). */
const folder = new URL("../packages/web/public/", import.meta.url);
const font = import.meta.resolve("@fontsource-variable/geist/files/geist-latin-wght-normal.woff2");

async function picture(page: Page, name: string, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.evaluate(() => document.fonts.ready);
  const bytes = await page.screenshot({ omitBackground: true, path: fileURLToPath(new URL(name, folder)) });
  console.log(`${name}: ${width} x ${height}, ${(bytes.length / 1000).toFixed(1)} kB`);
}

writeFileSync(new URL("favicon.svg", folder), FAVICON);
const browser = await chromium.launch(config.use!.launchOptions!);
try {
  const page = await browser.newPage();
  for (const [name, { svg, size }] of Object.entries(PNG_ICONS)) {
    await page.setContent(
      `<style>body { margin: 0 } svg { display: block; width: 100vw; height: 100vh }</style>${svg}`,
    );
    await picture(page, name, size, size);
  }
  const fontBytes = readFileSync(new URL(font)).toString("base64");
  await page.setContent(socialPage(`data:font/woff2;base64,${fontBytes}`));
  await page.evaluate(() => document.fonts.load("600 76px Geist"));
  await picture(page, "social.png", 1200, 630);
} finally {
  await browser.close();
}
