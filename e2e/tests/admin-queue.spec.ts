import { withdraw, withdrawingPeople } from "@veritick/server/testing/withdrawals.ts";
import { seedAttention } from "@veritick/server/testing/attention-items.ts";
import { asAdmin, deposits, named } from "../kit/admin.ts";
import { expect, test } from "../kit/fixtures.ts";
import { card } from "../kit/safety.ts";
import * as screen from "../kit/screen.ts";
import { jump, pass } from "../kit/time.ts";

test("leads through the queue by keys, keeps decided rows in view, and approves small ones together", async ({
  ownApp: app,
  page,
}) => {
  const admin = await asAdmin(page, app);
  const [bob] = await withdrawingPeople(app, 1, "800");
  await named(app, bob!, "bob@example.com");
  // The first payout to an address is never approved together with others.
  const { id, address } = (await withdraw(bob!, { amount: "15" })).body;
  await admin.post(`/api/admin/withdrawals/${id}/approve`);
  await expect(async () => {
    await jump(app, 5);
    const [paid] = (await admin.get<{ status: string }[]>("/api/admin/withdrawals")).body;
    expect(paid!.status).toBe("completed");
  }).toPass({ intervals: [0] });
  for (const amount of ["20", "30", "40", "500"]) await withdraw(bob!, { amount, address });
  const dialog = screen.dialog(page);
  await page.goto(`${app.url}/admin`);
  await page.getByRole("link", { name: /^4 ?Pending withdrawals/ }).click();
  await expect(page).toHaveURL(`${app.url}/admin/withdrawals?status=pending&sort=oldest`);
  await expect(page).toHaveTitle("(4) Withdrawals · Veritick");
  const rows = page.getByRole("list", { name: "Withdrawals" }).getByRole("listitem");
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(0)).toContainText("20.00 USDMS");

  await page.keyboard.press("j");
  await expect(rows.nth(0)).toBeFocused();
  await page.keyboard.press("j");
  await page.keyboard.press("k");
  await expect(rows.nth(0)).toBeFocused();
  await page.keyboard.press("r");
  await dialog.getByRole("textbox").fill("j k a r: The address is a contract.");
  await dialog.getByRole("button", { name: "Reject and refund" }).click();
  await screen.expectNotice(page, "Withdrawal rejected and refunded");
  // It is no longer pending, but stays while somebody uses the list.
  await expect(rows.nth(0)).toContainText("Failed");
  await expect(rows.nth(0)).toContainText("The address is a contract.");
  await page.getByLabel("Keys: j next").uncheck();
  await rows.nth(1).focus();
  await page.keyboard.press("a");
  await expect(dialog).toBeHidden();

  await page.getByRole("textbox", { name: "Approve all up to" }).fill("100");
  await page.getByRole("button", { name: "Approve 2 requests" }).click();
  await expect(dialog).toContainText("Total70.00 USDMS");
  await expect(dialog).toContainText("Paid out64.40 USDT");
  await dialog.getByRole("button", { name: "Approve 2 requests" }).click();
  await expect(dialog).toContainText("2 of 2 processed.");
  await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
  await expect(dialog).toBeHidden();

  // Once nothing is left to approve, the dialog still says how it went.
  await page.getByRole("textbox", { name: "Approve all up to" }).fill("500");
  await page.getByRole("button", { name: "Approve 1 request" }).click();
  const emptied = page.waitForResponse(
    async (response) =>
      response.url().includes("status=pending") && (await response.json()).items.length === 0,
  );
  await dialog.getByRole("button", { name: "Approve 1 request" }).click();
  await emptied;
  await expect(dialog).toContainText("1 of 1 processed.");
  await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
  await expect(dialog).toBeHidden();
  const { body } = await admin.get<{ amount: string; status: string }[]>("/api/admin/withdrawals?open=true");
  expect(body.filter(({ status }) => status === "pending")).toEqual([]);
});

