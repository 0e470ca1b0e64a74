/** What a spreadsheet takes for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;
const TO_QUOTE = /[",\r\n]/;

/** One line of a file of comma-separated values; nothing where there is no value. */
export function csvLine(values: readonly (string | null)[]): string {
  return `${values.map(cell).join(",")}\r\n`;
}

/**
 * People choose what stands in some of these cells, and spreadsheets run what looks like a formula: an apostrophe keeps
 * them from it. A number, which may begin with a minus, is none.
 */
function cell(value: string | null): string {
  if (value === null) return "";
  const text = FORMULA.test(value) && !PLAIN_NUMBER.test(value) ? `'${value}` : value;
  return TO_QUOTE.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
