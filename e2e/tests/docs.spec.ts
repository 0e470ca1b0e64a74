import { KEY_SCOPES } from "@veritick/contract/key-scopes.ts";
import { seedPeople } from "@veritick/server/testing/people.ts";
import { expect, test } from "../kit/fixtures.ts";
import { signIn } from "../kit/people.ts";

test("tells visitors how to write a program, with every call that takes a key", async ({ app, page }) => {
  await page.goto(app.url);
  await page.getByRole("contentinfo").getByRole("link", { name: "For developers" }).click();
  await expect(page).toHaveURL(`${app.url}/docs`);
  await expect(page.getByRole("heading", { level: 1, name: "For developers" })).toBeVisible();
  const calls = page.getByRole("table", { name: "Calls" });
  await expect(calls.getByRole("rowheader")).toHaveCount(Object.keys(KEY_SCOPES).length);
  await expect(calls.getByRole("row", { name: "POST /api/trading/positions trade" })).toBeVisible();
  await expect(calls).not.toContainText("POST /api/withdrawals");
  await expect(page.locator("pre").first()).toContainText(`VERITICK_SITE:-${app.url}`);

  await expect(page.locator("#signIn")).toContainText("POST /api/auth/login");

  await page.getByText("A bot that trades in the sandbox", { exact: true }).click();
  await expect(page.getByText("notAfterTick: tick + SECONDS_TO_ENTER")).toBeVisible();
  await page.getByRole("link", { name: "Live messages" }).click();
  await page.getByText("positionResolved", { exact: true }).click();
  await expect(page.locator("#live").getByText('"status": "won"')).toBeVisible();
  await page.getByRole("link", { name: "OpenAPI description" }).click();
  await expect(page).toHaveURL(`${app.url}/api/docs`);
});

test("is reached from the keys in the profile, and speaks French", async ({ app, page }) => {
  const [person] = await seedPeople(app, 1, "0");
  await signIn(page.context(), person!);
  await page.goto(`${app.url}/profile`);
  await page.getByRole("link", { name: "Read about the API" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "For developers" })).toBeVisible();
  await page.getByRole("button", { name: /^FR/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Pour les développeurs" })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Retour au tableau de bord" }).click();
  await expect(page).toHaveURL(`${app.url}/`);
});
