import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";

export type DataDirLock = { release(): void };

/** Who claims it: a server stays, a tool goes when it has done its work. */
export type Claimant = "server" | "tool";

const TOOL = "a tool, ";

export class DataDirInUseError extends Error {
  override readonly name = "DataDirInUseError";
  readonly owner: string;
  /** True where the owner is one of our tools, which lets go when it has done its work. */
  readonly isPassing: boolean;

  constructor(folder: string, owner: string, options: ErrorOptions) {
    super(
      `${folder} is in use by ${owner}. Stop that one first, or give this one a DATA_DIR of its own.`,
      options,
    );
    this.owner = owner;
    this.isPassing = owner.startsWith(TOOL);
  }
}

/** An open database that is garbage-collected is closed, and its lock with it. */
const held = new Set<DatabaseSync>();

const busy = 5;

/**
 * Claims a data folder for this process. The claim is a lock on a file that the operating system keeps, so it
 * ends with the process however that ends, holds between containers that share the folder, and is not inherited
 * by child processes. Waits up to `waitMs`, blocking, for an owner that is just leaving.
 *
 * Nothing else may open `lock.sqlite`: closing any handle to a file drops all of a process's locks on it.
 */
export function lockDataDir(dataDir: string, waitMs = 1_000, claimant: Claimant = "server"): DataDirLock {
  const folder = resolve(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, "lock.sqlite");
  const ownerFile = join(folder, "lock.owner");
  createPrivately(file);

  const database = new DatabaseSync(file, { timeout: waitMs });
  try {
    database.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode !== busy) throw error;
    throw new DataDirInUseError(folder, readOwner(ownerFile), { cause: error });
  }
  held.add(database);
  writeFileSync(ownerFile, `${claimant === "tool" ? TOOL : ""}process ${process.pid} on ${hostname()}\n`, {
    mode: 0o600,
  });

  return {
    release() {
      if (!held.delete(database)) return;
      rmSync(ownerFile, { force: true });
      database.close();
    },
  };
}

function createPrivately(file: string): void {
  try {
    closeSync(openSync(file, "wx", 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

/** For the message, and for how long to wait: the lock itself is what counts. */
function readOwner(ownerFile: string): string {
  try {
    return readFileSync(ownerFile, "utf8").trim() || "another process";
  } catch {
    return "another process";
  }
}
