import type { ChildProcess } from "node:child_process";

/** Has a child process end when this one exits, however early. */
export function endAtExit(child: ChildProcess): void {
  const end = () => child.kill("SIGTERM");
  process.once("exit", end);
  child.once("exit", () => process.off("exit", end));
}
