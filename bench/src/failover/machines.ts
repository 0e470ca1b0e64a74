import { execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { stopwatchMs } from "@veritick/server/platform/clock.ts";
import { killAtOnce } from "../support/end-at-exit.ts";

const HA = fileURLToPath(new URL("../../../ops/ha", import.meta.url));
const RUN = join(HA, "run");
export const SERVICES = ["etcd", "nats", "patroni", "haproxy", "server"] as const;
export type Service = (typeof SERVICES)[number];

/** One of three machines: a network namespace with an address of its own. It runs everything of `ops/ha`. */
export type Machine = {
  readonly name: string;
  readonly address: string;
  /** The address at which people reach the servers. */
  readonly front: string;
  /** The address of this machine's server process. */
  readonly server: string;
  /** The folder in place of `/etc/veritick`. */
  readonly etc: string;
  /** A folder of its commands for their files. */
  readonly own: string;
  /** The processes of a service. */
  pidsOf(service: Service): number[];
  /** Runs a program as a user of this machine, and returns what it prints. */
  runAs(user: string, ...words: string[]): string;
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

const asUser = (user: string) => ["setpriv", "--reuid", user, "--regid", user, "--init-groups"];

/** Does what systemd does for `systemd-run`, and with a unit: reads the settings as root, and starts the program as its user. */
const SYSTEMD_RUN = `#!/bin/sh
set -eua
while :; do
  case $1 in
  --uid) user=$2; shift 2 ;;
  --description) shift 2 ;;
  -p) . "\${2#EnvironmentFile=}"; shift 2 ;;
  --*) shift ;;
  *) exec ${asUser("$user").join(" ")} "$@" ;;
  esac
done
`;

/** Returns the settings in one of the files of `/etc/veritick`. */
export const readSettings = (file: string): Record<string, string> =>
  Object.fromEntries(
    [...readFileSync(file, "utf8").matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]),
  );

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
  const bin = join(folder, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "systemd-run"), SYSTEMD_RUN);
  chmodSync(join(bin, "systemd-run"), 0o755);
  const settingsOf = (etc: string) => ({ PATH: `${bin}:${process.env["PATH"]}`, VERITICK_ETC: etc });
  const unit = readFileSync(join(HA, "veritick@.service"), "utf8");
  ip("link", "add", bridge, "type", "bridge");
  ip("address", "add", `${network}.254/24`, "dev", bridge);
  ip("link", "set", bridge, "up");
  const all = addresses.map((address, n) => makeMachine(address, n + 1));

  function makeMachine(address: string, n: number): Machine {
    const name = `machine${n}`;
    const space = `${prefix}${n}`;
    const home = join(folder, name);
    const [etc, state] = [join(home, "etc"), join(home, "state")];
    mkdirSync(home);
    // Its README: one machine makes the secrets, the others get a copy.
    if (n > 1) cpSync(join(folder, "machine1", "etc"), etc, { recursive: true });
    else mkdirSync(etc);
    const machineSettings = {
      ADDRESS: address,
      ...Object.fromEntries(addresses.map((one, at) => [`MACHINE_${at + 1}`, one])),
      STATE_DIR: state,
    };
    writeFileSync(join(etc, "machine.env"), linesOf(machineSettings));
    const env = settingsOf(etc);
    if (n === 1) {
      execFileSync(join(HA, "make-secrets"), { env, stdio: "pipe" });
      appendFileSync(join(etc, "server.env"), linesOf(environment));
    }
    execFileSync(join(HA, "prepare-machine"), { env, stdio: "pipe" });
    ip("netns", "add", space);
    ip("link", "add", `${space}c`, "type", "veth", "peer", "name", "eth0", "netns", space);
    ip("link", "set", `${space}c`, "master", bridge);
    ip("link", "set", `${space}c`, "up");
    ip("-n", space, "link", "set", "lo", "up");
    ip("-n", space, "address", "add", `${address}/24`, "dev", "eth0");
    ip("-n", space, "link", "set", "eth0", "up");

    /** Starts a service as systemd does by the unit. */
    function spawnHere(word: Service): void {
      const log = openSync(join(home, `${word}.log`), "a");
      const ofUnit = (name: string) =>
        [...unit.matchAll(new RegExp(`^${name}=(.+)$`, "gm"))].map(([, value]) =>
          value!.replaceAll("%i", word),
        );
      const files = ofUnit("EnvironmentFile").map((file) => file.replace(/^-?\/etc\/veritick/, etc));
      const properties = files
        .filter((file) => existsSync(file))
        .flatMap((file) => ["-p", `EnvironmentFile=${file}`]);
      const words = ["--uid", ...ofUnit("User"), ...properties, RUN, word];
      spawn("ip", ["netns", "exec", space, "systemd-run", ...words], { stdio: ["ignore", log, log], env });
    }

    const pidsOf = (service: Service) =>
      ip("netns", "pids", space)
        .split("\n")
        .filter((pid) => pid !== "" && SIGNS[service].test(commandOf(pid)))
        .map(Number);

    return {
      name,
      address,
      front: `http://${address}:8000`,
      server: `http://${address}:3000`,
      etc,
      own: join(state, "tool"),
      pidsOf,
      runAs: (user, ...words) =>
        execFileSync("ip", ["netns", "exec", space, ...asUser(user), ...words], {
          encoding: "utf8",
          env,
          maxBuffer: 1e8,
        }),
      start: spawnHere,
      async kill(service) {
        for (let pids = pidsOf(service); pids.length > 0; pids = pidsOf(service)) {
          for (const pid of pids) killAtOnce(pid);
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
    members,
    leader,
    standby: () => withRole("sync_standby"),
    async leaderUrl() {
      const { OWNER_PASSWORD } = readSettings(join(all[0]!.etc, "owner.env"));
      return `postgresql://veritick_owner:${OWNER_PASSWORD}@${(await leader()).address}:5432/veritick`;
    },
    tool: (...words) =>
      execFileSync("ip", ["netns", "exec", `${prefix}1`, RUN, "tool", ...words], {
        encoding: "utf8",
        stdio: ["ignore", "pipe", "pipe"],
        env: settingsOf(all[0]!.etc),
      }),
    async end() {
      for (const service of SERVICES.toReversed()) for (const machine of all) await machine.kill(service);
      for (const n of [1, 2, 3]) ip("netns", "delete", `${prefix}${n}`);
      ip("link", "delete", bridge);
    },
  };
}

const linesOf = (settings: Record<string, string>): string =>
  Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join("");

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return "";
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
