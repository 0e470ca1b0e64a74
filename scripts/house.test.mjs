import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { describe, expect, it } from "vitest";
import { EXCEPTIONS, findTrespasses } from "./lib/boundaries.mjs";
import { findFalseDependencies, readManifests } from "./lib/dependencies.mjs";
import { findFeatureCircles, findFileCircles, findFolderCircles, readHouse } from "./lib/measure-house.mjs";
import { importsOf, readCode } from "./lib/read-imports.mjs";
import { readWalks, WALK_LIMITS } from "./lib/read-walks.mjs";
import { root } from "./lib/root.mjs";

const code = readCode(root);
const house = readHouse(code);
const manifests = readManifests(root, code);

/** Returns a file as `readCode` would, with this text. */
const planted = (path, text) => ({ path, lines: 1, imports: importsOf(path, text) });

describe("the imports of a file", () => {
  it("are found as values, as types, over several lines, as dynamic imports and as workers", () => {
    const text = [
      'import "./a.ts"; import f from "./same-line.ts";',
      'import type { B } from "../b.ts";',
      "import {\n  c,\n} from './c.ts';",
      'export * from "./d.ts";',
      'export type { E } from "./e.ts";',
      'const page = lazy(() => import("./f.tsx"));',
      "const part = import(/* later */ `./h.ts`);",
      'const worker = new Worker(new URL("./g.ts", import.meta.url));',
      'const other = new URL("i.ts", import.meta.url);',
      'type Row = Promise<import("./j.ts").Row[]>;',
      'let all: typeof import("./k.ts");',
      'import { money } from "@veritick/domain/money.ts";',
      'import { people } from "@veritick/server/testing/people.ts";',
      'import pg from "pg";',
      'import { sha } from "@noble/hashes/sha2.js";',
      'import { readFileSync } from "fs";',
      'export const name = "./no-import.ts";',
      '// import "./comment.ts";',
    ].join("\n");
    const imports = importsOf("packages/web/src/x/y.ts", text);
    expect(new Set(imports.map(({ file, module }) => file ?? module))).toEqual(
      new Set([
        "@noble/hashes",
        "node:fs",
        "packages/domain/src/money.ts",
        "packages/server/testing/people.ts",
        "packages/web/src/b.ts",
        ...["a", "c", "d", "e", "f", "g", "h", "i", "j", "k", "same-line"].map(
          (name) => `packages/web/src/x/${name}.ts${name === "f" ? "x" : ""}`,
        ),
        "pg",
      ]),
    );
    const typesOnly = imports.filter(({ way }) => way === "type").map(({ specifier }) => specifier);
    expect(new Set(typesOnly)).toEqual(new Set(["../b.ts", "./e.ts", "./j.ts", "./k.ts"]));
  });

  it("are found in style sheets, and as computed where only a variable names them", () => {
    expect(
      importsOf("packages/web/src/ui/x.css", 'src: url("@fontsource/x/a.woff2"); @import "./b.css";'),
    ).toEqual([
      { specifier: "@fontsource/x/a.woff2", module: "@fontsource/x", way: "value" },
      { specifier: "./b.css", file: "packages/web/src/ui/b.css", way: "value" },
    ]);
    expect(importsOf("bench/src/a.ts", "await import(SCRIPT)")).toEqual([
      { specifier: "SCRIPT", way: "lazy" },
    ]);
  });
});

