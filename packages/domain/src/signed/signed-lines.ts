/**
 * A field of a signed text. The first line of such a text names the format; one line `name value` for each field follows. A
 * line feed ends every line. Anyone can read it, and every language can write and read the same bytes.
 */
export type Line = readonly [name: string, value: string | number | bigint];

export const writeLines = (format: string, lines: readonly Line[]): string =>
  `${format}\n${linesText(lines)}`;

/** Writes the fields alone, as a part of such a text. */
export const linesText = (lines: readonly Line[]): string =>
  lines.map(([name, value]) => `${name} ${value}\n`).join("");

/**
 * Reads the fields of such a text, in order; undefined for text of another form. A name may occur more than once. Callers
 * write the text again from the fields that they read, and accept only an identical text.
 */
export function readLines(format: string, text: string): [name: string, value: string][] | undefined {
  if (!text.startsWith(`${format}\n`) || !text.endsWith("\n")) return undefined;
  const lines = text.slice(format.length + 1, -1).split("\n");
  const pairs = lines.map((line) => /^([a-z]+) (\S.*)$/i.exec(line));
  if (pairs.includes(null)) return undefined;
  return pairs.map((pair) => [pair![1]!, pair![2]!]);
}
