import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.mjs";

const major = 24;

/** True if this process can run the platform's TypeScript itself. */
export const isPinned = Number(process.versions.node.split(".")[0]) >= major;

/** Finds the Node.js that came with the packages. Returns undefined while it is not installed, or there is none for this system. */
export function findPinnedNode() {
  const [system, program] = process.platform === "win32" ? ["win", "node.exe"] : [process.platform, "node"];
  const file = join(root, "node_modules", `node-${system}-${process.arch}`, "bin", program);
  return existsSync(file) ? file : undefined;
}

/** Returns the path of a Node.js to run the platform with. Call it after `ensureInstalled`. */
export function pinnedNode() {
  return isPinned ? process.execPath : (findPinnedNode() ?? process.execPath);
}
