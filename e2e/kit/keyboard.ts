import type { Locator, Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** Whoever has no mouse must see where they are: an outline around what has the focus, or the field that it is in. */
export async function expectVisibleFocus(page: Page): Promise<void> {
  const hidden = await page.evaluate(() => {
    const focused = document.activeElement;
    // What takes the focus only to be read out is no place where one can do anything.
    if (focused === null || focused === document.body || focused.matches("[tabindex='-1']")) return "";
    // Within a menu there is a bar at the highlighted item.
    if (focused.role === "menuitem" && getComputedStyle(focused).boxShadow !== "none") return "";
    let around: Element | null = focused;
    for (let levels = 0; levels < 4 && around !== null; levels += 1) {
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(around);
      const isDrawn = outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 1;
      if (isDrawn && !/^rgba\(.*, 0\)$|^transparent$/.test(outlineColor)) return "";
      around = around.parentElement;
    }
    return focused.outerHTML.slice(0, 200);
  });
  expect.soft(hidden, "what has the focus without showing it").toBe("");
}

const hasFocus = (target: Locator) =>
  target.evaluateAll((found) => found.some((each) => each === document.activeElement));

/** Presses Tab until the focus is there, and looks at each stop on the way. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let steps = 0; steps < 60; steps += 1) {
    if (await hasFocus(target)) return expectVisibleFocus(page);
    await page.keyboard.press("Tab");
    await expectVisibleFocus(page);
  }
  throw new Error(`the Tab key does not reach ${String(target)}`);
}
