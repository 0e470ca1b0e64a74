import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";
import * as screen from "./screen.ts";

/** What axe finds wrong with the page as it is now, dialogs and notices included: nothing. */
export async function expectNoViolations(page: Page, where: string): Promise<void> {
  await screen.stillness(page);
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    // An open menu belongs to its button, not to a landmark.
    .disableRules("region")
    .analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n")}`);
  expect.soft(found, where).toEqual([]);
}

/** Nothing reaches over the right edge, not even where the overflow is cut off. */
export async function expectToFit(page: Page, where: string): Promise<void> {
  await screen.stillness(page);
  const found = await page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const wide = document.scrollingElement!.scrollWidth > width ? ["the page scrolls sideways"] : [];
    const all = [...document.querySelectorAll<HTMLElement>("body *")];
    // What is there for assistive technology alone takes no place.
    const unseen = all.filter((element) => getComputedStyle(element).clipPath === "inset(50%)");
    for (const element of all) {
      if (unseen.some((part) => part.contains(element))) continue;
      const box = element.getBoundingClientRect();
      const isSeen = box.width > 1 && box.height > 1 && element.checkVisibility({ visibilityProperty: true });
      if (!isSeen || element.closest("canvas, svg, [aria-hidden=true]") !== null) continue;
      const name = `${element.tagName} "${(element.innerText ?? "").slice(0, 40)}"`;
      if (box.right > width + 0.5 || box.left < -0.5) wide.push(`${name} from ${box.left} to ${box.right}`);
      const { overflowX, textOverflow } = getComputedStyle(element);
      // An address is repeated below its field for being too long for it.
      const isCutOnPurpose = textOverflow === "ellipsis" || element.matches("input[name=address]");
      if (overflowX !== "visible" && !isCutOnPurpose && element.scrollWidth > element.clientWidth + 1) {
        wide.push(`${name} cuts off or scrolls its content`);
      }
    }
    return wide;
  });
  expect.soft(found, where).toEqual([]);
}
