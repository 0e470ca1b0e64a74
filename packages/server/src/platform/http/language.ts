import type { Language } from "@veritick/contract/errors.ts";

/** The language asked for by `Accept-Language`; undefined without one, which means the schema wording. */
export function languageOf(header: string | undefined): Language | undefined {
  if (header === undefined) return undefined;
  const preferences = header
    .split(",")
    .map((part) => {
      const [tag = "", ...parameters] = part.trim().toLowerCase().split(";");
      const quality = parameters
        .map((p) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/.exec(p)?.[1])
        .find((q) => q !== undefined);
      return { language: tag.trim().split("-")[0], quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  for (const { language } of preferences) {
    if (language === "en" || language === "fr") return language;
  }
  return undefined;
}
