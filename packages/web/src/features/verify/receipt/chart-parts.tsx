import type { Position } from "@veritick/contract/schemas/positions.ts";
import { parsePriceMilli } from "@veritick/domain/price.ts";
import { useMemo, useRef, useSyncExternalStore } from "react";
import { useFollow } from "../../../api/live/follow.tsx";
import { useFormat } from "../../../lib/format.ts";
import { useDeskText } from "../../../locales/text.ts";
import { across, down, leftOf, rangeOf, rightOf, topOf } from "../../../ui/plot/plot.tsx";
import type { Frame, PriceAt, Span } from "../../../ui/plot/plot.tsx";
import { Num } from "../../../ui/primitives.tsx";
import styles from "./chart.module.css";
import { pricesIn } from "./position-prices.ts";
import type { PositionPrices } from "./position-prices.ts";

type LivePathProps = { prices: PositionPrices; path: () => string; className?: string | undefined };

/** A path that grows with the price. */
export function LivePath({ prices, path, className }: LivePathProps) {
  const element = useRef<SVGPathElement>(null);
  useDrawn(prices, () => {
    const next = path();
    if (element.current && element.current.getAttribute("d") !== next)
      element.current.setAttribute("d", next);
  });
  return <path ref={element} className={className} />;
}

/** Dots that grow with the price, with a rim that sets them off from the line. */
export function LiveDots({ className, ...rest }: LivePathProps) {
  return (
    <g className={className}>
      <LivePath {...rest} className={styles["rim"]} />
      <LivePath {...rest} className={styles["dot"]} />
    </g>
  );
}

/** Calls `draw` now and with each new price. React commits nothing. */
export function useDrawn(prices: PositionPrices, draw: () => void): void {
  const store = useMemo(() => ({ get: () => prices, subscribe: prices.subscribe }), [prices]);
  useFollow(store, draw);
}

/**
 * Returns the frame that holds all known prices of a span and the `others`. React commits nothing while the price stays
 * inside it.
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

type BarrierLabelProps = {
  position: Position;
  prices: PositionPrices;
  frame: Frame;
  span: Span;
  /** The height of a label, as a share of the drawing. */
  height: number;
};

/**
 * Names the barrier at the place where the label hides the fewest prices. An arrow points at a barrier outside the drawing.
 */
export function BarrierLabel({ position, prices, frame, span, height }: BarrierLabelProps) {
  const { barrier } = useDeskText().trade.positions;
  const format = useFormat();
  const isBuy = position.type === "buy";
  const milli = parsePriceMilli(position.barrierPrice);
  const preferred = isBuy ? "above" : "below";
  const { at, side } = placeLabel(frame, prices.priceAt, { span, milli, preferred }, height);
  const arrow = milli > frame.highMilli ? " \u2191" : milli < frame.lowMilli ? " \u2193" : "";
  return (
    <span
      className={styles["label"]}
      data-side={position.type}
      data-place={side}
      style={{
        top: topOf(frame, milli),
        ...(at === "start" ? { left: leftOf(frame, span.from) } : { right: rightOf(frame, span.to) }),
      }}
    >
      {barrier} {isBuy ? "\u2265" : "\u2264"} <Num>{format.price(milli / 1000)}</Num>
      {arrow}
    </span>
  );
}

type LabelPlace = { readonly at: "start" | "end"; readonly side: "above" | "below" };

/** The share of the line that a label covers. It covers, and hides, less on wide screens. */
const SHARE = 0.5;

type Line = { readonly span: Span; readonly milli: number; readonly preferred: LabelPlace["side"] };

/**
 * Finds the end and the side of a line where a label hides the fewest prices. `height` is the label's, as a share of the
 * drawing. A side with an edge nearer than that has no room.
 */
export function placeLabel(frame: Frame, priceAt: PriceAt, line: Line, height: number): LabelPlace {
  const level = down(frame, line.milli);
  const sides = line.preferred === "above" ? (["above", "below"] as const) : (["below", "above"] as const);
  const places = sides.flatMap((side): LabelPlace[] => [
    { at: "start", side },
    { at: "end", side },
  ]);
  const hasRoom = ({ side }: LabelPlace) => (side === "above" ? level > height : level < 1 - height);
  const hidden = ({ at, side }: LabelPlace) => {
    let count = 0;
    for (let tick = line.span.from; tick <= line.span.to; tick++) {
      const milli = priceAt(tick);
      if (milli === undefined) continue;
      const along = across(line.span, tick);
      const over = (level - down(frame, milli)) * (side === "above" ? 1 : -1);
      const isBeside = at === "start" ? along <= SHARE : along >= 1 - SHARE;
      if (isBeside && over >= 0 && over <= height) count++;
    }
    return count;
  };
  const best = places
    .filter(hasRoom)
    .map((place) => ({ place, count: hidden(place) }))
    .reduce<{ place: LabelPlace; count: number } | undefined>(
      (least, each) => (least === undefined || each.count < least.count ? each : least),
      undefined,
    );
  return best?.place ?? { at: "start", side: line.preferred };
}
