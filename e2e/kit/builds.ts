import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The build that the tests look at. */
export const BUILD =
  process.env["WEB_ROOT"] ?? fileURLToPath(new URL("../../packages/web/dist", import.meta.url));

/** The first script of a build's page, whose name tells one build from another. */
export const entryOf = (page: string): string => /<script type="module"[^>]* src="([^"]+)"/.exec(page)![1]!;

/**
 * The web app after an update: all that it is made of has other names. `without` leaves out what matches, as a server
 * that was updated by halves would.
 */
export function nextBuild(without?: RegExp): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), "veritick-build-"));
  cpSync(BUILD, folder, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) });
  const assets = join(folder, "assets");
  const scripts = readdirSync(assets).filter((name) => name.endsWith(".js"));
  const renamed = new Map(scripts.map((name) => [name, name.replace(/\.js$/, "-next.js")]));
  const names = new RegExp(scripts.map((name) => name.replaceAll(".", "\\.")).join("|"), "g");
  for (const path of [
    ...scripts.map((name) => join(assets, name)),
    ...["index.html", "sw.js"].map((name) => join(folder, name)),
  ]) {
    const text = readFileSync(path, "utf8").replace(names, (name) => renamed.get(name)!);
    writeFileSync(path, text.replace('"version":"', '"version":"next-'));
  }
  for (const [name, next] of renamed) {
    if (without?.test(name) === true) rmSync(join(assets, name));
    else renameSync(join(assets, name), join(assets, next));
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
