import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { request } from "node:https";
import type { RequestOptions } from "node:https";
import { join } from "node:path";
import type { Machine, Service } from "./machines.ts";
import { readSettings, SERVICES } from "./machines.ts";

/** Prints everything that a user can read of any process, and of the files of settings and keys. */
const READ_ALL = 'cat /proc/[0-9]*/environ /proc/[0-9]*/cmdline "$VERITICK_ETC"/* 2>/dev/null || :';

/** Reports every part of a machine that runs as another user than its own, and every secret of others that its user can read. */
export async function findBreaches(machine: Machine): Promise<string[]> {
  const secrets = secretsIn(machine.etc);
  const breaches = SERVICES.flatMap((service) => {
    const user = `veritick-${service}`;
    const others = usersOf(machine, service).filter((one) => one !== user);
    const seen = machine.runAs(user, "sh", "-c", READ_ALL).replaceAll("\0", "\n");
    const own = secrets.filter(({ holders }) => holders.includes(service));
    const leaked = secrets.filter(({ holders, value }) => !holders.includes(service) && seen.includes(value));
    return [
      ...others.map((one) => `${service} runs as ${one}`),
      ...leaked.map(({ name }) => `${user} can read ${name}`),
      // Otherwise it would prove nothing that the rest is not there.
      ...own
        .filter(({ value }) => !seen.includes(value))
        .map(({ name }) => `${user} cannot read its ${name}`),
    ];
  });
  return [...breaches, ...(await findOpenPorts(machine))].map((breach) => `${machine.name}: ${breach}`);
}

type Secret = { name: string; value: string; holders: string[] };

/** Returns the passwords and keys of a machine with the parts that hold them. Other settings of the server are no secrets of others. */
function secretsIn(etc: string): Secret[] {
  const secrets = new Map<string, Secret>();
  for (const file of readdirSync(etc)) {
    const [part = "", kind] = file.split(".");
    const path = join(etc, file);
    const held =
      kind === "key"
        ? [[file, readFileSync(path, "utf8").split("\n")[1]!]]
        : kind === "env" && part !== "machine"
          ? Object.entries(readSettings(path)).filter(([, value]) => value.length >= 32)
          : [];
    for (const [name, value] of held as [string, string][])
      secrets.set(value, { name, value, holders: [...(secrets.get(value)?.holders ?? []), part] });
  }
  return [...secrets.values()];
}

function usersOf(machine: Machine, service: Service): string[] {
  const pids = machine.pidsOf(service);
  if (pids.length === 0) return ["nobody: it does not run"];
  const ids = new Set(pids.map((pid) => statSync(`/proc/${pid}`).uid));
  return [...ids].map((id) => execFileSync("id", ["-un", String(id)], { encoding: "utf8" }).trim());
}

/**
 * Reports every port of etcd that answers who it should not. Port 2379 is for Patroni, which shows that it answers at all; on
 * port 2380 the machines hear each other, and the cluster would not work without it.
 */
async function findOpenPorts({ address, etc }: Machine): Promise<string[]> {
  const read = (name: string) => readFileSync(join(etc, name));
  const withKey = (name: string) => ({
    ca: read("etcd-ca.crt"),
    cert: read(`${name}.crt`),
    key: read(`${name}.key`),
  });
  const answers = (port: number, path: string, options: RequestOptions) =>
    new Promise<boolean>((resolve) => {
      const asked = request(
        { host: address, port, path, agent: false, timeout: 5_000, ...options },
        (response) => {
          response.resume();
          resolve(response.statusCode === 200);
        },
      );
      asked.once("timeout", () => asked.destroy()).once("error", () => resolve(false));
      asked.end();
    });
  const breaches: string[] = [];
  const anybody = { rejectUnauthorized: false };
  if (!(await answers(2379, "/health", withKey("patroni")))) breaches.push("port 2379 refuses Patroni");
  for (const [port, path] of [
    [2379, "/health"],
    [2380, "/members"],
  ] as const)
    if (await answers(port, path, anybody)) breaches.push(`port ${port} answers without a certificate`);
  if (await answers(2380, "/members", withKey("patroni"))) breaches.push("port 2380 answers Patroni");
  return breaches;
}
