/** Without this mark at the beginning, spreadsheets read the file in an older encoding. */
export const UTF8_MARK = "\uFEFF";

/** The forms of a moment in UTC: as everywhere else, or as spreadsheets read it. These are PostgreSQL's patterns. */
export const MOMENTS = {
  program: `YYYY-MM-DD"T"HH24:MI:SS.MS"Z"`,
  spreadsheet: "YYYY-MM-DD HH24:MI:SS",
} as const;
export type Reader = keyof typeof MOMENTS;

/** A spreadsheet shows a moment without its time zone, so the column's name says it. */
export const columnName = (reader: Reader, name: string): string =>
  reader === "spreadsheet" ? name.replace(/_at$/, "_utc") : name;

/** A spreadsheet reads a cell that begins like this as a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;
const TO_QUOTE = /[",\r\n]/;

/** One line of comma-separated values. Null becomes an empty cell. */
export function csvLine(values: readonly (string | null)[]): string {
  return `${values.map(cell).join(",")}\r\n`;
}

/**
 * Writes one cell. Users choose the text of some cells, and spreadsheets run text that looks like a formula: a leading
 * apostrophe prevents that. Numbers may begin with a minus and stay as they are.
 */
function cell(value: string | null): string {
  if (value === null) return "";
  const text = FORMULA.test(value) && !PLAIN_NUMBER.test(value) ? `'${value}` : value;
  return TO_QUOTE.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
