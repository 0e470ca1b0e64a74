import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";

/** The kept password, or a new one that is safely on disk before anything depends on it. */
export function keepPassword(file: string): { password: string; isNew: boolean } {
  const kept = readPassword(file);
  if (kept !== undefined) return { password: kept, isNew: false };
  const password = randomBytes(24).toString("base64url");
  writePrivateFile(file, password);
  return { password, isNew: true };
}

function readPassword(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").trim() || undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function writePrivateFile(file: string, content: string): void {
  const draft = `${file}.new`;
  rmSync(draft, { force: true });
  const descriptor = openSync(draft, "wx", 0o600);
  try {
    writeSync(descriptor, `${content}\n`);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(draft, file);
}
