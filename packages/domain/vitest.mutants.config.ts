import { defineConfig } from "vitest/config";

/** The domain's tests as mutants meet them: without the database of the others, and without what only counts chances. */
export default defineConfig({
  test: {
    include: ["src/**/*.test.ts"],
    exclude: ["src/fairness-simulation.test.ts"],
    testTimeout: 30_000,
  },
});
