import type { Position } from "@veritick/contract/schemas/positions.ts";
import { endTickOf } from "../../../api/desk/desk.ts";
import { parsePriceMilli } from "@veritick/domain/price.ts";
import { useRef } from "react";
import { writeText } from "../../../api/live/follow.tsx";
import { useNowTick } from "../../../api/live/live.ts";
import { useFormat } from "../../../lib/format.ts";
import { useTextOf, useDeskText } from "../../../locales/text.ts";
import { Card } from "../../../ui/card.tsx";
import { EmptyState, Loaded } from "../../../ui/states.tsx";
import { Num, Skeleton, VisuallyHidden } from "../../../ui/primitives.tsx";
import {
  dotPath,
  down,
  leftOf,
  linePath,
  PlotFrame,
  PlotTimes,
  pointOf,
  rightOf,
  SIDE,
  timeLines,
  topOf,
} from "../../../ui/plot/plot.tsx";
import type { Frame, Span } from "../../../ui/plot/plot.tsx";
import { BarrierLabel, LiveDots, LivePath, useDrawn, useFrame } from "./chart-parts.tsx";
import styles from "./chart.module.css";
import { pricesIn } from "./position-prices.ts";
import type { PositionPrices, PricesState } from "./position-prices.ts";

type ChartCardProps = { position: Position; known: PricesState };

/** The chart, or a placeholder of the same height. */
export function ChartCard({ position, known }: ChartCardProps) {
  const { chart } = useTextOf("later").receipt;
  return (
    <Card title={position.status === "sold" ? chart.titleSold : chart.title}>
      {known.data !== undefined ? (
        <PositionChart position={position} prices={known.data} span={known.span} />
      ) : (
        <div className={styles["figure"]}>
          <div className={styles["place"]}>
            {known.isGone ? (
              <EmptyState {...chart.gone} />
            ) : (
              <Loaded
                query={known}
                failed={chart.failed}
                loading={
                  <div role="status" aria-label={chart.loading}>
                    <Skeleton width="100%" height="100%" />
                  </div>
                }
              />
            )}
          </div>
        </div>
      )}
    </Card>
  );
}

/** The height of a label, as a share of the drawing. */
const LABEL_HEIGHT = 0.09;

type PositionChartProps = { position: Position } & Pick<PricesState, "prices" | "span">;

/** Draws the price around a position with entry, barrier, winning zone, expiry and result. Grows with the price. */
function PositionChart({ position, prices, span }: PositionChartProps) {
  const text = useDeskText().trade.positions;
  const { chart } = useTextOf("later").receipt;
  const format = useFormat();
  const { type, status, entryTick } = position;
  const endTick = endTickOf(position);
  const entryMilli = parsePriceMilli(position.entryPrice);
  const barrierMilli = parsePriceMilli(position.barrierPrice);
  // A growing chart leaves the same room on the other side of the entry, so its scale seldom changes.
  const room = status === "active" ? [2 * entryMilli - barrierMilli] : [];
  const frame = useFrame(prices, span, [entryMilli, barrierMilli, ...room]);
  const { priceAt } = prices;

  const from = pointOf(frame, entryTick, barrierMilli);
  const until = pointOf(frame, endTick, barrierMilli);
  const edge = type === "buy" ? 0 : SIDE;
  const line = (start: number, end: number) => () => linePath(frame, priceAt, { from: start, to: end });
  /** The last tick of the line: the end once the position has ended. */
  const lastTick = () => Math.min(prices.newest() ?? endTick, endTick);
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
            span={{ from: entryTick, to: endTick }}
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
              <span className={styles["mark"]} data-end="" style={{ right: rightOf(span, endTick) }}>
                {status === "sold" ? chart.sale : chart.expiry} <Num>{format.clock(endTick)}</Num>
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
        {status !== "sold" && (
          <path d={`M${until.x} ${until.y}V${edge}`} className={styles["gate"]} data-side={type} />
        )}
        <LivePath prices={prices} path={line(span.from, entryTick)} className={styles["besides"]} />
        <LivePath prices={prices} path={line(endTick, span.to)} className={styles["besides"]} />
        <LivePath prices={prices} path={line(entryTick, endTick)} className={styles["line"]} />
        <LiveDots prices={prices} path={() => dotAt(entryTick)} />
        <g data-status={status}>
          <LiveDots prices={prices} path={() => dotAt(lastTick())} />
        </g>
      </PlotFrame>
      <ChartSummary position={position} prices={prices} />
    </figure>
  );
}

/** Times nearer to an edge than this share of the width would cross it. */
const EDGE = { wide: 0.06, narrow: 0.16 };

/** Shows as many clock times as fit. The style sheet picks the wide or the narrow set. */
function Times({ span, most, width }: { span: Span; most: number; width: "wide" | "narrow" }) {
  const format = useFormat();
  const { ticks, step } = timeLines(span, most);
  return (
    <PlotTimes
      span={span}
      ticks={ticks}
      words={(tick) => (step >= 60 ? format.clock(tick).slice(0, 5) : format.clock(tick))}
      edge={EDGE[width]}
      className={styles["times"]}
      data-width={width}
    />
  );
}

/** Describes the chart for screen readers. It is renewed every 30 seconds while the chart grows, and never announced. */
function ChartSummary({ position, prices }: { position: Position; prices: PositionPrices }) {
  const { summary, summaryOpen } = useTextOf("later").receipt.chart;
  const format = useFormat();
  const { status, entryTick } = position;
  const endTick = endTickOf(position);
  useNowTick(30);
  const known = pricesIn(prices.priceAt, { from: entryTick, to: endTick });
  const [first] = known;
  const last = known.at(-1);
  if (first === undefined || last === undefined) return null;
  const price = (milli: number) => format.price(milli / 1000);
  const words = status === "active" ? summaryOpen : summary;
  return (
    <VisuallyHidden as="figcaption">
      {words(
        format.clock(entryTick),
        format.clock(endTick),
        price(first),
        price(last),
        price(Math.min(...known)),
        price(Math.max(...known)),
      )}
    </VisuallyHidden>
  );
}

/** The tag hides price labels nearer than this share of the height. */
const HEIGHT = 0.075;

type PriceTagProps = { position: Position; prices: PositionPrices; frame: Frame; lastTick: () => number };

/** Shows the last price beside the line: the present price of an open position, later the result. */
function PriceTag({ position, prices, frame, lastTick }: PriceTagProps) {
  const format = useFormat();
  const tag = useRef<HTMLSpanElement>(null);
  useDrawn(prices, () => {
    if (!tag.current) return;
    const milli = prices.priceAt(lastTick());
    tag.current.hidden = milli === undefined;
    if (milli === undefined) return;
    tag.current.style.top = topOf(frame, milli);
    for (const label of tag.current.parentElement!.querySelectorAll<HTMLElement>("[data-milli]")) {
      const away = Math.abs(down(frame, milli) - down(frame, Number(label.dataset["milli"])));
      label.toggleAttribute("data-covered", away < HEIGHT);
    }
    writeText(tag.current, format.price(milli / 1000));
  });
  return <Num ref={tag} className={styles["tag"]} data-status={position.status} />;
}
