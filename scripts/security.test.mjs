import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readCode } from "./lib/read-imports.mjs";
import { root } from "./lib/root.mjs";

const read = (file) => readFileSync(join(root, file), "utf8");

/** The numbers of requirements of level 1 or 2 in each section of OWASP ASVS 5.0.0. They come first in their section. */
const SECTIONS = `1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2 4.4:4
  5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2 8.1:2 8.2:3 8.3:1 8.4:1
  9.1:4 9.2:3 10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3 11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1 12.1:3 12.2:2 12.3:4
  13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7 16.1:1 16.2:5 16.3:4 16.4:3 16.5:3 17.1:1 17.2:4 17.3:2`;
const NOT_APPLICABLE =
  /^(1\.2\.[678]|1\.3\.[1489]|1\.5\.1|3\.5\.5|4\.3|5\.1\.1|5\.2|5\.3\.1|5\.4\.3|6\.6|6\.8|7\.1\.3|7\.6|8\.4\.1|9|10|12\.1\.3|17)(\.|$)/;
const applicable = SECTIONS.split(/\s+/).flatMap((section) => {
  const [number, count] = section.split(":");
  return Array.from({ length: Number(count) }, (_, index) => `${number}.${index + 1}`);
});

const document = read("docs/asvs.md");
const [, unmetPart, metPart] = document.split(/^## .+$/m);
/** The requirements that the lines of a list name, each with what stands behind the colon. */
const rowsIn = (text) =>
  [...text.matchAll(/^- (\d+\.\d+\.\d+[^:]*): (.+)$/gm)].flatMap(([, named, shown]) =>
    [...named.matchAll(/(?<=^|, )\d+\.\d+\.\d+/g)].map(([number]) => ({ number, shown })),
  );
const unmet = rowsIn(unmetPart);
const met = rowsIn(metPart);
const byPlace = (one, other) => {
  const [left, right] = [one, other].map((number) => number.split(".").map(Number));
  return left[0] - right[0] || left[1] - right[1] || left[2] - right[2];
};

describe("the server", () => {
  const code = readCode(root);

  it("starts no other program: only the part that runs the embedded database, and the command that copies a backup, do", () => {
    const starting = code.filter(
      ({ path, imports }) =>
        path.startsWith("packages/") &&
        path.includes("/src/") &&
        !/\.(test|fixture)\./.test(path) &&
        imports.some(({ module }) => module === "node:child_process"),
    );
    const others = starting.filter(({ path }) => !path.startsWith("packages/embedded-postgres/"));
    expect(starting.length).toBeGreaterThan(others.length);
    expect(others.map(({ path }) => path)).toEqual(["packages/server/src/cli/copy-backup.ts"]);
  });

  it("is shipped without test code", () => {
    const ignored = read(".dockerignore").split("\n");
    for (const kind of ["**/*.test.ts", "**/*.test.tsx", "**/*.fixture.ts", "packages/server/testing"])
      expect(ignored).toContain(kind);
    // The last stage is what is shipped.
    const copied = [
      ...read("Dockerfile")
        .split(/^FROM /m)
        .at(-1)
        .matchAll(/^COPY (?!--from)(.+) \S+$/gm),
    ].flatMap(([, files]) => files.split(" "));
    const testing = code.filter(
      ({ path, imports }) =>
        copied.some((folder) => folder.endsWith("/src") && path.startsWith(`${folder}/`)) &&
        imports.some(({ module }) => module === "vitest" || module === "@playwright/test"),
    );
    expect(testing.filter(({ path }) => !/\.(test|fixture)\.tsx?$/.test(path))).toEqual([]);
    expect(testing.length).toBeGreaterThan(100);
  });
});

describe("the lists of OWASP ASVS", () => {
  it("have one line for each applicable requirement of levels 1 and 2, and the page counts them correctly", () => {
    const expected = applicable.filter((number) => !NOT_APPLICABLE.test(number));
    expect([...met, ...unmet].map(({ number }) => number).toSorted(byPlace)).toEqual(expected);
    expect(document.replaceAll(/\s+/g, " ")).toContain(
      `Of ${expected.length} we meet ${met.length} and do not meet ${unmet.length}.`,
    );
  });

  const tests = ["packages", "e2e/tests", "scripts"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .map((file) => join(folder, file).replaceAll("\\", "/"))
      .filter((file) => /\.(test|spec)\.(ts|tsx|mjs)$/.test(file) && !file.includes("node_modules")),
  );

  it("name an existing test or the requested document for each met requirement", () => {
    const missing = met.filter(({ shown }) => {
      if (/^\[[^\]]+\]\([^)]+\)/.test(shown)) return false;
      const [, file, name, cut] = /^`([\w./-]+)`: (.+?)( …)?$/.exec(shown) ?? [];
      const found = tests.filter((one) => file !== undefined && one.endsWith(`/${file}`));
      return !found.some((one) =>
        ['"', "'", "`"].some((mark) => read(one).includes(mark + name + (cut === undefined ? mark : ""))),
      );
    });
    expect(missing).toEqual([]);
  });
});
