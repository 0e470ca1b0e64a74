import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { entryText } from "@veritick/domain/log/entries.ts";
import { expect, it, onTestFinished } from "vitest";
import { productVersion } from "../platform/version.ts";
import { readRelease } from "./release.ts";

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "veritick-web-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

it("names the files of a version by the hash that the documented command prints", async () => {
  const folder = newFolder();
  mkdirSync(join(folder, "assets"));
  writeFileSync(join(folder, "veritick-verify.mjs"), "// verifies\n");
  writeFileSync(join(folder, "index.html"), "<!doctype html>\n");
  writeFileSync(join(folder, "assets", "main-é.js"), "main();\n");
  const before = await readRelease(folder);
  writeFileSync(join(folder, "index.html.br"), "compressed");
  const release = await readRelease(folder);
  expect(release).toEqual(before);
  const command =
    "find . -type f ! -name '*.br' ! -name '*.gz' -exec sha256sum {} + | LC_ALL=C sort | sha256sum";
  const printed = execFileSync("sh", ["-c", command], { cwd: folder, encoding: "utf8" });
  const verifier = execFileSync("sha256sum", ["veritick-verify.mjs"], { cwd: folder, encoding: "utf8" });
  expect(entryText(release!)).toBe(
    `veritick/log/release/1\nversion ${productVersion()}\nverifier ${verifier.split(" ")[0]}\nweb ${printed.split(" ")[0]}\n`,
  );
});

it("says nothing where no web app is built", async () => {
  expect(await readRelease(newFolder())).toBeUndefined();
  expect(await readRelease(join(newFolder(), "missing"))).toBeUndefined();
});
