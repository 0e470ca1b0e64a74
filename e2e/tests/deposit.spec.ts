import type { Page } from "@playwright/test";
import type { Deposit } from "@veritick/contract/schemas/payments.ts";
import { expect, rare, test } from "../kit/fixtures.ts";
import { creationsOf } from "../kit/money.ts";
import { onDashboard, withMoney } from "../kit/people.ts";
import * as screen from "../kit/screen.ts";
import { goLive, pass } from "../kit/time.ts";
import { texts } from "../kit/words.ts";

const openDialog = (page: Page) =>
  screen
    .balanceCard(page)
    .getByRole("button", { name: /^(Deposit|Déposer)$/ })
    .click();
const proceed = (page: Page) =>
  screen
    .dialog(page)
    .getByRole("button", { name: /^(Continue|Continuer)$/ })
    .click();

test("checks the amount, shows the payment details, and forgets both 300 ms after it is closed", async ({
  app,
  page,
  context,
}) => {
  const { deposit } = texts.en.payments;
  const creations = creationsOf(page, "/api/deposits");
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.clock.install();
  const person = await withMoney(context, app, "0");
  await page.goto(app.url);
  await openDialog(page);
  const dialog = screen.dialog(page);

  await test.step("refuses less than the minimum without sending it", async () => {
    for (const wrong of ["", "14.99", "14.999", "0", "-20", "twenty", "1e3"]) {
      await screen.amountField(page).fill(wrong);
      await proceed(page);
      await screen.expectNotice(page, "Invalid amount", "Minimum deposit amount is 15 USDMS");
      await expect(screen.amountField(page)).toHaveAccessibleDescription(
        RegExp("Minimum deposit amount is 15 USDMS"),
      );
    }
    await expect(screen.amountField(page)).toHaveAccessibleDescription(/^This amount cannot be read\./);
    const tooLarge = "The largest amount is 9,999,999,999.99 USDMS.";
    await screen.amountField(page).fill("99999999999");
    await proceed(page);
    await screen.expectNotice(page, "Invalid amount", tooLarge);
    const tooFine = "Enter an amount with at most two decimals, such as 15.50";
    for (const wrong of ["15.001", "1234.500"]) {
      await screen.amountField(page).fill(wrong);
      await proceed(page);
      await screen.expectNotice(page, "Invalid amount", tooFine);
      await expect(screen.amountField(page)).toHaveAccessibleDescription(RegExp(tooFine));
    }
    expect(creations).toEqual([]);
  });

  await test.step("asks for a limit before the first deposit, which one press skips for good", async () => {
    const limit = dialog.getByRole("textbox", { name: deposit.firstLimit.label });
    await expect(limit).toBeVisible();
    await screen.amountField(page).fill("15");
    await limit.fill("99999999999");
    await proceed(page);
    await expect(limit).toHaveAccessibleDescription(/The largest amount is/);
    expect(creations).toEqual([]);
    await dialog.getByRole("button", { name: deposit.firstLimit.skip }).click();
    await expect(limit).toBeHidden();
    await expect(screen.amountField(page)).toBeFocused();
    await page.reload();
    await openDialog(page);
    await expect(screen.amountField(page)).toBeVisible();
    await expect(limit).toBeHidden();
  });

  await test.step("shows address, amount to pay, credited amount and how long it takes", async () => {
    await screen.amountField(page).fill("$ 1\u202f234,5\u200b");
    await proceed(page);
    await expect(dialog.getByRole("img", { name: deposit.awaiting.qr })).toBeVisible();
    expect(creations).toHaveLength(1);
    expect(Number((creations[0]!.postDataJSON() as { amount: string }).amount)).toBe(1234.5);
    const [created] = (await person.get<Deposit[]>("/api/deposits")).body;
    await expect(dialog.getByRole("heading", { name: deposit.awaiting.title })).toBeVisible();
    await expect(dialog.getByText(created!.payAddress!, { exact: true })).toBeVisible();
    await expect(dialog.getByRole("definition").nth(0)).toContainText("1,234.50 USDT");
    await expect(dialog.getByRole("definition").nth(1)).toContainText("1,234.50 USDMS");
    await expect(dialog).toContainText("3-5 minutes");

    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    const copy = dialog.getByRole("button", { name: deposit.awaiting.copyAddress });
    await copy.click();
    await expect(copy.getByRole("status")).toHaveText(texts.en.common.copied);
    expect(await clipboard()).toBe(created!.payAddress);
    await dialog.getByRole("button", { name: deposit.awaiting.copyAmount }).click();
    await expect.poll(clipboard).toBe("1234.5");
  });

  await test.step("resets amount and result 300 ms after closing, not before", async () => {
    await page.clock.pauseAt(new Date(Date.now() + 60_000));
    await screen.closeDialog(page);
    await page.clock.runFor(299);
    await openDialog(page);
    await expect(dialog.getByRole("heading", { name: deposit.awaiting.title })).toBeVisible();
    await screen.closeDialog(page);
    await page.clock.runFor(300);
    await openDialog(page);
    await expect(dialog.getByRole("heading", { name: deposit.form.title, exact: true })).toBeVisible();
    await expect(screen.amountField(page)).toHaveValue("");
  });
});

