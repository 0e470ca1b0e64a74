import { randomBytes } from "node:crypto";
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import type { Binaries } from "./binaries.ts";
import { closeToOthers, stagingPrefix } from "./files.ts";
import type { ClusterPaths } from "./files.ts";
import { commandAs, run } from "./run-as.ts";
import type { RunAs } from "./run-as.ts";
import { SetupError } from "./setup-error.ts";

/** Creates the cluster on the first start and returns the password of its only user. */
export async function ensureCluster(
  paths: ClusterPaths,
  binaries: Binaries,
  runAs: RunAs,
  { user, isDisposable }: { user: string; isDisposable: boolean },
): Promise<string> {
  removeAbandonedStaging(paths.dataDir);
  const { password, isNew } = keepPassword(paths.password);
  if (!clusterExists(paths.cluster))
    await createCluster(paths, binaries, runAs, password, { user, isDisposable });
  else if (isNew) await setPassword(paths, binaries, runAs, { user, password });
  return password;
}

function clusterExists(cluster: string): boolean {
  if (!existsSync(cluster)) return false;
  closeToOthers(cluster);
  if (existsSync(join(cluster, "PG_VERSION"))) return true;
  if (readdirSync(cluster).length > 0) {
    throw new SetupError(
      `${cluster} is not empty and contains no PostgreSQL data. Move it away, or choose another data folder.`,
    );
  }
  rmdirSync(cluster);
  return false;
}

/**
 * Creates the cluster in a folder of its own and renames it only when it is whole and on disk, so an interrupted start
 * leaves nothing that looks like a cluster. The folder's name is new each time: the initdb of a killed parent may still be
 * writing to the last one.
 */
async function createCluster(
  paths: ClusterPaths,
  binaries: Binaries,
  runAs: RunAs,
  password: string,
  { user, isDisposable }: { user: string; isDisposable: boolean },
): Promise<void> {
  const staging = mkdtempSync(join(paths.dataDir, stagingPrefix));
  const draft = join(staging, "cluster");
  const passwordFile = join(staging, "password");
  try {
    writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
    if (runAs.kind === "user") {
      for (const path of [passwordFile, staging]) chownSync(path, runAs.uid, runAs.gid);
    }
    const locale = ["--encoding=UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"];
    const access = [`--username=${user}`, `--pwfile=${passwordFile}`, "--auth=scram-sha-256"];
    const args = [`--pgdata=${draft}`, "--no-instructions", ...locale, ...access];
    // Tests connect some thousand times and read as many new databases, and no test guesses another's password.
    if (isDisposable) args.push("--no-data-checksums", "--no-sync", "--set=scram_iterations=1");
    else args.push("--data-checksums");
    const { ok, output } = await run(commandAs(runAs, binaries.initdb, args));
    if (!ok) throw new Error(`PostgreSQL could not set up its data in ${paths.cluster}:\n${output}`);
    if (isDisposable) admitWithoutPassword(draft, user);
    renameSync(draft, paths.cluster);
    syncFolder(paths.dataDir);
  } finally {
    rmSync(staging, { recursive: true, force: true, maxRetries: 3 });
  }
}

/**
 * Lets one user in without a password, which saves both sides half of the cost of connecting. The folder of the socket
 * keeps others out. Every other role still needs its password.
 */
function admitWithoutPassword(cluster: string, user: string): void {
  const rules = join(cluster, "pg_hba.conf");
  writeFileSync(rules, `local all ${user} trust\n${readFileSync(rules, "utf8")}`);
}

/** Sets a new password after the password file was lost. Anyone who can read the data may do so, without a server. */
async function setPassword(
  paths: ClusterPaths,
  binaries: Binaries,
  runAs: RunAs,
  { user, password }: { user: string; password: string },
): Promise<void> {
  const args = ["--single", "-D", paths.cluster, "-c", "exit_on_error=on", "postgres"];
  const statement = `ALTER ROLE ${user} PASSWORD '${password}'\n`;
  const { ok, output } = await run(commandAs(runAs, binaries.postgres, args), statement);
  if (ok) return;
  rmSync(paths.password, { force: true });
  throw new Error(`PostgreSQL's password is missing and could not be set again:\n${output}`);
}

function removeAbandonedStaging(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    if (!name.startsWith(stagingPrefix)) continue;
    try {
      rmSync(join(dataDir, name), { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // An orphaned initdb is still writing there. It does no harm; the next start removes the folder.
    }
  }
}

function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const descriptor = openSync(folder, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Returns the kept password, or a new one that is safely on disk before anything depends on it. */
function keepPassword(file: string): { password: string; isNew: boolean } {
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
