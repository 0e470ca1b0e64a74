import type { Position, SoldPosition } from "@veritick/contract/schemas/positions.ts";
import { formatMinor, sumMinor, ZERO } from "@veritick/domain/money.ts";
import type { SaleAt } from "@veritick/domain/sale.ts";
import { useEffect, useReducer, useRef, useState } from "react";
import type { KeyboardEvent, MouseEvent } from "react";
import { ApiError, errorText } from "../../../api/client.ts";
import { useDesk } from "../../../api/desk/desk.ts";
import type { SaleOrder, Sending } from "../../../api/desk/desk.ts";
import { LiveText, useFollow, writeText } from "../../../api/live/follow.tsx";
import { createStore, useLive, useStore } from "../../../api/live/live.ts";
import type { LivePrice, Store } from "../../../api/live/live.ts";
import { useMarketTerms } from "../../../api/market/use-market-terms.ts";
import { noteAnswer } from "../../../api/received-answers.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useIsOnline } from "../../../lib/browser.ts";
import { ignoreHeldEnter } from "../../../lib/focus.ts";
import { useFormat } from "../../../lib/format.ts";
import { useSellsAtOnce } from "../../../lib/preferences.ts";
import { useDeskText, useText, useTextOf } from "../../../locales/text.ts";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { VisuallyHidden } from "../../../ui/primitives.tsx";
import { TOGETHER_MS } from "../outcomes.ts";
import { endAt, TimedIntent } from "../timed-intent.ts";
import { isLate as isLateAnswer, tellLate } from "../ticket/late-answer.ts";
import { hasTables, isLate, mostOf, offerOf, saleNow } from "./sale-now.ts";
import { IDLE, isOffered, isUnanswered, phaseAfter } from "./sale-phase.ts";
import styles from "./sale.module.css";

/** Returns the blank room between a figure and the longest one. With it, nothing moves when a digit appears or goes. */
export const roomBeside = (longest: string, figure: string) =>
  longest.length <= figure.length ? "" : blankOf(longest.slice(0, longest.length - figure.length));
const blankOf = (digits: string) => digits.replace(/\d/g, "\u2007").replace(/[.,]/g, "\u2008");

/** Keeps the place of a figure that is not known yet. */
const UNKNOWN = "\u2013";

/** The words about a sale for people who do not see the button change. */
const said = createStore("");

export function SaleStatus() {
  return <VisuallyHidden role="status">{useStore(said, (words) => words)}</VisuallyHidden>;
}

/** Shows the total proceeds of selling all positions now. */
export function SoldNow({ positions }: { positions: readonly Position[] }) {
  const { sale: text } = useTextOf("later");
  const { market } = useMarketTerms();
  const isReady = useStore(hasTables, (value) => value);
  const money = useMoney();
  const longest = money(formatMinor(sumMinor(positions.map(mostOf))));
  return (
    <LiveText
      text={(price) => {
        if (market === undefined || !isReady || price.tick === undefined)
          return text.soldNow(UNKNOWN) + roomBeside(longest, UNKNOWN);
        const sums = positions.map((each) => saleNow(each, price, market)?.proceedsMinor ?? ZERO);
        const sum = money(formatMinor(sumMinor(sums)));
        return text.soldNow(sum) + roomBeside(longest, sum);
      }}
    />
  );
}

/** Shows the value of a position. A sale pays the value less its fee. */
export function ValueNow({ position }: { position: Position }) {
  const { market } = useMarketTerms();
  const isReady = useStore(hasTables, (value) => value);
  const money = useMoney();
  return (
    <LiveText
      text={(price) => {
        if (market === undefined || !isReady || price.tick === undefined) return UNKNOWN;
        const sale = saleNow(position, price, market);
        return sale === undefined ? UNKNOWN : money(formatMinor(sale.valueMinor));
      }}
    />
  );
}

export function SaleFee({ position }: { position: Position }) {
  const { market } = useMarketTerms();
  const format = useFormat();
  return market === undefined
    ? UNKNOWN
    : format.chance(offerOf(position, market).sellFeeMillionths / 1_000_000);
}

function useMoney() {
  const { practice } = useTextOf("later");
  const format = useFormat();
  const { kind } = useDesk();
  return (decimal: string) =>
    kind === "practice" ? `${format.money(decimal)} ${practice.shortUnit}` : format.money(decimal);
}

