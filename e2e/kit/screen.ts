import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";
import { beginning, saying } from "./words.ts";

/** The parts of the screens, found by role and name, in English and French. */
export const dialog = (page: Page) => page.getByRole("dialog");
export const amountField = (page: Page) =>
  dialog(page).getByRole("textbox", {
    name: saying(
      ({ trade }) => trade.ticket.amount,
      ({ payments }) => payments.deposit.form.amount,
      ({ payments }) => payments.withdrawal.form.amount,
      ({ limits }) => limits.form.amount,
    ),
  });
export const balanceCard = (page: Page) =>
  page.getByRole("region", { name: saying((text) => text.wallet.balance) });
export const pricePanel = (page: Page) => page.getByRole("region", { name: "USDMS/USD" });
export const activePositions = (page: Page) =>
  page.getByRole("region", { name: beginning((text) => text.trade.positions.titleLoading) });
export const historyCard = (page: Page) =>
  page.getByRole("region", { name: saying((text) => text.history.title) });
export const sideButton = (page: Page, name: "Buy" | "Sell" | "Acheter" | "Vendre") =>
  page.getByRole("button", { name, exact: true });

/** The ticket beside the chart, on wide screens of people who keep it there. */
export const dock = (page: Page) =>
  page.getByRole("region", {
    name: saying(
      ({ trade }) => trade.ticket.dock,
      ({ practice }) => practice.dock,
    ),
  });

/** Counts presses from now on, by pointer and by key, until the page is loaded anew. */
export async function countPresses(page: Page): Promise<() => Promise<number>> {
  const counted = await page.evaluateHandle(() => {
    const presses = { count: 0 };
    addEventListener("click", () => (presses.count += 1), true);
    return presses;
  });
  return () => counted.evaluate(({ count }) => count);
}

/** The notices, which an open dialog does not hide with the page behind it. */
export const notices = (page: Page) => page.getByRole("region", { name: /F8/ }).getByRole("listitem");

/** The button that confirms a ticket, with any label. */
export const confirmButton = (page: Page) => dialog(page).getByRole("contentinfo").getByRole("button").last();

export async function expectNotice(
  page: Page,
  title: string | RegExp,
  body?: string | RegExp,
): Promise<void> {
  const notice = notices(page).filter({ hasText: title });
  await expect(notice).toBeVisible();
  if (body !== undefined) await expect(notice).toContainText(body);
}

/** Presses the dialog's own close button, because Escape would close a notice first. */
export async function closeDialog(page: Page): Promise<void> {
  await dialog(page)
    .getByRole("button", { name: saying((text) => text.common.close) })
    .click();
  await expect(dialog(page)).toBeHidden();
}

/** Does the same for a dialog with input, which asks before it discards the input. */
export async function discardInput(page: Page): Promise<void> {
  await dialog(page)
    .getByRole("button", { name: saying((text) => text.common.close) })
    .click();
  await page.getByRole("button", { name: saying((text) => text.common.discard.confirm) }).click();
  await expect(dialog(page)).toBeHidden();
}

/** Ends fades and slides, so that positions and contrast are final. Endless animations, such as spinners, go on. */
export async function stillness(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const moving = () =>
      document
        .getAnimations()
        .filter(
          (each) => each.playState === "running" && each.effect?.getComputedTiming().endTime !== Infinity,
        );
    // A colour inherited from a fading element fades after it, so the end of one animation may start others.
    for (let round = 0, left = moving(); round < 50 && left.length > 0; round += 1, left = moving()) {
      for (const each of left) each.finish();
      // The browser may give a page with nothing to draw no frame.
      await new Promise((resolve) => {
        requestAnimationFrame(resolve);
        setTimeout(resolve, 50);
      });
    }
  });
}
