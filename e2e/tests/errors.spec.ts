import type { Page } from "@playwright/test";
import { someAddress } from "@veritick/server/testing/withdrawals.ts";
import { expect, rare, test } from "../kit/fixtures.ts";
import { fillWithdrawal, openWithdrawal, withCode, withdrawButton } from "../kit/money.ts";
import { openProfile, PASSWORD, withPassword } from "../kit/safety.ts";
import * as screen from "../kit/screen.ts";
import { goLive, whileTicking } from "../kit/time.ts";
import { texts } from "../kit/words.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function fillPasswords(page: Page): Promise<void> {
  const { current, new: next } = texts.en.profile.password;
  await page.getByLabel(current, { exact: true }).fill("not this one");
  await page.getByLabel(next, { exact: true }).fill("another long password");
}

async function orderDeposit(page: Page): Promise<void> {
  await button(page, texts.en.wallet.deposit).click();
  await screen.amountField(page).fill("20");
  await screen.amountField(page).press("Enter");
}

const fallback = {
  login: "Sign-in failed",
  register: "Registration failed",
  position: "Cannot create position",
  deposit: "Cannot create deposit",
  withdrawal: "Cannot create withdrawal",
  password: "The password could not be changed",
  code: "The withdrawal code could not be created",
} as const;
rare(
  "shows a form's own words if the server gives none, and repeats no call by itself",
  async ({ app, page, expectFaults }) => {
    expectFaults(/status of 502 .*\/api\//);
    const { auth, profile, trade } = texts.en;
    const main = page.getByRole("main");
    const sent: string[] = [];
    await page.route("**/api/**", (route) => {
      if (route.request().method() !== "POST") return route.fallback();
      sent.push(new URL(route.request().url()).pathname);
      return route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad gateway</h1>" });
    });
    const said = (words: string) => screen.expectNotice(page, "Error", RegExp(`^Error${words}$`));

    await page.goto(`${app.url}/auth`);
    await test.step("login", async () => {
      await page.getByRole("textbox", { name: auth.email }).fill("ada@example.com");
      await page.getByLabel(auth.password, { exact: true }).fill(PASSWORD);
      await main.getByRole("button", { name: auth.login.submit, exact: true }).click();
      await expect(page.getByRole("alert")).toHaveText(fallback.login);
    });
    await test.step("registration", async () => {
      await button(page, auth.login.switch).click();
      await page.getByLabel(auth.confirm, { exact: true }).fill(PASSWORD);
      await main.getByRole("button", { name: auth.register.submit, exact: true }).click();
      await expect(page.getByRole("alert")).toHaveText(fallback.register);
    });

    await withCode(page.context(), app, "100");
    await page.goto(app.url);
    await goLive(page, app);
    await test.step("position", async () => {
      await button(page, trade.side.buy).click();
      await screen.amountField(page).fill("10");
      await whileTicking(app, () => screen.confirmButton(page).click());
      await said(fallback.position);
      await expect(screen.dialog(page)).toContainText(/can still be executed until \d\d:/);
      // The page would ask later how this order ended.
      await page.goto(app.url);
      await goLive(page, app);
    });
    await test.step("deposit", async () => {
      await orderDeposit(page);
      await said(fallback.deposit);
      await screen.closeDialog(page);
    });
    await test.step("withdrawal", async () => {
      await openWithdrawal(page);
      await fillWithdrawal(page, { amount: "20", address: someAddress() });
      await withdrawButton(page).click();
      await said(fallback.withdrawal);
    });

    await withPassword(page.context(), app);
    await openProfile(page, app);
    await test.step("password change", async () => {
      await fillPasswords(page);
      await button(page, profile.password.submit).click();
      await said(fallback.password);
    });
    await test.step("withdrawal code", async () => {
      await page.getByRole("textbox", { name: profile.code.label }).fill("11111");
      await button(page, profile.code.next).click();
      await button(page, profile.code.submit).click();
      await said(fallback.code);
    });
    const unasked = ["/api/profile/security", "/api/limits/time-zone", "/api/vitals"];
    expect(sent.filter((path) => !unasked.some((each) => path.startsWith(each)))).toEqual([
      "/api/auth/login",
      "/api/auth/register",
      "/api/trading/positions",
      "/api/deposits",
      "/api/withdrawals",
      "/api/profile/change-password",
      "/api/profile/create-withdrawal-code",
    ]);
  },
);
