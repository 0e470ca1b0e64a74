import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { prepareAddress, releaseAddress } from "./address.ts";
import { findBinaries } from "./binaries.ts";
import { ensureCluster } from "./cluster.ts";
import type { Connection } from "./connection.ts";
import { clusterPaths, prepareDataDir } from "./files.ts";
import type { Exit } from "./postmaster.ts";
import { stopLeftover } from "./processes.ts";
import type { Log } from "./processes.ts";
import { chooseRunAs } from "./run-as.ts";
import { supervise } from "./supervise.ts";
import { stopwatch } from "./wait.ts";

export type EmbeddedPostgres = {
  /** The connection stays valid across restarts of the server. */
  connection: Connection;
  /** The first process of the running server. */
  pid(): number | undefined;
  /** Ends the server in good order and does not let it come back. May be called more than once. */
  stop(): Promise<void>;
};

/**
 * Runs a PostgreSQL of our own on `<dataDir>/postgres`. The first start sets it up. It is started again whenever it ends by
 * itself. A server that an earlier run left behind is stopped first. Call only while holding the lock of the data folder.
 *
 * @throws SetupError
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  /** The name of the database, of its only user and, if needed, of a temporary folder for the socket. */
  name: string;
  log: Log;
  onCrash?: (exit: Exit) => void;
  /** Trades durability for speed: after a crash of the machine the data may be damaged. Meant for tests. */
  isDisposable?: boolean;
}): Promise<EmbeddedPostgres> {
  const { name, log, onCrash = () => undefined, isDisposable = false } = options;
  const elapsedMs = stopwatch();
  const paths = clusterPaths(options.dataDir);
  prepareDataDir(paths.dataDir);
  const binaries = findBinaries();
  await stopLeftover(paths, binaries, log);
  const runAs = await chooseRunAs(paths, binaries);
  const password = await ensureCluster(paths, binaries, runAs, { user: name, isDisposable });
  const address = await prepareAddress(paths.dataDir, runAs, name);
  const { host, port } = address;
  const connection = { host, port, user: name, password, database: name };
  const supervisor = await supervise(
    { paths, binaries, runAs, address, connection, isDisposable, log },
    onCrash,
  );
  log({ level: "info", message: `PostgreSQL is ready after ${elapsedMs()} ms` });
  const stop = async () => {
    await supervisor.stop();
    releaseAddress(address, paths.dataDir);
  };
  return { connection, pid: supervisor.pid, stop };
}

/** Returns the connection to the PostgreSQL that another process runs on this data folder, from that server's own files. */
export function findRunning(dataDir: string, name: string): Connection {
  const paths = clusterPaths(dataDir);
  const [, , , port, socketDir, address] = readFileSync(join(paths.cluster, "postmaster.pid"), "utf8").split(
    "\n",
  );
  return {
    host: socketDir?.trim() || address?.trim() || "127.0.0.1",
    port: Number(port),
    user: name,
    password: readFileSync(paths.password, "utf8").trim(),
    database: name,
  };
}

/**
 * Moves the cluster of a data folder into another folder on the same disk, with a copy of its password. It first stops a
 * server that an earlier run left on it. Call only while holding the lock of the data folder.
 */
export async function setClusterAside(dataDir: string, folder: string, log: Log): Promise<void> {
  const paths = clusterPaths(dataDir);
  if (!existsSync(paths.cluster)) return;
  await stopLeftover(paths, findBinaries(), log);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (existsSync(paths.password)) copyFileSync(paths.password, join(folder, "postgres-password"));
  renameSync(paths.cluster, join(folder, "postgres"));
}
