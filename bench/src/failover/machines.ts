import { execFileSync, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { stopwatchMs } from "@veritick/server/platform/clock.ts";

const RUN = fileURLToPath(new URL("../../../ops/ha/run", import.meta.url));
const SERVICES = ["etcd", "nats", "patroni", "haproxy", "server"] as const;
export type Service = (typeof SERVICES)[number];

/** One of three machines: a network namespace with an address of its own. It runs everything of `ops/ha`. */
export type Machine = {
  readonly name: string;
  readonly address: string;
  /** The address at which people reach the servers. */
  readonly front: string;
  /** The address of this machine's server process. */
  readonly server: string;
  start(service: Service): void;
  /** Ends a service and its child processes at once, as a power cut would. */
  kill(service: Service): Promise<void>;
  /** Plugs the network cable in, or pulls it. */
  cable(isIn: boolean): void;
};

/** A member of the PostgreSQL cluster in Patroni's report. */
export type Member = {
  name: string;
  /** `leader`, `sync_standby` for the one that commits wait for, or `replica`. */
  role: string;
  state: string;
  /** The lag in bytes; text if Patroni does not know it. */
  lag?: number | string;
};

export type Machines = {
  readonly all: readonly Machine[];
  /** Settings of `machine.env`. */
  readonly settings: Readonly<Record<string, string>>;
  /** The members according to the first Patroni that answers. */
  members(): Promise<Member[]>;
  leader(): Promise<Machine>;
  /** The standby that commits wait for. */
  standby(): Promise<Machine>;
  /** The address at which a program outside the machines reaches the leader of PostgreSQL. */
  leaderUrl(): Promise<string>;
  /** Runs one of our commands on the first machine, as its README says, and returns what it prints. */
  tool(...words: string[]): string;
  end(): Promise<void>;
};

const ip = (...words: string[]) => execFileSync("ip", words, { encoding: "utf8" });

/** The command that runs a program as the operating system user of PostgreSQL, which refuses to run as root. */
const AS_POSTGRES = ["setpriv", "--reuid", "postgres", "--regid", "postgres", "--init-groups"];

/** Patterns in a process's command line that tell which service it belongs to. */
const SIGNS: Record<Service, RegExp> = {
  etcd: /^etcd /,
  nats: /^nats-server /,
  patroni: /patroni|postgres/,
  haproxy: /^haproxy /,
  server: /server\/src\/main\.ts/,
};

/**
 * Makes three machines as network namespaces of this one. They run the files of `ops/ha` for three real machines.
 *
 * @param environment settings of the server processes
 */
export function makeMachines(folder: string, environment: Record<string, string>): Machines {
  const network = freeNetwork();
  const prefix = `vt${process.pid.toString(36)}`;
  const bridge = `${prefix}b`;
  const addresses = [1, 2, 3].map((n) => `${network}.${n}`);
  const settings: Record<string, string> = {
    STATE_DIR: "",
    ...Object.fromEntries(addresses.map((address, n) => [`MACHINE_${n + 1}`, address])),
    ...Object.fromEntries(
      [
        "POSTGRES_PASSWORD",
        "REPLICATION_PASSWORD",
        "REST_PASSWORD",
        "OWNER_PASSWORD",
        "SERVER_PASSWORD",
        "NATS_TOKEN",
      ].map((name) => [name, `x${randomBytes(16).toString("hex")}`]),
    ),
  };
  const [user, group] = ["-u", "-g"].map((option) =>
    Number(execFileSync("id", [option, "postgres"], { encoding: "utf8" })),
  );
  ip("link", "add", bridge, "type", "bridge");
  ip("address", "add", `${network}.254/24`, "dev", bridge);
  ip("link", "set", bridge, "up");
  const all = addresses.map((address, n) => makeMachine(address, n + 1));

  function makeMachine(address: string, n: number): Machine {
    const name = `machine${n}`;
    const space = `${prefix}${n}`;
    const home = join(folder, name);
    mkdirSync(home, { recursive: true });
    chownSync(home, user!, group!);
    ip("netns", "add", space);
    ip("link", "add", `${space}c`, "type", "veth", "peer", "name", "eth0", "netns", space);
    ip("link", "set", `${space}c`, "master", bridge);
    ip("link", "set", `${space}c`, "up");
    ip("-n", space, "link", "set", "lo", "up");
    ip("-n", space, "address", "add", `${address}/24`, "dev", "eth0");
    ip("-n", space, "link", "set", "eth0", "up");

    function spawnHere(word: string): ChildProcess {
      const log = openSync(join(home, `${word}.log`), "a");
      return spawn("ip", ["netns", "exec", space, ...AS_POSTGRES, RUN, word], {
        stdio: ["ignore", log, log],
        env: {
          PATH: process.env["PATH"],
          HOME: home,
          ...settings,
          ADDRESS: address,
          STATE_DIR: home,
          ...(word === "server" ? environment : {}),
        },
      });
    }

    const pidsOf = (service: Service) =>
      ip("netns", "pids", space)
        .split("\n")
        .filter((pid) => pid !== "" && SIGNS[service].test(commandOf(pid)));

    return {
      name,
      address,
      front: `http://${address}:8000`,
      server: `http://${address}:3000`,
      start: (service) => void spawnHere(service),
      async kill(service) {
        for (let pids = pidsOf(service); pids.length > 0; pids = pidsOf(service)) {
          for (const pid of pids) killAtOnce(Number(pid));
          await delay(20);
        }
      },
      cable: (isIn) => void ip("link", "set", `${space}c`, isIn ? "up" : "down"),
    };
  }

  async function members(): Promise<Member[]> {
    const answers = await Promise.all(
      all.map(async ({ address }) => {
        try {
          const response = await fetch(`http://${address}:8008/cluster`, {
            signal: AbortSignal.timeout(2_000),
          });
          return ((await response.json()) as { members: Member[] }).members;
        } catch {
          return undefined;
        }
      }),
    );
    return answers.find((answer) => answer?.some(({ role }) => role === "leader")) ?? [];
  }

  const withRole = async (role: string) => {
    const found = (await members()).find((member) => member.role === role);
    const machine = all.find(({ name }) => name === found?.name);
    if (machine === undefined) throw new Error(`PostgreSQL has no ${role}`);
    return machine;
  };
  const leader = () => withRole("leader");

  return {
    all,
    settings,
    members,
    leader,
    standby: () => withRole("sync_standby"),
    leaderUrl: async () =>
      `postgresql://veritick_owner:${settings["OWNER_PASSWORD"]}@${(await leader()).address}:5432/veritick`,
    tool(...words) {
      const first = all[0]!;
      const [space, home] = [`${prefix}1`, join(folder, first.name)];
      const machine = { ...settings, ADDRESS: first.address, STATE_DIR: home };
      return execFileSync("ip", ["netns", "exec", space, ...AS_POSTGRES, RUN, "tool", ...words], {
        encoding: "utf8",
        stdio: ["ignore", "pipe", "pipe"],
        env: { PATH: process.env["PATH"], HOME: home, ...machine, ...environment },
      });
    },
    async end() {
      for (const service of SERVICES.toReversed()) for (const machine of all) await machine.kill(service);
      for (const n of [1, 2, 3]) ip("netns", "delete", `${prefix}${n}`);
      ip("link", "delete", bridge);
    },
  };
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return "";
  }
}

function killAtOnce(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // The process has already ended.
  }
}

/** Returns the first three numbers of a private network that this machine does not use. */
function freeNetwork(): string {
  const own = Object.values(networkInterfaces()).flatMap(
    (addresses) => addresses?.map(({ address }) => address) ?? [],
  );
  for (;;) {
    const network = `10.${200 + (randomBytes(1)[0]! % 50)}.${randomBytes(1)[0]!}`;
    if (!own.some((address) => address.startsWith(`${network}.`))) return network;
  }
}

/** Waits until a condition holds. @throws after `withinMs`, naming the condition */
export async function until(
  condition: () => boolean | Promise<boolean>,
  what: string,
  withinMs = 60_000,
): Promise<void> {
  const deadline = stopwatchMs() + withinMs;
  for (;;) {
    if (await Promise.resolve(condition()).catch(() => false)) return;
    if (stopwatchMs() > deadline) throw new Error(`this did not happen within ${withinMs / 1000} s: ${what}`);
    await delay(100);
  }
}