test("rejects selected withdrawals with one reason, says which were refused, and notes their user", async ({
  ownApp: app,
  page,
  expectFaults,
}) => {
  expectFaults(/status of 409 .*\/reject/);
  const admin = await asAdmin(page, app);
  const [bob] = await withdrawingPeople(app, 1, "800");
  await named(app, bob!, "bob@example.com");
  for (const amount of ["20", "30", "40", "50", "60"]) await withdraw(bob!, { amount });
  const { body: all } = await admin.get<{ id: string; amount: string }[]>("/api/admin/withdrawals");
  const reject = (amount: string) =>
    admin.post(`/api/admin/withdrawals/${all.find((each) => each.amount === amount)!.id}/reject`);
  const dialog = screen.dialog(page);
  const rows = page.getByRole("list", { name: "Withdrawals" }).getByRole("listitem");
  const selection = page.getByRole("group", { name: "Selection" });
  const select = (amount: string) =>
    page.getByRole("checkbox", { name: `Select: ${amount} USDMS, bob@example.com` }).check();
  await page.goto(`${app.url}/admin/withdrawals?status=pending&sort=oldest`);
  await expect(rows).toHaveCount(5);
  const place = () => rows.nth(1).evaluate((row: HTMLElement) => row.offsetTop);
  const before = await place();
  for (const amount of ["20.00", "30.00", "40.00"]) await select(amount);
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect(selection).toContainText("4 selected");
  expect(await place()).toBe(before);
  // Somebody else decides one, which drops out.
  await reject("50.00000000");
  await expect(async () => {
    await pass(app);
    await expect(selection).toContainText("3 selected", { timeout: 1_000 });
  }).toPass({ intervals: [0] });
  await expect(page.getByRole("checkbox", { name: /^Select: 50/ })).toHaveCount(0);

  await selection.getByRole("button", { name: "Reject and refund" }).click();
  await expect(dialog).toContainText("Total90.00 USDMS");
  await dialog.getByRole("textbox").fill("The address is a contract.");
  await reject("30.00000000");
  await dialog.getByRole("button", { name: "Reject 3 requests" }).click();
  await expect(dialog).toContainText("3 of 3 processed.");
  await expect(dialog).toContainText("Done2");
  await expect(dialog).toContainText("Not done1");
  await expect(dialog).toContainText("30.00 USDMS, bob@example.com: This withdrawal was already decided.");
  await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
  await expect(dialog).toBeHidden();
  for (const row of [0, 2]) await expect(rows.nth(row)).toContainText("The address is a contract.");
  await expect(selection).not.toContainText("selected");
  await expect(selection).toBeFocused();
  expect(await bob!.balance()).toBe("740.00000000");

  await select("60.00");
  await selection.getByRole("button", { name: "Add a note" }).click();
  await dialog.getByRole("button", { name: "Add the note" }).click();
  await expect(dialog).toContainText("Enter a note of at most 500 characters.");
  await dialog.getByRole("textbox").fill("Call them.");
  await dialog.getByRole("button", { name: "Add the note" }).click();
  await expect(dialog).toContainText("1 of 1 processed.");
  const { body: notes } = await admin.get(`/api/admin/users/${bob!.user.id}/notes`);
  expect(notes).toMatchObject([{ text: "Call them.", forPerson: false }]);
  await dialog.getByRole("button", { name: "Close", exact: true }).last().click();

  // Of the two lists of the overview, one at a time has selected rows.
  await bob!.post("/api/deposits", { amount: "70" });
  await page.goto(`${app.url}/admin`);
  const deposit = deposits(page).getByRole("checkbox");
  await deposit.check();
  await select("60.00");
  await expect(deposit).not.toBeChecked();
  await expect(selection.filter({ hasText: "1 selected" })).toHaveCount(1);
});

test("closes selected attention items with one note", async ({ ownApp: app, page }) => {
  const admin = await asAdmin(page, app);
  const [bob] = await withdrawingPeople(app, 1, "800");
  const { id } = (await withdraw(bob!)).body;
  await app.database.query("update withdrawal_transactions set status = 'processing'");
  await seedAttention(app, [
    { kind: "payment", reason: "unknown_order", amount: "7" },
    { kind: "payment", reason: "account_closed", amount: "9" },
    { kind: "payout", reason: "payout_unknown", withdrawalId: id, userId: bob!.user.id, amount: "92" },
  ]);
  const dialog = screen.dialog(page);
  const selection = page.getByRole("group", { name: "Selection" });
  const boxes = page.getByRole("checkbox", { name: /^Select: / });
  await page.goto(`${app.url}/admin/attention`);
  // A payout under way cannot be closed, only decided.
  await expect(boxes).toHaveCount(2);
  for (const box of await boxes.all()) await box.check();
  await selection.getByRole("button", { name: "Close", exact: true }).click();
  await expect(dialog).toContainText("Payment, 9.00 USDT, Unknown user");
  await dialog.getByRole("button", { name: "Close 2 items" }).click();
  await expect(dialog).toContainText("Give a reason, in at most 500 characters.");
  await dialog.getByRole("textbox", { name: "Note" }).fill("Paid back by hand");
  await dialog.getByRole("button", { name: "Close 2 items" }).click();
  await expect(dialog).toContainText("2 of 2 processed.");
  await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
  await expect(dialog).toBeHidden();
  const decided = page.getByRole("list", { name: "Decided" }).getByRole("listitem");
  await expect(decided).toHaveCount(2);
  await expect(decided.first()).toContainText("Paid back by hand");
  await expect(card(page, "Open (1)")).toContainText("did not confirm");
  const { body } = await admin.get<{ resolution: string | null }[]>("/api/admin/attention");
  expect(body.filter(({ resolution }) => resolution === "dismissed")).toHaveLength(2);
});
