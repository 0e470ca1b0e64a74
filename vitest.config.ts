import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: [
      "packages/*/src/**/*.test.ts",
      "packages/*/src/**/*.test.tsx",
      "scripts/**/*.test.mjs",
      "bench/src/**/*.test.ts",
    ],
    globalSetup: ["packages/server/testing/global-setup.ts"],
    pool: "forks",
    // Most files wait for their database: one for each processor keeps it busy. The default leaves one processor out.
    maxWorkers: "100%",
    // Styles are left out, save the tokens, whose colours a test compares.
    css: { include: [/tokens\.css/] },
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
