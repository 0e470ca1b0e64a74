import type { Position } from "@veritick/contract/schemas/positions.ts";
import type { Duration, Side } from "@veritick/domain/product.ts";
import { useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/api.ts";
import { refreshCurrentUser } from "../../lib/current-user.ts";
import { useIntent } from "../../lib/intent.ts";
import { keyOf } from "../../lib/query.ts";
import { useSubmit } from "../../lib/use-submit.ts";

export type Order = { type: Side; amount: string; duration: Duration };

/** Sends an order. Sent again after no answer it keeps its key, so that it cannot open a second position. */
export function useOpenPosition(handlers: {
  onOpened: (position: Position) => void;
  onFailed: (error: Error, order: Order) => void;
}) {
  const client = useQueryClient();
  const intent = useIntent();
  const { mutate, isPending } = useSubmit({
    mutationFn: (order: Order) => call("openPosition", { body: order, idempotencyKey: intent.keyFor(order) }),
    onSettled: (_position, error) => intent.settle(error),
    onSuccess: (position) => {
      void client.invalidateQueries({ queryKey: keyOf("listPositions") });
      void refreshCurrentUser();
      handlers.onOpened(position);
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
