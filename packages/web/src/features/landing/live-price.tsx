import type { Fairness } from "@veritick/contract/schemas/fairness.ts";
import { useMemo, useState } from "react";
import { DURATIONS } from "@veritick/domain/product.ts";
import type { Duration } from "@veritick/domain/product.ts";
import { barrierMilli, winChanceAt } from "@veritick/domain/terms.ts";
import { call } from "../../api/client.ts";
import { readMarketTerms } from "../../api/market/market-terms.ts";
import type { MarketTerms } from "../../api/market/market-terms.ts";
import { useRecentPrices } from "../../api/market/recent-prices.ts";
import { useFormat } from "../../lib/format.ts";
import { useTextOf } from "../../locales/text.ts";
import { Segmented } from "../../ui/form/choices.tsx";
import { ArrowDownIcon, ArrowUpIcon } from "../../ui/icons.tsx";
import { Caption, Grid, Medium, Num, Quiet, Row, Stack, Strong } from "../../ui/primitives.tsx";
import styles from "./live-price.module.css";

export type Market = {
  readonly prices: readonly number[];
  readonly terms: MarketTerms | undefined;
  /** The kind of beacon, which decides who may know prices in advance; undefined until it is known. */
  readonly beacon: Fairness["beacon"]["kind"] | undefined;
  /** The age of the newest price: "old" if none has come for a while, "missing" if none ever came. */
  readonly state: "live" | "old" | "missing";
};

/** Loads the last ten minutes and the terms, for visitors. */
export function useMarket(): Market {
  const [rules, setRules] = useState<Fairness>();
  const { recent, isOld } = useRecentPrices(async (signal) => setRules(await call("fairness", { signal })));
  return {
    prices: recent?.prices ?? [],
    terms: useMemo(() => rules && readMarketTerms(rules), [rules]),
    beacon: rules?.beacon.kind,
    state: !isOld ? "live" : recent === undefined ? "missing" : "old",
  };
}

const UNKNOWN = "\u2013";

/** The present price and terms, with the barriers that a position opened now would have to reach. */
export function LivePrice({ market }: { market: Market }) {
  const { live } = useTextOf("landing");
  const format = useFormat();
  const [duration, setDuration] = useState<Duration>(1);
  const price = market.prices.at(-1);
  const isOld = market.state !== "live";
  const terms = market.terms?.terms.find((each) => each.duration === duration);

  const priceMilli = price === undefined ? undefined : Math.round(price * 1000);
  // A position cannot be opened at a past price, so its barriers are not shown.
  const isKnown = priceMilli !== undefined && terms !== undefined && !isOld;
  const buy = isKnown ? barrierMilli(terms, "buy", priceMilli) / 1000 : undefined;
  const sell = isKnown ? barrierMilli(terms, "sell", priceMilli) / 1000 : undefined;

  return (
    <section className={styles["panel"]} aria-label={live.label} data-old={isOld || undefined}>
      <Row as="header" gap={[0, 4]} align="baseline" justify="between" className={styles["header"]}>
        <p>
          <Medium>{isOld && price !== undefined ? live.lastKnown : live.label}</Medium>{" "}
          <Caption as="span">USDMS/USD</Caption>
        </p>
        <Num className={styles["price"]}>{price === undefined ? UNKNOWN : format.price(price)}</Num>
      </Row>
      <div className={styles["drawing"]}>
        {market.state === "missing" && <Quiet className={styles["missing"]}>{live.missing}</Quiet>}
        {price !== undefined && (
          <PriceDrawing prices={market.prices} buy={buy} sell={sell} label={live.chart} />
        )}
        <Caption as="div" className={styles["axis"]} aria-hidden="true">
          <span>{live.past}</span>
          <span>{isOld ? "" : live.now}</span>
          <span>{live.expiry(duration)}</span>
        </Caption>
      </div>
      <Stack gap={4} className={styles["terms"]}>
        <Segmented
          label={live.duration}
          value={duration}
          onChange={setDuration}
          options={DURATIONS.map((value) => ({ value, label: live.minutes(value) }))}
        />
        <Grid gap={[3, 6]} align="center" min={220} isFit>
          <ul>
            {(["buy", "sell"] as const).map((side) => {
              const [barrier, Arrow, words] =
                side === "buy" ? [buy, ArrowUpIcon, live.buyWins] : [sell, ArrowDownIcon, live.sellWins];
              return (
                <Row key={side} as="li" gap={2} align="center" nowrap className={styles[side]}>
                  <Arrow size={14} />
                  <Medium loose>
                    <Num>{words(barrier === undefined ? UNKNOWN : format.price(barrier))}</Num>
                  </Medium>
                </Row>
              );
            })}
          </ul>
          <Row as="dl" gap={[1, 6]}>
            <div>
              <Caption as="dt">{live.chance}</Caption>
              <Strong as="dd">
                <Num>{isKnown ? format.chance(winChanceAt(terms, "buy", priceMilli)) : UNKNOWN}</Num>
              </Strong>
            </div>
            <div>
              <Caption as="dt">{live.pays}</Caption>
              <Strong as="dd">
                <Num>{terms ? format.times(terms.multiplierHundredths) : UNKNOWN}</Num>{" "}
                {terms && <Num tone="caption">{format.gain(terms.multiplierHundredths)}</Num>}
              </Strong>
            </div>
          </Row>
        </Grid>
      </Stack>
    </section>
  );
}

