import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { root } from "../root.mjs";
import { bytesOf, durationMs } from "./compose-file.mjs";
import { createNetworks } from "./networks.mjs";

/** The most time for a start, because machines that run other tests at the same time are slow. */
const START_LIMIT_MS = 240_000;
const quote = (text) => `'${String(text).replaceAll("'", String.raw`'\''`)}'`;

/**
 * Runs the services of a compose file as a container engine would, with Linux's own means: namespaces, mounts and
 * capabilities. It must run alone in new namespaces (`unshare --net --mount --pid`). Everything ends with these.
 *
 * @param {object} options
 * @param {object} options.compose the compose file, filled in
 * @param {{ folder: string, config: object }} options.image the mounted image of the services that are built
 * @param {Record<string, (service: object, place: object) => object>} options.stand a stand-in for the image of each other
 *   service: a program of this machine
 * @param {string} options.folder for volumes and logs
 * @param {string} options.init the program that compose's `init: true` runs first
 */
export function createEngine({ compose, image, stand, folder, init }) {
  const { services } = compose;
  const known = Object.keys(services).filter(
    (name) => services[name].build !== undefined || stand[name] !== undefined,
  );
  const running = new Map();
  const completed = new Set();
  const volumes = join(folder, "volumes");
  mkdirSync(volumes, { recursive: true });

  const networks = createNetworks({ compose, known, folder });

  /** Returns the folder of a volume. A new one takes owner and mode from the image's folder, as with Docker. */
  function volumeOf(source, target) {
    if (source.startsWith("./")) return join(root, source);
    const place = join(volumes, source);
    if (existsSync(place)) return place;
    mkdirSync(place);
    const inImage = join(image.folder, target);
    if (existsSync(inImage)) {
      const { uid, gid, mode } = statSync(inImage);
      chownSync(place, uid, gid);
      chmodSync(place, mode & 0o7777);
    }
    return place;
  }

  /** Returns the steps that run a service of the image: as its user, and with compose's restrictions, such as read-only. */
  function fromImage(name, command) {
    const service = services[name];
    const { config } = image;
    const inside = join(folder, `root-${name}`);
    mkdirSync(inside, { recursive: true });
    const at = (path) => quote(join(inside, path));
    const steps = [`mount --bind ${quote(image.folder)} ${quote(inside)}`];
    if (service.read_only === true) steps.push(`mount -o remount,bind,ro ${quote(inside)}`);
    steps.push(
      `mount -t proc proc ${at("proc")}`,
      `mount -t sysfs -o ro,nosuid,nodev,noexec sysfs ${at("sys")}`,
      `mount -t tmpfs -o mode=755,nosuid tmpfs ${at("dev")}`,
      ...["null", "zero", "full", "random", "urandom", "tty"].flatMap((device) => [
        `touch ${at(`dev/${device}`)}`,
        `mount --bind /dev/${device} ${at(`dev/${device}`)}`,
      ]),
      `mkdir ${at("dev/shm")}`,
      `mount -t tmpfs -o size=64m,nosuid,nodev,noexec tmpfs ${at("dev/shm")}`,
      `cp ${quote(init)} ${at("dev/init")}`,
      ...["etc/hosts"].map((path) => `mount --bind ${quote(networks.hostsOf(name))} ${at(path)}`),
    );
    for (const path of [service.tmpfs ?? []].flat()) {
      steps.push(`mount -t tmpfs -o mode=1777,nosuid,nodev,noexec tmpfs ${at(path)}`);
    }
    for (const text of service.volumes ?? []) {
      const [source, target, mode] = text.split(":");
      steps.push(`mount --bind ${quote(volumeOf(source, target))} ${at(target)}`);
      if (mode === "ro") steps.push(`mount -o remount,bind,ro ${at(target)}`);
    }
    if (service.ulimits?.nofile !== undefined) {
      // Only a process with the right to raise limits can raise this one.
      steps.push(
        `ulimit -n ${service.ulimits.nofile} 2>/dev/null || echo "the limit of open files stays $(ulimit -n)"`,
      );
    }
    const program = [
      ...(service.init === true ? ["/dev/init", "--"] : []),
      ...(service.entrypoint ?? config.Entrypoint ?? []),
      ...command,
    ];
    const asUser = ["setpriv", ...userOf(config.User), ...limitsOf(service)];
    const words = ["/usr/bin/env", `--chdir=${config.WorkingDir}`, ...asUser, "--", ...program];
    steps.push(`exec chroot ${quote(inside)} ${words.map(quote).join(" ")}`);
    const own = Object.fromEntries(config.Env.map((pair) => pair.split(/=(.*)/s).slice(0, 2)));
    return {
      steps,
      environment: { ...own, HOME: `/home/${config.User}`, HOSTNAME: name, ...service.environment },
    };
  }

  /** Returns the steps that run a program of this machine instead of an image that is not available here. */
  function fromMachine(name) {
    const service = services[name];
    const place = {
      hosts: networks.hostsOf(name),
      folderOf: (target) => {
        const mount = (service.volumes ?? [])
          .map((text) => text.split(":"))
          .find((parts) => parts[1] === target);
        return volumeOf(mount[0], target);
      },
    };
    const { before = [], command, user, group, environment = {} } = stand[name](service, place);
    // The program does not run as root here, so it inherits the capabilities that compose leaves it.
    const kept = capabilitiesOf(service);
    const ambient = kept === "" ? [] : ["--ambient-caps", `-all${kept}`];
    const asUser = ["setpriv", ...userOf(user, group), ...limitsOf(service), ...ambient];
    return {
      environment: { PATH: process.env.PATH, ...service.environment, ...environment },
      steps: [
        // The program may change only its own folders on this machine.
        `mount --bind ${quote(folder)} ${quote(folder)}`,
        "mount -o remount,bind,ro /",
        "mount -t proc proc /proc",
        `mount --bind ${quote(place.hosts)} /etc/hosts`,
        "mount -t tmpfs -o mode=755 tmpfs /run",
        "mkdir /run/secrets",
        ...(service.secrets ?? []).map(
          (one) => `printf %s ${quote(compose.secrets[one].value)} > /run/secrets/${one}`,
        ),
        `cd ${quote(folder)}`,
        ...before,
        `exec ${[...asUser, "--", ...command].map(quote).join(" ")}`,
      ],
    };
  }

  function start(
    name,
    command = services[name].command ?? (services[name].entrypoint ? [] : image.config.Cmd),
  ) {
    const { steps, environment } =
      services[name].build === undefined ? fromMachine(name) : fromImage(name, command);
    const script = join(folder, `start-${name}.sh`);
    writeFileSync(script, ["set -e", ...steps, ""].join("\n"));
    const own = [
      "--mount",
      "--pid",
      "--ipc",
      "--uts",
      "--fork",
      "--kill-child=SIGKILL",
      "--propagation",
      "private",
    ];
    const child = spawn("nsenter", [`--net=${networks.namespaceOf(name)}`, "unshare", ...own, "sh", script], {
      env: environment,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let log = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => (log += text));
    const exit = once(child, "close").then(([code, signal]) => code ?? signal);
    const graceMs = durationMs(services[name].stop_grace_period ?? "10s");

    /** Returns the process that is the first in its namespace. */
    const first = () => Number(childrenOf(child.pid)[0]);
    async function end(signal) {
      const startMs = performance.now();
      process.kill(first(), signal);
      const code = await Promise.race([exit, delay(graceMs, "not within its grace", { ref: false })]);
      running.delete(name);
      return { code, seconds: (performance.now() - startMs) / 1000 };
    }
    const container = {
      name,
      exit,
      log: () => log,
      first,
      stop: () => end(services[name].stop_signal ?? (name === "postgres" ? "SIGINT" : "SIGTERM")),
      kill: () => end("SIGKILL"),
      /** Runs a command beside the process, as `docker exec` does. */
      async exec(...words) {
        const inside = [`--target=${first()}`, "--mount", "--pid", "--ipc", "--uts", "--net"];
        const isImage = services[name].build !== undefined;
        const asUser = isImage
          ? [
              "--root",
              "--wd",
              "/usr/bin/setpriv",
              ...userOf(image.config.User),
              ...limitsOf(services[name]),
              "--",
            ]
          : [];
        const other = spawn("nsenter", [...inside, ...asUser, ...words], {
          env: environment,
          timeout: START_LIMIT_MS,
        });
        let output = "";
        for (const stream of [other.stdout, other.stderr])
          stream.setEncoding("utf8").on("data", (text) => (output += text));
        const [status] = await once(other, "close");
        return { status, output };
      },
      /** Returns the bytes of memory that its processes hold. */
      memory: () => treeOf(first()).reduce((sum, pid) => sum + residentBytes(pid), 0),
      limit: bytesOf(services[name].deploy.resources.limits.memory),
    };
    running.set(name, container);
    return container;
  }

  /** Runs the health check until it succeeds, more often than the engine would. */
  async function becomesHealthy(container) {
    const own = services[container.name].healthcheck;
    const inherited = image.config.Healthcheck;
    const [kind, ...test] = own?.test ?? (services[container.name].build ? inherited.Test : []);
    if (kind !== "CMD") throw new Error(`${container.name} has no health check of the form CMD`);
    const startMs = performance.now();
    let last = "";
    while (performance.now() - startMs < START_LIMIT_MS) {
      const ended = await Promise.race([container.exit, delay(0, "running")]);
      if (ended !== "running") throw new Error(`${container.name} ended with ${ended}`);
      const { status, output } = container.first()
        ? await container.exec(...test)
        : { status: -1, output: "not started" };
      if (status === 0) return performance.now() - startMs;
      last = output;
      await delay(200);
    }
    throw new Error(`${container.name} did not become healthy: ${last}`);
  }

  /** Starts a service once its dependencies meet compose's conditions. */
  async function up(name) {
    if (running.has(name) || completed.has(name)) return;
    for (const [other, { condition }] of Object.entries(services[name].depends_on ?? {})) {
      await up(other);
      if (condition === "service_healthy") await becomesHealthy(running.get(other));
      else if (condition === "service_completed_successfully") await complete(other);
      else if (condition !== "service_started") throw new Error(`${name}: nothing is known of ${condition}`);
    }
    if (!running.has(name)) start(name);
  }

  async function complete(name) {
    if (completed.has(name)) return;
    const container = running.get(name);
    const code = await container.exit;
    running.delete(name);
    if (code !== 0) throw new Error(`${name} ended with ${code}:\n${container.log()}`);
    completed.add(name);
  }

  return {
    known,
    running,
    addressOf: networks.addressOf,
    makeNetworks: networks.make,
    start,
    becomesHealthy,
    up,
    /** Acts as `docker compose run --rm`. Returns the exit code and the output. */
    async runOnce(name, ...args) {
      const container = start(name, args);
      const code = await container.exit;
      running.delete(name);
      return { code, output: container.log() };
    },
  };
}

const userOf = (user, group = user) => ["--reuid", user, "--regid", group, "--init-groups"];
const capabilitiesOf = (service) =>
  (service.cap_add ?? []).map((capability) => `,+${capability.toLowerCase()}`).join("");

/** Returns the restrictions that compose puts on a service, as options of setpriv. */
function limitsOf(service) {
  const drops = (service.cap_drop ?? []).includes("ALL");
  const left = `-all${capabilitiesOf(service)}`;
  return [
    ...(drops ? ["--bounding-set", left, "--inh-caps", left] : []),
    ...((service.security_opt ?? []).includes("no-new-privileges:true") ? ["--no-new-privs"] : []),
  ];
}

function childrenOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean);
  } catch {
    return [];
  }
}
const treeOf = (pid) => [pid, ...childrenOf(pid).flatMap((child) => treeOf(Number(child)))];

function residentBytes(pid) {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? ["", 0];
  return Number(kilobytes) * 1024;
}
