import type { Position } from "@veritick/contract/schemas/positions.ts";
import { parsePriceMilli } from "@veritick/domain/price.ts";
import { useFormat } from "../../lib/format.ts";
import { useLaterText, useText } from "../../locales/text.ts";
import { Num } from "../../ui/num.tsx";
import { BarrierLabel } from "./barrier-label.tsx";
import { ChartSummary } from "./chart-summary.tsx";
import { LivePath } from "./live-path.tsx";
import { across, dotPath, linePath, pointOf, SIDE, timeLines } from "../../ui/plot.ts";
import type { Span } from "../../ui/plot.ts";
import { leftOf, PlotFrame, rightOf } from "../../ui/plot-frame.tsx";
import type { PricesState } from "./use-position-prices.ts";
import styles from "./position-chart.module.css";
import { PriceTag } from "./price-tag.tsx";
import { useFrame } from "./use-drawn.ts";

/** Of the height of the drawing. */
const LABEL_HEIGHT = 0.09;

type PositionChartProps = { position: Position } & Pick<PricesState, "prices" | "span">;

/** The price around a position: entry, barrier, where it wins, expiry, result. It grows as long as the price does. */
export function PositionChart({ position, prices, span }: PositionChartProps) {
  const text = useText().trade.positions;
  const { chart } = useLaterText().receipt;
  const format = useFormat();
  const { type, status, entryTick, expiryTick } = position;
  const entryMilli = parsePriceMilli(position.entryPrice);
  const barrierMilli = parsePriceMilli(position.barrierPrice);
  // While it grows there is as much room on the other side, so that it keeps its measure for long.
  const room = status === "active" ? [2 * entryMilli - barrierMilli] : [];
  const frame = useFrame(prices, span, [entryMilli, barrierMilli, ...room]);
  const { priceAt } = prices;

  const from = pointOf(frame, entryTick, barrierMilli);
  const until = pointOf(frame, expiryTick, barrierMilli);
  const edge = type === "buy" ? 0 : SIDE;
  const line = (start: number, end: number) => () => linePath(frame, priceAt, { from: start, to: end });
  /** The end of the line: the result once it is known. */
  const lastTick = () => Math.min(prices.newest() ?? expiryTick, expiryTick);
  const dotAt = (tick: number) => dotPath(frame, priceAt, { from: tick, to: tick });

  return (
    <figure className={styles["figure"]}>
      <PlotFrame
        frame={frame}
        className={styles["chart"]}
        over={
          <BarrierLabel
            position={position}
            prices={prices}
            frame={frame}
            span={{ from: entryTick, to: expiryTick }}
            height={LABEL_HEIGHT}
          />
        }
        beside={<PriceTag position={position} prices={prices} frame={frame} lastTick={lastTick} />}
        below={
          <>
            <Times span={span} most={6} width="wide" />
            <Times span={span} most={3} width="narrow" />
            <div className={styles["marks"]}>
              <span className={styles["mark"]} style={{ left: leftOf(span, entryTick) }}>
                {text.entry} <Num>{format.clock(entryTick)}</Num>
              </span>
              <span className={styles["mark"]} data-end="" style={{ right: rightOf(span, expiryTick) }}>
                {chart.expiry} <Num>{format.clock(expiryTick)}</Num>
              </span>
            </div>
          </>
        }
      >
        <rect
          x={from.x}
          y={Math.min(edge, from.y)}
          width={until.x - from.x}
          height={Math.abs(edge - from.y)}
          className={styles["zone"]}
          data-side={type}
        />
        <path d={`M${from.x} 0V${SIDE}M${until.x} 0V${SIDE}`} className={styles["bounds"]} />
        <path d={`M${from.x} ${from.y}H${until.x}`} className={styles["barrier"]} data-side={type} />
        <path d={`M${until.x} ${until.y}V${edge}`} className={styles["gate"]} data-side={type} />
        <LivePath prices={prices} path={line(span.from, entryTick)} className={styles["besides"]} />
        <LivePath prices={prices} path={line(expiryTick, span.to)} className={styles["besides"]} />
        <LivePath prices={prices} path={line(entryTick, expiryTick)} className={styles["line"]} />
        <g className={styles["entry"]}>
          <LivePath prices={prices} path={() => dotAt(entryTick)} className={styles["rim"]} />
          <LivePath prices={prices} path={() => dotAt(entryTick)} className={styles["dot"]} />
        </g>
        <g data-status={status} className={styles["end"]}>
          <LivePath prices={prices} path={() => dotAt(lastTick())} className={styles["rim"]} />
          <LivePath prices={prices} path={() => dotAt(lastTick())} className={styles["dot"]} />
        </g>
      </PlotFrame>
      <ChartSummary position={position} prices={prices} />
    </figure>
  );
}

/** Times this near to the left or right edge would reach over it. */
const EDGE = { wide: 0.06, narrow: 0.16 };

/** As many clock times as there is room for; the style sheet shows the one set or the other. */
function Times({ span, most, width }: { span: Span; most: number; width: "wide" | "narrow" }) {
  const format = useFormat();
  const { ticks, step } = timeLines(span, most);
  const fits = (tick: number) => Math.abs(across(span, tick) - 0.5) <= 0.5 - EDGE[width];
  return (
    <div className={styles["times"]} data-width={width}>
      {ticks.filter(fits).map((tick) => (
        <Num key={tick} className={styles["time"]} style={{ left: leftOf(span, tick) }}>
          {step >= 60 ? format.clock(tick).slice(0, 5) : format.clock(tick)}
        </Num>
      ))}
    </div>
  );
}
