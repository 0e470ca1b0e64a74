import { commitment, fromHex } from "../epochs.ts";
import { EPOCH_TICKS, epochOf, firstTickOf, isRevealed } from "../epoch-times.ts";
import { extendPath, publishedPriceMilli } from "../price.ts";
import type { Rounds, State } from "../price.ts";
import { fieldsOf, HEX_32, readIndex, readLink, readList, readState, readText } from "./read-value.ts";

/** The start of the price. */
export type Genesis = { readonly tick: number; readonly state: State; readonly previousHead: string };

export function readGenesis(value: unknown): Genesis | undefined {
  const fields = fieldsOf(value);
  const tick = readIndex(fields["tick"]);
  const state = readState(fields["state"]);
  const previousHead = readText(fields["previousHead"], HEX_32);
  return tick === undefined || state === undefined || previousHead === undefined
    ? undefined
    : { tick, state, previousHead };
}

/** The published row of an epoch. */
export type EpochRow = {
  readonly epoch: number;
  readonly commitment: string;
  /** The hash of the terms that hold for positions which enter in this epoch. */
  readonly termsHash: string;
  /** The head of the chain after this epoch. */
  readonly head: string | undefined;
  readonly startTick: number | undefined;
  /** Undefined until the epoch has begun. */
  readonly startState: State | undefined;
  /** The seed in hex; undefined until the epoch has ended. */
  readonly seed: string | undefined;
};

const MOST_ROWS = 2000;

/** Reads the rows that name an epoch, a commitment and the hash of terms. */
export function readEpochRows(value: unknown): EpochRow[] {
  return readList(value, MOST_ROWS).flatMap((each) => {
    const fields = fieldsOf(each);
    const link = readLink(each);
    if (link === undefined) return [];
    return {
      ...link,
      head: readText(fields["head"], HEX_32),
      startTick: readIndex(fields["startTick"]),
      startState: readState(fields["startState"]),
      seed: readText(fields["seed"], HEX_32),
    };
  });
}

/**
 * Merges the rows of several lists by epoch. A value that one list lacks comes from another; if two differ, the first
 * counts. `conflicts` holds the epochs whose rows differ, or that one list has twice, which no honest list does.
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
      if (told.has(row.epoch) || (known !== undefined && differ(known, row))) conflicts.add(row.epoch);
      told.add(row.epoch);
      byEpoch.set(row.epoch, known === undefined ? row : fillIn(known, row));
    }
  }
  return { byEpoch, conflicts: [...conflicts] };
}

const FIELDS = ["commitment", "termsHash", "head", "startTick", "startState", "seed"] as const;

const differ = (one: EpochRow, other: EpochRow) =>
  FIELDS.some(
    (field) => one[field] !== undefined && other[field] !== undefined && one[field] !== other[field],
  );

const fillIn = (known: EpochRow, row: EpochRow): EpochRow => ({
  ...known,
  head: known.head ?? row.head,
  startTick: known.startTick ?? row.startTick,
  startState: known.startState ?? row.startState,
  seed: known.seed ?? row.seed,
});

/** A value computed from seeds, as far as they are public. */
export type Known<T> =
  | ({ readonly state: "known" } & T)
  | { readonly state: "later"; readonly from: number }
  | { readonly state: "missing" | "doubtful" };

type Seed =
  | Known<{ readonly seed: Uint8Array; readonly commitment: string }>
  | { state: "wrong"; expected: string; found: string };

/** The prices that the rows of some epochs give. The book computes each path once, when it is first needed. */
export type EpochBook = {
  readonly row: (epoch: number) => EpochRow | undefined;
  /** Returns the seed, checked against its commitment; `wrong` if they do not belong together. */
  readonly seedOf: (epoch: number) => Seed;
  readonly firstTickOf: (epoch: number) => number;
  /** Returns the state one tick before an epoch, computed from the epoch before, whatever the row says. */
  readonly startOf: (epoch: number) => Known<{ readonly start: State }>;
  /** Returns the states of an epoch's ticks, if every round of it is there. */
  readonly pathOf: (epoch: number) => Known<{ readonly path: Float64Array }>;
  /** Returns the published price of a tick, in thousandths. */
  readonly priceAt: (tick: number) => Known<{ readonly milli: number }>;
  /** Returns the number of ticks computed so far. */
  readonly ticks: () => number;
};

