import type { Page } from "@playwright/test";
import { createRequire } from "node:module";
import { expect } from "./fixtures.ts";
import * as screen from "./screen.ts";
import { escapeForRegExp, texts } from "./words.ts";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/**
 * The page behind an open dialog or menu. A test has already checked it before that opened, and axe takes as long for it as
 * for all the rest. Its root stays in, so axe still reports anything in it that can be focused. The long form checks it each
 * time.
 */
const LEFT_OUT =
  process.env["VERITICK_LONG"] === "1" ? [] : [["[data-aria-hidden] :is(header, main, footer)"]];

type Violation = { id: string; nodes: { html: string; failureSummary: string }[] };
type Axe = { run(context: object, options: object): Promise<{ violations: Violation[] }> };

/**
 * The axe inside the builder for Playwright. The builder itself would send half a megabyte into the page for each check and
 * open another page for the results, which takes seven times as long as axe itself.
 */
const requireBeside = createRequire(createRequire(import.meta.url).resolve("@axe-core/playwright"));
const { source } = requireBeside("axe-core") as { source: string };

/** Expects axe to find nothing in the current page, dialogs and notices included. */
export const expectNoViolations = (page: Page, where: string): Promise<void> => expectOf(page, where, TAGS);

/** Checks only the colours, for a page that passed all checks before it changed its theme. */
const expectNoFaintColours = (page: Page, where: string): Promise<void> =>
  expectOf(page, where, COLOUR_RULES);

