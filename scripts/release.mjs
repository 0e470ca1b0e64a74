import { execFileSync } from "node:child_process";
import { parseArgs } from "node:util";
import { root } from "./lib/root.mjs";
import {
  dateChangelog,
  findMissingEntry,
  findOtherVersions,
  hasUnreleased,
  nextVersions,
  versionOf,
  writeVersion,
} from "./lib/versions.mjs";

const USAGE = `npm run release -- VERSION             writes the version everywhere, dates the changelog, commits and tags
npm run release -- VERSION --dry-run   only says whether it would do so
npm run release -- --check             says whether all files agree on the present version`;

const git = (...words) => execFileSync("git", words, { cwd: root, encoding: "utf8" }).trim();

/** Returns each reason why a version cannot be released. */
function findObstacles(version) {
  const present = versionOf(root);
  const next = nextVersions(present);
  const branch = git("branch", "--show-current");
  return [
    ...findOtherVersions(root),
    ...findMissingEntry(root),
    ...(next.includes(version) ? [] : [`${version} does not follow ${present}: ${next.join(", ")} do.`]),
    ...(hasUnreleased(root) ? [] : ["CHANGELOG.md says nothing under Unreleased."]),
    ...(branch === "main" ? [] : [`The branch is ${branch || "none"}, not main.`]),
    ...(git("status", "--porcelain") === "" ? [] : ["The folder has changes that are not committed."]),
    ...(git("tag", "--list", `v${version}`) === "" ? [] : [`The tag v${version} exists already.`]),
  ];
}

function release(version) {
  writeVersion(root, version);
  dateChangelog(root, version, new Date().toISOString().slice(0, 10));
  git("commit", "--quiet", "--all", "--message", `Release ${version}`);
  git("tag", "--annotate", `v${version}`, "--message", `Version ${version}`);
  console.log(`Committed and tagged v${version}. Nothing has been sent. Push main and the tag, then the image:

  docker build --tag "$REGISTRY/veritick:${version}" .
  docker push "$REGISTRY/veritick:${version}"`);
}

function run() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { check: { type: "boolean" }, "dry-run": { type: "boolean" } },
  });
  const isCheck = values.check === true;
  if (positionals.length !== (isCheck ? 0 : 1)) throw new Error("Give a version, or --check.");
  const [version] = positionals;
  const obstacles = isCheck
    ? [...findOtherVersions(root), ...findMissingEntry(root)]
    : findObstacles(version);
  for (const obstacle of obstacles) console.error(obstacle);
  if (obstacles.length > 0) process.exitCode = 1;
  else if (isCheck) console.log(`All files say ${versionOf(root)}.`);
  else if (values["dry-run"] === true) console.log(`${version} can be released.`);
  else release(version);
}

try {
  run();
} catch (error) {
  console.error(`${error.message}\n\n${USAGE}`);
  process.exitCode = 2;
}
