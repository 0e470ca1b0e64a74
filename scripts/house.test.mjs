import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { findFileCircles, findFolderCircles, importsOf, readHouse } from "./lib/measure-house.mjs";
import { readWalks, WALK_LIMITS } from "./lib/read-walks.mjs";
import { root } from "./lib/root.mjs";

const house = readHouse(root);

describe("the imports of a file", () => {
  it("are found as values, as types, over several lines, as dynamic imports and as workers", () => {
    const text = [
      'import "./a.ts";',
      'import type { B } from "../b.ts";',
      "import {\n  c,\n} from './c.ts';",
      'export * from "./d.ts";',
      'export type { E } from "./e.ts";',
      'const page = lazy(() => import("./f.tsx"));',
      'const worker = new Worker(new URL("./g.ts", import.meta.url));',
      'import { money } from "@veritick/domain/money.ts";',
      'import { people } from "@veritick/server/testing/people.ts";',
      'import pg from "pg";',
      'export const name = "./no-import.ts";',
    ].join("\n");
    expect(importsOf("packages/web/src/x/y.ts", text).toSorted()).toEqual([
      "packages/domain/src/money.ts",
      "packages/server/testing/people.ts",
      "packages/web/src/b.ts",
      ...["a.ts", "c.ts", "d.ts", "e.ts", "f.tsx", "g.ts"].map((name) => `packages/web/src/x/${name}`),
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
    expect(findFolderCircles(new Map([file(a, b), file(b, c), file(c)]))).toEqual([]);
    expect(findFolderCircles(new Map([file(a, c), file(c, b), file(b)]))).toHaveLength(1);
    const [path, test] = file(a, b);
    expect(findFileCircles(new Map([[path, { ...test, kind: "test" }], file(b, a)]))).toEqual([]);
  });

  it("do not exist among the files of the product", () => {
    const circles = findFileCircles(house);
    expect(circles).toEqual([]);
  });

  it("do not exist among its features", () => {
    const circles = findFolderCircles(house);
    expect(circles).toEqual([]);
  });
});

describe("ARCHITECTURE.md", () => {
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  });
  const { walks, missing } = readWalks(root, listed.split("\n"));

  it("names only files that exist", () => {
    expect(missing).toEqual([]);
  });

  it.each(Object.entries(WALK_LIMITS))("has a walk about '%s' of at most %i files", (word, limit) => {
    const walk = walks.find(({ title }) => title.toLowerCase().includes(word));
    expect(walk?.files.length).toBeGreaterThan(1);
    expect(walk?.files.length, walk?.files.join("\n")).toBeLessThanOrEqual(limit);
  });
});
