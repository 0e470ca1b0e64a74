import { copyFileSync, existsSync, mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { findBinaries } from "./binaries.ts";
import type { Log } from "./log.ts";
import { clusterPaths } from "./paths.ts";
import { stopLeftover } from "./shut-down.ts";

/**
 * Moves the cluster of a data folder into another folder on the same disk, with a copy of its password. What an earlier
 * run left running on it is stopped first. Call only while holding the lock of the data folder.
 */
export async function setClusterAside(dataDir: string, folder: string, log: Log): Promise<void> {
  const paths = clusterPaths(dataDir);
  if (!existsSync(paths.cluster)) return;
  await stopLeftover(paths, findBinaries(), log);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (existsSync(paths.password)) copyFileSync(paths.password, join(folder, "postgres-password"));
  renameSync(paths.cluster, join(folder, "postgres"));
}
