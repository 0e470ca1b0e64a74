import { useQueryClient } from "@tanstack/react-query";
import type { OpenedPosition, Position } from "@veritick/contract/schemas/positions.ts";
import { parseMinor, ZERO } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { parsePriceMilli } from "@veritick/domain/price.ts";
import { MIN_STAKE } from "@veritick/domain/product.ts";
import type { Side } from "@veritick/domain/product.ts";
import { useEffect, useReducer, useState } from "react";
import { ApiError, errorText, isUnanswered } from "../../../api/client.ts";
import { useDesk } from "../../../api/desk/desk.ts";
import type { Order } from "../../../api/desk/desk.ts";
import type { WaitingOrder } from "../../../api/desk/practice-book.ts";
import { useLive, useStore } from "../../../api/live/live.ts";
import { entryEpoch, laterTickOf } from "../../../api/market/entry-tick.ts";
import { marketIn } from "../../../api/market/market-terms.ts";
import { useMarketTerms } from "../../../api/market/use-market-terms.ts";
import { keyOf } from "../../../api/query.ts";
import { noteAnswer } from "../../../api/received-answers.ts";
import type { ReceivedAnswer } from "../../../api/received-answers.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import type { Intent } from "../../../api/use-submit.ts";
import { useIsOnline } from "../../../lib/browser.ts";
import { useFormat } from "../../../lib/format.ts";
import { chosenLanguage } from "../../../lib/preferences.ts";
import { textOf, useText } from "../../../locales/text.ts";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { refreshLimits } from "../../account/public.ts";
import { isLate, tellLate } from "./late-answer.ts";
import type { Failed, SentOrder, SentOrders } from "./sent-orders.ts";
import {
  lastOrder,
  newTicket,
  openedBy,
  orderOf,
  orderToRepeat,
  reduceTicket,
  rememberOrder,
  shownError,
  ticketError,
} from "./ticket.ts";
import type { Ticket } from "./ticket.ts";

type TicketOptions = {
  sides: readonly Side[];
  /** Outlives the ticket. */
  sent: SentOrders;
  /** The choices to begin with, in place of those of the last order. */
  begun?: Order | undefined;
  onOpened?: () => void;
};

/** The state of a ticket: for one side in the dialog, for both in the dock. */
export function useTicket({ sides, sent, begun, onOpened }: TicketOptions) {
  const text = useText();
  const desk = useDesk();
  const balanceText = desk.useBalance();
  const balance = balanceText === undefined ? ZERO : parseMinor(balanceText);
  const [ticket, dispatch] = useReducer(reduceTicket, undefined, () =>
    newTicket(begun ?? lastOrder(desk.kind, balance)),
  );
  const [last, setLast] = useState(() => orderToRepeat(desk.kind));
  const { market, isError, refetch } = useEntryTerms();
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
  // Each side keeps the key of its own unanswered order, so that the other side can be ordered meanwhile.
  const orders = {
    buy: useTicketSubmit("buy", sent.buy, opened),
    sell: useTicketSubmit("sell", sent.sell, opened),
  };
  function forget() {
    orders.buy.forget();
    orders.sell.forget();
  }
  const own = sides.map((side) => orders[side]);
  const locked = own.find((order) => order.locked !== undefined)?.locked;
  // An unanswered order may have taken its stake from the balance already, so a retry is not checked against the balance.
  const countable = (isRetry: boolean): Minor | undefined => (isRetry ? undefined : balance);
  const isAnyRetry = own.some((order) => order.isRetry(ticket));

  function sideOf(side: Side) {
    const order = orders[side];
    const isRetry = order.isRetry(ticket);
    // An unanswered order may be sent again during maintenance, to ask what happened.
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
      failure: order.isPending ? undefined : order.failure(ticket),
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
    /** Both, for the parts of the ticket that need both. */
    offer: { data: market && terms && { market, terms }, isError, refetch },
    isLive,
    isOnline,
    isHeld,
    isMaintenance,
    /** Set once the server refused because trading is locked, or paused by the account's owner. */
    locked,
    /** Nothing is left to stake, and no unanswered order may have taken it. */
    isEmpty: balanceText !== undefined && balance < MIN_STAKE && !isAnyRetry,
    amountError: shownError(ticket, countable(isAnyRetry)),
    limitWords: own.map((order) => order.limitWords(ticket)).find((words) => words !== undefined),
    sideOf,
    forget,
  };
}

/**
 * Returns the terms of an order sent now. Shortly before the hour changes, these are the terms of the next hour, in which
 * the order would enter. Terms are promised for a day ahead. A page that stays open into the next hour fetches them again,
 * with each tick until the server has begun that hour.
 */
function useEntryTerms(): ReturnType<typeof useMarketTerms> {
  const { market, isError, refetch } = useMarketTerms();
  const { price } = useLive();
  const epoch = useStore(price, ({ tick }) => market && entryEpoch(market, tick));
  const laterTick = useStore(price, ({ tick }) => market && laterTickOf(market, tick));
  useEffect(() => {
    if (laterTick !== undefined) void refetch();
  }, [laterTick, refetch]);
  const known = market === undefined || epoch === undefined ? market : marketIn(market, epoch);
  return { market: known, isError, refetch };
}

