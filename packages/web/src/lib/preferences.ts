import { useSyncExternalStore } from "react";

export const LANGUAGES = ["en", "fr"] as const;
export type Language = (typeof LANGUAGES)[number];
export type Theme = "dark" | "light";
export const THEME_CHOICES = ["dark", "light", "device"] as const;
/** "device" shows the theme of the device, and follows it. */
export type ThemeChoice = (typeof THEME_CHOICES)[number];

type Preferences = {
  readonly language: Language;
  readonly themeChoice: ThemeChoice;
  /** The theme that is shown. */
  readonly theme: Theme;
  /** Whether results play a sound, and vibrate if the device can. */
  readonly hasTone: boolean;
  /** Whether one press sells a position, without a second one that confirms it. */
  readonly sellsAtOnce: boolean;
  /** Whether the ticket stays beside the chart where the window is wide enough. */
  readonly keepsTicket: boolean;
};

let current: Preferences | undefined;
const listeners = new Set<() => void>();

/** Reads the choices once. `boot.js` has already set language and theme on the root element, before the first paint. */
function preferences(): Preferences {
  const { lang, dataset } = document.documentElement;
  return (current ??= {
    language: lang === "fr" ? "fr" : "en",
    themeChoice: THEME_CHOICES.find((each) => each === stored(THEME)) ?? "dark",
    theme: dataset["theme"] === "light" ? "light" : "dark",
    hasTone: stored(TONE) === "on",
    sellsAtOnce: stored(AT_ONCE) === "on",
    keepsTicket: stored(KEPT_TICKET) === "on",
  });
}

function change(next: Preferences) {
  current = next;
  for (const listener of listeners) listener();
}

/** Stores a choice. If the browser refuses storage, the choice lasts for this visit. */
export function store(key: string, value: string) {
  try {
    localStorage.setItem(key, value);
  } catch {
    return;
  }
}

export function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function chosenLanguage(): Language {
  return preferences().language;
}

/** Names the form of CSV files that spreadsheets in a language expect, if it is not the usual one. */
export const spreadsheetIn = (language: Language): "fr" | undefined => (language === "fr" ? "fr" : undefined);

export const storeLanguage = (language: Language): void => store("language", language);

export function setLanguage(language: Language) {
  document.documentElement.lang = language;
  change({ ...preferences(), language });
}

/** Tells whether a browser's list of languages has French before English. */
export function prefersFrench(languages: readonly string[]): boolean {
  return /^fr/i.test(languages.find((each) => /^(en|fr)\b/i.test(each)) ?? "");
}

const OFFERED = "french-offered";

/** Returns true once, in a browser that prefers French and in which nobody has chosen a language. */
export function isFrenchToOffer(): boolean {
  return (stored("language") ?? stored(OFFERED)) === null && prefersFrench(navigator.languages ?? []);
}

export function noteFrenchOffered() {
  store(OFFERED, "1");
}

const LIMIT_SKIPPED = "limit-skipped";

/** Tells whether the person declined a limit before their first deposit. */
export const isLimitSkipped = (userId: string | undefined): boolean => stored(LIMIT_SKIPPED) === userId;

export const noteLimitSkipped = (userId: string): void => store(LIMIT_SKIPPED, userId);

const TERMS_PUT_OFF = "terms-put-off";

/** Tells whether the person was asked to accept this version of the terms and put it off. */
export const isTermsPutOff = (userId: string, version: string): boolean =>
  stored(TERMS_PUT_OFF) === `${userId} ${version}`;

export const noteTermsPutOff = (userId: string, version: string): void =>
  store(TERMS_PUT_OFF, `${userId} ${version}`);

const TONE = "result-tone";

export const hasTone = (): boolean => preferences().hasTone;

export function setTone(isOn: boolean) {
  store(TONE, isOn ? "on" : "off");
  change({ ...preferences(), hasTone: isOn });
}

const AT_ONCE = "sell-at-once";

export function setSellsAtOnce(isOn: boolean) {
  store(AT_ONCE, isOn ? "on" : "off");
  change({ ...preferences(), sellsAtOnce: isOn });
}

const KEPT_TICKET = "ticket-beside-chart";

export function setKeepsTicket(isOn: boolean) {
  store(KEPT_TICKET, isOn ? "on" : "off");
  change({ ...preferences(), keepsTicket: isOn });
}

const THEME = "theme";

/** Shows the choice at once and the theme after the next frame: a new theme restyles the whole page. */
export function setTheme(themeChoice: ThemeChoice) {
  store(THEME, themeChoice);
  change({ ...preferences(), themeChoice });
  requestAnimationFrame(() => setTimeout(() => showTheme(preferences().themeChoice)));
}

const deviceTheme = () => matchMedia("(prefers-color-scheme: light)");

function showTheme(themeChoice: ThemeChoice) {
  const ofDevice = () => (deviceTheme().matches ? "light" : "dark");
  const theme = themeChoice === "device" ? ofDevice() : themeChoice;
  document.documentElement.dataset["theme"] = theme;
  const bar = document.querySelector<HTMLMetaElement>("meta[name=theme-color]");
  if (bar !== null) bar.content = bar.dataset[theme] ?? bar.content;
  change({ ...preferences(), themeChoice, theme });
}

/** Shows the device's new theme when it changes, if that is the choice. */
export function followDeviceTheme() {
  deviceTheme().addEventListener("change", () => showTheme(preferences().themeChoice));
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Follows the choices made in other tabs. */
export function followOtherTabs(showLanguage: (language: Language) => void) {
  addEventListener("storage", ({ key, newValue }) => {
    if (key === "language" && (newValue === "en" || newValue === "fr")) showLanguage(newValue);
    if (key === TONE) change({ ...preferences(), hasTone: newValue === "on" });
    if (key === AT_ONCE) change({ ...preferences(), sellsAtOnce: newValue === "on" });
    if (key === KEPT_TICKET) change({ ...preferences(), keepsTicket: newValue === "on" });
    const themeChoice = THEME_CHOICES.find((each) => key === THEME && each === newValue);
    if (themeChoice !== undefined) showTheme(themeChoice);
  });
}

export const useLanguage = () => useSyncExternalStore(subscribe, () => preferences().language);
export const useTheme = () => useSyncExternalStore(subscribe, () => preferences().theme);
export const useThemeChoice = () => useSyncExternalStore(subscribe, () => preferences().themeChoice);
export const useSellsAtOnce = () => useSyncExternalStore(subscribe, () => preferences().sellsAtOnce);
export const useKeepsTicket = () => useSyncExternalStore(subscribe, () => preferences().keepsTicket);
export const useTone = () => useSyncExternalStore(subscribe, hasTone);
