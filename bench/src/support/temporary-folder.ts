import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

const folders = new Set<string>();

/** Runs `work` with a new folder below `parent`, and removes the folder even if `work` throws. */
export async function withTemporaryFolder<T>(
  work: (folder: string) => Promise<T>,
  parent = tmpdir(),
): Promise<T> {
  const folder = mkdtempSync(join(parent, "veritick-bench-"));
  folders.add(folder);
  try {
    return await work(folder);
  } finally {
    folders.delete(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * Removes the folders of the work that goes on, as the last thing that a process does. A PostgreSQL that is ending there needs
 * its files until then.
 */
export function removeTemporaryFolders(): void {
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  for (const folder of folders) {
    for (let tries = 100; tries > 0 && servesIn(folder); tries -= 1) Atomics.wait(sleeper, 0, 0, 100);
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

const servesIn = (folder: string): boolean =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).some(
    (name) => basename(name) === "postmaster.pid",
  );
