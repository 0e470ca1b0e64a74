import type { Span } from "../../ui/plot.ts";

const MINUTE = 60;

const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: MINUTE,
  PageDown: -MINUTE,
};

/** Where a key leads on a line of ticks; undefined for keys that lead nowhere. */
export function nextTick(key: string, tick: number, { from, to }: Span): number | undefined {
  if (key === "Home") return from;
  if (key === "End") return to;
  const step = STEPS[key];
  return step === undefined ? undefined : Math.min(to, Math.max(from, tick + step));
}
