import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";
import { texts } from "./words.ts";

/** Every text of a catalogue, with functions cut into the words around their parameters. */
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
const escaped = [...englishOnly].map((phrase) => phrase.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
const anyEnglish = new RegExp(`(?<!\\p{L})(?:${escaped.join("|")})(?!\\p{L})`, "gu");

/** What a page shows or tells assistive technology, piece by piece: runs in the browser. */
function shownTexts(): string[] {
  const texts = [document.title];
  for (const element of document.querySelectorAll("body *")) {
    for (const name of ["aria-label", "title", "placeholder", "alt", "aria-valuetext"]) {
      const value = element.getAttribute(name);
      if (value !== null) texts.push(value);
    }
    // What is signed or typed into a shell is the same in every language.
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

/** No word of the English catalogue is left on a French page. */
export async function expectFrench(page: Page, where: string): Promise<void> {
  expect(englishOnly.size).toBeGreaterThan(100);
  const found = (await page.evaluate(shownTexts)).flatMap((text) => text.match(anyEnglish) ?? []);
  expect.soft(found, `English words on the French ${where}`).toEqual([]);
}
