import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { rootCertificates } from "node:tls";
import { join } from "node:path";
import { findPinnedNode } from "../pinned-node.mjs";
import { root } from "../root.mjs";
import { SetupError } from "../setup-error.mjs";
import { docker, tryDocker } from "./docker.mjs";
import { BASE, readServices } from "./deployment.mjs";

/** A Debian of only its essential packages. It stays for the next run, with the layers that Docker keeps. */
const DEBIAN = "veritick-test-debian";

const read = (file, ...args) => execFileSync(file, args, { encoding: "utf8", cwd: root }).trim();

/** Finds the images that Docker does not have yet, each with its stage of debian.Dockerfile. There is none for Grafana. */
export async function findMissing() {
  const { postgres, nats, proxy, prometheus } = readServices();
  const services = Object.entries({ postgres, nats, caddy: proxy, prometheus });
  const images = [["node", BASE], ...services.map(([stage, { image }]) => [stage, image])];
  const codes = await Promise.all(images.map(([, image]) => tryDocker("image", "inspect", image)));
  return images.filter((_, index) => codes[index].code !== 0).map(([stage, image]) => ({ stage, image }));
}

/**
 * Makes images from Debian's packages, under the names of the real ones.
 *
 * @param {{ stage: string, image: string }[]} missing
 * @param {string} folder a place for files of the build
 */
export async function makeDebianImages(missing, folder) {
  if ((await tryDocker("image", "inspect", DEBIAN)).code !== 0) makeDebian();
  const context = join(folder, "debian");
  mkdirSync(context);
  copyFileSync(findPinnedNode(), join(context, "node"));
  cpSync(join(realpathSync(read("which", "npm")), "../.."), join(context, "npm"), { recursive: true });
  const registry = read("npm", "config", "get", "registry");
  writeFileSync(join(context, "npmrc"), `registry=${registry}\ncafile=/usr/local/etc/authorities.crt\n`);
  const extra = process.env.NODE_EXTRA_CA_CERTS;
  const authorities = [...rootCertificates, ...(extra ? [readFileSync(extra, "utf8")] : [])];
  writeFileSync(join(context, "authorities.crt"), authorities.join("\n"));
  const file = join(import.meta.dirname, "debian.Dockerfile");
  for (const { stage, image } of missing)
    await docker("build", "--quiet", "--file", file, "--target", stage, "--tag", image, context);
}

function makeDebian() {
  const make = `mmdebstrap --quiet --variant=minbase trixie - | docker import - ${DEBIAN}`;
  try {
    execFileSync("bash", ["-ec", `set -o pipefail; ${make}`], { stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    throw new SetupError(`No Debian could be made. It takes mmdebstrap, as root.\n${error.stderr}`);
  }
}
