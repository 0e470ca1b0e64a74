import { chosenLanguage, setLanguage, useLanguage } from "../lib/preferences.ts";
import type { Language } from "../lib/preferences.ts";
import type { LaterMessages, Messages } from "./messages.ts";

const catalogues: Partial<Record<Language, Messages>> = {};
const laterCatalogues: Partial<Record<Language, LaterMessages>> = {};
let isLaterNeeded = false;

const isLoaded = (language: Language) =>
  catalogues[language] !== undefined && (!isLaterNeeded || laterCatalogues[language] !== undefined);

/** A visit loads one language; the other comes when it is chosen. */
async function load(language: Language): Promise<void> {
  await Promise.all([
    loadFirst(language),
    // What is open now may need them in this language.
    isLaterNeeded ? loadLater(language) : undefined,
  ]);
}

async function loadFirst(language: Language): Promise<void> {
  catalogues[language] ??= language === "fr" ? (await import("./fr.ts")).fr : (await import("./en.ts")).en;
}

async function loadLater(language: Language): Promise<void> {
  laterCatalogues[language] ??=
    language === "fr" ? (await import("./later-fr.ts")).laterFr : (await import("./later-en.ts")).laterEn;
}

/** To be awaited before anything is drawn. */
export function loadChosenLanguage(): Promise<void> {
  return load(chosenLanguage());
}

/** What `code` loads, together with the texts that `useLaterText` gives. */
export async function withLaterText<T>(code: Promise<T>): Promise<T> {
  isLaterNeeded = true;
  const [loaded] = await Promise.all([code, loadLater(chosenLanguage())]);
  return loaded;
}

/** Changes the language of the page once its texts are here. */
export async function switchLanguage(language: Language): Promise<void> {
  // While they come, something may open that needs the later ones too.
  while (!isLoaded(language)) await load(language);
  setLanguage(language);
}

/** The texts of a language that is loaded, which the chosen one always is. For code outside components. */
export function textIn(language: Language): Messages {
  return present(catalogues[language], language);
}

/** The texts of the chosen language; a component that uses it is drawn again when the language changes. */
export function useText(): Messages {
  return textIn(useLanguage());
}

/** The texts of dialogs and pages that are loaded when they are opened, by `withLaterText`. */
export function useLaterText(): LaterMessages {
  return laterTextIn(useLanguage());
}

/** The same for code outside components that `withLaterText` has loaded. */
export function laterTextIn(language: Language): LaterMessages {
  return present(laterCatalogues[language], language);
}

function present<T>(catalogue: T | undefined, language: Language): T {
  if (catalogue === undefined) throw new Error(`the texts of ${language} are not loaded`);
  return catalogue;
}
