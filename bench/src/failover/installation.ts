import { randomBytes } from "node:crypto";
import { makeMachines, until } from "./machines.ts";
import type { Machines } from "./machines.ts";

const STARTED_WITHIN_MS = 120_000;

/** Prepares three machines on which nothing runs yet. `start` starts every service and waits until all of them work. */
export function beginInstallation(
  folder: string,
  environment: Record<string, string>,
): { machines: Machines; start(): Promise<void> } {
  const machines = makeMachines(folder, {
    CODE_PEPPER: randomBytes(32).toString("hex"),
    SIGNING_KEY: randomBytes(32).toString("hex"),
    HOUSE_CAPITAL: "1000000000",
    SANDBOX_CONFIRM_SECONDS: "1",
    LIMIT_REGISTRATIONS_PER_HOUR: "1000000",
    LIMIT_DEPOSITS_PER_USER: "100000",
    LIMIT_DEPOSITS_PER_ADDRESS: "100000",
    LIMIT_CALLS_PER_SECOND: "1000000",
    LIMIT_CALL_BURST: "1000000",
    LOG_LEVEL: "info",
    ...environment,
  });

  async function start(): Promise<void> {
    for (const machine of machines.all)
      for (const service of ["etcd", "nats", "haproxy"] as const) machine.start(service);
    for (const machine of machines.all) machine.start("patroni");
    await until(() => isReplicated(machines), "PostgreSQL has a leader and two standbys", STARTED_WITHIN_MS);
    machines.tool("migrate");
    for (const machine of machines.all) machine.start("server");
    await until(() => isWhole(machines), "all servers are ready", STARTED_WITHIN_MS);
  }

  return { machines, start };
}

/** Returns true if PostgreSQL has a leader and two standbys that follow it, and commits wait for one of these. */
async function isReplicated(machines: Machines): Promise<boolean> {
  const members = await machines.members();
  const following = members.filter(
    ({ role, state }) => role !== "leader" && ["streaming", "running"].includes(state),
  );
  return (
    members.some(({ role, state }) => role === "leader" && state === "running") &&
    following.length === 2 &&
    following.some(({ role }) => role === "sync_standby") &&
    following.every(({ lag }) => lag === 0)
  );
}

/** Returns true if every server is ready and hears the others, and PostgreSQL has both standbys. */
export async function isWhole(machines: Machines): Promise<boolean> {
  const servers = await Promise.all(
    machines.all
      .flatMap(({ front, server }) => [front, server])
      .map(async (url) => {
        const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) });
        return response.status === 200 && ((await response.json()) as { notes: string[] }).notes.length === 0;
      }),
  );
  return servers.every(Boolean) && (await isReplicated(machines));
}
