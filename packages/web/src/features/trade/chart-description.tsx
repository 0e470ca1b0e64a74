import { useRef } from "react";
import { useFormat } from "../../lib/format.ts";
import { useFollowTime } from "../../lib/live/follow-time.ts";
import { writeText } from "../../lib/live/follow.ts";
import { useLive } from "../../lib/live/live.ts";
import { useText } from "../../locales/text.ts";
import { summarisePrices } from "./price-summary.ts";
import { activeOf, usePositions } from "./use-positions.ts";
import styles from "./price-panel.module.css";

/** The chart in words, for those who do not see it: read on demand, renewed twice a minute, never announced. */
export function ChartDescription({ windowMinutes }: { windowMinutes: number }) {
  const { history } = useLive();
  const text = useText().trade.price;
  const format = useFormat();
  const { positions = [] } = usePositions();
  const caption = useRef<HTMLElement>(null);
  const price = (milli: number) => format.price(milli / 1000);

  useFollowTime(30, () => {
    const summary = summarisePrices(history, windowMinutes * 60);
    const words =
      summary === undefined
        ? text.noHistory
        : text.summary(
            windowMinutes,
            price(summary.fromMilli),
            price(summary.toMilli),
            price(summary.lowMilli),
            price(summary.highMilli),
          );
    writeText(caption.current, `${words} ${text.summaryPositions(activeOf(positions).length)}`);
  });
  return <figcaption ref={caption} className={styles["unseen"]} />;
}
