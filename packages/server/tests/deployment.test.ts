import { spawn, spawnSync } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { isIPv6 } from "node:net";
import type { AddressInfo } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { messageFor } from "@veritick/contract/errors.ts";
import { Ajv } from "ajv";
import { parse } from "yaml";
import { readConfig } from "../src/config/config.ts";
import { BACKUP_VARIABLES, readDatabaseLocation, SECRET_VARIABLES } from "../src/config/installation.ts";
import { readTrustedProxies } from "../src/config/values.ts";
import { VARIABLES } from "../src/config/variables.ts";
import { createHttp } from "../src/platform/http/server.ts";
import { CLOSE_MS } from "../src/platform/process/shutdown.ts";
import { createLog } from "../src/platform/telemetry/log.ts";

/** Checks of the deployment that need no container. `npm run test:image` starts the containers. */
const root = fileURLToPath(new URL("../../../", import.meta.url));
const read = (file: string) => readFileSync(join(root, file), "utf8");

type Service = {
  image: string;
  restart: string;
  ports?: string[];
  volumes?: string[];
  networks?: Record<string, { ipv4_address?: string } | null>;
  user?: string;
  environment?: Record<string, string>;
  profiles?: string[];
  deploy: { resources: { limits: { memory: string } } };
  logging?: object;
  healthcheck?: object;
  depends_on?: object;
  stop_grace_period?: string;
};
const compose = parse(read("compose.yaml"), { merge: true }) as {
  services: Record<string, Service>;
  networks: Record<
    string,
    { internal?: boolean; enable_ipv6?: boolean; ipam?: { config: { subnet: string; ip_range?: string }[] } }
  >;
  volumes: object;
};
const { services } = compose;
const apps = Object.keys(services).filter((name) => /^app-\d$/.test(name));

/** The Compose specification's JSON schema, as a linter for compose files includes it. Ajv names its draft differently. */
const { $schema: _, ...specification } = JSON.parse(
  read("node_modules/dclint/schemas/compose.schema.json"),
) as Record<string, unknown>;

/** The values of `.env.example`. */
const example = Object.fromEntries(
  [...read(".env.example").matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]),
);
const FILLED = {
  ...example,
  PRICE_SECRET: "ab".repeat(32),
  CODE_PEPPER: "cd".repeat(32),
  SIGNING_KEY: "ef".repeat(32),
  BEACON_KEY: "12".repeat(32),
  POSTGRES_PASSWORD: "of-the-owner",
  SERVER_DATABASE_PASSWORD: "x",
  HOUSE_CAPITAL: "1000",
};

