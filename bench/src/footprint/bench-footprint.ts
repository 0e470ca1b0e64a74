import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { megabytes, milliseconds, note } from "../support/report.ts";
import type { Row } from "../support/report.ts";
import { residentBytes } from "../support/server-metrics.ts";
import { startServer } from "../support/server-process.ts";
import { median } from "../support/statistics.ts";

const TURNS = 3;
/** The time that the server rests before its memory is read. */
const REST_MS = 5_000;

/** Measures a start on an empty data directory and on a used one, and the memory at rest. */
export async function benchFootprint(folder: string): Promise<Row[]> {
  const cold: number[] = [];
  const warm: number[] = [];
  let restingBytes = 0;
  for (let turn = 0; turn < TURNS; turn += 1) {
    const dataDir = join(folder, `footprint-${turn}`);
    const first = await startServer({ dataDir });
    cold.push(first.startMs);
    await first.stop();
    const second = await startServer({ dataDir });
    warm.push(second.startMs);
    if (turn === TURNS - 1) {
      await delay(REST_MS);
      restingBytes = await residentBytes(second.url);
    }
    await second.stop();
  }
  note("starts done");
  return [
    { figure: "cold start: empty data directory to listening", measured: milliseconds(median(cold)) },
    {
      figure: "warm start: used data directory to listening",
      measured: milliseconds(median(warm)),
      target: { words: "within 3 s", reached: median(warm) <= 3_000 },
    },
    { figure: "server memory at rest (resident, without PostgreSQL)", measured: megabytes(restingBytes) },
  ];
}
