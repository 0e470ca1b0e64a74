import type { Page } from "@playwright/test";
import type { Deposit } from "@veritick/contract/schemas/payments.ts";
import { expect, test } from "../kit/fixtures.ts";
import { creationsOf } from "../kit/money.ts";
import { onDashboard, prefer, withMoney } from "../kit/people.ts";
import * as screen from "../kit/screen.ts";
import { pass } from "../kit/time.ts";
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

for (const { language, title, words, paid, credited, time } of [
  {
    language: "en",
    title: "Invalid amount",
    words: "Minimum deposit amount is 15 USDMS",
    paid: "1,234.50 USDT",
    credited: "1,234.50 USDMS",
    time: "3-5 minutes",
  },
  {
    language: "fr",
    title: "Montant invalide",
    words: "Le montant minimum de dépôt est 15 USDMS",
    paid: "1\u202f234,50 USDT",
    credited: "1\u202f234,50 USDMS",
    time: "3-5 minutes",
  },
] as const) {
  test(`2, 5, 9 Deposit dialog (${language}): the form, what is to be paid, forgotten 300 ms after closing`, async ({
    app,
    page,
    context,
  }) => {
    const { deposit } = texts[language].payments;
    const creations = creationsOf(page, "/api/deposits");
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.clock.install();
    await prefer(context, { language });
    const person = await withMoney(context, app, "0");
    await page.goto(app.url);
    await openDialog(page);
    const dialog = screen.dialog(page);

    await test.step("5 Below the minimum: said, and not sent", async () => {
      for (const wrong of ["", "14.99", "0", "-20", "twenty", "15.001", "1e3"]) {
        await screen.amountField(page).fill(wrong);
        await proceed(page);
        await screen.expectNotice(page, title, words);
        await expect(screen.amountField(page)).toHaveAccessibleDescription(RegExp(words));
      }
      expect(creations).toEqual([]);
    });

    await test.step("2 Awaiting payment: address, amount to pay, amount, and how long it takes", async () => {
      await screen.amountField(page).fill(language === "en" ? "1234.50" : "1 234,5");
      await proceed(page);
      await expect(dialog.getByRole("img", { name: deposit.awaiting.qr })).toBeVisible();
      expect(creations).toHaveLength(1);
      expect(Number((creations[0]!.postDataJSON() as { amount: string }).amount)).toBe(1234.5);
      const [created] = (await person.get<Deposit[]>("/api/deposits")).body;
      await expect(dialog.getByRole("heading", { name: deposit.awaiting.title })).toBeVisible();
      await expect(dialog.getByText(created!.payAddress!, { exact: true })).toBeVisible();
      await expect(dialog.getByRole("definition").nth(0)).toContainText(paid);
      await expect(dialog.getByRole("definition").nth(1)).toContainText(credited);
      await expect(dialog).toContainText(time);

      const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
      const copy = dialog.getByRole("button", { name: deposit.awaiting.copyAddress });
      await copy.click();
      await expect(copy.getByRole("status")).toHaveText(texts[language].common.copied);
      expect(await clipboard()).toBe(created!.payAddress);
      await dialog.getByRole("button", { name: deposit.awaiting.copyAmount }).click();
      await expect.poll(clipboard).toBe("1234.5");
    });

    await test.step("2, 9 Closing resets amount and result after 300 ms, not before", async () => {
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
}

test("4 Deposit: goes on without its dialog, and is confirmed while nobody looks", async ({ app, page }) => {
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
});

test("7 Deposit dialog: sent twice in one go, it is made once; a refusal said before is gone then", async ({
  app,
  page,
}) => {
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
});

test("7 Deposit dialog: a creation whose answer was lost is sent again under its key and makes one deposit", async ({
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
    "The platform did not answer. Check your connection and try again.",
  );
  await proceed(page);
  await expect(screen.dialog(page).getByRole("heading", { name: "Awaiting payment" })).toBeVisible();
  expect(creations[1]!.headers()["idempotency-key"]).toBe(creations[0]!.headers()["idempotency-key"]);
  expect((await person.get<Deposit[]>("/api/deposits")).body).toHaveLength(1);
});
