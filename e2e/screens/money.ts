import type { Page } from "@playwright/test";
import type { TestApp } from "@veritick/server/testing/test-app.ts";
import { CODE, someAddress } from "@veritick/server/testing/withdrawals.ts";
import { picture } from "./look.ts";
import type { Look } from "./look.ts";

/** Takes pictures of deposits and withdrawals (form, lists, details) and of the statement. */
export async function picturesOfMoney(page: Page, app: TestApp, look: Look): Promise<void> {
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: /^(Withdraw|Retirer)$/ }).click();
  for (const [name, value] of [
    ["amount", "20"],
    ["address", someAddress()],
    ["withdrawalCode", CODE],
  ] as const) {
    await dialog.locator(`input[name=${name}]`).fill(value);
  }
  await picture(page, look, "withdrawal", false);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^(Discard|Abandonner)$/ }).click();
  await dialog.waitFor({ state: "hidden" });

  for (const [tab, list, details] of [
    [/^(Deposits|Dépôts)$/, "history-deposits", "deposit-again"],
    [/^(Withdrawals|Retraits)$/, "history-withdrawals", "withdrawal-details"],
  ] as const) {
    await page.getByRole("tab", { name: tab }).click();
    const rows = page.getByRole("tabpanel").getByRole("listitem");
    await rows.first().waitFor();
    await picture(page, look, list);
    await rows.first().getByRole("button").click();
    await dialog.waitFor();
    await page.waitForTimeout(500);
    await picture(page, look, details, false);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
  }

  await page.goto(`${app.url}/statement`);
  await page.getByRole("row").nth(1).waitFor();
  await page.waitForLoadState("networkidle");
  await picture(page, look, "statement");

  await page.goto(`${app.url}/results`);
  await page.getByRole("row").nth(1).waitFor();
  await picture(page, look, "results");
}
