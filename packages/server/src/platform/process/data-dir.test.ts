import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isRunning, readPidFile } from "@veritick/embedded-postgres/processes.ts";
import { findRunning } from "@veritick/embedded-postgres/start-embedded-postgres.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  claimDataDir,
  DataDirInUseError,
  EMBEDDED_DATABASE,
  EmbeddedDatabaseError,
  lockDataDir,
  openDataDir,
} from "./data-dir.ts";
import { withClient } from "../db/database.ts";
import { migrate } from "../db/migrate.ts";
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

/** Begins a command, in a process group of its own as a terminal does, that waits for ever while it stores a user. */
function beginCommand() {
  const script = fileURLToPath(new URL("../../cli/admin.ts", import.meta.url));
  const child = spawn(process.execPath, [script, "make", "kim@example.com"], {
    env: { PATH: process.env["PATH"], DATA_DIR: dataDir },
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let told = "";
  for (const output of [child.stdout, child.stderr])
    output.on("data", (chunk: Buffer) => (told += chunk.toString()));
  const closed = once(child, "close");
  return {
    /** Ends the whole group as Ctrl+C does. Returns the exit code, the signal, and what the command told. */
    async end(signal: NodeJS.Signals) {
      process.kill(-child.pid!, signal);
      return [...(await closed), told];
    },
  };
}

const isStoring = () =>
  withClient(findRunning(dataDir, EMBEDDED_DATABASE), async (client) => {
    const { rowCount } = await client.query("select from pg_stat_activity where wait_event = 'PgSleep'");
    return rowCount === 1;
  }).catch(() => false);
const postgresPid = () => readPidFile(join(dataDir, "postgres"))?.pid;

it("stops the PostgreSQL of a command that a signal ends, but none that it found running", async () => {
  const open = () => openDataDir({ dataDir, databaseUrl: undefined }, createLog("silent"));
  const server = await open();
  await migrate(server.connection, createLog("silent"));
  await withClient(server.connection, (client) =>
    client.query(`
      create function wait() returns trigger language plpgsql as 'begin perform pg_sleep(600); return new; end';
      create trigger wait after insert on users for each row execute function wait()`),
  );
  const beside = beginCommand();
  await expect.poll(isStoring, { timeout: 20_000 }).toBe(true);
  expect(await beside.end("SIGINT")).toEqual([null, "SIGINT", ""]);
  expect(isRunning(postgresPid()!)).toBe(true);
  await server.close();

  const begun: number[] = [];
  try {
    for (const [signal, code] of [
      ["SIGINT", 130],
      ["SIGTERM", 143],
    ] as const) {
      const command = beginCommand();
      await expect.poll(isStoring, { timeout: 20_000 }).toBe(true);
      const pid = postgresPid()!;
      begun.push(pid);
      expect(await command.end(signal)).toEqual([code, null, ""]);
      expect(isRunning(pid)).toBe(false);
      expect(postgresPid()).toBeUndefined();
    }
    const command = beginCommand();
    await expect.poll(postgresPid, { timeout: 20_000, interval: 1 }).toBeDefined();
    begun.push(postgresPid()!);
    expect(await command.end("SIGTERM")).toEqual([143, null, ""]);
    await expect.poll(() => isRunning(begun.at(-1)!), { timeout: 20_000 }).toBe(false);
  } finally {
    for (const pid of begun) if (isRunning(pid)) process.kill(pid, "SIGQUIT");
  }
  const again = await open();
  const { rowCount } = await withClient(again.connection, (client) => client.query("select from users"));
  await again.close();
  expect(rowCount).toBe(0);
}, 120_000);

it("names the settings to change if PostgreSQL cannot run on the folder, and releases it", async () => {
  mkdirSync(join(dataDir, "postgres"), { recursive: true });
  writeFileSync(join(dataDir, "postgres", "holiday.jpg"), "");
  const opened = openDataDir({ dataDir, databaseUrl: undefined }, createLog("silent"));
  await expect(opened).rejects.toThrow(EmbeddedDatabaseError);
  await expect(opened).rejects.toThrow(
    /contains no PostgreSQL data.*another data folder[^]*DATA_DIR.*DATABASE_URL/,
  );
  lockDataDir(dataDir, 0).release();
});
