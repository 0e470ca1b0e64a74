import type { Position } from "@veritick/contract/schemas/positions.ts";
import { useRef } from "react";
import { useFormat } from "../../lib/format.ts";
import { writeText } from "../../lib/live/follow.ts";
import { Num } from "../../ui/num.tsx";
import { down } from "../../ui/plot.ts";
import type { Frame } from "../../ui/plot.ts";
import { topOf } from "../../ui/plot-frame.tsx";
import type { PositionPrices } from "./position-prices.ts";
import styles from "./position-chart.module.css";
import { useDrawn } from "./use-drawn.ts";

/** Of the height of the drawing: a label nearer than this would be half hidden. */
const HEIGHT = 0.075;

type PriceTagProps = { position: Position; prices: PositionPrices; frame: Frame; lastTick: () => number };

/** The last price of the line, beside it: the price now while the position is open, then the result. */
export function PriceTag({ position, prices, frame, lastTick }: PriceTagProps) {
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
