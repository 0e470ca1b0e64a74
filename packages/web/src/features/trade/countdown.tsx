import { useRef } from "react";
import { countdown } from "../../lib/format.ts";
import { useFollow } from "../../lib/live/follow.ts";
import { useLive } from "../../lib/live/live.ts";
import { useText } from "../../locales/text.ts";
import { Num } from "../../ui/num.tsx";
import styles from "./position-row.module.css";

/** The time left until a tick, by the newest pushed tick; afterwards it says that the settlement is awaited. */
export function Countdown({ expiryTick }: { expiryTick: number }) {
  const { price } = useLive();
  const text = useText().trade.positions;
  const cell = useRef<HTMLSpanElement>(null);
  useFollow(price, ({ tick }) => {
    if (!cell.current || tick === undefined) return;
    const isExpired = tick >= expiryTick;
    cell.current.textContent = isExpired ? text.expired : countdown(expiryTick - tick);
    cell.current.toggleAttribute("data-expired", isExpired);
  });
  return (
    <span className={styles["time"]}>
      <span className={styles["unseen"]}>{text.timeLeft} </span>
      <Num ref={cell} className={styles["countdown"]} role="timer" />
    </span>
  );
}
