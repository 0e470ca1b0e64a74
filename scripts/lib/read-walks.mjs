import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The documents with walks. The limits hold for the walks of the first, which every newcomer reads. */
export const WALK_DOCUMENTS = ["ARCHITECTURE.md", "docs/walks.md"];
/** The most files that a reader may have to open on each of those walks, by a word of its title. */
export const WALK_LIMITS = { open: 12, settle: 6, deposit: 7, approv: 12, field: 8 };

/**
 * @typedef {{ document: string, title: string, limit: number | undefined, files: string[] }} Walk
 */

/**
 * Reads the walks, and every name in their documents that belongs to no file. A walk's section is headed "## Walk: ..." and
 * names its files in backticks. Files of the platform do not count, because a reader takes it as given.
 *
 * @param {string[]} paths every existing file, from the root
 * @returns {{ walks: Walk[], missing: string[] }}
 */
export function readWalks(root, paths) {
  const find = createFinder(paths);
  const missing = new Set();
  const filesIn = (section) =>
    namesIn(section).flatMap((name) => {
      const file = find(name);
      if (file === undefined) missing.add(name);
      return file === undefined ? [] : [file];
    });

  const walks = WALK_DOCUMENTS.flatMap((document) => {
    const text = readFileSync(join(root, document), "utf8").replaceAll(/```[\s\S]*?```/g, "");
    filesIn(text);
    return text.split(/^(?=## )/m).flatMap((section) => {
      const [, title] = /^## Walk: (.+)/.exec(section) ?? [];
      if (title === undefined) return [];
      const files = [...new Set(filesIn(section))].filter((file) => !file.includes("/src/platform/"));
      const limit = document === WALK_DOCUMENTS[0] ? limitOf(title) : undefined;
      return [{ document, title, limit, files }];
    });
  });
  return { walks, missing: [...missing] };
}

function limitOf(title) {
  const word = Object.keys(WALK_LIMITS).find((start) => title.toLowerCase().includes(start));
  return word === undefined ? undefined : WALK_LIMITS[word];
}

const FILE_NAME = /^[\w.@/-]+\.(ts|tsx|mjs|js|css|md|json|html|yaml|sql)$/;

/** Returns the names of files in a document: those in backticks with a file's ending. */
export const namesIn = (text) =>
  [...text.matchAll(/`([^`\n]+)`/g)].map(([, name]) => name).filter((name) => FILE_NAME.test(name));

/** Finds a file by its path from the root, from a workspace (`web/app/routes.tsx`) or by the end of its path. */
export function createFinder(paths) {
  const known = new Set(paths);
  return (name) => {
    const [first, ...rest] = name.split("/");
    const places = [
      name,
      `packages/${name}`,
      `packages/${first}/src/${rest.join("/")}`,
      `packages/server/src/${name}`,
    ];
    return places.find((path) => known.has(path)) ?? paths.find((path) => path.endsWith(`/${name}`));
  };
}
