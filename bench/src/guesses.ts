import { randomInt } from "node:crypto";
import { runGuesses } from "./guesses/run-guesses.ts";

/** `npm run test:guesses`, or `npm run test:guesses -- <seed>` to see a run again. */
const [seed = randomInt(2 ** 31)] = process.argv.slice(2).map(Number);
if (!Number.isSafeInteger(seed)) {
  console.error("Give a seed, if you like.");
  process.exit(1);
}
console.log(`seed ${seed}`);
const faults = await runGuesses(seed, console.log);
for (const fault of faults) console.log(`FAULT ${fault}`);
console.log(faults.length === 0 ? "no guess got through" : `${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;
