import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { stopwatchMs } from "@veritick/server/platform/clock.ts";
import { findRunning } from "@veritick/embedded-postgres/start-embedded-postgres.ts";
import type { Connection } from "@veritick/embedded-postgres/connection.ts";
import { endAtExit } from "./end-at-exit.ts";

const MAIN = fileURLToPath(import.meta.resolve("@veritick/server/main.ts"));
const START_LIMIT_MS = 120_000;

/** The platform's server as it runs in production: a process of its own on a data directory of its own. */
export type ServerProcess = {
  child: ChildProcess;
  port: number;
  url: string;
  /** Milliseconds from the start of the process until it listens. */
  startMs: number;
  /** The embedded PostgreSQL behind it. */
  connection(): Connection;
  /** Shuts it down in good order. */
  stop(): Promise<void>;
  /** Kills it at once, as a power cut would. */
  kill(): Promise<void>;
};

export type ServerOptions = {
  dataDir: string;
  environment?: Record<string, string>;
};

/** Starts a server. Resolves once it listens. */
export async function startServer(options: ServerOptions): Promise<ServerProcess> {
  const startedAt = stopwatchMs();
  const child = spawn(process.execPath, [MAIN], {
    env: {
      ...inherited(),
      PORT: "0",
      HOST: "127.0.0.1",
      LOG_LEVEL: "error",
      DATA_DIR: options.dataDir,
      ...options.environment,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  endAtExit(child);
  const port = await listeningPort(child);
  return {
    child,
    port,
    url: `http://127.0.0.1:${port}`,
    startMs: stopwatchMs() - startedAt,
    connection: () => findRunning(options.dataDir, "veritick"),
    stop: () => end(child, "SIGTERM"),
    kill: () => end(child, "SIGKILL"),
  };
}

/** Keeps the caller's settings out of the measurement. Tests keep the compile cache. */
function inherited(): NodeJS.ProcessEnv {
  const kept = /^(PATH|NODE_COMPILE_CACHE|HOME|TMPDIR|TMP|TEMP|SystemRoot|windir|USERPROFILE)$/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => kept.test(name)));
}

function listeningPort(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let output = "";
    const limit = setTimeout(() => {
      child.kill("SIGKILL");
      reject(new Error(`the server did not listen within ${START_LIMIT_MS / 1000} s:\n${output}`));
    }, START_LIMIT_MS);
    child.stdout!.on("data", (chunk: Buffer) => {
      if (output.length < 100_000) output += chunk.toString();
      const ready = /Veritick is ready: \S+:(\d+)/.exec(output);
      if (ready === null) return;
      clearTimeout(limit);
      resolve(Number(ready[1]));
    });
    child.once("exit", (code, signal) => {
      clearTimeout(limit);
      reject(new Error(`the server ended before it listened (${signal ?? code}):\n${output}`));
    });
  });
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill(signal);
  await exit;
}
