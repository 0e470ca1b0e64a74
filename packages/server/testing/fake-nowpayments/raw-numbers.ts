type ExactJson = {
  rawJSON(text: string): unknown;
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
  ): unknown;
};
const exactJson = JSON as unknown as ExactJson;

/** Returns a JSON number with exactly these digits, even if a float would change them. */
export const number = (text: string): unknown => exactJson.rawJSON(text);

/** Parses JSON with each number as its source text: `1.50` becomes `"1.50"`. */
export function readNumbersAsText(text: string): unknown {
  return exactJson.parse(text, (_key, value, { source }) => (typeof value === "number" ? source : value));
}