/** Fills values in as compose does: `${NAME}`, `${NAME:-otherwise}`, `${NAME:?complaint}`. */
function fill(
  text: string,
  values: Record<string, string> = { ...FILLED, NATS_TOKEN: "x", METRICS_TOKEN: "x" },
) {
  return text.replaceAll(/\$\{([A-Z_]+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind, otherwise) => {
    const value = values[name];
    if (value) return value;
    if (kind !== "-") throw new Error(`${name} is not set`);
    return otherwise as string;
  });
}

const environmentOf = (service: string) =>
  Object.fromEntries(
    Object.entries(services[service]!.environment!).map(([name, value]) => [name, fill(value)]),
  );

describe("compose.yaml", () => {
  it("gives the processes a valid configuration", () => {
    expect(apps).toHaveLength(2);
    const config = readConfig(environmentOf("app-1"));
    expect(config).toMatchObject({ publicUrl: new URL("https://localhost"), shutdownDrainSeconds: 5 });
    expect(environmentOf("app-2")).toEqual(environmentOf("app-1"));
  });

  it("is as the Compose specification asks", () => {
    const judge = new Ajv({ strict: false, validateFormats: false, allErrors: true }).compile(specification);
    judge(compose);
    expect(judge.errors ?? []).toEqual([]);
    judge({ ...compose, services: { nats: { ...services["nats"], ulimit: {} } } });
    expect(judge.errors?.map(({ params }) => params)).toEqual([{ additionalProperty: "ulimit" }]);
  });

  it("takes pgBackRest for the same PostgreSQL, with the settings that test:restore tries", () => {
    const judge = new Ajv({ strict: false, validateFormats: false }).compile(specification);
    const { services: added } = parse(read("ops/pgbackrest/compose.yaml")) as {
      services: { postgres: { command: string[]; build: { dockerfile_inline: string } } };
    };
    expect(judge({ services: added }), JSON.stringify(judge.errors)).toBe(true);
    const { image, command } = services["postgres"] as Service & { command: string[] };
    expect(added.postgres.build.dockerfile_inline).toContain(`FROM ${image}\n`);
    const settings = [...read("ops/pgbackrest/postgresql.conf").matchAll(/^(\w+) = '?(.+?)'?$/gm)];
    expect(settings).toHaveLength(3);
    expect(added.postgres.command).toEqual([
      ...command,
      ...settings.flatMap(([, name, value]) => ["-c", `${name}=${value}`]),
    ]);
  });

  it("passes on every setting and no other", () => {
    // The image sets the first two. Without an embedded database there is no data directory. The owner's address is for
    // `migrate` and `restore` alone.
    const own = ["HOST", "PORT", "DATA_DIR", "DATABASE_OWNER_URL"];
    expect(Object.keys(environmentOf("app-1")).toSorted()).toEqual(
      VARIABLES.filter((name) => !own.includes(name)),
    );
  });

  it("needs nothing that .env.example does not name, and does not start on the example itself", () => {
    const text = read("compose.yaml");
    const needed = [...text.matchAll(/\$\{([A-Z_]+):\?/g)].map(([, name]) => name!);
    expect(needed.length).toBeGreaterThan(5);
    for (const name of needed) expect(example).toHaveProperty(name, "");
    for (const name of Object.keys(example)) expect(text).toContain(`\${${name}`);
  });

  it("publishes only the proxy, and keeps everything within limits", () => {
    expect(Object.keys(services).filter((name) => services[name]!.ports !== undefined)).toEqual(["proxy"]);
    for (const service of Object.values(services)) {
      expect(service.deploy.resources.limits.memory).toMatch(/^\d+[mg]$/);
      const isOnce =
        service.profiles !== undefined
          ? service.image.startsWith("veritick:")
          : service === services["migrate"];
      expect(service.restart).toBe(isOnce ? "no" : "unless-stopped");
    }
  });

  it("gives the database owner to the commands that change the schema, and to no server", () => {
    const holders = Object.keys(services).filter((name) =>
      Object.values(services[name]!.environment ?? {}).some((value) => value.includes("${POSTGRES_PASSWORD")),
    );
    expect(holders.toSorted()).toEqual(["archive", "migrate", "postgres", "restore"]);
    const { DATABASE_OWNER_URL: owner, DATABASE_URL: own } = environmentOf("migrate");
    expect(own).toBe(environmentOf("app-1")["DATABASE_URL"]);
    expect([new URL(owner!).username, new URL(own!).username]).toEqual([
      services["postgres"]!.environment!["POSTGRES_USER"],
      "veritick_server",
    ]);
    for (const name of apps) expect(services[name]!.depends_on).toHaveProperty("migrate");
  });

  it("gives each command only the settings that it reads, and no way to the outside", () => {
    const owner = ["DATABASE_OWNER_URL", "DATABASE_URL"];
    const read = {
      "hourly-backup": ["DATABASE_URL", ...BACKUP_VARIABLES],
      backup: ["DATABASE_URL", ...BACKUP_VARIABLES],
      migrate: owner,
      archive: owner,
      restore: [...owner, "CODE_PEPPER_PREVIOUS", ...Object.values(SECRET_VARIABLES)],
      "alert-settings": ["ALERT_EMAIL", "MAIL_FROM", "PUBLIC_URL", "SMTP_URL"],
    };
    const commands = Object.keys(services).filter(
      (name) => services[name]!.image.startsWith("veritick:") && !apps.includes(name),
    );
    expect(commands.toSorted()).toEqual(Object.keys(read).toSorted());
    for (const [name, settings] of Object.entries(read)) {
      expect(Object.keys(environmentOf(name)).toSorted(), name).toEqual(settings.toSorted());
      expect(Object.keys(services[name]!.networks!), name).toEqual(["inside"]);
    }
    expect(compose.networks["inside"]).toMatchObject({ internal: true });
  });

  it("names every image of others by its hash, in the Dockerfile, too", () => {
    const built = [...read("Dockerfile").matchAll(/^FROM (\S+)(?: AS (\S+))?$/gm)];
    const stages = built.map(([, , stage]) => stage);
    const images = [
      ...Object.values(services).map(({ image }) => image),
      ...built.map(([, image]) => image!).filter((image) => !stages.includes(image)),
    ].filter((image) => !image.startsWith("veritick:"));
    expect(images).toHaveLength(7);
    for (const image of images) expect(image).toMatch(/^[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}$/);
  });

  it.each([{}, { FRONT_NETWORK: "10.9.8", CDN_NETWORKS: "192.0.2.0/24 2001:db8::/32" }])(
    "has the processes trust the proxy, a CDN before it and nobody else, with %j",
    (settings: { FRONT_NETWORK?: string; CDN_NETWORKS?: string }) => {
      const { FRONT_NETWORK: network = "172.30.30", CDN_NETWORKS: behind = "" } = settings;
      const filled = (text: string) => fill(text, { ...FILLED, ...settings });
      const { enable_ipv6: hasIpv6, ipam } = compose.networks["front"]!;
      const address = filled(services["proxy"]!.networks!["front"]!.ipv4_address!);
      expect(address).toBe(`${network}.2`);
      const trusted = filled(services["app-1"]!.environment!["TRUSTED_PROXIES"]!);
      expect(readTrustedProxies(trusted)).toEqual([address, ...behind.split(" ").filter(Boolean)]);
      expect(filled(services["proxy"]!.environment!["CDN_NETWORKS"]!)).toBe(behind);
      // Docker assigns addresses from the upper half, so no other container has the proxy's address when it starts.
      expect(ipam!.config.map((config) => Object.values(config).map(filled))).toEqual([
        [`${network}.0/24`, `${network}.128/25`],
        [`fd5e:9c41:7b20::${network}.0/120`],
      ]);
      expect([hasIpv6, isIPv6(`fd5e:9c41:7b20::${network}.0`)]).toEqual([true, true]);
      // The server would not know the proxy's IPv6 address.
      expect(read("ops/caddy/Caddyfile")).not.toMatch(/(?<!tcp4\/)app-\d:3000/);
    },
  );

  it("gives Alertmanager the settings that the other service writes, in the folder and group of the image", () => {
    const [writer, reader] = [services["alert-settings"]!, services["alertmanager"]!];
    expect([writer.profiles, reader.profiles]).toEqual([["alerts"], ["alerts"]]);
    expect(writer.volumes).toEqual(["alerting:/alerting"]);
    expect(reader.volumes).toContain("alerting:/etc/alertmanager:ro");
    expect(reader.user).toMatch(/^\d+:0$/);
    expect(read("Dockerfile")).toMatch(/^RUN install -d -o 1000 -g 0 -m 2770 .*\/alerting$/m);
  });

  it("makes backups by itself, where the commands find them", () => {
    const { volumes, profiles, environment, healthcheck } = services["hourly-backup"]!;
    expect(profiles).toBeUndefined();
    // The image's own health check asks a server, which this service does not run.
    expect(healthcheck).toEqual({ disable: true });
    expect(volumes).toEqual(services["backup"]!.volumes);
    expect(environment).toEqual(services["backup"]!.environment);
  });

  it("mounts only files that exist", () => {
    const mounts = Object.values(services).flatMap(({ volumes = [] }) =>
      volumes.map((text) => text.split(":")[0]!),
    );
    const files = mounts.filter((source) => source.startsWith("./"));
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) expect(existsSync(join(root, file)), file).toBe(true);
    for (const name of mounts.filter((source) => !source.startsWith("./")))
      expect(compose.volumes).toHaveProperty(name);
  });
});

describe("the operators' documents", () => {
  const pages = ["install", "runbook", "back-office", "backup", "upgrading", "secrets", "capacity"];
  const handbook = pages.map((page) => read(`docs/${page}.md`)).join("\n");

  it("has a unit that stops only the server, which then stops PostgreSQL, and always restarts it", () => {
    const [, unit] = /# \/etc\/systemd\/system\/veritick\.service\n([^`]+)```/.exec(handbook)!;
    const lines = ["KillMode=mixed", "Restart=always", "RestartSec=2", "StartLimitIntervalSec=0"];
    expect(unit!.split("\n")).toEqual(
      expect.arrayContaining(["ExecStart=/usr/bin/node scripts/start.mjs", ...lines]),
    );
  });

  it("gives a server enough time to close everywhere: handbook, containers and three machines", () => {
    const limitIn = (text: string) => Number(/^TimeoutStopSec=(\d+)$/m.exec(text)![1]) * 1000;
    expect(limitIn(handbook)).toBeGreaterThan(CLOSE_MS.withPostgres);
    const draining = CLOSE_MS.server + 5_000;
    expect(limitIn(read("ops/ha/veritick@.service"))).toBeGreaterThan(draining);
    const grace = /^(\d+)s$/.exec(services["app-1"]!.stop_grace_period!)![1];
    expect(Number(grace) * 1000).toBeGreaterThan(draining);
  });

  it("names only commands and services that exist", () => {
    const { scripts } = JSON.parse(read("package.json")) as { scripts: object };
    const named = [...handbook.matchAll(/npm run ([a-z:]+)/g)].map(([, name]) => name!);
    expect(named.length).toBeGreaterThan(10);
    for (const name of named) expect(scripts).toHaveProperty([name]);
    for (const [, file] of handbook.matchAll(/node (packages\/\S+\.ts)/g)) {
      expect(existsSync(join(root, file!)), file).toBe(true);
    }
    for (const [, named = ""] of handbook.matchAll(
      /docker compose (?:stop|start|exec|cp|run --rm) (?:--no-deps )?(?:-u \w+ )?([^:\n`#]+)/g,
    )) {
      expect(Object.keys(services), named).toContain(named.trim().split(" ")[0]);
    }
  });
});

describe("ops/ha", () => {
  /** A machine on which nobody has done anything yet but fill in `machine.env` and make the secrets. */
  let etc = "";
  const settingsIn = (file: string) =>
    Object.fromEntries(
      [...readFileSync(join(etc, file), "utf8").matchAll(/^([A-Z_0-9]+)=(.*)$/gm)].map(([, name, value]) => [
        name!,
        value!,
      ]),
    );
  const makeSecrets = () =>
    spawnSync(join(root, "ops/ha/make-secrets"), {
      env: { ...process.env, VERITICK_ETC: etc },
      encoding: "utf8",
    });
  const modeOf = (file: string) => statSync(join(etc, file)).mode & 0o777;
  beforeAll(() => {
    etc = mkdtempSync(join(tmpdir(), "veritick-etc-"));
    cpSync(join(root, "ops/ha/machine.env"), join(etc, "machine.env"));
    const { status, stderr } = makeSecrets();
    expect(status, stderr).toBe(0);
  });
  afterAll(() => rmSync(etc, { recursive: true }));
  const SERVER = {
    PUBLIC_URL: "https://trade.example",
    HOUSE_CAPITAL: "1000",
    PRICE_SECRET: FILLED.PRICE_SECRET,
    CODE_PEPPER: FILLED.CODE_PEPPER,
    SIGNING_KEY: FILLED.SIGNING_KEY,
    BEACON: "quicknet",
  };
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  const commands = Object.entries(scripts).flatMap(([name, script]) => {
    const file = /^node (packages\/server\/src\/cli\/\S+)$/.exec(script)?.[1];
    return file === undefined ? [] : [{ name, file }];
  });

  /** Runs a copy that finds programs which only print what they are called with. */
  function run(environment: Record<string, string>, ...words: string[]) {
    const folder = mkdtempSync(join(tmpdir(), "veritick-ha-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const bin = join(folder, "bin");
    mkdirSync(bin);
    for (const program of ["node", "systemd-run", "psql"]) {
      const file = join(bin, program);
      const print =
        "process.stdout.write(JSON.stringify({ words: process.argv.slice(1), environment: process.env }))";
      writeFileSync(file, `#!/bin/sh\nexec "${process.execPath}" -e '${print}' ${program} "$@"\n`);
      chmodSync(file, 0o755);
    }
    const home = join(folder, "ops/ha");
    cpSync(join(root, "ops/ha"), home, { recursive: true });
    const env = { PATH: `${bin}:${process.env["PATH"]}`, ...environment };
    const { status, stdout, stderr } = spawnSync(join(home, "run"), words, { env, encoding: "utf8" });
    const called = stdout === "" ? undefined : (JSON.parse(stdout) as Called);
    return { status, stderr, home, words: called?.words, environment: called?.environment ?? {} };
  }
  type Called = { words: string[]; environment: Record<string, string> };
  const machine = () => ({ ...settingsIn("machine.env"), ...settingsIn("server.env") });
  /** The files that systemd reads for a command. */
  const filesOf = (command: string) =>
    run({}, "tool", command).words!.flatMap(
      (word) => /^EnvironmentFile=\/etc\/veritick\/(.+)$/.exec(word)?.[1] ?? [],
    );

  it("makes each secret once, and gives it to the parts that need it alone", () => {
    const holders = {
      "patroni.env": ["POSTGRES", "REPLICATION", "REST", "OWNER", "SERVER"].map((name) => `${name}_PASSWORD`),
      "nats.env": ["NATS_TOKEN"],
      "server.env": ["SERVER_PASSWORD", "NATS_TOKEN"],
      "backup.env": ["SERVER_PASSWORD"],
      "owner.env": ["OWNER_PASSWORD", "SERVER_PASSWORD"],
    };
    const files = () => readdirSync(etc).toSorted();
    expect(files().filter((file) => file.endsWith(".env"))).toEqual(
      ["machine.env", ...Object.keys(holders)].toSorted(),
    );
    const values = new Map<string, Set<string>>();
    for (const [file, names] of Object.entries(holders)) {
      const found = settingsIn(file);
      expect(Object.keys(found).toSorted(), file).toEqual(names.toSorted());
      expect(modeOf(file), file).toBe(0o600);
      for (const [name, value] of Object.entries(found))
        values.set(name, new Set(values.get(name)).add(value));
    }
    const all = [...values.values()].flatMap((set) => [...set]);
    expect(all).toHaveLength(6);
    for (const value of all) expect(value).toMatch(/^p[0-9a-f]{48}$/);

    expect(files().filter((file) => file.endsWith(".key"))).toEqual(["etcd.key", "patroni.key"]);
    for (const key of ["etcd.key", "patroni.key"]) expect(modeOf(key)).toBe(0o600);
    const [authority, etcd, patroni] = ["etcd-ca.crt", "etcd.crt", "patroni.crt"].map(
      (file) => new X509Certificate(readFileSync(join(etc, file))),
    );
    for (const certificate of [etcd!, patroni!]) expect(certificate.verify(authority!.publicKey)).toBe(true);
    for (const n of [1, 2, 3])
      expect(etcd!.checkIP(settingsIn("machine.env")[`MACHINE_${n}`]!)).toBeDefined();
    expect(patroni!.subjectAltName).toBeUndefined();

    const contents = () => files().map((file) => readFileSync(join(etc, file), "utf8"));
    const before = contents();
    expect(makeSecrets().status).toBe(0);
    expect(contents()).toEqual(before);
  });

  it("takes from machine.env only values that a shell and systemd read alike, and runs nothing in it", () => {
    const folder = mkdtempSync(join(tmpdir(), "veritick-etc-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    for (const odd of [
      "/var/lib/my data",
      "'/var/lib/veritick'",
      `\`touch ${folder}/ran\``,
      "$HOME",
      "a#b",
    ]) {
      writeFileSync(join(folder, "machine.env"), `${read("ops/ha/machine.env")}STATE_DIR=${odd}\n`);
      const env = { ...process.env, VERITICK_ETC: folder };
      for (const script of ["make-secrets", "prepare-machine"]) {
        const { status, stderr } = spawnSync(join(root, "ops/ha", script), { env, encoding: "utf8" });
        expect(status, script).toBe(1);
        expect(stderr).toContain(`STATE_DIR=${odd}\n${folder}/machine.env: write NAME=value`);
      }
      expect(readdirSync(folder)).toEqual(["machine.env"]);
    }
  });

  it("lets the database's superuser in without a shell that reads its password", () => {
    const settings = { ...settingsIn("machine.env"), ...settingsIn("patroni.env") };
    const { words, environment } = run(settings, "psql", "-c", "select 1");
    expect(words).toEqual(["psql", "-h", "127.0.0.1", "-p", "5000", "-U", "postgres", "-c", "select 1"]);
    expect(environment["PGPASSWORD"]).toBe(settings["POSTGRES_PASSWORD"]);
    expect(run({}, "psql").words).toEqual(expect.arrayContaining(["--uid", "veritick-patroni"]));
  });

  it("has each service run as a user of its own, with the settings of the machine and its own secrets", () => {
    const unit = read("ops/ha/veritick@.service");
    const values = (name: string) =>
      [...unit.matchAll(new RegExp(`^${name}=(.*)$`, "gm"))].map(([, value]) => value);
    expect(values("User")).toEqual(["veritick-%i"]);
    expect(values("EnvironmentFile")).toEqual(["/etc/veritick/machine.env", "-/etc/veritick/%i.env"]);
    expect(values("NoNewPrivileges")).toEqual(["yes"]);
  });

  it("runs every command with the settings that it reads, and as the owner where it changes tables", () => {
    expect(commands.length).toBeGreaterThan(7);
    const asOwner = commands.filter(({ name, file }) => {
      const files = filesOf(name);
      const withServer = files.includes("server.env");
      const given = Object.assign({ ...(withServer && SERVER) }, ...files.map(settingsIn)) as typeof SERVER;
      const called = run(given, "tool", name, "--note", "two words");
      expect(called.words, called.stderr).toEqual(["node", file, "--note", "two words"]);
      const { environment } = called;
      if (withServer)
        expect(readConfig(environment)).toMatchObject({
          publicUrl: new URL("https://trade.example"),
          port: 3000,
        });
      const { SERVER_PASSWORD: own, OWNER_PASSWORD: owner } = settingsIn("owner.env");
      const { databaseUrl, databaseOwnerUrl } = readDatabaseLocation(environment);
      expect(databaseUrl).toBe(`postgresql://veritick:${own}@127.0.0.1:5000/veritick`);
      for (const secret of ["OWNER_PASSWORD", "SERVER_PASSWORD"])
        expect(environment).not.toHaveProperty(secret);
      return databaseOwnerUrl === `postgresql://veritick_owner:${owner}@127.0.0.1:5000/veritick`;
    });
    expect(asOwner.map(({ name }) => name).toSorted()).toEqual(["archive", "migrate", "restore"]);
    const { words, environment } = run({ ...machine(), ...SERVER }, "server");
    expect(words).toEqual(["node", "packages/server/src/main.ts"]);
    expect(environment).not.toHaveProperty("DATABASE_OWNER_URL");
  });

  it("keeps a server serving until every HAProxy has noticed its end", () => {
    const drain = (settings: Record<string, string>) =>
      readConfig(run({ ...machine(), ...SERVER, ...settings }, "server").environment).shutdownDrainSeconds;
    expect([drain({}), drain({ SHUTDOWN_DRAIN_SECONDS: "20" })]).toEqual([5, 20]);
    const balancer = read("ops/ha/haproxy.cfg");
    expect(balancer).toMatch(/^defaults\n(?: +.+\n)* +option redispatch\n/m);
    const [, words] =
      /^backend ready\n(?:.+\n)* +http-check expect ! string "(.+)" error-status L7OKC\n/m.exec(balancer)!;
    expect(read("packages/server/src/operations/routes.ts")).toContain(`problems.push("${words}")`);
  });

  it("has systemd read the settings for a person who calls a command, as a user who is no server", () => {
    const { words, home } = run({}, "tool", "backup", "/var/backups/veritick");
    expect(words).toEqual(expect.arrayContaining(["--uid", "veritick-tool"]));
    expect(words!.slice(-4)).toEqual([join(home, "run"), "tool", "backup", "/var/backups/veritick"]);
    expect(filesOf("backup")).toEqual(["machine.env", "backup.env"]);
    expect(filesOf("migrate")).toEqual(["machine.env", "owner.env"]);
    expect(filesOf("restore")).toEqual(["machine.env", "server.env", "owner.env"]);
    expect(filesOf("admin")).toEqual(["machine.env", "server.env"]);
    expect(run({}, "patronictl", "list").words).toEqual(
      expect.arrayContaining(["--uid", "veritick-patroni"]),
    );
    expect(run({}, "etcdctl", "member", "list").words).toEqual(
      expect.arrayContaining(["--uid", "veritick-etcd"]),
    );
    // By default the description, which the journal keeps, is the whole line.
    const { words: about } = run({}, "tool", "admin", "reset", "ada@example.com", "--note", "called back");
    expect(about!.join(" ")).toContain(" --description veritick admin --uid ");
    const unit = /# \/etc\/systemd\/system\/veritick-backup\.service\n([^`]+)```/.exec(
      read("ops/ha/README.md"),
    )![1]!;
    expect(unit.split("\n")).toEqual(
      expect.arrayContaining([
        "User=veritick-tool",
        ...filesOf("backup").map((file) => `EnvironmentFile=/etc/veritick/${file}`),
      ]),
    );
  });

  it("refuses other words, and its README names only commands that exist", () => {
    for (const words of [["tool", "tool"], ["tool", "../main"], ["tool"], ["backup"], []])
      expect(run({ ...machine(), ...SERVER }, ...words)).toMatchObject({
        status: 1,
        stderr: expect.stringContaining("Usage:"),
      });
    const named = [...read("ops/ha/README.md").matchAll(/\brun tool ([a-z:]+)/g)].map(([, name]) => name!);
    expect(named.length).toBeGreaterThan(5);
    for (const name of named) expect(commands.map((command) => command.name)).toContain(name);
  });
});

describe("the image", () => {
  const [, words] = /^HEALTHCHECK .*\\\n  CMD (\[.*\])$/m.exec(read("Dockerfile"))!;
  const [program, ...args] = JSON.parse(words!) as string[];

  /** A machine may have no IPv6. */
  const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
    all!.some(({ address }) => address === "::1"),
  );
  const hosts = ["0.0.0.0", "127.0.0.1", "", ...(hasIpv6 ? ["::", "::1"] : [])];

  it.each(hosts)("knows its health where HOST is %j", async (HOST) => {
    let status = 200;
    const server = createServer(({ url }, response) =>
      response.writeHead(url === "/healthz" ? status : 404).end(),
    );
    server.listen(0, HOST || "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const check = async () => {
      const child = spawn(program!, args, { env: { PATH: process.env["PATH"], HOST, PORT: String(port) } });
      return (await once(child, "exit"))[0] as number;
    };
    expect(await check()).toBe(0);
    status = 503;
    expect(await check()).toBe(1);
    server.close();
    await once(server, "close");
    expect(await check()).toBe(1);
  });

  it("runs as a user whom Kubernetes knows not to be root", () => {
    expect(read("Dockerfile")).toMatch(/^USER [1-9]\d*$/m);
  });
});

describe("the services around it", () => {
  const targets = apps.map((name) => `${name}:3000`);

  it("has the proxies close idle connections long before the server does", async () => {
    const [log, publicUrl] = [createLog("silent"), undefined];
    const { server } = await createHttp({ log, publicUrl, trustedProxies: [], isClosing: () => false });
    const seconds = (file: string, pattern: RegExp) => Number(pattern.exec(read(file))![1]);
    const caddy = seconds("ops/caddy/Caddyfile", /^\t\t\tkeepalive (\d+)s$/m);
    expect(caddy * 2_000).toBeLessThan(server.keepAliveTimeout);
    // HAProxy closes half of them each time: a thousand after ten times.
    const haproxy = seconds("ops/ha/haproxy.cfg", /^ {4}default-server pool-purge-delay (\d+)s$/m);
    expect(haproxy * 10 * 2_000).toBeLessThan(server.keepAliveTimeout);
  });

  it("has Caddy keep a process for one failed request, and out for less time than a request waits", () => {
    const caddyfile = read("ops/caddy/Caddyfile");
    const value = (name: string) => Number(new RegExp(`^\\t\\t${name} (\\d+)s?$`, "m").exec(caddyfile)![1]);
    expect(value("max_fails")).toBeGreaterThan(1);
    expect(value("fail_duration")).toBeLessThan(value("lb_try_duration"));
  });

  it("sends people to every process and asks every process for its metrics", () => {
    expect(read("ops/caddy/Caddyfile")).toContain(
      `reverse_proxy ${targets.map((target) => `tcp4/${target}`).join(" ")} {`,
    );
    for (const language of ["en", "fr"] as const) {
      const message = messageFor("shutting_down", language);
      expect(read("ops/caddy/Caddyfile")).toContain(JSON.stringify({ message, code: "shutting_down" }));
    }
    const prometheus = parse(read("ops/prometheus/prometheus.yml")) as {
      rule_files: string[];
      scrape_configs: { job_name: string; static_configs: { targets: string[] }[] }[];
      alerting: { alertmanagers: { static_configs: { targets: string[] }[] }[] };
    };
    expect(prometheus.alerting.alertmanagers[0]!.static_configs[0]!.targets).toEqual(["alertmanager:9093"]);
    expect(services).toHaveProperty("alertmanager");
    expect(prometheus.scrape_configs[0]!.static_configs[0]!.targets).toEqual(targets);
    for (const file of prometheus.rule_files)
      expect(existsSync(join(root, file.replace("/etc/prometheus", "ops/prometheus"))), file).toBe(true);
  });

  it("provides Grafana with its source and a folder of dashboards that is mounted there", () => {
    const provisioning = "ops/grafana/provisioning";
    const source = parse(read(`${provisioning}/datasources/prometheus.yaml`)) as {
      datasources: { url: string }[];
    };
    expect(source.datasources[0]!.url).toBe("http://prometheus:9090");
    const provider = parse(read(`${provisioning}/dashboards/veritick.yaml`)) as {
      providers: { options: { path: string } }[];
    };
    const { path } = provider.providers[0]!.options;
    expect(services["grafana"]!.volumes).toContain(`./ops/grafana/dashboards:${path}:ro`);
  });

  it("builds an image from files that exist", () => {
    const copied = [...read("Dockerfile").matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, files]) =>
      files!.split(" "),
    );
    expect(copied.length).toBeGreaterThan(10);
    for (const file of copied) expect(existsSync(join(root, file)), file).toBe(true);
  });
});
