import type { Clock } from "../clock.ts";
import type { Database } from "../database.ts";
import type { Link } from "./link.ts";

/** For so long after a process last said that it is cut off, the others count with it. */
const CUT_OFF_SECONDS = 3;
/** What is on its way, or committed a little before it is told. */
const MARGIN_MS = 3_000;
/** Nobody is told what is older: whoever was away for so long has asked anew. */
const LONGEST_GAP_MS = 15 * 60_000;

/**
 * Whether everything that others do is heard here, and since when it was not. A process that is cut off from the link says
 * so in the database, where the others see that they do not hear it.
 */
export type BusHealth = {
  isWhole(): boolean;
  /** Finds out, once a second, and answers from when on something may have been missed; undefined where nothing was. */
  look(): Promise<number | undefined>;
  /** What was missed until the last look has been made up for; that was at `lookedAtMs`. */
  caughtUp(lookedAtMs: number): void;
  /** Something said after that instant may have been missed. */
  missedSince(timeMs: number): void;
};

export function createBusHealth(options: { link: Link; clock: Clock; database: Database }): BusHealth {
  const { link, clock, database } = options;
  let gapFromMs: number | undefined;
  let isOtherCutOff = false;
  /** True where nothing was missed since the last look, so that what is read after it closes the gap. */
  let isClosing = false;

  const isWhole = () => link.isConnected() && !isOtherCutOff;

  function missedSince(timeMs: number): void {
    isClosing = false;
    gapFromMs = Math.min(gapFromMs ?? Infinity, timeMs - MARGIN_MS);
  }
  link.onChange(() => missedSince(link.heardUntilMs()));

  return {
    isWhole,
    missedSince,
    async look() {
      if (!link.isConnected()) await database.query(SAY_CUT_OFF);
      const { rowCount } = await database.query({ name: "is_bus_cut_off", text: IS_CUT_OFF });
      isOtherCutOff = rowCount === 1;
      const nowMs = clock.nowMs();
      if (isOtherCutOff) missedSince(nowMs - CUT_OFF_SECONDS * 1000);
      if (!link.isConnected()) missedSince(link.heardUntilMs());
      isClosing = isWhole();
      return gapFromMs === undefined ? undefined : Math.max(gapFromMs, nowMs - LONGEST_GAP_MS);
    },
    caughtUp(lookedAtMs) {
      gapFromMs = isClosing ? undefined : lookedAtMs - MARGIN_MS;
    },
  };
}

// By the database's own clock, and written by one of all that are cut off.
const SAY_CUT_OFF = `
  insert into kept_values as k (name, value) values ('bus-cut-off', extract(epoch from clock_timestamp())::text)
  on conflict (name) do update set value = excluded.value where excluded.value::numeric > k.value::numeric + 0.5`;

const IS_CUT_OFF = `
  select from kept_values
  where name = 'bus-cut-off' and value::numeric > extract(epoch from clock_timestamp()) - ${CUT_OFF_SECONDS}`;
