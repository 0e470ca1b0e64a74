import { posix } from "node:path";

/**
 * Which part may import which. A file belongs to the first part whose `at` fits its path. It may import its own part,
 * and what `may` lists: parts by name, files by pattern, "node:*" and packages as "npm:name". A part with `rooms` is one
 * part for each folder in it: other folders and other parts reach only the `public.ts` and `public-*.ts` of a room.
 *
 * @typedef {{ part: string, at: string[], may: string[], rooms?: string }} Part
 */

const TESTS = "{*.test.ts,*.test.tsx,*.fixture.ts}";
const SERVER = "packages/server/src";
const WEB = "packages/web/src";
const VECTORS = ["docs/vectors", "docs/vectors/*.json", "packages/domain/test-vectors/*.json"];
const TYPOGRAPHY = "packages/contract/src/typography.fixture.ts";
const VERIFIER = "packages/web/public/veritick-verify.mjs";
const WITNESS = "packages/web/public/veritick-witness.mjs";
const RULES = ["domain", "contract"];
const SERVER_BASE = [...RULES, "server platform", "node:*", "npm:*"];
const WEB_BASE = [...RULES, "client", "web lib", "web locales", "web ui", "npm:*"];

/** @type {Part[]} */
const PARTS = [
  // Tests look inside their own package.
  {
    part: "tests of domain",
    at: [`packages/domain/src/**/${TESTS}`, "packages/domain/testing/**", "packages/domain/*.{ts,mjs}"],
    may: ["domain", ...VECTORS, "node:*", "npm:*"],
  },
  {
    part: "tests of contract",
    at: [`packages/contract/src/**/${TESTS}`],
    may: [...RULES, "node:*", "npm:*"],
  },
  {
    part: "tests of client",
    at: [`packages/client/src/**/${TESTS}`, "packages/client/tests/**"],
    may: [
      "client",
      "examples of client",
      ...RULES,
      "packages/server/testing/**",
      VERIFIER,
      "node:*",
      "npm:*",
    ],
  },
  {
    part: "tests of embedded-postgres",
    at: [`packages/embedded-postgres/src/**/${TESTS}`, "packages/embedded-postgres/testing/**"],
    may: ["embedded-postgres", "node:*", "npm:*"],
  },
  {
    part: "tests of server",
    at: [`${SERVER}/**/${TESTS}`, "packages/server/{testing,tests}/**"],
    may: [
      `${SERVER}/**`,
      ...RULES,
      TYPOGRAPHY,
      "embedded-postgres",
      ...VECTORS,
      "docs/schema.sql",
      "node:*",
      "npm:*",
    ],
  },
  {
    part: "tests of web",
    at: [`${WEB}/**/${TESTS}`, "packages/web/testing/**"],
    may: ["packages/web/**", ...RULES, TYPOGRAPHY, "client", "docs/*.md", "node:*", "npm:*"],
  },
  // The same rules hold in browsers and in Node.js, for ever: they know hashes, curves and the calendar.
  {
    part: "domain",
    at: ["packages/domain/src/**"],
    may: ["npm:@noble/curves", "npm:@noble/hashes", "npm:temporal-polyfill"],
  },
  { part: "contract", at: ["packages/contract/src/**"], may: ["domain", "npm:zod"] },
  { part: "client", at: ["packages/client/src/**"], may: ["contract"] },
  { part: "examples of client", at: ["packages/client/examples/**"], may: ["client", "node:*"] },
  { part: "programs of client", at: ["packages/client/bin/**"], may: [WITNESS] },
  {
    part: "embedded-postgres",
    at: ["packages/embedded-postgres/src/**"],
    may: ["node:*", "npm:pg", "npm:@embedded-postgres/*"],
  },
  // The server, from its base upwards.
  {
    part: "server platform",
    at: [`${SERVER}/platform/**`],
    may: [...RULES, "embedded-postgres", "node:*", "npm:*"],
  },
  { part: "server config", at: [`${SERVER}/config/**`], may: SERVER_BASE },
  { part: "server cluster", at: [`${SERVER}/cluster/**`], may: SERVER_BASE },
  {
    part: "server operations",
    at: [`${SERVER}/operations/**`],
    may: [...SERVER_BASE, "server config", "server cluster", "server features"],
  },
  {
    part: "server cli",
    at: [`${SERVER}/cli/**`],
    may: [...SERVER_BASE, "server config", "server cluster", "server features", "embedded-postgres"],
  },
  {
    part: "server features",
    at: [`${SERVER}/*/**`],
    rooms: SERVER,
    may: [...SERVER_BASE, "server cluster"],
  },
  {
    part: "server start",
    at: [`${SERVER}/{app,main,start-app}.ts`],
    may: [...SERVER_BASE, "server config", "server cluster", "server operations", "server features"],
  },
  // The web app, from its base upwards.
  { part: "web lib", at: [`${WEB}/lib/**`], may: ["domain", "npm:react", "npm:@noble/curves"] },
  {
    part: "web locales",
    at: [`${WEB}/locales/**`],
    may: ["web lib", "packages/contract/src/plural.ts", "npm:react"],
  },
  {
    part: "web ui",
    at: [`${WEB}/ui/**`],
    may: [
      "web lib",
      "web locales",
      // Fields read what people type.
      "packages/domain/src/typed-text.ts",
      "npm:react",
      // Links and the filters of a page lead to addresses.
      "npm:wouter",
      "npm:@radix-ui/*",
      "npm:uqr",
      "npm:@fontsource-variable/geist",
    ],
  },
  { part: "web api", at: [`${WEB}/api/**`], may: WEB_BASE },
  {
    part: "web features",
    at: [`${WEB}/features/*/**`],
    rooms: `${WEB}/features`,
    may: [...WEB_BASE, "web api"],
  },
  {
    part: "web design",
    at: [`${WEB}/design/**`],
    may: ["web lib", "web locales", "web ui", "npm:react", "npm:react-dom"],
  },
  { part: "web app", at: [`${WEB}/{app/**,main.tsx}`], may: [...WEB_BASE, "web api", "web features"] },
  {
    part: "web build",
    at: ["packages/web/{build/**,vite.config.ts}"],
    may: [VERIFIER, "contract", `${WEB}/lib/addresses.ts`, "node:*", "npm:*"],
  },
  { part: "web pages", at: ["packages/web/*.js"], may: [] },
  { part: "standalone verifier", at: [VERIFIER], may: ["node:*"] },
  { part: "standalone witness", at: [WITNESS], may: ["node:*"] },
  // Everything around the product.
  {
    part: "e2e",
    at: ["e2e/**"],
    may: [...RULES, "packages/server/**", "web locales", "node:*", "npm:*"],
  },
  {
    part: "bench",
    at: ["bench/**"],
    may: [...RULES, "client", "embedded-postgres", "packages/server/**", ...VECTORS, "node:*", "npm:*"],
  },
  { part: "scripts", at: ["scripts/**", "vitest.config.ts"], may: ["node:*", "npm:*"] },
];

