import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { readConfig } from "./config.ts";

/** There is no container engine where this runs: what can be known without one. */
const root = fileURLToPath(new URL("../../../", import.meta.url));
const read = (file: string) => readFileSync(join(root, file), "utf8");

type Service = {
  image: string;
  restart: string;
  ports?: string[];
  volumes?: string[];
  networks?: Record<string, { ipv4_address?: string } | null>;
  environment?: Record<string, string>;
  profiles?: string[];
  deploy: { resources: { limits: { memory: string } } };
  logging?: object;
};
const compose = parse(read("compose.yaml"), { merge: true }) as {
  services: Record<string, Service>;
  networks: Record<string, { ipam?: { config: { subnet: string }[] } }>;
  volumes: object;
};
const { services } = compose;
const apps = Object.keys(services).filter((name) => /^app-\d$/.test(name));

/** `.env.example`, filled in. */
const example = Object.fromEntries(
  [...read(".env.example").matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]),
);
const FILLED = {
  ...example,
  PRICE_SECRET: "ab".repeat(32),
  CODE_PEPPER: "cd".repeat(32),
  POSTGRES_PASSWORD: "x",
};

/** As compose puts values in: `${NAME}`, `${NAME:-otherwise}`, `${NAME:?complaint}`. */
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

/** Every variable the configuration asks for, with either provider. */
function variablesOfConfig(): Set<string> {
  const asked = new Set<string>();
  const record = (values: Record<string, string | undefined>) =>
    readConfig(new Proxy(values, { get: (target, name: string) => (asked.add(name), target[name]) }));
  const values = environmentOf("app-1");
  record(values);
  record({
    ...values,
    PAYMENT_PROVIDER: "nowpayments",
    NOWPAYMENTS_API_KEY: "k",
    NOWPAYMENTS_IPN_SECRET: "s",
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://localhost:4318",
  });
  return asked;
}

describe("compose.yaml", () => {
  it("gives the processes a configuration that they take", () => {
    expect(apps).toHaveLength(2);
    const config = readConfig(environmentOf("app-1"));
    expect(config).toMatchObject({ publicUrl: new URL("https://localhost"), shutdownDrainSeconds: 5 });
    expect(environmentOf("app-2")).toEqual(environmentOf("app-1"));
  });

  it("passes on every setting there is, and none that there is not", () => {
    // The image sets the first two; without an embedded database there is no data directory.
    const own = ["HOST", "PORT", "DATA_DIR"];
    expect(Object.keys(environmentOf("app-1")).toSorted()).toEqual(
      [...variablesOfConfig()].filter((name) => !own.includes(name)).toSorted(),
    );
  });

  it("needs nothing that .env.example does not name, and does not start on the example itself", () => {
    const text = read("compose.yaml");
    const needed = [...text.matchAll(/\$\{([A-Z_]+):\?/g)].map(([, name]) => name!);
    expect(needed.length).toBeGreaterThan(5);
    for (const name of needed) expect(example).toHaveProperty(name, "");
    for (const name of Object.keys(example)) expect(text).toContain(`\${${name}`);
  });

  it("publishes the proxy alone, and keeps everything within limits", () => {
    expect(Object.keys(services).filter((name) => services[name]!.ports !== undefined)).toEqual(["proxy"]);
    for (const service of Object.values(services)) {
      expect(service.deploy.resources.limits.memory).toMatch(/^\d+[mg]$/);
      expect(service.restart).toBe(service.profiles === undefined ? "unless-stopped" : "no");
    }
  });

  it("has the processes believe the proxy and nobody else", () => {
    const { front } = compose.networks;
    const address = services["proxy"]!.networks!["front"]!.ipv4_address!;
    expect(environmentOf("app-1")["TRUSTED_PROXIES"]).toBe(address);
    expect(front!.ipam!.config[0]!.subnet).toBe(`${address.replace(/\.\d+$/, "")}.0/24`);
  });

  it("mounts what exists", () => {
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

it("the README names every setting", () => {
  const text = read("README.md");
  expect([...variablesOfConfig()].filter((name) => !text.includes(`\`${name}`))).toEqual([]);
});

describe("what stands around it", () => {
  const targets = apps.map((name) => `${name}:3000`);

  it("sends people to every process and asks every process for its metrics", () => {
    expect(read("ops/caddy/Caddyfile")).toContain(`reverse_proxy ${targets.join(" ")} {`);
    const prometheus = parse(read("ops/prometheus/prometheus.yml")) as {
      rule_files: string[];
      scrape_configs: { job_name: string; static_configs: { targets: string[] }[] }[];
    };
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

  it("builds an image of what there is", () => {
    const copied = [...read("Dockerfile").matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, files]) =>
      files!.split(" "),
    );
    expect(copied.length).toBeGreaterThan(10);
    for (const file of copied) expect(existsSync(join(root, file)), file).toBe(true);
  });
});
