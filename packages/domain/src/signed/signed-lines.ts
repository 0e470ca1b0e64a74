/**
 * The form of what is signed: a first line that names the format, then one line `name value` for each field, each
 * ended by a line feed. Anyone can read it, and every language can make and take apart the same bytes.
 */
export type Line = readonly [name: string, value: string | number | bigint];

export function writeLines(format: string, lines: readonly Line[]): string {
  return [format, ...lines.map(([name, value]) => `${name} ${value}`)].map((line) => `${line}\n`).join("");
}

/**
 * The lines of such a text, in order; undefined for text of another form. Names may stand more than once. Whoever reads
 * a text writes it once more from what was read: only the very same text is taken.
 */
export function readLines(format: string, text: string): [name: string, value: string][] | undefined {
  if (!text.startsWith(`${format}\n`) || !text.endsWith("\n")) return undefined;
  const lines = text.slice(format.length + 1, -1).split("\n");
  const pairs = lines.map((line) => /^([a-z]+) (\S.*)$/i.exec(line));
  if (pairs.includes(null)) return undefined;
  return pairs.map((pair) => [pair![1]!, pair![2]!]);
}
