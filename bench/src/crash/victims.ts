import { setTimeout as delay } from "node:timers/promises";
import { stopwatchMs } from "@veritick/server/platform/clock.ts";
import { clusterPaths } from "@veritick/embedded-postgres/files.ts";
import { readPidFile, servesCluster } from "@veritick/embedded-postgres/processes.ts";

export const VICTIMS = ["the server", "PostgreSQL", "both"] as const;
export type Victim = (typeof VICTIMS)[number];

const BACK_WITHIN_MS = 60_000;

/**
 * Kills the first process of the PostgreSQL on this data directory without warning, after checking that it is PostgreSQL.
 * Returns its process id.
 */
export function killPostgres(dataDir: string): number {
  const { cluster } = clusterPaths(dataDir);
  const pid = readPidFile(cluster)?.pid;
  if (pid === undefined || !servesCluster(pid, cluster)) throw new Error("PostgreSQL is not running");
  process.kill(pid, "SIGKILL");
  return pid;
}

/** Returns true once a PostgreSQL other than the killed one accepts connections here. */
function isReplaced(dataDir: string, killed: number): boolean {
  const file = readPidFile(clusterPaths(dataDir).cluster);
  return file !== undefined && file.pid !== killed && file.status === "ready";
}

/**
 * Kills the PostgreSQL of a server and watches the server until it can serve again. The server must stay up meanwhile and
 * report that it cannot serve. Returns the faults seen.
 */
export async function watchRecovery(url: string, dataDir: string): Promise<string[]> {
  const startedAt = stopwatchMs();
  const killed = killPostgres(dataDir);
  const faults: string[] = [];
  for (;;) {
    const isBack = isReplaced(dataDir, killed);
    const [health, readiness] = await Promise.all([statusOf(`${url}/healthz`), statusOf(`${url}/readyz`)]);
    if (health !== 200) return [`/healthz answered ${health} without a database`];
    if (readiness !== 200 && readiness !== 503) faults.push(`/readyz answered ${readiness}`);
    // Until a new PostgreSQL accepts connections, the server may still believe that the old one runs.
    if (readiness === 200 && isBack) return faults;
    if (stopwatchMs() - startedAt > BACK_WITHIN_MS) return [...faults, "PostgreSQL did not come back"];
    await delay(20);
  }
}

const statusOf = (url: string): Promise<number | string> =>
  fetch(url, { signal: AbortSignal.timeout(30_000) }).then(
    async (response) => {
      await response.arrayBuffer();
      return response.status;
    },
    (error: unknown) => String(error),
  );
