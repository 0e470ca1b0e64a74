import { prepareAddress, releaseAddress } from "./address.ts";
import { findBinaries } from "./binaries.ts";
import { chooseRunAs } from "./choose-run-as.ts";
import { databaseName, databaseUser, ensureCluster } from "./cluster.ts";
import type { Connection } from "./connection.ts";
import type { Log } from "./log.ts";
import { clusterPaths, prepareDataDir } from "./paths.ts";
import type { Exit } from "./postmaster.ts";
import { stopLeftover } from "./shut-down.ts";
import { supervise } from "./supervise.ts";
import { stopwatch } from "./wait.ts";

export type EmbeddedPostgres = {
  /** Stays valid across restarts of the server. */
  connection: Connection;
  /** The first process of the running server. */
  pid(): number | undefined;
  /** Ends the server in good order and does not let it come back. May be called more than once. */
  stop(): Promise<void>;
};

/**
 * Runs a PostgreSQL of our own on `<dataDir>/postgres`. It is set up on the first start, started again whenever
 * it ends by itself, and one that an earlier run left behind is stopped first. Call only while holding the lock
 * of the data folder.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  log: Log;
  onCrash?: (exit: Exit) => void;
  /** Trades durability for speed: after a crash of the machine the data may be damaged. Meant for tests. */
  isDisposable?: boolean;
}): Promise<EmbeddedPostgres> {
  const { log, onCrash = () => undefined, isDisposable = false } = options;
  const elapsedMs = stopwatch();
  const paths = clusterPaths(options.dataDir);
  prepareDataDir(paths.dataDir);
  const binaries = findBinaries();
  await stopLeftover(paths, binaries, log);
  const runAs = await chooseRunAs(paths, binaries);
  const password = await ensureCluster(paths, binaries, runAs, isDisposable);
  const address = await prepareAddress(paths.dataDir, runAs);
  const { host, port } = address;
  const connection = { host, port, user: databaseUser, password, database: databaseName };
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
