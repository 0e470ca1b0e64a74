import type { Side } from "@veritick/domain/product.ts";
import { useLayoutEffect, useState } from "react";
import type { MouseEvent } from "react";
import { LiveText } from "../../../api/live/follow.tsx";
import type { Order } from "../../../api/desk/desk.ts";
import { useFormat } from "../../../lib/format.ts";
import { useDeskText } from "../../../locales/text.ts";
import { LinkButton } from "../../../ui/button.tsx";
import { Loaded } from "../../../ui/states.tsx";
import { Skeleton, Stack } from "../../../ui/primitives.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { useOrderPreview } from "../order-preview.ts";
import { ConnectionState } from "../price-panel.tsx";
import { TopUpPlace } from "../top-up-place.tsx";
import type { SentOrders } from "./sent-orders.ts";
import { TicketAmount, TicketDurations } from "./ticket-amount.tsx";
import { TicketCondition, TicketOutlook } from "./ticket-outlook.tsx";
import { OrderFailure, TicketConfirm, TicketLocked } from "./ticket-confirm.tsx";
import styles from "./trade-dialog.module.css";
import { useTicket } from "./use-ticket.ts";

type TradeDialogProps = {
  side: Side;
  sent: SentOrders;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Moves the ticket beside the chart. Undefined where the window has no room for it. */
  onKeep: ((order: Order) => void) | undefined;
};

const ONLY: Readonly<Record<Side, readonly Side[]>> = { buy: ["buy"], sell: ["sell"] };

/** For how long at first only a mouse can confirm. Not every device counts the presses of a double press. */
const FAST_MS = 400;

/** The ticket of one order: the condition, the chance, the gain and the loss. */
export function TradeDialog({ side, sent, open, onOpenChange, onKeep }: TradeDialogProps) {
  const text = useDeskText().trade.ticket;
  const ticket = useTicket({ sides: ONLY[side], sent, onOpened: () => onOpenChange(false) });
  const { market, terms } = ticket;
  const { amount, duration } = ticket.ticket;
  const { isPending, failure, confirm } = ticket.sideOf(side);
  useOrderPreview(ONLY[side], terms, market, open);
  useChartInView(open);
  const [openedAtMs] = useState(() => performance.now());

  /** Ignores the second press of a double press on Buy or Sell: on a phone, it hits the button that confirms. */
  function press({ detail, timeStamp, nativeEvent }: MouseEvent) {
    const isMouse = nativeEvent instanceof PointerEvent && nativeEvent.pointerType === "mouse";
    const isCounted = isMouse || timeStamp - openedAtMs >= FAST_MS;
    if (detail < (isCounted ? 2 : 1)) confirm();
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={text.title[side]}
      description={<TicketPrice />}
      aside={
        onKeep && (
          <LinkButton className={styles["keep"]} onClick={() => onKeep({ type: side, amount, duration })}>
            {text.keep}
          </LinkButton>
        )
      }
      keepsFoot
      footer={
        <>
          <OrderFailure of={failure} />
          <div className={styles["foot"]}>
            <TicketOutlook amount={amount} side={side} terms={terms} market={market} />
            <TicketConfirm ticket={ticket} side={side} onConfirm={press} />
          </div>
        </>
      }
    >
      <TopUpPlace isEmpty={ticket.isEmpty} />
      <Stack
        as="form"
        gap={4}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPending) confirm();
        }}
      >
        {ticket.locked && <TicketLocked {...ticket.locked} />}
        <div className={styles["columns"]}>
          <Stack gap={4}>
            <TicketAmount
              amount={amount}
              balance={ticket.balance}
              error={ticket.amountError}
              limitWords={ticket.limitWords}
              isEmpty={ticket.isEmpty}
              dispatch={ticket.dispatch}
            />
            {market && <TicketDurations market={market} duration={duration} dispatch={ticket.dispatch} />}
          </Stack>
          <Loaded
            query={ticket.offer}
            failed={text.termsFailed}
            loading={<Skeleton width="100%" height={240} />}
          >
            {(offer) => <TicketCondition side={side} {...offer} isLive={ticket.isLive} />}
          </Loaded>
        </div>
      </Stack>
    </Dialog>
  );
}

/** Scrolls the chart into view beside or above the open ticket. On closing, the page scrolls back. */
function useChartInView(isOpen: boolean) {
  useLayoutEffect(() => {
    if (!isOpen) return;
    const top = scrollY;
    const { pathname } = location;
    const show = () =>
      document
        .querySelector("[data-plot]")
        ?.scrollIntoView({ block: matchMedia("(min-width: 1024px)").matches ? "nearest" : "start" });
    show();
    addEventListener("resize", show);
    return () => {
      removeEventListener("resize", show);
      // If a link in the ticket led to another page, that page stays at its top.
      if (location.pathname === pathname) scrollTo(0, top);
    };
  }, [isOpen]);
}

/** Shows the current price in the head of the ticket, where it stays in view. */
function TicketPrice() {
  const text = useDeskText().trade.price;
  const format = useFormat();
  return (
    <span className={styles["price"]}>
      {text.now}
      <LiveText className={styles["priceNumber"]} text={({ milli }) => format.price(milli / 1000)} />
      <ConnectionState />
    </span>
  );
}