/** The distance over which the colour of a side fades out beyond its barrier. */
const FADE = 110;

type PriceDrawingProps = {
  prices: readonly number[];
  /** The barriers of a position opened now; undefined while they are not known. */
  buy: number | undefined;
  sell: number | undefined;
  label: string;
};

function PriceDrawing({ prices, buy, sell, label }: PriceDrawingProps) {
  const drawn = sketch(prices, buy, sell);
  if (!drawn) return null;
  const { line, now } = drawn;
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={styles["lines"]}
      role="img"
      aria-label={label}
    >
      {drawn.buyY !== undefined && <Side side="buy" y={drawn.buyY} towards={-1} />}
      {drawn.sellY !== undefined && <Side side="sell" y={drawn.sellY} towards={1} />}
      <path d={`M${NOW_X} 0V${HEIGHT}`} className={styles["now"]} />
      <path d={line} className={styles["line"]} />
      {/* A line of no length with round ends is a dot that stays round when the drawing is stretched. */}
      <path d={`M${now.x} ${now.y}h0`} className={styles["halo"]} />
      <path d={`M${now.x} ${now.y}h0`} className={styles["dot"]} />
    </svg>
  );
}

function Side({ side, y, towards }: { side: "buy" | "sell"; y: number; towards: 1 | -1 }) {
  const fade = `landing-${side}`;
  return (
    <g className={styles[side]}>
      <linearGradient
        id={fade}
        gradientUnits="userSpaceOnUse"
        x1="0"
        x2="0"
        y1={y}
        y2={y + towards * FADE}
        className={styles["fade"]}
      >
        <stop offset="0" />
        <stop offset="1" stopOpacity="0" />
      </linearGradient>
      <rect
        x={NOW_X}
        y={towards < 0 ? y - FADE : y}
        width={WIDTH - NOW_X}
        height={FADE}
        fill={`url(#${fade})`}
      />
      <path d={`M${NOW_X} ${y}H${WIDTH}`} className={styles["barrier"]} />
    </g>
  );
}

/** The positions in the drawing of the live price, which is `WIDTH` by `HEIGHT`. */
type Sketch = {
  readonly line: string;
  readonly now: { readonly x: number; readonly y: number };
  readonly buyY: number | undefined;
  readonly sellY: number | undefined;
};

const WIDTH = 640;
export const HEIGHT = 320;
/** The end of the past. The rest of the width is the duration of a position opened now. */
export const NOW_X = 440;

const MARGIN = 28;

/** Lays out past prices up to now and the barriers after it on one vertical scale. Returns undefined without prices. */
export function sketch(
  prices: readonly number[],
  buyBarrier: number | undefined,
  sellBarrier: number | undefined,
): Sketch | undefined {
  const newest = prices.at(-1);
  if (newest === undefined) return undefined;
  const low = Math.min(...prices, sellBarrier ?? newest);
  const high = Math.max(...prices, buyBarrier ?? newest);
  const scale = (HEIGHT - 2 * MARGIN) / Math.max(high - low, 0.01);
  const y = (price: number) => round(HEIGHT - MARGIN - (price - low) * scale);
  const step = NOW_X / Math.max(prices.length - 1, 1);
  const points = prices.map((price, index) => `${round(index * step)} ${y(price)}`);
  return {
    line: `M${points.join("L")}`,
    now: { x: NOW_X, y: y(newest) },
    buyY: buyBarrier === undefined ? undefined : y(buyBarrier),
    sellY: sellBarrier === undefined ? undefined : y(sellBarrier),
  };
}

const round = (value: number) => Math.round(value * 10) / 10;
