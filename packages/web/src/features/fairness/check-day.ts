import type { Fairness } from "@veritick/contract/schemas/fairness.ts";
import { EPOCH_TICKS, firstTickOf } from "@veritick/domain/epochs.ts";
import type { EpochCheck } from "@veritick/domain/verify/verify-epochs.ts";
import { call } from "../../lib/api.ts";
import type { Span } from "../../ui/plot.ts";
import { verifyEpochs } from "../verify/public.ts";
import { knownEpochs } from "./use-epoch.ts";

const DAY = 24;

export type DayResult = {
  readonly checks: readonly EpochCheck[];
  /** How many prices were made again. */
  readonly ticks: number;
  readonly seconds: number;
};

/** The epoch and the 23 before it, as far back as the price goes. */
export function dayBefore(epoch: number, fairness: Fairness): Span {
  return { from: Math.max(knownEpochs(fairness).first, epoch - DAY + 1), to: epoch };
}

/** Asks for all that is published of some epochs and holds it against what their seeds give, one after the other. */
export async function checkDay(
  { from, to }: Span,
  fairness: Fairness,
  onDone: (count: number) => void,
): Promise<DayResult> {
  const startedAt = performance.now();
  const { first, last } = knownEpochs(fairness);
  const rows = await call("fairnessEpochs", {
    query: { from: Math.max(first, from - 1), to: Math.min(last, to + 1) },
  });
  const { genesis } = fairness;
  let halves = 0;
  // To ask for an epoch's prices and to make them again are half of it each.
  const countHalf = () => onDone(Math.floor(++halves / 2));
  const published: Record<number, readonly number[]> = {};
  for (let epoch = from; epoch <= to; epoch += 1) {
    const span = { from: firstTickOf(epoch, genesis.tick), to: (epoch + 1) * EPOCH_TICKS - 1 };
    published[epoch] = (await call("prices", { query: span })).prices;
    countHalf();
  }
  const now = (to + 1) * EPOCH_TICKS;
  const checks = await verifyEpochs({ from, to, epochs: rows, genesis, now, prices: published }, countHalf);
  return {
    checks,
    ticks: now - firstTickOf(from, genesis.tick),
    seconds: (performance.now() - startedAt) / 1000,
  };
}
