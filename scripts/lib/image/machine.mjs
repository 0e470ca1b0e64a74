import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { SetupError } from "../setup-error.mjs";

const POSTGRES = "/usr/lib/postgresql";
const FOLDERS = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin", "/sbin"];

const find = (name) => FOLDERS.map((folder) => join(folder, name)).find((file) => existsSync(file));
/** Finds a program of PostgreSQL. Debian keeps these apart, in one folder for each major version. */
const findInPostgres = (name) =>
  (existsSync(POSTGRES) ? readdirSync(POSTGRES) : [])
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(POSTGRES, version, "bin", name))
    .find((file) => existsSync(file));

/** The programs that the test runs, each with its Debian package. */
const PROGRAMS = {
  buildah: "buildah",
  mmdebstrap: "mmdebstrap",
  caddy: "caddy",
  "nats-server": "nats-server",
  "tini-static": "tini",
  ip: "iproute2",
  nsenter: "util-linux",
  unshare: "util-linux",
  setpriv: "util-linux",
  postgres: "postgresql",
  prometheus: "prometheus",
  promtool: "prometheus",
};
const findProgram = (name) => (name === "postgres" ? findInPostgres(name) : find(name));

/**
 * Finds the programs of the test, and installs missing ones if that is possible.
 *
 * @returns {Record<string, string>} the path of each program by its name
 */
export function ensurePrograms() {
  if (process.platform !== "linux" || process.getuid?.() !== 0) {
    throw new SetupError(
      "The test of the image makes namespaces and mounts: run it as root on a Debian, for example in a virtual machine.",
    );
  }
  const missing = () => Object.keys(PROGRAMS).filter((name) => findProgram(name) === undefined);
  if (missing().length > 0) install([...new Set(missing().map((name) => PROGRAMS[name]))]);
  const still = missing();
  if (still.length > 0) {
    const packages = [...new Set(still.map((name) => PROGRAMS[name]))];
    throw new SetupError(
      `These programs are missing: ${still.join(", ")}. On Debian they come with: apt-get install ${packages.join(" ")}`,
    );
  }
  return Object.fromEntries(Object.keys(PROGRAMS).map((name) => [name, findProgram(name)]));
}

function install(packages) {
  if (!existsSync("/usr/bin/apt-get")) return;
  // The package of a server would start that server, which must not happen here.
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  const apt = (...args) => execFileSync("apt-get", args, { stdio: "ignore", timeout: 600_000, env });
  const holdBack = "/usr/sbin/policy-rc.d";
  const isOurs = !existsSync(holdBack);
  try {
    if (isOurs)
      execFileSync("sh", ["-c", `printf '#!/bin/sh\\nexit 101\\n' > ${holdBack}; chmod 755 ${holdBack}`]);
    apt("update");
    apt("install", "-y", "--no-install-recommends", ...packages);
  } catch {
    // The caller reports what is missing.
  } finally {
    if (isOurs) execFileSync("rm", ["-f", holdBack]);
  }
}
