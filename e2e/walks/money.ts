import { savedAddress } from "@veritick/server/testing/valid-calls.ts";
import { CODE, endHolds, seedAdmin, someAddress, withdraw } from "@veritick/server/testing/withdrawals.ts";
import { expect } from "../kit/fixtures.ts";
import {
  fillWithdrawal,
  historyRows,
  openTab,
  openWithdrawal,
  seedDeposits,
  withdrawButton,
} from "../kit/money.ts";
import { onDashboard, withMoney } from "../kit/people.ts";
import * as screen from "../kit/screen.ts";
import { goLive, jump, pass, whileTicking } from "../kit/time.ts";
import { button, goOn } from "./walk.ts";
import type { Walk } from "./walk.ts";

/** Deposits: the form, the awaited payment, and the possible ends of a deposit. */
export const depositWalk: Walk = async ({ page, app, text, look }) => {
  const { deposit } = text.payments;
  const person = await withMoney(page.context(), app, "0");
  await seedDeposits(app, person.user.id, [
    { amount: "1500", status: "failed", failure: "expired" },
    { amount: "1500", status: "confirmed", credited: "1487.123456" },
  ]);
  await page.goto(app.url);
  await goLive(page, app);
  const dialog = screen.dialog(page);
  const state = dialog.getByRole("status").first();
  await screen.balanceCard(page).getByRole("button", { name: text.wallet.deposit, exact: true }).click();
  await dialog.getByRole("button", { name: deposit.form.submit }).click();
  await expect(screen.amountField(page)).toHaveAccessibleDescription(RegExp(deposit.form.minimumMissed));
  await look("deposit form with its error and a notice");
  await screen.amountField(page).fill("123456");
  await dialog.getByRole("button", { name: deposit.form.submit }).click();
  await expect(dialog.getByRole("img")).toBeVisible();
  await whileTicking(app, () => look("awaiting payment"));
  await jump(app, 60);
  await expect(state).toContainText(deposit.live.confirming.title);
  await jump(app, 60);
  await expect(state).toContainText(deposit.live.confirmed.title);
  await look("deposit that is confirmed");
  await dialog.getByRole("button", { name: deposit.awaiting.done }).click();

  await openTab(page, text.history.deposits);
  await expect(historyRows(page)).toHaveCount(3);
  await look("list of deposits");
  for (const [row, where] of ["credited with another amount", "failed"].entries()) {
    await historyRows(page)
      .nth(row + 1)
      .getByRole("button")
      .click();
    await expect(state).toBeVisible();
    await look(`deposit that was ${where}`);
    await screen.closeDialog(page);
  }
};

/** Withdrawals: the form, the lists, the details of a withdrawal; and the statement. */
export const withdrawalWalk: Walk = async ({ page, app, text, look }) => {
  const { withdrawal } = text.payments;
  const admin = await seedAdmin(app);
  const person = await onDashboard(page, app, "1234567.89");
  const dialog = screen.dialog(page);
  await openWithdrawal(page);
  const newCode = dialog.getByRole("textbox", { name: text.profile.code.label });
  await newCode.fill(CODE);
  await newCode.press("Enter");
  await expect(dialog).toContainText("4 0 2 1 7");
  await look("withdrawal without a code, with one to confirm");

  await person.post("/api/profile/create-withdrawal-code", { code: CODE });
  await endHolds(app, [person]);
  await savedAddress(app, person.user.id);
  const { body: paid } = await withdraw(person, { amount: "123456.78" });
  // The amount needs two administrators.
  for (const by of [admin, await seedAdmin(app)]) await by.post(`/api/admin/withdrawals/${paid.id}/approve`);
  await pass(app, 2);
  await jump(app, 120);
  await pass(app, 2);
  await withdraw(person, { amount: "100000" });
  await page.goto(`${app.url}/dashboard`);
  await goLive(page, app);
  await openWithdrawal(page);
  await expect(dialog.getByRole("group", { name: text.payments.addresses.title })).toBeVisible();
  await look("empty withdrawal form");
  await fillWithdrawal(page, { amount: "123456.78", address: someAddress(), code: "4021" });
  await withdrawButton(page).click();
  await expect(screen.notices(page)).toBeVisible();
  await look("withdrawal, filled, with an error and a notice");
  await screen.discardInput(page);
  await person.post("/api/withdrawals/addresses/only", { on: true });
  await openWithdrawal(page);
  await expect(dialog.getByRole("combobox")).toBeVisible();
  await look("withdrawal to saved addresses only");
  await screen.closeDialog(page);

  await openTab(page, text.history.withdrawals);
  await expect(historyRows(page)).toHaveCount(2);
  await look("list of withdrawals");
  await historyRows(page).first().getByRole("button").click();
  await expect(dialog.getByRole("status").first()).toContainText(withdrawal.live.pending.title);
  await look("withdrawal that is pending");
  await button(page, withdrawal.details.cancel).click();
  await expect(button(page, withdrawal.cancel.keep)).toBeFocused();
  await look("question before a withdrawal is cancelled");
  await button(page, withdrawal.cancel.keep).click();
  await screen.closeDialog(page);
  await historyRows(page).last().getByRole("button").click();
  await expect(dialog).toContainText(/[0-9a-f]{64}/);
  await look("withdrawal that is completed");
  await screen.closeDialog(page);

  const row = page.getByRole("row").filter({ has: page.getByRole("cell") });
  await goOn(page, "/statement");
  await expect(row).toHaveCount(3);
  await look("statement");
  await page.getByRole("checkbox", { name: text.statement.groups.trades }).check();
  await expect(page.getByText(text.filters.noMatch.title)).toBeVisible();
  await look("statement in which nothing matches");
};
