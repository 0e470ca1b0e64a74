import type { PositionStep } from "@veritick/domain/verify/verify-position.ts";

const SOON_TICKS = 5;

/**
 * The tick from which checking once more tells more; undefined where it never will.
 *
 * @param isFresh whether the receipt itself is asked for anew: then one that is about to be decided will be
 */
export function recheckTick(
  steps: readonly PositionStep[],
  now: number,
  isFresh: boolean,
): number | undefined {
  const ticks = steps.flatMap(({ outcome, from, reason }) => {
    if (outcome === "later" && from !== undefined) return Math.max(from, now + 1);
    return isFresh && reason === "undecided" ? now + SOON_TICKS : [];
  });
  return ticks.length === 0 ? undefined : Math.min(...ticks);
}

/** The tick from which everything can be checked, as far as it ever can. */
export function completeTick(steps: readonly PositionStep[]): number | undefined {
  const ticks = steps.flatMap(({ outcome, from }) => (outcome === "later" && from !== undefined ? from : []));
  return ticks.length === 0 ? undefined : Math.max(...ticks);
}
