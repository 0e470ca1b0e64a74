import { createContext, useContext } from "react";
import { chosenLanguage, setLanguage, storeLanguage, useLanguage } from "../lib/preferences.ts";
import type { Language } from "../lib/preferences.ts";
import { reportMissingCode } from "../lib/lazy-part.ts";
import type {
  AdminMessages,
  AuthMessages,
  DeskMessages,
  DocsMessages,
  FairnessMessages,
  LandingMessages,
  LaterMessages,
  Messages,
} from "./messages.ts";

/** All texts. The first ones load with the app, the others with the code that needs them. */
type Texts = {
  readonly first: Messages;
  readonly landing: LandingMessages;
  /** Signing in and up, and passwords. */
  readonly auth: AuthMessages;
  /** What people trade with: the desk, the balance and the history. */
  readonly desk: DeskMessages;
  /** Dialogs, and pages that load when they are opened. */
  readonly later: LaterMessages;
  readonly admin: AdminMessages;
  /** Public pages about fairness. */
  readonly fairness: FairnessMessages;
  /** The page for programs. */
  readonly docs: DocsMessages;
};

/** One catalogue: how its languages load, and those loaded so far. */
type Catalogue<T> = {
  readonly fetch: Readonly<Record<Language, () => Promise<T>>>;
  readonly texts: Partial<Record<Language, T>>;
};

const catalogue = <T>(fetch: Catalogue<T>["fetch"]): Catalogue<T> => ({ fetch, texts: {} });

const catalogues: { readonly [Name in keyof Texts]: Catalogue<Texts[Name]> } = {
  first: catalogue({
    en: async () => (await import("./en/first.ts")).en,
    fr: async () => (await import("./fr/first.ts")).fr,
  }),
  landing: catalogue({
    en: async () => (await import("./en/landing.ts")).landing,
    fr: async () => (await import("./fr/landing.ts")).landing,
  }),
  auth: catalogue({
    en: async () => (await import("./en/auth.ts")).auth,
    fr: async () => (await import("./fr/auth.ts")).auth,
  }),
  desk: catalogue({
    en: async () => (await import("./en/desk.ts")).desk,
    fr: async () => (await import("./fr/desk.ts")).desk,
  }),
  later: catalogue({
    en: async () => (await import("./en/later.ts")).laterEn,
    fr: async () => (await import("./fr/later.ts")).laterFr,
  }),
  admin: catalogue({
    en: async () => (await import("./en/admin.ts")).admin,
    fr: async () => (await import("./fr/admin.ts")).admin,
  }),
  fairness: catalogue({
    en: async () => (await import("./en/fairness.ts")).fairnessEn,
    fr: async () => (await import("./fr/fairness.ts")).fairnessFr,
  }),
  docs: catalogue({
    en: async () => (await import("./en/docs.ts")).docsEn,
    fr: async () => (await import("./fr/docs.ts")).docsFr,
  }),
};

/** The catalogues that this visit has needed. They load with every language that is chosen from then on. */
const needed = new Set<Catalogue<unknown>>([catalogues.first]);

const isLoaded = (language: Language) => [...needed].every(({ texts }) => texts[language] !== undefined);

async function loadOne({ texts, fetch }: Catalogue<unknown>, language: Language): Promise<void> {
  texts[language] ??= await fetch[language]();
}

/**
 * Loads a language. A visit loads one; the other loads when it is chosen, with every catalogue that this visit has needed.
 */
async function load(language: Language): Promise<void> {
  await Promise.all([...needed].map((each) => loadOne(each, language)));
}

/** Loads the chosen language. The caller must await this before it draws anything. */
export function loadChosenLanguage(): Promise<void> {
  return load(chosenLanguage());
}

/** Returns the loaded `code`, together with the texts that `useTextOf` and `textOf` then return for that name. */
export async function withTextOf<T>(name: keyof Texts, code: Promise<T>): Promise<T> {
  needed.add(catalogues[name]);
  const [loaded] = await Promise.all([code, loadOne(catalogues[name], chosenLanguage())]);
  return loaded;
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

/** Returns texts in a language in which they have loaded. The first ones always have in the chosen one. */
export function textOf<Name extends keyof Texts>(name: Name, language: Language): Texts[Name] {
  const text = catalogues[name].texts[language];
  if (text === undefined) throw new Error(`the ${name} texts of ${language} are not loaded`);
  return text;
}

/** Returns the first texts, for code outside components. */
export function textIn(language: Language): Messages {
  return textOf("first", language);
}

/** Returns the first texts of the chosen language. Components that use it are drawn again when the language changes. */
export function useText(): Messages {
  return textIn(useLanguage());
}

/** Rewords the desk's texts below it. The function must return the same object for the same texts. */
export const RewordContext = createContext<((text: DeskMessages) => DeskMessages) | undefined>(undefined);

/** Returns the texts of the desk. Every page with a desk has loaded them. */
export function useDeskText(): DeskMessages {
  const text = useTextOf("desk");
  const reword = useContext(RewordContext);
  return reword === undefined ? text : reword(text);
}

/** Returns the texts that `withTextOf` has loaded under this name, in the chosen language. */
export function useTextOf<Name extends keyof Texts>(name: Name): Texts[Name] {
  return textOf(name, useLanguage());
}
