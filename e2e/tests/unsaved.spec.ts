import type { Page } from "@playwright/test";
import { someAddress } from "@veritick/server/testing/withdrawals.ts";
import { expect, rare, test } from "../kit/fixtures.ts";
import { fillWithdrawal, openWithdrawal, readyToWithdraw, withdrawButton } from "../kit/money.ts";
import { onDashboard } from "../kit/people.ts";
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

test("dims the page behind a dialog once, and lets neither the wheel nor a press through", async ({
  app,
  page,
}) => {
  await page.setViewportSize({ width: 768, height: 600 });
  await onDashboard(page, app, "10");
  await screen.balanceCard(page).getByRole("button", { name: "Deposit" }).click();
  await expect(screen.dialog(page)).toBeVisible();
  const behind = () =>
    page.evaluate(() => {
      const onTop = document.elementFromPoint(8, 120)!;
      return {
        top: scrollY,
        backdrop: onTop.matches("[data-dialog-open]"),
        grounds: [document.documentElement, document.body].map(
          (each) => getComputedStyle(each).backgroundImage,
        ),
      };
    });
  const before = await behind();
  expect(before).toMatchObject({ backdrop: true, grounds: ["none", "none"] });
  await page.mouse.move(8, 120);
  await page.mouse.wheel(0, 400);
  await screen.stillness(page);
  expect(await behind()).toEqual(before);
  await screen.closeDialog(page);
  await page.mouse.wheel(0, 400);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before.top);
});
