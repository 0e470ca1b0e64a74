import { expectNoViolations } from "../kit/checks.ts";
import { expect, test } from "../kit/fixtures.ts";
import { onDashboard, prefer } from "../kit/people.ts";
import * as screen from "../kit/screen.ts";
import { goLive, jump, whileTicking } from "../kit/time.ts";

for (const theme of ["dark", "light"] as const) {
  test(`Accessibility (${theme}): landing page and both modes of the auth page`, async ({ app, page }) => {
    await prefer(page.context(), { theme });
    await page.goto(app.url);
    await expect(page.getByRole("region", { name: "The price now" })).toContainText("152.790");
    await expectNoViolations(page, "landing page");
    await page.goto(`${app.url}/auth`);
    await expect(page.getByRole("heading", { name: "Log in" })).toBeVisible();
    await expectNoViolations(page, "login");
    await page.getByRole("button", { name: "Create an account" }).click();
    await page.getByRole("button", { name: "Create the account" }).click();
    await expect(screen.notices(page)).toBeVisible();
    await expectNoViolations(page, "registration with its errors and a notice");
  });

  test(`Accessibility (${theme}): dashboard without and with data, menu and profile`, async ({
    app,
    page,
  }) => {
    await prefer(page.context(), { theme });
    const person = await onDashboard(page, app, "100");
    await expect(page.getByRole("figure")).toBeVisible();
    await expectNoViolations(page, "empty dashboard");
    for (const type of ["buy", "sell"]) {
      for (const duration of [1, 10])
        await person.post("/api/trading/positions", { type, amount: "5", duration });
    }
    await person.post("/api/deposits", { amount: "20" });
    await jump(app, 60);
    await expect(screen.historyCard(page).getByRole("listitem")).toHaveCount(2);
    await expect(screen.activePositions(page).getByRole("listitem")).toHaveCount(2);
    await goLive(page, app);
    await expectNoViolations(page, "dashboard with data");
    await screen.historyCard(page).getByRole("tab", { name: "Deposits" }).click();
    await page.getByRole("button", { name: /Your account/ }).click();
    await expect(page.getByRole("menu")).toBeVisible();
    await expectNoViolations(page, "dashboard with deposits and the open menu");
    await page.getByRole("menuitem", { name: "Profile" }).click();
    await expect(page.getByRole("heading", { name: "Profile" })).toBeVisible();
    await page.getByRole("button", { name: "Change the password" }).click();
    await expectNoViolations(page, "profile with its errors");
  });

  test(`Accessibility (${theme}): trade dialog and both steps of the deposit dialog`, async ({
    app,
    page,
  }) => {
    await prefer(page.context(), { theme });
    await onDashboard(page, app, "100");
    for (const side of ["Buy", "Sell"] as const) {
      await screen.sideButton(page, side).click();
      await screen.amountField(page).fill(side === "Buy" ? "10" : "1000");
      await whileTicking(app, async () => {
        await expect(screen.confirmButton(page)).toBeEnabled();
        await expectNoViolations(page, `${side} dialog`);
      });
      await screen.closeDialog(page);
    }
    await screen.sideButton(page, "Buy").click();
    await expect(screen.confirmButton(page)).toBeDisabled();
    await expectNoViolations(page, "trade dialog with an old price");
    await screen.closeDialog(page);
    await expectNoViolations(page, "dashboard with an old price");

    await screen.balanceCard(page).getByRole("button", { name: "Deposit" }).click();
    await expect(screen.amountField(page)).toBeFocused();
    await expectNoViolations(page, "deposit form");
    await screen.amountField(page).fill("20");
    await screen.amountField(page).press("Enter");
    await expect(screen.dialog(page).getByRole("img")).toBeVisible();
    await expectNoViolations(page, "awaiting payment");
  });
}
