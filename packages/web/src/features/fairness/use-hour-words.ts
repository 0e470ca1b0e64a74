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
  const day = useMemo(
    () => new Intl.DateTimeFormat(LOCALES[language], { day: "numeric", month: "short", year: "numeric" }),
    [language],
  );
  return (epoch) => {
    const tick = epoch * EPOCH_TICKS;
    const clock = (at: number) => format.clock(at).slice(0, 5);
    return past.hour(day.format(tick * 1000), clock(tick), clock(tick + EPOCH_TICKS));
  };
}
