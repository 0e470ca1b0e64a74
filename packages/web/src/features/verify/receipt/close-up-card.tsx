import type { Position } from "@veritick/contract/schemas/positions.ts";
import { endTickOf } from "../../../api/desk/desk.ts";
import { parsePriceMilli } from "@veritick/domain/price.ts";
import { useState, useSyncExternalStore } from "react";
import { useFormat } from "../../../lib/format.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Card, Summary } from "../../../ui/card.tsx";
import { FigureTable } from "../../../ui/facts.tsx";
import { dotPath, PlotFrame, PlotTimes, pointOf, SIDE, stepPath } from "../../../ui/plot/plot.tsx";
import type { Frame } from "../../../ui/plot/plot.tsx";
import { Num } from "../../../ui/primitives.tsx";
import { BarrierLabel, LiveDots, LivePath, useFrame } from "./chart-parts.tsx";
import styles from "./chart.module.css";
import { CLOSE_TICKS, closeSpan, pricesIn } from "./position-prices.ts";
import type { PositionPrices, PricesState } from "./position-prices.ts";

type CloseUpCardProps = {
  position: Position;
  known: PricesState;
  /** "expiry" means the sale if the position was sold. */
  at: "entry" | "expiry";
};

/** Shows the seconds around the entry or the expiry as a drawing and as a table. */
export function CloseUpCard({ position, known, at }: CloseUpCardProps) {
  const { closeUp } = useTextOf("later").receipt;
  const format = useFormat();
  const { prices } = known;
  const isSale = at === "expiry" && position.status === "sold";
  const name = isSale ? "sale" : at;
  const tick = at === "entry" ? position.entryTick : endTickOf(position);
  const milli = useSyncExternalStore(prices.subscribe, () => prices.priceAt(tick));
  const isPast = milli !== undefined && (at === "entry" || position.status !== "active");
  return (
    <Card title={closeUp[name]} aside={isPast && <Num tone="quiet">{format.price(milli / 1000)}</Num>}>
      {isPast ? (
        <>
          <CloseUp position={position} prices={prices} tick={tick} />
          <TickTable prices={prices} tick={tick} name={closeUp[name]} itself={closeUp[`${name}Tick`]} />
        </>
      ) : (
        <p className={styles["later"]}>
          {position.status === "active" && at === "expiry" && closeUp.later(format.clock(tick))}
        </p>
      )}
    </Card>
  );
}

/** The height of a label, as a share of the drawing. */
const LABEL_HEIGHT = 0.14;

type CloseUpProps = { position: Position; prices: PositionPrices; tick: number };

/** Draws each tick around one tick as a dot, and its second as a line. */
function CloseUp({ position, prices, tick }: CloseUpProps) {
  const { before, after } = useTextOf("later").receipt.closeUp;
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
      className={styles["closeUp"]}
      over={
        <BarrierLabel position={position} prices={prices} frame={frame} span={ticks} height={LABEL_HEIGHT} />
      }
      below={
        <PlotTimes
          span={frame}
          ticks={[tick - CLOSE_TICKS, tick, tick + CLOSE_TICKS]}
          words={(at) =>
            at === tick ? format.clock(tick) : at < tick ? before(tick - at) : after(at - tick)
          }
          className={styles["closeTimes"]}
        />
      }
    >
      {isSeen && <path d={`M0 ${level}H${SIDE}`} className={styles["barrier"]} data-side={position.type} />}
      <path d={`M${pointOf(frame, tick, barrierMilli).x} 0V${SIDE}`} className={styles["bounds"]} />
      <LivePath prices={prices} path={() => stepPath(frame, priceAt, ticks)} className={styles["steps"]} />
      <LivePath prices={prices} path={() => dotPath(frame, priceAt, ticks)} className={styles["dots"]} />
      <LiveDots prices={prices} path={() => dotPath(frame, priceAt, itself)} className={styles["itself"]} />
    </PlotFrame>
  );
}

/** A barrier is drawn if its distance is at most this many times the height of the prices. */
const NEAR = 1.25;

/** Tells whether a barrier is near enough to draw. A distant one would flatten the prices, so only an arrow points at it. */
function isNear(barrierMilli: number, known: readonly number[]): boolean {
  const low = Math.min(...known);
  const high = Math.max(...known);
  const reach = NEAR * Math.max(high - low, 20);
  return barrierMilli >= low - reach && barrierMilli <= high + reach;
}

type TickTableProps = { prices: PositionPrices; tick: number; name: string; itself: string };

/** Lists the exact prices of the ticks, also for people who do not see the drawing. */
function TickTable({ prices, tick, name, itself }: TickTableProps) {
  const { closeUp } = useTextOf("later").receipt;
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles["ticks"]} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <Summary>{closeUp.table}</Summary>
      {isOpen && <Ticks prices={prices} tick={tick} name={name} itself={itself} />}
    </details>
  );
}

function Ticks({ prices, tick, name, itself }: TickTableProps) {
  const { closeUp } = useTextOf("later").receipt;
  const format = useFormat();
  const span = closeSpan(tick);
  // An open table gains a row with each second after the tick.
  useSyncExternalStore(prices.subscribe, () => pricesIn(prices.priceAt, span).length);
  const rows = Array.from({ length: span.to - span.from + 1 }, (_, index) => span.from + index).flatMap(
    (each) => {
      const milli = prices.priceAt(each);
      return milli === undefined ? [] : [{ each, milli }];
    },
  );
  return (
    <FigureTable aria-label={name}>
      <thead>
        <tr>
          <th scope="col">{closeUp.tick}</th>
          <th scope="col">{closeUp.time}</th>
          <th scope="col">{closeUp.price}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ each, milli }) => (
          <tr key={each} data-itself={each === tick || undefined}>
            <td>
              {each}
              {each === tick && <span>{itself}</span>}
            </td>
            <td>{format.clock(each)}</td>
            <td>{format.price(milli / 1000)}</td>
          </tr>
        ))}
      </tbody>
    </FigureTable>
  );
}
