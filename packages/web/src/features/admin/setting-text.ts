import type { Registration, SettingName } from "@veritick/contract/settings.ts";
import { formatIn, LOCALES } from "../../lib/format.ts";
import { useLanguage } from "../../lib/preferences.ts";
import type { Language } from "../../lib/preferences.ts";
import { useTextOf } from "../../locales/text.ts";

/** The settings that are shares, sent as decimals and shown as percentages. */
export const SHARES: ReadonlySet<SettingName> = new Set<SettingName>(["HOUSE_EDGE", "SELL_FEE"]);

/** The settings that are amounts in USDMS, or none. */
export const AMOUNTS: ReadonlySet<SettingName> = new Set<SettingName>([
  "FOUR_EYES_ABOVE",
  "AUTO_APPROVE_BELOW",
  "AUTO_APPROVE_PER_DAY",
]);

const shareFormats: Partial<Record<Language, Intl.NumberFormat>> = {};

export function shareIn(language: Language, ratio: number): string {
  shareFormats[language] ??= new Intl.NumberFormat(LOCALES[language], {
    style: "percent",
    maximumFractionDigits: 4,
  });
  return shareFormats[language].format(ratio);
}

type SettingWords = {
  readonly none: string;
  readonly never: string;
  readonly registration: Readonly<Record<Registration, string>>;
};

/** Returns a setting's value for people. The value is in the form of its variable, or null for none. */
export function settingText(
  name: SettingName,
  value: string | null,
  words: SettingWords,
  language: Language,
): string {
  const format = formatIn(language);
  if (AMOUNTS.has(name)) {
    const isOff = value === null || value === "none" || value === "off";
    if (!isOff) return `${format.money(value)} USDMS`;
    return name === "FOUR_EYES_ABOVE" ? words.never : words.none;
  }
  if (value === null || value === "") return words.none;
  if (name === "REGISTRATION") return words.registration[value as Registration];
  if (SHARES.has(name)) return shareIn(language, Number(value));
  return name.startsWith("LIMIT_") ? format.number(Number(value)) : value;
}

export function useSettingText(): (name: SettingName, value: string | null) => string {
  const { settings: words } = useTextOf("admin").installation;
  const language = useLanguage();
  return (name, value) => settingText(name, value, words, language);
}

/**
 * Returns name and value of a proposed change, `NAME=value`. Without a value, the setting goes back to the environment's;
 * `value` is then null.
 */
export function proposedSetting(setting: string): { name: SettingName; value: string | null } {
  const [, name, value] = /^(\w+)(?:=(.*))?$/s.exec(setting)!;
  return { name: name as SettingName, value: value ?? null };
}
