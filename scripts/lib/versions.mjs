import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A manifest names its own version and those of the workspaces that it needs. The lockfile does so for all of them. */
const MANIFEST = /("name": "@?veritick[\w/-]*",\s+"version": "|"@veritick\/[\w-]+": ")([^"]+)/g;

/** Returns each file that names the version of the product, with a pattern whose second group is the version. */
function placesIn(root) {
  const workspaces = [
    ...readdirSync(join(root, "packages")).map((name) => `packages/${name}`),
    "e2e",
    "bench",
  ];
  const manifests = ["package.json", "package-lock.json", ...workspaces.map((at) => `${at}/package.json`)];
  return [
    ...manifests.map((file) => ({ file, pattern: MANIFEST })),
    ...["verify", "witness"].map((name) => ({
      file: `packages/web/public/veritick-${name}.mjs`,
      pattern: /^(const VERSION = ")([^"]+)/gm,
    })),
    { file: "Dockerfile", pattern: /^(ARG VERSION=)(\S+)/gm },
    { file: "ops/kubernetes/example/kustomization.yaml", pattern: /^( +newTag: )(\S+)/gm },
  ];
}

export const versionOf = (root) => JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version;

/** Names each file that says another version than the root package.json, or none. @returns {string[]} */
export function findOtherVersions(root) {
  const version = versionOf(root);
  return placesIn(root).flatMap(({ file, pattern }) => {
    const found = [...readFileSync(join(root, file), "utf8").matchAll(pattern)].map(([, , named]) => named);
    if (found.length === 0) return [`${file} names no version.`];
    return [...new Set(found)]
      .filter((named) => named !== version)
      .map((named) => `${file} says ${named}; package.json says ${version}.`);
  });
}

export function writeVersion(root, version) {
  for (const { file, pattern } of placesIn(root)) {
    const path = join(root, file);
    writeFileSync(path, readFileSync(path, "utf8").replaceAll(pattern, `$1${version}`));
  }
}

/** Returns the three versions that can follow one: a correction, an addition, a change that breaks something. */
export function nextVersions(version) {
  const [major, minor, patch] = version.split(".").map(Number);
  return [`${major}.${minor}.${patch + 1}`, `${major}.${minor + 1}.0`, `${major + 1}.0.0`];
}

const UNRELEASED = "## [Unreleased]";

const readChangelog = (root) => readFileSync(join(root, "CHANGELOG.md"), "utf8");

/** Returns what the changelog lacks to describe the version of the product. @returns {string[]} */
export function findMissingEntry(root) {
  const version = versionOf(root);
  const hasEntry = new RegExp(`^## \\[${version.replaceAll(".", "\\.")}\\] - \\d{4}-\\d\\d-\\d\\d$`, "m");
  return [
    ...(readChangelog(root).includes(`\n${UNRELEASED}\n`)
      ? []
      : [`CHANGELOG.md has no heading "${UNRELEASED}".`]),
    ...(hasEntry.test(readChangelog(root)) ? [] : [`CHANGELOG.md has no dated entry for ${version}.`]),
  ];
}

/** Returns true if the changelog says something about the next version. */
export function hasUnreleased(root) {
  const [, after = ""] = readChangelog(root).split(`\n${UNRELEASED}\n`);
  return /^- /m.test(after.split(/^## /m)[0]);
}

/** Makes the unreleased part of the changelog the entry of a version. @param {string} date such as 2026-11-29 */
export function dateChangelog(root, version, date) {
  const text = readChangelog(root).replace(UNRELEASED, `${UNRELEASED}\n\n## [${version}] - ${date}`);
  writeFileSync(join(root, "CHANGELOG.md"), text);
}
