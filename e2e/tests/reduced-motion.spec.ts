import type { Page } from "@playwright/test";
import { expect, test } from "../kit/fixtures.ts";
import { historyRows, openTab, openWithdrawal } from "../kit/money.ts";
import { onDashboard } from "../kit/people.ts";
import * as screen from "../kit/screen.ts";

/** The longest animation or transition in the page, in seconds. */
const longestMotion = (page: Page) =>
  page.evaluate(() => {
    const seconds = (text: string) =>
      text.split(",").map((each) => (each.endsWith("ms") ? 0.001 : 1) * Number.parseFloat(each));
    const times = [...document.querySelectorAll("body *")].flatMap((element) => {
      const { animationDuration, transitionDuration } = getComputedStyle(element);
      return [...seconds(animationDuration), ...seconds(transitionDuration)];
    });
    return Math.max(...times);
  });

test("moves nothing in dialogs if the system asks for reduced motion", async ({ app, page }) => {
  const person = await onDashboard(page, app, "100");
  await person.post("/api/deposits", { amount: "20" });
  await openTab(page, "Deposits");
  for (const open of [
    () => openWithdrawal(page),
    () => historyRows(page).first().getByRole("button").click(),
  ]) {
    await open();
    await expect(screen.dialog(page)).toBeVisible();
    expect(await longestMotion(page)).toBeLessThan(0.001);
    // Without that setting there is motion, which proves that the measure works.
    await page.emulateMedia({ reducedMotion: "no-preference" });
    expect(await longestMotion(page)).toBeGreaterThan(0.1);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await screen.closeDialog(page);
  }
});
