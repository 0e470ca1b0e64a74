/**
 * Reads the lines `NAME=value` of a file of settings as compose does: quoted, or up to a blank before `#`. A name set
 * twice has its last value.
 */
export function readEnvFile(text: string): Map<string, string> {
  return new Map(
    [
      ...text.matchAll(
        /^([A-Z][A-Z0-9_]*)=(?:'([^'\n]*)'|"((?:\\.|[^"\\\n])*)"|(.*?))(?:[ \t]+#.*)?[ \t]*\r?$/gm,
      ),
    ].map(([, name, literal, escaped, plain]) => [
      name!,
      literal ?? escaped?.replaceAll(/\\(.)/g, "$1") ?? plain!.trim(),
    ]),
  );
}

/**
 * Finds the first line that sets a name in a form that only some readers of such files take, such as `export A=1`, `A = 1` or
 * a blank before it. `readEnvFile` does not read it.
 */
export const findUnreadLine = (text: string): string | undefined =>
  /^(?![A-Z][A-Z0-9_]*=)[^\S\n]*(?:export[^\S\n]+)?[A-Z][A-Z0-9_]*[^\S\n]*[=:]/m.exec(text)?.[0].trim();

/** Tells whether `quote` can write a value so that compose, Node.js and systemd read it alike. */
export const isQuotable = (value: string): boolean => !/['\p{Cc}]|\\$/u.test(value);

/** Only single quotes mean the same to compose, Node.js and systemd: nothing in them is replaced. */
const quote = (value: string): string => (/^[\w@%+:,./=-]*$/.test(value) ? value : `'${value}'`);

/**
 * Returns the text with other values. A setting that it lacks comes at its end. All other lines stay as they are, also those
 * whose value stays: `quote` may be unable to write it, or fix what compose replaces in it.
 */
export function writeEnvFile(text: string, values: ReadonlyMap<string, string>): string {
  const known = readEnvFile(text);
  const missing: string[] = [];
  let written = text;
  for (const [name, value] of values) {
    if (value === known.get(name)) continue;
    if (!isQuotable(value)) throw new Error(`the value of ${name} cannot be quoted`);
    const line = `${name}=${quote(value)}`;
    const place = new RegExp(`^${name}=.*$`, "gm");
    if (place.test(written)) written = written.replaceAll(place, () => line);
    else missing.push(line);
  }
  return missing.length === 0 ? written : `${written.trimEnd()}\n\n${missing.join("\n")}\n`;
}
