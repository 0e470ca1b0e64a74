import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";
import { misfits } from "./misfits.ts";
import * as screen from "./screen.ts";
import { tapFaults } from "./tap-targets.ts";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

type Violation = { id: string; nodes: { html: string; failureSummary: string }[] };
type Axe = { run(context: Document, options: object): Promise<{ violations: Violation[] }> };

/**
 * The axe that comes with its builder for Playwright, without that builder: it would send half a megabyte into the page for
 * each look at it and open another page for the results, which takes seven times as long as axe itself.
 */
const requireBeside = createRequire(createRequire(import.meta.url).resolve("@axe-core/playwright"));
const { source } = requireBeside("axe-core") as { source: string };

/** What axe finds wrong with the page as it is now, dialogs and notices included: nothing. */
export const expectNoViolations = (page: Page, where: string): Promise<void> => expectOf(page, where, TAGS);

/** The same of a page that was right a moment ago and has only changed its colours. */
export const expectNoFaintColours = (page: Page, where: string): Promise<void> =>
  expectOf(page, where, COLOUR_RULES);

async function expectOf(page: Page, where: string, wanted: readonly string[]): Promise<void> {
  await screen.stillness(page);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  const violations = await page.evaluate(async (asked) => {
    const { axe } = window as unknown as { axe: Axe };
    const found = await axe.run(document, {
      runOnly: asked,
      // An open menu belongs to its button, not to a landmark.
      rules: { region: { enabled: false } },
      resultTypes: ["violations"],
    });
    return found.violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join("\n")}`,
    );
  }, wanted);
  expect.soft(violations, where).toEqual([]);
}

/** The page puts on its other theme, whatever the person chose. */
export async function switchTheme(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { dataset } = document.documentElement;
    dataset["theme"] = dataset["theme"] === "dark" ? "light" : "dark";
  });
}

/** The same in the dark and in the light theme, whichever of them the page has. */
export async function expectNoViolationsInBothThemes(page: Page, where: string): Promise<void> {
  await expectNoViolations(page, where);
  await switchTheme(page);
  await expectNoFaintColours(page, `${where}, in the other theme`);
  await switchTheme(page);
}

/** Nothing reaches over the right edge, not even where the overflow is cut off. */
export async function expectToFit(page: Page, where: string): Promise<void> {
  await screen.stillness(page);
  // What hangs on another element, as a menu does, follows it a moment later.
  await expect.soft.poll(() => page.evaluate(misfits), { message: where, timeout: 1_000 }).toEqual([]);
}

/** Every control is large enough for a thumb and lies on no other. */
export async function expectRoomToTap(page: Page, where: string): Promise<void> {
  expect.soft(await page.evaluate(tapFaults), where).toEqual([]);
}
