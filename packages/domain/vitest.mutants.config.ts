import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { defineConfig } from "vitest/config";

/** Stryker tests a copy of this folder alone: the vectors are read from where they are. */
function rootAbove(folder: string): string {
  return existsSync(join(folder, "docs/vectors")) ? folder : rootAbove(dirname(folder));
}
const root = rootAbove(import.meta.dirname);

/** The domain's tests as mutants meet them: without the database of the others, and without what only counts chances. */
export default defineConfig({
  resolve: { alias: [{ find: /^.*\/(docs\/vectors\/.*\.json)$/, replacement: `${root}/$1` }] },
  test: {
    include: ["src/**/*.test.ts"],
    exclude: ["src/fairness-simulation.test.ts"],
    testTimeout: 30_000,
  },
});
