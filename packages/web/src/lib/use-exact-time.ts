import { useMemo } from "react";
import { useLanguage } from "./preferences.ts";

const LOCALES = { en: "en-GB", fr: "fr-FR" };

export type ExactTime = {
  /** Date and time of a tick, to the second, with the time zone that it is told in. */
  readonly inFull: (tick: number) => string;
  /** The same without the zone, of an ISO instant. */
  readonly ofInstant: (instant: string) => string;
};

/** Receipts tell times to the second, which the rest of the pages does not need. */
export function useExactTime(): ExactTime {
  const language = useLanguage();
  return useMemo(() => {
    const options = {
      day: "numeric",
      month: "short",
      year: "numeric",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
      hourCycle: "h23",
    } as const;
    const plain = new Intl.DateTimeFormat(LOCALES[language], options);
    const zoned = new Intl.DateTimeFormat(LOCALES[language], { ...options, timeZoneName: "short" });
    return {
      inFull: (tick) => zoned.format(tick * 1000),
      ofInstant: (instant) => plain.format(new Date(instant)),
    };
  }, [language]);
}
