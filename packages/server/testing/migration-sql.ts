import { readFileSync } from "node:fs";

/** The statements of one migration, to run on a database that lacks only what the migration makes. */
export function upSql(migration: string): string {
  const file = new URL(`../src/migrations/${migration}.sql`, import.meta.url);
  return readFileSync(file, "utf8").split(/^-- Down Migration/m)[0]!;
}
