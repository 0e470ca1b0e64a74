import { seedAdmin, withdraw } from "@veritick/server/testing/withdrawals.ts";
import { expect, rare, test } from "../kit/fixtures.ts";
import { historyRows, openTab, readyToWithdraw, withdrawalsOf } from "../kit/money.ts";
import * as screen from "../kit/screen.ts";
import { pass } from "../kit/time.ts";
import { MINUS } from "../kit/words.ts";

const badges = ["Pending", "Processing", "Completed"] as const;
const live = [
  "Waiting for approvalWe review it before we pay it.",
  "Being paidWe are sending the payout to your address.",
  "CompletedThe payout was sent.",
] as const;
const facts = ["Amount33.33 USDMS", `Fee (8%)${MINUS}2.6664 USDMS`, "Paid out30.6636 USDT"] as const;
test("follows a withdrawal from pending to completed, with exact figures in its details", async ({
  app,
  page,
}) => {
  const admin = await seedAdmin(app);
  const person = await readyToWithdraw(page, app, "250");
  const { body } = await withdraw(person, { amount: "33.33" });
  await openTab(page, "Withdrawals");
  const row = historyRows(page);
  await expect(row).toContainText("net 30.66 USDT");
  await expect(row).toContainText(badges[0]);
  await row.getByRole("button").click();
  const dialog = screen.dialog(page);
  const state = dialog.getByRole("status").first();
  await expect(state).toHaveText(live[0]);
  const cancel = dialog.getByRole("button", { name: /^(Cancel this withdrawal|Annuler ce retrait)$/ });
  await expect(cancel).toBeVisible();

  expect((await admin.post(`/api/admin/withdrawals/${body.id}/approve`)).status).toBe(200);
  await expect(state).toHaveText(live[1]);
  await expect(cancel).toBeHidden();
  await pass(app, 8);
  await expect(state).toHaveText(live[2]);
  const [completed] = await withdrawalsOf(person);
  const shown = dialog.getByRole("term").locator("..");
  await expect(shown).toHaveText([...facts, RegExp(completed!.address), /^Transaction[0-9a-f]{64}/, /2026/]);
  await expect(shown.filter({ hasText: "Transaction" })).toContainText(completed!.transactionHash!);
  await screen.closeDialog(page);
  await expect(row).toContainText(badges[2]);
  await expect(screen.balanceCard(page)).toContainText("216.67 USDMS");

  await row.getByRole("button").click();
  await dialog.getByRole("link", { name: "Why is my withdrawal waiting?" }).click();
  await expect(page).toHaveURL(`${app.url}/help#waiting`);
  await expect(page.getByRole("heading", { name: "Why is my withdrawal waiting?" })).toBeInViewport();
});

rare(
  "shows that a withdrawal is rejected, and cancels a pending one but not a decided one",
  async ({ app, page, expectFaults }) => {
    expectFaults(/status of 409 .*\/cancel/);
    const admin = await seedAdmin(app);
    const person = await readyToWithdraw(page, app, "200");
    await openTab(page, "Withdrawals");
    await test.step("shows that an open withdrawal is rejected and its amount is back", async () => {
      const { body } = await withdraw(person, { amount: "60" });
      await expect(screen.balanceCard(page)).toContainText("140.00 USDMS");
      await historyRows(page).getByRole("button").click();
      await admin.post(`/api/admin/withdrawals/${body.id}/reject`);
      await expect(screen.dialog(page).getByRole("status").first()).toHaveText(
        "Not paidWe rejected it. The full amount has been refunded to your balance.",
      );
      await expect(screen.dialog(page).getByRole("button", { name: "Cancel this withdrawal" })).toBeHidden();
      // Nothing is paid, so there is neither a fee nor a net amount.
      await expect(screen.dialog(page).getByRole("term")).toHaveText([
        "Amount",
        "To this address",
        "Created",
      ]);
      await screen.closeDialog(page);
      await expect(historyRows(page)).toContainText("Failed");
      await expect(screen.balanceCard(page)).toContainText("200.00 USDMS");
      expect(await person.balance()).toBe("200.00000000");
    });

    await withdraw(person, { amount: "50.55" });
    await expect(historyRows(page)).toHaveCount(2);
    await historyRows(page).first().getByRole("button").click();
    const ask = page.getByRole("dialog", { name: "Cancel this withdrawal?" });
    const cancel = page.getByRole("button", { name: "Cancel this withdrawal" });
    await cancel.click();
    await expect(ask).toContainText("We refund 50.55 USDMS to your balance at once.");
    await ask.getByRole("button", { name: "Keep it" }).click();
    await expect(ask).toBeHidden();
    expect((await withdrawalsOf(person))[0]!.status).toBe("pending");
    await cancel.click();
    await ask.getByRole("button", { name: "Cancel it" }).click();
    await screen.expectNotice(
      page,
      "Withdrawal cancelled",
      "50.55 USDMS have been refunded to your balance.",
    );
    await expect(screen.dialog(page).getByRole("status").first()).toContainText("You cancelled it.");
    await screen.closeDialog(page);
    await expect(historyRows(page).first()).toContainText("Cancelled");
    await expect(screen.balanceCard(page)).toContainText("200.00 USDMS");

    // An administrator decides before this page finds out.
    const { body } = await withdraw(person, { amount: "100" });
    await expect(historyRows(page)).toHaveCount(3);
    await historyRows(page).first().getByRole("button").click();
    await page.getByRole("button", { name: "Cancel this withdrawal" }).click();
    await page.route(`**/api/withdrawals/${body.id}/cancel`, async (route) => {
      await admin.post(`/api/admin/withdrawals/${body.id}/approve`);
      return route.fallback();
    });
    await ask.getByRole("button", { name: "Cancel it" }).click();
    await screen.expectNotice(page, "Error", "This withdrawal was already decided. Nothing was changed.");
    await expect(ask).toBeHidden();
    await expect(screen.dialog(page).getByRole("status").first()).toContainText("Being paid");
    expect(await person.balance()).toBe("100.00000000");
  },
);
