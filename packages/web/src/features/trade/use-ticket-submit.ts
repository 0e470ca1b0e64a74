import { parsePriceMilli } from "@veritick/domain/price-process.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, errorText } from "../../lib/api-error.ts";
import { settings } from "../../lib/calls.ts";
import { useFormat } from "../../lib/format.ts";
import { keyOf } from "../../lib/query.ts";
import { useText } from "../../locales/text.ts";
import { notify } from "../../ui/notice-store.ts";
import type { Ticket } from "./ticket.ts";
import { useOpenPosition } from "./use-open-position.ts";
import type { Order } from "./use-open-position.ts";

/** Sends a ticket and says how it went. */
export function useTicketSubmit(onOpened: () => void) {
  const text = useText();
  const client = useQueryClient();
  const format = useFormat();
  const [lockedWords, setLockedWords] = useState<string>();
  const price = (decimal: string) => format.price(parsePriceMilli(decimal) / 1000);

  const { mutate, isPending, isRetry } = useOpenPosition({
    onOpened: ({ type, entryPrice, barrierPrice, expiryTick }) => {
      notify({
        title: text.trade.ticket.opened[type],
        body: text.trade.ticket.openedText(price(entryPrice), price(barrierPrice), format.clock(expiryTick)),
      });
      onOpened();
    },
    onFailed: (error) => {
      const body = errorText(error, text, text.trade.ticket.failed);
      // The ticket itself says it, for as long as it is open.
      if (error instanceof ApiError && error.code === "trading_locked") return setLockedWords(body);
      notify({ title: text.common.error, body, tone: "destructive" });
      // Nothing was pushed of it here, or not yet.
      if (error instanceof ApiError && error.code === "maintenance") {
        void client.invalidateQueries({ queryKey: keyOf(settings) });
      }
    },
  });

  return {
    isPending,
    /** Set once the account was refused because its trading is locked: what the server said. */
    lockedWords,
    isRetry: (ticket: Ticket) => isRetry(orderOf(ticket)),
    submit: (ticket: Ticket) => mutate(orderOf(ticket)),
  };
}

const orderOf = ({ side, amount, duration }: Ticket): Order => ({ type: side, amount, duration });
