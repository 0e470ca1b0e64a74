import { seedPeople } from "@veritick/server/testing/people.ts";
import { asAdmin, named } from "../kit/admin.ts";
import { expect, test } from "../kit/fixtures.ts";
import * as screen from "../kit/screen.ts";

test("finds a person and a deposit from any page by keys alone, and shows what happened in one list", async ({
  ownApp: app,
  page,
}) => {
  await asAdmin(page, app);
  const bob = await named(app, (await seedPeople(app, 1, "100"))[0]!, "bob@example.com");
  const { body: deposit } = await bob.post<{ id: string; payAddress: string }>("/api/deposits", {
    amount: "20",
  });
  const dialog = screen.dialog(page);
  const options = dialog.getByRole("option");
  await page.goto(`${app.url}/admin/audit`);
  await expect(page.getByRole("button", { name: "Search" })).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(dialog.getByRole("combobox")).toBeFocused();
  await page.keyboard.type("example.com");
  await expect(options).toHaveCount(2);
  await expect(options.filter({ hasText: "ada@example.com" })).toHaveAttribute("aria-selected", /.*/);
  await dialog.getByRole("combobox").fill("bob@");
  await expect(options).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${app.url}/admin/users/${bob.user.id}`);

  await page.getByRole("tab", { name: "Timeline" }).click();
  const events = page.getByRole("list", { name: "Timeline" }).getByRole("listitem");
  await expect(events.filter({ hasText: "Pending" })).toContainText("20.00 USDMS");

  await page.getByRole("button", { name: "Search" }).click();
  await dialog.getByRole("combobox").fill(deposit.payAddress);
  await expect(options).toHaveCount(1);
  await expect(options).toContainText("Deposit");
  await options.click();
  await expect(page).toHaveURL(`${app.url}/admin/deposits?id=${deposit.id}`);
  await expect(page.getByRole("list", { name: "Deposits" }).getByRole("listitem")).toHaveCount(1);
  await page.keyboard.press("Control+k");
  await dialog.getByRole("combobox").fill("nobody at all");
  await expect(dialog.getByRole("status")).toHaveText("Nothing found");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});
