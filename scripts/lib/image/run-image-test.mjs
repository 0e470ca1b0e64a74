import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isPinned, pinnedNode } from "../pinned-node.mjs";
import { createProgress } from "../progress.mjs";
import { root } from "../root.mjs";
import { runChild } from "../run-child.mjs";
import { runScript, SetupError } from "../setup-error.mjs";
import { findMissing, makeDebianImages } from "./debian-images.mjs";
import { docker, tryDocker } from "./docker.mjs";
import { BASE, writeLimits, writeSettings } from "./deployment.mjs";
import { PROJECT, walk } from "./walk.mjs";

const IMAGE = "veritick:test";

/**
 * Builds the image, inspects it, and runs compose.yaml with it as a project of its own. `--from-debian` makes the images of
 * others from Debian's packages, for a machine that reaches no image registry.
 */
export function runImageTest(args = process.argv.slice(2)) {
  return runScript(async () => {
    if (!isPinned) process.exit(await runChild(pinnedNode(), process.argv.slice(1)).exitCode);
    await requireDocker();
    const fromDebian = args.includes("--from-debian");
    const missing = fromDebian ? await findMissing() : [];
    const progress = createProgress(fromDebian ? 4 : 3);
    const folder = mkdtempSync(join(tmpdir(), "veritick-image-"));
    const [settings, limits] = [join(folder, "env"), join(folder, "limits.json")];
    const values = writeSettings(settings);
    const project = ["compose", "-p", PROJECT, "--env-file", settings, "-f", join(root, "compose.yaml")];
    const end = () => {
      const run = (...words) => execFileSync("docker", words, { stdio: "pipe" });
      run(...project, "--profile", "*", "down", "--volumes", "--timeout", "1");
      run("image", "rm", "--force", IMAGE, ...missing.map(({ image }) => image));
      rmSync(folder, { recursive: true });
    };
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
      process.once(signal, () => {
        end();
        process.exit(1);
      });
    }
    try {
      if (fromDebian) await progress.step("Making the other images", () => makeDebianImages(missing, folder));
      const startMs = performance.now();
      await progress.step("Building the image", () => buildImage(project, fromDebian));
      const buildSeconds = (performance.now() - startMs) / 1000;
      await progress.step("Looking at the image", inspectImage);
      progress.note("Running compose.yaml with it");
      if ((await tryDocker("run", "--rm", "--ulimit", "nofile=65536", IMAGE, "true")).code !== 0) {
        console.log("      Docker may not raise the limit of open files here, so it stays.");
        writeLimits(limits);
        project.push("-f", limits);
      }
      const left = fromDebian ? ["grafana"] : [];
      const figures = await walk({ project, image: IMAGE, metricsToken: values.METRICS_TOKEN, left });
      const [size, ofBase] = await Promise.all([IMAGE, BASE].map(megabytesOf));
      const all = {
        "Size of the image": `${size} MB, of which ${ofBase} MB are its base`,
        "Time to build it": `${buildSeconds.toFixed(0)} s`,
        ...figures,
      };
      for (const [name, value] of Object.entries(all)) console.log(name.padEnd(34), value);
    } finally {
      end();
    }
  });
}

async function requireDocker() {
  for (const words of [["version"], ["compose", "version"]]) {
    const { code, all } = await tryDocker(...words).catch((error) => ({ all: error.message }));
    if (code === 0) continue;
    throw new SetupError(
      `${all.trim()}\n\nThe test of the image needs Docker with its plugin compose, and a daemon that answers: ` +
        "install Docker (https://docs.docker.com/engine/install) and start its daemon.",
    );
  }
}

async function buildImage(project, fromDebian) {
  const { code, all } = await tryDocker(...project, "build", "app-1");
  if (code === 0) return;
  const advice = "If this machine reaches no image registry: npm run test:image -- --from-debian";
  throw new SetupError(fromDebian ? all : `${all}\n${advice}`);
}

/** Has the image inspect itself, because its Node.js can read its files wherever Docker keeps them. */
async function inspectImage() {
  const registry = execFileSync("npm", ["config", "get", "registry"], { encoding: "utf8", cwd: root }).trim();
  const config = await docker("image", "inspect", "--format", "{{json .Config}}", IMAGE);
  const options = ["--rm", "--user", "root", "--network", "none"];
  const scripts = ["--volume", `${import.meta.dirname}:/judge:ro`];
  const lock = ["--volume", `${join(root, "package-lock.json")}:/package-lock.json:ro`];
  const judge = ["node", "/judge/judge-image.mjs", config, new URL(registry).host];
  const faults = await docker("run", ...options, ...scripts, ...lock, IMAGE, ...judge);
  if (faults !== "") throw new SetupError(faults);
}

async function megabytesOf(image) {
  const bytes = await docker("image", "inspect", "--format", "{{.Size}}", image);
  return (Number(bytes) / 1e6).toFixed(0);
}
