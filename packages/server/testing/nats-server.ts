import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { connect, createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { delimiter, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const START_LIMIT_MS = 15_000;

/** Finds the `nats-server` of this machine. Tests that need it are skipped if this returns undefined. */
export function findNatsServer(): string | undefined {
  const configured = process.env["NATS_SERVER_PATH"];
  if (configured !== undefined && configured !== "") return configured;
  const name = process.platform === "win32" ? "nats-server.exe" : "nats-server";
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"];
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
}

/** A NATS server that can be ended and started again at the same address. */
export type NatsServer = {
  readonly url: string;
  readonly process: ChildProcess | undefined;
  start(): Promise<void>;
  /** Kills it, as a power cut would. */
  kill(): Promise<void>;
};

export async function createNatsServer(options: string[] = []): Promise<NatsServer> {
  const binary = findNatsServer()!;
  const port = await freePort();
  let child: ChildProcess | undefined;

  const server = {
    url: `nats://127.0.0.1:${port}`,
    get process() {
      return child;
    },
    async start() {
      const arguments_ = ["--addr", "127.0.0.1", "--port", String(port), ...options];
      child = spawn(binary, arguments_, { stdio: "ignore" });
      await answers(port, child);
    },
    async kill() {
      const ending = child;
      child = undefined;
      if (ending === undefined || ending.exitCode !== null || ending.signalCode !== null) return;
      const exit = once(ending, "exit");
      ending.kill("SIGKILL");
      await exit;
    },
  };
  await server.start();
  return server;
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function answers(port: number, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + START_LIMIT_MS;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`nats-server ended at once (${child.exitCode})`);
    const isThere = await new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => (socket.destroy(), resolve(true)));
      socket.once("error", () => resolve(false));
    });
    if (isThere) return;
    if (performance.now() > deadline) throw new Error("nats-server did not listen");
    await delay(20);
  }
}
