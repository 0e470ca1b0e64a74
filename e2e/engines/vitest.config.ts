import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "engines",
    include: ["e2e/engines/*.test.ts"],
    // In Chromium the browser tests hold what the flows hold, and more. Only the long form runs the flows there, too.
    exclude: process.env["VERITICK_LONG"] === undefined ? ["**/chromium.test.ts"] : [],
    pool: "forks",
    // Side by side: the flows wait for their browsers most of the time.
    maxWorkers: 2,
    // Node.js reads TypeScript by itself, and no test mocks a module.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    globalSetup: ["packages/server/testing/global-setup.ts"],
    testTimeout: 300_000,
    hookTimeout: 60_000,
  },
});
