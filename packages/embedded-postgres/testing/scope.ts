import { spawn, type ChildProcess } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import pg from "pg";
import type { Connection } from "../src/connection.ts";
import { memoryFolder } from "../src/memory-folder.ts";
import { isRunning } from "../src/processes.ts";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "../src/start-embedded-postgres.ts";
import { waitFor } from "../src/wait.ts";

/** Keeps everything that a test started or made, and undoes it in reverse order, whatever happened in between. */
export function createScope() {
  const undo: (() => void | Promise<void>)[] = [];
  const messages: string[] = [];

  const folder = (suffix = "", copyOf?: string): string => {
    const base = mkdtempSync(join(memoryFolder(), "vt-"));
    undo.push(() => rmSync(base, { recursive: true, force: true, maxRetries: 5 }));
    const dataDir = join(base, suffix);
    if (copyOf !== undefined) cpSync(copyOf, dataDir, { recursive: true });
    return dataDir;
  };

  const start = async (dataDir: string): Promise<EmbeddedPostgres> => {
    const postgres = await startEmbeddedPostgres({
      dataDir,
      name: "sample",
      log: ({ message }) => messages.push(message),
    });
    undo.push(() => postgres.stop());
    return postgres;
  };

  /** Starts a separate parent process for PostgreSQL. */
  const spawnHolder = (
    dataDir: string,
    options: { uid?: number; gid?: number; env?: NodeJS.ProcessEnv } = {},
  ) => {
    const script = fileURLToPath(new URL("hold-postgres.fixture.ts", import.meta.url));
    const child = spawn(process.execPath, [script, dataDir], { ...options, stdio: "pipe" });
    undo.push(() => endHolder(child));
    return child;
  };

  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step();
    messages.length = 0;
  };
  return { folder, start, spawnHolder, messages, close };
}

export type Held = { pid: number; connection: Connection };

/** Resolves to the holder's line when its server is ready; rejects with its errors if it ends before. */
export async function whenReady(holder: ChildProcess): Promise<Held> {
  let errors = "";
  holder.stderr?.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  const lines = createInterface({ input: holder.stdout! });
  const ended = once(holder, "close").then(() => Promise.reject(new Error(errors)));
  const [line] = (await Promise.race([once(lines, "line"), ended])) as [string];
  return JSON.parse(line) as Held;
}

export async function endHolder(holder: ChildProcess): Promise<void> {
  if (holder.exitCode !== null || holder.signalCode !== null) return;
  const exit = once(holder, "exit");
  holder.stdin?.end();
  await exit;
}

export async function killHolder(holder: ChildProcess): Promise<void> {
  const exit = once(holder, "exit");
  holder.kill("SIGKILL");
  await exit;
}

export async function query(connection: Connection, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection);
  client.on("error", () => undefined);
  try {
    await client.connect();
    return (await client.query(text)).rows as Record<string, unknown>[];
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Repeats a query until the server answers again. */
export async function queryOnceBack(
  connection: Connection,
  text: string,
): Promise<Record<string, unknown>[]> {
  const rows = await waitFor(() => query(connection, text).catch(() => undefined), {
    timeoutMs: 15_000,
    everyMs: 10,
  });
  if (!rows) throw new Error("the server did not come back");
  return rows;
}

export async function untilGone(pid: number): Promise<void> {
  await waitFor(() => (isRunning(pid) ? undefined : true), { timeoutMs: 15_000, everyMs: 10 });
}
