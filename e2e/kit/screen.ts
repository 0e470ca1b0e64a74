import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";
import { beginning, saying } from "./words.ts";

/** The parts of the screens by role and name, in English and French. */
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

/** The ticket beside the chart on wide screens. */
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

/** Notices lie outside an open dialog and are hidden with the page behind it, so a screen reader hears them elsewhere. */
export const notices = (page: Page) =>
  page
    .getByRole("region", { name: /F8/, includeHidden: true })
    .getByRole("listitem", { includeHidden: true });

/** The button that confirms a ticket, whatever it says. */
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

/** Escape would close a notice first, so this presses the dialog's own button. */
export async function closeDialog(page: Page): Promise<void> {
  await dialog(page)
    .getByRole("button", { name: saying((text) => text.common.close) })
    .click();
  await expect(dialog(page)).toBeHidden();
}

/** The same for a dialog with input, which asks before it discards it. */
export async function discardInput(page: Page): Promise<void> {
  await dialog(page)
    .getByRole("button", { name: saying((text) => text.common.close) })
    .click();
  await page.getByRole("button", { name: saying((text) => text.common.discard.confirm) }).click();
  await expect(dialog(page)).toBeHidden();
}

/** Ends what fades or slides, because its place and its contrast count only then. Spinners turn for ever and go on. */
export async function stillness(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const moving = () =>
      document
        .getAnimations()
        .filter(
          (each) => each.playState === "running" && each.effect?.getComputedTiming().endTime !== Infinity,
        );
    // A colour that is inherited from one that fades begins to fade after it, so the end of one may start others.
    for (let round = 0, left = moving(); round < 50 && left.length > 0; round += 1, left = moving()) {
      for (const each of left) each.finish();
      // A page that has nothing to draw may be given no frame.
      await new Promise((resolve) => {
        requestAnimationFrame(resolve);
        setTimeout(resolve, 50);
      });
    }
  });
}
