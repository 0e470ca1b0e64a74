import type { Page } from "@playwright/test";
import { CODE, seedAdmin, someAddress, withdraw } from "@veritick/server/testing/withdrawals.ts";
import { expectNoViolations, expectToFit } from "../kit/checks.ts";
import { expect, test } from "../kit/fixtures.ts";
import { fillWithdrawal, historyRows, openTab, openWithdrawal, withdrawButton } from "../kit/money.ts";
import { seedDeposits } from "../kit/money-rows.ts";
import { onDashboard, prefer } from "../kit/people.ts";
import * as screen from "../kit/screen.ts";
import { goLive, pass } from "../kit/time.ts";

for (const { language, theme, widths, words } of [
  {
    language: "en",
    theme: "dark",
    widths: [1440, 768, 360],
    words: {
      deposits: "Deposits",
      withdrawals: "Withdrawals",
      cancel: "Cancel this withdrawal",
      keep: "Keep it",
      statement: "Statement",
    },
  },
  {
    language: "fr",
    theme: "light",
    widths: [360, 768, 1440],
    words: {
      deposits: "Dépôts",
      withdrawals: "Retraits",
      cancel: "Annuler ce retrait",
      keep: "Le garder",
      statement: "Relevé",
    },
  },
] as const) {
  test(`Layout and accessibility (${language}, ${theme}): every screen of money in and out, at 360, 768 and 1440 px`, async ({
    app,
    page,
  }) => {
    // Eight screens at three widths each, on a machine that may be busy.
    test.slow();
    const look = async (where: string) => {
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        await expectToFit(page, `${where} at ${width} px`);
      }
      await expectNoViolations(page, where);
    };
    await prefer(page.context(), { language, theme });
    const admin = await seedAdmin(app);
    const person = await onDashboard(page, app, "1234567.89");
    const dialog = screen.dialog(page);
    const state = dialog.getByRole("status").first();

    await openWithdrawal(page);
    await expect(dialog.getByRole("link")).toBeVisible();
    await fillWithdrawal(page, { amount: "123456.78", address: someAddress(), code: "4021" });
    await withdrawButton(page).click();
    await expect(screen.notices(page)).toBeVisible();
    await look("withdrawal without a code, filled, with an error and a notice");

    await person.post("/api/profile/create-withdrawal-code", { code: CODE });
    const { body: paid } = await withdraw(person, { amount: "123456.78" });
    await admin.post(`/api/admin/withdrawals/${paid.id}/approve`);
    await pass(app, 8);
    await withdraw(person, { amount: "100000" });
    await seedDeposits(app, person.user.id, [
      { amount: "1500", status: "confirmed", credited: "1487.123456" },
    ]);
    await page.goto(`${app.url}/dashboard`);
    await goLive(page, app);
    await person.post("/api/deposits", { amount: "20" });

    await openTab(page, words.withdrawals);
    await expect(historyRows(page)).toHaveCount(2);
    await look("withdrawals tab");
    await historyRows(page).first().getByRole("button").click();
    await page.getByRole("button", { name: words.cancel }).click();
    await expect(page.getByRole("button", { name: words.keep })).toBeFocused();
    await look("question before a withdrawal is cancelled");
    await page.getByRole("button", { name: words.keep }).click();
    await screen.closeDialog(page);
    await historyRows(page).last().getByRole("button").click();
    await expect(dialog).toContainText(/[0-9a-f]{64}/);
    await look("completed withdrawal");
    await screen.closeDialog(page);

    await openTab(page, words.deposits);
    await expect(historyRows(page)).toHaveCount(3);
    await look("deposits tab");
    const rows = historyRows(page).filter({ hasNotText: /1.?234.?567/ });
    for (const [index, where] of ["awaited", "different"].entries()) {
      await rows.nth(index).getByRole("button").click();
      await expect(state).toBeVisible();
      if (index === 0) await expect(dialog.getByRole("img")).toBeVisible();
      await look(`deposit opened again, ${where}`);
      await screen.closeDialog(page);
    }

    await page.goto(`${app.url}/statement`);
    await expect(page.getByRole("heading", { name: words.statement })).toBeVisible();
    await expect(page.getByRole("row")).toHaveCount(4);
    await look("statement");
  });
}

/** The longest that anything in the page takes to move, in seconds. */
const longestMotion = (page: Page) =>
  page.evaluate(() => {
    const seconds = (text: string) =>
      text.split(",").map((each) => (each.endsWith("ms") ? 0.001 : 1) * Number.parseFloat(each));
    const times = [...document.querySelectorAll("body *")].flatMap((element) => {
      const { animationDuration, transitionDuration } = getComputedStyle(element);
      return [...seconds(animationDuration), ...seconds(transitionDuration)];
    });
    return Math.max(...times);
  });

test("Reduced motion: nothing moves in the dialogs of money in and out", async ({ app, page }) => {
  const person = await onDashboard(page, app, "100");
  await person.post("/api/deposits", { amount: "20" });
  await openTab(page, "Deposits");
  for (const open of [
    () => openWithdrawal(page),
    () => historyRows(page).first().getByRole("button").click(),
  ]) {
    await open();
    await expect(screen.dialog(page)).toBeVisible();
    expect(await longestMotion(page)).toBeLessThan(0.001);
    // Without that wish there is motion: the measure measures.
    await page.emulateMedia({ reducedMotion: "no-preference" });
    expect(await longestMotion(page)).toBeGreaterThan(0.1);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await screen.closeDialog(page);
  }
});
