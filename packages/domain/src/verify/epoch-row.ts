import type { State } from "../price-process.ts";
import { fieldsOf, HEX_32, readIndex, readList, readState, readText } from "./read-value.ts";

/** Where the price began. */
export type Genesis = { readonly tick: number; readonly state: State; readonly previousHead: string };

/** What is published of an epoch, read. */
export type EpochRow = {
  readonly epoch: number;
  readonly commitment: string;
  /** Of the chain, after this commitment. */
  readonly head: string | undefined;
  readonly startTick: number | undefined;
  /** Undefined until the epoch has begun. */
  readonly startState: State | undefined;
  /** In hex; undefined until the epoch has ended. */
  readonly seed: string | undefined;
};

const MOST_ROWS = 2000;

/** The rows that name an epoch and a commitment. */
export function readEpochRows(value: unknown): EpochRow[] {
  return readList(value, MOST_ROWS).flatMap((each) => {
    const fields = fieldsOf(each);
    const epoch = readIndex(fields["epoch"]);
    const commitment = readText(fields["commitment"], HEX_32);
    if (epoch === undefined || commitment === undefined) return [];
    return {
      epoch,
      commitment,
      head: readText(fields["head"], HEX_32),
      startTick: readIndex(fields["startTick"]),
      startState: readState(fields["startState"]),
      seed: readText(fields["seed"], HEX_32),
    };
  });
}

/**
 * The rows by epoch, and the epochs about which not all is said in one voice. What one list leaves open another may fill
 * in; of two that differ the first counts. One list has one row for an epoch: a second one is for no honest use.
 */
export function mergeRows(lists: readonly (readonly EpochRow[])[]): {
  byEpoch: Map<number, EpochRow>;
  conflicts: number[];
} {
  const byEpoch = new Map<number, EpochRow>();
  const conflicts = new Set<number>();
  for (const rows of lists) {
    const told = new Set<number>();
    for (const row of rows) {
      const known = byEpoch.get(row.epoch);
      if (told.has(row.epoch) || (known !== undefined && areAtOdds(known, row))) conflicts.add(row.epoch);
      told.add(row.epoch);
      byEpoch.set(row.epoch, known === undefined ? row : filledIn(known, row));
    }
  }
  return { byEpoch, conflicts: [...conflicts] };
}

const FIELDS = ["commitment", "head", "startTick", "startState", "seed"] as const;

const areAtOdds = (one: EpochRow, other: EpochRow) =>
  FIELDS.some(
    (field) => one[field] !== undefined && other[field] !== undefined && one[field] !== other[field],
  );

const filledIn = (known: EpochRow, row: EpochRow): EpochRow => ({
  ...known,
  head: known.head ?? row.head,
  startTick: known.startTick ?? row.startTick,
  startState: known.startState ?? row.startState,
  seed: known.seed ?? row.seed,
});
