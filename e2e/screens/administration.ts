import type { Page } from "@playwright/test";
import type { TestApp } from "@veritick/server/testing/test-app.ts";
import { TestClient } from "@veritick/server/testing/test-client.ts";
import { pass, PASSWORD, picture, signIn } from "./look.ts";
import type { Look } from "./look.ts";
import { OPERATOR } from "./prepare.ts";

/** Begins deposits that wait for a decision. */
export async function beginDeposits(app: TestApp): Promise<void> {
  for (const [name, amount] of [
    ["grace", "75"],
    ["edsger", "310.40"],
  ] as const) {
    const client = new TestClient(app.url);
    await client.post("/api/auth/login", { email: `${name}@example.com`, password: PASSWORD });
    await client.post("/api/deposits", { amount });
  }
}

/** Opens the overview. "As of" shows the browser's time. */
export async function openOverview(page: Page, app: TestApp): Promise<void> {
  await page.clock.setFixedTime(app.clock.nowMs());
  await page.goto(`${app.url}/admin`);
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(600);
  await pass(app, 1);
  await page.waitForTimeout(400);
}

/** Takes pictures of the administration's lists with an open history and adjustment, and the question before a deletion. */
export async function picturesOfAdmin(page: Page, app: TestApp, look: Look): Promise<void> {
  await beginDeposits(app);
  await signIn(page, app, OPERATOR);
  await openOverview(page, app);
  await picture(page, look, "admin");
  await page
    .getByRole("button", { name: /(History of|Historique de) barbara/ })
    .first()
    .click();
  await page.getByRole("button", { name: /^(Adjust|Ajuster).*grace/ }).click();
  await page.locator("input[name=amount]").fill("-25");
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => scrollTo(0, 0));
  await picture(page, look, "admin-open");
  await page.getByRole("button", { name: /^(Delete|Supprimer) barbara/ }).click();
  await page.getByRole("dialog").getByRole("definition").first().waitFor();
  await picture(page, look, "admin-delete", false);
  await page.goto(`${app.url}/admin/audit`);
  await page.getByRole("main").getByRole("listitem").first().waitFor();
  await page.waitForLoadState("networkidle");
  await picture(page, look, "admin-audit");
  await page.keyboard.press("Escape");
  await picturesOfOperators(page, app, look);
}

/** Takes pictures of a user's page, of payments that need a decision, and of the house's exposure. */
async function picturesOfOperators(page: Page, app: TestApp, look: Look): Promise<void> {
  const { rows } = await app.database.query<{ id: string }>(
    "select id from users where email = 'ada@example.com'",
  );
  for (const [name, path, drawn] of [
    ["admin-user", `users/${rows[0]!.id}`, page.getByRole("tabpanel").getByRole("listitem")],
    ["admin-attention", "attention", page.getByRole("main").getByRole("listitem")],
    ["admin-exposure", "exposure", page.getByRole("main").getByRole("img")],
  ] as const) {
    await page.goto(`${app.url}/admin/${path}`);
    await drawn.first().waitFor();
    await page.waitForLoadState("networkidle");
    await picture(page, look, name);
  }
}
