import { DURATIONS } from "@veritick/domain/product.ts";
import type { Duration } from "@veritick/domain/product.ts";
import { barrierMilli, winChanceAt } from "@veritick/domain/terms.ts";
import { useState } from "react";
import { useFormat } from "../../lib/format.ts";
import { useText } from "../../locales/text.ts";
import { Segmented } from "../../ui/form/choices.tsx";
import { ArrowDownIcon, ArrowUpIcon } from "../../ui/icons.tsx";
import { Num } from "../../ui/primitives.tsx";
import styles from "./live-price.module.css";
import type { Market } from "./market-prices.ts";
import { PriceDrawing } from "./price-drawing.tsx";

const UNKNOWN = "\u2013";

/** The true price and the true terms of this moment: what a position opened now would need in order to win. */
export function LivePrice({ market }: { market: Market }) {
  const { live } = useText().landing;
  const format = useFormat();
  const [duration, setDuration] = useState<Duration>(1);
  const price = market.prices.at(-1);
  const isOld = market.state !== "live";
  const terms = market.terms?.terms.find((each) => each.duration === duration);

  const priceMilli = price === undefined ? undefined : Math.round(price * 1000);
  // A position cannot be opened at a price of the past, so nothing is said of one.
  const isKnown = priceMilli !== undefined && terms !== undefined && !isOld;
  const buy = isKnown ? barrierMilli(terms, "buy", priceMilli) / 1000 : undefined;
  const sell = isKnown ? barrierMilli(terms, "sell", priceMilli) / 1000 : undefined;

  return (
    <section className={styles["panel"]} aria-label={live.label} data-old={isOld || undefined}>
      <header className={styles["header"]}>
        <p className={styles["label"]}>
          {isOld && price !== undefined ? live.lastKnown : live.label}
          <span className={styles["pair"]}>USDMS/USD</span>
        </p>
        <Num className={styles["price"]}>{price === undefined ? UNKNOWN : format.price(price)}</Num>
      </header>
      <div className={styles["drawing"]}>
        {market.state === "missing" && <p className={styles["missing"]}>{live.missing}</p>}
        {price !== undefined && (
          <PriceDrawing prices={market.prices} buy={buy} sell={sell} label={live.chart} />
        )}
        <div className={styles["axis"]} aria-hidden="true">
          <span>{live.past}</span>
          <span className={styles["axisNow"]}>{isOld ? "" : live.now}</span>
          <span>{live.expiry(duration)}</span>
        </div>
      </div>
      <div className={styles["terms"]}>
        <Segmented
          label={live.duration}
          value={duration}
          onChange={setDuration}
          options={DURATIONS.map((value) => ({ value, label: live.minutes(value) }))}
        />
        <ul className={styles["barriers"]}>
          <li className={styles["buy"]}>
            <ArrowUpIcon size={14} />
            <Num>{live.buyWins(buy === undefined ? UNKNOWN : format.price(buy))}</Num>
          </li>
          <li className={styles["sell"]}>
            <ArrowDownIcon size={14} />
            <Num>{live.sellWins(sell === undefined ? UNKNOWN : format.price(sell))}</Num>
          </li>
        </ul>
        <dl className={styles["odds"]}>
          <div>
            <dt>{live.chance}</dt>
            <dd>
              <Num>{isKnown ? format.chance(winChanceAt(terms, "buy", priceMilli)) : UNKNOWN}</Num>
            </dd>
          </div>
          <div>
            <dt>{live.pays}</dt>
            <dd>
              <Num>{terms ? format.times(terms.multiplierHundredths / 100) : UNKNOWN}</Num>{" "}
              {terms && <Num tone="caption">{format.gain(terms.multiplierHundredths / 100)}</Num>}
            </dd>
          </div>
        </dl>
      </div>
    </section>
  );
}
