import { queryOptions, useQuery } from "@tanstack/react-query";
import type { Fairness, FairnessEpoch, Prices } from "@veritick/contract/schemas/fairness.ts";
import { EPOCH_TICKS, epochOf, firstTickOf } from "@veritick/domain/epoch-times.ts";
import { useEffect, useMemo } from "react";
import { call } from "../../../../api/client.ts";
import { keyOf, useGet } from "../../../../api/query.ts";
import { LOCALES, dateFormat, useFormat } from "../../../../lib/format.ts";
import { useLanguage } from "../../../../lib/preferences.ts";
import { useTextOf } from "../../../../locales/text.ts";
import { loadRounds } from "../../check/load-rounds.ts";
import type { Span } from "../../../../ui/plot/plot.tsx";
import type { Loadable } from "../../../../ui/states.tsx";

const KEPT_MS = 300_000;
const REPEATED_MS = 3000;
const REFRESHED_MS = 300_000;

export type Phase = "over" | "running" | "upcoming";

export type PublishedEpoch = {
  readonly row: FairnessEpoch;
  /** Includes the epoch before and the one after, if they exist. */
  readonly rows: readonly FairnessEpoch[];
  readonly phase: Phase;
  readonly firstTick: number;
  readonly lastTick: number;
};

/** Returns the known epochs: from the first with a price to the last with a commitment. */
export function knownEpochs({ genesis, chain }: Fairness): { first: number; last: number } {
  return { first: epochOf(genesis.tick + 1), last: chain.epoch };
}

/**
 * Returns the last epoch whose seed must be published: the one before the previous one. The previous seed may be a moment
 * late. The platform's current epoch goes on only with its prices, so none is due while the beacon is late.
 */
export const dueUpTo = ({ current }: Fairness): number => current.epoch - 2;

export function useEpoch(epoch: number, fairness: Fairness): Loadable<PublishedEpoch> {
  const { first, last } = knownEpochs(fairness);
  const { epoch: current } = fairness.current;
  const span = { from: Math.max(first, epoch - 1), to: Math.min(last, epoch + 1) };
  const {
    data: rows,
    isError,
    refetch,
  } = useQuery({
    // More is published when the hour begins and when it ends.
    queryKey: [...keyOf("fairnessEpochs"), span, Math.sign(epoch - current)],
    queryFn: ({ signal }) => call("fairnessEpochs", { query: span, signal }),
    // Another server may see the end of the hour a moment later.
    refetchInterval: ({ state }) => (isOpen(state.data, epoch, current) ? REPEATED_MS : false),
    gcTime: KEPT_MS,
  });
  const row = rows?.find((each) => each.epoch === epoch);
  if (rows === undefined || row === undefined) {
    return { data: undefined, isError: isError || rows !== undefined, refetch };
  }
  const data: PublishedEpoch = {
    row,
    rows,
    phase: epoch < current ? "over" : epoch === current ? "running" : "upcoming",
    firstTick: firstTickOf(epoch, fairness.genesis.tick),
    lastTick: (epoch + 1) * EPOCH_TICKS - 1,
  };
  return { data, isError, refetch };
}

/** Tells whether a past hour still lacks its seed or its end. */
function isOpen(rows: readonly FairnessEpoch[] | undefined, epoch: number, current: number): boolean {
  const next = rows?.find((row) => row.epoch === epoch + 1);
  const row = rows?.find((each) => each.epoch === epoch);
  return epoch < current && row !== undefined && (row.seed === null || next?.startState === null);
}

/** Returns the second at which an epoch is checked. Anything after it can only be checked later. */
export function checkedAt({ phase, firstTick, lastTick }: Omit<PublishedEpoch, "row" | "rows">): number {
  if (phase === "upcoming") return firstTick - 1;
  return phase === "running" ? lastTick - 1 : lastTick + 1;
}

/** Loads the published prices of an epoch that has begun, from its first tick on. */
export function useEpochPrices(found: PublishedEpoch) {
  return useQuery(epochPrices(found));
}

