import { randomInt } from "node:crypto";
import { runCrashTest } from "./crash/run-crash-test.ts";

/** `npm run test:crash`, or `npm run test:crash -- <rounds> <seed>` to see a run again. */
const [rounds = 20, seed = randomInt(2 ** 31)] = process.argv.slice(2).map(Number);
if (!Number.isSafeInteger(rounds) || rounds < 1 || !Number.isSafeInteger(seed)) {
  console.error("Give the number of rounds and, if you like, a seed.");
  process.exit(1);
}
console.log(`seed ${seed}`);
const { passed, failed } = await runCrashTest({ rounds, seed, waitForOneMinute: true, say: console.log });
console.log(`${passed} rounds passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
