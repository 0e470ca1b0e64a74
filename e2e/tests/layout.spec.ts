import type { Page } from "@playwright/test";
import { expectToFit } from "../kit/checks.ts";
import { expect, test } from "../kit/fixtures.ts";
import { onDashboard, prefer } from "../kit/people.ts";
import * as screen from "../kit/screen.ts";
import { goLive, jump, pass, whileTicking } from "../kit/time.ts";

/** How much of the page has jumped since `observe` was called, as the browser itself measures it. */
async function observeShifts(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const measured = { total: 0 };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) measured.total += (entry as unknown as { value: number }).value;
    }).observe({ type: "layout-shift", buffered: false });
    Object.assign(window, { measured });
  });
  return () => page.evaluate(() => (window as unknown as { measured: { total: number } }).measured.total);
}

test.describe("with all that moves", () => {
  test.use({ contextOptions: { reducedMotion: "no-preference" } });

  for (const width of [1440, 360]) {
    test(`Layout (${width} px): a tick moves nothing, neither on the dashboard nor in the ticket`, async ({
      app,
      page,
    }) => {
      await page.setViewportSize({ width, height: width === 360 ? 800 : 900 });
      const person = await onDashboard(page, app, "100");
      await person.post("/api/trading/positions", { type: "buy", amount: "5", duration: 10 });
      await person.post("/api/trading/positions", { type: "sell", amount: "5", duration: 5 });
      await expect(screen.activePositions(page).getByRole("listitem")).toHaveCount(2);
      await goLive(page, app);

      const watched = () =>
        Promise.all(
          [
            screen.pricePanel(page),
            page.getByTestId("price"),
            screen.sideButton(page, "Buy"),
            screen.activePositions(page),
            screen.activePositions(page).getByRole("timer").first(),
            screen.balanceCard(page),
            screen.historyCard(page),
          ].map((each) => each.boundingBox()),
        );
      const before = await watched();
      const shifted = await observeShifts(page);
      for (let tick = 0; tick < 20; tick += 1) {
        const was = await page.getByTestId("price").innerText();
        await pass(app);
        await expect(page.getByTestId("price")).not.toHaveText(was);
        expect(await watched(), `after tick ${tick + 1}`).toEqual(before);
      }
      expect(await shifted()).toBe(0);

      await screen.sideButton(page, "Sell").click();
      await screen.amountField(page).fill("10");
      await whileTicking(app, () => expect(screen.confirmButton(page)).toBeEnabled());
      const inTicket = () =>
        Promise.all(
          [
            screen.dialog(page),
            screen.confirmButton(page),
            screen.dialog(page).getByText("You win if"),
            screen.dialog(page).getByText("or below"),
          ].map((each) => each.boundingBox()),
        );
      await screen.stillness(page);
      const ticketBefore = await inTicket();
      for (let tick = 0; tick < 20; tick += 1) {
        await pass(app);
        expect(await inTicket(), `ticket after tick ${tick + 1}`).toEqual(ticketBefore);
      }
      expect(await shifted()).toBe(0);
    });
  }
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });

  test("Layout: at 360 px in French every screen fits without scrolling sideways", async ({ app, page }) => {
    await prefer(page.context(), { language: "fr" });
    await page.goto(app.url);
    await expect(page.getByRole("link", { name: "Commencer", exact: true })).toBeVisible();
    await expectToFit(page, "landing page");
    await page.goto(`${app.url}/auth?mode=register`);
    await page.getByRole("button", { name: "Créer le compte" }).click();
    await expect(screen.notices(page)).toBeVisible();
    await expectToFit(page, "registration");

    const person = await onDashboard(page, app, "1284567.89");
    await expectToFit(page, "empty dashboard");
    for (const type of ["buy", "sell"]) {
      for (const duration of [1, 10]) {
        await person.post("/api/trading/positions", { type, amount: "12345.67", duration });
      }
    }
    await jump(app, 60);
    await expect(screen.historyCard(page).getByRole("listitem")).toHaveCount(2);
    await goLive(page, app);
    await expectToFit(page, "dashboard with data");

    await screen.sideButton(page, "Acheter").click();
    await screen.amountField(page).fill("1234567,89");
    await screen
      .dialog(page)
      .getByRole("radio", { name: /^10 min/ })
      .check();
    await whileTicking(app, async () => {
      await expect(screen.confirmButton(page)).toBeEnabled();
      await expectToFit(page, "trade dialog");
    });
    await expect(screen.confirmButton(page)).toBeDisabled();
    await expectToFit(page, "trade dialog with an old price");
    await screen.closeDialog(page);
    await expectToFit(page, "dashboard with an old price");

    await screen.balanceCard(page).getByRole("button", { name: "Déposer" }).click();
    await screen.dialog(page).getByRole("button", { name: "Continuer" }).click();
    await expectToFit(page, "deposit form");
    await screen.amountField(page).fill("123456,78");
    await screen.dialog(page).getByRole("button", { name: "Continuer" }).click();
    await expect(screen.dialog(page).getByRole("img")).toBeVisible();
    await expectToFit(page, "awaiting payment");
    await screen.closeDialog(page);

    await page.getByRole("button", { name: /Votre compte/ }).click();
    await expect(page.getByRole("menu")).toBeVisible();
    await expectToFit(page, "profile menu");
    await page.getByRole("menuitem", { name: "Profil" }).click();
    await expect(page.getByRole("heading", { name: "Profil" })).toBeVisible();
    await expectToFit(page, "profile");
  });
});
