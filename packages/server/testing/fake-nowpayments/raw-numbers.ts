type ExactJson = {
  rawJSON(text: string): unknown;
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
  ): unknown;
};
const exactJson = JSON as unknown as ExactJson;

/** A JSON number with exactly these digits, whatever a float would make of them. */
export const number = (text: string): unknown => exactJson.rawJSON(text);

/** A JSON text in which each number is read as the text it was written as: `1.50` stays `"1.50"`. */
export function readNumbersAsText(text: string): unknown {
  return exactJson.parse(text, (_key, value, { source }) => (typeof value === "number" ? source : value));
}
