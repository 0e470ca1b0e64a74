import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** The parts of the screens as people name them, in English and French. */
export const dialog = (page: Page) => page.getByRole("dialog");
export const amountField = (page: Page) => dialog(page).getByRole("textbox", { name: /^(Amount|Montant)$/ });
export const balanceCard = (page: Page) => page.getByRole("region", { name: /^(Balance|Solde)$/ });
export const pricePanel = (page: Page) => page.getByRole("region", { name: "USDMS/USD" });
export const activePositions = (page: Page) =>
  page.getByRole("region", { name: /^(Active positions|Positions actives)/ });
export const historyCard = (page: Page) => page.getByRole("region", { name: /^(History|Historique)$/ });
export const sideButton = (page: Page, name: "Buy" | "Sell" | "Acheter" | "Vendre") =>
  page.getByRole("button", { name, exact: true });

/** Notices lie outside an open dialog and are hidden with the page behind it; they are announced separately. */
export const notices = (page: Page) =>
  page
    .getByRole("region", { name: /F8/, includeHidden: true })
    .getByRole("listitem", { includeHidden: true });

/** The button that confirms a ticket, whatever its words are at the moment. */
export const confirmButton = (page: Page) => dialog(page).getByRole("contentinfo").getByRole("button");

export async function expectNotice(
  page: Page,
  title: string | RegExp,
  body?: string | RegExp,
): Promise<void> {
  const notice = notices(page).filter({ hasText: title });
  await expect(notice).toBeVisible();
  if (body !== undefined) await expect(notice).toContainText(body);
}

/** A notice is closed first by Escape, so the dialog's own button is the sure way. */
export async function closeDialog(page: Page): Promise<void> {
  await dialog(page)
    .getByRole("button", { name: /^(Close|Fermer)$/ })
    .click();
  await expect(dialog(page)).toBeHidden();
}

/** The same where something was typed that is not thrown away unasked. */
export async function discardInput(page: Page): Promise<void> {
  await dialog(page)
    .getByRole("button", { name: /^(Close|Fermer)$/ })
    .click();
  await page.getByRole("button", { name: /^(Discard|Abandonner)$/ }).click();
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
