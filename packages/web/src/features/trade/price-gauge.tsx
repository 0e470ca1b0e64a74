import { GAUGE } from "@veritick/domain/product.ts";
import { useRef } from "react";
import { useFollow } from "../../api/live/follow.tsx";
import { useLive } from "../../api/live/live.ts";
import { useFormat } from "../../lib/format.ts";
import { useDeskText } from "../../locales/text.ts";
import styles from "./price-gauge.module.css";

const LABELLED_EVERY = 10_000;

/** The least change for which the marker slides. Up to 2 pixels no slide is seen, and each frame costs as much as a tick. */
const SLIDES_FROM_MILLI = 100;

/** Shows the price on a vertical gauge from 140 to 170. The marker moves without a commit. */
export function PriceGauge() {
  const { price } = useLive();
  const text = useDeskText();
  const format = useFormat();
  const scale = useRef<HTMLDivElement>(null);
  const rail = useRef<HTMLDivElement>(null);

  const shownMilli = useRef<number>(undefined);

  useFollow(price, ({ milli }) => {
    if (milli === shownMilli.current || !rail.current) return;
    const way = Math.abs(milli - (shownMilli.current ?? milli));
    shownMilli.current = milli;
    rail.current.toggleAttribute("data-slides", way >= SLIDES_FROM_MILLI);
    rail.current.style.transform = `translateY(${100 * (1 - gaugePosition(milli))}%)`;
    scale.current?.setAttribute("aria-valuenow", String(milli / 1000));
    scale.current?.setAttribute("aria-valuetext", format.price(milli / 1000));
  });

  return (
    <div
      ref={scale}
      className={styles["gauge"]}
      role="meter"
      aria-label={text.trade.price.gauge}
      aria-valuemin={GAUGE.lowMilli / 1000}
      aria-valuemax={GAUGE.highMilli / 1000}
      aria-valuenow={GAUGE.lowMilli / 1000}
    >
      <div className={styles["scale"]} aria-hidden="true">
        {GAUGE_TICKS.map((milli) => (
          <div key={milli} className={styles["tick"]} data-major={milli % LABELLED_EVERY === 0 || undefined}>
            {milli % LABELLED_EVERY === 0 && <span className={styles["label"]}>{milli / 1000}</span>}
          </div>
        ))}
        <div ref={rail} className={styles["rail"]}>
          <div className={styles["marker"]} />
        </div>
      </div>
    </div>
  );
}

/** Returns the place of a price (in thousandths) on the gauge, from 0 at the low end to 1 at the high end, never beyond. */
export function gaugePosition(priceMilli: number): number {
  const share = (priceMilli - GAUGE.lowMilli) / (GAUGE.highMilli - GAUGE.lowMilli);
  return Math.min(1, Math.max(0, share));
}

/** The prices of the gauge's ticks, in thousandths, highest first. */
export const GAUGE_TICKS: readonly number[] = Array.from(
  { length: (GAUGE.highMilli - GAUGE.lowMilli) / GAUGE.stepMilli + 1 },
  (_, index) => GAUGE.highMilli - index * GAUGE.stepMilli,
);
