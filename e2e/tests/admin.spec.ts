import { seedPeople } from "@veritick/server/testing/people.ts";
import { someAddress, withdraw, withdrawingPeople } from "@veritick/server/testing/withdrawals.ts";
import { asAdmin, deposits, named, openAdmin, rowOf, rowsOf, users, withdrawals } from "../kit/admin.ts";
import { expect, test } from "../kit/fixtures.ts";
import * as screen from "../kit/screen.ts";
import { pass } from "../kit/time.ts";

/** The administration's words, written down independently of its catalogue. */
const words = {
  menu: "Administration",
  back: "Back to the dashboard",
  stats: ["Total users3", "Total deposits1,600.00 USDMS"],
  afterDeposit: "Total deposits1,620.00 USDMS",
  deposits: (count: number) => `Pending deposits (${count})`,
  withdrawals: (count: number) => `Pending withdrawals (${count})`,
  amounts: { twenty: "20.00 USDMS", gross: "100.00 USDMS", fee: "Fee 8.00 USDMS", net: "Net 92.00 USDT" },
  payment: "Payment",
  none: "N/A",
  date: /· 21 Sept 2026, \d\d:\d\d/,
  approve: "Approve",
  reject: "Reject",
  refund: "Reject and refund",
  cancel: "Cancel",
  notices: [
    "Deposit approved",
    "Deposit rejected",
    "Withdrawal approved",
    "Withdrawal rejected and refunded",
    "Balance adjusted",
    "Admin status updated",
    "User deleted",
  ],
  ask: {
    deposit: "Reject this deposit?",
    withdrawal: "Reject and refund this withdrawal?",
    grant: "Make bob@example.com an administrator?",
    revoke: "Revoke administrator rights from bob@example.com?",
    delete: "Delete bob@example.com?",
  },
  decided: ["Confirmed", "Failed", "Processing"],
  empty: ["No pending deposits", "No pending withdrawals"],
  history: ["Balance780.00 USDMS", "Confirmed deposits1 · 800.00 USDMS", "Two-step sign-inOff"],
  search: "Search by e-mail",
  clear: "Clear the search",
  nobody: "No user matches “nobody@”",
  you: "You",
  admin: "Admin",
  adjust: "Adjust",
  amount: "Amount, with a minus sign to deduct",
  newBalance: "New balance of bob@example.com: 774.50 USDMS",
  typed: "-5.50",
  balances: ["780.00 USDMS", "774.50 USDMS"],
  change: `−5.50 USDMS for bob@example.com.`,
  invalid: "Enter an amount other than zero with at most two decimals. Use a minus sign to deduct.",
  tooSmall: "The balance is smaller than this deduction.",
  grant: "Make admin",
  role: "Admin",
  revoke: "Revoke admin",
  delete: "Delete",
  deleteForGood: "Delete permanently",
  given: ["Balance754.50 USDMS", "Open positions1 · 20.00 USDMS", "Pending withdrawalsNone"],
} as const;

test("shows the figures and decides pending deposits and withdrawals", async ({ ownApp: app, page }) => {
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
  // The newest comes first.
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
  // The row stays while the pointer is on it, and shows its new state.
  await expect(deposit).toContainText(words.decided[0]);
  await expect(deposit.getByRole("button", { name: words.approve })).toHaveCount(0);
  await expect(deposit).toBeFocused();
  await expect(page.getByRole("region").filter({ hasText: words.afterDeposit })).toBeVisible();
  await expect(rowOf(users(page), "bob@example.com")).toContainText("720.00");
  expect(await bob!.balance()).toBe("720.00000000");

  await rowsOf(deposits(page)).nth(0).getByRole("button", { name: words.reject }).click();
  const dialog = screen.dialog(page);
  await expect(dialog).toContainText(words.ask.deposit);
  // Enter in the reason starts a new line and rejects nothing.
  await expect(dialog.getByRole("textbox")).toBeFocused();
  await page.keyboard.press("Escape");
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
  for (const fact of [
    "bob@example.com",
    "Net92.00 USDT",
    address,
    "First payout to this address",
    "Account since",
  ]) {
    await expect(dialog).toContainText(fact);
  }
  // The focus begins on "Cancel"; Tab leads to the action.
  await expect(dialog.getByRole("button", { name: words.cancel })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await screen.expectNotice(page, words.notices[2], /92[.,]00 USDT/);
  await expect(withdrawal).toContainText(words.decided[2]);

  await rowOf(withdrawals(page), "eve@example.com").getByRole("button", { name: words.refund }).click();
  await expect(dialog).toContainText(words.ask.withdrawal);
  await dialog.getByRole("button", { name: words.refund }).click();
  await screen.expectNotice(page, words.notices[3], "eve@example.com");
  await expect(rowOf(users(page), "eve@example.com")).toContainText("800.00");
  expect(await eve!.balance()).toBe("800.00000000");
  await page.getByRole("searchbox").focus();
  await page.getByRole("heading", { level: 1 }).hover();
  await expect(withdrawals(page)).toContainText(words.empty[1]);
  await pass(app, 8);
  expect((await bob!.get("/api/withdrawals")).body[0].status).toBe("completed");
  await page.getByRole("link", { name: words.back }).click();
  await expect(page).toHaveURL(`${app.url}/dashboard`);
});

test("finds, adjusts, promotes and deletes users", async ({ ownApp: app, page, expectFaults }) => {
  expectFaults(/status of 409 .*adjust-balance/);
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
  const sent = page.waitForRequest((request) => request.url().endsWith("/adjust-balance"));
  await page.keyboard.press("Enter");
  expect((await sent).postData()).toBe('{"amount":-5.5}');
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
  await expect(dialog.getByRole("radio", { name: words.role, exact: true })).toBeChecked();
  await expect(dialog.getByRole("radio")).toHaveCount(4);
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
  await expect(page.getByRole("region").filter({ hasText: words.stats[0].slice(0, -1) })).toContainText("2");
});
