import { LOCALES } from "../../../lib/format.ts";
import { useLanguage } from "../../../lib/preferences.ts";
import type { Language } from "../../../lib/preferences.ts";

const formats: Partial<Record<Language, Intl.DateTimeFormat>> = {};

/** Date and time to the second: in the log it matters what came before what. */
export function useExactMoment(): (instant: string) => string {
  const language = useLanguage();
  formats[language] ??= new Intl.DateTimeFormat(LOCALES[language], {
    dateStyle: "medium",
    timeStyle: "medium",
    hourCycle: "h23",
  });
  const format = formats[language];
  return (instant) => format.format(new Date(instant));
}
