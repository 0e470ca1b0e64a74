import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer } from "vitest/node";
import type { TestSpecification } from "vitest/node";

/**
 * Finds the folder with the vectors above this one. Stryker tests a copy of this folder alone, and the vectors are not in
 * it.
 */
function rootAbove(folder: string): string {
  return existsSync(join(folder, "docs/vectors")) ? folder : rootAbove(dirname(folder));
}
const root = rootAbove(import.meta.dirname);

/**
 * Begins with the tests of the mutated file, then goes from short to long. The first test that fails ends the run, and the
 * longest files recompute whole days of prices.
 */
class OwnTestsFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const own = new Set(this.ctx.config.related?.map((file) => file.replace(/\.ts$/, ".test.ts")));
    const rank = ({ moduleId }: TestSpecification) => (own.has(moduleId) ? 0 : statSync(moduleId).size);
    return Promise.resolve(files.toSorted((one, other) => rank(one) - rank(other)));
  }
}

/** Runs the domain's tests for mutants: without the other packages' database, and without the simulation of chances. */
export default defineConfig({
  resolve: { alias: [{ find: /^.*\/(docs\/vectors\/.*\.json)$/, replacement: `${root}/$1` }] },
  test: {
    include: ["src/**/*.test.ts"],
    exclude: ["src/fairness-simulation.test.ts"],
    testTimeout: 30_000,
    sequence: { sequencer: OwnTestsFirst },
  },
});
