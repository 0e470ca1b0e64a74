import { closeSync, copyFileSync, openSync, readSync, statSync, truncateSync } from "node:fs";

const limitBytes = 8 * 1024 * 1024;

/**
 * Keeps the server's log and one older part of it within bounds. The log is emptied in place because a server
 * that writes to it, always at its end, may hold it open.
 */
export function rotateLog(file: string): void {
  if (logSize(file) <= limitBytes) return;
  try {
    copyFileSync(file, `${file}.1`);
  } catch {
    // A full disk: room for the data comes before old log lines.
  }
  truncateSync(file);
}

/** A private file that processes append to. */
export function openLog(file: string): number {
  return openSync(file, "a", 0o600);
}

export function logSize(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** The last lines written after `fromByte`: what a person needs to see when a start fails. */
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
