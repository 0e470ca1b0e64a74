import { createContext, useContext } from "react";
import { chosenLanguage, setLanguage, storeLanguage, useLanguage } from "../lib/preferences.ts";
import type { Language } from "../lib/preferences.ts";
import { reportMissingCode } from "../lib/lazy-part.ts";
import type { AdminMessages, DocsMessages, FairnessMessages, LaterMessages, Messages } from "./messages.ts";

/** One catalogue with the languages loaded so far. */
type Catalogue<T> = {
  /** Whether this visit has needed it. From then on, it loads with every chosen language. */
  isNeeded: boolean;
  readonly texts: Partial<Record<Language, T>>;
  readonly fetch: Readonly<Record<Language, () => Promise<T>>>;
};

const first: Catalogue<Messages> = {
  isNeeded: true,
  texts: {},
  fetch: {
    en: async () => (await import("./en/first.ts")).en,
    fr: async () => (await import("./fr/first.ts")).fr,
  },
};

const later: Catalogue<LaterMessages> = {
  isNeeded: false,
  texts: {},
  fetch: {
    en: async () => (await import("./en/later.ts")).laterEn,
    fr: async () => (await import("./fr/later.ts")).laterFr,
  },
};

const admin: Catalogue<AdminMessages> = {
  isNeeded: false,
  texts: {},
  fetch: {
    en: async () => (await import("./en/admin.ts")).admin,
    fr: async () => (await import("./fr/admin.ts")).admin,
  },
};

const fairness: Catalogue<FairnessMessages> = {
  isNeeded: false,
  texts: {},
  fetch: {
    en: async () => (await import("./en/fairness.ts")).fairnessEn,
    fr: async () => (await import("./fr/fairness.ts")).fairnessFr,
  },
};

const docs: Catalogue<DocsMessages> = {
  isNeeded: false,
  texts: {},
  fetch: {
    en: async () => (await import("./en/docs.ts")).docsEn,
    fr: async () => (await import("./fr/docs.ts")).docsFr,
  },
};

const catalogues = [first, later, admin, fairness, docs] as const;

const isLoaded = (language: Language) =>
  catalogues.every(({ isNeeded, texts }) => !isNeeded || texts[language] !== undefined);

async function loadOne<T>({ texts, fetch }: Catalogue<T>, language: Language): Promise<void> {
  texts[language] ??= await fetch[language]();
}

/**
 * Loads a language. A visit loads one; the other loads when it is chosen, with every catalogue that this visit has needed.
 */
async function load(language: Language): Promise<void> {
  const needed = catalogues.filter(({ isNeeded }) => isNeeded);
  await Promise.all(needed.map((catalogue) => loadOne<unknown>(catalogue, language)));
}

/** Loads the chosen language. The caller must await this before it draws anything. */
export function loadChosenLanguage(): Promise<void> {
  return load(chosenLanguage());
}

async function withCatalogue<T, C>(code: Promise<T>, catalogue: Catalogue<C>): Promise<T> {
  catalogue.isNeeded = true;
  const [loaded] = await Promise.all([code, loadOne(catalogue, chosenLanguage())]);
  return loaded;
}

/** Returns the loaded `code`, together with the texts for `useLaterText`. */
export function withLaterText<T>(code: Promise<T>): Promise<T> {
  return withCatalogue(code, later);
}

/** Returns the loaded `code`, together with the texts for `useAdminText`. */
export function withAdminText<T>(code: Promise<T>): Promise<T> {
  return withCatalogue(code, admin);
}

/** Returns the loaded `code`, together with the texts for `useFairnessText`. */
export function withFairnessText<T>(code: Promise<T>): Promise<T> {
  return withCatalogue(code, fairness);
}

/** Returns the loaded `code`, together with the texts for `useDocsText`. */
export function withDocsText<T>(code: Promise<T>): Promise<T> {
  return withCatalogue(code, docs);
}

/**
 * Chooses a language. The choice is stored at once, because the user may leave the page while the texts load. If they do not
 * load, the language shown is stored again.
 */
export async function switchLanguage(language: Language): Promise<void> {
  storeLanguage(language);
  if (!(await showLanguage(language))) storeLanguage(chosenLanguage());
}

/** The language that was asked for last. Its texts may still be loading. */
let wanted: Language | undefined;

/**
 * Changes the language of the page once its texts are loaded, unless another one is asked for meanwhile. Returns false if
 * they do not load.
 */
export async function showLanguage(language: Language): Promise<boolean> {
  wanted = language;
  // Meanwhile something may open that needs further catalogues, hence the loop.
  try {
    while (!isLoaded(language)) await load(language);
  } catch {
    if (wanted !== language) return true;
    void reportMissingCode();
    return false;
  }
  if (wanted === language) setLanguage(language);
  return true;
}

/** Returns the texts of a loaded language, which the chosen one always is. For code outside components. */
export function textIn(language: Language): Messages {
  return present(first, language);
}

/** Rewords the texts of everything below it. The function must return the same object for the same texts. */
export const RewordContext = createContext<((text: Messages) => Messages) | undefined>(undefined);

/** Returns the texts of the chosen language. Components that use it are drawn again when the language changes. */
export function useText(): Messages {
  const text = textIn(useLanguage());
  const reword = useContext(RewordContext);
  return reword === undefined ? text : reword(text);
}

/** Returns the texts of dialogs and pages that load when they are opened, by `withLaterText`. */
export function useLaterText(): LaterMessages {
  return laterTextIn(useLanguage());
}

/** Returns the same for code outside components that `withLaterText` has loaded. */
export function laterTextIn(language: Language): LaterMessages {
  return present(later, language);
}

/** Returns the texts of the administration, which load with its page, by `withAdminText`. */
export function useAdminText(): AdminMessages {
  return present(admin, useLanguage());
}

/** Returns the texts of the public pages about fairness, which load with them, by `withFairnessText`. */
export function useFairnessText(): FairnessMessages {
  return present(fairness, useLanguage());
}

/** Returns the texts of the page for programs, which load with it, by `withDocsText`. */
export function useDocsText(): DocsMessages {
  return present(docs, useLanguage());
}

function present<T>({ texts }: Catalogue<T>, language: Language): T {
  const text = texts[language];
  if (text === undefined) throw new Error(`the texts of ${language} are not loaded`);
  return text;
}