/**
 * What single files may import beyond their part's row, and why. `way` narrows that to types or to `import()`.
 * @typedef {{ from: string, to: string[], way?: "type" | "lazy", because: string }} Exception
 * @type {Exception[]}
 */
export const EXCEPTIONS = [
  {
    from: `${SERVER}/platform/db/migrate.ts`,
    to: [`${SERVER}/migrations`],
    because: "It reads this folder of statements, and imports no code from it.",
  },
  {
    from: `${SERVER}/platform/version.ts`,
    to: ["package.json"],
    because: "The version is written there.",
  },
  {
    from: `${SERVER}/config/config.ts`,
    to: [`${SERVER}/accounts/public.ts`],
    way: "type",
    because: "Only accounts knows which limits a session has.",
  },
  {
    from: `${SERVER}/beacon/beacon.ts`,
    to: [`${SERVER}/config/beacon.ts`],
    way: "type",
    because: "The settings of the beacon are its description.",
  },
  {
    from: `${SERVER}/log/open-log.ts`,
    to: [`${SERVER}/config/log-policy.ts`],
    way: "type",
    because: "The settings of the log are its description.",
  },
  {
    from: `${SERVER}/backup/**`,
    to: [`${SERVER}/config/installation.ts`, `${SERVER}/operations/maintenance.ts`, "embedded-postgres"],
    because:
      "A restore makes an installation: its data directory, its PostgreSQL, and maintenance to begin with.",
  },
  {
    from: `${SERVER}/main.ts`,
    to: ["packages/web/dist"],
    because: "The server serves the built files of the web app.",
  },
  {
    from: `packages/server/testing/test-app.ts`,
    to: ["packages/web/dist"],
    because: "A test's server serves the built files, as the server does.",
  },
  {
    from: "packages/server/tests/deployment.test.ts",
    to: ["."],
    because: "It reads the files of the deployment, which lie at the root.",
  },
  {
    from: `${WEB}/app/{routes.tsx,further-pages.ts}`,
    to: [`${WEB}/features/**/*-page.tsx`, `${WEB}/features/verify/fairness/chain-watch.tsx`],
    way: "lazy",
    because:
      "Each page is a part that the browser loads when it is needed, and so is the watch over the chain.",
  },
  {
    from: "e2e/**",
    to: ["packages/web", "packages/web/{dist,public}", `${WEB}/ui/logo-mark.ts`, VERIFIER],
    because: "Browser tests serve the pages, look for files in them and draw the icons from the logo.",
  },
  {
    from: "bench/**",
    to: ["packages/web/dist", `${WEB}/{api/chain,features/verify/check,lib}/*.ts`, VERIFIER, WITNESS],
    because:
      "Benchmarks measure the built pages, check dishonest servers with the very checks of the web app, and kill witnesses.",
  },
  {
    from: "bench/**",
    to: [
      "packages/domain/testing/*.ts",
      "scripts/lib/{browser,npm-watch,progress}.mjs",
      "ops/{ha,pgbackrest}",
    ],
    because: "They share files of receipts with the domain's tests, and the setup of browser and machines.",
  },
  {
    from: "scripts/verifier.test.mjs",
    to: ["packages/web/build/built-in-curve.ts"],
    because: "It compares the verifier with what the build would put in it.",
  },
];

