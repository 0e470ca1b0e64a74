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
    include: [
      "packages/*/src/**/*.test.ts",
      "packages/server/tests/**/*.test.ts",
      "packages/*/src/**/*.test.tsx",
      "scripts/**/*.test.mjs",
      "bench/src/**/*.test.ts",
    ],
    globalSetup: ["packages/server/testing/global-setup.ts"],
    pool: "forks",
    // Files wait for their database and their servers: with half as many again as processors, none of those is idle.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // Styles are left out, save the tokens, whose colours a test compares.
    css: { include: [/tokens\.css/] },
    sequence: { sequencer: LongestFirst },
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
