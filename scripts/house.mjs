import { execFileSync } from "node:child_process";
import {
  findFeatureCircles,
  findFileCircles,
  findFolderCircles,
  findImporters,
} from "./lib/measure-house.mjs";
import { measureWorkspaces, readHouse, sourcesOf } from "./lib/measure-house.mjs";
import { readCode } from "./lib/read-imports.mjs";
import { readWalks, WALK_DOCUMENTS } from "./lib/read-walks.mjs";
import { root } from "./lib/root.mjs";

/** Prints how the code is built. `npm run house -- --once <folder>` lists the folder's files that only one file imports. */
const house = readHouse(readCode(root));
const [option, folder] = process.argv.slice(2);
if (option === undefined) printAll();
else if (option === "--once" && folder !== undefined) printImportedOnce(folder.replace(/\/$/, ""));
else {
  console.error("Usage: npm run house [-- --once <folder>]");
  process.exitCode = 1;
}

function printAll() {
  const rows = measureWorkspaces(house);
  console.table(
    Object.fromEntries(
      rows.map(([name, figures]) => [
        name,
        {
          "source files": figures.sources,
          tests: figures.tests,
          "style sheets": figures.styles,
          "median lines": figures.medianLines,
          "under 30 lines": `${Math.round(figures.shareUnder30 * 100)} %`,
          "imported once": figures.importedOnce,
          "over 300 lines": figures.longest.length,
        },
      ]),
    ),
  );
  const figures = rows.map(([, workspace]) => workspace);
  printList(
    "Files over 300 lines",
    figures.flatMap(({ longest }) => longest.map(({ path, lines }) => `${path}: ${lines}`)),
  );
  printList(
    "Folders with more than 15 source files",
    figures.flatMap(({ crowded }) => crowded.map(([path, count]) => `${path}: ${count}`)),
  );
  printList(
    "Circles of files",
    findFileCircles(house).map((circle) => circle.join("\n    ")),
  );
  printList(
    "Circles of folders",
    [...findFeatureCircles(house), ...findFolderCircles(house)].map((circle) => circle.join(" <-> ")),
  );

  const tracked = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  });
  const { walks, missing } = readWalks(root, tracked.split("\n"));
  for (const each of WALK_DOCUMENTS) {
    printList(
      `Walks in ${each}`,
      walks
        .filter(({ document }) => document === each)
        .map(
          ({ title, limit, files }) =>
            `${title}: ${files.length} files${limit === undefined ? "" : ` of at most ${limit}`}`,
        ),
    );
  }
  printList("Named there, but missing", missing);
}

function printList(title, lines) {
  console.log(`\n${title}: ${lines.length === 0 ? "none" : lines.length}`);
  for (const line of lines) console.log(`  ${line}`);
}

function printImportedOnce(inside) {
  const importers = findImporters(house);
  const once = sourcesOf(house, inside).flatMap(({ path, lines }) => {
    const [only, ...more] = importers.get(path) ?? [];
    return only === undefined || more.length > 0 ? [] : [{ path, lines, only }];
  });
  for (const { path, lines, only } of once.toSorted((a, b) => a.lines - b.lines)) {
    console.log(
      `${String(lines).padStart(4)}  ${path.slice(inside.length + 1)}  <- ${only.startsWith(`${inside}/`) ? only.slice(inside.length + 1) : only}`,
    );
  }
  console.log(`${once.length} of ${sourcesOf(house, inside).length} source files are imported once`);
}
