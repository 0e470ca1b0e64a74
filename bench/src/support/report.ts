/** One line of the table: the measurement, the yardstick and the aim. */
export type Row = {
  figure: string;
  measured: string;
  yardstick?: string;
  ratio?: number;
  /** The aim in words, and whether it was reached. */
  target?: { words: string; reached: boolean };
};

const HEADINGS = ["figure", "measured", "yardstick", "ratio", "to reach", ""];

export function printTable(rows: readonly Row[]): void {
  const cells = rows.map((row) => [
    row.figure,
    row.measured,
    row.yardstick ?? "",
    row.ratio === undefined ? "" : `${row.ratio.toFixed(2)}x`,
    row.target?.words ?? "",
    row.target === undefined ? "" : row.target.reached ? "reached" : "NOT REACHED",
  ]);
  const widths = HEADINGS.map((heading, column) =>
    Math.max(heading.length, ...cells.map((row) => row[column]!.length)),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join("  ")
      .trimEnd();
  console.log(`\n${line(HEADINGS)}`);
  console.log(widths.map((width) => "-".repeat(width)).join("  "));
  for (const row of cells) console.log(line(row));
}

export const perSecond = (value: number): string => `${Math.round(value).toLocaleString("en")}/s`;
export const milliseconds = (value: number): string =>
  value < 10 ? `${value.toFixed(2)} ms` : `${Math.round(value).toLocaleString("en")} ms`;
export const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(0)} MB`;
export const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

/** Prints a line while something runs, so nobody takes a long turn for a hang. */
export const note = (text: string): void => console.log(`  ${text}`);
