import type { Page } from "@playwright/test";
import { withdraw, withdrawingPeople } from "@veritick/server/testing/withdrawals.ts";
import { asAdmin, named, openAdmin, rowOf, withdrawals } from "../kit/admin.ts";
import { expect, rare } from "../kit/fixtures.ts";
import * as screen from "../kit/screen.ts";

/** The amounts on the page with more than two decimals. */
const fineAmounts = async (page: Page) =>
  (await page.locator("main, [role=dialog]").allInnerTexts()).flatMap(
    (text) => text.match(/\d\.\d{3,} (USDMS|USDT)|([+−]|balance )\d+\.\d{3,}/g) ?? [],
  );

rare(
  "shows administrators amounts with two decimals, with the exact figures in their tips",
  async ({ ownApp: app, page }) => {
    const admin = await asAdmin(page, app);
    const [bob] = await withdrawingPeople(app, 1, "684.055");
    await named(app, bob!, "bob@example.com");
    await withdraw(bob!, { amount: "33.33" });
    await openAdmin(page, app);
    const row = rowOf(withdrawals(page), "bob@example.com");
    for (const figure of ["33.33 USDMS", "Fee 2.67 USDMS", "Net 30.66 USDT"]) {
      await expect(row).toContainText(figure);
    }
    expect(await fineAmounts(page)).toEqual([]);

    await row.getByRole("button", { name: "Approve" }).click();
    const dialog = screen.dialog(page);
    await expect(dialog).toContainText("Balance650.72 USDMS");
    await expect(dialog).toContainText("Net30.66 USDT");
    expect(await fineAmounts(page)).toEqual([]);
    await dialog.getByText("650.72 USDMS").hover();
    await expect(page.getByRole("tooltip")).toHaveText("Exactly 650.725 USDMS");
    await dialog.getByRole("button", { name: "Approve" }).click();
    await screen.expectNotice(page, "Withdrawal approved", "30.66 USDT");

    await page.goto(`${app.url}/admin/withdrawals`);
    await expect(page.getByRole("main")).toContainText("Net 30.66 USDT");
    expect(await fineAmounts(page)).toEqual([]);

    await page.goto(`${app.url}/admin/users/${bob!.user.id}`);
    for (const [tab, figure] of [
      ["Timeline", "30.66 USDT net"],
      ["Statement", "balance 650.72"],
    ] as const) {
      await page.getByRole("tab", { name: tab }).click();
      await expect(page.getByRole("tabpanel")).toContainText(figure);
      expect(await fineAmounts(page), tab).toEqual([]);
    }

    await admin.post(
      `/api/admin/users/${bob!.user.id}/adjust-balance`,
      { amount: "1" },
      { "idempotency-key": "one" },
    );
    await page.goto(`${app.url}/admin/audit`);
    await expect(page.getByRole("main")).toContainText("651.72 USDMS");
    expect(await fineAmounts(page)).toEqual([]);
  },
);
