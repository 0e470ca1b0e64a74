import { formatMinor } from "@veritick/domain/money.ts";
import { useFormat } from "../../lib/format.ts";
import { useText } from "../../locales/text.ts";
import { Button } from "../../ui/button.tsx";
import { ArrowDownIcon, ArrowUpIcon } from "../../ui/icons.tsx";
import { readStake } from "./ticket.ts";
import type { Ticket } from "./ticket.ts";

type TicketConfirmProps = {
  ticket: Ticket;
  isReady: boolean;
  isOnline: boolean;
  isMaintenance: boolean;
  isLocked: boolean;
  isPending: boolean;
  onConfirm: () => void;
};

/** Says what pressing it does; locked, offline, in maintenance and without a live price it says why it cannot be pressed. */
export function TicketConfirm(props: TicketConfirmProps) {
  const { ticket, isReady, isOnline, isMaintenance, isLocked, isPending, onConfirm } = props;
  const text = useText().trade.ticket;
  const format = useFormat();
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
      pendingLabel={text.confirming}
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
      ) : (
        text.confirmWaiting
      )}
    </Button>
  );
}
