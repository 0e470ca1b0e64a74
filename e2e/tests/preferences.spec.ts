import type { Page } from "@playwright/test";
import { expect, rare, test } from "../kit/fixtures.ts";
import { onDashboard, withMoney } from "../kit/people.ts";

const root = (page: Page) => page.locator("html");

/** The colours of the browser's own bar and controls, and whether the page itself is light or dark. */
async function shownTheme(page: Page) {
  return {
    bar: await page.locator("meta[name=theme-color]").getAttribute("content"),
    ...(await page.evaluate(() => {
      const [red = 0, green = 0, blue = 0] = getComputedStyle(document.body)
        .backgroundColor.match(/[\d.]+/g)!
        .map(Number);
      return {
        controls: getComputedStyle(document.documentElement).colorScheme,
        page: (red + green + blue) / 3 > 127 ? "light" : "dark",
      };
    })),
  };
}

async function expectTheme(page: Page, theme: "dark" | "light"): Promise<void> {
  await expect(root(page)).toHaveAttribute("data-theme", theme);
  const bar = theme === "dark" ? "#090d13" : "#f5f2ec";
  await expect.poll(() => shownTheme(page)).toEqual({ bar, controls: theme, page: theme });
}

test("begins in English in any system language, and offers French once", async ({ browser, app }) => {
  const context = await browser.newContext({ locale: "fr-FR" });
  const page = await context.newPage();
  const offer = page.getByText("Disponible en français.");
  await page.goto(app.url);
  await expect(page.getByRole("link", { name: "Get started" })).toBeVisible();
  await expect(offer).toBeVisible();
  await expect(root(page)).toHaveAttribute("lang", "en");
  await page.getByRole("button", { name: "Passer en français" }).click();
  await expect(page.getByRole("link", { name: "Commencer", exact: true })).toBeVisible();
  await expect(offer).toBeHidden();
  await page.evaluate(() => localStorage.removeItem("language"));
  await page.reload();
  await expect(page.getByRole("link", { name: "Get started" })).toBeVisible();
  await expect(offer).toBeHidden();
  await context.close();
});

test("is dark on a light device until the user chooses another theme", async ({ app, page }) => {
  // Before any code and style has arrived, the browser takes the colour of the empty page from this.
  const document = await (await fetch(app.url)).text();
  expect(document).toContain('<meta name="color-scheme" content="dark" />');
  await page.goto(app.url);
  await expectTheme(page, "dark");
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    await expectTheme(page, "dark");
  }
  await page.getByRole("button", { name: "Switch to the light theme" }).click();
  await expectTheme(page, "light");
  for (const colorScheme of ["dark", "light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expectTheme(page, "light");
  }
  await page.reload();
  await expectTheme(page, "light");
  await page.getByRole("button", { name: "Switch to the dark theme" }).click();
  await page.reload();
  await expectTheme(page, "dark");
});

test("the profile offers dark, light and the device's theme, and each can be chosen again", async ({
  app,
  page,
  context,
}) => {
  await withMoney(context, app, "1");
  await page.goto(`${app.url}/profile`);
  const choice = (name: string) =>
    page.getByRole("group", { name: "Appearance" }).getByRole("radio", { name, exact: true });
  const choose = (name: string) => choice(name).press("Space");
  await expect(choice("Dark")).toBeChecked();
  await expectTheme(page, "dark");

  await test.step("follows the device, also after a reload", async () => {
    await choose("Same as this device");
    await expectTheme(page, "light");
    await page.emulateMedia({ colorScheme: "dark" });
    await expectTheme(page, "dark");
    await page.emulateMedia({ colorScheme: "light" });
    await expectTheme(page, "light");
    await page.reload();
    await expect(choice("Same as this device")).toBeChecked();
    await expectTheme(page, "light");
  });
  await test.step("switches from the device's theme to the opposite in the header, and follows other tabs", async () => {
    const other = await context.newPage();
    await other.goto(`${app.url}/fairness`);
    await expectTheme(other, "light");
    await other.getByRole("button", { name: "Switch to the dark theme" }).click();
    await expectTheme(other, "dark");
    await expect(choice("Dark")).toBeChecked();
    await expectTheme(page, "dark");
    await choose("Same as this device");
    await expectTheme(other, "light");
    await other.emulateMedia({ colorScheme: "dark" });
    await expectTheme(other, "dark");
    await other.close();
  });
  await test.step("goes back to each choice", async () => {
    await page.emulateMedia({ colorScheme: "dark" });
    await choose("Light");
    await expectTheme(page, "light");
    await choose("Dark");
    await page.emulateMedia({ colorScheme: "light" });
    await expectTheme(page, "dark");
    await page.reload();
    await expect(choice("Dark")).toBeChecked();
  });
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
      "Help",
      "Language",
      "Sign out",
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