rare("confirms a deposit whose dialog and page were closed", async ({ app, page }) => {
  const person = await onDashboard(page, app, "0");
  await openDialog(page);
  await screen.amountField(page).fill("60.50");
  await proceed(page);
  await expect(screen.dialog(page).getByRole("img")).toBeVisible();
  await screen.closeDialog(page);
  await screen.historyCard(page).getByRole("tab", { name: "Deposits" }).click();
  const row = screen.historyCard(page).getByRole("listitem");
  await expect(row).toContainText("+60.50");
  await expect(row).toContainText("Pending");
  await pass(app, 2);
  await expect(row).toContainText("Confirming");
  await page.goto("about:blank");
  await pass(app, 3);
  expect(await person.balance()).toBe("60.50000000");
  await page.goto(app.url);
  await expect(screen.balanceCard(page)).toContainText("60.50 USDMS");
  await screen.historyCard(page).getByRole("tab", { name: "Deposits" }).click();
  await expect(row).toContainText("Confirmed");

  await test.step("and tells of one whose dialog alone was closed", async () => {
    await goLive(page, app);
    await openDialog(page);
    await screen.dialog(page).getByRole("button", { name: "50 USDMS", exact: true }).click();
    await expect(screen.amountField(page)).toHaveValue("50");
    await proceed(page);
    await expect(screen.dialog(page).getByRole("img")).toBeVisible();
    await screen.closeDialog(page);
    await pass(app, 5);
    await screen.expectNotice(page, "Deposit credited", "+50.00 USDMS");
    await expect(screen.balanceCard(page)).toContainText("110.50 USDMS");
  });
});

rare(
  "makes one deposit of a form that is sent twice, and removes an earlier refusal",
  async ({ app, page }) => {
    const creations = creationsOf(page, "/api/deposits");
    const person = await withMoney(page.context(), app, "0");
    await page.goto(app.url);
    await openDialog(page);
    await screen.amountField(page).fill("14");
    await proceed(page);
    await expect(screen.notices(page)).toHaveCount(1);
    await screen.amountField(page).fill("50");
    await screen.amountField(page).evaluate(({ form }: HTMLInputElement) => {
      form!.requestSubmit();
      form!.requestSubmit();
    });
    await expect(screen.dialog(page).getByRole("heading", { name: "Awaiting payment" })).toBeVisible();
    await expect(screen.notices(page)).toHaveCount(0);
    expect(creations).toHaveLength(1);
    expect((await person.get<Deposit[]>("/api/deposits")).body).toHaveLength(1);
  },
);

test("repeats a deposit whose answer was lost under its key, and makes it once", async ({
  app,
  page,
  expectFaults,
}) => {
  expectFaults(/ERR_FAILED .*\/api\/deposits/);
  const creations = creationsOf(page, "/api/deposits");
  const person = await withMoney(page.context(), app, "0");
  await page.route("**/api/deposits", async (route) => {
    if (route.request().method() !== "POST" || creations.length > 1) return route.fallback();
    await route.fetch();
    await route.abort();
  });
  await page.goto(app.url);
  await openDialog(page);
  await screen.amountField(page).fill("50");
  await proceed(page);
  await screen.expectNotice(
    page,
    "Error",
    "The server did not respond. Check your connection and try again.",
  );
  await proceed(page);
  await expect(screen.dialog(page).getByRole("heading", { name: "Awaiting payment" })).toBeVisible();
  expect(creations[1]!.headers()["idempotency-key"]).toBe(creations[0]!.headers()["idempotency-key"]);
  expect((await person.get<Deposit[]>("/api/deposits")).body).toHaveLength(1);
});
