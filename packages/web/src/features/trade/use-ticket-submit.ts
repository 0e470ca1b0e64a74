import { parsePriceMilli } from "@veritick/domain/price.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, errorText } from "../../lib/api-error.ts";
import { useFormat } from "../../lib/format.ts";
import { keyOf } from "../../lib/query.ts";
import { useText } from "../../locales/text.ts";
import { notify } from "../../ui/notice-store.ts";
import { refreshLimits } from "../limits/public.ts";
import type { Ticket } from "./ticket.ts";
import { useOpenPosition } from "./use-open-position.ts";
import type { Order } from "./use-open-position.ts";

/** Refusals by limits that the person has set: the ticket says them beside the amount. */
const OWN_LIMITS: ReadonlySet<string | undefined> = new Set(["stake_limit", "loss_limit"]);

/** Sends a ticket and says how it went. */
export function useTicketSubmit(onOpened: () => void) {
  const text = useText();
  const client = useQueryClient();
  const format = useFormat();
  const [locked, setLocked] = useState<{ words: string; isOwn: boolean }>();
  const [limited, setLimited] = useState<{ words: string; amount: string }>();
  const price = (decimal: string) => format.price(parsePriceMilli(decimal) / 1000);

  const { mutate, isPending, isRetry } = useOpenPosition({
    onOpened: ({ type, entryPrice, barrierPrice, expiryTick }) => {
      notify({
        title: text.trade.ticket.opened[type],
        body: text.trade.ticket.openedText(price(entryPrice), price(barrierPrice), format.clock(expiryTick)),
      });
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
