import type { Honesty } from "@veritick/contract/schemas/fairness.ts";

/** In 99 of 100 cases a normal quantity strays no further than so many standard deviations. */
const DEVIATIONS = 2.58;
/** Beside what is drawn, as a share of it. */
const MARGIN = 0.18;

/** Shares of positions, from 0 to 1. */
export type HonestyBand = {
  readonly promised: number;
  readonly realised: number;
  /** Where luck alone leaves the realised share; undefined while too little is known to say. */
  readonly luck: { readonly low: number; readonly high: number } | undefined;
};

/** Undefined where no position was settled. */
export function bandOf({ positions, won, expected, spread }: Honesty): HonestyBand | undefined {
  if (positions === 0) return undefined;
  const promised = expected / positions;
  const reach = spread === null ? undefined : (DEVIATIONS * spread) / positions;
  const luck =
    reach === undefined
      ? undefined
      : { low: Math.max(0, promised - reach), high: Math.min(1, promised + reach) };
  return { promised, realised: won / positions, luck };
}

export function isWithin({ realised, luck }: HonestyBand): boolean {
  return luck !== undefined && realised >= luck.low && realised <= luck.high;
}

export type BandPlace = {
  readonly promised: number;
  readonly realised: number;
  readonly luck: { readonly from: number; readonly to: number } | undefined;
};

/** Where all of it lies on a line, from 0 to 1, with the promise in the middle. */
export function placeBand({ promised, realised, luck }: HonestyBand): BandPlace {
  const furthest = Math.max(
    Math.abs(realised - promised),
    luck === undefined ? 0 : Math.max(luck.high - promised, promised - luck.low),
    0.005,
  );
  const half = furthest * (1 + MARGIN);
  const place = (share: number) => 0.5 + (share - promised) / (2 * half);
  return {
    promised: place(promised),
    realised: place(realised),
    luck: luck && { from: place(luck.low), to: place(luck.high) },
  };
}
