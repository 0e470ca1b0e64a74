import { withdraw, withdrawingPeople } from "@veritick/server/testing/withdrawals.ts";
import { asAdmin, named } from "../kit/admin.ts";
import { expect, test } from "../kit/fixtures.ts";
import * as screen from "../kit/screen.ts";
import { jump } from "../kit/time.ts";

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
  await expect(dialog).toContainText("Sum70.00 USDMS");
  await expect(dialog).toContainText("Paid out64.40 USDT");
  await dialog.getByRole("button", { name: "Approve 2 requests" }).click();
  await expect(dialog).toContainText("2 of 2 dealt with.");
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
  await expect(dialog).toContainText("1 of 1 dealt with.");
  await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
  await expect(dialog).toBeHidden();
  const { body } = await admin.get<{ amount: string; status: string }[]>("/api/admin/withdrawals?open=true");
  expect(body.filter(({ status }) => status === "pending")).toEqual([]);
});
