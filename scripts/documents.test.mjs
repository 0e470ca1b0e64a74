import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
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

it("the index of decisions lists every number, and each record under its own", () => {
  const index = read("docs/decisions/README.md");
  const rows = [...index.matchAll(/^\| (?:\[(\d+)\]\(([^)]+)\)|(\d+)) +\| .* \| (\w.*?) +\|$/gm)];
  expect(rows.map(([, linked, , merged]) => Number(linked ?? merged))).toEqual(rows.map((_, at) => at + 1));
  const records = rows.filter(([, linked]) => linked !== undefined);
  const names = markdownIn("docs/decisions").map((file) => file.slice("docs/decisions/".length));
  expect(records.map(([, , name]) => name)).toEqual(names.filter((name) => name !== "README.md").toSorted());
  for (const [, number, name] of records) {
    expect(Number(name.slice(0, 4))).toBe(Number(number));
    expect(/^# (\d+)\. /.exec(read(`docs/decisions/${name}`))?.[1]).toBe(number);
  }
  for (const [, linked, , , status] of rows)
    if (linked === undefined) expect(records.map(([, number]) => `merged into ${number}`)).toContain(status);
});
