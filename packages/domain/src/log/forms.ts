import { readLines, writeLines } from "../signed/signed-lines.ts";

/** Reads the value of a line; undefined for text of another form. `String` writes the value again. */
export type Form<T extends string | number> = (text: string) => T | undefined;

/** The lines of a text, by name and in their order. */
export type Forms = Readonly<Record<string, Form<string | number>>>;

/** The values in such a text. */
export type Values<F extends Forms> = {
  readonly [N in keyof F]: F[N] extends Form<infer T> ? T : never;
};

export const matching =
  <T extends string>(form: RegExp): Form<T> =>
  (text) =>
    form.test(text) ? (text as T) : undefined;

/** An integer of at least 0. */
export const whole: Form<number> = (text) => (/^(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : undefined);

export const hex32 = matching<string>(/^[0-9a-f]{64}$/);

/**
 * Writes a text with these lines.
 *
 * @throws RangeError for a value that `readValues` would refuse: what is logged once stays
 */
export function writeValues<F extends Forms>(format: string, forms: F, values: Values<F>): string {
  return writeLines(
    format,
    Object.entries(forms).map(([name, form]) => {
      const value = values[name]!;
      if (form(String(value)) !== value) throw new RangeError(`not a value of ${format}: ${name} ${value}`);
      return [name, value];
    }),
  );
}

/** Reads the values of a text; undefined for any text that `writeValues` does not write. */
export function readValues<F extends Forms>(format: string, forms: F, text: string): Values<F> | undefined {
  const lines = readLines(format, text);
  const names = Object.keys(forms);
  if (lines?.length !== names.length) return undefined;
  const values: Record<string, string | number> = {};
  for (const [index, [name, written]] of lines.entries()) {
    const value = name === names[index] ? forms[name]!(written) : undefined;
    if (value === undefined) return undefined;
    values[name] = value;
  }
  return values as Values<F>;
}
