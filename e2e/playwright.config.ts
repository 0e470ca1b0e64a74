import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: "tests",
  outputDir: "test-results",
  globalSetup: "./kit/global-setup.ts",
  fullyParallel: true,
  // Only the long runs wait for a whole minute to pass.
  testIgnore: process.env["VERITICK_LONG"] === undefined ? ["**/a-minute-in-real-time.spec.ts"] : [],
  workers: 3,
  retries: 0,
  // A test that hangs is rare, a machine that is three times as slow is not.
  timeout: 180_000,
  // A busy machine may need more than ten seconds until lazily loaded code shows something.
  expect: { timeout: 20_000 },
  use: {
    locale: "en-GB",
    timezoneId: "UTC",
    // At this width the ticket is a dialog. From 1200 px on it is docked, which has tests of its own.
    viewport: { width: 1180, height: 720 },
    contextOptions: { reducedMotion: "reduce" },
    // The product is dark by default also where the device is light.
    colorScheme: "light",
    // A service worker's cache would bypass the tests' interceptions. The service worker has a test of its own.
    serviceWorkers: "block",
    // A trace adds a seventh to the time of each test. To inspect a failure, run its test again with "--trace on".
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
        // One process renders all pages of a context and stays for the next test.
        "--renderer-process-limit=1",
        "--disable-site-isolation-trials",
        // No page lives long enough to profit from V8's optimising compiler.
        "--js-flags=--no-turbofan",
      ],
    },
  },
});
