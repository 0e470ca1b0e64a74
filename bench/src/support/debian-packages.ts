import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** A program, with its package in Debian 12. */
export type Needed = readonly (readonly [program: string, inPackage: string])[];

const folders = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin", "/usr/bin"];
const isThere = (program: string) =>
  program.startsWith("/") ? existsSync(program) : folders.some((folder) => existsSync(join(folder, program)));

/** Installs missing packages if it can. @throws a message to the person who started the test, naming what is missing */
export function ensurePackages(needed: Needed): void {
  const missing = () => needed.filter(([program]) => !isThere(program)).map(([, inPackage]) => inPackage);
  if (missing().length > 0 && existsSync("/usr/bin/apt-get")) {
    console.log(`Installing ${missing().join(", ")}`);
    // Keeps `postgresql-common` and the services from starting anything.
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
    const apt = (...words: string[]) => execFileSync("apt-get", words, { stdio: "ignore", env });
    try {
      apt("update");
      apt("install", "-y", "--no-install-recommends", "-o", "DPkg::Options::=--force-confold", ...missing());
    } catch {
      // The check below reports the packages that are still missing.
    }
  }
  const left = missing();
  if (left.length > 0) throw new Error(`These packages of Debian 12 are missing: ${left.join(", ")}`);
}
