import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, totalmem } from "node:os";
import { fileURLToPath } from "node:url";
import { sectionOf, withSection } from "./report.ts";
import type { Row, Run } from "./report.ts";

const RESULTS = fileURLToPath(new URL("../../results.md", import.meta.url));

/** Writes the figures of a benchmark to `bench/results.md`, in place of its earlier ones. */
export function record(bench: string, run: Run, rows: readonly Row[]): void {
  writeFileSync(RESULTS, withSection(readFileSync(RESULTS, "utf8"), sectionOf(bench, run, rows)));
}

/** Describes this run: date, commit and machine. */
export function describeRun(): Run {
  const git = (...words: string[]) =>
    execFileSync("git", words, { cwd: import.meta.dirname, encoding: "utf8" }).trim();
  const isChanged = git("status", "--porcelain", "--untracked-files=no", ":/packages", ":/bench/src") !== "";
  return {
    date: new Date().toISOString().slice(0, 10),
    commit: `commit ${git("rev-parse", "--short=10", "HEAD")}${isChanged ? " with changes" : ""}`,
    machine:
      `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? "unknown"}), ` +
      `${Math.round(totalmem() / 2 ** 30)} GB of memory, ${process.platform}, Node.js ${process.versions.node}.`,
  };
}
