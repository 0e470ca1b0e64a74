import type { Position } from "@veritick/contract/schemas/positions.ts";
import { parsePriceMilli } from "@veritick/domain/price.ts";
import { useFormat } from "../../lib/format.ts";
import { useText } from "../../locales/text.ts";
import { Num } from "../../ui/num.tsx";
import styles from "./barrier-label.module.css";
import { placeLabel } from "./place-label.ts";
import type { Frame, Span } from "../../ui/plot.ts";
import { leftOf, rightOf, topOf } from "../../ui/plot-frame.tsx";
import type { PositionPrices } from "./position-prices.ts";

type BarrierLabelProps = {
  position: Position;
  prices: PositionPrices;
  frame: Frame;
  /** How far the line of the barrier goes. */
  span: Span;
  /** How much of the drawing's height a label takes. */
  height: number;
};

/** Names the barrier where it hides the least of the prices; an arrow says that it lies beyond the drawing. */
export function BarrierLabel({ position, prices, frame, span, height }: BarrierLabelProps) {
  const { barrier } = useText().trade.positions;
  const format = useFormat();
  const isBuy = position.type === "buy";
  const milli = parsePriceMilli(position.barrierPrice);
  const preferred = isBuy ? "above" : "below";
  const { at, side } = placeLabel(frame, prices.priceAt, { span, milli, preferred }, height);
  const arrow = milli > frame.highMilli ? " \u2191" : milli < frame.lowMilli ? " \u2193" : "";
  return (
    <span
      className={styles["label"]}
      data-position={position.type}
      data-side={side}
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
