import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { until } from "@veritick/server/testing/test-client.ts";
import { startChromium } from "./chromium.ts";

function newProfile(): string {
  const folder = mkdtempSync(join(tmpdir(), "veritick-chromium-"));
  onTestFinished(() => rmSync(folder, { recursive: true, maxRetries: 20, retryDelay: 100 }));
  return folder;
}

const browsersOf = (profile: string): string[] =>
  execFileSync("ps", ["-eww", "-o", "args="], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line.includes(`--user-data-dir=${profile}`));

it("a stopped browser leaves no process behind", async () => {
  const profile = newProfile();
  const browser = await startChromium(profile);
  expect(browsersOf(profile)).not.toEqual([]);
  browser.stop();
  await until(() => browsersOf(profile).length === 0, "the browser ended");
});

it("a process that ends without stopping its browser leaves none behind either", async () => {
  const profile = newProfile();
  const script = `import { startChromium } from ${JSON.stringify(new URL("chromium.ts", import.meta.url).href)};
    await startChromium(${JSON.stringify(profile)});
    process.on("message", () => process.exit(1));
    process.send("started");`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child, "message");
  expect(browsersOf(profile)).not.toEqual([]);
  child.send("end");
  await once(child, "exit");
  await until(() => browsersOf(profile).length === 0, "the browser ended");
});