/** Files that import what only a variable names. */
const COMPUTED = [
  "scripts/lib/launch.mjs",
  "packages/client/examples/verify-receipts.ts",
  "bench/src/support/browser.ts",
  "bench/src/support/end-at-exit.ts",
  "bench/src/verify/verifier.ts",
];

/** A client in a browser would load all schemas: it may use their types alone. */
const ONLY_TYPES = [
  { from: "client", to: "packages/contract/src/{schemas/**,endpoints/**,endpoint.ts,endpoints.ts}" },
];

const fits = (path, patterns) => patterns.some((pattern) => posix.matchesGlob(path, pattern));
/** @type {Map<string, Part | undefined>} */
const found = new Map();
function partOf(path) {
  if (!found.has(path))
    found.set(
      path,
      PARTS.find(({ at }) => fits(path, at)),
    );
  return found.get(path);
}
const roomOf = ({ rooms }, path) => posix.relative(rooms, path).split("/")[0];
const isPublic = ({ rooms }, path) => /^[^/]+\/public(-[a-z-]+)?\.ts$/.test(posix.relative(rooms, path));

/** Returns true if a list of `may` names what is imported. @param {import("./read-imports.mjs").Import} imported */
function isListed({ file, module }, list) {
  if (module !== undefined) {
    if (module.startsWith("node:")) return list.includes("node:*");
    if (module.startsWith("@veritick/")) return false;
    return list.includes("npm:*") || fits(`npm:${module}`, list);
  }
  if (fits(file, list)) return true;
  const part = partOf(file);
  return part !== undefined && list.includes(part.part) && (part.rooms === undefined || isPublic(part, file));
}

/** Returns true if a file may import this. */
function isAllowed(path, part, imported, exceptions) {
  const { file, way } = imported;
  if (file === undefined && imported.module === undefined) return COMPUTED.includes(path);
  const isExcepted = exceptions.some(
    (one) => fits(path, [one.from]) && (one.way ?? way) === way && isListed(imported, one.to),
  );
  if (isExcepted) return true;
  if (file !== undefined && partOf(file) === part)
    return part.rooms === undefined || roomOf(part, file) === roomOf(part, path) || isPublic(part, file);
  const isOnlyType = ONLY_TYPES.some(
    ({ from, to }) => from === part.part && file !== undefined && fits(file, [to]),
  );
  return isListed(imported, part.may) && (!isOnlyType || way === "type");
}

/** Names every import that the table does not allow, and every file that it forgot. @returns {string[]} */
export function findTrespasses(code, exceptions = EXCEPTIONS) {
  return code.flatMap(({ path, imports }) => {
    const part = partOf(path);
    if (part === undefined && !path.endsWith(".css")) return [`${path} belongs to no part`];
    return imports
      .filter((imported) => part !== undefined && !isAllowed(path, part, imported, exceptions))
      .map(({ specifier }) => `${path} (${part.part}) may not import ${specifier}`);
  });
}
