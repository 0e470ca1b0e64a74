import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "@veritick/server/testing/nats-server.ts";
import { killAtOnce } from "../support/end-at-exit.ts";

const BIN = "/usr/lib/postgresql/15/bin";
const OPS = fileURLToPath(new URL("../../../ops/pgbackrest", import.meta.url));
const SERVED_WITHIN_MS = 120_000;

/** A PostgreSQL of Debian that archives its log with the files of `ops/pgbackrest`, all below one folder. */
export type ArchivedPostgres = {
  /** The connection of a role; the superuser is `postgres`. */
  urlOf(role: string): string;
  start(): Promise<void>;
  /** Creates the database and its two roles, as `ops/ha/make-database` does. */
  createDatabase(): void;
  /** Ends PostgreSQL at once and removes its data, as if the machine were lost. */
  lose(): Promise<void>;
  pgbackrest(...words: string[]): string;
};

export async function makeArchivedPostgres(folder: string): Promise<ArchivedPostgres> {
  const [data, repository] = [join(folder, "data"), join(folder, "repository")];
  const port = await freePort();
  const isRoot = process.getuid?.() === 0;
  // PostgreSQL does not run as root.
  const asPostgres = isRoot ? ["setpriv", "--reuid", "postgres", "--regid", "postgres", "--init-groups"] : [];
  // Paths of this folder take the place of those in the file.
  const env = {
    PATH: process.env["PATH"],
    PGBACKREST_CONFIG: join(OPS, "pgbackrest.conf"),
    PGBACKREST_PG1_PATH: data,
    PGBACKREST_PG1_PORT: String(port),
    PGBACKREST_PG1_SOCKET_PATH: folder,
    PGBACKREST_PG1_USER: "postgres",
    PGBACKREST_REPO1_PATH: repository,
    PGBACKREST_REPO1_CIPHER_PASS: "a password of this test",
    PGBACKREST_SPOOL_PATH: join(folder, "spool"),
    PGBACKREST_LOCK_PATH: join(folder, "lock"),
    PGBACKREST_LOG_PATH: join(folder, "log"),
  };
  const run = (program: string, ...words: string[]): string => {
    const [first, ...rest] = [...asPostgres, program, ...words];
    return execFileSync(first!, rest, {
      cwd: folder,
      encoding: "utf8",
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
  };
  const pgbackrest = (...words: string[]) => run("pgbackrest", "--stanza=veritick", ...words);

  if (isRoot) execFileSync("chown", ["postgres:", folder]);
  run("mkdir", "-m", "700", repository, join(folder, "spool"), join(folder, "log"));
  run(`${BIN}/initdb`, "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "-k");
  const settings = `port = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = '${folder}'\n`;
  const own = join(data, "postgresql.conf");
  writeFileSync(own, `${readFileSync(own, "utf8")}\n${settings}include '${join(OPS, "postgresql.conf")}'\n`);

  const urlOf = (role: string) =>
    `postgresql://${role}:none@127.0.0.1:${port}/${role === "postgres" ? "postgres" : "veritick"}`;
  const psql = (text: string) => run("psql", "-qAtX", "-v", "ON_ERROR_STOP=1", "-c", text, urlOf("postgres"));

  /** PostgreSQL and the programs that it has started, which alone have this path in their environment. */
  const running = () =>
    readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name) && environmentOf(name).includes(data))
      .map(Number);

  return {
    urlOf,
    pgbackrest,
    async start() {
      run(`${BIN}/pg_ctl`, "-D", data, "-w", "-t", "120", "-l", join(folder, "log", "postgres.log"), "start");
      for (let waitedMs = 0; psql("select pg_is_in_recovery()").trim() !== "f"; waitedMs += 50) {
        if (waitedMs > SERVED_WITHIN_MS) throw new Error("PostgreSQL is still being recovered");
        await delay(50);
      }
    },
    createDatabase() {
      for (const role of ["veritick_owner", "veritick"]) psql(`create role ${role} login`);
      psql("create database veritick owner veritick_owner");
    },
    async lose() {
      for (let pids = running(); pids.length > 0; pids = running()) {
        for (const pid of pids) killAtOnce(pid);
        await delay(20);
      }
      for (const name of readdirSync(data)) rmSync(join(data, name), { recursive: true });
    },
  };
}

function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, "utf8");
  } catch {
    // It has ended, or belongs to somebody else.
    return "";
  }
}
