import type { Page } from "@playwright/test";
import { someAddress } from "@veritick/server/testing/withdrawals.ts";
import { expect, rare } from "../kit/fixtures.ts";
import { fillWithdrawal, openWithdrawal, readyToWithdraw, withdrawButton } from "../kit/money.ts";
import * as screen from "../kit/screen.ts";

/** Presses a point that is beside every dialog on a wide screen. */
const pressBeside = (page: Page) => page.mouse.click(20, 600);

rare("keeps a dialog open while its order is on the way", async ({ app, page }) => {
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

  // Its own button closes it. A notice still reports the result, and a dialog opened meanwhile stays as it is.
  await screen.closeDialog(page);
  await openWithdrawal(page);
  await fillWithdrawal(page, { amount: "30", address: someAddress() });
  answer();
  await screen.expectNotice(page, "Withdrawal created");
  await expect(screen.amountField(page)).toHaveValue("30");
});
