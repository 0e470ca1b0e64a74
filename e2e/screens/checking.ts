import type { Page } from "@playwright/test";
import type { TestApp } from "@veritick/server/testing/test-app.ts";
import { pass, picture } from "./look.ts";
import type { Look } from "./look.ts";

/** Takes pictures of the receipts of a won position and an open one, and checks the first. */
export async function picturesOfReceipt(page: Page, app: TestApp, look: Look): Promise<void> {
  const answer = await page.request.get(`${app.url}/api/trading/positions`);
  const positions = (await answer.json()) as { id: string; status: string; duration: number }[];
  const won = positions.find(({ status }) => status === "won")!;
  const open = positions.find(({ status, duration }) => status === "active" && duration === 10)!;
  for (const [name, { id }] of [
    ["receipt", won],
    ["receipt-open", open],
  ] as const) {
    await page.goto(`${app.url}/positions/${id}`);
    await page.getByRole("figure").waitFor();
    await page.waitForLoadState("networkidle");
    // The live connection gets the newest price with its first tick.
    await page.waitForTimeout(600);
    await pass(app, 1);
    await page.waitForTimeout(400);
    await picture(page, look, name);
  }
  await page.goto(`${app.url}/verify/${won.id}`);
  await page.locator("div[data-outcome]").waitFor();
  await picture(page, look, "verify");
}

/** Takes pictures of the page about fairness, and of a checked hour. */
export async function picturesOfFairness(page: Page, app: TestApp, look: Look): Promise<void> {
  await page.goto(`${app.url}/fairness`);
  await page.getByRole("region").last().waitFor();
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(1200);
  await picture(page, look, "fairness");
  for (const heading of await page.getByRole("heading", { level: 2 }).all()) await heading.click();
  await page.waitForLoadState("networkidle");
  await picture(page, look, "fairness-open");
  await page.goto(`${app.url}/fairness/beacon`);
  await page.locator("[data-outcome=right]").waitFor();
  await picture(page, look, "beacon");
  const over = Math.floor(app.clock.nowMs() / 3_600_000) - 1;
  await page.goto(`${app.url}/fairness/epochs/${over}`);
  await page.getByRole("slider").waitFor();
  await page.locator("[data-outcome]").nth(4).waitFor();
  await picture(page, look, "fairness-epoch");
}

/** Takes a picture of the proof that a user's balance is part of all liabilities. */
export async function pictureOfLiabilities(page: Page, app: TestApp, look: Look): Promise<void> {
  await page.goto(`${app.url}/fairness/liabilities`);
  await page.getByRole("button", { name: /^(Check that|Vérifier que)/ }).click();
  await page.getByRole("figure").waitFor();
  await picture(page, look, "liabilities");
}
