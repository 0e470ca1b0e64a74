import { availableParallelism } from "node:os";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { BaseSequencer } from "vitest/node";
import type { TestSpecification } from "vitest/node";
import { findBrowser } from "./scripts/lib/browser.mjs";

/** Test files that wait for processes or run for long. Begun last, one of them would leave the other processors idle. */
const LONGEST =
  /bench\/src\/\w+\.test|start-embedded-postgres|backup\/|arbitrary-input|route-audiences|several-processes|stuck-payouts|price-regenesis|relay-stopped/;

/** Starts the longest files first and the tests without a database last. A process serves files of one project only. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) =>
      LONGEST.test(moduleId) ? 0 : project.name === "server" ? 1 : 2;
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    pool: "forks",
    // Files in one process share their imports: loading the server anew for each file took half of the time.
    isolate: false,
    // A larger young generation lets V8 free a test's garbage early instead of copying it several times.
    execArgv: ["--max-semi-space-size=64"],
    // Files wait for their database and servers: half as many workers again as processors keep every processor busy.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    sequence: { sequencer: LongestFirst },
    // A test that hangs is rare, a machine that is three times as slow is not.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    projects: [
      {
        extends: true,
        test: {
          name: "pure",
          include: ["packages/{domain,contract,client,web}/src/**/*.test.{ts,tsx}", "scripts/**/*.test.mjs"],
          exclude: ["**/*.browser.test.tsx"],
        },
      },
      {
        extends: "packages/web/vite.config.ts",
        // A package found only as a part loads would come with a second React.
        optimizeDeps: { entries: ["packages/web/src/main.tsx"] },
        test: {
          name: "components",
          include: ["packages/web/src/**/*.browser.test.tsx"],
          // A busy machine is no failure.
          expect: { poll: { timeout: 20_000 } },
          // One browser has one focus.
          fileParallelism: false,
          setupFiles: ["packages/web/testing/before-each-component.ts"],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { executablePath: findBrowser() },
              contextOptions: { reducedMotion: "reduce", locale: "en-GB", hasTouch: true },
            }),
            instances: [{ browser: "chromium", viewport: { width: 1024, height: 768 } }],
          },
        },
      },
      {
        extends: true,
        test: {
          name: "server",
          include: [
            "packages/server/{src,tests}/**/*.test.ts",
            "packages/client/tests/**/*.test.ts",
            "packages/embedded-postgres/src/**/*.test.ts",
            "bench/src/**/*.test.ts",
          ],
          globalSetup: ["packages/server/testing/global-setup.ts"],
          setupFiles: ["packages/server/testing/before-each-file.ts"],
          // Node.js reads TypeScript by itself, and no test mocks a module.
          experimental: { viteModuleRunner: false, nodeLoader: false },
        },
      },
    ],
  },
});
