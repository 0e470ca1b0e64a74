import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "engines",
    include: ["e2e/engines/*.test.ts"],
    pool: "forks",
    // Node.js reads TypeScript by itself, and no test mocks a module.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    globalSetup: ["packages/server/testing/global-setup.ts"],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // Each flow needs what the one before it left.
    bail: 0,
  },
});
