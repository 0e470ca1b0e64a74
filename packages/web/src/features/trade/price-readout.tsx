import { useRef } from "react";
import { useFollow, writeText } from "../../api/live/follow.ts";
import { LiveText } from "../../api/live/live-text.tsx";
import { useLive } from "../../api/live/live.ts";
import { useStore } from "../../api/live/store.ts";
import { useFormat } from "../../lib/format.ts";
import { useText } from "../../locales/text.ts";
import { ArrowDownIcon, ArrowUpIcon } from "../../ui/icons.tsx";
import { Num } from "../../ui/num.tsx";
import styles from "./price-readout.module.css";

const UNKNOWN = "\u2013";

/** The price now and its change since the second before. */
export function PriceReadout() {
  const { liveness } = useLive();
  const text = useText();
  const format = useFormat();
  const isLive = useStore(liveness, (value) => value === "live");
  return (
    <div className={styles["readout"]} data-live={isLive || undefined}>
      <span className={styles["unseen"]}>{text.trade.price.now} </span>
      <LiveText
        className={styles["price"]}
        text={({ milli }) => format.price(milli / 1000)}
        data-testid="price"
      />
      <Change />
    </div>
  );
}

function Change() {
  const { price } = useLive();
  const text = useText();
  const format = useFormat();
  const line = useRef<HTMLParagraphElement>(null);
  const absolute = useRef<HTMLSpanElement>(null);
  const percent = useRef<HTMLSpanElement>(null);

  useFollow(price, ({ milli, previousMilli }) => {
    if (!line.current) return;
    const change = previousMilli === undefined ? undefined : priceChange(previousMilli, milli);
    line.current.dataset["direction"] = change === undefined ? "none" : change.isDown ? "down" : "up";
    writeText(absolute.current, change === undefined ? UNKNOWN : format.signedPrice(change.milli / 1000));
    writeText(percent.current, change === undefined ? "" : format.percent(change.ratio));
  });

  return (
    <p ref={line} className={styles["change"]} data-testid="price-change">
      <span className={styles["unseen"]}>{text.trade.price.change} </span>
      <ArrowUpIcon size={14} className={styles["up"]} />
      <ArrowDownIcon size={14} className={styles["down"]} />
      <Num ref={absolute} className={styles["absolute"]} />
      <Num ref={percent} />
    </p>
  );
}

/** A move between two prices in thousandths, also as a share of the earlier one. */
type PriceChange = { readonly milli: number; readonly ratio: number; readonly isDown: boolean };

export function priceChange(previousMilli: number, milli: number): PriceChange {
  const change = milli - previousMilli;
  return { milli: change, ratio: change / previousMilli, isDown: change < 0 };
}
