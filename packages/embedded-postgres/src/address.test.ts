import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { prepareSocketDir } from "./address.ts";

const self = { kind: "self" } as const;
let temporary = "";
beforeEach(() => {
  temporary = mkdtempSync(join(tmpdir(), "vt-"));
  vi.stubEnv("TMPDIR", temporary);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(temporary, { recursive: true, force: true });
});

const longDataDir = `/somewhere/${"x".repeat(100)}`;
const perUser = () => join(temporary, `sample-${process.getuid?.()}`);

describe.skipIf(process.platform === "win32")("the folder of the socket", () => {
  it("is inside the data if the path is short", () => {
    expect(prepareSocketDir(temporary, self, "sample")).toBe(join(temporary, "run"));
    expect(statSync(join(temporary, "run")).mode & 0o777).toBe(0o700);
  });

  it("is a private temporary one if the path is long, the same each time", () => {
    const folder = prepareSocketDir(longDataDir, self, "sample");
    expect(folder.startsWith(perUser())).toBe(true);
    expect(statSync(perUser()).mode & 0o777).toBe(0o700);
    expect(prepareSocketDir(longDataDir, self, "sample")).toBe(folder);
    expect(prepareSocketDir(`${longDataDir}y`, self, "sample")).not.toBe(folder);
  });

  it("is refused if others may enter it", () => {
    mkdirSync(perUser(), { mode: 0o755 });
    expect(() => prepareSocketDir(longDataDir, self, "sample")).toThrow("nobody else may enter");
  });

  it("is refused if it is a link to another folder", () => {
    mkdirSync(join(temporary, "elsewhere"), { mode: 0o700 });
    symlinkSync(join(temporary, "elsewhere"), perUser());
    expect(() => prepareSocketDir(longDataDir, self, "sample")).toThrow("nobody else may enter");
  });
});
