import type { Locator, Page } from "@playwright/test";
import { expect, rare, test } from "../kit/fixtures.ts";
import { withMoney } from "../kit/people.ts";
import * as screen from "../kit/screen.ts";

const CHAT = "https://chat.example/veritick";
const link = (page: Page) => page.getByRole("link", { name: /^(Support chat|Chat d’assistance)$/ });

test.describe("with a support chat", () => {
  test.use({ environment: { SUPPORT_CHAT_URL: CHAT } });

  const visited = ["/", "/auth"] as const;
  const signedIn = ["/dashboard", "/profile"] as const;
  rare("opens the chat in a new tab from every page", async ({ ownApp: app, page, context }) => {
    await context.route(CHAT, (route) => route.fulfill({ contentType: "text/html", body: "chat" }));
    for (const path of visited) {
      await page.goto(app.url + path);
      await expect(page.getByRole("link", { name: "Support chat", exact: true })).toBeVisible();
    }
    await withMoney(context, app, "50");
    for (const path of signedIn) {
      await page.goto(app.url + path);
      await expect(page.getByRole("link", { name: "Support chat", exact: true })).toBeVisible();
    }
    const [chat] = await Promise.all([context.waitForEvent("page"), link(page).click()]);
    await expect(chat).toHaveURL(CHAT);
    expect(await chat.evaluate(() => window.opener === null && document.referrer === "")).toBe(true);
  });

  rare(
    "lies beside Buy and Sell on a phone, covers nothing and stays under dialogs",
    async ({ ownApp: app, page, context }) => {
      await page.setViewportSize({ width: 360, height: 800 });
      await withMoney(context, app, "50");
      await page.goto(app.url);
      await expect(link(page)).toBeVisible();
      const boxOf = async (target: Locator) => (await target.boundingBox())!;
      const floating = await boxOf(link(page));
      const sell = await boxOf(screen.sideButton(page, "Sell"));
      expect(floating.width).toBeGreaterThanOrEqual(44);
      expect(floating.x).toBeGreaterThan(sell.x + sell.width);
      expect(floating.x + floating.width).toBeLessThanOrEqual(360);
      expect([floating.y, floating.height]).toEqual([sell.y, sell.height]);

      await expect(screen.historyCard(page).getByRole("tabpanel")).not.toHaveText("");
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      const last = await boxOf(screen.historyCard(page));
      expect(last.y + last.height).toBeLessThanOrEqual(floating.y);

      for (const [width, height] of [
        [1024, 600],
        [1440, 900],
      ] as const) {
        await page.setViewportSize({ width, height });
        const wide = await boxOf(screen.sideButton(page, "Sell"));
        expect((await boxOf(link(page))).x, `${width} px`).toBeGreaterThanOrEqual(wide.x + wide.width);
      }
      await page.evaluate(() => localStorage.setItem("ticket-beside-chart", "on"));
      await page.reload();
      for (const [width, height] of [
        [1440, 900],
        [1366, 650],
      ] as const) {
        await page.setViewportSize({ width, height });
        const ticket = await boxOf(screen.dock(page));
        const chat = await boxOf(link(page));
        expect(chat.x + chat.width, `${width} px`).toBeLessThanOrEqual(ticket.x);
      }
      await page.setViewportSize({ width: 360, height: 800 });

      await screen.sideButton(page, "Buy").click();
      await expect(screen.dialog(page)).toBeVisible();
      const isCovered = await page.evaluate(
        ([x, y]) => document.elementFromPoint(x!, y!)?.closest("[data-floating-link]") === null,
        [floating.x + 24, floating.y + 24],
      );
      expect(isCovered).toBe(true);
    },
  );

  test("hides while a phone scrolls down and comes back", async ({ ownApp: app, page, context }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await withMoney(context, app, "50");
    await page.goto(`${app.url}/profile`);
    await expect(link(page)).toBeVisible();
    await page.evaluate(() => scrollTo(0, 200));
    await expect(link(page)).toHaveCSS("pointer-events", "none");
    await page.evaluate(() => scrollTo(0, 150));
    await expect(link(page)).toHaveCSS("pointer-events", "auto");
    await page.evaluate(() => scrollTo(0, 200));
    await expect(link(page)).toHaveCSS("pointer-events", "none");
    await link(page).focus();
    await expect(link(page)).toHaveCSS("pointer-events", "auto");
    await link(page).blur();
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect(link(page)).toHaveCSS("pointer-events", "auto");
  });
});

test("shows no link without a chat", async ({ app, page }) => {
  const asked = page.waitForResponse((response) => response.url().endsWith("/api/settings"));
  await page.goto(app.url);
  await (await asked).finished();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(link(page)).toHaveCount(0);
});
