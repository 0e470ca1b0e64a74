import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import type { Rolldown } from "vite";

/** The verifier must be one file that runs anywhere, so it contains the library that it needs. */
export const VERIFIER = fileURLToPath(new URL("../public/veritick-verify.mjs", import.meta.url));

const LIBRARY = "@noble/curves/bls12-381.js";
const BEGIN = "\n// --- the elliptic curve";

/** Returns the last part of the verifier: the library and its imports, as one function that returns the exports. */
export async function builtInCurve(): Promise<string> {
  const folder = dirname(createRequire(import.meta.url).resolve(LIBRARY));
  const { version } = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as { version: string };
  const license = (await readFile(join(folder, "LICENSE"), "utf8")).trim();
  return `${BEGIN} ${"-".repeat(84)}

// From here on this is ${LIBRARY} ${version} and what it imports, by Paul Miller: https://github.com/paulmillr/noble-curves
// The library was audited. Nothing of it is changed, but comments and parts that are not needed are left out.
// \`npm run build:verifier\` writes it from the package on the npm registry, and a test compares.

/*
${license}
*/

/* oxlint-disable */
// oxfmt-ignore
function loadCurve() {
${await bundle(join(folder, "bls12-381.js"))}
return curve;
}
`;
}

async function bundle(entry: string): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: "error",
    publicDir: false,
    build: {
      write: false,
      minify: false,
      target: "es2022",
      lib: { entry, formats: ["iife"], name: "curve" },
      rolldownOptions: { output: { comments: false } },
    },
  });
  const [{ output }] = made as [Rolldown.RolldownOutput];
  // Removes the folders of the bundled files, which depend on this machine.
  return output[0].code.replaceAll(/\/\/ \S*node_modules\//g, "// ").trim();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [written] = (await readFile(VERIFIER, "utf8")).split(BEGIN);
  await writeFile(VERIFIER, `${written}${await builtInCurve()}`);
}
