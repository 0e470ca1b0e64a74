import { useQueryClient } from "@tanstack/react-query";
import type { Position } from "@veritick/contract/schemas/positions.ts";
import { parsePriceMilli } from "@veritick/domain/price.ts";
import type { Duration, Side } from "@veritick/domain/product.ts";
import { useState } from "react";
import { ApiError, errorText } from "../../../api/api-error.ts";
import { call } from "../../../api/client.ts";
import { refreshCurrentUser } from "../../../api/current-user.ts";
import { useIntent } from "../../../api/intent.ts";
import { useLive } from "../../../api/live/live.ts";
import { useMarketTerms } from "../../../api/market/use-market-terms.ts";
import { keyOf } from "../../../api/query.ts";
import { noteAnswer } from "../../../api/received-answers.ts";
import type { ReceivedAnswer } from "../../../api/received-answers.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useFormat } from "../../../lib/format.ts";
import { useText } from "../../../locales/text.ts";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { refreshLimits } from "../../account/public.ts";
import { isLate, tellLate } from "./late-answer.ts";
import type { Ticket } from "./ticket.ts";

/** Refusals by limits that the person has set: the ticket says them beside the amount. */
const OWN_LIMITS: ReadonlySet<string | undefined> = new Set(["stake_limit", "loss_limit"]);

/** Sends a ticket and says how it went. */
export function useTicketSubmit(onOpened: () => void) {
  const text = useText();
  const client = useQueryClient();
  const format = useFormat();
  const [locked, setLocked] = useState<{ words: string; isOwn: boolean }>();
  const [limited, setLimited] = useState<{ words: string; amount: string }>();
  const live = useLive();
  const beacon = useMarketTerms().market?.beacon;
  const price = (decimal: string) => format.price(parsePriceMilli(decimal) / 1000);

  const { mutate, isPending, isRetry } = useOpenPosition({
    onOpened: ({ position, received }) => {
      const { type, entryPrice, barrierPrice, expiryTick } = position;
      const body = text.trade.ticket.openedText(
        price(entryPrice),
        price(barrierPrice),
        format.clock(expiryTick),
      );
      const notice = { title: text.trade.ticket.opened[type], body };
      if (isLate(position, received, beacon)) void tellLate(notice, live.price.get(), beacon);
      else notify(notice);
      onOpened();
    },
    onFailed: (error, { amount }) => {
      const body = errorText(error, text, text.trade.ticket.failed);
      const code = error instanceof ApiError ? error.code : undefined;
      // The ticket itself says it, for as long as it is open.
      if (code === "trading_locked" || code === "paused") {
        if (code === "paused") refreshLimits();
        return setLocked({ words: body, isOwn: code === "paused" });
      }
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
    isRetry: (ticket: Ticket) => isRetry(orderOf(ticket)),
    submit: (ticket: Ticket) => mutate(orderOf(ticket)),
  };
}

const orderOf = ({ side, amount, duration }: Ticket): Order => ({ type: side, amount, duration });

type Answer = { readonly position: Position; readonly received: ReceivedAnswer };

type Order = { type: Side; amount: string; duration: Duration };

/** Sends an order. Sent again after no answer it keeps its key, so that it cannot open a second position. */
function useOpenPosition(handlers: {
  onOpened: (answer: Answer) => void;
  onFailed: (error: Error, order: Order) => void;
}) {
  const client = useQueryClient();
  const intent = useIntent();
  const { mutate, isPending } = useSubmit({
    mutationFn: async (order: Order): Promise<Answer> => {
      const position = await call("openPosition", { body: order, idempotencyKey: intent.keyFor(order) });
      return { position, received: noteAnswer(position) };
    },
    onSettled: (_answer, error) => intent.settle(error),
    onSuccess: (answer) => {
      void client.invalidateQueries({ queryKey: keyOf("listPositions") });
      void refreshCurrentUser();
      handlers.onOpened(answer);
    },
    onError: handlers.onFailed,
  });
  return {
    mutate,
    isPending,
    /** What was sent before without an answer may have taken the balance already: the server knows. */
    isRetry: (order: Order) => intent.isPending(order),
  };
}
