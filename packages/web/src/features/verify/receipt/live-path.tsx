import { useMemo, useRef, useSyncExternalStore } from "react";
import { useFollow } from "../../../api/live/follow.ts";
import { rangeOf } from "../../../ui/plot.ts";
import type { Frame, Span } from "../../../ui/plot.ts";
import { pricesIn } from "./position-prices.ts";
import type { PositionPrices } from "./position-prices.ts";

type LivePathProps = { prices: PositionPrices; path: () => string; className: string | undefined };

/** A line of a drawing that grows with the price. */
export function LivePath({ prices, path, className }: LivePathProps) {
  const element = useRef<SVGPathElement>(null);
  useDrawn(prices, () => {
    const next = path();
    if (element.current && element.current.getAttribute("d") !== next)
      element.current.setAttribute("d", next);
  });
  return <path ref={element} className={className} />;
}

/** Calls `draw` now and whenever a price is added, without any React commit. */
export function useDrawn(prices: PositionPrices, draw: () => void): void {
  const store = useMemo(() => ({ get: () => prices, subscribe: prices.subscribe }), [prices]);
  useFollow(store, draw);
}

/**
 * The frame that all known prices of a span and the `others` have room in. A tick that stays within it commits
 * nothing.
 */
export function useFrame(prices: PositionPrices, span: Span, others: readonly number[]): Frame {
  const key = useSyncExternalStore(prices.subscribe, () => {
    const { lowMilli, highMilli, stepMilli } = rangeOf([...pricesIn(prices.priceAt, span), ...others]);
    return `${lowMilli} ${highMilli} ${stepMilli}`;
  });
  const { from, to } = span;
  return useMemo(() => {
    const [lowMilli = 0, highMilli = 1, stepMilli = 1] = key.split(" ").map(Number);
    return { from, to, lowMilli, highMilli, stepMilli };
  }, [from, to, key]);
}
