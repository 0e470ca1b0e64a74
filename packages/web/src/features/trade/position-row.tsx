import type { Position } from "@veritick/contract/schemas/positions.ts";
import { formatMinor, parseMinor } from "@veritick/domain/money.ts";
import { parsePriceMilli } from "@veritick/domain/price.ts";
import type { Side } from "@veritick/domain/product.ts";
import { wins } from "@veritick/domain/settlement.ts";
import { maxProfitMinor } from "@veritick/domain/terms.ts";
import { memo, useRef } from "react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { LiveText, useFollow, writeText } from "../../api/live/follow.tsx";
import { useDesk } from "../../api/desk/desk.ts";
import { useLive } from "../../api/live/live.ts";
import { timeLeft, useFormat } from "../../lib/format.ts";
import { useText } from "../../locales/text.ts";
import { Badge, Num, VisuallyHidden } from "../../ui/primitives.tsx";
import { Term } from "../../ui/overlay/term.tsx";
import styles from "./position-row.module.css";

type PositionRowProps = {
  position: Position;
  /** Its words explain themselves. In every row they would be too many stops on the way through the page. */
  explains: boolean;
  isLeaving: boolean;
};

/** One open position. A tick changes its countdown, its marker and its outlook, and commits nothing. */
export const PositionRow = memo(function PositionRow({ position, explains, isLeaving }: PositionRowProps) {
  const text = useText().trade;
  const format = useFormat();
  const desk = useDesk();
  const { type, duration, multiplier, amount, expiryTick } = position;
  const entryMilli = parsePriceMilli(position.entryPrice);
  const barrierMilli = parsePriceMilli(position.barrierPrice);
  const maxProfit = maxProfitMinor(parseMinor(amount), Math.round(Number(multiplier) * 100));
  const name = (term: "entry" | "barrier" | "maxProfit") =>
    explains ? <Term term={term}>{text.positions[term]}</Term> : text.positions[term];
  const barrierSign = type === "buy" ? "\u2265" : "\u2264";

  return (
    <li className={styles["row"]} data-leaving={isLeaving || undefined} inert={isLeaving}>
      <div className={styles["head"]}>
        <Badge tone={type}>{text.badge[type]}</Badge>
        <Num tone="caption">
          {text.minutesShort(duration)} {format.multiplier(multiplier)}
        </Num>
        <Link href={desk.pathOf(position)} className={styles["receipt"]}>
          {text.positions.receipt}
        </Link>
        <Countdown fromTick={position.entryTick} expiryTick={expiryTick} />
      </div>
      <PositionTrack side={type} entryMilli={entryMilli} barrierMilli={barrierMilli} />
      <dl className={styles["figures"]}>
        <Figure label={name("entry")}>{format.price(entryMilli / 1000)}</Figure>
        <Figure label={name("barrier")}>
          {barrierSign} {format.price(barrierMilli / 1000)}
        </Figure>
        <Figure label={text.positions.amount}>
          {format.money(amount)} <span className={styles["unit"]}>{text.unit}</span>
        </Figure>
        <Figure label={name("maxProfit")} isGain>
          {format.signedMoney(formatMinor(maxProfit))}
        </Figure>
      </dl>
    </li>
  );
});

function Figure({
  label,
  isGain = false,
  children,
}: {
  label: ReactNode;
  isGain?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={styles["figure"]}>
      <dt>{label}</dt>
      <dd data-gain={isGain || undefined}>
        <Num>{children}</Num>
      </dd>
    </div>
  );
}

/**
 * Where the price stands between entry and barrier, whether it would win now and how far from the barrier it is.
 * Winning is to the right, whatever the side.
 */
function PositionTrack(stake: Stake) {
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

/** What of a position matters for where the price stands. Prices are in thousandths. */
type Stake = { readonly side: Side; readonly entryMilli: number; readonly barrierMilli: number };

/** Whether the position would win if it expired now. */
export function wouldWin({ side, barrierMilli }: Stake, priceMilli: number): boolean {
  return wins(side, barrierMilli, priceMilli);
}

/** How far the price is from the barrier, in thousandths: what it lacks, or by how much it is beyond. */
export function distanceMilli({ barrierMilli }: Stake, priceMilli: number): number {
  return Math.abs(barrierMilli - priceMilli);
}

/** The track runs from as far behind the entry as half the way to the barrier, to a quarter of it beyond. */
const BEHIND = 0.5;
const BEYOND = 0.25;
const LENGTH = BEHIND + 1 + BEYOND;

export const TRACK_ENTRY = BEHIND / LENGTH;
export const TRACK_BARRIER = (BEHIND + 1) / LENGTH;

const ENTRY = `${100 * TRACK_ENTRY}%`;
const BARRIER = `${100 * TRACK_BARRIER}%`;

/**
 * Where the price stands on a position's track, from 0 to 1. Winning is always to the right, whatever the side. A
 * price that would win is never drawn short of the barrier, nor one that would not beyond it.
 */
export function trackPosition(stake: Stake, priceMilli: number): number {
  const way = stake.barrierMilli - stake.entryMilli;
  const done = way === 0 ? (wouldWin(stake, priceMilli) ? 1 : 0) : (priceMilli - stake.entryMilli) / way;
  return Math.min(1, Math.max(0, (done + BEHIND) / LENGTH));
}

/**
 * The time left until a tick, by the second that is shown, in digits and as a ring that empties; afterwards it says whether
 * the settlement or the beacon is awaited.
 */
function Countdown({ fromTick, expiryTick }: { fromTick: number; expiryTick: number }) {
  const { price } = useLive();
  const text = useText().trade.positions;
  const box = useRef<HTMLSpanElement>(null);
  const cell = useRef<HTMLSpanElement>(null);
  const rest = useRef<SVGCircleElement>(null);
  useFollow(price, ({ nowTick, beacon }) => {
    if (!box.current || nowTick === undefined) return;
    writeText(cell.current, timeLeft(nowTick, expiryTick, beacon === "live" ? text.expired : text.awaited));
    box.current.toggleAttribute("data-expired", nowTick >= expiryTick);
    // The ring's length is 1.
    const gone = Math.min(1, Math.max(0, (nowTick - fromTick) / (expiryTick - fromTick)));
    if (rest.current) rest.current.style.strokeDashoffset = String(-gone);
  });
  return (
    <span ref={box} className={styles["countdown"]}>
      <svg viewBox="0 0 20 20" className={styles["ring"]} aria-hidden="true">
        <circle cx="10" cy="10" r="8" className={styles["whole"]} />
        <circle ref={rest} cx="10" cy="10" r="8" pathLength="1" className={styles["rest"]} />
      </svg>
      <VisuallyHidden>{text.timeLeft} </VisuallyHidden>
      <Num ref={cell} className={styles["time"]} role="timer" />
    </span>
  );
}
