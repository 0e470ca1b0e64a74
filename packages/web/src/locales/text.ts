import { chosenLanguage, setLanguage, useLanguage } from "../lib/preferences.ts";
import type { Language } from "../lib/preferences.ts";
import type { Messages } from "./messages.ts";

const catalogues: Partial<Record<Language, Messages>> = {};

/** A visit loads one language; the other comes when it is chosen. */
async function load(language: Language): Promise<void> {
  catalogues[language] ??= language === "fr" ? (await import("./fr.ts")).fr : (await import("./en.ts")).en;
}

/** To be awaited before anything is drawn. */
export function loadChosenLanguage(): Promise<void> {
  return load(chosenLanguage());
}

/** Changes the language of the page once its texts are here. */
export async function switchLanguage(language: Language): Promise<void> {
  await load(language);
  setLanguage(language);
}

/** The texts of a language that is loaded, which the chosen one always is. For code outside components. */
export function textIn(language: Language): Messages {
  const catalogue = catalogues[language];
  if (catalogue === undefined) throw new Error(`the texts of ${language} are not loaded`);
  return catalogue;
}

/** The texts of the chosen language; a component that uses it is drawn again when the language changes. */
export function useText(): Messages {
  return textIn(useLanguage());
}
