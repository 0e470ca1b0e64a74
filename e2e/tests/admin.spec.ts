import { seedPeople } from "@veritick/server/testing/people.ts";
import { someAddress, withdraw, withdrawingPeople } from "@veritick/server/testing/withdrawals.ts";
import { adminWords } from "../kit/admin-words.ts";
import { asAdmin, deposits, named, openAdmin, rowOf, rowsOf, users, withdrawals } from "../kit/admin.ts";
import { expectNoViolationsInBothThemes, expectToFit } from "../kit/checks.ts";
import { expect, test } from "../kit/fixtures.ts";
import { prefer } from "../kit/people.ts";
import * as screen from "../kit/screen.ts";
import { pass } from "../kit/time.ts";

for (const language of ["en", "fr"] as const) {
  const words = adminWords[language];

  test(`2 Admin screen (${language}): figures, pending deposits and withdrawals, and their decisions`, async ({
    ownApp: app,
    page,
  }) => {
    await prefer(page.context(), { language });
    await asAdmin(page, app);
    const [bob, eve] = await withdrawingPeople(app, 2, "800");
    await named(app, bob!, "bob@example.com");
    await named(app, eve!, "eve@example.com");
    for (const amount of ["20", "30"]) await bob!.post("/api/deposits", { amount });
    await app.database.query("update deposit_transactions set payment_id = null where amount = 30");
    const address = someAddress();
    await withdraw(bob!, { amount: "100", address });
    await withdraw(eve!, { amount: "50" });

    await page.goto(app.url);
    await page.getByRole("button", { name: /^AD/ }).click();
    await page.getByRole("menuitem", { name: words.menu }).click();
    await expect(page).toHaveURL(`${app.url}/admin`);
    await expect(page.getByRole("heading", { level: 1, name: words.menu })).toBeVisible();
    for (const stat of words.stats) {
      await expect(page.getByRole("region").filter({ hasText: stat })).toHaveText(stat);
    }

    await expect(deposits(page)).toContainText(words.deposits(2));
    // Newest first.
    await expect(rowsOf(deposits(page)).nth(0)).toContainText(`${words.payment}${words.none}`);
    const deposit = rowsOf(deposits(page)).nth(1);
    await expect(deposit).toContainText("bob@example.com");
    await expect(deposit).toContainText(words.amounts.twenty);
    await expect(deposit).toContainText(/sandbox-[0-9a-f-]{36}/);
    await expect(async () => {
      await pass(app);
      await expect(deposit).toContainText(words.date, { timeout: 250 });
    }).toPass({ intervals: [0] });
    await deposit.getByRole("button", { name: words.approve }).click();
    await screen.expectNotice(page, words.notices[0], "bob@example.com");
    // The pointer is still there: the row stays under it and says what it has become.
    await expect(deposit).toContainText(words.decided[0]);
    await expect(deposit.getByRole("button", { name: words.approve })).toHaveCount(0);
    await expect(deposit).toBeFocused();
    await expect(page.getByRole("region").filter({ hasText: words.afterDeposit })).toBeVisible();
    await expect(rowOf(users(page), "bob@example.com")).toContainText(
      language === "en" ? "720.00" : "720,00",
    );
    expect(await bob!.balance()).toBe("720.00000000");

    await rowsOf(deposits(page)).nth(0).getByRole("button", { name: words.reject }).click();
    const dialog = screen.dialog(page);
    await expect(dialog).toContainText(words.ask.deposit);
    await expect(dialog.getByRole("button", { name: words.cancel })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(dialog).toBeHidden();
    await expect(deposits(page)).toContainText(words.deposits(1));
    await rowsOf(deposits(page)).nth(0).getByRole("button", { name: words.reject }).click();
    await dialog.getByRole("button", { name: words.reject }).click();
    await screen.expectNotice(page, words.notices[1]);
    await page.getByRole("heading", { level: 1 }).hover();
    await page.getByRole("searchbox").focus();
    await expect(deposits(page)).toContainText(words.empty[0]);
    await expect(deposits(page)).toContainText(words.deposits(0));

    await expect(withdrawals(page)).toContainText(words.withdrawals(2));
    const withdrawal = rowOf(withdrawals(page), "bob@example.com");
    for (const fact of [words.amounts.gross, words.amounts.fee, words.amounts.net, address]) {
      await expect(withdrawal).toContainText(fact);
    }
    await expect(withdrawal).toContainText(words.date);
    await withdrawal.getByRole("button", { name: words.approve }).click();
    await screen.expectNotice(page, words.notices[2], /92[.,]00 USDT/);
    await expect(withdrawal).toContainText(words.decided[2]);

    await rowOf(withdrawals(page), "eve@example.com").getByRole("button", { name: words.refund }).click();
    await expect(dialog).toContainText(words.ask.withdrawal);
    await dialog.getByRole("button", { name: words.refund }).click();
    await screen.expectNotice(page, words.notices[3], "eve@example.com");
    await expect(rowOf(users(page), "eve@example.com")).toContainText(
      language === "en" ? "800.00" : "800,00",
    );
    expect(await eve!.balance()).toBe("800.00000000");
    await page.getByRole("searchbox").focus();
    await page.getByRole("heading", { level: 1 }).hover();
    await expect(withdrawals(page)).toContainText(words.empty[1]);
    await pass(app, 8);
    expect((await bob!.get("/api/withdrawals")).body[0].status).toBe("completed");
    await page.getByRole("link", { name: words.back }).click();
    await expect(page).toHaveURL(`${app.url}/dashboard`);
  });

  test(`2 Admin screen (${language}): users are found, adjusted, made administrators and deleted`, async ({
    ownApp: app,
    page,
    expectFaults,
  }) => {
    expectFaults(/status of 409 .*adjust-balance/);
    await prefer(page.context(), { language });
    await asAdmin(page, app);
    const [bob, eve] = await seedPeople(app, 2, "800");
    await named(app, bob!, "bob@example.com");
    await named(app, eve!, "eve@example.com");
    await bob!.post("/api/trading/positions", { type: "buy", amount: "20", duration: 10 });
    await openAdmin(page, app);

    await expect(rowOf(users(page), "ada@example.com")).toContainText(`${words.admin}${words.you}`);
    await expect(rowsOf(users(page))).toHaveCount(3);
    const search = page.getByRole("searchbox", { name: words.search });
    await search.fill("nobody@");
    await expect(users(page)).toContainText(words.nobody);
    await users(page).getByRole("button", { name: words.clear }).first().click();
    await expect(search).toBeFocused();
    await expect(rowsOf(users(page))).toHaveCount(3);
    await search.fill(" BOB@");
    await expect(rowsOf(users(page))).toHaveCount(1);

    const row = rowOf(users(page), "bob@example.com");
    await expect(row).toContainText(words.balances[0]);
    const history = row.getByRole("button", { name: "bob@example.com" }).first();
    await history.click();
    await expect(history).toHaveAttribute("aria-expanded", "true");
    for (const fact of words.history) await expect(row).toContainText(fact);
    await history.click();
    await expect(row.getByRole("term")).toHaveCount(0);

    const adjust = row.getByRole("button", { name: words.adjust });
    const amount = row.getByRole("textbox", { name: words.amount });
    const ok = row.getByRole("button", { name: "OK" });
    await adjust.click();
    await expect(amount).toBeFocused();
    await expect(ok).toBeDisabled();
    await page.keyboard.press("Escape");
    await expect(amount).toHaveCount(0);
    await expect(adjust).toBeFocused();
    await page.keyboard.press("Enter");
    await amount.fill("0");
    await ok.click();
    await expect(row).toContainText(words.invalid);
    await amount.fill("-5000");
    await page.keyboard.press("Enter");
    await expect(row).toContainText(words.tooSmall);
    await amount.fill(words.typed);
    await expect(row).toContainText(words.newBalance);
    await page.keyboard.press("Enter");
    await screen.expectNotice(page, words.notices[4], words.change);
    await expect(row).toContainText(words.balances[1]);
    await expect(adjust).toBeFocused();
    await adjust.click();
    await amount.fill("-20");
    await row.getByRole("button", { name: words.cancel }).click();
    await adjust.click();
    await expect(amount).toHaveValue("");
    await amount.fill("-20");
    await ok.click();
    await expect.poll(() => bob!.balance()).toBe("754.50000000");

    const dialog = screen.dialog(page);
    await row.getByRole("button", { name: words.grant }).click();
    await expect(dialog).toContainText(words.ask.grant);
    await dialog.getByRole("button", { name: words.grant }).click();
    await screen.expectNotice(page, words.notices[5]);
    await expect(row.getByText(words.admin, { exact: true })).toBeVisible();
    expect((await bob!.get("/api/auth/me")).body.isAdmin).toBe(true);
    await row.getByRole("button", { name: words.revoke }).click();
    await expect(dialog).toContainText(words.ask.revoke);
    await dialog.getByRole("button", { name: words.revoke }).click();
    await expect(row.getByRole("button", { name: words.grant })).toBeVisible();
    expect((await bob!.get("/api/admin/stats")).status).toBe(403);

    await row.getByRole("button", { name: words.delete }).click();
    await expect(dialog).toContainText(words.ask.delete);
    await expect(dialog.getByRole("definition")).toHaveCount(3);
    for (const fact of words.given) await expect(dialog).toContainText(fact);
    await dialog.getByRole("button", { name: words.deleteForGood }).click();
    await screen.expectNotice(page, words.notices[6], "bob@example.com");
    await expect(dialog).toBeHidden();
    expect((await bob!.get("/api/auth/me")).status).toBe(401);
    await search.fill("");
    await expect(rowsOf(users(page))).toHaveCount(2);
    await expect(page.getByRole("region").filter({ hasText: words.stats[0].slice(0, -1) })).toContainText(
      "2",
    );
  });
}

test("2 Admin screen (fr): accessible in both themes, and everything fits at 360 pixels", async ({
  ownApp: app,
  page,
}) => {
  await prefer(page.context(), { language: "fr" });
  await asAdmin(page, app);
  const [bob] = await withdrawingPeople(app, 1, "123456.78");
  await named(app, bob!, "quelqu.un.avec.une.tres.longue.adresse@sous-domaine.example.com");
  await bob!.post("/api/deposits", { amount: "9999.99" });
  await withdraw(bob!, { amount: "10000.55" });
  await openAdmin(page, app);
  await expectNoViolationsInBothThemes(page, "administration");
  await page.setViewportSize({ width: 360, height: 800 });
  await expectToFit(page, "administration at 360 pixels");
  const row = rowOf(users(page), "quelqu.un");
  await row.getByRole("button", { name: /^Historique/ }).click();
  await expect(row.getByRole("term")).toHaveCount(8);
  await row.getByRole("button", { name: "Ajuster" }).click();
  await expectToFit(page, "a user's history and adjustment at 360 pixels");
  await expectNoViolationsInBothThemes(page, "a user's history and adjustment");
  const buttons = await page.getByRole("main").getByRole("button").all();
  for (const button of buttons) expect((await button.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  await row.getByRole("button", { name: "Supprimer" }).click();
  await expect(screen.dialog(page).getByRole("definition")).toHaveCount(3);
  await expectToFit(page, "the question before a deletion");
  await expectNoViolationsInBothThemes(page, "the question before a deletion");
});
