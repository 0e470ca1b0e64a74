import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { restoreBackup } from "../src/backup/restore-backup.ts";
import type { Restored, RestoreOptions } from "../src/backup/restore-backup.ts";
import type { Connection } from "../src/platform/db/database.ts";
import { createLog } from "../src/platform/telemetry/log.ts";
import { TEST_BEACON_KEY, TEST_LOG_KEY, TEST_PEPPER, TEST_SECRET, TEST_SIGNING_KEY } from "./test-app.ts";
import type { DatabaseConnection } from "./test-database.ts";

export const GIVEN = {
  "price-secret": TEST_SECRET,
  "code-pepper": TEST_PEPPER,
  "signing-key": TEST_SIGNING_KEY,
  "beacon-key": TEST_BEACON_KEY,
  "log-key": TEST_LOG_KEY,
};

/** Makes a folder that is removed after the test. */
export function folderForTest(): string {
  const folder = mkdtempSync(join(tmpdir(), "veritick-backup-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

function urlOf({ host, port, user, password, database }: DatabaseConnection): string {
  return `postgresql://${user}:${encodeURIComponent(password)}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
}

/** The environment of a command on this database. */
export const environmentOf = (connection: DatabaseConnection) => ({
  DATABASE_URL: urlOf(connection),
  PRICE_SECRET: TEST_SECRET,
  CODE_PEPPER: TEST_PEPPER,
  SIGNING_KEY: TEST_SIGNING_KEY,
  BEACON_KEY: TEST_BEACON_KEY,
});

export function restoreInto(
  target: Connection | { dataDir: string },
  folder: string,
  options: Partial<RestoreOptions> = {},
): Promise<Restored> {
  const location =
    typeof target === "object" && "dataDir" in target
      ? { dataDir: target.dataDir, databaseUrl: undefined }
      : { dataDir: "", databaseUrl: typeof target === "string" ? target : urlOf(target) };
  return restoreBackup({
    location,
    folder,
    replace: false,
    given: GIVEN,
    now: new Date(1_790_000_000_000),
    log: createLog("silent"),
    tell() {},
    ...options,
  });
}

/** The only variables of the tests' environment that our commands inherit. The compile cache halves their start. */
export const INHERITED = {
  PATH: process.env["PATH"],
  NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
};

export type ScriptResult = { code: number | null; signal: string | null; told: string };

/** Runs a script of the server in its own process. */
export function runScript(
  script: string,
  args: string[],
  environment: Record<string, string>,
): Promise<ScriptResult> {
  const file = fileURLToPath(new URL(`../src/${script}`, import.meta.url));
  const env = { ...INHERITED, ...environment };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [file, ...args], { env }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode, signal: child.signalCode, told: (stdout + stderr).trim() }),
    );
  });
}
