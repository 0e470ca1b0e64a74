import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseEnv } from "node:util";
import { expect, it } from "vitest";
import { validate as validateClaim } from "kubernetes-models/_schemas/IoK8sApiCoreV1PersistentVolumeClaim";
import { validate as validateCronJob } from "kubernetes-models/_schemas/IoK8sApiBatchV1CronJob";
import { validate as validateDeployment } from "kubernetes-models/_schemas/IoK8sApiAppsV1Deployment";
import { validate as validateDisruptionBudget } from "kubernetes-models/_schemas/IoK8sApiPolicyV1PodDisruptionBudget";
import { validate as validateIngress } from "kubernetes-models/_schemas/IoK8sApiNetworkingV1Ingress";
import { validate as validateJob } from "kubernetes-models/_schemas/IoK8sApiBatchV1Job";
import { validate as validateNetworkPolicy } from "kubernetes-models/_schemas/IoK8sApiNetworkingV1NetworkPolicy";
import { validate as validateService } from "kubernetes-models/_schemas/IoK8sApiCoreV1Service";
import { parse, parseAllDocuments } from "yaml";
import { readConfig } from "../src/config/config.ts";
import { CLOSE_MS } from "../src/platform/process/shutdown.ts";

const pathOf = (file: string) => fileURLToPath(new URL(`../../../${file}`, import.meta.url));
const read = (file: string) => readFileSync(pathOf(`ops/kubernetes/${file}`), "utf8");

type Container = {
  image: string;
  command?: string[];
  env?: { name: string; valueFrom: { secretKeyRef: { name: string; key: string } } }[];
  envFrom?: object[];
  ports?: { name: string; containerPort: number }[];
  resources: { limits: { memory: string } };
  securityContext: object;
  volumeMounts?: { mountPath: string }[];
} & Record<
  `${"startup" | "liveness" | "readiness"}Probe`,
  { httpGet: { path: string; port: string } } | undefined
>;
type PodSpec = {
  terminationGracePeriodSeconds?: number;
  automountServiceAccountToken: boolean;
  enableServiceLinks: boolean;
  securityContext: object;
  containers: [Container];
};
type Manifest = {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  spec: { template: { spec: PodSpec }; jobTemplate: { spec: { template: { spec: PodSpec } } } };
};

const kustomization = parse(read("base/kustomization.yaml")) as {
  resources: string[];
  configMapGenerator: [{ name: string; literals: string[] }];
};
const example = parse(read("example/kustomization.yaml")) as {
  images: [{ name: string }];
  configMapGenerator: [{ name: string; envs: [string] }];
  patches: { target: { kind: string; name: string } }[];
};
const manifests = kustomization.resources.flatMap((file) =>
  parseAllDocuments(read(`base/${file}`)).map((document) => document.toJS() as Manifest),
);
const find = (kind: string) => manifests.find((manifest) => manifest.kind === kind)!;
const server = find("Deployment").spec.template.spec;
const job = find("Job").spec.template.spec;
const backup = find("CronJob").spec.jobTemplate.spec.template.spec;

type Validate = { (data: unknown): boolean; errors?: unknown };
const VALIDATORS: Record<string, Validate> = {
  "apps/v1 Deployment": validateDeployment,
  "batch/v1 CronJob": validateCronJob,
  "batch/v1 Job": validateJob,
  "networking.k8s.io/v1 Ingress": validateIngress,
  "networking.k8s.io/v1 NetworkPolicy": validateNetworkPolicy,
  "policy/v1 PodDisruptionBudget": validateDisruptionBudget,
  "v1 PersistentVolumeClaim": validateClaim,
  "v1 Service": validateService,
};

/**
 * Returns what Kubernetes would refuse about a manifest. The schemas themselves allow unknown fields. A validator reads each
 * field that it knows, so one that it never reads is unknown.
 */
function faultsOf(manifest: Manifest): unknown[] {
  const unread = new Set<string>();
  const watch = (value: unknown, path: string): unknown => {
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map((item, at) => watch(item, `${path}/${at}`));
    const fields = Object.entries(value).map(
      ([name, field]) => [name, watch(field, `${path}/${name}`)] as const,
    );
    for (const [name] of fields) unread.add(`${path}/${name}`);
    return new Proxy(Object.fromEntries(fields), {
      get: (target, name: string) => (unread.delete(`${path}/${name}`), target[name]),
    });
  };
  const validate = VALIDATORS[`${manifest.apiVersion} ${manifest.kind}`]!;
  return validate(watch(manifest, "")) ? [...unread] : [validate.errors];
}

