import { statementsOf } from "../src/platform/db/migrate.ts";

/** Statements that break processes of the previous version while a migration runs (CONTRIBUTING.md, "Migrations"). */
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

/** A line of a migration that names tables whose writers wait while it runs, and says why that is bearable. */
const WAITING = /^-- Writers wait: ([\w, ]+): .+/gm;

/** A line of a migration that runs statement by statement. An interrupted statement runs again from its start. */
const ALONE = /^-- No transaction: .+/m;
const REPEATABLE =
  /^(drop index concurrently if exists|create (unique )?index concurrently|create or replace function|analyze)\b/;

/** Returns the faults of a migration; none if it may run under an older version. */
export function findRuleBreaks(file: string): string[] {
  const up = file.split(/^-- Down Migration/m)[0]!;
  const waiting = [...up.matchAll(WAITING)].flatMap(([, tables]) => tables!.split(", "));
  const statements = statementsOf(up).map((text) =>
    text
      .replaceAll(/\$\$.*?\$\$/gs, "''")
      .replaceAll(/\s+/g, " ")
      .toLowerCase(),
  );
  const made = new Set(statements.flatMap((text) => /^create table (\w+)/.exec(text)?.[1] ?? []));
  const isThere = (table: string) => !made.has(table);
  const locked = new Set<string>();
  const breaks = statements.flatMap((text) => {
    const broken = NEVER.filter(([pattern]) => pattern.test(text)).map(([, why]) => why);
    const added = /\badd column (?:if not exists )?\w+ [^,]*\bnot null\b(?![^,]*\bdefault\b)/.test(
      text.replaceAll(/\([^)]*\)/g, ""),
    );
    if (added) broken.push("adds a column that an older process does not fill");
    for (const table of readThrough(text).filter(isThere)) {
      if (waiting.includes(table)) continue;
      broken.push(`keeps writers of ${table} waiting; say why that is bearable, or make it concurrently`);
    }
    const altered = /^alter table (?:only )?(\w+)/.exec(text)?.[1];
    if (altered !== undefined && isThere(altered) && statements.length > 1)
      broken.push(`keeps everybody from ${altered} until the rest is done; make it a migration of its own`);
    if (ALONE.test(up) && !REPEATABLE.test(text)) broken.push("cannot be repeated where it was cut off");
    if (!ALONE.test(up) && / concurrently /.test(text)) broken.push("is refused within a transaction");
    for (const table of lockedBy(text).filter(isThere)) locked.add(table);
    return broken.map((why) => `${why}: ${text.slice(0, 100)}`);
  });
  // A money transaction locks several tables. A migration that did too could deadlock with it.
  if (locked.size > 1) breaks.push(`locks several tables: ${[...locked].join(", ")}`);
  return breaks;
}

/** Returns the tables that a statement locks against writers until its transaction ends. */
function lockedBy(text: string): string[] {
  const altered = /^alter table (?:only )?(\w+)/.exec(text)?.[1];
  const referenced = /^(?:create|alter) table\b/.test(text) ? [...text.matchAll(/\breferences (\w+)/g)] : [];
  return [
    ...readThrough(text),
    ...(altered === undefined ? [] : [altered]),
    ...referenced.map(([, table]) => table!),
  ];
}

/** Returns those of them that the statement may read completely meanwhile. */
function readThrough(text: string): string[] {
  const table =
    /^create (?:unique )?index (?:if not exists )?(?!concurrently)\w+ on (\w+)/.exec(text)?.[1] ??
    /^create (?:or replace )?trigger \w+ .*? on (\w+)/.exec(text)?.[1] ??
    /^alter table (?:only )?(\w+) .*\badd constraint\b(?!.*\bnot valid\b)/.exec(text)?.[1];
  return table === undefined ? [] : [table];
}
