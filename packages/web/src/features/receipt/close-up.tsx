import type { Position } from "@veritick/contract/schemas/positions.ts";
import { parsePriceMilli } from "@veritick/domain/price.ts";
import { useFormat } from "../../lib/format.ts";
import { useLaterText } from "../../locales/text.ts";
import { Num } from "../../ui/num.tsx";
import { BarrierLabel } from "./barrier-label.tsx";
import { LivePath } from "./live-path.tsx";
import { dotPath, pointOf, SIDE, stepPath } from "../../ui/plot.ts";
import type { Frame } from "../../ui/plot.ts";
import { leftOf, PlotFrame } from "../../ui/plot-frame.tsx";
import { CLOSE_TICKS, closeSpan, pricesIn } from "./position-prices.ts";
import type { PositionPrices } from "./position-prices.ts";
import styles from "./close-up.module.css";
import { useFrame } from "./use-drawn.ts";

/** Of the height of the drawing. */
const LABEL_HEIGHT = 0.14;

type CloseUpProps = { position: Position; prices: PositionPrices; tick: number };

/** The ticks around one tick, each a dot that holds for its second. */
export function CloseUp({ position, prices, tick }: CloseUpProps) {
  const { before, after } = useLaterText().receipt.closeUp;
  const format = useFormat();
  const { priceAt } = prices;
  const ticks = closeSpan(tick);
  const barrierMilli = parsePriceMilli(position.barrierPrice);
  const known = pricesIn(priceAt, ticks);
  const inner = useFrame(prices, ticks, isNear(barrierMilli, known) ? [barrierMilli] : known.slice(0, 1));
  // Half a second of room on either side, so that the outer dots are whole.
  const frame: Frame = { ...inner, from: ticks.from - 0.5, to: ticks.to + 0.5 };
  const isSeen = barrierMilli > frame.lowMilli && barrierMilli < frame.highMilli;
  const level = pointOf(frame, tick, barrierMilli).y;
  const itself = { from: tick, to: tick };

  return (
    <PlotFrame
      frame={frame}
      className={styles["plot"]}
      over={
        <BarrierLabel position={position} prices={prices} frame={frame} span={ticks} height={LABEL_HEIGHT} />
      }
      below={
        <div className={styles["times"]}>
          {[-CLOSE_TICKS, 0, CLOSE_TICKS].map((off) => (
            <Num
              key={off}
              className={styles["time"]}
              data-center={off === 0 || undefined}
              style={{ left: leftOf(frame, tick + off) }}
            >
              {off === 0 ? format.clock(tick) : off < 0 ? before(-off) : after(off)}
            </Num>
          ))}
        </div>
      }
    >
      {isSeen && <path d={`M0 ${level}H${SIDE}`} className={styles["barrier"]} data-side={position.type} />}
      <path d={`M${pointOf(frame, tick, barrierMilli).x} 0V${SIDE}`} className={styles["center"]} />
      <LivePath prices={prices} path={() => stepPath(frame, priceAt, ticks)} className={styles["steps"]} />
      <LivePath prices={prices} path={() => dotPath(frame, priceAt, ticks)} className={styles["dots"]} />
      <LivePath prices={prices} path={() => dotPath(frame, priceAt, itself)} className={styles["rim"]} />
      <LivePath prices={prices} path={() => dotPath(frame, priceAt, itself)} className={styles["itself"]} />
    </PlotFrame>
  );
}

/** How many times the height of the prices a barrier may be away and still be drawn. */
const NEAR = 1.25;

/** A barrier far off would press the prices together: then it is only pointed at. */
function isNear(barrierMilli: number, known: readonly number[]): boolean {
  const low = Math.min(...known);
  const high = Math.max(...known);
  const reach = NEAR * Math.max(high - low, 20);
  return barrierMilli >= low - reach && barrierMilli <= high + reach;
}
