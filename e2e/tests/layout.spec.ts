import type { Page } from "@playwright/test";
import { expect, test } from "../kit/fixtures.ts";
import { onDashboard } from "../kit/people.ts";
import * as screen from "../kit/screen.ts";
import { goLive, pass, whileTicking } from "../kit/time.ts";

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
