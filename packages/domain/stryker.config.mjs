/** @type {import("@stryker-mutator/api/core").PartialStrykerOptions} */
export default {
  testRunner: "vitest",
  vitest: { configFile: "vitest.mutants.config.ts" },
  mutate: ["src/**/*.ts", "!src/**/*.test.ts"],
  coverageAnalysis: "perTest",
  // Constants are worked out once, before any test: each of their 541 mutants would cost a run of all tests.
  ignoreStatic: true,
  // TypeScript 7 has no API with which Stryker could rewrite tsconfig.json for its copy, so the copy has none and Vite
  // finds the one above it.
  tsconfigFile: "none",
  ignorePatterns: ["tsconfig*.json", ".tsc"],
  concurrency: 2,
  // A busy machine must not pass for a mutant that never ends.
  timeoutMS: 20_000,
  reporters: ["progress-append-only", "clear-text", "html", "json"],
  clearTextReporter: { logTests: false, reportTests: false },
  htmlReporter: { fileName: "reports/mutants.html" },
  jsonReporter: { fileName: "reports/mutants.json" },
  thresholds: { high: 95, low: 90, break: 90 },
};
