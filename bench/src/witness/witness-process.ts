import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { endAtExit } from "../support/end-at-exit.ts";
import { hashOf } from "./small-log.ts";

const WITNESS = fileURLToPath(new URL("../../../packages/web/public/veritick-witness.mjs", import.meta.url));

export type Reply = { status: number; type: string | null; text: string };

export type WitnessProcess = {
  url: string;
  vkey: string;
  /** What it has printed to stderr. */
  errors(): string;
  post(body: string | Uint8Array): Promise<Reply>;
  /** Returns the checkpoint that it serves for an origin. */
  ask(origin: string): Promise<Reply>;
  kill(): void;
  /** Sends a signal. Returns the exit code, or null after a sudden end. */
  end(signal: "SIGTERM" | "SIGINT" | "SIGKILL"): Promise<number | null>;
  ended: Promise<number | null>;
};

/** Makes a folder for the test. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "veritick-witness-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function call(url: string, init?: { method: string; body: string | Uint8Array }): Promise<Reply> {
  const reply = await fetch(url, init as RequestInit);
  return { status: reply.status, type: reply.headers.get("content-type"), text: await reply.text() };
}

/**
 * Starts the witness as its own process at a free port, and waits until it listens. Throws what it prints if it refuses to.
 * @param preload a module that the process runs first
 */
export async function startWitness(
  folder: string,
  words: string[],
  preload?: { code: string; env: NodeJS.ProcessEnv },
): Promise<WitnessProcess> {
  const loader = preload && [`--import=data:text/javascript,${encodeURIComponent(preload.code)}`];
  const child = spawn(
    process.execPath,
    [...(loader ?? []), WITNESS, "--folder", folder, "--listen", "127.0.0.1:0", ...words],
    { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...preload?.env } },
  );
  endAtExit(child);
  onTestFinished(() => void child.kill("SIGKILL"));
  const printed = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].setEncoding("utf8").on("data", (text: string) => (printed[name] += text));
  const ended = once(child, "close").then(([code]) => code as number | null);
  const started = Promise.withResolvers<string>();
  child.stdout.on("data", () => {
    const [, address] = /^It listens on (http:\S+)$/m.exec(printed.stdout) ?? [];
    if (address !== undefined) started.resolve(address);
  });
  void ended.then((code) => started.reject(new Error(`exit code ${code}: ${printed.stderr}`)));
  const url = await started.promise;
  return {
    url,
    vkey: /^This witness is (\S+)$/m.exec(printed.stdout)![1]!,
    errors: () => printed.stderr,
    post: (body) => call(`${url}/add-checkpoint`, { method: "POST", body }),
    ask: (origin) => call(`${url}/${hashOf(origin)}/checkpoint`),
    kill: () => void child.kill("SIGKILL"),
    end: (signal) => {
      child.kill(signal);
      return ended;
    },
    ended,
  };
}

/** Has the witness read its time from a file, in seconds, so that a test can move it. */
export const withClock = (file: string) => ({
  code: `
    import { readFileSync } from "node:fs";
    const RealDate = Date;
    globalThis.Date = class extends RealDate {
      constructor(...given) {
        super(...(given.length > 0 ? given : [1000 * readFileSync(process.env.WITNESS_CLOCK, "utf8")]));
      }
    };`,
  env: { WITNESS_CLOCK: file },
});

/**
 * Kills the process at one of the calls by which it keeps its first checkpoint and answers, or prints them all to stderr.
 * @param die such as "after renameSync 1"; empty to print
 */
export const withFileCalls = (die: string) => ({
  code: `
    import fs from "node:fs";
    import { ServerResponse } from "node:http";
    import { syncBuiltinESMExports } from "node:module";
    const counts = {};
    let isKeeping = false;
    const at = (moment) => {
      if (moment === process.env.WITNESS_DIES) process.kill(process.pid, "SIGKILL");
    };
    const watch = (object, name) => {
      const real = object[name];
      object[name] = function (...given) {
        isKeeping ||= String(given[0]).endsWith(".new");
        if (!isKeeping) return real.apply(this, given);
        counts[name] = (counts[name] ?? 0) + 1;
        if (process.env.WITNESS_DIES === "") process._rawDebug(name, typeof given[0] === "string" ? given[0] : "");
        at("before " + name + " " + counts[name]);
        const result = real.apply(this, given);
        at("after " + name + " " + counts[name]);
        return result;
      };
    };
    for (const name of ["openSync", "writeFileSync", "fsyncSync", "closeSync", "renameSync"]) watch(fs, name);
    watch(ServerResponse.prototype, "end");
    syncBuiltinESMExports();`,
  env: { WITNESS_DIES: die },
});
