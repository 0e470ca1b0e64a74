import { formatMinor, parseMinor, ZERO } from "@veritick/domain/money.ts";
import { MIN_STAKE } from "@veritick/domain/product.ts";
import type { Side } from "@veritick/domain/product.ts";
import { Suspense, useEffect, useReducer, useState } from "react";
import { useDesk } from "../../../api/desk/desk.ts";
import { LiveText } from "../../../api/live/follow.tsx";
import { useLive, useStore } from "../../../api/live/live.ts";
import { useGet } from "../../../api/query.ts";
import { useFormat } from "../../../lib/format.ts";
import { useIsOnline } from "../../../lib/browser.ts";
import { ignoreHeldEnter } from "../../../lib/focus.ts";
import { useText } from "../../../locales/text.ts";
import { Banner, Failure } from "../../../ui/states/banner.tsx";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { ArrowDownIcon, ArrowUpIcon } from "../../../ui/icons.tsx";
import { Skeleton } from "../../../ui/states/loading.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { Stack } from "../../../ui/primitives.tsx";
import { LoadFailed } from "../../../ui/states/placeholders.tsx";
import { LimitsLink } from "../../account/public.ts";
import { ConnectionState } from "../connection-state.tsx";
import { TicketAmount, TicketDurations } from "./ticket-amount.tsx";
import { TicketCondition } from "./ticket-condition.tsx";
import { TicketOutlook } from "./ticket-outlook.tsx";
import { lastOrder } from "./last-order.ts";
import { isOverlong, newTicket, readStake, reduceTicket, ticketError } from "./ticket.ts";
import type { Ticket } from "./ticket.ts";
import styles from "./trade-dialog.module.css";
import { useEntryTerms } from "./use-entry-terms.ts";
import { useTicketSubmit } from "./use-ticket-submit.ts";

type TradeDialogProps = { side: Side; open: boolean; onOpenChange: (open: boolean) => void };

/** The ticket of one order: what must happen, how likely it is, what is won and what is lost. */
export function TradeDialog({ side, open, onOpenChange }: TradeDialogProps) {
  const text = useText();
  const desk = useDesk();
  const balanceText = desk.useBalance();
  const balance = balanceText === undefined ? ZERO : parseMinor(balanceText);
  const [ticket, dispatch] = useReducer(reduceTicket, side, () =>
    newTicket(side, lastOrder(desk.kind, balance)),
  );
  const { market, hasFailed, retry } = useEntryTerms();
  const { liveness } = useLive();
  const isLive = useStore(liveness, (state) => state === "live");
  const isHeld = useStore(liveness, (state) => state === "held");
  const isOnline = useIsOnline();
  const { isMaintenance } = desk.useGuard();
  const submission = useTicketSubmit(() => onOpenChange(false));

  const terms = market?.terms.find(({ duration }) => duration === ticket.duration);
  const isRetry = submission.isRetry(ticket);
  // What was sent before maintenance without an answer may be asked about.
  const isLocked = submission.locked !== undefined;
  const isReady = !isLocked && isLive && isOnline && terms !== undefined && (isRetry || !isMaintenance);
  // Sent before without an answer, it may have taken the balance already.
  const error = ticketError(ticket, isRetry ? undefined : balance);

  const isShown = ticket.wasTried || error === "balanceInsufficient" || isOverlong(ticket.amount);

  const isEmpty = balanceText !== undefined && balance < MIN_STAKE;

  function confirm() {
    dispatch({ type: "tried" });
    if (error !== undefined) {
      notify({
        title:
          error === "balanceInsufficient" ? text.trade.ticket.balanceInsufficientTitle : text.common.error,
        body: text.trade.ticket[error],
        tone: "destructive",
      });
      return;
    }
    if (isReady) submission.submit(ticket);
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={text.trade.ticket.title[side]}
      description={<TicketPrice />}
      keepsFoot
      footer={
        <>
          <Failure words={submission.isPending ? undefined : submission.failureWords(ticket)} />
          <div className={styles["foot"]}>
            <TicketOutlook ticket={ticket} terms={terms} market={market} />
            <TicketConfirm
              ticket={ticket}
              isReady={isReady}
              isOnline={isOnline}
              isHeld={isHeld}
              isMaintenance={isMaintenance}
              isLocked={isLocked}
              isPending={submission.isPending}
              onConfirm={confirm}
            />
          </div>
        </>
      }
    >
      {isEmpty && !isRetry && (
        <Suspense fallback={null}>
          <desk.TopUp />
        </Suspense>
      )}
      <Stack
        as="form"
        gap={4}
        noValidate
        onKeyDown={ignoreHeldEnter}
        onSubmit={(event) => {
          event.preventDefault();
          if (!submission.isPending) confirm();
        }}
      >
        {submission.locked && <TicketLocked {...submission.locked} />}
        <div className={styles["columns"]}>
          <Stack gap={4}>
            <TicketAmount
              amount={ticket.amount}
              balance={balance}
              error={isShown ? error : undefined}
              limitWords={submission.limitWords(ticket)}
              dispatch={dispatch}
            />
            {market && <TicketDurations market={market} ticket={ticket} dispatch={dispatch} />}
          </Stack>
          {hasFailed && <LoadFailed {...text.trade.ticket.termsFailed} onRetry={retry} />}
          {market && terms ? (
            <TicketCondition terms={terms} ticket={ticket} market={market} isLive={isLive} />
          ) : (
            !hasFailed && <Skeleton width="100%" height={240} />
          )}
        </div>
      </Stack>
    </Dialog>
  );
}

