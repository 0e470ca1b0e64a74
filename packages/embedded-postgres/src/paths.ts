import { chmodSync, lstatSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";

export type ClusterPaths = {
  dataDir: string;
  cluster: string;
  password: string;
  log: string;
};

export function clusterPaths(dataDir: string): ClusterPaths {
  const absolute = resolve(dataDir);
  return {
    dataDir: absolute,
    cluster: join(absolute, "postgres"),
    password: join(absolute, "postgres-password"),
    log: join(absolute, "postgres.log"),
  };
}

/** The folder holds money and secrets: it is closed to every other account, however it was made. */
export function prepareDataDir(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // 0710 is what choose-run-as.ts leaves behind where PostgreSQL runs under an account of its own.
  closeToOthers(dataDir, process.getuid?.() === 0 ? 0o710 : 0o700);
}

/** A folder of ours that is more open than `allowed`, as after a plain copy of the data, is closed. */
export function closeToOthers(folder: string, allowed = 0o700): void {
  const self = process.getuid?.();
  if (self === undefined) return;
  const stat = lstatSync(folder);
  if (stat.isDirectory() && stat.uid === self && (stat.mode & 0o777 & ~allowed) !== 0)
    chmodSync(folder, 0o700);
}
