import { useRef } from "react";
import { useFormat } from "../../lib/format.ts";
import { useFollow, writeText } from "../../lib/live/follow.ts";
import { useLive } from "../../lib/live/live.ts";
import { LiveText } from "../../lib/live/live-text.tsx";
import { useStore } from "../../lib/live/store.ts";
import { useText } from "../../locales/text.ts";
import { ArrowDownIcon, ArrowUpIcon } from "../../ui/icons.tsx";
import { Num } from "../../ui/num.tsx";
import { priceChange } from "./price-change.ts";
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
