import type { Position } from "@veritick/contract/schemas/positions.ts";
import { formatMinor, parseMinor } from "@veritick/domain/money.ts";
import { parsePriceMilli } from "@veritick/domain/price.ts";
import { parseMultiplier } from "@veritick/domain/product.ts";
import type { Side } from "@veritick/domain/product.ts";
import { wins } from "@veritick/domain/settlement.ts";
import { maxProfitMinor } from "@veritick/domain/terms.ts";
import { memo, Suspense, useEffect, useId, useMemo, useRef, useState } from "react";
import type { KeyboardEvent, ReactNode, RefObject } from "react";
import { Link } from "wouter";
import { useDesk } from "../../api/desk/desk.ts";
import { LiveText, useFollow, writeText } from "../../api/live/follow.tsx";
import { useLive } from "../../api/live/live.ts";
import type { LivePrice, Store } from "../../api/live/live.ts";
import { rowAfter } from "../../lib/focus.ts";
import { timeLeft, useFormat } from "../../lib/format.ts";
import { lazyPart } from "../../lib/lazy-part.ts";
import { withTextOf, useDeskText } from "../../locales/text.ts";
import { ArrowDownIcon, ArrowUpIcon } from "../../ui/icons.tsx";
import { ChevronDownIcon } from "../../ui/more-icons.tsx";
import { Term } from "../../ui/overlay/term.tsx";
import { Caption, classNames, Num, VisuallyHidden } from "../../ui/primitives.tsx";
import styles from "./open-position-row.module.css";
import positions from "./positions.module.css";
import { chanceInHundred } from "./ticket/ticket.ts";

const sale = () => withTextOf("later", import("./desk/sale.tsx"));
const SellButton = lazyPart(async () => (await sale()).SellButton);
const ValueNow = lazyPart(async () => (await sale()).ValueNow);
const SaleFee = lazyPart(async () => (await sale()).SaleFee);

/** Keeps the place of a figure that is not known yet. */
const UNKNOWN = "\u2013";

type OpenPositionRowProps = {
  position: Position;
  isOpen: boolean;
  /** `undefined` closes the open position. */
  onOpen: (id: string | undefined) => void;
};

/**
 * Shows an open position with everything that a person needs at a glance, and the rest below if it is opened. A tick changes
 * its time, its marker and its distance, and commits nothing.
 */
export const OpenPositionRow = memo(function OpenPositionRow({
  position,
  isOpen,
  onOpen,
}: OpenPositionRowProps) {
  const text = useDeskText().trade;
  const format = useFormat();
  const detailsId = useId();
  const { id, type, duration, multiplier, amount } = position;
  const stake = stakeOf(position);
  const maxProfit = maxProfitMinor(parseMinor(amount), parseMultiplier(multiplier));
  const row = useRef<HTMLLIElement>(null);
  const price = useRowPrice(row);
  const { time, rest, carrier, state } = useLiveRow(row, price, position, stake);
  const kind = `${text.minutesShort(duration)} ${format.multiplier(multiplier)}`;
  // A row that the person opens scrolls into view. A row that is open from the start does not.
  useEffect(() => {
    const opened = isOpen ? row.current : null;
    if (opened?.contains(document.activeElement)) opened.scrollIntoView({ block: "nearest" });
  }, [isOpen, row]);

  return (
    <li ref={row} className={styles["row"]} data-opened={isOpen || undefined}>
      <div className={styles["line"]}>
        <span className={styles["side"]} data-side={type}>
          {type === "buy" ? <ArrowUpIcon size={12} /> : <ArrowDownIcon size={12} />}
          {text.badge[type]}
        </span>
        <Num className={styles["kind"]}>{kind}</Num>
        <span className={styles["time"]}>
          <svg viewBox="0 0 20 20" className={styles["ring"]} aria-hidden="true">
            <circle cx="10" cy="10" r="8" className={styles["whole"]} />
            <circle ref={rest} cx="10" cy="10" r="8" pathLength="1" className={styles["rest"]} />
          </svg>
          <VisuallyHidden>{text.positions.timeLeft} </VisuallyHidden>
          <Num ref={time} className={styles["digits"]} role="timer" />
        </span>
        <Num className={styles["entry"]}>
          <VisuallyHidden>{text.positions.entry} </VisuallyHidden>
          {format.price(stake.entryMilli / 1000)}
        </Num>
        <Num className={styles["amount"]}>
          <VisuallyHidden>{text.positions.amount} </VisuallyHidden>
          {format.money(amount)} <span className={positions["unit"]}>{text.unit}</span>
        </Num>
        <Num className={styles["gain"]}>
          <VisuallyHidden>{text.positions.maxProfit} </VisuallyHidden>
          {format.signedMoney(formatMinor(maxProfit))}
        </Num>
        <div className={styles["last"]}>
          <Num ref={state} className={styles["state"]} />
          <div className={styles["rail"]} aria-hidden="true">
            <div className={styles["goal"]} style={{ left: BARRIER }} />
            <div className={styles["start"]} style={{ left: ENTRY }} />
            <div className={styles["gate"]} style={{ left: BARRIER }} />
            <div ref={carrier} className={styles["carrier"]}>
              <div className={styles["marker"]} />
            </div>
          </div>
          <div className={styles["sale"]}>
            <Suspense fallback={null}>
              <SellButton position={position} price={price} name={`${text.badge[type]} ${kind}`} />
            </Suspense>
          </div>
        </div>
        <button
          type="button"
          className={styles["open"]}
          aria-label={text.positions.details(`${text.badge[type]} ${kind}`)}
          aria-expanded={isOpen}
          aria-controls={isOpen ? detailsId : undefined}
          onClick={() => onOpen(isOpen ? undefined : id)}
          onKeyDown={goToRow}
          onFocus={({ currentTarget }) => {
            // A press has its own handler, which would close what the focus opened here.
            if (currentTarget.matches(":focus-visible")) onOpen(id);
          }}
        >
          <ChevronDownIcon size={16} />
        </button>
      </div>
      {isOpen && <Details id={detailsId} position={position} stake={stake} />}
    </li>
  );
});

