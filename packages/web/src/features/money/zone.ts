import { dayStarts } from "@veritick/domain/calendar.ts";
import { useMemo } from "react";
import { useGet } from "../../api/query.ts";
import type { DayStart } from "../../lib/filters.ts";
import { momentFormat } from "../../lib/format.ts";
import { useLanguage } from "../../lib/preferences.ts";

const A_DAY = "2026-01-01";
const isKnown = (zone: string) => dayStarts(zone, A_DAY, A_DAY) !== undefined;

/** Returns the time zone of this browser, or UTC if it is unknown. */
export function browserZone(): string {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return isKnown(zone) ? zone : "UTC";
}

/** Returns the account's time zone, in which its limits count too. Until it is loaded or set, that of this browser. */
export function useZone(): string {
  const zone = useGet("getLimits").data?.timeZone;
  return useMemo(() => (zone != null && isKnown(zone) ? zone : browserZone()), [zone]);
}

/** Returns the format of an instant in a time zone. */
export function useMomentIn(zone: string): (instant: string) => string {
  const language = useLanguage();
  return useMemo(() => momentFormat(language, zone), [language, zone]);
}

/** Returns where days begin in a time zone. */
export const dayStartIn =
  (zone: string): DayStart =>
  (day, daysLater) => {
    const ms = dayStarts(zone, day, day)?.[daysLater];
    return ms === undefined ? undefined : new Date(ms).toISOString();
  };
