import { GAUGE } from "@veritick/domain/product.ts";
import { useRef } from "react";
import { useFormat } from "../../lib/format.ts";
import { useFollow } from "../../lib/live/follow.ts";
import { useLive } from "../../lib/live/live.ts";
import { useText } from "../../locales/text.ts";
import { GAUGE_TICKS, gaugePosition } from "./gauge.ts";
import styles from "./price-gauge.module.css";

const LABELLED_EVERY = 10_000;

/** The vertical gauge: where the price is between 140 and 170. The marker slides without any commit. */
export function PriceGauge() {
  const { price } = useLive();
  const text = useText();
  const format = useFormat();
  const scale = useRef<HTMLDivElement>(null);
  const rail = useRef<HTMLDivElement>(null);

  useFollow(price, ({ milli }) => {
    if (rail.current) rail.current.style.transform = `translateY(${100 * (1 - gaugePosition(milli))}%)`;
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
