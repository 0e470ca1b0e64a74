import { parseArgs } from "node:util";
import { benchCrowds } from "./crowds/bench-crowds.ts";
import { benchBundle } from "./footprint/bench-bundle.ts";
import { benchFootprint } from "./footprint/bench-footprint.ts";
import { benchOpening } from "./opening/bench-opening.ts";
import { benchOverload } from "./opening/bench-overload.ts";
import { benchFanOut } from "./fan-out/bench-fan-out.ts";
import { benchFirstPosition } from "./lighthouse/bench-first-position.ts";
import { benchLighthouse } from "./lighthouse/bench-lighthouse.ts";
import { benchLarge } from "./large/bench-large.ts";
import { benchSettling } from "./settling/bench-settling.ts";
import { benchSeveral } from "./several/bench-several.ts";
import { benchSockets } from "./sockets/bench-sockets.ts";
import { benchStatement } from "./statement/bench-statement.ts";
import { benchSteady } from "./steady/bench-steady.ts";
import { benchInteractions } from "./tick/bench-interactions.ts";
import { benchTick } from "./tick/bench-tick.ts";
import { benchWaiting } from "./waiting/bench-waiting.ts";
import { exitOnSignals } from "./support/end-at-exit.ts";
import { describeRun, record } from "./support/record.ts";
import { tableOf } from "./support/report.ts";
import type { Row } from "./support/report.ts";
import { removeTemporaryFolders, withTemporaryFolder } from "./support/temporary-folder.ts";

type Form = { isShort: boolean; minutes: number };
type Bench = (folder: string, form: Form) => Promise<Row[]>;

/**
 * The benchmarks of `npm run bench`; `npm run bench -- opening settling` runs some of them, and `npm run bench -- quick` the
 * short form of those that a change most often makes slower. `--record` writes the figures to bench/results.md.
 * `npm run bench -- steady --minutes 2` is a short form.
 */
const BENCHES: Record<string, Bench> = {
  opening: benchOpening,
  overload: benchOverload,
  settling: benchSettling,
  "fan-out": benchFanOut,
  sockets: benchSockets,
  statement: benchStatement,
  footprint: benchFootprint,
  bundle: benchBundle,
  tick: benchTick,
  interactions: benchInteractions,
  waiting: benchWaiting,
  lighthouse: benchLighthouse,
  "first-position": benchFirstPosition,
};
const QUICK = ["opening", "settling", "tick", "bundle"];

const { values: options, positionals: named } = parseArgs({
  allowPositionals: true,
  options: { record: { type: "boolean", default: false }, minutes: { type: "string", default: "10" } },
});

/** Run only when named: one needs a folder that takes a while to make, the others work or wait for long. */
const ON_DEMAND: Record<string, Bench> = {
  large: benchLarge,
  crowds: benchCrowds,
  several: benchSeveral,
  steady: (folder, { minutes }) => benchSteady(folder, minutes),
};
const ALL = { ...BENCHES, ...ON_DEMAND };

const isShort = named.length === 1 && named[0] === "quick";
const wanted = isShort ? QUICK : named;
const form = { isShort, minutes: Number(options.minutes) };

const unknown = wanted.filter((name) => !Object.hasOwn(ALL, name));
if (unknown.length > 0) {
  console.error(
    `There is no ${unknown.join(", ")}. Choose from: ${Object.keys(ALL).join(", ")}, or quick alone.`,
  );
  process.exit(1);
}
if (isShort && options.record) {
  console.error("The figures of short forms are not recorded.");
  process.exit(1);
}

await exitOnSignals(removeTemporaryFolders);

// Read first, because a commit made during the run was not measured.
const run = options.record ? describeRun() : undefined;
const rows: Row[] = [];
const failed: string[] = [];
for (const [name, bench] of Object.entries(wanted.length > 0 ? ALL : BENCHES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`${name}:`);
  try {
    const measured = await withTemporaryFolder((folder) => bench(folder, form));
    rows.push(...measured);
    if (run !== undefined) record(name, run, measured);
  } catch (error) {
    failed.push(name);
    console.error(error);
  }
}
console.log(`\n${tableOf(rows)}`);
if (failed.length > 0) console.error(`\nFailed: ${failed.join(", ")}.`);
// Exits, because a failed benchmark may have left something running.
process.exit(failed.length > 0 ? 1 : 0);
