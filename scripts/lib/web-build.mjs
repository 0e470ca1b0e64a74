import { createHash } from "node:crypto";
import { readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runNpm } from "./npm.mjs";
import { root } from "./root.mjs";

const record = join(root, "packages/web/dist/.build-hash");
const sources = ["packages/web", "packages/client", "packages/contract", "packages/domain"];
const files = ["package-lock.json", "tsconfig.base.json"];
const skippedFolders = new Set(["node_modules", "dist"]);
const skippedFiles = /(\.test\.tsx?|\.tsbuildinfo|\.md)$/;

/**
 * Builds the web app, unless the last build was made from these sources.
 *
 * @param {ReturnType<import("./progress.mjs").createProgress>} progress
 */
export async function ensureWebBuilt(progress) {
  const wanted = hashSources();
  if (readRecord() === wanted) return progress.note("The web app is up to date");
  await progress.step("Building the web app", async () => {
    rmSync(record, { force: true });
    await runNpm(["run", "build", "--workspace", "@veritick/web"]);
    writeFileSync(record, wanted);
  });
}

function hashSources() {
  const hash = createHash("sha256");
  for (const path of [...sources.flatMap(listFiles), ...files]) {
    const content = readFileSync(join(root, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

function listFiles(folder) {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  return entries
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return isSkippedFolder(entry.name) ? [] : listFiles(path);
      return entry.isFile() && !skippedFiles.test(entry.name) ? [path] : [];
    });
}

const isSkippedFolder = (name) => skippedFolders.has(name) || name.startsWith(".");

function readRecord() {
  try {
    return readFileSync(record, "utf8");
  } catch {
    return "";
  }
}
