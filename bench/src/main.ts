import { benchCrowds } from "./crowds/bench-crowds.ts";
import { benchBundle } from "./footprint/bench-bundle.ts";
import { benchFootprint } from "./footprint/bench-footprint.ts";
import { benchOpening } from "./opening/bench-opening.ts";
import { benchFanOut } from "./fan-out/bench-fan-out.ts";
import { benchFirstPosition } from "./lighthouse/bench-first-position.ts";
import { benchLighthouse } from "./lighthouse/bench-lighthouse.ts";
import { benchLarge } from "./large/bench-large.ts";
import { benchSettling } from "./settling/bench-settling.ts";
import { benchStatement } from "./statement/bench-statement.ts";
import { benchInteractions } from "./tick/bench-interactions.ts";
import { benchTick } from "./tick/bench-tick.ts";
import { benchWaiting } from "./waiting/bench-waiting.ts";
import { printTable } from "./support/report.ts";
import type { Row } from "./support/report.ts";
import { withTemporaryFolder } from "./support/temporary-folder.ts";

/** `npm run bench`, or `npm run bench -- opening settling` for some of it. */
const BENCHES: Record<string, (folder: string) => Promise<Row[]>> = {
  opening: benchOpening,
  settling: benchSettling,
  "fan-out": benchFanOut,
  statement: benchStatement,
  footprint: benchFootprint,
  bundle: benchBundle,
  tick: benchTick,
  interactions: benchInteractions,
  waiting: benchWaiting,
  lighthouse: benchLighthouse,
  "first-position": benchFirstPosition,
};

/** Run only where they are asked for: one needs a folder that takes a while to make, the other waits for most of its time. */
const ON_DEMAND: typeof BENCHES = { large: benchLarge, crowds: benchCrowds };
const ALL = { ...BENCHES, ...ON_DEMAND };

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(ALL, name));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(", ")}. Choose from: ${Object.keys(ALL).join(", ")}.`);
  process.exit(1);
}

const rows: Row[] = [];
for (const [name, bench] of Object.entries(wanted.length > 0 ? ALL : BENCHES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`${name}:`);
  rows.push(...(await withTemporaryFolder(bench)));
}
printTable(rows);
