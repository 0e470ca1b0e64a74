import { spawn } from "node:child_process";
import { constants } from "node:os";

/**
 * Runs a program in place of this process, with its terminal, its signals and its exit code. With `ipc`, the child also sees
 * "disconnect" if this process ends without being able to pass a signal on.
 *
 * @param {string} file
 * @param {string[]} args
 * @param {{ env?: Record<string, string>, cwd?: string, ipc?: boolean }} [options]
 * @returns {{ exitCode: Promise<number>, end(): void }}
 */
export function runChild(file, args, { env = {}, cwd, ipc = false } = {}) {
  const stdio = ipc ? ["inherit", "inherit", "inherit", "ipc"] : "inherit";
  const child = spawn(file, args, { cwd, env: { ...process.env, ...env }, stdio });

  const forward = (signal) => {
    // The terminal itself sends Ctrl+C to the child, which would take a second signal as "at once".
    const fromTerminal = signal === "SIGINT" && process.stdin.isTTY;
    if (!fromTerminal) child.kill(signal);
    else if (child.connected) child.disconnect();
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.on(signal, forward);

  const exitCode = new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      for (const name of signals) process.off(name, forward);
      resolve(code ?? 128 + (constants.signals[signal] ?? 0));
    });
  });
  return { exitCode, end: () => void child.kill("SIGTERM") };
}
