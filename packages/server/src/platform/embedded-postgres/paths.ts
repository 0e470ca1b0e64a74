import { chmodSync, mkdirSync, statSync } from "node:fs";
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
  const self = process.getuid?.();
  if (self === undefined) return;
  const { uid, mode } = statSync(dataDir);
  // 0710 is what choose-run-as.ts leaves behind where PostgreSQL runs under an account of its own.
  const allowed = self === 0 ? 0o710 : 0o700;
  if (uid === self && (mode & 0o777 & ~allowed) !== 0) chmodSync(dataDir, 0o700);
}
