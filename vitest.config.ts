import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer } from "vitest/node";
import type { TestSpecification } from "vitest/node";

const LONGEST =
  /bench\/src\/(model|storm|crash|several)\.test|start-embedded-postgres\.test|backup\.test|arbitrary-input\.test|pay-out\.test|stream-statement\.test/;

/** The longest files first: one of them begun last would leave the other processors idle. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONGEST.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    pool: "forks",
    // Files of one process share what they import: loading the server anew for each file took half of the time.
    isolate: false,
    // Files wait for their database and their servers: with half as many again as processors, none of those is idle.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    sequence: { sequencer: LongestFirst },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: "pure",
          include: ["packages/{domain,contract,web}/src/**/*.test.{ts,tsx}", "scripts/**/*.test.mjs"],
          // Styles are left out, save the tokens, whose colours a test compares.
          css: { include: [/tokens\.css/] },
        },
      },
      {
        extends: true,
        test: {
          name: "server",
          include: [
            "packages/server/{src,tests}/**/*.test.ts",
            "packages/embedded-postgres/src/**/*.test.ts",
            "bench/src/**/*.test.ts",
          ],
          globalSetup: ["packages/server/testing/global-setup.ts"],
          setupFiles: ["packages/server/testing/before-each-file.ts"],
        },
      },
    ],
  },
});