it("every manifest is as the schema of Kubernetes asks, without an unknown field", () => {
  expect(manifests).toHaveLength(9);
  for (const manifest of manifests) expect(faultsOf(manifest), manifest.metadata.name).toEqual([]);

  const misspelt = structuredClone(find("Deployment"));
  Object.assign(misspelt.spec.template.spec.containers[0], { livenesProbe: {} });
  expect(faultsOf(misspelt)).toEqual(["/spec/template/spec/containers/0/livenesProbe"]);
  const wrong = structuredClone(find("Service"));
  Object.assign(wrong.spec, { ports: [{ name: "http" }] });
  expect(faultsOf(wrong)).toHaveLength(1);
});

it("the example's settings and secrets are a valid configuration", () => {
  const [generator] = kustomization.configMapGenerator;
  const [{ name, envs }] = example.configMapGenerator;
  expect(name).toBe(generator.name);
  const secrets = Object.entries(parseEnv(read("example/secrets.env.example"))).map(
    ([secret, value]) => [secret, value || "ab".repeat(32)] as const,
  );
  const config = readConfig({
    ...parseEnv(generator.literals.join("\n")),
    ...parseEnv(read(`example/${envs[0]}`)),
    ...Object.fromEntries(secrets),
  });
  expect(config.publicUrl?.protocol).toBe("https:");
  expect(config.shutdownDrainSeconds).toBeGreaterThanOrEqual(5);
  const graceMs = server.terminationGracePeriodSeconds! * 1000;
  expect(graceMs).toBeGreaterThan(config.shutdownDrainSeconds * 1000 + CLOSE_MS.server);
  for (const { target } of example.patches) expect(find(target.kind).metadata.name).toBe(target.name);
});

it("the server is asked on the port and the paths that it serves", () => {
  const [{ ports, startupProbe, livenessProbe, readinessProbe }] = server.containers;
  expect(ports).toEqual([
    { name: "http", containerPort: readConfig({ DATABASE_URL: "postgresql://x/x", ...SECRETS }).port },
  ]);
  expect([startupProbe, livenessProbe, readinessProbe].map((probe) => probe!.httpGet)).toEqual(
    ["/healthz", "/healthz", "/readyz"].map((path) => ({ path, port: "http" })),
  );
});

const SECRETS = Object.fromEntries(
  ["PRICE_SECRET", "CODE_PEPPER", "SIGNING_KEY", "BEACON_KEY"].map((name) => [name, "ab".repeat(32)]),
);

it("every container has no rights, a limit of memory and the example's image", () => {
  for (const pod of [server, job, backup]) {
    expect(pod.securityContext).toMatchObject({
      runAsNonRoot: true,
      seccompProfile: { type: "RuntimeDefault" },
    });
    expect([pod.automountServiceAccountToken, pod.enableServiceLinks]).toEqual([false, false]);
    const [{ securityContext, resources, image }] = pod.containers;
    expect(securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    });
    expect(resources.limits.memory).toBe("1Gi");
    expect(image).toBe(example.images[0].name);
  }
});

it("the jobs run commands that exist, with the settings that they read alone", () => {
  const settingsOf = ({ containers: [{ env, envFrom }] }: PodSpec) => [
    envFrom,
    env?.map(({ name, valueFrom: { secretKeyRef } }) => `${name} ${secretKeyRef.name}/${secretKeyRef.key}`),
  ];
  const own = "DATABASE_URL veritick-server/DATABASE_URL";
  expect(settingsOf(job)).toEqual([undefined, [own, "DATABASE_OWNER_URL veritick-owner/DATABASE_OWNER_URL"]]);
  expect(settingsOf(backup)).toEqual([undefined, [own]]);
  for (const { containers } of [job, backup]) {
    const [program, file] = containers[0].command!;
    expect(program).toBe("node");
    expect(existsSync(pathOf(file!)), file).toBe(true);
  }
  expect(read("../../Dockerfile")).toMatch(/ -m 2770 \/backups /);
});
