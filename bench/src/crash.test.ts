import { randomInt } from "node:crypto";
import { expect, it } from "vitest";
import { runCrashTest } from "./crash/run-crash-test.ts";

it(
  "keeps every promise through sudden ends of the server and of PostgreSQL",
  { timeout: 180_000 },
  async () => {
    const seed = Number(process.env["CRASH_SEED"] ?? randomInt(2 ** 31));
    const lines = [`seed ${seed}`];
    const outcome = await runCrashTest({
      rounds: 3,
      seed,
      waitForOneMinute: false,
      say: (line) => lines.push(line),
    });
    expect(outcome.faults, lines.join("\n")).toEqual([]);
    expect(outcome.passed).toBe(3);
  },
);
