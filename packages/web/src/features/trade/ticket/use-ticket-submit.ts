import { useQueryClient } from "@tanstack/react-query";
import type { OpenedPosition, Position } from "@veritick/contract/schemas/positions.ts";
import { parsePriceMilli } from "@veritick/domain/price.ts";
import type { Side } from "@veritick/domain/product.ts";
import { useState } from "react";
import { ApiError, errorText, isUnanswered } from "../../../api/api-error.ts";
import { useDesk } from "../../../api/desk/desk.ts";
import type { Order } from "../../../api/desk/desk.ts";
import type { WaitingOrder } from "../../../api/desk/practice-book.ts";
import { useIntent } from "../../../api/intent.ts";
import { useLive } from "../../../api/live/live.ts";
import { useMarketTerms } from "../../../api/market/use-market-terms.ts";
import { keyOf } from "../../../api/query.ts";
import { noteAnswer } from "../../../api/received-answers.ts";
import type { ReceivedAnswer } from "../../../api/received-answers.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useFormat } from "../../../lib/format.ts";
import { chosenLanguage } from "../../../lib/preferences.ts";
import { laterTextIn, useText } from "../../../locales/text.ts";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { refreshLimits } from "../../account/public.ts";
import { isLate, tellLate } from "./late-answer.ts";
import { rememberOrder } from "./last-order.ts";
import { openedBy } from "./ticket.ts";
import type { Ticket } from "./ticket.ts";

/** Refusals by limits that the person has set: the ticket says them beside the amount. */
const OWN_LIMITS: ReadonlySet<string | undefined> = new Set([
  "stake_limit",
  "loss_limit",
  "largest_stake_limit",
  "open_positions_limit",
  "session_limit",
]);

/** Sends a ticket as an order of one side and says how it went. */
export function useTicketSubmit(side: Side, onOpened: () => void) {
  const text = useText();
  const client = useQueryClient();
  const format = useFormat();
  const [locked, setLocked] = useState<{ words: string; isOwn: boolean }>();
  const [limited, setLimited] = useState<{ words: string; amount: string }>();
  const [failed, setFailed] = useState<Failed>();
  const live = useLive();
  const { kind, usePositions } = useDesk();
  const { positions } = usePositions();
  const beacon = useMarketTerms().market?.beacon;
  const price = (decimal: string) => format.price(parsePriceMilli(decimal) / 1000);

  const { mutate, isPending, isRetry } = useOpenPosition({
    onOpened: (answer, order) => {
      rememberOrder(kind, { side, amount: order.amount, duration: order.duration });
      setFailed(undefined);
      onOpened();
      if ("waiting" in answer) {
        const { type, entryTick } = answer.waiting;
        const { ordered } = laterTextIn(chosenLanguage()).practice;
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
      // The ticket itself says it, for as long as it is open.
      if (code === "trading_locked" || code === "paused") {
        if (code === "paused") refreshLimits();
        return setLocked({ words: body, isOwn: code === "paused" });
      }
      const known = new Set(positions?.map(({ id }) => id));
      setFailed({ order: { side, amount, duration }, isSure: !isUnanswered(error), words: body, known });
      if (OWN_LIMITS.has(code)) setLimited({ words: body, amount });
      notify({ title: text.common.error, body, tone: "destructive" });
      // Nothing was pushed of it here, or not yet.
      if (code === "maintenance") {
        void client.invalidateQueries({ queryKey: keyOf("settings") });
      }
    },
  });

  return {
    isPending,
    /** Set once the account was refused because its trading is locked, or paused by its owner: what the server said. */
    locked,
    /** What was said of an amount that would pass a limit that the person has set. */
    limitWords: (ticket: Ticket) => (limited?.amount === ticket.amount ? limited.words : undefined),
    /** Whether the ticket as it is now was sent and failed, and then whether anything was opened, as far as that is known. */
    failureWords: (ticket: Ticket) => failed && wordsOf(failed, ticket, positions, text.trade.ticket.failure),
    /** Forgets what was refused for sure, so that it can be tried again. */
    forget() {
      setLocked(undefined);
      setFailed((last) => (last?.isSure ? undefined : last));
    },
    isRetry: (ticket: Ticket) => isRetry(orderOf(side, ticket)),
    submit: (ticket: Ticket) => mutate(orderOf(side, ticket)),
  };
}

type Failed = {
  readonly order: { readonly side: Side } & Pick<Ticket, "amount" | "duration">;
  /** Whether the platform said itself that it did nothing. */
  readonly isSure: boolean;
  readonly words: string;
  /** The positions before it was sent. */
  readonly known: ReadonlySet<string>;
};

type FailureWords = { readonly nothing: string; readonly unsure: string; readonly opened: string };

function wordsOf(
  { order, isSure, words, known }: Failed,
  ticket: Ticket,
  positions: readonly Position[] | undefined,
  text: FailureWords,
): string | undefined {
  if (ticket.amount !== order.amount || ticket.duration !== order.duration) return undefined;
  if (isSure) return `${words} ${text.nothing}`;
  return openedBy(order, known, positions ?? []) === undefined ? text.unsure : text.opened;
}

const orderOf = (type: Side, { amount, duration }: Ticket): Order => ({ type, amount, duration });

type Answer =
  | { readonly position: OpenedPosition; readonly received: ReceivedAnswer }
  | { readonly waiting: WaitingOrder };

/** Sends an order. Sent again after no answer it keeps its key, so that it cannot open a second position. */
function useOpenPosition(handlers: {
  onOpened: (answer: Answer, order: Order) => void;
  onFailed: (error: Error, order: Order) => void;
}) {
  const desk = useDesk();
  const intent = useIntent();
  const { mutate, isPending } = useSubmit({
    mutationFn: async (order: Order): Promise<Answer> => {
      const answer = await desk.order(order, intent.keyFor(order));
      return "signature" in answer ? { position: answer, received: noteAnswer(answer) } : { waiting: answer };
    },
    onSettled: (_answer, error) => intent.settle(error),
    onSuccess: handlers.onOpened,
    onError: handlers.onFailed,
  });
  return {
    mutate,
    isPending,
    /** What was sent before without an answer may have taken the balance already: the server knows. */
    isRetry: (order: Order) => intent.isPending(order),
  };
}
