import type { Page } from "@playwright/test";
import { TestClient } from "@veritick/server/testing/test-client.ts";
import { expect, rare, test } from "../kit/fixtures.ts";
import { prefer } from "../kit/people.ts";
import { card, logIn, openProfile, PASSWORD, withPassword } from "../kit/safety.ts";
import * as screen from "../kit/screen.ts";
import { goLive, jump } from "../kit/time.ts";

const banner = (page: Page) => card(page, /^(Security notice|Avis de sécurité)$/);
const activity = (page: Page) => card(page, /^(Security activity|Activité de sécurité)$/);
const row = (page: Page, text: string) => activity(page).getByRole("listitem").filter({ hasText: text });

rare(
  "reports at once the actions of another browser, until the profile is opened",
  async ({ app, page, elsewhere }) => {
    const { email } = await withPassword(page.context(), app);
    await page.goto(app.url);
    await goLive(page, app);
    await logIn(elsewhere, app, { email });
    await screen.expectNotice(
      page,
      "New sign-in",
      "Chrome on Linux, 127.0.0.1. If that was not you, change your password.",
    );
    await expect(banner(page)).toContainText(/New sign-in, now\. +Was that you\?/);
    // The browser that changed the password shows no notice about it.
    await expect(screen.balanceCard(elsewhere)).toBeVisible();
    await goLive(elsewhere, app);
    await expect(banner(elsewhere)).toHaveCount(0);
    await expect(screen.notices(elsewhere)).toHaveCount(0);

    await openProfile(elsewhere, app);
    const code = elsewhere.getByRole("textbox", { name: "5-digit code" });
    await code.fill("40217");
    await code.press("Enter");
    await elsewhere.getByRole("button", { name: "Create the code" }).click();
    await screen.expectNotice(page, "Withdrawal code created", "If that was not you");
    await expect(banner(page)).toContainText(/Withdrawal code created, now, and 1 more\./);
    await banner(page).getByRole("link", { name: "Review" }).click();
    await expect(row(page, "Withdrawal code created")).toContainText("New");
    await expect(row(page, "Withdrawal code created")).toBeInViewport();
    await expect(row(page, "New sign-in")).toContainText("Chrome on Linux");
    await page.getByRole("link", { name: "Back to the dashboard" }).click();
    await expect(screen.balanceCard(page)).toBeVisible();
    await expect(banner(page)).toHaveCount(0);
    await page.reload();
    await goLive(page, app);
    await expect(banner(page)).toHaveCount(0);
  },
);

for (const { width, height, language } of [
  { width: 1440, height: 900, language: "en" },
  { width: 360, height: 740, language: "fr" },
] as const) {
  (width === 360 ? test : rare)(
    `shows the notice in one line that moves nothing, at ${width} pixels`,
    async ({ app, page }) => {
      await page.setViewportSize({ width, height });
      await prefer(page.context(), { language });
      const { email } = await withPassword(page.context(), app);
      await new TestClient(app.url).post("/api/auth/login", { email, password: PASSWORD });
      const answer = Promise.withResolvers<void>();
      await page.route("**/api/profile/security", async (route) => {
        await answer.promise;
        await route.continue();
      });
      await page.goto(app.url);
      await goLive(page, app);
      const parts = [
        screen.balanceCard(page),
        page.getByRole("region", { name: "USDMS/USD" }),
        page.getByRole("button", { name: /^(Buy|Acheter)/ }).first(),
        page.locator("canvas").first(),
      ];
      const places = () => Promise.all(parts.map((part) => part.boundingBox()));
      const before = await places();
      answer.resolve();
      await expect(banner(page)).toContainText(language === "en" ? "New sign-in" : "Nouvelle connexion");
      expect(await places()).toEqual(before);

      const line = (await banner(page).boundingBox())!;
      const header = (await page.getByRole("banner").boundingBox())!;
      expect(line.y).toBe(header.y + header.height);
      expect(line.height).toBeLessThanOrEqual(44);
      expect([line.x, line.width]).toEqual([0, header.width]);
      await expect(page.locator("[data-announcements]")).toContainText(
        language === "en" ? "Was that you?" : "Était-ce vous ?",
      );

      await banner(page)
        .getByRole("button", { name: /^(That was me|C’était moi)$/ })
        .press("Enter");
      await expect(banner(page)).toHaveCount(0);
      expect(await places()).toEqual(before);
      await expect(page.locator("body")).not.toBeFocused();
    },
  );
}

test.describe("with a pause of withdrawals after a change", () => {
  test.use({ environment: { WITHDRAWAL_HOLD_HOURS: "24" } });

  rare(
    "announces a pause of withdrawals, shows its end and removes it afterwards",
    async ({ ownApp: app, page, expectFaults }) => {
      // A day passes at once, so the page's token for the live connection expires.
      expectFaults(/WebSocket connection to .* failed/);
      await withPassword(page.context(), app);
      await page.goto(app.url);
      await goLive(page, app);
      await page.getByRole("button", { name: /Your account/ }).click();
      await page.getByRole("menuitem", { name: "Profile" }).click();
      const code = card(page, "Withdrawal code");
      const next = page.getByLabel("New password", { exact: true });
      await expect(next).toHaveAccessibleDescription(/Withdrawals are then on hold for 24 hours\.$/);
      await expect(code).not.toContainText("Withdrawals open again");
      await page.getByLabel("Current password", { exact: true }).fill(PASSWORD);
      await next.fill("another long password");
      await next.press("Enter");

      const end = new Date(app.clock.nowMs() + 24 * 3_600_000);
      const words = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" }).format(end);
      await expect(code).toContainText(
        `Withdrawals open again on ${words}. For your safety, withdrawals are on hold for 24 hours after a change of`,
      );
      await page.getByRole("link", { name: "Back to the dashboard" }).click();
      await screen.balanceCard(page).getByRole("button", { name: "Withdraw" }).click();
      await expect(screen.dialog(page)).toContainText(words);
      await jump(app, 24 * 3_600);
      await openProfile(page, app);
      await expect(code).toContainText("You choose the code once.");
      await expect(code).not.toContainText("Withdrawals open again");
    },
  );
});
