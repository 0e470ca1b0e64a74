import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, it } from "vitest";
import { createFinder, namesIn } from "./lib/read-walks.mjs";
import { root } from "./lib/root.mjs";

const markdownIn = (folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name));
const documents = [
  "",
  "bench",
  "docs",
  "docs/decisions",
  "docs/vectors",
  "ops/ha",
  "ops/kubernetes",
  "packages/client",
].flatMap(markdownIn);
const read = (file) => readFileSync(join(root, file), "utf8");

/** Returns the anchors of a document's headings, in the form that code hosts make. */
const anchorsOf = (file) =>
  [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );

it("documents link only to existing files and headings", () => {
  const links = documents.flatMap((from) =>
    [...read(from).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].map(([, path, anchor]) => ({
      from,
      to: path === "" ? from : join(dirname(from), path),
      anchor,
    })),
  );
  expect(links.length).toBeGreaterThan(40);
  const broken = links.filter(
    ({ to, anchor }) =>
      !existsSync(join(root, to)) || (anchor !== undefined && !anchorsOf(to).includes(anchor)),
  );
  expect(broken).toEqual([]);
});

it("documents name only existing files", () => {
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
  });
  const find = createFinder(String(listed).split("\n"));
  // Decisions and the changelog describe their own time.
  const held = documents.filter((file) => file !== "CHANGELOG.md" && !file.startsWith("docs/decisions"));
  const named = held.flatMap((file) =>
    namesIn(read(file))
      .filter((name) => !name.startsWith("/"))
      .map((name) => ({ file, name })),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ name }) => find(name) === undefined)).toEqual([]);
});

it("the index of decisions lists each record under its title, and every other number as merged", () => {
  const index = read("docs/decisions/README.md");
  const listed = [...index.matchAll(/^- \[(\d+\. .+)\]\((.+)\)$/gm)].map(([, title, name]) => ({
    title,
    name,
  }));
  const records = markdownIn("docs/decisions")
    .toSorted()
    .map((file) => ({ title: /^# (.+)$/m.exec(read(file))?.[1], name: basename(file) }))
    .filter(({ name }) => name !== "README.md");
  expect(listed.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual(records);
  for (const { title, name } of records) expect(Number(name.slice(0, 4))).toBe(parseInt(title, 10));

  const [, merged] = index.split("## Merged");
  const kept = records.map(({ title }) => parseInt(title, 10));
  const gone = [...merged.matchAll(/((?:\d+(?:,\s|\sand\s)?)+)\s(?:went\s)?into\s(\d+)/g)].flatMap(
    ([, from, into]) => {
      expect(kept).toContain(Number(into));
      return from.split(/,\s|\sand\s/).map(Number);
    },
  );
  const all = [...kept, ...gone].toSorted((a, b) => a - b);
  expect(all).toEqual(all.map((_, at) => at + 1));
});
