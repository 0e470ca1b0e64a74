import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";

const NAMESPACES = "/run/netns";

function run(file, ...args) {
  const { status, stderr } = spawnSync(file, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${file} ${args.join(" ")}: ${stderr}`);
}

/**
 * Makes the networks of a compose file: a bridge for each, and a namespace for each service, with its addresses. An
 * `internal` network has no way out, and no two networks are connected.
 *
 * @param {{ compose: object, known: string[], folder: string }} options `known`: the services that run here
 */
export function createNetworks({ compose, known, folder }) {
  const { services } = compose;
  const networks = Object.entries(compose.networks).map(([name, network], index) => {
    const subnet = network.ipam?.config[0].subnet ?? `172.31.${index}.0/24`;
    return {
      name,
      bridge: `br-${name}`,
      prefix: subnet.replace(/\.\d+\/24$/, ""),
      isInternal: network.internal === true,
    };
  });
  const addresses = Object.fromEntries(
    known.map((service, index) => [
      service,
      Object.entries(services[service].networks).map(([name, own]) => {
        const network = networks.find((one) => one.name === name);
        return { network, address: own?.ipv4_address ?? `${network.prefix}.${128 + index}` };
      }),
    ]),
  );

  function make() {
    run("ip", "link", "set", "lo", "up");
    mkdirSync(NAMESPACES, { recursive: true });
    run("mount", "-t", "tmpfs", "tmpfs", NAMESPACES);
    for (const { bridge, prefix } of networks) {
      run("ip", "link", "add", bridge, "type", "bridge");
      run("ip", "address", "add", `${prefix}.1/24`, "dev", bridge);
      run("ip", "link", "set", bridge, "up");
    }
    for (const [index, service] of known.entries()) {
      run("ip", "netns", "add", service);
      run("ip", "-n", service, "link", "set", "lo", "up");
      for (const [place, { network, address }] of addresses[service].entries()) {
        const ends = [`v${index}-${place}`, `c${index}-${place}`];
        run("ip", "link", "add", ends[0], "type", "veth", "peer", "name", ends[1], "netns", service);
        run("ip", "link", "set", ends[0], "master", network.bridge, "up");
        run("ip", "-n", service, "address", "add", `${address}/24`, "dev", ends[1]);
        run("ip", "-n", service, "link", "set", ends[1], "up");
        if (!network.isInternal)
          run("ip", "-n", service, "route", "add", "default", "via", `${network.prefix}.1`);
      }
      publish(service);
    }
  }

  /** Forwards the ports that a service publishes to it. */
  function publish(service) {
    for (const text of services[service].ports ?? []) {
      const [, host, port, target, protocol] = /^(?:([\d.]+):)?(\d+):(\d+)(?:\/(\w+))?$/.exec(text);
      if (protocol === "udp") continue;
      const server = createServer((outside) => {
        const inside = connect(Number(target), addresses[service][0].address);
        for (const [from, to] of [
          [outside, inside],
          [inside, outside],
        ]) {
          from.pipe(to);
          from.on("error", () => to.destroy());
        }
      });
      server.listen(Number(port), host);
    }
  }

  /** Returns the names of the services that share a network with one, in the form of a hosts file. */
  function hostsOf(service) {
    const own = addresses[service];
    const seen = known.flatMap((other) => {
      const shared = addresses[other].find(({ network }) => own.some((one) => one.network === network));
      return shared === undefined ? [] : [`${shared.address} ${other}`];
    });
    const file = join(folder, `hosts-${service}`);
    writeFileSync(file, ["127.0.0.1 localhost", ...seen, ""].join("\n"));
    return file;
  }

  return {
    make,
    hostsOf,
    namespaceOf: (service) => join(NAMESPACES, service),
    addressOf: (service) => addresses[service][0].address,
  };
}
