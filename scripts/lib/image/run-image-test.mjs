import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createProgress } from "../progress.mjs";
import { pinnedNode } from "../pinned-node.mjs";
import { root } from "../root.mjs";
import { runScript, SetupError } from "../setup-error.mjs";
import { createBuilder } from "./build-image.mjs";
import { judgeImage } from "./judge-image.mjs";
import { ensurePrograms } from "./machine.mjs";

const CACHE = join(root, "node_modules", ".cache", "image");

/** Builds the image, inspects it, and runs the compose file with it on this machine. */
export function runImageTest() {
  return runScript(async () => {
    const progress = createProgress(5);
    const programs = await progress.step("Finding the programs that it takes", () => ensurePrograms());
    const folder = mkdtempSync(join(tmpdir(), "veritick-image-"));
    chmodSync(folder, 0o711);
    const builder = createBuilder({ folder, cache: CACHE });
    let isEnding = false;
    /** @type {import("node:child_process").ChildProcess | undefined} */
    let running;
    const end = () => {
      if (isEnding) return;
      isEnding = true;
      running?.kill("SIGKILL");
      builder.end();
      rmSync(folder, { recursive: true, force: true });
    };
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
      process.on(signal, () => {
        end();
        process.exit(1);
      });
    }
    try {
      builder.chooseDriver();
      const base = await progress.step("Making the base image", () => builder.makeBase());
      const startMs = performance.now();
      await progress.step("Building the image", () => builder.buildImage());
      const buildSeconds = (performance.now() - startMs) / 1000;
      const image = builder.openImage();
      await progress.step("Looking at the image", () => {
        const registry = execFileSync("npm", ["config", "get", "registry"], { encoding: "utf8" }).trim();
        const faults = judgeImage(image, new URL(registry).host);
        if (faults.length > 0) throw new SetupError(faults.join("\n"));
      });
      progress.note("Running compose.yaml with it");
      const figures = await runInside({ image, folder, programs });
      const sizes = builder.sizes(base);
      const all = {
        "Size of the image": `${sizes.image}, of which ${sizes.base} are its base`,
        "Time to build it": `${buildSeconds.toFixed(0)} s`,
        ...figures,
      };
      console.log(
        `\n${Object.entries(all)
          .map(([name, value]) => `${name.padEnd(34)} ${value}`)
          .join("\n")}`,
      );
    } finally {
      end();
    }

    /** Runs the test in new namespaces. All networks, mounts and processes end with it, even if it is killed. */
    async function runInside(given) {
      const own = "--net --mount --pid --mount-proc --fork --kill-child=SIGKILL --propagation private".split(
        " ",
      );
      const script = join(import.meta.dirname, "run-in-containers.mjs");
      running = spawn("unshare", [...own, pinnedNode(), script, JSON.stringify(given)], { stdio: "inherit" });
      const [code] = await once(running, "close");
      if (code !== 0) throw new SetupError("The image does not do what it should.");
      return JSON.parse(readFileSync(join(folder, "figures.json"), "utf8"));
    }
  });
}
