/** What JSON can do on this Node.js and the types do not know yet. */
type ExactJson = {
  rawJSON(text: string): unknown;
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
  ): unknown;
};
const exactJson = JSON as unknown as ExactJson;

/**
 * Reads JSON with each number as the text it was written as, so that none of its digits passes through a float.
 *
 * @throws SyntaxError when it is no JSON, RangeError when it is nested too deep
 */
export function readExactJson(text: string): unknown {
  return exactJson.parse(text, (_key, value, { source }) => (typeof value === "number" ? source : value));
}

/** For `JSON.stringify`: a number with exactly the digits of this decimal text. */
export const exactNumber = (decimal: string): unknown => exactJson.rawJSON(decimal);
