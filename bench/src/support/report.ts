/** One line of the table: the measurement, the yardstick and the aim. */
export type Row = {
  figure: string;
  measured: string;
  yardstick?: string;
  ratio?: number;
  /** The pairs that the ratio is the median of, and the range of their ratios. No noisy pair counts beside quiet ones. */
  pairs?: { quiet: number; noisy: number; lowest: number; highest: number };
  /** The aim in words, and whether it was reached. */
  target?: { words: string; reached: boolean };
};

const HEADINGS = ["figure", "measured", "yardstick", "ratio", "to reach", ""];

function verdict({ target, pairs }: Row): string {
  if (pairs?.quiet === 0) return `NOT JUDGED: all ${pairs.noisy} pairs were noisy`;
  const outcome = target === undefined ? [] : [target.reached ? "reached" : "NOT REACHED"];
  if (pairs === undefined) return outcome.join("");
  const { quiet, noisy, lowest, highest } = pairs;
  const range = `${quiet} ${quiet === 1 ? "pair" : "pairs"}, ${lowest.toFixed(2)}x to ${highest.toFixed(2)}x`;
  return [...outcome, `(${range}${noisy === 0 ? "" : `, ${noisy} more were noisy`})`].join(" ");
}

const ratioOf = ({ ratio }: Row) => (ratio === undefined ? "" : `${ratio.toFixed(2)}x`);

const cellsOf = (row: Row): string[] => [
  row.figure,
  row.measured,
  row.yardstick ?? "",
  ratioOf(row),
  row.target?.words ?? "",
  verdict(row),
];

/** Formats a table. Every column is as wide as its widest cell. */
export function tableOf(rows: readonly Row[]): string {
  const cells = rows.map(cellsOf);
  const widths = HEADINGS.map((heading, column) =>
    Math.max(heading.length, ...cells.map((row) => row[column]!.length)),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join("  ")
      .trimEnd();
  return [line(HEADINGS), widths.map((width) => "-".repeat(width)).join("  "), ...cells.map(line)].join("\n");
}

export type Run = { readonly date: string; readonly commit: string; readonly machine: string };

/** Formats the run of a benchmark as a section of Markdown, without the columns that no row fills. */
export function sectionOf(bench: string, { date, commit, machine }: Run, rows: readonly Row[]): string {
  const joined = (...parts: string[]) => parts.filter((part) => part !== "").join(": ");
  const cells = rows.map((row) => [
    row.figure,
    row.measured,
    joined(row.yardstick ?? "", ratioOf(row)),
    joined(row.target?.words ?? "", verdict(row)),
  ]);
  const line = (row: readonly string[]) =>
    `| ${row.filter((_, column) => cells.some((one) => one[column] !== "")).join(" | ")} |`;
  const headings = ["figure", "measured", "yardstick: ratio", "to reach"];
  const table = [line(headings), line(headings.map(() => "-")), ...cells.map(line)];
  return `\n## ${bench}\n\n${date}, ${commit}, \`npm run bench -- ${bench}\`.\n${machine}\n\n${table.join("\n")}\n`;
}

/** Puts a section in place of the one with the same heading. A new section goes to the end. */
export function withSection(page: string, section: string): string {
  const headingOf = (part: string) => part.trimStart().split("\n")[0];
  const parts = page.split(/^(?=\n## )/m);
  const place = parts.findIndex((part) => headingOf(part) === headingOf(section));
  return (place === -1 ? [...parts, section] : parts.with(place, section)).join("");
}

export const perSecond = (value: number): string => `${Math.round(value).toLocaleString("en")}/s`;
export const milliseconds = (value: number): string =>
  value < 10 ? `${value.toFixed(2)} ms` : `${Math.round(value).toLocaleString("en")} ms`;
export const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(0)} MB`;
export const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

/** Prints a progress line, so that a long turn does not look like a hang. */
export const note = (text: string): void => console.log(`  ${text}`);
