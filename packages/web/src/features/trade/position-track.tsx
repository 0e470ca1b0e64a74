import { useRef } from "react";
import { useFormat } from "../../lib/format.ts";
import { useFollow } from "../../lib/live/follow.ts";
import { LiveText } from "../../lib/live/live-text.tsx";
import { useLive } from "../../lib/live/live.ts";
import { useText } from "../../locales/text.ts";
import { distanceMilli, TRACK_BARRIER, TRACK_ENTRY, trackPosition, wouldWin } from "./outlook.ts";
import type { Stake } from "./outlook.ts";
import styles from "./position-track.module.css";

const ENTRY = `${100 * TRACK_ENTRY}%`;
const BARRIER = `${100 * TRACK_BARRIER}%`;

/**
 * Where the price stands between entry and barrier, whether it would win now and how far from the barrier it is.
 * Winning is to the right, whatever the side.
 */
export function PositionTrack(stake: Stake) {
  const { price } = useLive();
  const text = useText().trade.positions;
  const format = useFormat();
  const track = useRef<HTMLDivElement>(null);
  const carrier = useRef<HTMLDivElement>(null);

  // The transform is set on the one element that moves: a property that others inherit would restyle them all.
  useFollow(price, ({ milli }) => {
    if (!track.current || !carrier.current) return;
    track.current.toggleAttribute("data-winning", wouldWin(stake, milli));
    carrier.current.style.transform = `translateX(${100 * trackPosition(stake, milli)}%)`;
  });

  const distance = (milli: number) => {
    const figure = format.price(distanceMilli(stake, milli) / 1000);
    return wouldWin(stake, milli) ? text.beyond(figure) : text.toGo(figure);
  };

  return (
    <div ref={track} className={styles["track"]}>
      <div className={styles["rail"]} aria-hidden="true">
        <div className={styles["goal"]} style={{ left: BARRIER }} />
        <div className={styles["entry"]} style={{ left: ENTRY }} />
        <div className={styles["gate"]} style={{ left: BARRIER }} />
        <div ref={carrier} className={styles["carrier"]}>
          <div className={styles["marker"]} />
        </div>
      </div>
      <p className={styles["outlook"]}>
        <LiveText text={({ milli }) => (wouldWin(stake, milli) ? text.winning : text.notYet)} />{" "}
        <LiveText text={({ milli }) => distance(milli)} />
      </p>
    </div>
  );
}