describe("boundaries", () => {
  it("are kept by every file", () => {
    expect(findTrespasses(code)).toEqual([]);
  });

  it("know every file", () => {
    expect(findTrespasses([planted("packages/new/src/a.ts", "")])).toEqual([
      "packages/new/src/a.ts belongs to no part",
    ]);
  });

  const DOMAIN = "packages/domain/src/price.ts";
  const FEATURE = "packages/server/src/payments/deposits/decide-deposit.ts";
  const PLATFORM = "packages/server/src/platform/http/call.ts";
  const SCREEN = "packages/web/src/features/trade/desk/sale.tsx";
  const POSTGRES = "packages/embedded-postgres/src/binaries.ts";
  it.each([
    [
      DOMAIN,
      ["pg", "zod", "node:fs", "fs", "vitest", "../../server/src/app.ts", "@veritick/contract/routes.ts"],
    ],
    [
      DOMAIN,
      ["../testing/rounds.ts", "../../../docs/vectors/price.json", "./price.test.ts", "temporal-polyfills"],
    ],
    [
      "packages/contract/src/routes.ts",
      ["pg", "node:crypto", "@veritick/server/app.ts", "@veritick/client/client.ts"],
    ],
    [
      "packages/client/src/client.ts",
      ["zod", "node:fs", "@veritick/domain/money.ts", "@veritick/server/app.ts"],
    ],
    [
      "packages/client/src/client.ts",
      ["@veritick/contract/schemas/positions.ts", "../../contract/src/endpoint.ts"],
    ],
    ["packages/client/examples/trade.ts", ["@veritick/contract/routes.ts", "zod"]],
    [POSTGRES, ["@veritick/domain/money.ts", "../../domain/src/money.ts", "@veritick/server/main.ts", "zod"]],
    [FEATURE, ["../../ledger/post.ts", "../../../src/ledger/post.ts", "@veritick/server/ledger/post.ts"]],
    [FEATURE, ["../../ledger/publish-all.ts", "../../ledger/_post.ts", "../../ledger/inner/public.ts"]],
    [
      FEATURE,
      [
        "../../ledger/public.tsx",
        "../../ledger",
        "../../../../../node_modules/@veritick/server/src/ledger/post.ts",
      ],
    ],
    [FEATURE, ["../../operations/health.ts", "../../config/config.ts", "../../cli/tool.ts", "../../app.ts"]],
    [
      FEATURE,
      ["@veritick/web/lib/format.ts", "../../../../web/src/lib/format.ts", "@veritick/client/client.ts"],
    ],
    [FEATURE, ["../../../testing/people.ts", "./deposit.test.ts", "@veritick/embedded-postgres/binaries.ts"]],
    [
      PLATFORM,
      [
        "../../ledger/public.ts",
        "../../cluster/bus.ts",
        "../../operations/health.ts",
        "../../config/values.ts",
      ],
    ],
    [PLATFORM, ["../../app.ts", "@veritick/server/accounts/public.ts"]],
    ["packages/server/src/cluster/bus.ts", ["../accounts/public.ts", "../config/config.ts"]],
    ["packages/server/src/config/config.ts", ["../accounts/public.ts", "../cluster/bus.ts"]],
    ["packages/server/src/cli/admin.ts", ["../accounts/users.ts"]],
    ["packages/server/src/app.ts", ["./accounts/users.ts", "./cli/tool.ts"]],
    [
      "packages/server/src/accounts/users.test.ts",
      ["@veritick/web/lib/format.ts", "../../../web/src/lib/format.ts"],
    ],
    [
      SCREEN,
      ["../../money/wallet/wallet.tsx", "../../money/_wallet.ts", "../../verify/fairness/public-page.tsx"],
    ],
    [SCREEN, ["../../../app/routes.tsx", "../../../main.tsx", "../../../../src/features/money/publish.ts"]],
    [
      SCREEN,
      [
        "@veritick/server/app.ts",
        "../../../../../server/src/app.ts",
        "node:fs",
        "../../../design/tokens.tsx",
      ],
    ],
    [
      "packages/web/src/app/app.tsx",
      ["../features/money/wallet/wallet.tsx", "../features/trade/dashboard-page.tsx"],
    ],
    [
      "packages/web/src/app/routes.tsx",
      ["../features/trade/dashboard-page.tsx", "../features/trade/ticket/use-ticket.ts"],
    ],
    [
      "packages/web/src/api/query.ts",
      ["../features/money/public.ts", "../features/money/wallet/wallet.tsx", "../app/app.tsx"],
    ],
    ["packages/web/src/design/tokens.tsx", ["../features/money/public.ts", "../api/query.ts", "wouter"]],
    [
      "packages/web/src/lib/format.ts",
      ["../api/query.ts", "../features/money/public.ts", "../ui/button.tsx", "wouter"],
    ],
    ["packages/web/src/ui/button.tsx", ["../app/app.tsx", "../api/query.ts", "../features/money/public.ts"]],
    [
      "packages/web/src/ui/button.tsx",
      ["@tanstack/react-query", "@veritick/server/app.ts", "@veritick/contract/routes.ts", "node:fs"],
    ],
    [
      "packages/web/src/locales/en/desk.ts",
      ["../../ui/button.tsx", "../../api/query.ts", "@veritick/contract/routes.ts"],
    ],
    ["packages/web/public/veritick-verify.mjs", ["@noble/curves/bls12-381.js", "../../domain/src/price.ts"]],
    ["packages/web/boot.js", ["./src/main.tsx"]],
    ["scripts/start.mjs", ["../packages/server/src/main.ts", "@veritick/server/main.ts"]],
  ])("forbid %s to import %j", (path, specifiers) => {
    for (const specifier of specifiers) {
      const named = [`${path} `, ` ${specifier}`];
      const statement = findTrespasses([planted(path, `import { a } from "${specifier}";`)]);
      expect(
        statement.map((line) => named.every((part) => line.includes(part))),
        specifier,
      ).toEqual([true]);
    }
  });

  it.each([
    'import type { T } from "../../ledger/post.ts";',
    'import { type T } from "../../ledger/post.ts";',
    'export type { T } from "../../ledger/post.ts";',
    'export * as posts from "../../ledger/post.ts";',
    'export type T = import("../../ledger/post.ts").T;',
    'let posts: typeof import("../../ledger/post.ts");',
    'const posts = await import("../../ledger/post.ts");',
    "const posts = await import(`../../ledger/post.ts`);",
    'const worker = new Worker(new URL("../../ledger/post.ts", import.meta.url));',
    '/// <reference path="../../ledger/post.ts" />',
  ])("hold for every way to import: %s", (text) => {
    expect(findTrespasses([planted(FEATURE, text)])).toEqual([
      `${FEATURE} (server features) may not import ../../ledger/post.ts`,
    ]);
  });

  it("refuse an import whose name is computed", () => {
    const computed = planted(FEATURE, "const posts = await import(`../../${name}/post.ts`);");
    expect(findTrespasses([computed])).toHaveLength(1);
  });

  it.each([
    [
      FEATURE,
      'import { post } from "../../ledger/public.ts"; import { a } from "./list-deposits.ts"; import pg from "pg";',
    ],
    [
      FEATURE,
      'import type { Bus } from "../../cluster/bus.ts"; import { b } from "../../platform/clock.ts";',
    ],
    [
      SCREEN,
      'import { Results } from "../../money/public-results.ts"; import { c } from "../../../api/query.ts";',
    ],
    ["packages/client/src/client.ts", 'import type { A } from "@veritick/contract/schemas/positions.ts";'],
    ["packages/web/src/app/routes.tsx", 'const page = import("../features/trade/dashboard-page.tsx");'],
    ["packages/server/src/config/config.ts", 'import type { IdleLimits } from "../accounts/public.ts";'],
    [DOMAIN, 'import { sha256 } from "@noble/hashes/sha2.js"; import { a } from "./signed/sale.ts";'],
  ])("let %s import what it needs", (path, text) => {
    expect(findTrespasses([planted(path, text)])).toEqual([]);
  });

  it.each(EXCEPTIONS)("have no exception in vain: $from may import $to", (exception) => {
    const others = EXCEPTIONS.filter((one) => one !== exception);
    const importers = code.filter(({ path }) => posix.matchesGlob(path, exception.from));
    expect(findTrespasses(importers, others)).not.toEqual([]);
  });
});

