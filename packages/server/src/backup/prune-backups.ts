import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { BACKUP_PREFIX, PARTIAL_PREFIX } from "./make-backup.ts";

const DAY_MS = 86_400_000;
const BACKUP = new RegExp(`^${BACKUP_PREFIX}\\d{8}T\\d{9}Z$`);

/** Removes all but the newest `keep` backups, and what a backup that was cut short a day ago or earlier left. */
export async function pruneBackups(into: string, keep: number, now: Date): Promise<string[]> {
  const names = await readdir(into);
  const old = names
    .filter((name) => BACKUP.test(name))
    .toSorted()
    .slice(0, -keep);
  const partial = names.filter((name) => name.startsWith(PARTIAL_PREFIX));
  for (const name of partial) {
    const { mtimeMs } = await stat(join(into, name));
    if (now.getTime() - mtimeMs > DAY_MS) old.push(name);
  }
  for (const name of old) await rm(join(into, name), { recursive: true, force: true });
  return old;
}
