import { parseMinor, ZERO } from "@veritick/domain/money.ts";
import type { Side } from "@veritick/domain/product.ts";
import { useReducer } from "react";
import { useCurrentUser } from "../../lib/current-user.ts";
import { useLive } from "../../lib/live/live.ts";
import { useStore } from "../../lib/live/store.ts";
import { useMarketTerms } from "../../lib/market/use-market-terms.ts";
import { useIsOnline } from "../../lib/use-is-online.ts";
import { useMaintenance } from "../../lib/use-maintenance.ts";
import { useText } from "../../locales/text.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { notify } from "../../ui/notice-store.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { RetryBanner } from "./retry-banner.tsx";
import { TicketAmount } from "./ticket-amount.tsx";
import { TicketCondition } from "./ticket-condition.tsx";
import { TicketConfirm } from "./ticket-confirm.tsx";
import { TicketDurations } from "./ticket-durations.tsx";
import { TicketLocked } from "./ticket-locked.tsx";
import { TicketPrice } from "./ticket-price.tsx";
import { isOverlong, newTicket, reduceTicket, ticketError } from "./ticket.ts";
import { useTicketSubmit } from "./use-ticket-submit.ts";
import styles from "./trade-dialog.module.css";

type TradeDialogProps = { side: Side; open: boolean; onOpenChange: (open: boolean) => void };

/** The ticket of one order: what must happen, how likely it is, what is won and what is lost. */
export function TradeDialog({ side, open, onOpenChange }: TradeDialogProps) {
  const text = useText();
  const [ticket, dispatch] = useReducer(reduceTicket, side, newTicket);
  const balanceText = useCurrentUser()?.balance;
  const balance = balanceText === undefined ? ZERO : parseMinor(balanceText);
  const { market, hasFailed, retry } = useMarketTerms();
  const { liveness } = useLive();
  const isLive = useStore(liveness, (state) => state === "live");
  const isOnline = useIsOnline();
  const isMaintenance = useMaintenance() !== null;
  const submission = useTicketSubmit(() => onOpenChange(false));

  const terms = market?.terms.find(({ duration }) => duration === ticket.duration);
  const isRetry = submission.isRetry(ticket);
  // What was sent before maintenance without an answer may be asked about.
  const isLocked = submission.locked !== undefined;
  const isReady = !isLocked && isLive && isOnline && terms !== undefined && (isRetry || !isMaintenance);
  // Sent before without an answer, it may have taken the balance already.
  const error = ticketError(ticket, isRetry ? undefined : balance);

  const isShown = ticket.wasTried || error === "balanceInsufficient" || isOverlong(ticket.amount);

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
      footer={
        <TicketConfirm
          ticket={ticket}
          isReady={isReady}
          isOnline={isOnline}
          isMaintenance={isMaintenance}
          isLocked={isLocked}
          isPending={submission.isPending}
          onConfirm={confirm}
        />
      }
    >
      <form
        className={styles["ticket"]}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!submission.isPending) confirm();
        }}
      >
        {submission.locked && <TicketLocked {...submission.locked} />}
        <TicketAmount
          amount={ticket.amount}
          balance={balance}
          error={isShown ? error : undefined}
          limitWords={submission.limitWords(ticket)}
          dispatch={dispatch}
        />
        {hasFailed && <RetryBanner onRetry={retry}>{text.trade.ticket.termsFailed}</RetryBanner>}
        {market && terms ? (
          <>
            <TicketDurations market={market} ticket={ticket} dispatch={dispatch} />
            <TicketCondition terms={terms} ticket={ticket} houseEdge={market.houseEdge} isLive={isLive} />
          </>
        ) : (
          !hasFailed && <Skeleton width="100%" height={240} />
        )}
      </form>
    </Dialog>
  );
}
