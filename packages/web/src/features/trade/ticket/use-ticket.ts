import { parseMinor, ZERO } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { MIN_STAKE } from "@veritick/domain/product.ts";
import type { Side } from "@veritick/domain/product.ts";
import { useReducer, useState } from "react";
import { useDesk } from "../../../api/desk/desk.ts";
import { useLive, useStore } from "../../../api/live/live.ts";
import { useIsOnline } from "../../../lib/browser.ts";
import { useText } from "../../../locales/text.ts";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { lastOrder, orderToRepeat } from "./last-order.ts";
import { newTicket, reduceTicket, shownError, ticketError } from "./ticket.ts";
import { useEntryTerms } from "./use-entry-terms.ts";
import { useTicketSubmit } from "./use-ticket-submit.ts";

/** A ticket for one side, as the dialog has it, or for both, as the dock has it. */
export function useTicket(sides: readonly Side[], onOpened?: () => void) {
  const text = useText();
  const desk = useDesk();
  const balanceText = desk.useBalance();
  const balance = balanceText === undefined ? ZERO : parseMinor(balanceText);
  const [ticket, dispatch] = useReducer(reduceTicket, undefined, () =>
    newTicket(lastOrder(desk.kind, balance)),
  );
  const [last, setLast] = useState(() => orderToRepeat(desk.kind));
  const { market, hasFailed, retry } = useEntryTerms();
  const { liveness } = useLive();
  const isLive = useStore(liveness, (state) => state === "live");
  const isHeld = useStore(liveness, (state) => state === "held");
  const isOnline = useIsOnline();
  const { isMaintenance } = desk.useGuard();
  const terms = market?.terms.find(({ duration }) => duration === ticket.duration);

  function opened() {
    dispatch({ type: "opened" });
    forget();
    setLast(orderToRepeat(desk.kind));
    onOpened?.();
  }
  // Each side keeps the key of an order without an answer, so that the other side can be taken meanwhile.
  const orders = { buy: useTicketSubmit("buy", opened), sell: useTicketSubmit("sell", opened) };
  function forget() {
    orders.buy.forget();
    orders.sell.forget();
  }
  const own = sides.map((side) => orders[side]);
  const locked = own.find((order) => order.locked !== undefined)?.locked;
  // Sent before without an answer, it may have taken the balance already.
  const countable = (isRetry: boolean): Minor | undefined => (isRetry ? undefined : balance);
  const isAnyRetry = own.some((order) => order.isRetry(ticket));

  function sideOf(side: Side) {
    const order = orders[side];
    const isRetry = order.isRetry(ticket);
    // What was sent before maintenance without an answer may be asked about.
    const isReady =
      locked === undefined && isLive && isOnline && terms !== undefined && (isRetry || !isMaintenance);

    function confirm() {
      dispatch({ type: "tried" });
      const error = ticketError(ticket, countable(isRetry));
      if (error !== undefined) {
        const { ticket: words } = text.trade;
        const isTooMuch = error === "balanceInsufficient";
        const title = isTooMuch ? words.balanceInsufficientTitle : text.common.error;
        return notify({ title, body: words[error], tone: "destructive" });
      }
      if (isReady) order.submit(ticket);
    }

    return {
      isReady,
      isPending: order.isPending,
      confirm,
      failureWords: order.isPending ? undefined : order.failureWords(ticket),
    };
  }

  return {
    ticket,
    dispatch,
    balance,
    /** The last order, which can be filled in again. */
    last,
    market,
    terms,
    hasFailed,
    retry,
    isLive,
    isOnline,
    isHeld,
    isMaintenance,
    /** Set once the account was refused because its trading is locked, or paused by its owner. */
    locked,
    /** Nothing is left to stake, and no order is under way that may have taken it. */
    isEmpty: balanceText !== undefined && balance < MIN_STAKE && !isAnyRetry,
    amountError: shownError(ticket, countable(isAnyRetry)),
    limitWords: own.map((order) => order.limitWords(ticket)).find((words) => words !== undefined),
    sideOf,
    forget,
  };
}
