import { readFileSync } from "node:fs";

/** The statements of one migration, to be run on a database from which just what it makes was taken away. */
export function wayUp(migration: string): string {
  const file = new URL(`../src/migrations/${migration}.sql`, import.meta.url);
  return readFileSync(file, "utf8").split(/^-- Down Migration/m)[0]!;
}
