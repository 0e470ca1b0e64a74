import { defineConfig } from "@playwright/test";

const REAL_TIME = "**/a-minute-in-real-time.spec.ts";

export default defineConfig({
  testDir: "tests",
  outputDir: "test-results",
  globalSetup: "./kit/global-setup.ts",
  fullyParallel: true,
  workers: 3,
  projects: [
    // It waits for most of its minute: beside the others, not in the place of one of them.
    { name: "real time", testMatch: REAL_TIME, workers: 1 },
    { name: "moved time", testIgnore: REAL_TIME, workers: 2 },
  ],
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    locale: "en-GB",
    timezoneId: "UTC",
    contextOptions: { reducedMotion: "reduce" },
    // What the product shows by default; the system's wish has tests of its own.
    colorScheme: "dark",
    // Kept files would answer in the place of the server that a test speaks through; what keeps them has a test of its own.
    serviceWorkers: "block",
    // Pictures of every step would cost more than the tests themselves.
    trace: { mode: "retain-on-failure", screenshots: false },
    launchOptions: {
      ...(process.env["CHROMIUM_PATH"] === undefined ? {} : { executablePath: process.env["CHROMIUM_PATH"] }),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-quic",
        "--no-first-run",
      ],
    },
  },
});