export function RowHeads() {
  const { positions: text } = useDeskText().trade;
  return (
    <div className={classNames(styles["line"], styles["heads"])}>
      <Caption as="span" className={styles["entry"]}>
        <Term term="entry">{text.entry}</Term>
      </Caption>
      <Caption as="span" className={styles["amount"]}>
        {text.amount}
      </Caption>
      <Caption as="span" className={styles["gain"]}>
        <Term term="maxProfit">{text.maxProfit}</Term>
      </Caption>
    </div>
  );
}

function goToRow(event: KeyboardEvent<HTMLElement>) {
  const button = event.currentTarget;
  const buttons = [...button.closest("ul")!.querySelectorAll<HTMLElement>("[aria-expanded]")];
  const row = rowAfter(event.key, buttons.indexOf(button), buttons.length);
  if (row === undefined) return;
  event.preventDefault();
  buttons[row]!.focus();
}

/** How often, in seconds, a row out of sight is updated. */
const OUT_OF_SIGHT_SECONDS = 5;

/** Returns the price as a row follows it. In a long list, a tick then costs only the rows in sight. */
function useRowPrice(row: RefObject<HTMLElement | null>): Store<LivePrice> {
  const { price } = useLive();
  const isInSight = useRef(true);
  const [listeners] = useState(() => new Set<() => void>());
  useEffect(() => {
    const sight = new IntersectionObserver(
      (entries) => {
        isInSight.current = entries.at(-1)!.isIntersecting;
        if (isInSight.current) for (const listener of listeners) listener();
      },
      // Rows below the edge of the page are out of sight, and so are rows scrolled out of their list.
      { rootMargin: "100px", scrollMargin: "100px" },
    );
    sight.observe(row.current!);
    return () => sight.disconnect();
  }, [row, listeners]);
  return useMemo(
    () => ({
      get: price.get,
      subscribe(listener) {
        listeners.add(listener);
        let isTold = price.get().nowTick !== undefined;
        const stop = price.subscribe(() => {
          const { nowTick = 0 } = price.get();
          if (isTold && !isInSight.current && nowTick % OUT_OF_SIGHT_SECONDS !== 0) return;
          isTold ||= nowTick > 0;
          listener();
        });
        return () => {
          listeners.delete(listener);
          stop();
        };
      },
    }),
    [price, listeners],
  );
}

const NONE_LEFT = "0:00";

/** Each step is a quarter of a pixel. */
const RING_STEPS = 200;

