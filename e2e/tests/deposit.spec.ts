import type { Page } from "@playwright/test";
import type { Deposit } from "@veritick/contract/deposits.ts";
import { expect, test } from "../kit/fixtures.ts";
import { creationsOf } from "../kit/money.ts";
import { onDashboard, prefer, withMoney } from "../kit/people.ts";
import * as screen from "../kit/screen.ts";
import { goLive, pass } from "../kit/time.ts";

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

for (const { language, title, words } of [
  { language: "en", title: "Invalid amount", words: "Minimum deposit amount is 15 USDMS" },
  { language: "fr", title: "Montant invalide", words: "Le montant minimum de dépôt est 15 USDMS" },
] as const) {
  test(`5 Deposit dialog (${language}): an amount below the minimum is said and not sent`, async ({
    app,
    page,
  }) => {
    const creations = creationsOf(page, "/api/deposits");
    await prefer(page.context(), { language });
    await withMoney(page.context(), app, "0");
    await page.goto(app.url);
    await openDialog(page);
    for (const wrong of ["", "14.99", "0", "-20", "twenty", "15.001", "1e3"]) {
      await screen.amountField(page).fill(wrong);
      await proceed(page);
      await screen.expectNotice(page, title, words);
      await expect(screen.amountField(page)).toHaveAccessibleDescription(words);
    }
    expect(creations).toEqual([]);
    await screen.amountField(page).fill("15");
    await proceed(page);
    await expect(screen.dialog(page).getByRole("img")).toBeVisible();
    expect(creations[0]!.postDataJSON()).toEqual({ amount: "15" });
  });
}

test("2 Deposit dialog: closing forgets the amount after 300 ms, not before", async ({ app, page }) => {
  await page.clock.install();
  await withMoney(page.context(), app, "0");
  await page.goto(app.url);
  await openDialog(page);
  await screen.amountField(page).fill("20");
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await screen.closeDialog(page);
  await page.clock.runFor(299);
  await openDialog(page);
  await expect(screen.amountField(page)).toHaveValue("20");

  await screen.closeDialog(page);
  await page.clock.runFor(300);
  await openDialog(page);
  await expect(screen.amountField(page)).toHaveValue("");
});

test("2 Deposit dialog: the awaiting-payment view is forgotten too, and the deposit goes on", async ({
  app,
  page,
}) => {
  await page.clock.install();
  const person = await onDashboard(page, app, "0");
  await openDialog(page);
  await screen.amountField(page).fill("25");
  await proceed(page);
  await expect(screen.dialog(page).getByRole("heading", { name: "Awaiting payment" })).toBeVisible();
  await screen.closeDialog(page);
  await page.clock.fastForward(300);
  await openDialog(page);
  await expect(screen.dialog(page).getByRole("heading", { name: "Deposit", exact: true })).toBeVisible();
  await expect(screen.amountField(page)).toHaveValue("");
  await screen.closeDialog(page);

  await screen.historyCard(page).getByRole("tab", { name: "Deposits" }).click();
  const row = screen.historyCard(page).getByRole("listitem");
  await expect(row).toContainText("+25.00");
  await expect(row).toContainText("Pending");
  await pass(app, 2);
  await expect(row).toContainText("Confirming");
  await pass(app, 2);
  await expect(row).toContainText("Confirmed");
  await expect(screen.balanceCard(page)).toContainText("25.00 USDMS");
  expect(await person.balance()).toBe("25.00000000");
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

test("8 Deposit failure: the server's message, or what the page has for it", async ({
  app,
  page,
  expectFaults,
}) => {
  expectFaults(/status of (503|502) .*\/api\/deposits/);
  await withMoney(page.context(), app, "0");
  await page.goto(app.url);
  await openDialog(page);
  await screen.amountField(page).fill("50");
  await page.route("**/api/deposits", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({ status: 503, json: { message: "The provider rests.", code: "provider_unavailable" } })
      : route.fallback(),
  );
  await proceed(page);
  await screen.expectNotice(page, "Error", /^ErrorThe provider rests\.$/);
  await page.route("**/api/deposits", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad gateway</h1>" })
      : route.fallback(),
  );
  await proceed(page);
  await screen.expectNotice(page, "Error", /^ErrorCannot create deposit$/);
});

test("2 Deposit dialog: address and amount are copied exactly as they must be paid", async ({
  app,
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const person = await withMoney(context, app, "0");
  await page.goto(app.url);
  await openDialog(page);
  await screen.amountField(page).fill("1234.50");
  await proceed(page);
  const dialog = screen.dialog(page);
  await expect(dialog.getByRole("definition").first()).toContainText("1,234.50 USDT");
  const [deposit] = (await person.get<Deposit[]>("/api/deposits")).body;
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await dialog.getByRole("button", { name: "Copy the address" }).click();
  await expect(dialog.getByRole("button", { name: "Copy the address" }).getByRole("status")).toHaveText(
    "Copied",
  );
  expect(await clipboard()).toBe(deposit!.payAddress);
  await dialog.getByRole("button", { name: "Copy the amount" }).click();
  await expect.poll(clipboard).toBe("1234.5");
});

test("4 Deposit: confirmed while nobody looks, it is there on the next visit", async ({ app, page }) => {
  await onDashboard(page, app, "0");
  await openDialog(page);
  await screen.amountField(page).fill("60.50");
  await proceed(page);
  await expect(screen.dialog(page).getByRole("img")).toBeVisible();
  await page.goto("about:blank");
  await pass(app, 5);
  await page.goto(app.url);
  await expect(screen.balanceCard(page)).toContainText("60.50 USDMS");
  await goLive(page, app);
  await screen.historyCard(page).getByRole("tab", { name: "Deposits" }).click();
  await expect(screen.historyCard(page).getByRole("listitem")).toContainText("Confirmed");
});
