import { setTimeout as delay } from "node:timers/promises";
import { stopwatchMs } from "@veritick/server/platform/clock.ts";
import { clusterPaths } from "@veritick/embedded-postgres/paths.ts";
import { readPidFile, servesCluster } from "@veritick/embedded-postgres/processes.ts";

export const VICTIMS = ["the server", "PostgreSQL", "both"] as const;
export type Victim = (typeof VICTIMS)[number];

const BACK_WITHIN_MS = 60_000;

/** Ends the first process of the PostgreSQL on this data directory as the kernel would, once it is sure that it is one. */
export function killPostgres(dataDir: string): void {
  const { cluster } = clusterPaths(dataDir);
  const pid = readPidFile(cluster)?.pid;
  if (pid === undefined || !servesCluster(pid, cluster)) throw new Error("PostgreSQL is not running");
  process.kill(pid, "SIGKILL");
}

/**
 * Watches a server that has lost its database until it can serve again. It must stay up meanwhile and say that it
 * cannot serve; returns what it said that it should not have, and how long it took.
 */
export async function watchRecovery(url: string): Promise<{ faults: string[]; backMs: number }> {
  const startedAt = stopwatchMs();
  const faults: string[] = [];
  for (;;) {
    const [health, readiness] = await Promise.all([statusOf(`${url}/healthz`), statusOf(`${url}/readyz`)]);
    if (health !== 200) return { faults: [`/healthz answered ${health} without a database`], backMs: NaN };
    if (readiness !== 200 && readiness !== 503) faults.push(`/readyz answered ${readiness}`);
    const backMs = stopwatchMs() - startedAt;
    // The first look may come before the server has noticed.
    if (readiness === 200 && backMs > 100) return { faults, backMs };
    if (backMs > BACK_WITHIN_MS) return { faults: [...faults, "PostgreSQL did not come back"], backMs };
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
