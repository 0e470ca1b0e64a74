import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findPinnedNode } from "../pinned-node.mjs";
import { root } from "../root.mjs";
import { SetupError } from "../setup-error.mjs";

const IMAGE = "localhost/veritick:test";
const CERTIFICATES = "/etc/ssl/certs";
const SOURCES = ["/etc/apt/sources.list.d/debian.sources", "/etc/apt/sources.list"];

/**
 * Builds the image of the unchanged Dockerfile without a container engine or an image registry. Its base image is made from
 * Debian's packages and the pinned Node.js, under the name that the Dockerfile uses.
 *
 * @param {{ folder: string, cache: string }} places `folder` is thrown away, `cache` kept
 */
export function createBuilder({ folder, cache }) {
  const storage = ["--root", join(folder, "storage"), "--runroot", join(folder, "run")];
  let driver = "overlay";
  const buildah = (...args) =>
    execFileSync("buildah", [...storage, "--storage-driver", driver, ...args], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      maxBuffer: 1e8,
    }).trim();

  /** Chooses full copies of each layer if no overlay can be mounted. */
  function chooseDriver() {
    try {
      const container = buildah("from", "scratch");
      buildah("mount", container);
      buildah("rm", container);
    } catch {
      driver = "vfs";
    }
  }

  /** Makes a Debian of only its essential packages, like the official images. It is kept for the next run. */
  function makeDebian() {
    const release = /^VERSION_CODENAME=(\w+)$/m.exec(readFileSync("/etc/os-release", "utf8"))?.[1];
    if (release === undefined) throw new SetupError("/etc/os-release names no release of Debian.");
    const archive = join(cache, `debian-${release}.tar`);
    const isFresh = existsSync(archive) && statSync(archive).size > 0;
    if (isFresh) return archive;
    mkdirSync(cache, { recursive: true });
    const sources = SOURCES.filter((file) => existsSync(file) && readFileSync(file, "utf8").trim() !== "");
    // The image must not name the mirror of the machine that built it.
    const forget = 'rm -rf "$1"/etc/apt/sources.list* "$1"/etc/resolv.conf "$1"/etc/hostname';
    const made = `${archive}.part`;
    execFileSync(
      "mmdebstrap",
      // prettier-ignore
      ["--quiet", "--variant=minbase", "--mode=root", "--format=tar", "--include=ca-certificates",
       `--customize-hook=${forget}`, release, made, ...sources],
      { stdio: ["ignore", "ignore", "inherit"] },
    );
    execFileSync("mv", [made, archive]);
    return archive;
  }

  function makeBase() {
    const name = /^FROM (\S+) AS base$/m.exec(readFileSync(join(root, "Dockerfile"), "utf8"))?.[1];
    const node = findPinnedNode();
    if (name === undefined) throw new SetupError("The Dockerfile names no base.");
    if (node === undefined) throw new SetupError("The pinned Node.js is missing: run npm ci.");
    const modules = execFileSync("npm", ["root", "--global"], { encoding: "utf8" }).trim();
    const container = buildah("from", "scratch");
    buildah("add", "--quiet", container, makeDebian(), "/");
    buildah("copy", "--quiet", container, node, "/usr/local/bin/node");
    buildah("copy", "--quiet", container, join(modules, "npm"), "/usr/local/lib/node_modules/npm");
    const finish = [
      "for name in npm npx; do ln -s ../lib/node_modules/npm/bin/$name-cli.js /usr/local/bin/$name; done",
      "groupadd --gid 1000 node",
      "useradd --uid 1000 --gid node --shell /bin/bash --create-home node",
      // The official image has an entrypoint of this name, which passes options to Node.js.
      String.raw`printf '#!/bin/sh\nset -e\ncase "$1" in -*) set -- node "$@" ;; esac\nexec "$@"\n' > /usr/local/bin/docker-entrypoint.sh`,
      "chmod 755 /usr/local/bin/docker-entrypoint.sh",
    ];
    buildah("run", "--isolation=chroot", container, "--", "sh", "-ec", finish.join("\n"));
    buildah("config", "--entrypoint", '["docker-entrypoint.sh"]', "--cmd", "node", container);
    buildah("commit", "--quiet", "--format=docker", "--rm", container, `docker.io/library/${name}`);
    return name;
  }

  /** Builds the image. This machine's registry settings and certificates are mounted for the time of the build. */
  function buildImage() {
    const npm = (...args) => execFileSync("npm", args, { encoding: "utf8", cwd: root }).trim();
    const npmrc = join(folder, "npmrc");
    const authority = join(CERTIFICATES, "ca-certificates.crt");
    writeFileSync(
      npmrc,
      [
        `registry=${npm("config", "get", "registry")}`,
        `cafile=${authority}`,
        "update-notifier=false",
        "",
      ].join("\n"),
    );
    const mounts = [
      [npmrc, "/usr/local/etc/npmrc", "ro"],
      [CERTIFICATES, CERTIFICATES, "ro"],
      [npm("config", "get", "cache"), "/root/.npm", "rw"],
    ];
    const volumes = mounts.map((mount) => `--volume=${mount.join(":")}`);
    try {
      // Only Docker's image format supports HEALTHCHECK.
      buildah(
        "build",
        "--isolation=chroot",
        "--format=docker",
        "--pull-never",
        ...volumes,
        "--tag",
        IMAGE,
        root,
      );
    } catch (error) {
      throw new SetupError(`The image could not be built:\n${String(error.stderr ?? error).slice(-6_000)}`);
    }
  }

  /** Mounts the image to be read. */
  function openImage() {
    const { config } = JSON.parse(JSON.parse(buildah("inspect", "--type=image", IMAGE)).Config);
    const container = buildah("from", "--pull-never", IMAGE);
    return { config, folder: buildah("mount", container) };
  }

  const sizeOf = (name) => {
    const [{ size }] = JSON.parse(buildah("images", "--json", name));
    return size;
  };

  return {
    chooseDriver,
    makeBase,
    buildImage,
    openImage,
    sizes: (base) => ({ base: sizeOf(base), image: sizeOf(IMAGE) }),
    driver: () => driver,
    end() {
      try {
        buildah("rm", "--all");
      } catch {
        // The rest is unmounted next, and removed with the folder.
      }
      // Otherwise its storage stays mounted on itself.
      const mounts = readFileSync("/proc/self/mounts", "utf8").split("\n");
      const ours = mounts.map((line) => line.split(" ")[1]).filter((place) => place?.startsWith(folder));
      if (ours.length > 0) execFileSync("umount", ours.toReversed());
    },
  };
}