/**
 * The page knows the last ten minutes of prices and joins them with these. In a running hour, these are loaded again before
 * they are older: with a timer, and when a page becomes visible again whose timer rested.
 */
export function epochPrices({
  phase,
  firstTick,
  lastTick,
}: Pick<PublishedEpoch, "phase" | "firstTick" | "lastTick">) {
  const span = { from: firstTick, ...(phase === "over" ? { to: lastTick } : {}) };
  const isRunning = phase === "running";
  return queryOptions({
    queryKey: [...keyOf("prices"), span],
    queryFn: ({ signal }) => call("prices", { query: span, signal }),
    enabled: phase !== "upcoming",
    staleTime: isRunning ? REFRESHED_MS : Infinity,
    refetchInterval: isRunning && REFRESHED_MS,
    refetchOnWindowFocus: true,
    gcTime: KEPT_MS,
  });
}

/**
 * Loads the rounds of an epoch that is over and of the one before it, whose end gives its start. For a running epoch, only
 * those of the one before: its own would change with every block, and its prices cannot be computed yet.
 */
export function useEpochRounds({ row, phase, firstTick, lastTick }: PublishedEpoch, fairness: Fairness) {
  const { first } = knownEpochs(fairness);
  const from = firstTickOf(Math.max(first, row.epoch - 1), fairness.genesis.tick);
  const span = { from, to: phase === "over" ? lastTick : Math.max(firstTick - 1, from) };
  return useQuery({
    queryKey: [...keyOf("fairnessRounds"), span],
    queryFn: ({ signal }) => loadRounds(fairness, span, signal),
    enabled: phase !== "upcoming",
    gcTime: KEPT_MS,
  });
}

/** Returns a function that writes an epoch as a day with a start and an end, in the reader's time zone. */
export function useHourWords(): (epoch: number) => string {
  const { past } = useTextOf("fairness").pages;
  const format = useFormat();
  const language = useLanguage();
  const { day, zone } = useMemo(
    () => ({
      day: dateFormat(language, { day: "numeric", month: "short", year: "numeric" }),
      zone: new Intl.DateTimeFormat(LOCALES[language], { hour: "2-digit", timeZoneName: "short" }),
    }),
    [language],
  );
  return (epoch) => {
    const tick = epoch * EPOCH_TICKS;
    const clock = (at: number) => format.clock(at).slice(0, 5);
    const name = zone.formatToParts(tick * 1000).find(({ type }) => type === "timeZoneName")?.value ?? "";
    return past.hour(day(tick * 1000), clock(tick), `${clock(tick + EPOCH_TICKS)} ${name}`);
  };
}

export type Published = Loadable<Fairness>;

/** Returns the published rules and commitments. Loads them again when a new hour begins. */
export function usePublished(nowTick: number | undefined): Published {
  const { data, isError, isFetching, refetch } = useGet("fairness");
  const isPast = data !== undefined && nowTick !== undefined && epochOf(nowTick) > data.current.epoch;
  useEffect(() => {
    if (isPast) void refetch();
  }, [isPast, nowTick, refetch]);
  return { data, isError: isError && !isFetching, refetch };
}

/** Prices of consecutive ticks, in thousandths. */
export type PriceRun = { readonly firstTick: number; readonly milli: ArrayLike<number> };

export const runOf = ({ from, prices }: Prices): PriceRun => ({
  firstTick: from,
  milli: prices.map((price) => Math.round(price * 1000)),
});

/** Joins the loaded prices of a span with newer ones. The run ends at the first missing tick. */
export function joinRuns(
  asked: Prices | undefined,
  recent: Prices | undefined,
  { from, to }: Span,
): PriceRun | undefined {
  if (asked === undefined) return undefined;
  const { milli } = runOf(asked);
  const news = recent && runOf(recent);
  const joined = Array.from(milli);
  if (news !== undefined) {
    for (let tick = from + joined.length; tick <= to; tick += 1) {
      const price = news.milli[tick - news.firstTick];
      if (price === undefined) break;
      joined.push(price);
    }
  }
  return { firstTick: from, milli: joined.slice(0, to - from + 1) };
}
