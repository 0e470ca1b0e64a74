import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBrowser, ensureEngines } from "./browser.mjs";
import { ensureInstalled } from "./install.mjs";
import { ensureNatsServer } from "./nats-server.mjs";
import { pinnedNode } from "./pinned-node.mjs";
import { createProgress } from "./progress.mjs";
import { root } from "./root.mjs";
import { runScript } from "./setup-error.mjs";
import { countOne, countPlaywright, countVitest, runTool, sumCounts } from "./test-runs.mjs";
import { ensureWebBuilt } from "./web-build.mjs";

const bin = (...path) => join(root, "node_modules", ...path);

/**
 * Sets everything up, runs all checks and tests but the rare browser tests (`rare()`), and ends with the sum of all.
 * `--whole` adds these, and the flows in Firefox and WebKit. `--long` also runs the long form of the tests that have one: more random histories, killed
 * processes, every code guessed, a minute in real time.
 */
export function runTests(args = process.argv.slice(2)) {
  return runScript(async () => {
    const isLong = args.includes("--long");
    const isWhole = isLong || args.includes("--whole");
    const progress = createProgress(isWhole ? 5 : 4);
    await ensureInstalled(progress);
    const browser = await ensureBrowser(progress);
    const engines = isWhole ? await ensureEngines(progress) : {};
    const natsServer = await ensureNatsServer(progress);
    await ensureWebBuilt(progress);

    const node = pinnedNode();
    const reports = mkdtempSync(join(tmpdir(), "veritick-reports-"));
    const vitestReport = join(reports, "vitest.json");
    const playwrightReport = join(reports, "playwright.json");
    const enginesReport = join(reports, "engines.json");
    const env = {
      CHROMIUM_PATH: browser,
      ...engines,
      NATS_SERVER_PATH: natsServer ?? "",
      PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport,
      // Node.js runs TypeScript by itself, so Playwright need not compile the server for each of its workers.
      PW_DISABLE_TS_ESM: "1",
      // The tests start the server and its commands some hundred times. The compile cache halves the time of a start.
      NODE_COMPILE_CACHE: join(root, "node_modules", ".cache", "node"),
      ...(isLong ? { VERITICK_LONG: "1" } : {}),
      ...(isWhole ? {} : { VERITICK_QUICK: "1" }),
    };
    const parts = [];
    /** Runs one part and records its counts and its time. */
    const run = async (title, toolArgs, count = countOne) => {
      console.log(`\n== ${title}`);
      const startMs = performance.now();
      const succeeded = await runTool(node, toolArgs, env);
      parts.push({ title, seconds: (performance.now() - startMs) / 1000, counts: count(succeeded) });
    };

    // The checks keep one processor busy while the tests start on the other.
    const checks = async () => {
      await run("Format", [bin("oxfmt/bin/oxfmt"), "--check"]);
      // By default four checkers share a project, and each of them repeats the check of the common parts.
      await run("Types", [bin("typescript/bin/tsc"), "--build", "--checkers", "1"]);
      await run("Lint and import rules", [bin("oxlint/bin/oxlint"), "--type-aware", "--deny-warnings"]);
    };
    const vitest = [bin("vitest/vitest.mjs"), "run", "--reporter=dot", "--reporter=json"];
    const playwright = [
      // The workers, which run the servers, inherit it, so that V8 frees garbage early (as in vitest.config.ts).
      "--max-semi-space-size=64",
      bin("@playwright/test/cli.js"),
      "test",
      "--config",
      "e2e/playwright.config.ts",
    ];
    await Promise.all([
      checks(),
      run("Unit and database tests", [...vitest, `--outputFile.json=${vitestReport}`], () =>
        countVitest(vitestReport),
      ),
    ]);
    // The flows wait for their browsers most of the time, beside the other browser tests.
    const flows = ["--config", "e2e/engines/vitest.config.ts", `--outputFile.json=${enginesReport}`];
    await Promise.all([
      run("Browser tests", [...playwright, "--reporter=line,json"], () => countPlaywright(playwrightReport)),
      isWhole && run("Firefox and WebKit", [...vitest, ...flows], () => countVitest(enginesReport)),
    ]);
    rmSync(reports, { recursive: true, force: true });

    console.log(`\n${tableOf(parts)}`);
    const { passed, failed, skipped, failures } = sumCounts(parts.map(({ counts }) => counts));
    // Repeats the failures for readers who see only the end of a long log.
    if (failures.length > 0) console.log(`\nFailed:\n${failures.map((name) => `  ${name}`).join("\n")}`);
    if (!isWhole) {
      console.log(
        "\nLeft out: rare browser tests, Firefox and WebKit. `npm test -- --whole` runs them too, as CI does.",
      );
    }
    console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
    process.exitCode = failed === 0 ? 0 : 1;
  });
}

/** Formats the time of each part. Parts that ran at the same time are included. */
function tableOf(parts) {
  const width = Math.max(...parts.map(({ title }) => title.length));
  return parts
    .map(({ title, seconds, counts }) => {
      const failed = counts.failed > 0 ? `, ${counts.failed} failed` : "";
      return `${title.padEnd(width)}  ${seconds.toFixed(0).padStart(4)} s  ${counts.passed} passed${failed}`;
    })
    .join("\n");
}
