import type { Locator, Page } from "@playwright/test";
import { expect, rare, test } from "../kit/fixtures.ts";
import { addressField, openWithdrawal, withCode } from "../kit/money.ts";
import { prefer } from "../kit/people.ts";
import * as screen from "../kit/screen.ts";
import { texts } from "../kit/words.ts";

const tip = (page: Page) => page.getByRole("tooltip");
const term = (page: Page, name: string) => screen.dialog(page).getByRole("button", { name, exact: true });

/** Loads the code that shows tips. It loads with the first tip, after an unknown time. */
async function wake(page: Page, target: Locator): Promise<void> {
  await target.hover();
  await expect(async () => {
    await page.clock.runFor(700);
    await expect(tip(page)).toBeVisible({ timeout: 100 });
  }).toPass({ intervals: [50] });
  await page.mouse.move(5, 400);
  await page.clock.runFor(1_000);
  await expect(tip(page)).toHaveCount(0);
}

rare(
  "shows a tip after 700 ms under the pointer and at once under the Tab key",
  async ({ app, page, context }) => {
    await prefer(context, { theme: "dark" });
    await page.clock.install();
    await page.goto(`${app.url}/auth`);
    const toggle = page.getByRole("button", { name: "Switch to the light theme" });
    await wake(page, page.getByRole("button", { name: /^FR, / }));
    await page.clock.pauseAt(new Date(Date.now() + 60_000));

    await toggle.hover();
    await page.clock.runFor(699);
    await expect(tip(page)).toHaveCount(0);
    await page.clock.runFor(1);
    await expect(tip(page)).toHaveText("Switch to the light theme");

    await test.step("stays under the pointer and goes a moment after it has left", async () => {
      await tip(page).hover();
      await page.clock.runFor(2_000);
      await expect(tip(page)).toBeVisible();
      await page.mouse.move(5, 400);
      await page.clock.runFor(200);
      await expect(tip(page)).toHaveCount(0);
    });
    await test.step("shows nothing to a pointer that passes by or presses", async () => {
      await toggle.hover();
      await page.clock.runFor(400);
      await page.mouse.move(5, 400);
      await page.clock.runFor(2_000);
      await expect(tip(page)).toHaveCount(0);
      await toggle.click();
      await page.clock.runFor(2_000);
      await expect(tip(page)).toHaveCount(0);
      await page.mouse.move(5, 400);
    });
    await test.step("shows at once on the Tab key", async () => {
      await page.getByRole("button", { name: /^EN, / }).focus();
      await expect(tip(page)).toHaveCount(0);
      await page.keyboard.press("Tab");
      await expect(tip(page)).toHaveText("Français");
      await page.keyboard.press("Escape");
      await expect(tip(page)).toHaveCount(0);
    });
  },
);

test("explains a term by pointer, press and keyboard", async ({ app, page, context }) => {
  const { payments, terms } = texts.en;
  const person = await withCode(context, app, "100");
  await person.post("/api/deposits", { amount: "20" });
  await page.goto(app.url);

  await test.step("gives the exact time behind a relative one", async () => {
    await page.getByRole("tab", { name: "Deposits" }).click();
    await screen.historyCard(page).getByRole("listitem").locator("time").first().hover();
    await expect(tip(page)).toHaveText(/^\d{1,2} \w+ \d{4}, \d{2}:\d{2}$/);
  });

  await openWithdrawal(page);
  await screen.amountField(page).fill("20");
  const fee = term(page, payments.withdrawal.form.fee(8));
  const net = term(page, payments.withdrawal.form.net);
  const code = term(page, payments.withdrawal.form.aboutCode);

  await test.step("by pointer; Escape closes the tip and not the dialog", async () => {
    await code.hover();
    await expect(tip(page)).toHaveText(terms.withdrawalCode);
    await expect(code).toHaveAccessibleDescription(terms.withdrawalCode);
    await page.keyboard.press("Escape");
    await expect(tip(page)).toHaveCount(0);
    await expect(screen.dialog(page)).toBeVisible();
  });
  await test.step("by press, until something else is pressed, without closing the dialog", async () => {
    await fee.click();
    await expect(tip(page)).toHaveText(terms.fee);
    await tip(page).click();
    await expect(tip(page)).toBeVisible();
    await addressField(page).click();
    await expect(tip(page)).toHaveCount(0);
    await expect(fee).toHaveAccessibleDescription("");
  });
  await test.step("by keyboard, at once and whatever the pointer does", async () => {
    await fee.focus();
    await page.keyboard.press("Tab");
    await expect(net).toBeFocused();
    await expect(tip(page)).toHaveText(terms.net);
    const box = (await screen.dialog(page).boundingBox())!;
    const shown = (await tip(page).boundingBox())!;
    expect(shown.x).toBeGreaterThanOrEqual(box.x);
    expect(shown.x + shown.width).toBeLessThanOrEqual(box.x + box.width);
    await page.mouse.move(5, 5);
    await expect(tip(page)).toBeVisible();
    await page.keyboard.press("Shift+Tab");
    await expect(tip(page)).toHaveText(terms.fee);
    await screen.amountField(page).focus();
    await expect(tip(page)).toHaveCount(0);
  });
});

test.describe("on a touch screen", () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 800 } });

  rare("explains a term on a tap and closes it on a tap elsewhere", async ({ app, page, context }) => {
    await prefer(context, { language: "fr" });
    await withCode(context, app, "100");
    await page.goto(app.url);
    await openWithdrawal(page);
    const sign = term(page, texts.fr.payments.withdrawal.form.aboutNetwork);
    await sign.tap();
    await expect(tip(page)).toHaveText(texts.fr.terms.trc20);
    await screen.dialog(page).getByRole("heading").tap();
    await expect(tip(page)).toHaveCount(0);
    await sign.tap();
    await expect(tip(page)).toBeVisible();
    await sign.tap();
    await expect(tip(page)).toHaveCount(0);
    await expect(screen.dialog(page)).toBeVisible();
  });
});