/** Cuts a decimal amount to whole cents, in the form that the sale takes. */
const centsText = (minorText: string) => minorText.slice(0, minorText.indexOf(".") + 3);

const OFFER_MS = 8_000;
/** The time in the clock of events, in milliseconds. */
const pageMs = () => performance.now();

type SellButtonProps = { position: Position; price: Store<LivePrice>; name: string };

/**
 * Sells a position: the first press fixes the offered amount, the second accepts it. Before that, the amount follows the
 * price without a commit. If the position cannot be sold, the button says why and keeps the focus.
 */
export function SellButton({ position, price, name }: SellButtonProps) {
  const { sale: text } = useTextOf("later");
  const all = useText();
  const { trade } = useDeskText();
  const { liveness } = useLive();
  const { market } = useMarketTerms();
  const isReady = useStore(hasTables, (value) => value);
  const live = useStore(liveness, (state) => state);
  const isOnline = useIsOnline();
  const isAtOnce = useSellsAtOnce();
  const format = useFormat();
  const money = useMoney();
  const longest = money(formatMinor(mostOf(position)));
  const [phase, dispatch] = useReducer(phaseAfter, IDLE);
  const [standing, setStanding] = useState<"unknown" | "open" | "late">("unknown");
  const label = useRef<HTMLSpanElement>(null);
  const offered = useRef<SaleAt>(undefined);

  const sending = useSell({
    onSold(sold) {
      dispatch({ type: "sold" });
      said.set("");
      const beacon = market?.beacon;
      if (!("signature" in sold) || !isLateAnswer(sold, noteAnswer(sold, "sale"), beacon)) return;
      const body = `${trade.amount(format.signedMoney(sold.profit ?? "0"))}.`;
      const notice = { title: trade.result.sold, body };
      // The push's notice comes first, and this one replaces it.
      setTimeout(() => void tellLate(notice, price.get(), beacon, "sale"), 2 * TOGETHER_MS);
    },
    onFailed(error, { minProceeds }) {
      const code = error instanceof ApiError ? error.code : undefined;
      if (code === "price_moved") {
        // If another tab made the sale, the current proceeds are those shown.
        const known = (error as ApiError).proceeds;
        const amount = known === undefined ? (offeredNow() ?? minProceeds) : centsText(known);
        said.set(text.said.moved(money(amount)));
        return dispatch({ type: "moved", amount, atMs: pageMs() });
      }
      said.set("");
      dispatch({ type: "failed" });
      if (code === "not_after_passed") return notify({ title: text.failed, body: text.unanswered.notSold });
      notify({ title: all.common.error, body: errorText(error, all, text.failed), tone: "destructive" });
    },
    onUnanswered(lastTick) {
      const { title, open } = text.unanswered;
      said.set("");
      dispatch({ type: "unanswered", lastTick });
      notify({ title, body: open(format.clock(lastTick)) });
    },
    onOver: () => dispatch({ type: "over" }),
    onNotSold(proof) {
      dispatch({ type: "notSold" });
      // A position that is not open any more has a notice of its own.
      if (proof === "not_after_passed") notify({ title: text.failed, body: text.unanswered.notSold });
    },
  });

  const hindrance = !isOnline
    ? text.offline
    : live === "held"
      ? text.held
      : live !== "live"
        ? text.notLive
        : // A sale that got no answer may be sent again, to ask what happened.
          standing === "late" && !isUnanswered(phase)
          ? text.late
          : undefined;
  const isSent = phase.at === "sending" || phase.at === "over" || phase.at === "sold";
  const isDisabled = !isSent && (hindrance !== undefined || standing === "unknown");

  const offeredNow = () => offered.current && centsText(formatMinor(offered.current.proceedsMinor));

  function wordsNow(): string {
    if (phase.at === "sold") return text.sold;
    if (phase.at === "sending") return text.selling(`\n${money(phase.amount)}`);
    if (phase.at === "unsure") return text.unanswered.until(`\n${format.clock(phase.lastTick)}`);
    if (phase.at === "over") return text.unanswered.asking;
    if (hindrance !== undefined) return hindrance;
    // The button has room for two lines, and the first one says that the price moved.
    if (phase.at === "moved") return text.newAmount(money(phase.amount));
    if ("amount" in phase) return text.confirm(`\n${money(phase.amount)}`);
    const amount = offeredNow();
    if (amount === undefined) return text.sell;
    const figure = money(amount);
    return text.sellFor(`\n${roomBeside(longest, figure)}${figure}`);
  }

  useFollow(price, (value) => {
    const { tick } = value;
    const isKnown = isReady && market !== undefined && tick !== undefined;
    const now = isKnown ? saleNow(position, value, market) : undefined;
    offered.current = now;
    const next = !isKnown ? "unknown" : now === undefined || isLate(position, tick, market) ? "late" : "open";
    if (next !== standing) setStanding(next);
    writeText(label.current, wordsNow());
  });

  useEffect(() => {
    if (!isOffered(phase)) return;
    const words = said.get();
    const timer = setTimeout(() => dispatch({ type: "leave" }), OFFER_MS);
    return () => {
      clearTimeout(timer);
      // If the offer was accepted, other words are there to be read out.
      if (said.get() === words) said.set("");
    };
  }, [phase]);

  function press({ detail, timeStamp, currentTarget }: MouseEvent<HTMLButtonElement>) {
    if (isDisabled) return;
    // The amount of a row that was out of sight may be old.
    if (phase.at === "idle") offered.current = market && saleNow(position, price.get(), market);
    const pressed = {
      type: "press",
      atMs: timeStamp,
      clicks: detail,
      amount: offeredNow(),
      isAtOnce,
    } as const;
    const next = phaseAfter(phase, pressed);
    if (next === phase) return;
    // Not every browser focuses a pressed button, and losing the focus withdraws an offer.
    currentTarget.focus();
    dispatch(pressed);
    if (next.at === "offered") said.set(text.said.offered(money(next.amount)));
    if (next.at !== "sending") return;
    said.set(text.selling(money(next.amount)));
    sending.mutate({ id: position.id, minProceeds: next.amount });
  }

  function onKeyDown(event: KeyboardEvent) {
    ignoreHeldEnter(event);
    if (event.key !== "Escape" || phaseAfter(phase, { type: "cancel" }) === phase) return;
    event.preventDefault();
    dispatch({ type: "cancel" });
  }

  return (
    <button
      type="button"
      className={styles["sell"]}
      data-sell={phase.at}
      data-pending={phase.at === "sending" || undefined}
      aria-disabled={isDisabled || isSent || undefined}
      onClick={press}
      onKeyDown={onKeyDown}
      onBlur={() => dispatch({ type: "leave" })}
    >
      {phase.at === "moved" && (
        <span className={styles["moved"]}>
          {text.moved} <VisuallyHidden>{text.sell} </VisuallyHidden>
        </span>
      )}
      <span ref={label} className={styles["offer"]} />
      <VisuallyHidden> ({name})</VisuallyHidden>
    </button>
  );
}

