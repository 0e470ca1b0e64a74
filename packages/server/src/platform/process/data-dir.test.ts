import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isRunning, readPidFile } from "@veritick/embedded-postgres/processes.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  claimDataDir,
  DataDirInUseError,
  EmbeddedDatabaseError,
  lockDataDir,
  openDataDir,
} from "./data-dir.ts";
import { createLog } from "../telemetry/log.ts";

let dataDir = "";
beforeEach(() => void (dataDir = join(mkdtempSync(join(tmpdir(), "vt-")), "data")));
afterEach(() => rmSync(join(dataDir, ".."), { recursive: true, force: true }));

/** Starts another process that holds the lock, and a child of its own that lives as long as the test lets it. */
async function spawnHolder() {
  const source = `
    import { spawn } from "node:child_process";
    import { lockDataDir } from ${JSON.stringify(new URL("data-dir.ts", import.meta.url).href)};
    lockDataDir(process.argv[1]);
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore", detached: true });
    console.log(child.pid);
    setInterval(() => {}, 1000);`;
  const holder = spawn(process.execPath, ["--input-type=module", "-e", source, dataDir], { stdio: "pipe" });
  let noise = "";
  holder.stderr.on("data", (chunk: Buffer) => (noise += chunk.toString()));
  const [line] = (await Promise.race([
    once(holder.stdout, "data"),
    once(holder, "close").then(() => Promise.reject(new Error(noise))),
  ])) as [Buffer];
  return { holder, grandchild: Number(line.toString()), noise: () => noise };
}

describe("the lock of the data folder", () => {
  it("refuses a second owner in the same process until the first releases it", () => {
    const first = lockDataDir(dataDir, 0);
    expect(() => lockDataDir(dataDir, 0)).toThrow(DataDirInUseError);
    first.release();
    first.release();
    lockDataDir(dataDir, 0).release();
  });

  it("is waited for if a command holds it, but not if a server does", async () => {
    const told: string[] = [];
    const tool = lockDataDir(dataDir, 0, "tool");
    const warn = (line: string) => {
      told.push(line);
      tool.release();
    };
    const log = { ...createLog("silent"), warn };
    const server = await claimDataDir(dataDir, "server", log as never);
    expect(told).toHaveLength(1);
    expect(told[0]).toContain(`in use by a tool, process ${process.pid} on `);
    await expect(claimDataDir(dataDir, "server", log as never)).rejects.toThrow(DataDirInUseError);
    server.release();
  });

  it("keeps its files private", () => {
    const lock = lockDataDir(dataDir, 0);
    expect(statSync(dataDir).mode & 0o077).toBe(0);
    expect(statSync(join(dataDir, "lock.sqlite")).mode & 0o077).toBe(0);
    lock.release();
  });

  it("refuses a second process by naming the first, and ends with it however it ends", async () => {
    const { holder, grandchild, noise } = await spawnHolder();
    try {
      expect(() => lockDataDir(dataDir, 0)).toThrow(`in use by process ${holder.pid} on `);
      const exit = once(holder, "exit");
      holder.kill("SIGKILL");
      await exit;
      // The grandchild lives on without inheriting the lock.
      process.kill(grandchild, 0);
      lockDataDir(dataDir, 0).release();
      expect(noise()).toBe("");
    } finally {
      holder.kill("SIGKILL");
      process.kill(grandchild, "SIGKILL");
    }
  });
});

it("ends its PostgreSQL if the server is told to end during the start", async () => {
  const main = fileURLToPath(new URL("../../main.ts", import.meta.url));
  const env = { PATH: process.env["PATH"], DATA_DIR: dataDir, HOST: "127.0.0.1", PORT: "0" };
  const server = spawn(process.execPath, [main], { env, stdio: ["ignore", "pipe", "inherit"] });
  const exit = once(server, "exit");
  let told = "";
  server.stdout.on("data", (chunk: Buffer) => (told += chunk.toString()));
  await expect.poll(() => told, { timeout: 50_000 }).toContain("PostgreSQL is ready");
  const { pid } = readPidFile(join(dataDir, "postgres"))!;
  try {
    server.kill("SIGTERM");
    expect(await exit).toEqual([1, null]);
    expect(told).not.toContain("Veritick is ready");
    await expect.poll(() => isRunning(pid), { timeout: 20_000 }).toBe(false);
  } finally {
    server.kill("SIGKILL");
    if (isRunning(pid)) process.kill(pid, "SIGQUIT");
  }
});

it("names the settings to change if PostgreSQL cannot run on the folder, and releases it", async () => {
  mkdirSync(join(dataDir, "postgres"), { recursive: true });
  writeFileSync(join(dataDir, "postgres", "holiday.jpg"), "");
  const opened = openDataDir({ dataDir, databaseUrl: undefined }, createLog("silent"));
  await expect(opened).rejects.toThrow(EmbeddedDatabaseError);
  await expect(opened).rejects.toThrow(
    /holds no PostgreSQL data.*another data folder[^]*DATA_DIR.*DATABASE_URL/,
  );
  lockDataDir(dataDir, 0).release();
});
