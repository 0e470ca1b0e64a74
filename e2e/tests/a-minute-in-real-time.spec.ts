import type { Prices } from "@veritick/contract/schemas/fairness.ts";
import type { Position } from "@veritick/contract/schemas/positions.ts";
import { expect, test } from "../kit/fixtures.ts";
import { withMoney } from "../kit/people.ts";
import * as screen from "../kit/screen.ts";

test("settles a one-minute position in real time, 60 seconds after it was opened", async ({
  realTimeApp: app,
  page,
}) => {
  test.setTimeout(120_000);
  const person = await withMoney(page.context(), app, "100");
  await page.goto(app.url);
  await screen.sideButton(page, "Sell").click();
  await screen.amountField(page).fill("10");
  await screen.confirmButton(page).click();
  await screen.expectNotice(page, "Sell position opened");
  const [opened] = (await person.get<Position[]>("/api/trading/positions")).body;
  expect(opened!.expiryTick - opened!.entryTick).toBe(60);
  expect(await page.evaluate(() => localStorage.getItem("received_answers"))).toContain(opened!.id);
  await expect(screen.balanceCard(page)).toContainText("90.00 USDMS");

  const notice = screen.notices(page).filter({ hasText: /^Position (won|lost)/ });
  await expect(notice).toBeVisible({ timeout: 75_000 });
  const late = app.clock.nowMs() - opened!.expiryTick * 1000;
  expect(late).toBeGreaterThanOrEqual(0);
  expect(late).toBeLessThan(3_000);

  const { position: settled } = (await person.get(`/api/trading/positions/${opened!.id}`)).body as {
    position: Position;
  };
  const { expiryTick, barrierPrice } = settled;
  const { prices } = (await person.get<Prices>(`/api/prices?from=${expiryTick}&to=${expiryTick}`)).body;
  const isWon = prices[0]! <= Number(barrierPrice);
  expect(settled).toMatchObject({
    status: isWon ? "won" : "lost",
    resultPrice: `${prices[0]!.toFixed(3)}00000`,
    profit: isWon ? "25.00000000" : "-10.00000000",
  });
  await expect(notice).toContainText(isWon ? "Position won" : "Position lost");
  await expect(notice).toContainText(isWon ? "+25.00 USDMS" : "\u221210.00 USDMS");
  await expect(screen.balanceCard(page)).toContainText(isWon ? "125.00 USDMS" : "90.00 USDMS");
  await expect(screen.historyCard(page).getByRole("listitem")).toContainText(isWon ? "Won" : "Lost");

  await test.step("the page reports how fast it was, and nothing about the person", async () => {
    await page.goto("about:blank");
    const metrics = async () => (await fetch(`${app.url}/metrics`)).text();
    await expect.poll(metrics).toContain('veritick_web_vital_seconds_count{page="home",name="LCP"} 1');
    expect(await metrics()).toContain('veritick_web_vital_seconds_count{page="home",name="INP"} 1');
  });
});
