import type { Page } from "@playwright/test";
import { someAddress } from "@veritick/server/testing/withdrawals.ts";
import { expect, test } from "../kit/fixtures.ts";
import {
  addressField,
  codeField,
  fillWithdrawal,
  openWithdrawal,
  readyToWithdraw,
  withdrawButton,
} from "../kit/money.ts";
import { onDashboard, prefer, withMoney } from "../kit/people.ts";
import { card, onProfile } from "../kit/safety.ts";
import * as screen from "../kit/screen.ts";

/** Beside every dialog, on a wide screen. */
const pressBeside = (page: Page) => page.mouse.click(20, 600);

test("9 Dialogs: a press beside an empty one closes it, beside what was typed it does not", async ({
  app,
  page,
}) => {
  await onDashboard(page, app, "100");
  await screen.sideButton(page, "Buy").click();
  await expect(screen.amountField(page)).toBeFocused();
  await pressBeside(page);
  await expect(screen.dialog(page)).toBeHidden();

  await screen.sideButton(page, "Buy").click();
  await screen.amountField(page).fill("12.5");
  await pressBeside(page);
  await expect(screen.amountField(page)).toBeFocused();
  await expect(screen.amountField(page)).toHaveValue("12.5");
  // One field is soon typed again.
  await page.keyboard.press("Escape");
  await expect(screen.dialog(page)).toBeHidden();

  await screen.balanceCard(page).getByRole("button", { name: "Deposit" }).click();
  await screen.amountField(page).fill("20");
  await pressBeside(page);
  await expect(screen.amountField(page)).toHaveValue("20");
  await page.keyboard.press("Escape");
  await expect(screen.dialog(page)).toBeHidden();
});

for (const { language, title, keep, discard } of [
  { language: "en", title: "Discard what you typed?", keep: "Keep editing", discard: "Discard" },
  { language: "fr", title: "Abandonner votre saisie ?", keep: "Reprendre", discard: "Abandonner" },
] as const) {
  test(`9 Dialogs (${language}): a withdrawal asks before what was typed is thrown away`, async ({
    app,
    page,
    context,
  }) => {
    await prefer(context, { language });
    await withMoney(context, app, "100");
    await page.goto(app.url);
    await openWithdrawal(page);
    await screen.amountField(page).fill("20");
    await page.keyboard.press("Escape");
    await expect(screen.dialog(page)).toBeHidden();

    await openWithdrawal(page);
    const address = someAddress();
    await addressField(page).fill(address);
    await pressBeside(page);
    await expect(addressField(page)).toBeFocused();

    const question = page.getByRole("dialog", { name: title });
    await page.keyboard.press("Escape");
    await expect(question.getByRole("button", { name: keep })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(question).toBeHidden();
    await expect(addressField(page)).toHaveValue(address);
    await expect(addressField(page)).toBeFocused();

    await screen
      .dialog(page)
      .getByRole("button", { name: /^(Close|Fermer)$/ })
      .click();
    await question.getByRole("button", { name: discard, exact: true }).click();
    await expect(screen.dialog(page)).toHaveCount(0);
    await openWithdrawal(page);
    await expect(addressField(page)).toHaveValue("");
    await expect(codeField(page)).toHaveValue("");
  });
}

test("9 Dialogs: what is on its way is left by no press beside it and no Escape, and not asked about", async ({
  app,
  page,
}) => {
  await readyToWithdraw(page, app, "100");
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/api/withdrawals", async (route) => {
    if (route.request().method() === "POST") await answered;
    await route.continue();
  });
  await openWithdrawal(page);
  await fillWithdrawal(page, { amount: "20", address: someAddress() });
  await withdrawButton(page).click();
  await expect(withdrawButton(page)).toHaveText("Processing…");
  await pressBeside(page);
  await page.keyboard.press("Escape");
  await expect(withdrawButton(page)).toHaveText("Processing…");
  await expect(screen.dialog(page)).toHaveCount(1);

  // Its own button leaves it; what comes of it is told all the same.
  await screen.closeDialog(page);
  answer();
  await screen.expectNotice(page, "Withdrawal created");
});

test("9 Dialogs: a password typed for two-step sign-in survives a press beside it", async ({ app, page }) => {
  await onProfile(page, app);
  await card(page, "Two-step sign-in").getByRole("button", { name: "Switch on" }).click();
  const password = screen.dialog(page).getByLabel("Password", { exact: true });
  await password.fill("half a pass");
  await pressBeside(page);
  await expect(password).toBeFocused();
  await expect(password).toHaveValue("half a pass");
});
