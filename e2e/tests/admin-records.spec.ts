import { readFile } from "node:fs/promises";
import { seedPeople } from "@veritick/server/testing/people.ts";
import { asAdmin, named } from "../kit/admin.ts";
import { expect, test } from "../kit/fixtures.ts";

test("filters deposits by status and amount, keeps the filters in the address and saves the rows", async ({
  ownApp: app,
  page,
}) => {
  const admin = await asAdmin(page, app);
  const bob = await named(app, (await seedPeople(app, 1, "0"))[0]!, "bob@example.com");
  for (const amount of ["20", "30", "40"]) await bob.post("/api/deposits", { amount });
  const [newest] = (await admin.get<{ id: string }[]>("/api/admin/deposits")).body;
  await admin.post(`/api/admin/deposits/${newest!.id}/reject`);
  await page.goto(`${app.url}/admin`);
  await page.getByRole("navigation").getByRole("link", { name: "Deposits" }).click();
  const rows = page.getByRole("list", { name: "Deposits" }).getByRole("listitem");
  await expect(rows).toHaveCount(3);
  // A decided deposit stays, with the name of the administrator.
  await expect(rows.nth(0)).toContainText("Failed");
  await expect(rows.nth(0)).toContainText("Decided byada@example.com");

  await page.getByLabel("Order").selectOption("Smallest first");
  await expect(rows.nth(0)).toContainText("20.00 USDMS");
  await page.getByLabel("Status").selectOption("Open");
  await expect(rows).toHaveCount(2);
  await page.getByLabel("At least").fill("30");
  await page.getByLabel("At least").press("Enter");
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(`${app.url}/admin/deposits?status=open&min=30&sort=smallest`);
  // The keyboard stays in the field, to correct the amount.
  await expect(page.getByLabel("At least")).toBeFocused();
  await page.reload();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("30.00 USDMS");

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download as CSV" }).click();
  const file = await readFile(await (await download).path(), "utf8");
  expect(file.trimEnd().split("\r\n")).toHaveLength(2);
  expect(file).toContain(",bob@example.com,USDMS,");

  await page.getByLabel("At least").fill("much");
  await page.getByLabel("At least").press("Tab");
  await expect(page.getByText("Enter an amount such as 10.50.")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(rows).toHaveCount(3);
});