describe("the linter", () => {
  it("refuses clocks, chance and the environment in the domain, and the machine's clock everywhere", () => {
    const folder = mkdtempSync(join(tmpdir(), "veritick-lint-"));
    const domain = `Date.now() | globalThis.Date.now() | new Date() | window.Date.now() | self["Date"].now() | Math.random() |
      Math["random"]() | performance.now() | process.env | crypto.randomUUID() | parseFloat("1") | Number.parseFloat("1") |
      setTimeout(() => 1) | setInterval(() => 1) | fetch("/")`;
    const server = `Date.now() | globalThis.Date.now() | globalThis["Date"] | Math.random() | globalThis.Math`;
    const lines = {
      "packages/domain/src": domain.split("|").map((line) => line.trim()),
      "packages/server/src": server.split("|").map((line) => line.trim()),
      "bench/src": ["Math.random()"],
    };
    try {
      cpSync(join(root, ".oxlintrc.json"), join(folder, ".oxlintrc.json"));
      for (const [place, expressions] of Object.entries(lines)) {
        mkdirSync(join(folder, place), { recursive: true });
        for (const [n, expression] of expressions.entries())
          writeFileSync(join(folder, place, `n${n}.ts`), `export const value = ${expression};\n`);
      }
      const oxlint = join(root, "node_modules/oxlint/bin/oxlint");
      const options = { cwd: folder, encoding: "utf8" };
      const { stdout } = spawnSync(process.execPath, [oxlint, "--format=unix"], options);
      const missed = Object.entries(lines).flatMap(([place, expressions]) =>
        expressions.filter((_, n) => !stdout.includes(`${place}/n${n}.ts`)),
      );
      expect(missed).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe("dependencies", () => {
  it("are declared by each workspace that imports them, and imported by each that declares them", () => {
    expect(findFalseDependencies(code, manifests)).toEqual([]);
  });

  it.each([
    ["packages/domain/src/price.ts", "zod", "packages/domain"],
    ["packages/domain/src/price.ts", "vitest", "packages/domain"],
    ["packages/server/src/app.ts", "ajv", "packages/server"],
    ["packages/client/src/client.ts", "@veritick/domain/money.ts", "packages/client"],
    ["packages/server/src/app.test.ts", "lighthouse", "packages/server"],
    ["e2e/kit/checks.ts", "@veritick/embedded-postgres/binaries.ts", "e2e"],
    ["scripts/start.mjs", "pg", "the root"],
  ])("are missed: %s imports %s", (path, specifier, workspace) => {
    const name = specifier.replace(/(@veritick\/[\w-]+).*/, "$1");
    expect(findFalseDependencies([...code, planted(path, `import "${specifier}";`)], manifests)).toEqual([
      `${path} imports ${name}, which ${workspace} does not declare`,
    ]);
  });

  it("are noticed when nothing imports them any more", () => {
    const bench = {
      ...manifests.bench,
      dependencies: { ...manifests.bench.dependencies, "@veritick/web": "*" },
    };
    expect(findFalseDependencies(code, { ...manifests, bench })).toEqual([
      "bench declares @veritick/web, which it does not import",
    ]);
  });
});

describe("circles", () => {
  const file = (path, ...imports) => [path, { path, lines: 1, kind: "source", imports: new Set(imports) }];

  it("are found among files and among features, without the tests", () => {
    const [a, b, c] = ["trade/a.ts", "trade/b.ts", "money/c.ts"].map(
      (path) => `packages/web/src/features/${path}`,
    );
    expect(findFileCircles(new Map([file(a, b), file(b, c), file(c)]))).toEqual([]);
    expect(findFileCircles(new Map([file(a, b), file(b, c), file(c, a)]))).toEqual([[c, a, b]]);
    expect(findFeatureCircles(new Map([file(a, b), file(b, c), file(c)]))).toEqual([]);
    expect(findFeatureCircles(new Map([file(a, c), file(c, b), file(b)]))).toHaveLength(1);
    const [path, test] = file(a, b);
    expect(findFileCircles(new Map([[path, { ...test, kind: "test" }], file(b, a)]))).toEqual([]);
  });

  it("are found among the folders of a feature, but not with the folder around them", () => {
    const [a, b, c, root] = ["sessions/a.ts", "sessions/b.ts", "keys/c.ts", "users.ts"].map(
      (path) => `packages/server/src/accounts/${path}`,
    );
    expect(findFolderCircles(new Map([file(a, root), file(root, b, c), file(b), file(c)]))).toEqual([]);
    expect(findFolderCircles(new Map([file(a, b, c), file(b), file(c, root), file(root)]))).toEqual([]);
    expect(findFolderCircles(new Map([file(a, c), file(c, b), file(b)]))).toEqual([
      ["packages/server/src/accounts/keys", "packages/server/src/accounts/sessions"],
    ]);
  });

  it("do not exist among the files of the product", () => {
    const circles = findFileCircles(house);
    expect(circles).toEqual([]);
  });

  it("do not exist among its features", () => {
    const circles = findFeatureCircles(house);
    expect(circles).toEqual([]);
  });

  it("do not exist among the folders of a feature", () => {
    const circles = findFolderCircles(house);
    expect(circles).toEqual([]);
  });
});

const WORDS_A_MINUTE = 240;

describe("the walks", () => {
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  });
  const { walks, missing } = readWalks(root, listed.split("\n"));

  it("name only files that exist", () => {
    expect(missing).toEqual([]);
  });

  it.each(Object.entries(WALK_LIMITS))(
    "about '%s' name at most %i files in ARCHITECTURE.md",
    (word, most) => {
      const limited = walks.filter(
        ({ title, limit }) => limit === most && title.toLowerCase().includes(word),
      );
      expect(limited.map(({ document }) => document)).toEqual(["ARCHITECTURE.md"]);
      const [{ files }] = limited;
      expect(files.length).toBeGreaterThan(1);
      expect(files.length, files.join("\n")).toBeLessThanOrEqual(most);
    },
  );

  it("leave README.md and ARCHITECTURE.md short enough to read in ten minutes", () => {
    const words = ["README.md", "ARCHITECTURE.md"].map(
      (name) => readFileSync(join(root, name), "utf8").trim().split(/\s+/).length,
    );
    expect(words[0] + words[1]).toBeLessThanOrEqual(10 * WORDS_A_MINUTE);
  });
});
