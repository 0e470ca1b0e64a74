import { compactDigits } from "./typed-text.ts";

/** The unit, which the platform shows beside its amounts. 1 USDMS is 1 USD and is paid as 1 USDT. */
const UNIT = /^(?:usdms|usdt|usd|us\$|\$)|(?:usdms|usdt|usd|us\$|\$)$/i;
const SIGN = /^[-+\p{Pd}\u2212]/u;

/** Fields with more decimals than this take `14.985`, so that `14,985` could mean two amounts there. */
const PLACES = 2;
/** Thousands in groups, all with the same separator, and perhaps decimals after another one. */
const GROUPED = /^[1-9]\d{0,2}([,.'\u2019])\d{3}(?:\1\d{3})*(?:(?!\1)[,.]\d*)?$/;
const ONE_GROUP = /^\d+[,.]\d{3}$/;

function ungrouped(text: string, language: "en" | "fr"): string {
  const separator = GROUPED.exec(text)?.[1];
  // "1,234" means thousands in English only, and "1.234" in neither language: it has too many decimals for most fields.
  if (separator === undefined || (ONE_GROUP.test(text) && !(language === "en" && separator === ","))) {
    return text;
  }
  return text.replaceAll(separator, "");
}

/**
 * Returns a typed amount in plain decimal notation: an optional minus, digits without leading zeros, and perhaps a point and
 * decimals. Text that is no amount is returned without blanks. It judges neither the size nor the number of decimals.
 *
 * French writes 1 000,50 and English 1,000.50. A comma that cannot group thousands is a decimal comma in English too,
 * because keyboards do not change with the page's language. A digit may be missing before or after it.
 *
 * @param places the most decimals that the field takes
 */
export function plainAmount(typed: string, language: "en" | "fr", places = PLACES): string {
  // The separators of Arabic: the first comes before decimals, the second between thousands.
  const text = compactDigits(typed).replaceAll("\u066b", ".").replaceAll("\u066c", "'");
  const sign = SIGN.exec(text)?.[0] ?? "";
  const unsigned = text.slice(sign.length).replace(UNIT, "");
  if (places > PLACES && language === "en" && /^[1-9]\d{0,2},\d{3}$/.test(unsigned)) return text;
  const number = ungrouped(unsigned, language).replace(",", ".");
  if (!/^(?:\d+\.?\d*|\.\d+)$/.test(number)) return text;
  const [whole = "", decimals = ""] = number.split(".");
  const isNegative = sign !== "" && sign !== "+";
  return `${isNegative ? "-" : ""}${whole.replace(/^0+(?=\d)/, "") || "0"}${decimals && `.${decimals}`}`;
}
