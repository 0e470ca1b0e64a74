import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const NAME = process.platform === "win32" ? "nats-server.exe" : "nats-server";

/**
 * Finds or installs a nats-server for the tests of several processes: an installed one, else the system's package. Without
 * one, those tests are skipped.
 *
 * @param {ReturnType<import("./progress.mjs").createProgress>} progress
 * @returns {Promise<string | undefined>} the path of its executable
 */
export async function ensureNatsServer(progress) {
  const found = findNatsServer();
  if (found !== undefined) {
    progress.note("A nats-server is there");
    return found;
  }
  return progress.step("Installing a nats-server", async () => {
    installNatsServer();
    const installed = findNatsServer();
    if (installed === undefined) {
      console.log(
        "There is no nats-server and none could be installed: the tests with several processes are skipped. " +
          "Install one, or set NATS_SERVER_PATH to it.",
      );
    }
    return installed;
  });
}

function findNatsServer() {
  const configured = process.env.NATS_SERVER_PATH;
  if (configured !== undefined && configured !== "") return configured;
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"];
  return folders.map((folder) => join(folder, NAME)).find((file) => existsSync(file));
}

function installNatsServer() {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const apt = (...args) => execFileSync("apt-get", args, { stdio: "ignore", timeout: 300_000, env });
  try {
    apt("update");
    apt("install", "-y", "--no-install-recommends", "nats-server");
  } catch {
    // This system has no such package. The caller reports that it is missing.
  }
}
