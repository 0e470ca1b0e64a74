import type { Page } from "@playwright/test";
import { messageFor } from "@veritick/contract/errors.ts";
import { seedAdmin } from "@veritick/server/testing/withdrawals.ts";
import { expectNoViolations, expectToFit } from "../kit/checks.ts";
import { expect, rare, test } from "../kit/fixtures.ts";
import { onDashboard, withMoney } from "../kit/people.ts";
import * as screen from "../kit/screen.ts";
import { texts } from "../kit/words.ts";

const { auth, common, landing, legal, wallet } = texts.en;
const PASSWORD = "a long password";
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const link = (page: Page, name: string) => page.getByRole("link", { name, exact: true });
const deposit = (page: Page) => screen.balanceCard(page).getByRole("button", { name: wallet.deposit });

async function lookAt(page: Page, where: string): Promise<void> {
  await expectNoViolations(page, where);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectToFit(page, where);
  await page.setViewportSize({ width: 1280, height: 800 });
}

test.describe("with terms", () => {
  test.use({
    environment: {
      LEGAL_LINKS:
        "en:Terms=https://terms.example/en, fr:Conditions=https://terms.example/fr, Privacy=https://terms.example/p",
      TERMS_VERSION: "2026-11-01",
    },
  });

  test("asks to accept the terms at registration, and once more when their version changes", async ({
    ownApp: app,
    page,
    expectFaults,
  }) => {
    expectFaults(/status of 409 .*\/api\/auth\/register/);
    const admin = await seedAdmin(app);
    const setVersion = (value: string) => admin.post("/api/admin/settings", { name: "TERMS_VERSION", value });

    await page.goto(app.url);
    await expect(link(page, "Terms")).toHaveAttribute("href", "https://terms.example/en");
    await expect(link(page, "Privacy")).toBeVisible();
    await expect(link(page, "Conditions")).toHaveCount(0);

    await page.goto(`${app.url}/auth?mode=register`);
    const box = page.getByRole("checkbox", { name: RegExp(auth.terms.statement) });
    await expect(box).not.toBeChecked();
    await page.getByRole("textbox", { name: auth.email }).fill("new@example.com");
    for (const label of [auth.password, auth.confirm])
      await page.getByLabel(label, { exact: true }).fill(PASSWORD);
    await button(page, auth.register.submit).click();
    await expect(box).toBeFocused();
    await expect(box).toHaveAccessibleDescription(auth.terms.required);
    await lookAt(page, "registration without the box ticked");

    await box.check();
    await setVersion("2026-12-01");
    await button(page, auth.register.submit).click();
    await expect(box).toHaveAccessibleDescription(messageFor("terms_changed", "en"));
    await expect(box).not.toBeChecked();
    await box.check();
    await button(page, auth.register.submit).click();
    await expect(screen.balanceCard(page)).toBeVisible();
    await expect(screen.dialog(page)).toHaveCount(0);

    await setVersion("2027-01-01");
    await page.reload();
    const dialog = screen.dialog(page);
    await expect(dialog).toHaveAccessibleName(legal.terms.again);
    await expect(dialog.getByRole("link", { name: "Terms" })).toBeVisible();
    await lookAt(page, "the question about new terms");
    await button(page, legal.terms.later).click();
    await expect(dialog).toHaveCount(0);
    await page.reload();
    await expect(screen.balanceCard(page)).toBeVisible();
    await expect(dialog).toHaveCount(0);

    await deposit(page).click();
    await button(page, legal.terms.accept).click();
    await expect(dialog).toHaveCount(0);
    await deposit(page).click();
    await expect(dialog).toHaveAccessibleName(texts.en.payments.deposit.form.title);
    await screen.closeDialog(page);
    await page.goto(`${app.url}/profile`);
    await expect(page.getByRole("navigation", { name: common.legal }).getByRole("link")).toHaveText([
      "Terms",
      "Privacy",
    ]);
  });

  rare(
    "asks people with an account from before, and shows the acceptance on their page",
    async ({ ownApp: app, page }) => {
      const person = await withMoney(page.context(), app, "100");
      await page.goto(`${app.url}/profile`);
      await expect(screen.dialog(page)).toHaveAccessibleName(legal.terms.first);
      await button(page, legal.terms.accept).click();
      await expect(screen.dialog(page)).toHaveCount(0);
      const admin = await seedAdmin(app);
      await page.context().clearCookies();
      const [name = "", value = ""] = admin.cookie.split("=");
      await page.context().addCookies([{ name, value, url: app.url }]);
      await page.goto(`${app.url}/admin/users/${person.user.id}`);
      await expect(page.getByText("Accepted the terms of use 2026-11-01 on")).toBeVisible();
    },
  );
});

test.describe("from a blocked country", () => {
  test.use({
    environment: { BLOCKED_COUNTRIES: "US", COUNTRY_HEADER: "x-country", TRUSTED_PROXIES: "loopback" },
    extraHTTPHeaders: { "x-country": "US" },
  });

  test("offers no account, position or deposit, and says so; withdrawing goes on", async ({
    ownApp: app,
    page,
  }) => {
    await page.goto(app.url);
    await expect(page.getByRole("main")).toContainText(common.blocked.body);
    await lookAt(page, "landing page of a blocked country");
    await link(page, landing.getStarted).click();
    await expect(page.getByRole("main")).toContainText(common.blocked.body);
    await expect(page.getByRole("textbox")).toHaveCount(0);
    await lookAt(page, "registration in a blocked country");

    await onDashboard(page, app, "100");
    await expect(page.getByRole("main")).toContainText(common.blocked.title);
    await lookAt(page, "desk in a blocked country");
    for (const press of [screen.sideButton(page, "Buy"), deposit(page)]) {
      await press.click();
      await expect(screen.dialog(page)).toHaveAccessibleName(common.blocked.title);
      await expect(screen.dialog(page)).toContainText(legal.blocked.rest);
      await screen.dialog(page).getByText(common.close, { exact: true }).click();
      await expect(screen.dialog(page)).toHaveCount(0);
    }
    await screen.balanceCard(page).getByRole("button", { name: wallet.withdraw }).click();
    await expect(screen.dialog(page).getByRole("textbox").first()).toBeVisible();
  });
});
