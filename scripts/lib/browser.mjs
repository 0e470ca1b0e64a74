import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { root } from "./root.mjs";
import { SetupError } from "./setup-error.mjs";

const places = [
  // This one has no window, which leaves more of the processors to the tests.
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/**
 * Finds or installs a Chromium for the browser tests: an installed one, else the system's package, else Playwright's own.
 *
 * @param {ReturnType<import("./progress.mjs").createProgress>} progress
 * @returns {Promise<string>} the path of its executable
 */
export async function ensureBrowser(progress) {
  const found = findBrowser();
  if (found !== undefined) {
    progress.note("A browser is there");
    return found;
  }
  return progress.step("Installing a browser", async () => {
    installBrowser();
    const installed = findBrowser();
    if (installed === undefined) {
      throw new SetupError(
        "No Chromium was found or could be installed. Install one, or set CHROMIUM_PATH to it.",
      );
    }
    return installed;
  });
}

/** Returns the path of a Chromium that is there. */
export function findBrowser() {
  const configured = process.env.CHROMIUM_PATH;
  if (configured !== undefined && configured !== "") return configured;
  return [...places, playwrightsOwn()].find((place) => place !== undefined && existsSync(place));
}

function playwrightsOwn() {
  const { chromium } = createRequire(join(root, "e2e/package.json"))("@playwright/test");
  return chromium.executablePath();
}

const options = { stdio: "ignore", timeout: 600_000 };

/** Installs packages of a Debian where this process may. @returns {boolean} true if all of them are there now */
function aptInstall(...names) {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return false;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const apt = (...args) => execFileSync("apt-get", args, { ...options, env });
  try {
    apt("update");
    apt("install", "-y", "--no-install-recommends", ...names);
    return true;
  } catch {
    // This system has no such package.
    return false;
  }
}

const firefox = "/usr/bin/firefox-esr";
const webkit = ["/usr/bin/WebKitWebDriver", "/usr/bin/Xvfb"];

/**
 * Finds or installs Firefox and WebKit. An engine that this machine cannot have is left out, and its flows count as skipped.
 *
 * @returns {Promise<{ FIREFOX_PATH: string, WEBKIT_DRIVER_PATH: string }>} the settings of e2e/engines, "" for none
 */
export async function ensureEngines(progress) {
  const find = () => ({
    FIREFOX_PATH: process.env.FIREFOX_PATH ?? (existsSync(firefox) ? firefox : ""),
    WEBKIT_DRIVER_PATH: webkit.every((path) => existsSync(path)) ? webkit[0] : "",
  });
  const isWhole = (found) => Object.values(found).every((path) => path !== "");
  let found = find();
  if (!isWhole(found)) {
    await progress.step("Installing Firefox and WebKit", async () => {
      aptInstall("firefox-esr", "webkit2gtk-driver", "xvfb");
      found = find();
    });
  }
  progress.note(
    isWhole(found) ? "Firefox and WebKit are there" : "Firefox or WebKit is missing: their flows are skipped",
  );
  return found;
}

function installBrowser() {
  if (["chromium-headless-shell", "chromium"].some((name) => aptInstall(name))) return;
  try {
    execFileSync(
      process.execPath,
      [join(root, "node_modules/playwright/cli.js"), "install", "chromium"],
      options,
    );
  } catch {
    // The caller reports that the browser is missing.
  }
}