type TicketConfirmProps = {
  ticket: Ticket;
  isReady: boolean;
  isOnline: boolean;
  isHeld: boolean;
  isMaintenance: boolean;
  isLocked: boolean;
  isPending: boolean;
  onConfirm: () => void;
};

/** Says what pressing it does; locked, offline, in maintenance and without a live price it says why it cannot be pressed. */
export function TicketConfirm(props: TicketConfirmProps) {
  const { ticket, isReady, isOnline, isHeld, isMaintenance, isLocked, isPending, onConfirm } = props;
  const text = useText().trade.ticket;
  const format = useFormat();
  const isLong = useIsLong(isPending);
  const { side } = ticket;
  const stake = readStake(ticket.amount);
  const words =
    stake === undefined ? text.confirmPlain[side] : text.confirm[side](format.money(formatMinor(stake)));
  return (
    <Button
      variant={isReady || isPending ? side : "quiet"}
      size="large"
      disabled={!isReady && !isPending}
      pending={isPending}
      pendingLabel={isLong ? text.confirmingLonger : text.confirming}
      onKeyDown={ignoreHeldEnter}
      onClick={onConfirm}
    >
      {isReady ? (
        <>
          {side === "buy" ? <ArrowUpIcon /> : <ArrowDownIcon />}
          {words}
        </>
      ) : isLocked ? (
        text.confirmLocked
      ) : !isOnline ? (
        text.confirmOffline
      ) : isMaintenance ? (
        text.confirmMaintenance
      ) : isHeld ? (
        text.confirmHeld
      ) : (
        text.confirmWaiting
      )}
    </Button>
  );
}

/** An order that is not answered by then waits for the block of the next round. */
const LONG_MS = 600;

function useIsLong(isPending: boolean): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!isPending) return;
    const timer = setTimeout(() => setLong(true), LONG_MS);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [isPending]);
  return isLong;
}

type TicketLockedProps = {
  words: string;
  /** True where the person has paused it themselves. */
  isOwn: boolean;
};

/**
 * Says that this account cannot open positions, and leads to whom to ask where the installation names somebody, or to the
 * limits where the person has set them.
 */
export function TicketLocked({ words, isOwn }: TicketLockedProps) {
  const { support } = useText().common;
  const address = useGet("settings").data?.supportChatUrl ?? null;
  return (
    <Banner
      tone="warn"
      live
      action={
        !isOwn &&
        address !== null && (
          <a href={address} target="_blank" rel="noreferrer" className={buttonClass("quiet")}>
            {support.label}
          </a>
        )
      }
    >
      {words}{" "}
      {isOwn && (
        <Suspense fallback={null}>
          <LimitsLink />
        </Suspense>
      )}
    </Banner>
  );
}

/** The price now, in the head of the ticket, where it stays in view. */
export function TicketPrice() {
  const text = useText().trade.price;
  const format = useFormat();
  return (
    <span className={styles["price"]}>
      {text.now}
      <LiveText className={styles["priceNumber"]} text={({ milli }) => format.price(milli / 1000)} />
      <ConnectionState />
    </span>
  );
}
