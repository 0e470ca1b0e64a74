import type { Locator } from "@playwright/test";
import { expect, rare, test } from "../kit/fixtures.ts";
import { withMoney } from "../kit/people.ts";
import * as screen from "../kit/screen.ts";
import { goLive, jump, whileTicking } from "../kit/time.ts";

test("covers neither title nor button of a dialog on tablets and desktops", async ({ app, page }) => {
  await withMoney(page.context(), app, "100");
  await page.goto(app.url);
  const [notice, dialog] = [screen.notices(page), screen.dialog(page)];
  for (const [width, height] of [
    [768, 1024],
    [1024, 600],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.getByRole("button", { name: "Deposit", exact: true }).click();
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect(notice).toHaveCount(1);
    await screen.stillness(page);
    const { x, y, width: wide, height: tall } = (await notice.boundingBox())!;
    for (const part of [dialog.locator("header"), dialog.getByRole("button", { name: "Continue" })]) {
      const box = (await part.boundingBox())!;
      const isBeside = x >= box.x + box.width || x + wide <= box.x;
      expect(isBeside || y >= box.y + box.height || y + tall <= box.y, `${width}`).toBe(true);
    }
    await screen.closeDialog(page);
  }
});

rare("closes a notice over an open dialog, by mouse and with Escape", async ({ app, page }) => {
  const person = await withMoney(page.context(), app, "100");
  await page.goto(app.url);
  await goLive(page, app);
  await person.post("/api/trading/positions", { type: "buy", amount: "1", duration: 1 });
  await person.post("/api/trading/positions", { type: "buy", amount: "1", duration: 3 });
  await screen.sideButton(page, "Buy").click();
  await jump(app, 62);
  const notice = screen.notices(page).filter({ hasText: /^Position (won|lost)/ });
  await expect(notice).toHaveCount(1);
  await notice.getByRole("button", { name: "Close" }).click();
  await expect(notice).toHaveCount(0);
  await expect(screen.dialog(page)).toBeVisible();

  await jump(app, 120);
  await expect(notice).toHaveCount(1);
  await screen.amountField(page).press("Escape");
  await expect(screen.dialog(page)).toBeHidden();
  await expect(notice).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(notice).toHaveCount(0);
});

rare(
  "covers neither title, price nor button of the ticket on a phone, in either order of opening",
  async ({ app, page }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    const person = await withMoney(page.context(), app, "100");
    await page.goto(app.url);
    await goLive(page, app);
    const notice = screen.notices(page);
    const dialog = screen.dialog(page);
    const boxOf = async (target: Locator) => (await target.boundingBox())!;
    const expectClear = async () => {
      await screen.stillness(page);
      await expect(async () => {
        const { y, height } = await boxOf(notice);
        for (const part of [dialog.locator("header"), dialog.getByRole("contentinfo")]) {
          const box = await boxOf(part);
          expect(y >= box.y + box.height || y + height <= box.y).toBe(true);
        }
      }).toPass({ timeout: 5_000 });
    };
    await test.step("a refusal over the open ticket", async () => {
      await screen.sideButton(page, "Buy").click();
      await screen.amountField(page).fill("1000");
      // The page checks an order only while the price is live.
      await whileTicking(app, () => screen.confirmButton(page).click());
      await expect(notice).toHaveCount(1);
      await expectClear();
      await notice.getByRole("button", { name: "Close" }).click();
      await screen.closeDialog(page);
    });
    await test.step("nor Buy, Sell, what confirms an order, or the chat on wider screens", async () => {
      for (const [width, height, isDocked] of [
        [1440, 900, true],
        [1366, 650, true],
        [1440, 900, false],
        [1366, 650, false],
        [1024, 768, false],
      ] as const) {
        await page.setViewportSize({ width, height });
        await page.evaluate(
          (choice) => localStorage.setItem("ticket-beside-chart", choice),
          isDocked ? "on" : "off",
        );
        await page.reload();
        await goLive(page, app);
        if (!isDocked) await screen.sideButton(page, "Buy").click();
        const confirm = isDocked
          ? screen.dock(page).getByRole("group", { name: "Buy" }).getByRole("button")
          : screen.confirmButton(page);
        await (isDocked ? screen.dock(page).getByRole("textbox") : screen.amountField(page)).fill("1000");
        await whileTicking(app, () => confirm.click());
        await expect(notice).toHaveCount(1);
        await screen.stillness(page);
        const { x, y, height: tall, width: wide } = await boxOf(notice);
        const isClear = async (target: Locator) => {
          const box = await boxOf(target);
          const isBeside = box.x >= x + wide || box.x + box.width <= x;
          return isBeside || box.y >= y + tall || box.y + box.height <= y;
        };
        expect(await isClear(confirm), `confirm at ${width}`).toBe(true);
        if (isDocked) {
          expect(await isClear(screen.dock(page)), `ticket at ${width}`).toBe(true);
          continue;
        }
        await screen.closeDialog(page);
        for (const side of ["Buy", "Sell"] as const)
          expect(await isClear(screen.sideButton(page, side)), `${side} at ${width}`).toBe(true);
      }
      // The notice leaves by itself. The next one must not be mistaken for it.
      await expect(notice).toHaveCount(0);
      await page.setViewportSize({ width: 360, height: 800 });
    });
    await test.step("the ticket opened below a result", async () => {
      await person.post("/api/trading/positions", { type: "buy", amount: "1", duration: 1 });
      await jump(app, 62);
      await expect(notice).toHaveCount(1);
      expect((await boxOf(notice)).y).toBeLessThan(100);
      await screen.sideButton(page, "Buy").click();
      await expectClear();
    });
  },
);
