import type { Page } from "@playwright/test";
import { expect, rare, test } from "../kit/fixtures.ts";
import { onDashboard } from "../kit/people.ts";

const root = (page: Page) => page.locator("html");

/** The colour of the browser's own bar, and the lightness of the page from 0 to 255. */
async function colours(page: Page): Promise<{ bar: string | null; lightness: number }> {
  return {
    bar: await page.locator("meta[name=theme-color]").getAttribute("content"),
    lightness: await page.evaluate(() => {
      const [red = 0, green = 0, blue = 0] = getComputedStyle(document.body)
        .backgroundColor.match(/[\d.]+/g)!
        .map(Number);
      return (red + green + blue) / 3;
    }),
  };
}

test("begins in English and dark in any system language, and offers French once", async ({
  browser,
  app,
}) => {
  const context = await browser.newContext({ colorScheme: "dark", locale: "fr-FR" });
  const page = await context.newPage();
  const offer = page.getByText("Disponible en français.");
  await page.goto(app.url);
  await expect(page.getByRole("link", { name: "Get started" })).toBeVisible();
  await expect(offer).toBeVisible();
  await expect(root(page)).toHaveAttribute("lang", "en");
  await expect(root(page)).toHaveAttribute("data-theme", "dark");
  const { bar, lightness } = await colours(page);
  expect(bar).toBe("#090d13");
  expect(lightness).toBeLessThan(60);
  await page.getByRole("button", { name: "Passer en français" }).click();
  await expect(page.getByRole("link", { name: "Commencer", exact: true })).toBeVisible();
  await expect(offer).toBeHidden();
  await page.evaluate(() => localStorage.removeItem("language"));
  await page.reload();
  await expect(page.getByRole("link", { name: "Get started" })).toBeVisible();
  await expect(offer).toBeHidden();
  await context.close();
});

test("follows the system's theme until the user chooses one", async ({ app, page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto(app.url);
  await expect(root(page)).toHaveAttribute("data-theme", "light");
  const light = await colours(page);
  expect(light.bar).toBe("#f5f2ec");
  expect(light.lightness).toBeGreaterThan(200);
  // The system changes its theme while the page is open, as in the evening.
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(root(page)).toHaveAttribute("data-theme", "dark");
  expect((await colours(page)).bar).toBe("#090d13");

  await page.getByRole("button", { name: "Switch to the light theme" }).click();
  await expect(root(page)).toHaveAttribute("data-theme", "light");
  expect((await colours(page)).bar).toBe("#f5f2ec");
  await page.getByRole("button", { name: "Switch to the dark theme" }).click();
  for (const colorScheme of ["light", "dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(root(page)).toHaveAttribute("data-theme", "dark");
  }
  await page.reload();
  await expect(root(page)).toHaveAttribute("data-theme", "dark");
  expect((await colours(page)).bar).toBe("#090d13");
});

test("keeps a chosen language and theme over reloads, on every page and in other tabs", async ({
  app,
  page,
  context,
}) => {
  await page.goto(app.url);
  const other = await context.newPage();
  await other.goto(`${app.url}/auth`);
  await page.getByRole("group", { name: "Language" }).getByRole("button", { name: "Français" }).click();
  await page.getByRole("button", { name: "Passer au thème clair" }).click();
  for (const each of [page, other]) {
    await expect(root(each)).toHaveAttribute("lang", "fr");
    await expect(root(each)).toHaveAttribute("data-theme", "light");
  }
  await expect(other.getByRole("heading", { name: "Connexion" })).toBeVisible();
  await expect(other).toHaveTitle("Connexion · Veritick");

  await page.reload();
  await expect(page.getByRole("link", { name: "Commencer", exact: true })).toBeVisible();
  await expect(root(page)).toHaveAttribute("lang", "fr");
  await expect(root(page)).toHaveAttribute("data-theme", "light");
  await page.getByRole("group", { name: "Langue" }).getByRole("button", { name: "English" }).click();
  await expect(root(page)).toHaveAttribute("lang", "en");
  await page.reload();
  await expect(page.getByRole("link", { name: "Get started" })).toBeVisible();
});

rare(
  "ticks the current language in the profile menu and switches it without a call",
  async ({ app, page }) => {
    const person = await onDashboard(page, app, "10");
    const button = page.getByRole("button", { name: /Your account/ });
    await expect(button).toHaveText(person.user.email.slice(0, 2).toUpperCase());
    await button.click();
    await expect(page.getByRole("menuitem")).toHaveText([
      "Profile",
      "Practice",
      "My results",
      "Limits",
      "Fairness",
      "Language",
      "Log out",
    ]);
    await page.getByRole("menuitem", { name: "Language" }).press("ArrowRight");
    await expect(page.getByRole("menuitemradio", { name: "English" })).toBeChecked();
    const calls: string[] = [];
    // The page polls positions by itself, and asks once for a support chat and for the last days' results.
    const isByItself = (url: string) => /\/positions$|\/api\/settings$|\/api\/results\?/.test(url);
    page.on("request", (request) => {
      if (request.url().includes("/api/") && !isByItself(request.url())) calls.push(request.url());
    });
    await page.getByRole("menuitemradio", { name: "Français" }).press("Enter");
    await expect(page.getByRole("region", { name: "Solde" })).toBeVisible();
    await expect(root(page)).toHaveAttribute("lang", "fr");
    expect(calls).toEqual([]);

    await page.getByRole("button", { name: /Votre compte/ }).click();
    await page.getByRole("menuitem", { name: "Profil" }).click();
    await expect(page).toHaveURL(`${app.url}/profile`);
    await expect(page.getByRole("heading", { name: "Profil" })).toBeVisible();
  },
);
