import type { Page } from "@playwright/test";
import { en } from "../../packages/web/src/locales/en.ts";
import { fr } from "../../packages/web/src/locales/fr.ts";
import { expect, test } from "../kit/fixtures.ts";
import { onDashboard, prefer } from "../kit/people.ts";
import * as screen from "../kit/screen.ts";
import { goLive, jump, whileTicking } from "../kit/time.ts";

const root = (page: Page) => page.locator("html");

test("1 Language and theme: English and dark unless chosen otherwise, even where the system is light and French", async ({
  browser,
  app,
}) => {
  const context = await browser.newContext({ colorScheme: "light", locale: "fr-FR" });
  const page = await context.newPage();
  await page.goto(app.url);
  await expect(page.getByRole("link", { name: "Get started" })).toBeVisible();
  await expect(root(page)).toHaveAttribute("lang", "en");
  await expect(root(page)).toHaveAttribute("data-theme", "dark");
  const luminance = await page.evaluate(() => {
    const [red = 0, green = 0, blue = 0] = getComputedStyle(document.body)
      .backgroundColor.match(/[\d.]+/g)!
      .map(Number);
    return (red + green + blue) / 3;
  });
  expect(luminance).toBeLessThan(60);
  await context.close();
});

test("1 Language and theme: chosen on the landing page, kept over reloads, on every page and in other tabs", async ({
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

test("2 Profile menu: first two letters, entries, the current language ticked; switching needs no call", async ({
  app,
  page,
}) => {
  const person = await onDashboard(page, app, "10");
  const button = page.getByRole("button", { name: /Your account/ });
  await expect(button).toHaveText(person.user.email.slice(0, 2).toUpperCase());
  await button.click();
  await expect(page.getByRole("menuitem")).toHaveText(["Profile", "Language", "Log out"]);
  await page.getByRole("menuitem", { name: "Language" }).press("ArrowRight");
  await expect(page.getByRole("menuitemradio", { name: "English" })).toBeChecked();
  const calls: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/") && !request.url().endsWith("/positions")) calls.push(request.url());
  });
  await page.getByRole("menuitemradio", { name: "Français" }).press("Enter");
  await expect(page.getByRole("region", { name: "Solde" })).toBeVisible();
  await expect(root(page)).toHaveAttribute("lang", "fr");
  expect(calls).toEqual([]);

  await page.getByRole("button", { name: /Votre compte/ }).click();
  await page.getByRole("menuitem", { name: "Profil" }).click();
  await expect(page).toHaveURL(`${app.url}/profile`);
  await expect(page.getByRole("heading", { name: "Profil" })).toBeVisible();
});

/** Every text of a catalogue, with functions cut into the words around their parameters. */
function phrasesOf(catalogue: unknown): string[] {
  if (typeof catalogue === "string") return [catalogue];
  if (typeof catalogue === "function") {
    const call = catalogue as (...values: unknown[]) => unknown;
    const filled = call(..."§§§§§§".split(""));
    return typeof filled === "string" ? filled.split(/§|NaN/) : [];
  }
  return Object.values(catalogue as object).flatMap(phrasesOf);
}

const french = phrasesOf(fr).join("\n");
const isWord = (text: string) => /\p{L}{2}/u.test(text);
const englishOnly = new Set(
  phrasesOf(en)
    .map((phrase) => phrase.trim())
    .filter((phrase) => isWord(phrase) && !french.includes(phrase)),
);

/** What a page shows or tells assistive technology, piece by piece. */
async function textsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts = [document.title];
    for (const element of document.querySelectorAll("body *")) {
      for (const name of ["aria-label", "title", "placeholder", "alt", "aria-valuetext"]) {
        const value = element.getAttribute(name);
        if (value !== null) texts.push(value);
      }
      if (element instanceof HTMLElement && !["SCRIPT", "STYLE"].includes(element.tagName)) {
        for (const node of element.childNodes) {
          if (node.nodeType === Node.TEXT_NODE) texts.push(node.textContent ?? "");
        }
      }
    }
    return texts.map((text) => text.trim()).filter((text) => text !== "");
  });
}

async function expectFrench(page: Page, where: string): Promise<void> {
  const words = (await textsOf(page)).flatMap((text) =>
    [...englishOnly].filter((phrase) =>
      new RegExp(`(?<!\\p{L})${phrase.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?!\\p{L})`, "u").test(text),
    ),
  );
  expect(words, `English words on the French ${where}`).toEqual([]);
}

test("1 French: no screen has a word left in English", async ({ app, page }) => {
  expect(englishOnly.size).toBeGreaterThan(100);
  await prefer(page.context(), { language: "fr" });
  await page.goto(app.url);
  await expect(page.getByRole("link", { name: "Commencer", exact: true })).toBeVisible();
  await expectFrench(page, "landing page");
  await page.goto(`${app.url}/auth`);
  await expect(page.getByRole("heading", { name: "Connexion" })).toBeVisible();
  await expectFrench(page, "login page");
  await page.getByRole("button", { name: "Créer un compte" }).click();
  await page.getByRole("main").getByRole("button", { name: "Créer le compte" }).click();
  await expect(screen.notices(page)).toBeVisible();
  await expectFrench(page, "registration page with its errors");

  const person = await onDashboard(page, app, "100");
  await expectFrench(page, "empty dashboard");
  for (const type of ["buy", "sell"]) {
    await person.post("/api/trading/positions", { type, amount: "5", duration: 1 });
    await person.post("/api/trading/positions", { type, amount: "5", duration: 10 });
  }
  await jump(app, 60);
  await expect(screen.historyCard(page).getByRole("listitem")).toHaveCount(2);
  await expectFrench(page, "dashboard with positions, history and a notice");

  await screen.sideButton(page, "Vendre").click();
  await screen.amountField(page).fill("1000");
  await goLiveInDialog(page, app);
  await screen.confirmButton(page).click();
  await expectFrench(page, "trade dialog");
  await expect(screen.confirmButton(page)).toBeDisabled();
  await expectFrench(page, "trade dialog with an old price");
  await screen.closeDialog(page);

  await screen.balanceCard(page).getByRole("button", { name: "Déposer" }).click();
  await screen.dialog(page).getByRole("button", { name: "Continuer" }).click();
  await expectFrench(page, "deposit form");
  await screen.amountField(page).fill("20");
  await screen.dialog(page).getByRole("button", { name: "Continuer" }).click();
  await expect(screen.dialog(page).getByRole("img")).toBeVisible();
  await expectFrench(page, "awaiting payment");
  await screen.closeDialog(page);
  for (const tab of ["Dépôts", "Retraits"]) {
    await screen.historyCard(page).getByRole("tab", { name: tab }).click();
    await expectFrench(page, `history of ${tab}`);
  }
  await page.getByRole("button", { name: /Votre compte/ }).click();
  await page.getByRole("menuitem", { name: "Profil" }).click();
  await expect(page.getByRole("heading", { name: "Profil" })).toBeVisible();
  await page.getByRole("button", { name: "Changer le mot de passe" }).click();
  await expectFrench(page, "profile");
  await page.getByRole("link", { name: "Retour au tableau de bord" }).click();
  await goLive(page, app);
});

async function goLiveInDialog(page: Page, app: Parameters<typeof whileTicking>[0]): Promise<void> {
  await whileTicking(app, () => expect(screen.confirmButton(page)).toBeEnabled());
}
