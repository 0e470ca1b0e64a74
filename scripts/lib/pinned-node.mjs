import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.mjs";

const major = 24;

/** True if this process can run the platform's TypeScript itself. */
export const isPinned = Number(process.versions.node.split(".")[0]) >= major;

/** Finds the Node.js that came with the packages. Returns undefined while it is not installed. */
export function findPinnedNode() {
  const names = process.platform === "win32" ? ["node.exe"] : ["node"];
  return names
    .map((name) => join(root, "node_modules", "node", "bin", name))
    .find((file) => existsSync(file));
}

/** Returns the path of a Node.js to run the platform with. Call it after `ensureInstalled`. */
export function pinnedNode() {
  return isPinned ? process.execPath : (findPinnedNode() ?? process.execPath);
}
