import { EPOCH_TICKS } from "@veritick/domain/epochs.ts";
import { useMemo } from "react";
import { LOCALES, useFormat } from "../../lib/format.ts";
import { useLanguage } from "../../lib/preferences.ts";
import { useFairnessText } from "../../locales/text.ts";

/** An epoch in words: its day and from when to when, by the reader's clock. */
export function useHourWords(): (epoch: number) => string {
  const { past } = useFairnessText().pages;
  const format = useFormat();
  const language = useLanguage();
  const { day, zone } = useMemo(() => {
    const locale = LOCALES[language];
    return {
      day: new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", year: "numeric" }),
      zone: new Intl.DateTimeFormat(locale, { hour: "2-digit", timeZoneName: "short" }),
    };
  }, [language]);
  return (epoch) => {
    const tick = epoch * EPOCH_TICKS;
    const clock = (at: number) => format.clock(at).slice(0, 5);
    const name = zone.formatToParts(tick * 1000).find(({ type }) => type === "timeZoneName")?.value ?? "";
    return past.hour(day.format(tick * 1000), clock(tick), `${clock(tick + EPOCH_TICKS)} ${name}`);
  };
}
