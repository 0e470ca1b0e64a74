export const SPREADSHEETS = ["true", "fr"] as const;
/**
 * The spreadsheet that a CSV file is for. French ones expect semicolons and a decimal comma, all others commas and a decimal
 * point. Programs get the second form as well, with times in the form that they use everywhere.
 */
export type Spreadsheet = (typeof SPREADSHEETS)[number];

export type CsvCells = readonly (string | null)[];

/** Without this mark at the beginning, spreadsheets read the file in an older encoding. */
const UTF8_MARK = "\uFEFF";

/** Returns the first line. A spreadsheet shows a moment without its time zone, so the column's name says it. */
export function csvHead(names: readonly string[], spreadsheet?: Spreadsheet): string {
  if (spreadsheet === undefined) return csvLine(names);
  const shown = names.map((name) => (name === "time" ? "time_utc" : name.replace(/_at$/, "_utc")));
  return UTF8_MARK + csvLine(shown, spreadsheet);
}

/** Writes a moment in UTC. Spreadsheets read no letters in it. */
export const csvMoment = (iso: string, spreadsheet: Spreadsheet | undefined): string =>
  spreadsheet === undefined ? iso : iso.slice(0, "YYYY-MM-DDTHH:MM:SS".length).replace("T", " ");

/** Returns one line. Null becomes an empty cell. */
export function csvLine(values: CsvCells, spreadsheet?: Spreadsheet): string {
  const isFrench = spreadsheet === "fr";
  const cells = values.map((value) => cell(value ?? "", isFrench));
  return `${cells.join(isFrench ? ";" : ",")}\r\n`;
}

const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;
/** The characters with which formulas begin, also in the forms that spreadsheets take for them. */
const SIGNS = "=+\\-@＝＋－＠﹦﹢﹣﹫−";
/**
 * Text that a spreadsheet could take for a formula: at the beginning or after any separator, because the spreadsheet may
 * expect another one than ours, and also behind quotation marks, blanks and characters that nobody sees.
 */
const LINE_ENDS = "\\t\\r\\n\\v\\f\\u0085\\u2028\\u2029";
const FORMULAS = new RegExp(
  `(^|[,;；|${LINE_ENDS}])((?:(?![${LINE_ENDS}])["\\p{C}\\p{Z}\\p{Default_Ignorable_Code_Point}\\u2800])*)(?=[${SIGNS}])`,
  "gu",
);
const BREAKS = /[\t\r]|^\n/;
const TO_QUOTE = /[",;|\n]/;

/**
 * Writes one cell. People choose the text of some cells, and spreadsheets run text that looks like a formula: an apostrophe
 * before it prevents that (OWASP, CSV injection). Numbers may begin with a minus and stay as they are.
 */
function cell(text: string, isFrench: boolean): string {
  if (PLAIN_NUMBER.test(text)) return isFrench ? text.replace(".", ",") : text;
  const harmless = text.replace(FORMULAS, (_, before: string, unseen: string) => `${before}'${unseen}`);
  if (harmless === text && !BREAKS.test(text)) return TO_QUOTE.test(text) ? quoted(text) : text;
  return quoted(harmless.startsWith("'") ? harmless : `'${harmless}`);
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
