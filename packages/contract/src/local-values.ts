const LOCALES = { en: "en-GB", fr: "fr-FR" } as const;
type Language = keyof typeof LOCALES;

/** Writes a decimal with at least two decimals: "1,012.125" or, with a narrow no-break space, "1 012,125". */
export const amountIn = (language: Language, decimal: string): string =>
  new Intl.NumberFormat(LOCALES[language], {
    minimumFractionDigits: 2,
    maximumFractionDigits: 18,
  }).format(decimal as `${number}`);

/**
 * Writes a moment with its time zone: "1 December 2026 at 15:20 UTC", "1er décembre 2026 à 15:20 UTC".
 *
 * @param zone the name of a time zone; UTC without one, and for one that this Node.js does not know
 */
export function momentIn(language: Language, moment: Date, zone = "UTC"): string {
  const form = (timeZone: string) =>
    new Intl.DateTimeFormat(LOCALES[language], {
      day: "numeric",
      month: "long",
      year: "numeric",
      hour: "2-digit",
      minute: "2-digit",
      timeZone,
      timeZoneName: "short",
    });
  const first = language === "fr" ? "1er " : "1 ";
  return formIn(form, zone).format(moment).replace(/^1 /, first);
}

/** A mail about security must not fail because of its reader's time zone. */
function formIn(form: (timeZone: string) => Intl.DateTimeFormat, zone: string): Intl.DateTimeFormat {
  try {
    return form(zone);
  } catch {
    return form("UTC");
  }
}
