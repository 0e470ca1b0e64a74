import { hash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { LogEntry } from "@veritick/domain/log/entries.ts";
import { productVersion } from "../platform/version.ts";

const VERIFIER = "veritick-verify.mjs";

/**
 * Returns the entry about the version that runs: the hash of the verifier that it serves, and that of all its web files.
 * Undefined if no web app is built.
 *
 * Files compressed ahead hold nothing of their own, so they are left out. `sha256sum` and `sort` make the same list
 * (docs/protocol.md).
 */
export async function readRelease(webRoot: string): Promise<LogEntry | undefined> {
  const names = await readdir(webRoot, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = names
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  const verifier = files.find((file) => file === join(webRoot, VERIFIER));
  if (verifier === undefined) return undefined;
  const lines: string[] = [];
  for (const file of files) {
    const path = file.slice(join(webRoot, "/").length).replaceAll("\\", "/");
    lines.push(`${hash("sha256", await readFile(file))}  ./${path}\n`);
  }
  return {
    kind: "release",
    version: productVersion(),
    verifier: hash("sha256", await readFile(verifier)),
    web: hash("sha256", lines.toSorted().join("")),
  };
}