/** Writes the parts of a row that change with a tick. It only writes and reads no layout. */
function useLiveRow(
  row: RefObject<HTMLElement | null>,
  price: Store<LivePrice>,
  { entryTick, expiryTick }: Position,
  stake: Stake,
) {
  const text = useDeskText().trade.positions;
  const format = useFormat();
  const time = useRef<HTMLSpanElement>(null);
  const rest = useRef<SVGCircleElement>(null);
  const carrier = useRef<HTMLDivElement>(null);
  const state = useRef<HTMLSpanElement>(null);
  const shown = useRef<{ isWinning?: boolean; isExpired?: boolean; rest?: number }>({});
  useFollow(price, ({ milli, nowTick, beacon }) => {
    if (!row.current || !rest.current || !carrier.current) return;
    const isWinning = wouldWin(stake, milli);
    if (isWinning !== shown.current.isWinning) row.current.toggleAttribute("data-winning", isWinning);
    shown.current.isWinning = isWinning;
    // Only the moving element gets the transform. A property inherited by others would restyle them all.
    carrier.current.style.transform = `translateX(${100 * trackPosition(stake, milli)}%)`;
    const isExpired = nowTick !== undefined && nowTick >= expiryTick;
    const figure = format.price(distanceMilli(stake, milli) / 1000);
    const standing = isWinning ? text.beyond(figure) : text.toGo(figure);
    const over = beacon === "live" ? text.expired : text.awaited;
    writeText(state.current, isExpired ? over : standing);
    if (nowTick === undefined) return;
    if (isExpired !== shown.current.isExpired) row.current.toggleAttribute("data-expired", isExpired);
    shown.current.isExpired = isExpired;
    writeText(time.current, timeLeft(nowTick, expiryTick, NONE_LEFT));
    // The ring's length is 1. It moves in steps too small to see, so that it is redrawn less often.
    const gone = Math.min(1, Math.max(0, (nowTick - entryTick) / (expiryTick - entryTick)));
    const step = Math.round(gone * RING_STEPS);
    if (step !== shown.current.rest) rest.current.style.strokeDashoffset = String(-step / RING_STEPS);
    shown.current.rest = step;
  });
  return { time, rest, carrier, state };
}

type DetailsProps = { id: string; position: Position; stake: Stake };

function Details({ id, position, stake }: DetailsProps) {
  const text = useDeskText().trade;
  const format = useFormat();
  const desk = useDesk();
  const { type, winChance } = position;
  return (
    <div id={id} className={styles["details"]}>
      <dl className={styles["figures"]}>
        <Figure label={<Term term="barrier">{text.positions.barrier}</Term>}>
          {type === "buy" ? "\u2265" : "\u2264"} {format.price(stake.barrierMilli / 1000)}
        </Figure>
        <Figure label={<Term term="chance">{text.positions.chance}</Term>}>
          {text.ticket.inHundred(format.number(chanceInHundred(winChance)))}
        </Figure>
        <Figure label={<Term term="value">{text.positions.value}</Term>}>
          <Suspense fallback={UNKNOWN}>
            <ValueNow position={position} />
          </Suspense>
        </Figure>
        <Figure label={text.positions.saleFee}>
          <Suspense fallback={UNKNOWN}>
            <SaleFee position={position} />
          </Suspense>
        </Figure>
      </dl>
      <div className={styles["foot"]}>
        <Link href={desk.pathOf(position)} className={styles["receipt"]}>
          {text.positions.receipt}
        </Link>
        <LiveText text={({ milli }) => text.positions[wouldWin(stake, milli) ? "winning" : "notYet"]} />
      </div>
    </div>
  );
}

function Figure({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className={styles["figure"]}>
      <Caption as="dt">{label}</Caption>
      <dd>
        <Num>{children}</Num>
      </dd>
    </div>
  );
}

/** The data that places the price relative to a position. Prices are in thousandths. */
type Stake = { readonly side: Side; readonly entryMilli: number; readonly barrierMilli: number };

export const stakeOf = ({ type, entryPrice, barrierPrice }: Position): Stake => ({
  side: type,
  entryMilli: parsePriceMilli(entryPrice),
  barrierMilli: parsePriceMilli(barrierPrice),
});

/** Tells whether the position would win if it expired now. */
export function wouldWin({ side, barrierMilli }: Stake, priceMilli: number): boolean {
  return wins(side, barrierMilli, priceMilli);
}

/** Returns the distance of the price from the barrier, in thousandths, before or beyond it. */
export function distanceMilli({ barrierMilli }: Stake, priceMilli: number): number {
  return Math.abs(barrierMilli - priceMilli);
}

/** The track begins half the way from entry to barrier behind the entry, and ends a quarter of it beyond the barrier. */
const BEHIND = 0.5;
const BEYOND = 0.25;
const LENGTH = BEHIND + 1 + BEYOND;

export const TRACK_ENTRY = BEHIND / LENGTH;
export const TRACK_BARRIER = (BEHIND + 1) / LENGTH;

const ENTRY = `${100 * TRACK_ENTRY}%`;
const BARRIER = `${100 * TRACK_BARRIER}%`;

/**
 * Returns the place of the price on a position's track, from 0 to 1. Winning is always to the right, for both sides. A
 * winning price is never drawn short of the barrier, and a losing one never beyond it.
 */
export function trackPosition(stake: Stake, priceMilli: number): number {
  const way = stake.barrierMilli - stake.entryMilli;
  const done = way === 0 ? (wouldWin(stake, priceMilli) ? 1 : 0) : (priceMilli - stake.entryMilli) / way;
  return Math.min(1, Math.max(0, (done + BEHIND) / LENGTH));
}
