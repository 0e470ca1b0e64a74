import type { Page } from "@playwright/test";
import { someAddress } from "@veritick/server/testing/withdrawals.ts";
import { expect, rare, test } from "../kit/fixtures.ts";
import {
  addressField,
  codeField,
  fillWithdrawal,
  openWithdrawal,
  readyToWithdraw,
  withdrawButton,
} from "../kit/money.ts";
import { card, onProfile } from "../kit/safety.ts";
import * as screen from "../kit/screen.ts";

/** Presses a point that is beside every dialog on a wide screen. */
const pressBeside = (page: Page) => page.mouse.click(20, 600);

rare("keeps typed input in a dialog, and a dialog whose order is on the way", async ({ app, page }) => {
  await readyToWithdraw(page, app, "100");
  await test.step("closes an empty dialog on a press beside it, but not one with input", async () => {
    await screen.sideButton(page, "Buy").click();
    await expect(screen.amountField(page)).toBeFocused();
    // A dialog listens for presses beside it a moment after it has the focus. No person presses that soon.
    await expect(async () => {
      await pressBeside(page);
      await expect(screen.dialog(page)).toBeHidden({ timeout: 500 });
    }).toPass({ intervals: [0], timeout: 10_000 });

    await screen.sideButton(page, "Buy").click();
    await screen.amountField(page).fill("12.5");
    await pressBeside(page);
    await expect(screen.amountField(page)).toBeFocused();
    await expect(screen.amountField(page)).toHaveValue("12.5");
    // A single field is quick to type again, so the page asks nothing.
    await page.keyboard.press("Escape");
    await expect(screen.dialog(page)).toBeHidden();

    await screen.balanceCard(page).getByRole("button", { name: "Deposit" }).click();
    await screen.amountField(page).fill("20");
    await pressBeside(page);
    await expect(screen.amountField(page)).toHaveValue("20");
    await page.keyboard.press("Escape");
    await expect(screen.dialog(page)).toBeHidden();
  });

  await test.step("asks before it discards a withdrawal that was typed", async () => {
    await openWithdrawal(page);
    await screen.amountField(page).fill("20");
    await page.keyboard.press("Escape");
    await expect(screen.dialog(page)).toBeHidden();

    await openWithdrawal(page);
    const address = someAddress();
    await addressField(page).fill(address);
    await pressBeside(page);
    await expect(addressField(page)).toBeFocused();

    const question = page.getByRole("dialog", { name: "Discard what you typed?" });
    await page.keyboard.press("Escape");
    await expect(question.getByRole("button", { name: "Keep editing" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(question).toBeHidden();
    await expect(addressField(page)).toHaveValue(address);
    await expect(addressField(page)).toBeFocused();

    await screen
      .dialog(page)
      .getByRole("button", { name: /^(Close|Fermer)$/ })
      .click();
    await question.getByRole("button", { name: "Discard", exact: true }).click();
    await expect(screen.dialog(page)).toHaveCount(0);
    await openWithdrawal(page);
    await expect(addressField(page)).toHaveValue("");
    await expect(codeField(page)).toHaveValue("");
    await page.keyboard.press("Escape");
    await expect(screen.dialog(page)).toHaveCount(0);
  });

  await test.step("keeps a dialog open while its order is on the way", async () => {
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

    // Its own button closes it. A notice still reports the result, and a dialog opened meanwhile stays as it is.
    await screen.closeDialog(page);
    await openWithdrawal(page);
    await fillWithdrawal(page, { amount: "30", address: someAddress() });
    answer();
    await screen.expectNotice(page, "Withdrawal created");
    await expect(screen.amountField(page)).toHaveValue("30");
  });
});

test("keeps a typed password on a press beside the dialog", async ({ app, page }) => {
  await onProfile(page, app);
  await card(page, "Two-step sign-in").getByRole("button", { name: "Switch on" }).click();
  const password = screen.dialog(page).getByLabel("Password", { exact: true });
  await password.fill("half a pass");
  await pressBeside(page);
  await expect(password).toBeFocused();
  await expect(password).toHaveValue("half a pass");
});
