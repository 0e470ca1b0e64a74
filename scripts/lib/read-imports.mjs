import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join, posix } from "node:path";
import { parseSync } from "vite";
import { root } from "./root.mjs";

/**
 * An import of a file, with what it leads to: a `file` of the clone by its path from the root, or a `module`, which is the
 * name of a package or of a built-in module ("node:fs"). Neither is set if the specifier is computed. `way` is "type" if
 * the import vanishes from the program, and "lazy" if it is an `import()`.
 *
 * @typedef {{ specifier: string, file?: string, module?: string, way: "value" | "type" | "lazy" }} Import
 * @typedef {{ path: string, lines: number, imports: Import[] }} CodeFile
 */

const CODE = /\.([cm]?[jt]s|[jt]sx)$/;

/** Reads every code file and style sheet of the clone with its imports, committed or about to be. @returns {CodeFile[]} */
export function readCode(folder) {
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  const paths = [...new Set(listed.split("\n"))].filter((path) => CODE.test(path) || path.endsWith(".css"));
  return paths.flatMap((path) => {
    if (!existsSync(join(folder, path))) return [];
    const text = readFileSync(join(folder, path), "utf8");
    return [{ path, lines: text.split("\n").length - 1, imports: importsOf(path, text) }];
  });
}

const IN_STYLES = /(?:@import\s+|\burl\(\s*)["']([^"']+)["']/g;
/** What is named by a URL instead of imported, such as workers and data, and what `resolve` finds. */
const NAMED =
  /\bnew URL\(\s*["']([^"']+)["'],\s*import\.meta\.url|\b(?:import\.meta|createRequire\([^()]*\))\.resolve\(\s*["']([^"']+)["']/g;
const REFERENCE = /^\/\/\/\s*<reference\s+(?:types|path)=["']([^"']+)["']/gm;

/** Returns a file's imports: statements, types, `import()` as a value and as a type, workers and references. @returns {Import[]} */
export function importsOf(path, text) {
  const found = (specifier, way) => ({ specifier, ...resolveImport(path, specifier), way });
  if (path.endsWith(".css"))
    return [...text.matchAll(IN_STYLES)].map(([, specifier]) => found(specifier, "value"));
  const lang = path.endsWith("x") ? "tsx" : path.endsWith("ts") ? "ts" : "js";
  const { module, program, errors } = parse(path, text, lang);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`);
  const statements = [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      specifier: moduleRequest.value,
      isType: entries.length > 0 && entries.every((entry) => entry.isType),
    })),
    ...module.staticExports.flatMap(({ entries }) =>
      entries
        .filter(({ moduleRequest }) => moduleRequest)
        .map((entry) => ({ specifier: entry.moduleRequest.value, isType: entry.isType })),
    ),
  ];
  const lazy = module.dynamicImports.map(({ moduleRequest: { start, end } }) => {
    const source = text.slice(start, end);
    const [, specifier] = /^["'`]([^"'`$\\]+)["'`]$/.exec(source) ?? [];
    return specifier === undefined ? { specifier: source, way: "lazy" } : found(specifier, "lazy");
  });
  const named = [...text.matchAll(NAMED)].flatMap(({ 0: whole, 1: url, 2: resolved, index }) => {
    const isCode = module.importMetas.some(({ start }) => start >= index && start < index + whole.length);
    return isCode ? [{ url, resolved }] : [];
  });
  return [
    ...statements.map(({ specifier, isType }) => found(specifier, isType ? "type" : "value")),
    ...lazy,
    // Only the tree of the program has types of this form, and it takes longer to read.
    ...(/\bimport\b\s*[(/]/.test(text) ? typeImports(program()) : []).map((specifier) =>
      found(specifier, "type"),
    ),
    ...named.map(({ url, resolved }) =>
      url === undefined ? found(resolved, "value") : { ...found(`./${url}`, "value"), specifier: url },
    ),
    ...[...text.matchAll(REFERENCE)].map(([, specifier]) => found(specifier, "type")),
  ];
}

function parse(path, text, lang) {
  const parsed = parseSync(path, text, { lang });
  return { module: parsed.module, errors: parsed.errors, program: () => parsed.program };
}

/** Returns the specifiers of `import("...")` in types. @returns {string[]} */
function typeImports(node) {
  if (node === null || typeof node !== "object") return [];
  const own = node.type === "TSImportType" ? [node.source.value] : [];
  return [...own, ...Object.values(node).flatMap(typeImports)];
}

/** Returns what a specifier leads to. A package of ours leads to one of its files, if it exports that. */
function resolveImport(path, specifier) {
  const plain = specifier.replace(/[?#].*$/, "");
  if (plain.startsWith(".")) return { file: posix.join(dirname(path), plain).replace(/\/$/, "") };
  if (isBuiltin(plain)) return { module: `node:${plain.replace("node:", "")}` };
  const name = plain.split("/", plain.startsWith("@") ? 2 : 1).join("/");
  const inside = `.${plain.slice(name.length)}`;
  const [pattern, place] = exportsOf(name).find(([key]) => inside.startsWith(key.slice(0, -1))) ?? [];
  if (pattern === undefined) return { module: name };
  return {
    file: posix.join("packages", name.split("/")[1], place.slice(0, -1), inside.slice(pattern.length - 1)),
  };
}

const known = new Map();
/** Returns what a package of ours exports: pairs of patterns that end in `*`, the narrower ones first. */
function exportsOf(name) {
  if (!name.startsWith("@veritick/")) return [];
  if (!known.has(name)) {
    const file = join(root, "packages", name.split("/")[1], "package.json");
    known.set(
      name,
      existsSync(file) ? Object.entries(JSON.parse(readFileSync(file, "utf8")).exports ?? {}) : [],
    );
  }
  return known.get(name);
}
