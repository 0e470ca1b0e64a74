import { expect } from "../fixtures.ts";
import { onDashboard } from "../people.ts";
import * as screen from "../screen.ts";
import { spendTime } from "../stretch.ts";
import { jump, whileTicking } from "../time.ts";
import { button } from "./walk.ts";
import type { Walk } from "./walk.ts";

/** The limits that people set on themselves, where they are met, a break, and the reminder of the time. */
export const limitsWalk: Walk = async ({ page, app, text, expectFaults, look }) => {
  expectFaults(/status of 409 .*\/api\/(trading\/positions|deposits)/);
  const { limits, trade, wallet, payments } = text;
  const dialog = screen.dialog(page);
  const inDialog = (name: string) => dialog.getByRole("button", { name, exact: true });
  const person = await onDashboard(page, app, "123456.78");
  await page.goto(`${app.url}/limits`);
  await expect(button(page, limits.today.setOf.stake)).toBeVisible();
  await look("limits of which none is set");
  await button(page, limits.today.setOf.stake).click();
  await inDialog(limits.form.submit).click();
  await expect(screen.amountField(page)).toHaveAccessibleDescription(RegExp(limits.form.invalid));
  await look("limit to be set, with its error and a notice");
  await inDialog(text.common.cancel).click();

  for (const [kind, amount] of [
    ["deposit", "20"],
    ["stake", "12345.67"],
    ["loss", "12345.67"],
    ["stake", "98765.43"],
    ["loss", null],
  ] as const) {
    await person.post("/api/limits", { kind, amount });
  }
  await person.post("/api/trading/positions", { type: "buy", amount: "12000", duration: 1 });
  await page.reload();
  await expect(page.getByText(/12[,\s]000[.,]00/).first()).toBeVisible();
  await look("limits, and looser ones that wait");
  await button(page, limits.today.changeOf.stake).click();
  await screen.amountField(page).fill("100000");
  await look("looser limit to be set");
  await screen.closeDialog(page);

  await page.goto(app.url);
  await button(page, trade.side.buy).click();
  await screen.amountField(page).fill("500");
  await whileTicking(app, async () => {
    await screen.confirmButton(page).click();
    await expect(dialog.getByRole("link", { name: limits.link })).toBeVisible();
    await look("ticket that a limit refuses");
  });
  await screen.closeDialog(page);
  await button(page, wallet.deposit).click();
  await screen.amountField(page).fill("25");
  await inDialog(payments.deposit.form.submit).click();
  await expect(dialog.getByRole("link", { name: limits.link })).toBeVisible();
  await look("deposit that a limit refuses");
  await screen.closeDialog(page);

  await page.goto(`${app.url}/limits#break`);
  await button(page, limits.pause.start.self_exclusion).click();
  await expect(dialog).toBeVisible();
  await look("question before a self-exclusion");
  await inDialog(limits.pause.confirm).click();
  await expect(dialog).toBeHidden();
  await button(page, limits.pause.start.time_out).click();
  await expect(inDialog(limits.pause.confirm)).toBeDisabled();
  await look("shorter break during a longer one");
  await inDialog(text.common.cancel).click();
  await page.goto(app.url);
  await expect(page.getByRole("region", { name: limits.paused.label })).toBeVisible();
  await look("dashboard during a break");
  await button(page, trade.side.sell).click();
  await expect(dialog).toBeVisible();
  await look("what is said during a break in place of the ticket");
  await screen.closeDialog(page);

  await jump(app, 60);
  await person.post("/api/limits/reminder", { minutes: 60 });
  await spendTime(page, person.user.id, 75);
  await page.goto(`${app.url}/profile`);
  await expect(dialog).toBeFocused();
  // The server's clock is known with the first tick.
  await whileTicking(app, () => expect(dialog.getByText(limits.reminder.result)).toBeVisible());
  await look("reminder of the time");
};
