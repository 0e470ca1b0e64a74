import { randomInt } from "node:crypto";
import { expect, it } from "vitest";
import { runCrashTest } from "./crash/run-crash-test.ts";
import { isLong } from "./support/long.ts";

const ROUNDS = isLong ? 20 : 1;
const TRADERS = isLong ? 20 : 6;

it(
  "keeps every promise through sudden ends of the server and of PostgreSQL",
  { timeout: isLong ? 900_000 : 180_000 },
  async () => {
    const seed = Number(process.env["CRASH_SEED"] ?? randomInt(2 ** 31));
    const lines = [`CRASH_SEED=${seed}`];
    const outcome = await runCrashTest({
      rounds: ROUNDS,
      traders: TRADERS,
      seed,
      waitForOneMinute: isLong,
      say: (line) => lines.push(line),
    });
    expect(outcome.faults, lines.join("\n")).toEqual([]);
    expect(outcome.passed).toBe(ROUNDS);
  },
);
