import type { Side } from "@veritick/domain/product.ts";
import { startTransition, Suspense, useEffect, useState } from "react";
import type { Order } from "../../api/desk/desk.ts";
import { useDesk } from "../../api/desk/desk.ts";
import { useLive, useStore } from "../../api/live/live.ts";
import { ignoreHeldEnter } from "../../lib/focus.ts";
import { lazyPart } from "../../lib/lazy-part.ts";
import { useDeskText } from "../../locales/text.ts";
import { Boundary } from "../../ui/boundary.tsx";
import { Button } from "../../ui/button.tsx";
import { ArrowDownIcon, ArrowUpIcon } from "../../ui/icons.tsx";
import { preloadDialog } from "../../ui/overlay/dialog.tsx";
import { Grid } from "../../ui/primitives.tsx";
import type { SentOrders } from "./ticket/sent-orders.ts";
import styles from "./trade-buttons.module.css";

/** The ticket loads after the price and the chart, but before most people need it. */
const TradeDialog = lazyPart(async () => (await import("./ticket/trade-dialog.tsx")).TradeDialog);
const PRELOAD_AFTER_MS = 1_500;

function preload() {
  void preloadDialog();
  void TradeDialog.preload();
}

type TradeButtonsProps = {
  sent: SentOrders;
  /** Moves an open ticket beside the chart. Undefined where the window has no room for it. */
  onKeep: ((order: Order) => void) | undefined;
};

/**
 * Shows Buy and Sell side by side in any width. Each opens the ticket for its side, even while the price is out of date or
 * during maintenance: their quieter look then says that nothing can be opened. During a break that the person has taken,
 * they look neutral, and a press says so.
 */
export function TradeButtons({ sent, onKeep }: TradeButtonsProps) {
  const text = useDeskText().trade;
  const { liveness } = useLive();
  const isLive = useStore(liveness, (value) => value === "live");
  const { isPaused, isMaintenance, unlessPaused, notice } = useDesk().useGuard();
  const isDim = (isMaintenance || !isLive) && !isPaused;
  // A new number makes a new ticket, so that it keeps nothing of an earlier one.
  const [shown, setShown] = useState<{ id: number; side: Side; isOpen: boolean }>();

  useEffect(() => {
    const timer = setTimeout(preload, PRELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);

  // The browser first draws the pressed button, and then the ticket, which takes a slow phone several frames.
  const open = (side: Side) =>
    unlessPaused(() =>
      startTransition(() => setShown((last) => ({ id: (last?.id ?? 0) + 1, side, isOpen: true }))),
    );
  // A late answer to an earlier ticket must not close the current one.
  const setOpen = (id: number, isOpen: boolean) =>
    setShown((current) => (current?.id === id ? { ...current, isOpen } : current));

  return (
    <>
      <Grid
        gap={3}
        columns="1fr 1fr"
        className={styles["buttons"]}
        data-dim={isDim || undefined}
        onPointerEnter={preload}
      >
        <Button
          variant={isPaused ? "quiet" : "buy"}
          size="large"
          onKeyDown={ignoreHeldEnter}
          data-trade="buy"
          onClick={() => open("buy")}
        >
          <ArrowUpIcon />
          {text.side.buy}
        </Button>
        <Button
          variant={isPaused ? "quiet" : "sell"}
          size="large"
          onKeyDown={ignoreHeldEnter}
          data-trade="sell"
          onClick={() => open("sell")}
        >
          <ArrowDownIcon />
          {text.side.sell}
        </Button>
        {notice}
      </Grid>
      {shown && (
        // Buy and Sell stay if the ticket breaks, and open a new one.
        <Boundary key={shown.id}>
          <Suspense fallback={null}>
            <TradeDialog
              side={shown.side}
              sent={sent}
              open={shown.isOpen}
              onOpenChange={(isOpen) => setOpen(shown.id, isOpen)}
              onKeep={
                onKeep &&
                ((order) => {
                  setOpen(shown.id, false);
                  onKeep(order);
                })
              }
            />
          </Suspense>
        </Boundary>
      )}
    </>
  );
}
