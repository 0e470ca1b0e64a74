import { formatMinor } from "@veritick/domain/money.ts";
import type { Side } from "@veritick/domain/product.ts";
import { Suspense, useEffect, useState } from "react";
import type { ComponentProps, MouseEvent } from "react";
import { useGet } from "../../../api/query.ts";
import { useFormat } from "../../../lib/format.ts";
import { ignoreHeldEnter } from "../../../lib/focus.ts";
import { useText, useDeskText } from "../../../locales/text.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { ArrowDownIcon, ArrowUpIcon } from "../../../ui/icons.tsx";
import { Banner, Failure } from "../../../ui/states.tsx";
import { LimitsLink } from "../../account/public.ts";
import { readStake } from "./ticket.ts";
import type { useTicket } from "./use-ticket.ts";

type TicketConfirmProps = Omit<ComponentProps<"button">, "onClick"> & {
  ticket: ReturnType<typeof useTicket>;
  side: Side;
  /** True during a break that the person has taken. Pressing the button then says until when. */
  isPaused?: boolean;
  onConfirm: (event: MouseEvent) => void;
};

/** Names the order on the button that confirms it; if disabled, says why: locked, offline, an order without an answer, maintenance, no live price. */
export function TicketConfirm({ ticket, side, isPaused = false, onConfirm, ...rest }: TicketConfirmProps) {
  const { isOnline, isHeld, isMaintenance, locked } = ticket;
  const { isReady, isPending, isAsked } = ticket.sideOf(side);
  const isOpen = isReady || isPaused;
  const text = useDeskText().trade.ticket;
  const format = useFormat();
  const isLong = useIsLong(isPending);
  const stake = readStake(ticket.ticket.amount);
  const words =
    stake === undefined ? text.confirmPlain[side] : text.confirm[side](format.money(formatMinor(stake)));
  return (
    <Button
      {...rest}
      variant={(isReady || isPending) && !isPaused ? side : "quiet"}
      size="large"
      // Prices stop and go on by themselves, and whoever is about to confirm must not lose the place.
      resting={!isOpen && !isPending}
      pending={isPending}
      pendingLabel={isLong ? text.confirmingLonger : text.confirming}
      onKeyDown={ignoreHeldEnter}
      onClick={onConfirm}
    >
      {isOpen ? (
        <>
          {side === "buy" ? <ArrowUpIcon /> : <ArrowDownIcon />}
          {words}
        </>
      ) : locked !== undefined ? (
        text.confirmLocked
      ) : !isOnline ? (
        text.confirmOffline
      ) : isAsked ? (
        text.confirmAsked
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

/** An order without an answer by then waits for the block of the next round. */
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

/** Says how an order ended that was not opened at once, as far as that is known. Only a refusal is bad news. */
export function OrderFailure({ of }: { of: ReturnType<ReturnType<typeof useTicket>["sideOf"]>["failure"] }) {
  if (of?.isBad !== false) return <Failure words={of?.words} />;
  return (
    <Banner tone="info" live>
      {of.words}
    </Banner>
  );
}

type TicketLockedProps = {
  words: string;
  /** True if the person paused trading themselves. */
  isOwn: boolean;
};

/**
 * Says that this account cannot open positions. It links to the person's own limits if those are the reason, else to
 * support, if the installation names an address.
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
