import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { defineConfig } from "vitest/config";

/**
 * Finds the folder with the vectors above this one. Stryker tests a copy of this folder alone, and the vectors are not in
 * it.
 */
function rootAbove(folder: string): string {
  return existsSync(join(folder, "docs/vectors")) ? folder : rootAbove(dirname(folder));
}
const root = rootAbove(import.meta.dirname);

/** Runs the domain's tests for mutants: without the other packages' database, and without the simulation of chances. */
export default defineConfig({
  resolve: { alias: [{ find: /^.*\/(docs\/vectors\/.*\.json)$/, replacement: `${root}/$1` }] },
  test: {
    include: ["src/**/*.test.ts"],
    exclude: ["src/fairness-simulation.test.ts"],
    testTimeout: 30_000,
  },
});
