const select = (language: "en" | "fr") => {
  const rules = new Intl.PluralRules(language);
  return (count: number, one: string, other: string) => (rules.select(count) === "one" ? one : other);
};

/** Returns the form of a word after a count: English says "0 hours", French "0 heure". */
export const plural = { en: select("en"), fr: select("fr") } as const;

export const counted = {
  en: (count: number, one: string, other: string) => `${count} ${plural.en(count, one, other)}`,
  fr: (count: number, one: string, other: string) => `${count} ${plural.fr(count, one, other)}`,
} as const;
