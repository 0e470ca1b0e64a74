import { execFileSync } from "node:child_process";

/** True if there is a Python that second implementations run on. */
export function hasPython(): boolean {
  const code = "import sys; sys.exit(sys.version_info < (3, 9))";
  try {
    execFileSync("python3", ["-c", code], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

export const runPython = (folder: string, ...words: string[]): string =>
  execFileSync("python3", ["-B", ...words], { cwd: folder, encoding: "utf8" });
