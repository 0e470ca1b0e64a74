import { defineConfig } from "vitest/config";

/**
 * The domain's tests as mutants meet them: without the database of the others, without what only counts chances, and without
 * the vectors, which lie outside of the folder that is copied for each mutant.
 */
export default defineConfig({
  test: {
    include: ["src/**/*.test.ts"],
    exclude: ["src/fairness-simulation.test.ts", "src/vectors.test.ts"],
    testTimeout: 30_000,
  },
});
