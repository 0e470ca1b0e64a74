import { useQueryClient } from "@tanstack/react-query";
import type { OpenedPosition, Position } from "@veritick/contract/schemas/positions.ts";
import { parseMinor, ZERO } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { parsePriceMilli } from "@veritick/domain/price.ts";
import { MIN_STAKE } from "@veritick/domain/product.ts";
import type { Side } from "@veritick/domain/product.ts";
import { useEffect, useMemo, useReducer, useState } from "react";
import { ApiError, errorText } from "../../../api/client.ts";
import { knownSession } from "../../../api/current-user.ts";
import { useDesk } from "../../../api/desk/desk.ts";
import type { Order, Sending } from "../../../api/desk/desk.ts";
import type { WaitingOrder } from "../../../api/desk/practice-book.ts";
import { useLive, useStore } from "../../../api/live/live.ts";
import { entryEpoch, laterTickOf } from "../../../api/market/entry-tick.ts";
import { marketIn } from "../../../api/market/market-terms.ts";
import { useMarketTerms } from "../../../api/market/use-market-terms.ts";
import { keyOf } from "../../../api/query.ts";
import { noteAnswer } from "../../../api/received-answers.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useIsOnline } from "../../../lib/browser.ts";
import { useFormat } from "../../../lib/format.ts";
import { chosenLanguage } from "../../../lib/preferences.ts";
import type { DeskMessages } from "../../../locales/messages.ts";
import { textOf, useDeskText, useText } from "../../../locales/text.ts";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { refreshLimits } from "../../account/public.ts";
import { isLate, tellLate } from "./late-answer.ts";
import { endAt } from "../timed-intent.ts";
import { isSame } from "./sent-orders.ts";
import type { SentOrder, SentOrders, Unanswered } from "./sent-orders.ts";
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
  const { trade } = useDeskText();
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
    const isAsked = order.isAsked(ticket);
    const isReady =
      locked === undefined &&
      isLive &&
      isOnline &&
      terms !== undefined &&
      !isAsked &&
      (isRetry || !isMaintenance);

    function confirm() {
      dispatch({ type: "tried" });
      const error = ticketError(ticket, countable(isRetry));
      if (error !== undefined) {
        const { ticket: words } = trade;
        const isTooMuch = error === "balanceInsufficient";
        const title = isTooMuch ? words.balanceInsufficientTitle : text.common.error;
        return notify({ title, body: words[error], tone: "destructive" });
      }
      if (isReady) order.submit(ticket);
    }

    return {
      isReady,
      isPending: order.isPending,
      /** Whether the page is asking how this order, whose time is over, ended. */
      isAsked,
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
  const known = useMemo(
    () => (market === undefined || epoch === undefined ? market : marketIn(market, epoch)),
    [market, epoch],
  );
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

/** A refused order. */
type Refused = {
  readonly ticket: Choices;
  /** Whether one of the person's own limits refused it. */
  readonly isOwnLimit: boolean;
  readonly words: string;
};

type Choices = Pick<Ticket, "amount" | "duration">;
/** The choices as typed, the order as sent, and the ids of the positions before it. */
type Submitted = {
  readonly ticket: Choices;
  readonly order: Order;
  readonly known: Unanswered["known"];
};

function useTicketSubmit(side: Side, sent: SentOrder, onOpened: () => void) {
  const text = useText();
  const words = useDeskText().trade.ticket;
  const client = useQueryClient();
  const format = useFormat();
  const [locked, setLocked] = useState<{ words: string; isOwn: boolean }>();
  const [refused, setRefused] = useState<Refused>();
  const unanswered = useStore(sent.unanswered, (value) => value);
  const live = useLive();
  const desk = useDesk();
  const { data: positions } = desk.usePositions();
  const beacon = useMarketTerms().market?.beacon;
  const price = (decimal: string) => format.price(parsePriceMilli(decimal) / 1000);

  const { mutate, isPending } = useSubmit({
    mutationFn: ({ order }: Submitted) => {
      const { nowTick } = live.price.get();
      if (beacon === undefined || nowTick === undefined) throw new Error("there is no price yet");
      return sent.intent.send(order, () => endAt(beacon, nowTick, performance.now()), callWith(order));
    },
    onSuccess: (answer, { ticket, order }) => {
      sent.note(order, "forgotten");
      setRefused(undefined);
      tellOpened(answer, ticket);
      onOpened();
    },
    onError: (error, { ticket, order, known }) => {
      if (sent.intent.isPending(order)) {
        // The ticket says more than the notice, and says it as long as it is true.
        if (error instanceof ApiError) tellFailure(errorText(error, text, words.failed));
        else tellUnanswered(order);
        void followUnanswered(ticket, order, known);
      } else tellRefused(error, ticket, order);
    },
  });

  const callWith = (order: Order) => (sending: Sending) => desk.order(order, sending);

  /** Tells of an opened position, or of a practice order that waits for its price. */
  function tellOpened(answer: OpenedPosition | WaitingOrder, { amount, duration }: Choices) {
    // The answer may come after its owner signed out.
    if (desk.kind === "account" && knownSession().state !== "signed-in") return;
    rememberOrder(desk.kind, { side, amount, duration });
    if (!("signature" in answer)) {
      const { type, entryTick } = answer;
      const { ordered } = textOf("later", chosenLanguage()).practice;
      return notify({ title: ordered.title[type], body: ordered.body(format.clock(entryTick)) });
    }
    const received = noteAnswer(answer);
    const { type, entryPrice, barrierPrice, expiryTick } = answer;
    const body = words.openedText(price(entryPrice), price(barrierPrice), format.clock(expiryTick));
    const notice = { title: words.opened[type], body };
    if (isLate(answer, received, beacon)) void tellLate(notice, live.price.get(), beacon);
    else notify(notice);
  }

  const tellFailure = (body: string) => notify({ title: text.common.error, body, tone: "destructive" });

  function tellUnanswered(order: Order) {
    const { title, open } = words.unanswered;
    notify({ title, body: open(format.clock(sent.intent.lastTickOf(order)!)) });
  }

  /** Shows until when an order without an answer may still be opened, and at the end whether it was. */
  async function followUnanswered(ticket: Choices, order: Order, known: Unanswered["known"]) {
    const lastTick = sent.intent.lastTickOf(order)!;
    const noted = sent.unanswered.get();
    if (noted?.lastTick !== lastTick || !isSame(noted.order, order))
      sent.unanswered.set({ order, lastTick, state: "open", known });
    const onOver = () => sent.note(order, "over");
    const ending = await sent.intent.follow(order, live, callWith(order), onOver);
    if (ending === undefined) return;
    if ("proof" in ending) return tellNotOpened(order);
    sent.note(order, "opened");
    tellOpened(ending.answer, ticket);
  }

  function tellNotOpened(order: Order) {
    const { title, body } = words.unanswered.notOpened;
    sent.note(order, "notOpened");
    notify({ title: title(words.confirm[side](format.money(order.amount))), body });
  }

  function tellRefused(error: Error, ticket: Choices, order: Order) {
    const code = error instanceof ApiError ? error.code : undefined;
    // The order was too long on its way, or a press asked after the end of an order that got no answer.
    if (code === "not_after_passed") {
      setRefused({ ticket, isOwnLimit: false, words: words.unanswered.notOpened.body });
      return tellNotOpened(order);
    }
    const body = errorText(error, text, words.failed);
    // The ticket itself says so while it is open.
    if (code === "trading_locked" || code === "paused") {
      if (code === "paused") refreshLimits();
      return setLocked({ words: body, isOwn: code === "paused" });
    }
    setRefused({ ticket, isOwnLimit: OWN_LIMITS.has(code), words: body });
    tellFailure(body);
    // The push about maintenance has not arrived yet, or was missed.
    if (code === "maintenance") {
      void client.invalidateQueries({ queryKey: keyOf("settings") });
    }
  }

  const unansweredAs = (ticket: Choices) =>
    unanswered !== undefined && isSame(unanswered.order, orderOf(side, ticket)) ? unanswered : undefined;

  return {
    isPending,
    /** The server's words, set once it refused because trading is locked, or paused by the account's owner. */
    locked,
    /** Returns the server's words if one of the person's limits refused this amount. */
    limitWords: (ticket: Ticket) =>
      refused?.isOwnLimit === true && refused.ticket.amount === ticket.amount ? refused.words : undefined,
    /** If the current ticket was sent and not opened at once, returns what is known about it. */
    failure: (ticket: Ticket) =>
      failureOf(unansweredAs(ticket), positions, words, format.clock) ??
      (refused?.isOwnLimit === false && isSame(orderOf(side, refused.ticket), orderOf(side, ticket))
        ? { words: `${refused.words} ${words.nothing}`, isBad: true }
        : undefined),
    /** Forgets refusals, so that the person can try again. */
    forget() {
      setLocked(undefined);
      setRefused(undefined);
    },
    /** Returns true if the order got no answer before. Its stake may be off the balance already; the server knows. */
    isRetry: (ticket: Ticket) => sent.intent.isPending(orderOf(side, ticket)),
    /** Returns true if the order's time is over and the page is asking how it ended. */
    isAsked: (ticket: Ticket) => unansweredAs(ticket)?.state === "over",
    submit: ({ amount, duration }: Ticket) => {
      const known = positions && new Set(positions.map(({ id }) => id));
      mutate({ ticket: { amount, duration }, order: orderOf(side, { amount, duration }), known });
    },
  };
}

/** Returns the words about an order that got no answer. `isBad` marks bad news. */
function failureOf(
  of: Unanswered | undefined,
  positions: readonly Position[] | undefined,
  { unanswered: text }: DeskMessages["trade"]["ticket"],
  clock: (tick: number) => string,
): { readonly words: string; readonly isBad: boolean } | undefined {
  if (of === undefined) return undefined;
  if (of.state === "notOpened") return { words: text.notOpened.body, isBad: true };
  const wasOpened = of.state === "opened" || openedBy(of.order, of.known, positions ?? []) !== undefined;
  if (wasOpened) return { words: text.opened, isBad: false };
  const stands = of.state === "open" ? text.open(clock(of.lastTick)) : text.over;
  return { words: `${text.title}. ${stands}`, isBad: false };
}
