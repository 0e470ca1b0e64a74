import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { Link } from "wouter";
import { call } from "../../../api/client.ts";
import { refreshCurrentUser, useCurrentUser } from "../../../api/current-user.ts";
import type { Desk } from "../../../api/desk/desk.ts";
import type { WaitingOrder } from "../../../api/desk/practice-book.ts";
import { getOptions, keyOf, queryClient, useMaintenance } from "../../../api/query.ts";
import { useDeskText } from "../../../locales/text.ts";
import { Button, buttonClass, Choices } from "../../../ui/button.tsx";
import { Stack } from "../../../ui/primitives.tsx";
import { Banner } from "../../../ui/states.tsx";
import { useUnlessPaused } from "../../account/public.ts";
import { DepositDialog } from "../../money/public.ts";

const POLL_MS = 2_000;
const PAGE = 100;
const NONE: readonly WaitingOrder[] = [];

/** Returns the person's positions. Polls them, if asked to, in addition to the pushes. Each poller has its own timer. */
const usePositions = (isPolling = false) =>
  useQuery({ ...getOptions("listPositions"), refetchInterval: isPolling && POLL_MS });

export const accountDesk: Desk = {
  kind: "account",
  useBalance: () => useCurrentUser()?.balance,
  usePositions,
  useWaiting: () => NONE,
  useGuard: () => ({ ...useUnlessPaused(), isMaintenance: useMaintenance() !== null }),
  async order(order, { notAfterTick, ...sending }) {
    const position = await call("openPosition", { body: { ...order, notAfterTick }, ...sending });
    void queryClient.invalidateQueries({ queryKey: keyOf("listPositions") });
    void refreshCurrentUser();
    return position;
  },
  async sell({ id, minProceeds }, { notAfterTick, ...sending }) {
    try {
      const body = { minProceeds, notAfterTick };
      const sold = await call("sellPosition", { params: { id }, body, ...sending });
      void refreshCurrentUser();
      return sold;
    } finally {
      // After a refusal the list is fetched too, because the position may have been decided meanwhile.
      void queryClient.invalidateQueries({ queryKey: keyOf("listPositions") });
    }
  },
  fetchBefore: (before, filter) => call("listPositions", { query: { ...filter, before, limit: PAGE } }),
  TopUp: AccountTopUp,
  pathOf: ({ id }) => `/positions/${id}`,
};

const NEXT = "[data-ticket] [data-trade], [data-bottom-bar]:not([hidden]) [data-trade]";

/** Says that the balance is empty, and leads to the two next steps: a deposit, in a dialog over the ticket, and practice. */
function AccountTopUp({ isEmpty }: { isEmpty: boolean }) {
  const { trade, wallet } = useDeskText();
  const [isOpen, setOpen] = useState<boolean>();
  const { unlessPaused, notice } = useUnlessPaused();

  function change(next: boolean) {
    setOpen(next);
    // The button that opened the dialog goes once the balance is no longer empty. The focus goes to the ticket instead.
    if (!next && !isEmpty) requestAnimationFrame(() => document.querySelector<HTMLElement>(NEXT)?.focus());
  }

  return (
    <>
      {(isEmpty || isOpen === true) && (
        <Banner tone="info">
          <Stack gap={3}>
            <p>{trade.ticket.emptyBalance}</p>
            <Choices>
              <Button variant="quiet" onClick={() => unlessPaused(() => setOpen(true))}>
                {wallet.deposit}
              </Button>
              <Link href="/practice" className={buttonClass("quiet")}>
                {trade.ticket.practise}
              </Link>
            </Choices>
          </Stack>
        </Banner>
      )}
      {notice}
      {isOpen !== undefined && (
        <Suspense fallback={null}>
          <DepositDialog open={isOpen} onOpenChange={change} />
        </Suspense>
      )}
    </>
  );
}
