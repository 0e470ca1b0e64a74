import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: "tests",
  outputDir: "test-results",
  globalSetup: "./kit/global-setup.ts",
  fullyParallel: true,
  // The long runs alone wait for a whole minute to pass.
  testIgnore: process.env["VERITICK_LONG"] === undefined ? ["**/a-minute-in-real-time.spec.ts"] : [],
  workers: 3,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    locale: "en-GB",
    timezoneId: "UTC",
    // The ticket is a dialog here. From 1200 px on it is docked, which has tests of its own.
    viewport: { width: 1180, height: 720 },
    contextOptions: { reducedMotion: "reduce" },
    // What the product shows by default; the system's wish has tests of its own.
    colorScheme: "dark",
    // Kept files would answer in the place of the server that a test speaks through; what keeps them has a test of its own.
    serviceWorkers: "block",
    // A trace costs each test a seventh of its time. To look at a failure, run its test again with "--trace on".
    trace: "off",
    screenshot: "only-on-failure",
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
        // One process draws all pages of a context, and stays for the next test.
        "--renderer-process-limit=1",
        "--disable-site-isolation-trials",
        // No page lives long enough for its scripts to earn back what the slower of the two compilers takes.
        "--js-flags=--no-turbofan",
      ],
    },
  },
});