async function expectOf(page: Page, where: string, wanted: readonly string[]): Promise<void> {
  await screen.stillness(page);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  const violations = await page.evaluate(
    async ({ asked, left }) => {
      const { axe } = window as unknown as { axe: Axe };
      // axe would report an element as too small to press if a floating bar or the edge of a list hides half of it.
      const floating = document.querySelectorAll<HTMLElement>(
        "[data-bottom-bar], [data-floating-link], header:has(> a[href='#content'])",
      );
      for (const each of floating) each.style.setProperty("position", "static");
      const lists = [...document.querySelectorAll<HTMLElement>("main ul")].filter(
        (list) => getComputedStyle(list).overflowY === "auto",
      );
      for (const list of lists) list.style.setProperty("max-height", "none");
      const found = await axe.run(
        { exclude: left },
        {
          runOnly: asked,
          // An open menu belongs to its button, not to a landmark.
          rules: { region: { enabled: false } },
          resultTypes: ["violations"],
        },
      );
      for (const each of floating) each.style.removeProperty("position");
      for (const list of lists) list.style.removeProperty("max-height");
      return found.violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join("\n")}`,
      );
    },
    { asked: wanted, left: LEFT_OUT },
  );
  expect.soft(violations, where).toEqual([]);
}

/** Shows the other theme, without changing the user's choice. */
async function switchTheme(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { dataset } = document.documentElement;
    dataset["theme"] = dataset["theme"] === "dark" ? "light" : "dark";
  });
}

/** Expects axe to find nothing in either theme. */
export async function expectNoViolationsInBothThemes(page: Page, where: string): Promise<void> {
  await expectNoViolations(page, where);
  await switchTheme(page);
  await expectNoFaintColours(page, `${where}, in the other theme`);
  await switchTheme(page);
}

/** Expects nothing to reach over the edges, even where the overflow is cut off. */
export async function expectToFit(page: Page, where: string): Promise<void> {
  await screen.stillness(page);
  // A menu follows its anchor a moment later.
  await expect.soft.poll(() => page.evaluate(misfits), { message: where, timeout: 1_000 }).toEqual([]);
}

/** Expects every control to be large enough for a thumb and to overlap no other. */
export async function expectRoomToTap(page: Page, where: string): Promise<void> {
  expect.soft(await page.evaluate(tapFaults), where).toEqual([]);
}

/** Returns every text of a catalogue. Functions contribute the words around their parameters. */
function phrasesOf(catalogue: unknown): string[] {
  if (typeof catalogue === "string") return [catalogue];
  if (typeof catalogue === "function") {
    const call = catalogue as (...values: unknown[]) => unknown;
    const filled = call(..."§§§§§§".split(""));
    return typeof filled === "string" ? filled.split(/§|NaN/) : [];
  }
  return Object.values(catalogue as object).flatMap(phrasesOf);
}

const french = phrasesOf(texts.fr).join("\n");
const isWord = (text: string) => /\p{L}{2}/u.test(text);
const englishOnly = new Set(
  phrasesOf(texts.en)
    .map((phrase) => phrase.trim())
    .filter((phrase) => isWord(phrase) && !french.includes(phrase)),
);
const anyEnglish = new RegExp(
  `(?<!\\p{L})(?:${[...englishOnly].map(escapeForRegExp).join("|")})(?!\\p{L})`,
  "gu",
);

/** Caches results: most texts are on many screens, and searching for a thousand phrases takes a while. */
const searched = new Map<string, readonly string[]>();

function englishIn(text: string): readonly string[] {
  const found = searched.get(text) ?? text.match(anyEnglish) ?? [];
  searched.set(text, found);
  return found;
}

/** Returns every text that a page shows or gives to assistive technology. Runs in the browser. */
function shownTexts(): string[] {
  const texts = [document.title];
  for (const element of document.querySelectorAll("body *")) {
    for (const name of ["aria-label", "title", "placeholder", "alt", "aria-valuetext"]) {
      const value = element.getAttribute(name);
      if (value !== null) texts.push(value);
    }
    // Signed texts and commands are the same in every language.
    const isText =
      !["SCRIPT", "STYLE"].includes(element.tagName) && element.closest("[translate=no]") === null;
    if (element instanceof HTMLElement && isText) {
      for (const node of element.childNodes) {
        if (node.nodeType === Node.TEXT_NODE) texts.push(node.textContent ?? "");
      }
    }
  }
  return texts.map((text) => text.trim()).filter((text) => text !== "");
}

/** Expects no word of the English catalogue on a French page. */
export async function expectFrench(page: Page, where: string): Promise<void> {
  expect(englishOnly.size).toBeGreaterThan(100);
  const found = (await page.evaluate(shownTexts)).flatMap(englishIn);
  expect.soft(found, `English words on the French ${where}`).toEqual([]);
}

/** Finds elements that do not fit their place in the page. Runs in the browser. */
export function misfits(): string[] {
  const width = document.documentElement.clientWidth;
  const found = document.scrollingElement!.scrollWidth > width ? ["the page scrolls sideways"] : [];
  const all = [...document.querySelectorAll<HTMLElement>("body *")];
  const unseen = new Set<Element | null>();
  for (const element of all) {
    const style = getComputedStyle(element);
    // Elements for assistive technology alone take no space, and neither do their children.
    if (unseen.has(element.parentElement) || style.clipPath === "inset(50%)") {
      unseen.add(element);
      continue;
    }
    const box = element.getBoundingClientRect();
    const isSeen = box.width > 1 && box.height > 1 && element.checkVisibility({ visibilityProperty: true });
    if (!isSeen || element.closest("canvas, svg, [aria-hidden=true]") !== null) continue;
    // Reading the text takes longer than all the rest, so it is read for misfits only.
    const tell = (what: string) =>
      found.push(`${element.tagName} "${(element.innerText ?? "").slice(0, 40)}" ${what}`);
    // A line that scrolls sideways on purpose may be longer than the screen, but its own box must fit.
    const line = element.closest("[data-scrolls-sideways]");
    const isPushed = line !== null && line !== element;
    if (!isPushed && (box.right > width + 0.5 || box.left < -0.5)) tell(`from ${box.left} to ${box.right}`);
    if (line === element) continue;
    const { overflowX, textOverflow } = style;
    // An address is too long for its field, so the form repeats it below the field.
    const isCutOnPurpose = textOverflow === "ellipsis" || element.matches("input[name=address]");
    if (overflowX !== "visible" && !isCutOnPurpose && element.scrollWidth > element.clientWidth + 1) {
      tell("cuts off or scrolls its content");
    }
  }
  return found;
}

/** Finds controls that a thumb would miss or that overlap. Runs in the browser. */
function tapFaults(): string[] {
  const SMALLEST = 24;
  const MAIN = 44;
  const open = document.querySelector("[role=menu], [role=alertdialog], [role=dialog]");
  const controls = [
    ...(open ?? document).querySelectorAll<HTMLElement>(
      "a[href], button, input, select, textarea, [role=tab], [role=menuitem], [role=menuitemradio], [role=radio]",
    ),
  ];
  const found: string[] = [];
  const nameOf = (element: Element) =>
    `${element.tagName} "${(element.getAttribute("aria-label") ?? (element as HTMLElement).innerText ?? "").slice(0, 30)}"`;

  /** Returns the fixed layer that holds a control. A control may scroll under a bar, so only those of one layer compare. */
  const layerOf = (element: Element): Element | null => {
    for (let each: Element | null = element; each !== null; each = each.parentElement) {
      if (/fixed|sticky/.test(getComputedStyle(each).position)) return each;
    }
    return null;
  };

  /** Returns the area that takes a tap, which may be larger than the drawn one. */
  const sizeOf = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    const after = getComputedStyle(element, "::after");
    if (after.content === "none" || after.position !== "absolute") return { width, height };
    return {
      width: Math.max(width, Number.parseFloat(after.width)),
      height: Math.max(height, Number.parseFloat(after.height)),
    };
  };

  /** Returns the part of an element that is not scrolled out of view. */
  const seenPartOf = (element: Element) => {
    let { left, right, top, bottom } = element.getBoundingClientRect();
    for (let each = element.parentElement; each !== null; each = each.parentElement) {
      if (getComputedStyle(each).overflowY === "visible") continue;
      const frame = each.getBoundingClientRect();
      left = Math.max(left, frame.left);
      right = Math.min(right, frame.right);
      top = Math.max(top, frame.top);
      bottom = Math.min(bottom, frame.bottom);
    }
    return { left, right, top, bottom };
  };

  const places = controls.flatMap((control) => {
    if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: false })) return [];
    // A control that is clipped away until it has the focus takes no tap.
    if (getComputedStyle(control).clipPath === "inset(50%)") return [];
    // Users tap the label of a radio button or checkbox.
    const isMark = control.matches("input[type=radio], input[type=checkbox]");
    const target = (isMark ? control.closest("label") : null) ?? control;
    const box = target.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) return [];
    // A link within a sentence is only as high as its line.
    const isInText =
      getComputedStyle(target).display === "inline" &&
      target.parentElement!.innerText.length > target.innerText.length + 20;
    const { width, height } = sizeOf(target);
    if (!isInText && (width < SMALLEST - 0.5 || height < SMALLEST - 0.5)) {
      found.push(`${nameOf(target)} is only ${width} by ${height} px`);
    }
    if (control.matches("[type=submit]") && box.height < MAIN - 0.5) {
      found.push(`${nameOf(target)} sends a form and is only ${box.height} px high`);
    }
    return [{ target, box: seenPartOf(target), layer: layerOf(target) }];
  });

  for (const [index, one] of places.entries()) {
    for (const other of places.slice(index + 1)) {
      if (one.layer !== other.layer) continue;
      if (one.target.contains(other.target) || other.target.contains(one.target)) continue;
      const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      if (across > 1 && down > 1) found.push(`${nameOf(one.target)} lies on ${nameOf(other.target)}`);
    }
  }
  return found;
}
