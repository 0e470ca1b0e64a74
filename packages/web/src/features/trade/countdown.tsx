import { useRef } from "react";
import { countdown } from "../../lib/format.ts";
import { useFollow, writeText } from "../../lib/live/follow.ts";
import { useLive } from "../../lib/live/live.ts";
import { useText } from "../../locales/text.ts";
import { Num } from "../../ui/num.tsx";
import styles from "./countdown.module.css";

/**
 * The time left until a tick, by the newest pushed tick, in digits and as a ring that empties; afterwards it says that
 * the settlement is awaited.
 */
export function Countdown({ fromTick, expiryTick }: { fromTick: number; expiryTick: number }) {
  const { price } = useLive();
  const text = useText().trade.positions;
  const box = useRef<HTMLSpanElement>(null);
  const cell = useRef<HTMLSpanElement>(null);
  const rest = useRef<SVGCircleElement>(null);
  useFollow(price, ({ tick }) => {
    if (!box.current || tick === undefined) return;
    const isExpired = tick >= expiryTick;
    writeText(cell.current, isExpired ? text.expired : countdown(expiryTick - tick));
    box.current.toggleAttribute("data-expired", isExpired);
    // The ring's length is 1.
    const gone = Math.min(1, Math.max(0, (tick - fromTick) / (expiryTick - fromTick)));
    if (rest.current) rest.current.style.strokeDashoffset = String(-gone);
  });
  return (
    <span ref={box} className={styles["countdown"]}>
      <svg viewBox="0 0 20 20" className={styles["ring"]} aria-hidden="true">
        <circle cx="10" cy="10" r="8" className={styles["whole"]} />
        <circle ref={rest} cx="10" cy="10" r="8" pathLength="1" className={styles["rest"]} />
      </svg>
      <span className={styles["unseen"]}>{text.timeLeft} </span>
      <Num ref={cell} className={styles["time"]} role="timer" />
    </span>
  );
}
