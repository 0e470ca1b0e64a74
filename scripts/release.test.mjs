import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { root } from "./lib/root.mjs";

const run = (folder, ...words) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(folder, "scripts/release.mjs"), ...words],
    { encoding: "utf8" },
  );
  return { status, text: stdout + stderr };
};

it("finds that all files of this repository say the same version", () => {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  expect(run(root, "--check")).toEqual({ status: 0, text: `All files say ${version}.\n` });
});

describe("a release", () => {
  const manifests = ["packages/domain", "packages/web", "e2e", "bench"].map((at) => `${at}/package.json`);
  const VERIFIER = "packages/web/public/veritick-verify.mjs";
  const WITNESS = "packages/web/public/veritick-witness.mjs";
  const KUBERNETES = "ops/kubernetes/example/kustomization.yaml";
  const files = [
    "package.json",
    "package-lock.json",
    ...manifests,
    VERIFIER,
    WITNESS,
    "Dockerfile",
    KUBERNETES,
  ];
  let template;
  let folder;
  const read = (file) => readFileSync(join(folder, file), "utf8");
  const write = (file, text) => writeFileSync(join(folder, file), text);
  const git = (...words) => execFileSync("git", words, { cwd: folder, encoding: "utf8" }).trim();
  const commit = () => git("commit", "--quiet", "--all", "--message", "Change something");

  const made = () => mkdtempSync(join(tmpdir(), "veritick-release-"));
  const remove = (path) => rmSync(path, { recursive: true, force: true });

  beforeAll(() => {
    folder = template = made();
    for (const path of [...files, "scripts/release.mjs", "scripts/lib"]) {
      cpSync(join(root, path), join(folder, path), { recursive: true });
    }
    write(
      "CHANGELOG.md",
      "# Changelog\n\n## [Unreleased]\n\n- A thing.\n\n## [1.0.0] - 2026-11-29\n\n- All.\n",
    );
    const { version } = JSON.parse(read("package.json"));
    for (const file of files) write(file, read(file).replaceAll(`"${version}"`, '"1.0.0"'));
    write("Dockerfile", read("Dockerfile").replace(`=${version}`, "=1.0.0"));
    write(KUBERNETES, read(KUBERNETES).replace(`newTag: ${version}`, "newTag: 1.0.0"));
    git("init", "--quiet", "--initial-branch", "main");
    git("config", "user.name", "Tester");
    git("config", "user.email", "tester@example.com");
    git("add", ".");
    git("commit", "--quiet", "--message", "Begin");
  });
  afterAll(() => remove(template));
  beforeEach(() => cpSync(template, (folder = made()), { recursive: true }));
  afterEach(() => remove(folder));

  it("writes the version everywhere, dates the changelog, commits and tags", () => {
    const { status, text } = run(folder, "1.1.0");
    expect(status, text).toBe(0);
    expect(text).toContain('docker build --tag "$REGISTRY/veritick:1.1.0" .\n');
    expect(text).toContain('docker push "$REGISTRY/veritick:1.1.0"\n');
    for (const file of files) expect(read(file), file).toMatch(/\b1\.1\.0\b/);
    const lock = JSON.parse(read("package-lock.json"));
    expect(lock.packages["packages/web"]).toMatchObject({
      version: "1.1.0",
      dependencies: { "@veritick/domain": "1.1.0" },
    });
    expect(read("CHANGELOG.md")).toMatch(
      /^## \[Unreleased\]\n\n## \[1\.1\.0\] - \d{4}-\d\d-\d\d\n\n- A thing\.\n\n## \[1\.0\.0\]/m,
    );
    expect(git("log", "-1", "--format=%s %D")).toBe("Release 1.1.0 HEAD -> main, tag: v1.1.0");
    expect(git("status", "--porcelain")).toBe("");
    expect(run(folder, "--check")).toEqual({ status: 0, text: "All files say 1.1.0.\n" });
  });

  it("changes nothing in a dry run", () => {
    expect(run(folder, "1.1.0", "--dry-run")).toEqual({ status: 0, text: "1.1.0 can be released.\n" });
    expect(git("status", "--porcelain")).toBe("");
    expect(git("tag", "--list")).toBe("");
  });

  it.each([
    ["1.0.2", "1.0.2 does not follow 1.0.0: 1.0.1, 1.1.0, 2.0.0 do."],
    ["1.0.0", "1.0.0 does not follow 1.0.0: 1.0.1, 1.1.0, 2.0.0 do."],
    ["v1.1.0", "v1.1.0 does not follow 1.0.0: 1.0.1, 1.1.0, 2.0.0 do."],
  ])("refuses %s after 1.0.0", (version, message) => {
    expect(run(folder, version, "--dry-run")).toEqual({ status: 1, text: `${message}\n` });
  });

  it.each([
    ["a changed file", () => write("CHANGELOG.md", `${read("CHANGELOG.md")}\n`), /not committed/],
    [
      "another branch",
      () => git("switch", "--quiet", "--create", "side"),
      /^The branch is side, not main\.\n$/,
    ],
    ["a tag that exists", () => git("tag", "v1.1.0"), /^The tag v1\.1\.0 exists already\.\n$/],
    [
      "a changelog with nothing new",
      () => (write("CHANGELOG.md", read("CHANGELOG.md").replace("- A thing.\n\n", "")), commit()),
      /^CHANGELOG\.md says nothing under Unreleased\.\n$/,
    ],
    [
      "a changelog without the present version",
      () => (write("CHANGELOG.md", read("CHANGELOG.md").replace(" - 2026-11-29", "")), commit()),
      /^CHANGELOG\.md has no dated entry for 1\.0\.0\.\n$/,
    ],
  ])("refuses %s", (_name, spoil, message) => {
    spoil();
    const { status, text } = run(folder, "1.1.0");
    expect(status).toBe(1);
    expect(text).toMatch(message);
    expect(git("log", "--format=%s")).not.toContain("Release");
  });

  it.each([
    ["bench/package.json", '"version": "1.0.0"', '"version": "1.0.1"'],
    ["packages/web/package.json", '"@veritick/domain": "1.0.0"', '"@veritick/domain": "1.0.1"'],
    [
      "package-lock.json",
      '"name": "@veritick/web",\n      "version": "1.0.0"',
      '"name": "@veritick/web",\n      "version": "1.0.1"',
    ],
    [VERIFIER, 'const VERSION = "1.0.0"', 'const VERSION = "1.0.1"'],
    ["Dockerfile", "ARG VERSION=1.0.0", "ARG VERSION=1.0.1"],
    [KUBERNETES, "newTag: 1.0.0", "newTag: 1.0.1"],
  ])("names %s if it says another version", (file, from, to) => {
    expect(read(file)).toContain(from);
    write(file, read(file).replace(from, to));
    expect(run(folder, "--check")).toEqual({
      status: 1,
      text: `${file} says 1.0.1; package.json says 1.0.0.\n`,
    });
  });

  it.each([
    ["nothing", []],
    ["a version to check", ["1.1.0", "--check"]],
    ["two versions", ["1.1.0", "2.0.0"]],
    ["an unknown option", ["--unknown"]],
  ])("explains its use after %s", (_name, words) => {
    expect(run(folder, ...words)).toMatchObject({
      status: 2,
      text: expect.stringContaining("npm run release"),
    });
  });
});
