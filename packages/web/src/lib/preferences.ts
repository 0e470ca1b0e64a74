import { useSyncExternalStore } from "react";

export const LANGUAGES = ["en", "fr"] as const;
export type Language = (typeof LANGUAGES)[number];
export type Theme = "dark" | "light";

type Preferences = { readonly language: Language; readonly theme: Theme };

let current: Preferences | undefined;
const listeners = new Set<() => void>();

/** public/boot.js has put the stored choice on the root element already, before the first paint. */
function preferences(): Preferences {
  const { lang, dataset } = document.documentElement;
  return (current ??= {
    language: lang === "fr" ? "fr" : "en",
    theme: dataset["theme"] === "light" ? "light" : "dark",
  });
}

function change(next: Preferences) {
  current = next;
  for (const listener of listeners) listener();
}

/** A browser that refuses storage still gets the choice, for this visit. */
function store(key: string, value: string) {
  try {
    localStorage.setItem(key, value);
  } catch {
    return;
  }
}

export function chosenLanguage(): Language {
  return preferences().language;
}

export function setLanguage(language: Language) {
  store("language", language);
  document.documentElement.lang = language;
  change({ ...preferences(), language });
}

export function setTheme(theme: Theme) {
  store("theme", theme);
  document.documentElement.dataset["theme"] = theme;
  change({ ...preferences(), theme });
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** From now on another tab's choice holds here too. */
export function followOtherTabs(switchLanguage: (language: Language) => void) {
  addEventListener("storage", ({ key, newValue }) => {
    if (key === "language" && (newValue === "en" || newValue === "fr")) switchLanguage(newValue);
    if (key === "theme" && (newValue === "dark" || newValue === "light")) setTheme(newValue);
  });
}

export const useLanguage = () => useSyncExternalStore(subscribe, () => preferences().language);
export const useTheme = () => useSyncExternalStore(subscribe, () => preferences().theme);
