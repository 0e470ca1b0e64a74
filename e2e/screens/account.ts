import type { Page } from "@playwright/test";
import type { TestApp } from "@veritick/server/testing/test-app.ts";
import { totpCode } from "@veritick/server/testing/two-step.ts";
import { spendTime } from "../kit/people.ts";
import { pass, PASSWORD, picture } from "./look.ts";
import type { Look } from "./look.ts";

/** Takes pictures of two-step sign-in, from switching it on to the next login, and of a new password by e-mail. */
export async function picturesOfSafety(page: Page, app: TestApp, look: Look): Promise<void> {
  const dialog = page.getByRole("dialog");
  const email = `${look.theme}-${look.language}-${look.width}@example.com`;
  await page.request.post(`${app.url}/api/auth/register`, { data: { email, password: PASSWORD } });
  await page.goto(`${app.url}/profile`);
  await page.getByRole("button", { name: /^(Switch on|Activer)$/ }).click();
  await dialog.locator("[name=password]").fill(PASSWORD);
  await picture(page, look, "two-step-1", false);
  await page.keyboard.press("Enter");
  await dialog.getByRole("img").waitFor();
  await picture(page, look, "two-step-2", false);
  const secret = /(?<=:)[A-Z2-7]{32}/.exec((await dialog.innerText()).replaceAll(/\s/g, ""))![0];
  await dialog.locator("[name=code]").fill(totpCode(secret, app.clock.nowMs()));
  await page.keyboard.press("Enter");
  await dialog.getByRole("checkbox").check();
  await picture(page, look, "two-step-3", false);
  await page.context().clearCookies();
  await page.goto(`${app.url}/auth`);
  await page.locator("[name=email]").fill(email);
  await page.locator("[name=password]").fill(PASSWORD);
  await page.keyboard.press("Enter");
  await page.locator("[name=twoStepCode]").waitFor();
  await picture(page, look, "auth-second-step");
  await page.goto(`${app.url}/auth#reset=${"x".repeat(43)}`);
  await page.locator("[name=newPassword]").waitFor();
  await picture(page, look, "auth-reset");
}

/** Takes pictures of partly used limits and of the reminder of the time. */
export async function picturesOfLimits(page: Page, app: TestApp, look: Look): Promise<void> {
  for (const [kind, amount] of [
    ["stake", "120"],
    ["loss", "60"],
    ["loss", "80"],
  ] as const) {
    await page.request.post(`${app.url}/api/limits`, { data: { kind, amount } });
  }
  await page.goto(`${app.url}/limits`);
  await page.getByRole("listitem").first().waitFor();
  await page.waitForLoadState("networkidle");
  await picture(page, look, "limits");
  const me = await page.request.get(`${app.url}/api/auth/me`);
  await spendTime(page, ((await me.json()) as { id: string }).id, 60);
  await page.goto(`${app.url}/limits`);
  await page.getByRole("dialog").waitFor();
  // The live connection gets the time with its first tick.
  await page.waitForTimeout(600);
  await pass(app, 1);
  await page.getByRole("dialog").getByRole("definition").first().waitFor();
  await page.waitForTimeout(300);
  await picture(page, look, "reminder", false);
}
