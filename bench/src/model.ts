import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { startTestPostgres } from "@veritick/server/testing/test-postgres.ts";
import { runModelTest } from "./model/run-model-test.ts";

/** `npm run test:model -- --runs N`, with `--seed S --path P` to see a failure again. */
const { values } = parseArgs({
  options: { runs: { type: "string" }, seed: { type: "string" }, path: { type: "string" } },
});
const runs = Number(values.runs ?? 1000);
const seed = Number(values.seed ?? randomInt(2 ** 31));
if (!Number.isSafeInteger(runs) || runs < 1 || !Number.isSafeInteger(seed)) {
  console.error("Give whole numbers: --runs N, --seed S.");
  process.exit(1);
}

const { stop, ...server } = await startTestPostgres();
try {
  console.log(`${runs} runs of 60 steps, seed ${seed}`);
  const started = performance.now();
  const happened = await runModelTest({ server, runs, seed, path: values.path });
  console.table(happened);
  console.log(`all held, in ${Math.round((performance.now() - started) / 1000)} s`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await stop();
}
