import { execFileSync } from "node:child_process";
import { cpSync, lstatSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { binariesIn, findBinaries, restoreSymlinks } from "./binaries.ts";

it("makes the links that an installation without scripts leaves out", () => {
  const { packageDir } = findBinaries();
  const copy = mkdtempSync(join(tmpdir(), "vt-"));
  try {
    const list = readFileSync(join(packageDir, "native", "pg-symlinks.json"), "utf8");
    const links = (JSON.parse(list) as { target: string }[]).map((link) => join(copy, link.target));
    for (const part of ["native/bin", "native/lib", "native/pg-symlinks.json"]) {
      const filter = (path: string) => !lstatSync(path).isSymbolicLink();
      cpSync(join(packageDir, part), join(copy, part), { recursive: true, filter });
    }
    const version = () =>
      execFileSync(binariesIn(copy).postgres, ["--version"], { encoding: "utf8", stdio: "pipe" });
    if (links.length > 0) expect(version).toThrow();

    restoreSymlinks(copy);
    restoreSymlinks(copy);
    expect(version()).toContain("PostgreSQL");
    for (const link of links) expect(lstatSync(link).isSymbolicLink()).toBe(true);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
});
