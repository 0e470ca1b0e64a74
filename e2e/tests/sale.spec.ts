import type { Position } from "@veritick/contract/schemas/positions.ts";
import type { Page } from "@playwright/test";
import { expectFrench, expectNoViolationsInBothThemes } from "../kit/checks.ts";
import { expect, OFFLINE_FAULTS, rare, test } from "../kit/fixtures.ts";
import { prefer, withMoney } from "../kit/people.ts";
import * as screen from "../kit/screen.ts";
import { goLive, jump, toBlockEnd, whileTicking } from "../kit/time.ts";
import { texts } from "../kit/words.ts";

/** The words about a sale for people who do not see the button change. */
const said = (page: Page) => screen.activePositions(page).getByRole("status");
const saleButtons = (page: Page) => screen.activePositions(page).locator("[data-sell]");

test("sells in two presses for at least the first offer, or asks again", async ({
  app,
  page,
  expectFaults,
}) => {
  expectFaults(/status of 409 .*\/sell/);
  const person = await withMoney(page.context(), app, "100");
  await toBlockEnd(app);
  for (const duration of [1, 5, 10]) {
    await person.post("/api/trading/positions", { type: "buy", amount: "10", duration });
  }
  const positions = async () => (await person.get<Position[]>("/api/trading/positions")).body;
  await page.goto(app.url);
  await goLive(page, app);
  await toBlockEnd(app);
  const button = saleButtons(page).last();

  await test.step("the amount moves with the price until it is offered", async () => {
    await whileTicking(app, async () => {
      await expect(button).toHaveText(/^Sell back for \s*\d+\.\d\d \(BUY 10 min ×20\.0\)$/);
      await button.dblclick();
      await expect(button).toHaveText(/^Sell back for \s*\d+\.\d\d\? /);
      // axe would report an element half hidden by the header as too small to press.
      await page.evaluate(() => scrollTo(0, 0));
      await expectNoViolationsInBothThemes(page, "an offered sale");
      await button.press("Escape");
      await expect(button).toHaveText(/^Sell back for \s*\d+\.\d\d \(/);
      await button.press("Enter");
      await expect(button).toHaveText(/\?/);
      await page.getByRole("heading", { name: /^Active positions/ }).click();
      await expect(button).not.toHaveText(/\?/);
    });
    expect((await positions()).map(({ status }) => status)).toEqual(["active", "active", "active"]);
  });

  await test.step("shows the new amount in the same place after the price moved", async () => {
    await whileTicking(app, async () => {
      const isHeard = Promise.withResolvers<void>();
      await page.route("**/sell", async (route) => {
        await isHeard.promise;
        const body = route.request().postDataJSON() as { minProceeds: string };
        await route.continue({ postData: JSON.stringify({ ...body, minProceeds: `9${body.minProceeds}` }) });
      });
      await button.press("Enter");
      await expect(said(page)).toHaveText(/^Press again to sell back for at least \d+\.\d\d\.$/);
      const place = await button.boundingBox();
      await button.press("Enter");
      await expect(said(page)).toHaveText(/^Selling back for \d+\.\d\d…$/);
      isHeard.resolve();
      await expect(said(page)).toHaveText(/^The price has moved\. Nothing was sold back\./);
      await expect(button).toHaveText(/^Price moved\. Sell back \d+\.\d\d\? /);
      expect(await button.boundingBox()).toEqual(place);
      await page.unroute("**/sell");
      await expect(async () => {
        if ((await button.getAttribute("data-sell")) !== "sold")
          await button.press("Enter", { timeout: 1_000 });
        await expect(screen.activePositions(page)).toHaveAccessibleName(/\(2\)/, { timeout: 500 });
      }).toPass({ intervals: [100], timeout: 20_000 });
    });
    // The server's clock is weeks behind this browser's.
    await screen.expectNotice(
      page,
      texts.en.trade.result.sold,
      "The confirmation arrived too late by this device’s clock",
    );
    const [sold] = (await positions()).filter(({ status }) => status === "sold");
    await expect(screen.activePositions(page).getByRole("listitem").first()).toContainText(
      `for ${Number(sold!.proceeds).toFixed(2)}`,
    );
    await expect(screen.historyCard(page).getByRole("listitem").first()).toContainText("Sold back");
  });

  await test.step("X sells the chosen position, with one press where that was switched on", async () => {
    await page.evaluate(() => {
      localStorage.setItem("ticket-keys", "on list");
      localStorage.setItem("sell-at-once", "on");
    });
    await page.reload();
    await goLive(page, app);
    await whileTicking(app, async () => {
      await expect(saleButtons(page).first()).toHaveText(/^Sell back for/);
      await expect(async () => {
        if ((await saleButtons(page).count()) === 2) await page.keyboard.press("x");
        await expect(saleButtons(page)).toHaveCount(1, { timeout: 1_000 });
      }).toPass({ intervals: [100], timeout: 20_000 });
    });
  });

  await test.step("the receipt tells of the sale, and so does its check", async () => {
    const [sold] = (await positions()).filter(({ status }) => status === "sold");
    await page.goto(`${app.url}/positions/${sold!.id}`);
    await expect(page.getByRole("main")).toContainText(Number(sold!.proceeds).toFixed(2));
    await expect(page.getByRole("main")).toContainText(texts.en.receipt.sale.title);
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });

  rare("says in French why a position cannot be sold", async ({ app, page, expectFaults }) => {
    expectFaults(OFFLINE_FAULTS);
    await prefer(page.context(), { language: "fr" });
    const person = await withMoney(page.context(), app, "100");
    await toBlockEnd(app);
    await person.post("/api/trading/positions", { type: "sell", amount: "10", duration: 1 });
    await page.goto(app.url);
    await goLive(page, app);
    const button = saleButtons(page);
    await expect(button).toHaveText(/^Revendre pour \s*\d+,\d\d /);
    expect((await button.boundingBox())!.height).toBeGreaterThanOrEqual(44);
    await jump(app, 54);
    await expect(button).toHaveText(/^Trop tard pour revendre/);
    await expect(button).toBeDisabled();
    await page.context().setOffline(true);
    await expect(button).toHaveText(/^Vous êtes hors ligne/);
    await expectFrench(page, "position that cannot be sold");
    await page.context().setOffline(false);
  });
});
