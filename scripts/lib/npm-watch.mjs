import { readFileSync } from "node:fs";

const intervalMs = 500;

/**
 * Calls back once when the npm that runs us has been killed. npm cannot pass that on, and a server left alone would keep its
 * port and its data. This does not keep the process alive. Windows does not tell.
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

/** Our parent, and the npm above it if our parent is the shell that npm runs scripts in. They change when they die. */
function ancestry() {
  const parent = process.ppid;
  const [, option] = read(`/proc/${parent}/cmdline`).split("\0");
  return option === "-c" ? `${parent} ${parentOf(parent)}` : `${parent}`;
}

function parentOf(pid) {
  const stat = read(`/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1];
}

/** Only Linux has something to read. Elsewhere shells step aside for the one program they run. */
function read(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
