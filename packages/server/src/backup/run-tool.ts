import { ConfigError } from "../config/values.ts";
import { CapitalRefusedError } from "../ledger/public.ts";
import { NoDatabaseError } from "../platform/db/attach-database.ts";
import { DataDirInUseError } from "../platform/data-dir-lock.ts";
import { RestoreUnfinishedError } from "../platform/data-dir.ts";
import { BackupError } from "./backup-error.ts";

/** Called with arguments it does not have. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

const KNOWN = [
  BackupError,
  CapitalRefusedError,
  ConfigError,
  DataDirInUseError,
  NoDatabaseError,
  RestoreUnfinishedError,
];

/** Runs a command: exit code 0 where it went through, 1 where it failed, 2 where it was called wrongly. */
export async function runTool(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const isUsage = error instanceof UsageError || code?.startsWith("ERR_PARSE_ARGS") === true;
    if (isUsage) console.error(error instanceof UsageError ? `Usage: ${message}` : message);
    else if (code === "ENOSPC") console.error("The disk is full. What was begun has been removed.");
    else if (KNOWN.some((kind) => error instanceof kind)) console.error(message);
    else console.error(error);
    process.exitCode = isUsage ? 2 : 1;
  }
}
