/**
 * Returns true if a French text lacks a no-break space before high punctuation or inside quotation marks. Colons of times
 * and of web addresses need none.
 */
export const hasLooseSpaces = (french: string): boolean =>
  /(?<!\u00a0)[?!;:%»]|«(?!\u00a0)/.test(french.replaceAll(/\d:\d|https?:\S+/g, ""));
