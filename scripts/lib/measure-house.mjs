import { dirname } from "node:path";

/**
 * A file of a package, by its path from the root with slashes. `imports` are the files of the clone that it imports.
 *
 * @typedef {{ path: string, lines: number, kind: "source" | "test" | "style", imports: Set<string> }} HouseFile
 * @typedef {Map<string, HouseFile>} House
 */

const TEST = /\.(test|fixture)\.\w+$|\/(testing|tests)\//;

/** Measures the files of the packages. @param {import("./read-imports.mjs").CodeFile[]} code @returns {House} */
export function readHouse(code) {
  /** @type {House} */
  const house = new Map();
  for (const { path, lines, imports } of code) {
    if (!/^packages\/[\w-]+\/(src|testing|tests)\//.test(path) || path.endsWith(".js")) continue;
    const kind = path.endsWith(".css") ? "style" : TEST.test(path) ? "test" : "source";
    house.set(path, { path, lines, kind, imports: new Set(imports.flatMap(({ file }) => file ?? [])) });
  }
  return house;
}

/** @param {House} house @returns {HouseFile[]} */
export const sourcesOf = (house, folder) =>
  [...house.values()].filter(({ path, kind }) => kind === "source" && path.startsWith(`${folder}/`));

/** Finds the source files that import each source file. @param {House} house @returns {Map<string, string[]>} */
export function findImporters(house) {
  const importers = new Map();
  for (const { path, kind, imports } of house.values()) {
    if (kind !== "source") continue;
    for (const target of imports) importers.set(target, [...(importers.get(target) ?? []), path]);
  }
  return importers;
}

/** Finds source files that import each other in a circle. @param {House} house @returns {string[][]} */
export function findFileCircles(house) {
  return findCircles(
    graphOf(
      house,
      (path) => path,
      () => true,
    ),
  );
}

/** Finds circles of imports among features and the folders beside them. @param {House} house @returns {string[][]} */
export function findFeatureCircles(house) {
  return findCircles(graphOf(house, featureOf, (own, other) => own !== other));
}

/**
 * Finds circles of imports among the folders of one feature. A folder may import files of a folder around it and the other
 * way round. @param {House} house @returns {string[][]}
 */
export function findFolderCircles(house) {
  const isApart = (own, other) => !`${own}/`.startsWith(`${other}/`) && !`${other}/`.startsWith(`${own}/`);
  return findCircles(
    graphOf(
      house,
      dirname,
      (own, other) => isApart(own, other) && featureOf(`${own}/`) === featureOf(`${other}/`),
    ),
  );
}

/** Returns the imports among groups of source files, as far as they count. @param {House} house */
function graphOf(house, groupOf, counts) {
  const graph = new Map();
  for (const { path, kind, imports } of house.values()) {
    if (kind !== "source") continue;
    const own = groupOf(path);
    const others = [...imports].filter((target) => house.has(target)).map(groupOf);
    graph.set(own, [...(graph.get(own) ?? []), ...others.filter((other) => counts(own, other))]);
  }
  return graph;
}

/** Returns the folder of the feature that a file belongs to, or its folder beside the features. */
function featureOf(path) {
  const [, feature] = /^(packages\/[\w-]+\/src\/(?:features\/)?[^/]+)\//.exec(path) ?? [];
  return feature ?? dirname(path);
}

/** Returns Tarjan's strongly connected components of more than one member. @param {Map<string, string[]>} graph */
function findCircles(graph) {
  const numbers = new Map();
  const lowest = new Map();
  const stack = [];
  const circles = [];
  const visit = (node) => {
    numbers.set(node, numbers.size);
    lowest.set(node, numbers.get(node));
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!numbers.has(next)) visit(next);
      if (stack.includes(next)) lowest.set(node, Math.min(lowest.get(node), lowest.get(next)));
    }
    if (lowest.get(node) !== numbers.get(node)) return;
    const circle = stack.splice(stack.indexOf(node));
    if (circle.length > 1 || graph.get(node)?.includes(node))
      circles.push(circle.toSorted((a, b) => a.localeCompare(b)));
  };
  for (const node of graph.keys()) if (!numbers.has(node)) visit(node);
  return circles;
}

const WORKSPACES = ["web", "server", "domain", "contract", "embedded-postgres"];

/** Returns the figures of one workspace, or undefined while it does not exist. @param {House} house */
function measureWorkspace(house, name) {
  const folder = `packages/${name}`;
  const own = [...house.values()].filter(({ path }) => path.startsWith(`${folder}/`));
  if (own.length === 0) return undefined;
  const sources = sourcesOf(house, folder);
  const lines = sources.map((file) => file.lines).toSorted((a, b) => a - b);
  const importers = findImporters(house);
  const perFolder = new Map();
  for (const { path } of sources) perFolder.set(dirname(path), (perFolder.get(dirname(path)) ?? 0) + 1);
  return {
    sources: sources.length,
    tests: own.filter(({ kind }) => kind === "test").length,
    styles: own.filter(({ kind }) => kind === "style").length,
    medianLines: lines[Math.floor(lines.length / 2)],
    shareUnder30: lines.filter((count) => count < 30).length / lines.length,
    importedOnce: sources.filter(({ path }) => importers.get(path)?.length === 1).length,
    longest: sources.filter((file) => file.lines > 300).toSorted((a, b) => b.lines - a.lines),
    crowded: [...perFolder].filter(([, count]) => count > 15),
  };
}

export const measureWorkspaces = (house) =>
  WORKSPACES.map((name) => [name, measureWorkspace(house, name)]).filter(
    ([, figures]) => figures !== undefined,
  );
