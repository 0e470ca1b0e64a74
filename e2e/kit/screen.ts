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

/** What fades or slides in has neither its place nor its contrast yet. Spinners turn for ever and are not waited for. */
export async function stillness(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = () =>
      document.getAnimations().filter((each) => each.effect?.getComputedTiming().endTime !== Infinity);
    // A colour that is inherited from one that fades begins to fade after it: what has ended may start others.
    for (let left = ending(); left.length > 0; left = ending()) {
      await Promise.all(left.map((each) => each.finished.catch(() => {})));
      await new Promise(requestAnimationFrame);
    }
  });
}
