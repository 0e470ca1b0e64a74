import type { Position } from "@veritick/contract/schemas/positions.ts";
import { parsePriceMilli } from "@veritick/domain/price.ts";
import { useRef } from "react";
import { countdown, useFormat } from "../../lib/format.ts";
import { useFollow } from "../../lib/live/follow.ts";
import { LiveText } from "../../lib/live/live-text.tsx";
import { useLive } from "../../lib/live/live.ts";
import { useLaterText, useText } from "../../locales/text.ts";
import styles from "./head-card.module.css";
import { standingOf } from "./outcome.ts";

/** The time left, and whether the price of now would win. */
export function LiveStanding({ position }: { position: Position }) {
  const { price } = useLive();
  const { positions } = useText().trade;
  const { head } = useLaterText().receipt;
  const format = useFormat();
  const standing = useRef<HTMLDivElement>(null);
  const { type, expiryTick } = position;
  const barrierMilli = parsePriceMilli(position.barrierPrice);
  const wins = (milli: number) => standingOf(type, barrierMilli, milli).wins;
  useFollow(price, ({ milli, tick }) => {
    standing.current?.toggleAttribute("data-winning", tick !== undefined && wins(milli));
  });
  return (
    <div ref={standing} className={styles["standing"]}>
      <span className={styles["name"]}>{positions.timeLeft}</span>
      <LiveText
        className={styles["countdown"]}
        role="timer"
        text={({ tick }) =>
          tick === undefined
            ? "\u2013:\u2013\u2013"
            : tick >= expiryTick
              ? positions.expired
              : countdown(expiryTick - tick)
        }
      />
      <LiveText
        className={styles["outlook"]}
        text={({ milli, tick }) => {
          if (tick === undefined) return "\u00a0";
          const shown = format.price(milli / 1000);
          return wins(milli) ? head.wouldWin(shown) : head.notYet(shown);
        }}
      />
    </div>
  );
}
