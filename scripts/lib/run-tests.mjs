import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBrowser } from "./browser.mjs";
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
 * Sets everything up, runs every check and test there is, and ends with the sum of all. `--long` runs the long form of
 * the tests that have one: more random histories, killed processes, every code guessed, a minute in real time.
 */
export function runTests(args = process.argv.slice(2)) {
  return runScript(async () => {
    const isLong = args.includes("--long");
    const progress = createProgress(4);
    await ensureInstalled(progress);
    const browser = await ensureBrowser(progress);
    const natsServer = await ensureNatsServer(progress);
    await ensureWebBuilt(progress);

    const node = pinnedNode();
    const reports = mkdtempSync(join(tmpdir(), "veritick-reports-"));
    const vitestReport = join(reports, "vitest.json");
    const playwrightReport = join(reports, "playwright.json");
    const env = {
      CHROMIUM_PATH: browser,
      NATS_SERVER_PATH: natsServer ?? "",
      PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport,
      // Node.js reads TypeScript by itself: Playwright need not translate the server for each of its workers.
      PW_DISABLE_TS_ESM: "1",
      // The tests start the server and its commands some hundred times, which takes half as long with compiled code.
      NODE_COMPILE_CACHE: join(root, "node_modules", ".cache", "node"),
      ...(isLong ? { VERITICK_LONG: "1" } : {}),
    };
    const parts = [];
    /** Runs one part and keeps what it counted and how long it took. */
    const run = async (title, toolArgs, count = countOne) => {
      console.log(`\n== ${title}`);
      const startMs = performance.now();
      const succeeded = await runTool(node, toolArgs, env);
      parts.push({ title, seconds: (performance.now() - startMs) / 1000, counts: count(succeeded) });
    };

    // The checks keep one processor busy, and the start of the tests the other.
    const checks = async () => {
      await run("Format", [bin("oxfmt/bin/oxfmt"), "--check"]);
      // By default four checkers share a project, and each of them checks what they all need again.
      await run("Types", [bin("typescript/bin/tsc"), "--build", "--checkers", "1"]);
      await run("Lint and import rules", [bin("oxlint/bin/oxlint"), "--type-aware", "--deny-warnings"]);
    };
    const vitest = [bin("vitest/vitest.mjs"), "run", "--reporter=dot", "--reporter=json"];
    const playwright = [
      // Its workers, in which the servers run, inherit it: what a test leaves behind dies young (vitest.config.ts says the same).
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
    await run("Browser tests", [...playwright, "--reporter=line,json"], () =>
      countPlaywright(playwrightReport),
    );
    rmSync(reports, { recursive: true, force: true });

    console.log(`\n${tableOf(parts)}`);
    const { passed, failed, skipped, failures } = sumCounts(parts.map(({ counts }) => counts));
    // Whoever reads the end of a long log alone must still learn what failed.
    if (failures.length > 0) console.log(`\nFailed:\n${failures.map((name) => `  ${name}`).join("\n")}`);
    console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
    process.exitCode = failed === 0 ? 0 : 1;
  });
}

/** How long each part took, the parts that ran at the same time included. */
function tableOf(parts) {
  const width = Math.max(...parts.map(({ title }) => title.length));
  return parts
    .map(({ title, seconds, counts }) => {
      const failed = counts.failed > 0 ? `, ${counts.failed} failed` : "";
      return `${title.padEnd(width)}  ${seconds.toFixed(0).padStart(4)} s  ${counts.passed} passed${failed}`;
    })
    .join("\n");
}
