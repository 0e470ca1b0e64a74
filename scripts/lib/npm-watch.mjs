import { readFileSync } from "node:fs";

const intervalMs = 500;

/**
 * Calls back once if the npm that runs this process is killed. npm cannot report that itself, and a server left alone would
 * keep its port and its data. The check does not keep the process alive. It does not work on Windows.
 */
export function onNpmGone(callback) {
  if (process.env.npm_lifecycle_event === undefined || process.platform === "win32") return;
  const before = ancestry();
  const timer = setInterval(() => {
    if (ancestry() === before) return;
    clearInterval(timer);
    callback();
  }, intervalMs).unref();
}

/** Returns our parent, and the npm above it if our parent is npm's shell for scripts. The result changes when they end. */
function ancestry() {
  const parent = process.ppid;
  const [, option] = read(`/proc/${parent}/cmdline`).split("\0");
  return option === "-c" ? `${parent} ${parentOf(parent)}` : `${parent}`;
}

function parentOf(pid) {
  const stat = read(`/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1];
}

/** Reads a file of /proc, which only Linux has. On other systems, a shell is replaced by the one program that it runs. */
function read(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