type SaleHandlers = {
  onSold: (sold: SoldPosition | Position) => void;
  onFailed: (error: Error, sale: SaleOrder) => void;
  /** No answer came, and the sale may be made until the end of `lastTick`. */
  onUnanswered: (lastTick: number) => void;
  /** The time of a sale without an answer is over. */
  onOver: () => void;
  /** A sale without an answer was not made, as this refusal proves. */
  onNotSold: (proof: string) => void;
};

/** Sends a sale, and finds out how one without an answer ended. */
function useSell({ onSold, onFailed, onUnanswered, onOver, onNotSold }: SaleHandlers) {
  const desk = useDesk();
  const live = useLive();
  const beacon = useMarketTerms().market?.beacon;
  const [intent] = useState(() => new TimedIntent());
  const callWith = (sale: SaleOrder) => (sending: Sending) => desk.sell(sale, sending);

  async function follow(sale: SaleOrder) {
    onUnanswered(intent.lastTickOf(sale)!);
    const ending = await intent.follow(sale, live, callWith(sale), onOver);
    if (ending === undefined) return;
    if ("answer" in ending) onSold(ending.answer);
    else onNotSold(ending.proof);
  }

  return useSubmit({
    mutationFn: (sale: SaleOrder) => {
      const { nowTick } = live.price.get();
      if (beacon === undefined || nowTick === undefined) throw new Error("there is no price yet");
      return intent.send(sale, () => endAt(beacon, nowTick, performance.now()), callWith(sale));
    },
    onSuccess: onSold,
    onError: (error, sale) => {
      if (intent.isPending(sale)) void follow(sale);
      else onFailed(error, sale);
    },
  });
}
