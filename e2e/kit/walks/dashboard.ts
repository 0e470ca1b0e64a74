import { expect } from "../fixtures.ts";
import { onDashboard } from "../people.ts";
import * as screen from "../screen.ts";
import { goLive, jump, whileTicking } from "../time.ts";
import { button } from "./walk.ts";
import type { Walk } from "./walk.ts";

/** The dashboard without and with data, its menu, and the ticket. */
export const dashboardWalk: Walk = async ({ page, app, text, look }) => {
  const { history, trade, common } = text;
  const person = await onDashboard(page, app, "1284567.89");
  const tab = (name: string) => screen.historyCard(page).getByRole("tab", { name, exact: true });
  await expect(page.getByRole("figure")).toBeVisible();
  await look("empty dashboard");
  await tab(history.deposits).click();
  await expect(page.getByRole("tabpanel")).toContainText(/\S/);
  await tab(history.withdrawals).click();
  await expect(page.getByRole("tabpanel")).toContainText(history.noWithdrawals.title);
  await look("empty list of withdrawals");
  await tab(history.trades).click();

  for (const type of ["buy", "sell"]) {
    for (const duration of [1, 10]) {
      await person.post("/api/trading/positions", { type, amount: "12345.67", duration });
    }
  }
  await jump(app, 60);
  await expect(screen.historyCard(page).getByRole("listitem")).toHaveCount(2);
  await expect(screen.activePositions(page).getByRole("listitem")).toHaveCount(2);
  await goLive(page, app);
  await whileTicking(app, () => look("dashboard with open positions and results"));

  await page.getByRole("button", { name: RegExp(common.menu.label) }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  await look("profile menu");
  await page.getByRole("menuitem", { name: common.menu.language }).press("ArrowRight");
  await expect(page.getByRole("menuitemradio", { name: "Français" })).toBeVisible();
  await look("languages in the profile menu");
  await expect(async () => {
    // A notice that is still there is closed first.
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menu")).toHaveCount(0, { timeout: 250 });
  }).toPass({ intervals: [0] });

  const amount = screen.amountField(page);
  await button(page, trade.side.buy).click();
  await screen
    .dialog(page)
    .getByRole("radio", { name: /^10 min/ })
    .check();
  await whileTicking(app, async () => {
    await expect(screen.confirmButton(page)).toBeEnabled();
    await screen.confirmButton(page).click();
    await expect(amount).toHaveAccessibleDescription(RegExp(trade.ticket.amountInvalid));
    await look("ticket to buy with an error and a notice");
  });
  await amount.fill("1234567");
  await expect(screen.confirmButton(page)).toBeDisabled();
  await look("ticket with an old price");
  await screen.closeDialog(page);
  await look("dashboard with an old price");
  await goLive(page, app);
  await button(page, trade.side.sell).click();
  await amount.fill("1234567");
  await whileTicking(app, async () => {
    await expect(screen.confirmButton(page)).toBeEnabled();
    await look("ticket to sell");
  });
};
