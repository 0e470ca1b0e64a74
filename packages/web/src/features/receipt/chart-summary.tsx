import type { Position } from "@veritick/contract/schemas/positions.ts";
import { useFormat } from "../../lib/format.ts";
import { useNowTick } from "../../lib/live/now-tick.ts";
import { useLaterText } from "../../locales/text.ts";
import { pricesIn } from "./position-prices.ts";
import type { PositionPrices } from "./position-prices.ts";
import styles from "./position-chart.module.css";

/** The chart in words, for those who do not see it: renewed twice a minute while it grows, never announced. */
export function ChartSummary({ position, prices }: { position: Position; prices: PositionPrices }) {
  const { summary, summaryOpen } = useLaterText().receipt.chart;
  const format = useFormat();
  const { status, entryTick, expiryTick } = position;
  useNowTick(30);
  const known = pricesIn(prices.priceAt, { from: entryTick, to: expiryTick });
  const [first] = known;
  const last = known.at(-1);
  if (first === undefined || last === undefined) return null;
  const price = (milli: number) => format.price(milli / 1000);
  const words = status === "active" ? summaryOpen : summary;
  return (
    <figcaption className={styles["unseen"]}>
      {words(
        format.clock(entryTick),
        format.clock(expiryTick),
        price(first),
        price(last),
        price(Math.min(...known)),
        price(Math.max(...known)),
      )}
    </figcaption>
  );
}
