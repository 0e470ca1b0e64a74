import { fileURLToPath } from "node:url";
import { test as base } from "@playwright/test";
import { createServer } from "vite";
import { expectNoViolations, expectToFit } from "../kit/checks.ts";
import { expect } from "../kit/fixtures.ts";
import * as screen from "../kit/screen.ts";

const root = fileURLToPath(new URL("../../packages/web", import.meta.url));

/** Serves the page of the design system like `npm run design`, on a port of its own. */
const test = base.extend<{ address: string }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs.
  address: async ({}, use, { outputDir }) => {
    const server = await createServer({
      root,
      configFile: `${root}/vite.config.ts`,
      cacheDir: `${outputDir}/vite`,
      logLevel: "error",
      optimizeDeps: { entries: ["design.html"] },
      server: { port: 0, host: "127.0.0.1" },
    });
    await server.listen();
    await use(`${server.resolvedUrls!.local[0]}design.html`);
    await server.close();
  },
});

test("shows every component in both themes without a fault that axe finds", async ({ address, page }) => {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectNoViolations(page, "design system");
  await expect(page.locator("[data-weak]")).toHaveCount(0);
  await page.getByRole("button", { name: /^FR, / }).first().click();
  await expect(page.getByRole("group", { name: "Langue" }).first()).toBeVisible();
  await page.setViewportSize({ width: 320, height: 800 });
  await expectToFit(page, "design system at 320 px");

  await page.getByRole("button", { name: "Open a dialog" }).first().click();
  await expect(screen.dialog(page).getByRole("textbox")).toBeFocused();
  expect(faults).toEqual([]);
});