/** Refusals by the person's own limits. The ticket shows them beside the amount only. */
const OWN_LIMITS: ReadonlySet<string | undefined> = new Set([
  "stake_limit",
  "loss_limit",
  "largest_stake_limit",
  "open_positions_limit",
  "session_limit",
]);

function useTicketSubmit(side: Side, sent: SentOrder, onOpened: () => void) {
  const text = useText();
  const client = useQueryClient();
  const format = useFormat();
  const [locked, setLocked] = useState<{ words: string; isOwn: boolean }>();
  const [failed, setFailed] = useState(sent.unanswered);
  const live = useLive();
  const { kind, usePositions } = useDesk();
  const { data: positions } = usePositions();
  const beacon = useMarketTerms().market?.beacon;
  const price = (decimal: string) => format.price(parsePriceMilli(decimal) / 1000);

  const { mutate, isPending } = useOpenPosition(sent.intent, {
    onOpened: (answer, order) => {
      rememberOrder(kind, { side, amount: order.amount, duration: order.duration });
      sent.settle();
      setFailed(undefined);
      onOpened();
      if ("waiting" in answer) {
        const { type, entryTick } = answer.waiting;
        const { ordered } = textOf("later", chosenLanguage()).practice;
        return notify({ title: ordered.title[type], body: ordered.body(format.clock(entryTick)) });
      }
      const { position, received } = answer;
      const { type, entryPrice, barrierPrice, expiryTick } = position;
      const body = text.trade.ticket.openedText(
        price(entryPrice),
        price(barrierPrice),
        format.clock(expiryTick),
      );
      const notice = { title: text.trade.ticket.opened[type], body };
      if (isLate(position, received, beacon)) void tellLate(notice, live.price.get(), beacon);
      else notify(notice);
    },
    onFailed: (error, { amount, duration }) => {
      const body = errorText(error, text, text.trade.ticket.failed);
      const code = error instanceof ApiError ? error.code : undefined;
      // The ticket itself says so while it is open.
      if (code === "trading_locked" || code === "paused") {
        if (code === "paused") refreshLimits();
        sent.settle();
        return setLocked({ words: body, isOwn: code === "paused" });
      }
      const known = new Set(positions?.map(({ id }) => id));
      const isSure = !isUnanswered(error);
      const isOwnLimit = OWN_LIMITS.has(code);
      const next: Failed = { order: { side, amount, duration }, isSure, isOwnLimit, words: body, known };
      sent.settle(next);
      setFailed(next);
      notify({ title: text.common.error, body, tone: "destructive" });
      // The push about maintenance has not arrived yet, or was missed.
      if (code === "maintenance") {
        void client.invalidateQueries({ queryKey: keyOf("settings") });
      }
    },
  });

  return {
    isPending,
    /** The server's words, set once it refused because trading is locked, or paused by the account's owner. */
    locked,
    /** Returns the server's words if one of the person's limits refused this amount. */
    limitWords: (ticket: Ticket) =>
      failed?.isOwnLimit === true && failed.order.amount === ticket.amount ? failed.words : undefined,
    /** If the current ticket was sent and failed, returns whether a position was opened, as far as that is known. */
    failure: (ticket: Ticket) =>
      failed?.isOwnLimit === false
        ? failureOf(failed, ticket, positions, text.trade.ticket.failure)
        : undefined,
    /** Forgets definite refusals, so that the person can try again. */
    forget() {
      setLocked(undefined);
      setFailed((last) => (last?.isSure ? undefined : last));
    },
    /** Returns true if the order got no answer before. Its stake may be off the balance already; the server knows. */
    isRetry: (ticket: Ticket) => sent.intent.isPending(orderOf(side, ticket)),
    submit: ({ amount, duration }: Ticket) => mutate({ type: side, amount, duration }),
  };
}

type FailureWords = { readonly nothing: string; readonly unsure: string; readonly opened: string };

function failureOf(
  { order, isSure, words, known }: Failed,
  ticket: Ticket,
  positions: readonly Position[] | undefined,
  text: FailureWords,
): { readonly words: string; readonly wasOpened: boolean } | undefined {
  const typed = orderOf(order.side, ticket);
  const sent = orderOf(order.side, order);
  if (typed.amount !== sent.amount || typed.duration !== sent.duration) return undefined;
  if (isSure) return { words: `${words} ${text.nothing}`, wasOpened: false };
  const wasOpened = openedBy(order, known, positions ?? []) !== undefined;
  return { words: wasOpened ? text.opened : text.unsure, wasOpened };
}

type Answer =
  | { readonly position: OpenedPosition; readonly received: ReceivedAnswer }
  | { readonly waiting: WaitingOrder };

/** Sends an order. A retry after no answer keeps its idempotency key, so that it cannot open a second position. */
function useOpenPosition(
  intent: Intent,
  handlers: {
    onOpened: (answer: Answer, order: Order) => void;
    onFailed: (error: Error, order: Order) => void;
  },
) {
  const desk = useDesk();
  return useSubmit({
    mutationFn: async ({ type, ...typed }: Order): Promise<Answer> => {
      const order = orderOf(type, typed);
      const answer = await intent.send(order, (key) => desk.order(order, key));
      return "signature" in answer ? { position: answer, received: noteAnswer(answer) } : { waiting: answer };
    },
    onSuccess: handlers.onOpened,
    onError: handlers.onFailed,
  });
}
