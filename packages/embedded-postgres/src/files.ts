import {
  chmodSync,
  closeSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  statSync,
  truncateSync,
} from "node:fs";
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

/** Prepares the data folder. It holds money and secrets, so it is closed to every other account, however it was made. */
export function prepareDataDir(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // chooseRunAs leaves 0710 behind if PostgreSQL runs under an account of its own.
  closeToOthers(dataDir, process.getuid?.() === 0 ? 0o710 : 0o700);
}

/** Closes a folder of ours that is more open than `allowed`, as after a plain copy of the data. */
export function closeToOthers(folder: string, allowed = 0o700): void {
  const self = process.getuid?.();
  if (self === undefined) return;
  const stat = lstatSync(folder);
  if (stat.isDirectory() && stat.uid === self && (stat.mode & 0o777 & ~allowed) !== 0)
    chmodSync(folder, 0o700);
}

/** A folder with this prefix holds a cluster that is still being created. */
export const stagingPrefix = "postgres-init-";

const limitBytes = 8 * 1024 * 1024;

/**
 * Keeps the server's log and one older part of it within bounds. It empties the log in place, because a server may hold it
 * open; the server always appends.
 */
export function rotateLog(file: string): void {
  if (logSize(file) <= limitBytes) return;
  try {
    copyFileSync(file, `${file}.1`);
  } catch {
    // The disk is full: room for the data is more important than old log lines.
  }
  truncateSync(file);
}

/** Opens a private file that processes append to. */
export function openLog(file: string): number {
  return openSync(file, "a", 0o600);
}

export function logSize(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** Returns the last lines written after `fromByte`, to show why a start failed. */
export function readLogTail(file: string, fromByte: number): string {
  const size = logSize(file);
  const start = Math.max(fromByte > size ? 0 : fromByte, size - 4096);
  if (size === 0) return "";
  const descriptor = openSync(file, "r");
  try {
    const buffer = Buffer.alloc(size - start);
    readSync(descriptor, buffer, 0, buffer.length, start);
    return buffer.toString("utf8").trim().split("\n").slice(-20).join("\n");
  } finally {
    closeSync(descriptor);
  }
}
