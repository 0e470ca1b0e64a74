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

/** Sets everything up, runs every check and test there is, and ends with the sum of all. */
export function runTests() {
  return runScript(async () => {
    const progress = createProgress(4);
    await ensureInstalled(progress);
    const browser = await ensureBrowser(progress);
    const natsServer = await ensureNatsServer(progress);
    await ensureWebBuilt(progress);

    const node = pinnedNode();
    const reports = mkdtempSync(join(tmpdir(), "veritick-reports-"));
    const vitestReport = join(reports, "vitest.json");
    const playwrightReport = join(reports, "playwright.json");
    const run = (title, ...args) => {
      console.log(`\n== ${title}`);
      return runTool(node, args, {
        CHROMIUM_PATH: browser,
        NATS_SERVER_PATH: natsServer ?? "",
        PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport,
      });
    };

    const counts = [];
    // One processor is enough for the format, and free again by the time that the rest is checked.
    const format = run("Format", bin("prettier/bin/prettier.cjs"), "--check", "--log-level=warn", ".");
    counts.push(countOne(await run("Types", bin("typescript/bin/tsc"), "--build")));
    counts.push(
      countOne(
        await run("Lint and import rules", bin("oxlint/bin/oxlint"), "--type-aware", "--deny-warnings"),
      ),
    );
    counts.push(countOne(await format));
    const vitest = [bin("vitest/vitest.mjs"), "run", "--reporter=dot", "--reporter=json"];
    await run("Unit and database tests", ...vitest, `--outputFile.json=${vitestReport}`);
    counts.push(countVitest(vitestReport));
    const playwright = [bin("@playwright/test/cli.js"), "test", "--config", "e2e/playwright.config.ts"];
    await run("Browser tests", ...playwright, "--reporter=line,json");
    counts.push(countPlaywright(playwrightReport));
    rmSync(reports, { recursive: true, force: true });

    const { passed, failed, skipped } = sumCounts(counts);
    console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
    process.exitCode = failed === 0 ? 0 : 1;
  });
}
