/** What a migration may not do while processes of the version before it still run (docs/operations.md, "Migrations"). */
const NEVER: [pattern: RegExp, why: string][] = [
  [/\bdrop (table|view)\b/, "drops what an older process may still use"],
  [
    /\balter table\b.*\bdrop (?!constraint|default|not null)\w/,
    "drops a column that an older process may still use",
  ],
  [/\brename\b/, "renames what an older process knows by its old name"],
  [/\balter( column)? \w+ (set data )?type\b/, "changes the type of a column"],
  [/\bset not null\b/, "refuses rows that an older process writes"],
  [/\balter( column)? \w+ drop default\b/, "refuses rows that an older process writes"],
];

/** A line of the file that names tables whose writers wait while it runs, and says why that is bearable. */
const WAITING = /^-- Writers wait: ([\w, ]+): .+/gm;

/** What is wrong with a migration; nothing where it may run under an older version. */
export function findRuleBreaks(file: string): string[] {
  const waiting = [...file.matchAll(WAITING)].flatMap(([, tables]) => tables!.split(", "));
  const statements = statementsOf(file);
  const made = new Set(statements.flatMap((text) => /^create table (\w+)/.exec(text)?.[1] ?? []));
  return statements.flatMap((text) => {
    const broken = NEVER.filter(([pattern]) => pattern.test(text)).map(([, why]) => why);
    const added = /\badd column \w+ [^,]*\bnot null\b(?![^,]*\bdefault\b)/.test(
      text.replaceAll(/\([^)]*\)/g, ""),
    );
    if (added) broken.push("adds a column that an older process does not fill");
    const locked = lockedBy(text);
    if (locked !== undefined && !made.has(locked) && !waiting.includes(locked)) {
      broken.push(
        `keeps writers of ${locked} waiting; say why that is bearable, or make it beforehand, concurrently`,
      );
    }
    return broken.map((why) => `${why}: ${text.slice(0, 100)}`);
  });
}

/** The table that a statement keeps writers out of, for as long as its transaction takes. */
function lockedBy(text: string): string | undefined {
  return (
    /^create (?:unique )?index (?:if not exists )?\w+ on (\w+)/.exec(text)?.[1] ??
    /^create trigger \w+ .*? on (\w+)/.exec(text)?.[1] ??
    /^alter table (\w+) .*\badd constraint\b(?!.*\bnot valid\b)/.exec(text)?.[1]
  );
}

/** The statements of the way up, without comments and bodies of functions, each on one line. */
function statementsOf(file: string): string[] {
  return file
    .split(/^-- Down Migration/m)[0]!
    .replaceAll(/--.*$/gm, "")
    .replaceAll(/\$\$.*?\$\$/gs, "''")
    .split(";")
    .map((text) => text.replaceAll(/\s+/g, " ").trim().toLowerCase())
    .filter((text) => text !== "");
}
