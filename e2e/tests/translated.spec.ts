import type { Page } from "@playwright/test";
import { someAddress } from "@veritick/server/testing/withdrawals.ts";
import { expect, OFFLINE_FAULTS, rare, test } from "../kit/fixtures.ts";
import type { MovableApp } from "../kit/fixtures.ts";
import { fillWithdrawal, openWithdrawal, readyToWithdraw, withdrawButton } from "../kit/money.ts";
import * as screen from "../kit/screen.ts";
import { goLive, jump, pass, whileTicking } from "../kit/time.ts";
import { translatePages } from "../kit/translator.ts";
import type { Translator } from "../kit/translator.ts";
import { texts } from "../kit/words.ts";

const { trade, profile, auth, wallet } = texts.en;
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Waits until a text is another one than now. */
async function toMove(page: Page, app: MovableApp, pick: string): Promise<void> {
  const place = page.locator(pick).first();
  const before = await place.innerText();
  await whileTicking(app, () => expect(place).not.toHaveText(before));
}

/** Trades, pays in and out, loses the connection, and looks around, on pages that a translator works on. */
async function walk(page: Page, app: MovableApp, how: Translator): Promise<void> {
  await translatePages(page.context(), how);
  await readyToWithdraw(page, app, "100");
  const balance = screen.balanceCard(page);
  const active = screen.activePositions(page);

  await test.step("a position", async () => {
    await button(page, trade.side.buy).click();
    await screen.amountField(page).fill("10");
    await whileTicking(app, () => screen.confirmButton(page).click());
    await expect(screen.dialog(page)).toBeHidden();
    await expect(active).toContainText("Active positions (1)");
    await expect(balance).toContainText("90.00");
    for (const live of ["[role=timer]", "[data-sell]", "[data-plot] >> xpath=preceding-sibling::*"])
      await toMove(page, app, live);
    await jump(app, 70);
    await goLive(page, app);
    await expect(active).toContainText("Active positions (0)");
    await expect(screen.historyCard(page).getByRole("listitem")).toHaveCount(1);
  });

  await test.step("a deposit", async () => {
    await button(page, wallet.deposit).click();
    await screen.amountField(page).fill("20");
    await screen.amountField(page).press("Enter");
    await expect(screen.dialog(page)).toContainText("Waiting for your payment");
    await pass(app, 4);
    await expect(screen.dialog(page)).toContainText("Confirmed");
    await button(page, "Done").click();
    await expect(balance).not.toContainText("90.00");
  });

  await test.step("a withdrawal", async () => {
    await openWithdrawal(page);
    await fillWithdrawal(page, { amount: "20", address: someAddress() });
    await withdrawButton(page).click();
    await expect(screen.dialog(page)).toBeHidden();
    await page.getByRole("tab", { name: "Withdrawals" }).click();
    await expect(screen.historyCard(page).getByRole("listitem")).toHaveCount(1);
  });

  await test.step("the network goes and comes", async () => {
    await page.context().setOffline(true);
    await expect(page.getByText(texts.en.common.offline)).toBeVisible();
    await page.context().setOffline(false);
    await expect(page.getByText(texts.en.common.offline)).toBeHidden();
    await goLive(page, app);
  });

  await test.step("another language, tab, filter and page", async () => {
    await expectNothingFrozen(page, "the dashboard");
    await page.getByRole("tab", { name: "Deposits" }).click();
    await page.getByRole("tab", { name: "Trades" }).click();
    await button(page, texts.en.history.filter).click();
    await button(page, texts.en.history.filter).click();
    for (const path of ["/limits", "/results", "/statement", "/profile", "/fairness", "/practice"]) {
      await page.evaluate((to) => history.pushState(null, "", to), path);
      await expect(page.locator("main h1")).toBeVisible();
      await page.waitForFunction(() => document.querySelector("[data-loading]") === null);
      await expectNothingFrozen(page, path);
    }
  });

  await test.step("the password's form", async () => {
    await page.goto(`${app.url}/profile`);
    const fields = profile.password;
    await page.getByLabel(fields.current, { exact: true }).fill("not this one");
    for (const next of ["abc", "abcdefgh 1", "a much better password, really", ""])
      await page.getByLabel(fields.new, { exact: true }).fill(next);
    await button(page, fields.submit).click();
    await page.getByLabel(fields.new, { exact: true }).fill("another long password");
    await button(page, fields.submit).click();
    await screen.expectNotice(page, "Error");
  });

  await test.step("signing out, and the forms of visitors", async () => {
    await page.getByRole("button", { name: /Your account/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await button(page, auth.login.switch).click();
    await page.getByRole("textbox", { name: auth.email }).fill("nobody");
    await page.getByRole("main").getByRole("button", { name: auth.register.submit, exact: true }).click();
    await expect(page.getByText(auth.emailInvalid).first()).toBeVisible();
    await page.goto(app.url);
    await expect(page.locator("main h1")).toBeVisible();
    await expectNothingFrozen(page, "the landing page");
  });
}

function phrasesOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(phrasesOf) : [];
}

const phrases = { en: new Set(phrasesOf(texts.en)), fr: new Set(phrasesOf(texts.fr)) };

/** Changes the language twice, and expects no words of the other language to stay. */
async function expectNothingFrozen(page: Page, where: string): Promise<void> {
  for (const [language, other] of [
    ["fr", "en"],
    ["en", "fr"],
  ] as const) {
    await page.evaluate(
      (newValue) => dispatchEvent(new StorageEvent("storage", { key: "language", newValue })),
      language,
    );
    await expect(page.locator(`html[lang=${language}]`)).toBeAttached();
    const left = async () => {
      const shown = await page.evaluate(() => document.body.innerText.split("\n"));
      return shown.filter((line) => phrases[other].has(line) && !phrases[language].has(line));
    };
    await expect.poll(left, `${where} in ${language}`).toEqual([]);
  }
}

for (const how of ["replaced", "wrapped"] as const) {
  const define = how === "replaced" ? test : rare;
  define(`survives a page translator whose originals are ${how}`, async ({ app, page, expectFaults }) => {
    expectFaults(OFFLINE_FAULTS);
    expectFaults(/status of 40\d .*\/api\/profile/);
    await walk(page, app, how);
  });
}
