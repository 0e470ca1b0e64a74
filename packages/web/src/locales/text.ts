import { createContext, useContext } from "react";
import { chosenLanguage, setLanguage, useLanguage } from "../lib/preferences.ts";
import type { Language } from "../lib/preferences.ts";
import { reportMissingCode } from "../lib/lazy-part.ts";
import type { AdminMessages, DocsMessages, FairnessMessages, LaterMessages, Messages } from "./messages.ts";

/** One catalogue in the languages it was loaded in so far. */
type Catalogue<T> = {
  /** Whether anything of this visit needs it; from then on it comes with every language that is chosen. */
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

/** A visit loads one language; the other comes when it is chosen, with all that what is open now may need. */
async function load(language: Language): Promise<void> {
  const needed = catalogues.filter(({ isNeeded }) => isNeeded);
  await Promise.all(needed.map((catalogue) => loadOne<unknown>(catalogue, language)));
}

/** To be awaited before anything is drawn. */
export function loadChosenLanguage(): Promise<void> {
  return load(chosenLanguage());
}

async function withCatalogue<T, C>(code: Promise<T>, catalogue: Catalogue<C>): Promise<T> {
  catalogue.isNeeded = true;
  const [loaded] = await Promise.all([code, loadOne(catalogue, chosenLanguage())]);
  return loaded;
}

/** What `code` loads, together with the texts that `useLaterText` gives. */
export function withLaterText<T>(code: Promise<T>): Promise<T> {
  return withCatalogue(code, later);
}

/** What `code` loads, together with the texts that `useAdminText` gives. */
export function withAdminText<T>(code: Promise<T>): Promise<T> {
  return withCatalogue(code, admin);
}

/** What `code` loads, together with the texts that `useFairnessText` gives. */
export function withFairnessText<T>(code: Promise<T>): Promise<T> {
  return withCatalogue(code, fairness);
}

/** What `code` loads, together with the texts that `useDocsText` gives. */
export function withDocsText<T>(code: Promise<T>): Promise<T> {
  return withCatalogue(code, docs);
}

/** Changes the language of the page once its texts are here. */
export async function switchLanguage(language: Language): Promise<void> {
  // While they come, something may open that needs more of them.
  try {
    while (!isLoaded(language)) await load(language);
  } catch {
    return void reportMissingCode();
  }
  setLanguage(language);
}

/** The texts of a language that is loaded, which the chosen one always is. For code outside components. */
export function textIn(language: Language): Messages {
  return present(first, language);
}

/** Where set, the texts below it are said in another way. It answers the same object for the same texts. */
export const RewordContext = createContext<((text: Messages) => Messages) | undefined>(undefined);

/** The texts of the chosen language; a component that uses it is drawn again when the language changes. */
export function useText(): Messages {
  const text = textIn(useLanguage());
  const reword = useContext(RewordContext);
  return reword === undefined ? text : reword(text);
}

/** The texts of dialogs and pages that are loaded when they are opened, by `withLaterText`. */
export function useLaterText(): LaterMessages {
  return laterTextIn(useLanguage());
}

/** The same for code outside components that `withLaterText` has loaded. */
export function laterTextIn(language: Language): LaterMessages {
  return present(later, language);
}

/** The texts of the administration, which come with its page, by `withAdminText`. */
export function useAdminText(): AdminMessages {
  return present(admin, useLanguage());
}

/** The texts of the public pages about fairness, which come with them, by `withFairnessText`. */
export function useFairnessText(): FairnessMessages {
  return present(fairness, useLanguage());
}

/** The texts of the page for programs, which come with it, by `withDocsText`. */
export function useDocsText(): DocsMessages {
  return present(docs, useLanguage());
}

function present<T>({ texts }: Catalogue<T>, language: Language): T {
  const text = texts[language];
  if (text === undefined) throw new Error(`the texts of ${language} are not loaded`);
  return text;
}
