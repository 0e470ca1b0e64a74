import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import type { Link } from "./link.ts";

/** For so long after a process last said that it is cut off, the others count with it. */
const CUT_OFF_MS = 3_000;
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
  /** Says, as long as it is so, that this process is cut off: once a second, however long anything else takes. */
  sayCutOff(): Promise<void>;
  /** Finds out, once a second, and answers from when on something may have been missed; undefined where nothing was. */
  look(): Promise<number | undefined>;
  /** What was missed from then until the last look has been made up for. */
  caughtUp(sinceMs: number): void;
  /** Something said after that instant may have been missed. */
  missedSince(timeMs: number): void;
};

export function createBusHealth(options: { link: Link; clock: Clock; database: Database }): BusHealth {
  const { link, clock, database } = options;
  let gapFromMs: number | undefined;
  /** What of it came up after the last look, so that what is read then does not make up for it. */
  let nextGapFromMs: number | undefined;
  /** The time that polls without a break between them have made up for, to the last. */
  let madeUp = { fromMs: Infinity, toMs: -Infinity };
  let lookedAtMs = clock.nowMs();
  let isOtherCutOff = false;
  let lastSaid: string | undefined;

  const isWhole = () => link.isConnected() && !isOtherCutOff;

  function missedSince(timeMs: number): void {
    let fromMs = timeMs - MARGIN_MS;
    if (fromMs >= madeUp.fromMs) fromMs = Math.max(fromMs, madeUp.toMs - MARGIN_MS);
    gapFromMs = Math.min(gapFromMs ?? Infinity, fromMs);
    nextGapFromMs = Math.min(nextGapFromMs ?? Infinity, fromMs);
  }
  link.onChange(() => missedSince(link.heardUntilMs()));

  /** Whether anybody is cut off now, or was at any time since it was last asked. */
  async function findCutOff(): Promise<boolean> {
    const { rows } = await database.query<CutOffRow>({ name: "find_bus_cut_off", text: FIND_CUT_OFF });
    isOtherCutOff = rows[0]?.is_now ?? false;
    const wasSaid = rows[0] !== undefined && rows[0].value !== lastSaid;
    lastSaid = rows[0]?.value;
    return isOtherCutOff || wasSaid;
  }

  return {
    isWhole,
    missedSince,
    async sayCutOff() {
      if (!link.isConnected()) await database.query(SAY_CUT_OFF);
    },
    async look() {
      const nowMs = clock.nowMs();
      // The last look may be long ago, and who is cut off says so a moment later.
      if (await findCutOff()) missedSince(lookedAtMs - CUT_OFF_MS);
      if (!link.isConnected()) missedSince(nowMs);
      lookedAtMs = nowMs;
      nextGapFromMs = isWhole() ? undefined : nowMs - MARGIN_MS;
      return gapFromMs === undefined ? undefined : Math.max(gapFromMs, nowMs - LONGEST_GAP_MS);
    },
    caughtUp(sinceMs) {
      const fromMs = sinceMs <= madeUp.toMs ? Math.min(sinceMs, madeUp.fromMs) : sinceMs;
      madeUp = { fromMs, toMs: lookedAtMs };
      gapFromMs = nextGapFromMs;
    },
  };
}

type CutOffRow = { value: string; is_now: boolean };

// By the database's own clock, and written by one of all that are cut off.
const SAY_CUT_OFF = `
  insert into kept_values as k (name, value) values ('bus-cut-off', extract(epoch from clock_timestamp())::text)
  on conflict (name) do update set value = excluded.value where excluded.value::numeric > k.value::numeric + 0.5`;

const FIND_CUT_OFF = `
  select value, value::numeric > extract(epoch from clock_timestamp()) - ${CUT_OFF_MS / 1000} as is_now
  from kept_values where name = 'bus-cut-off'`;
