import { createHash } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runNpm } from "./npm.mjs";
import { findPinnedNode, isPinned } from "./pinned-node.mjs";
import { root } from "./root.mjs";
import { SetupError } from "./setup-error.mjs";

const lockFile = join(root, "package-lock.json");
const record = join(root, "node_modules", ".veritick-install");
const installedFile = join(root, "node_modules", ".package-lock.json");

/**
 * Installs the packages, unless the installed ones came from this lockfile and this system.
 *
 * @param {ReturnType<import("./progress.mjs").createProgress>} progress
 */
export async function ensureInstalled(progress) {
  const wanted = fingerprint();
  if (readOrEmpty(record) === wanted && hasNode()) return progress.note("Packages are up to date");
  if (installedMatchesLock() && hasNode()) {
    writeRecord(wanted);
    return progress.note("Packages are up to date");
  }
  await progress.step("Installing packages", async () => {
    rmSync(record, { force: true });
    const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
    await runNpm(["ci", "--include=dev", "--include=optional", ...quiet]);
    if (!hasNode()) {
      throw new SetupError(
        "The packages bring no Node.js 24 for this system. Install it from https://nodejs.org and run the command again.",
      );
    }
    writeRecord(wanted);
  });
}

/** Writes the record. Without it, for example in a read-only clone, the next start only checks again. */
function writeRecord(wanted) {
  try {
    writeFileSync(record, wanted);
  } catch (error) {
    if (error.code !== "EACCES" && error.code !== "EROFS") throw error;
  }
}

const hasNode = () => isPinned || findPinnedNode() !== undefined;

function fingerprint() {
  const lock = createHash("sha256").update(readFileSync(lockFile)).digest("hex");
  return `${lock} ${process.platform}-${process.arch}\n`;
}

/** Checks npm's own record against the lockfile, in case somebody ran npm by hand. */
function installedMatchesLock() {
  const installed = parsePackages(readOrEmpty(installedFile));
  const wanted = parsePackages(readFileSync(lockFile, "utf8"));
  if (!installed) return false;
  return Object.entries(wanted)
    .filter(([path]) => path.includes("node_modules/"))
    .every(([path, entry]) => {
      const found = installed[path];
      if (!found) return entry.optional === true || entry.devOptional === true;
      return found.version === entry.version && found.integrity === entry.integrity;
    });
}

function parsePackages(text) {
  try {
    return JSON.parse(text).packages;
  } catch {
    return undefined;
  }
}

function readOrEmpty(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
