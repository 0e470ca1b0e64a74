import fs, { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { readSecret } from "./installation.ts";

beforeAll(() => {
  vi.spyOn(fs, "linkSync").mockImplementation(() => {
    throw Object.assign(new Error("operation not permitted, link"), { code: "EPERM" });
  });
  syncBuiltinESMExports();
});
afterAll(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "veritick-links-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const read = (dataDir: string) => readSecret("price-secret", {}, { dataDir, databaseUrl: undefined });

it("a secret is made once, and for its owner alone, on a file system without hard links", () => {
  const folder = newFolder();
  const secret = read(folder);
  expect(fs.linkSync).toHaveBeenCalledOnce();
  expect(secret).toHaveLength(32);
  expect(read(folder)).toEqual(secret);
  expect(readdirSync(folder)).toEqual(["price-secret"]);
  if (process.platform !== "win32") expect(statSync(join(folder, "price-secret")).mode & 0o777).toBe(0o600);
});

it("half a secret, which a kill may leave there, stops the start", () => {
  const folder = newFolder();
  writeFileSync(join(folder, "price-secret"), "5e5e");
  expect(() => read(folder)).toThrow("must be 64 hex digits");
});
