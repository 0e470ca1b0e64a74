import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root } from "./root.mjs";

/** @typedef {{ passed: number, failed: number, skipped: number, failures: string[] }} Counts `failures` by name and reason */

/**
 * Runs one tool and shows its output.
 *
 * @returns {Promise<boolean>} true if it succeeded
 */
export function runTool(file, args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, ...env },
    });
    child.once("error", reject);
    child.once("exit", (code) => resolve(code === 0));
  });
}

/** Reads the counts of vitest's JSON report. @returns {Counts} */
export function countVitest(file) {
  const report = readJson(file);
  if (report === undefined) return noReport;
  // A file that could not be loaded has no tests to count, so it counts as a failure itself.
  const broken = report.testResults.filter(
    (suite) => suite.status === "failed" && suite.assertionResults.length === 0,
  );
  const failedTests = report.testResults.flatMap((suite) =>
    suite.assertionResults
      .filter((test) => test.status === "failed")
      .map((test) => failure(`${relative(root, suite.name)}: ${test.fullName}`, test.failureMessages)),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
    failures: [
      ...broken.map((suite) => failure(relative(root, suite.name), [suite.message])),
      ...failedTests,
    ],
  };
}

/** Reads the counts of Playwright's JSON report. @returns {Counts} */
export function countPlaywright(file) {
  const report = readJson(file);
  if (report === undefined) return noReport;
  const { expected, unexpected, flaky, skipped } = report.stats;
  const failures = report.suites
    .flatMap(specsOf)
    .filter((spec) => !spec.ok)
    .map((spec) => {
      const errors = spec.tests.flatMap((test) => test.results.flatMap((result) => result.errors));
      return failure(
        `${spec.file}:${spec.line}: ${spec.title}`,
        errors.map((error) => error.message ?? ""),
      );
    });
  return { passed: expected, failed: unexpected + flaky + report.errors.length, skipped, failures };
}

/** The number of lines of each reason that the end of the log repeats. */
const REASON_LINES = 15;

/** Formats a failed test: its name and, indented below it, the reasons. */
function failure(name, reasons) {
  const lines = reasons.flatMap((reason) =>
    stripVTControlCharacters(reason).trim().split("\n").slice(0, REASON_LINES),
  );
  return [name, ...lines.map((line) => `    ${line}`)].join("\n");
}

/** Returns the tests of one file or `describe` of Playwright's report. */
const specsOf = (suite) => [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)];

/** The counts of a runner that ended before it could report. @type {Counts} */
const noReport = { passed: 0, failed: 1, skipped: 0, failures: [] };

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

/** @param {boolean} succeeded @returns {Counts} */
export const countOne = (succeeded) => ({
  passed: succeeded ? 1 : 0,
  failed: succeeded ? 0 : 1,
  skipped: 0,
  failures: [],
});

/** @param {Counts[]} counts @returns {Counts} */
export const sumCounts = (counts) => ({
  passed: counts.reduce((sum, count) => sum + count.passed, 0),
  failed: counts.reduce((sum, count) => sum + count.failed, 0),
  skipped: counts.reduce((sum, count) => sum + count.skipped, 0),
  failures: counts.flatMap((count) => count.failures),
});