type BookInput = {
  readonly rows: ReadonlyMap<number, EpochRow>;
  readonly genesis: Genesis | undefined;
  /** The newest second that has begun. */
  readonly now: number;
  /** Commitments known from elsewhere, which count before those of the rows. */
  readonly promised?: ReadonlyMap<number, string>;
  /** The beacon's rounds; undefined if the beacon is not known. */
  readonly rounds: Rounds | undefined;
  /** Start states known from elsewhere, which count before everything else. An unreadable one is undefined. */
  readonly begun?: ReadonlyMap<number, State | undefined>;
  /** The last epoch whose path begins with the state in its row. Later paths begin with the end of the path before. */
  readonly statedUpTo: number;
};

/** Returns the tick from which the seed of an epoch is public. */
export const revealTick = (epoch: number): number => (epoch + 1) * EPOCH_TICKS;

export function createEpochBook(input: BookInput): EpochBook {
  const { rows, genesis, begun, statedUpTo } = input;
  /** No epoch is this one or before it if genesis is not known. */
  const firstEpoch = genesis === undefined ? Number.NaN : epochOf(genesis.tick + 1);
  /** The paths by epoch, as far as the rounds reach. */
  const paths = new Map<number, ReturnType<EpochBook["pathOf"]>>();
  let ticks = 0;

  const firstTick = (epoch: number) =>
    genesis === undefined || epoch < firstEpoch ? epoch * EPOCH_TICKS : firstTickOf(epoch, genesis.tick);

  function startOf(epoch: number): Known<{ start: State }> {
    if (epoch === firstEpoch) return { state: "known", start: genesis!.state };
    if (epoch < firstEpoch) return { state: "missing" };
    const before = pathOf(epoch - 1);
    return before.state === "known" ? { state: "known", start: before.path.at(-1)! } : before;
  }

  /** Returns the state that a path begins with. The epoch has a row, because its seed is known. */
  function beginOf(epoch: number): Known<{ start: State }> {
    const signed = begun?.get(epoch);
    if (signed !== undefined) return { state: "known", start: signed };
    const start = rows.get(epoch)!.startState;
    const stated = start === undefined ? undefined : ({ state: "known", start } as const);
    if (epoch <= statedUpTo && (stated !== undefined || epoch !== firstEpoch)) {
      return stated ?? { state: "missing" };
    }
    const worked = startOf(epoch);
    return worked.state === "known" ? worked : (stated ?? worked);
  }

  function walkedOf(epoch: number): Known<{ path: Float64Array }> {
    const path = paths.get(epoch) ?? walkEpoch(epoch);
    paths.set(epoch, path);
    return path;
  }

  function pathOf(epoch: number): Known<{ path: Float64Array }> {
    const walked = walkedOf(epoch);
    const isWhole = walked.state !== "known" || walked.path.length === revealTick(epoch) - firstTick(epoch);
    return isWhole ? walked : { state: "missing" };
  }

  function walkEpoch(epoch: number): Known<{ path: Float64Array }> {
    const seed = seedIn(input, epoch);
    if (seed.state === "wrong") return { state: "doubtful" };
    if (seed.state !== "known") return seed;
    const begin = beginOf(epoch);
    if (begin.state !== "known") return begin;
    const { rounds } = input;
    const first = firstTick(epoch);
    if (rounds === undefined || first < rounds.genesisTime) return { state: "missing" };
    const path = extendPath(seed.seed, rounds, first - 1, begin.start, revealTick(epoch) - first);
    ticks += path.length;
    return { state: "known", path };
  }

  function priceAt(tick: number): Known<{ milli: number }> {
    if (tick === genesis?.tick) return { state: "known", milli: publishedPriceMilli(genesis.state) };
    const epoch = epochOf(tick);
    const walked = walkedOf(epoch);
    if (walked.state !== "known") return walked;
    const state = walked.path[tick - firstTick(epoch)];
    return state === undefined ? { state: "missing" } : { state: "known", milli: publishedPriceMilli(state) };
  }

  return {
    row: (epoch) => rows.get(epoch),
    seedOf: (epoch) => seedIn(input, epoch),
    firstTickOf: firstTick,
    startOf,
    pathOf,
    priceAt,
    ticks: () => ticks,
  };
}

const unknownSeed = (epoch: number, now: number): Seed =>
  isRevealed(epoch, now) ? { state: "missing" } : { state: "later", from: revealTick(epoch) };

function seedIn({ rows, promised, now }: BookInput, epoch: number): Seed {
  const row = rows.get(epoch);
  if (row === undefined) return unknownSeed(epoch, now);
  const expected = promised?.get(epoch) ?? row.commitment;
  if (row.commitment !== expected) return { state: "wrong", expected, found: row.commitment };
  if (row.seed === undefined) return unknownSeed(epoch, now);
  const seed = fromHex(row.seed);
  const found = commitment(seed);
  return found === expected
    ? { state: "known", seed, commitment: found }
    : { state: "wrong", expected, found };
}
