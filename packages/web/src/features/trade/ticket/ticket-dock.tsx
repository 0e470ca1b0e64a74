import { formatMinor } from "@veritick/domain/money.ts";
import type { Side } from "@veritick/domain/product.ts";
import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { useDesk } from "../../../api/desk/desk.ts";
import type { Guard, Order } from "../../../api/desk/desk.ts";
import { LiveText } from "../../../api/live/follow.tsx";
import { useFormat } from "../../../lib/format.ts";
import { useText, useDeskText } from "../../../locales/text.ts";
import { IconButton, LinkButton } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { CloseIcon } from "../../../ui/icons.tsx";
import { KeyboardIcon } from "../../../ui/more-icons.tsx";
import { Skeleton, Stack, VisuallyHidden } from "../../../ui/primitives.tsx";
import { Loaded } from "../../../ui/states.tsx";
import { highlightSide, useOrderPreview } from "../order-preview.ts";
import { TopUpPlace } from "../top-up-place.tsx";
import { keyList, takeKeys } from "./keys.ts";
import { QuickButton, TicketAmount, TicketDurations } from "./ticket-amount.tsx";
import { Chance, Entry, TicketEdge, TicketOutlook, WinCondition } from "./ticket-outlook.tsx";
import { OrderFailure, TicketConfirm, TicketLocked } from "./ticket-confirm.tsx";
import type { SentOrders } from "./sent-orders.ts";
import styles from "./ticket-dock.module.css";
import { readStake, steppedQuickAmount } from "./ticket.ts";
import type { TicketAction } from "./ticket.ts";
import { useTicket } from "./use-ticket.ts";

const SIDES: readonly Side[] = ["buy", "sell"];

type TicketDockProps = {
  sent: SentOrders;
  /** The choices made in the dialog, if the ticket comes from there. It then takes the focus. */
  begun: Order | undefined;
  onClose: () => void;
};

/** The ticket that a person keeps beside the chart, with both sides. One press opens a position. */
export function TicketDock({ sent, begun, onClose }: TicketDockProps) {
  const { common } = useText();
  const { trade: text } = useDeskText();
  const format = useFormat();
  const desk = useDesk();
  const guard = desk.useGuard();
  const ticket = useTicket({ sides: SIDES, sent, begun });
  const { market, terms, dispatch } = ticket;
  const { amount, duration } = ticket.ticket;
  const place = useRef<HTMLDivElement>(null);
  const [said, setSaid] = useState("");
  useOrderPreview(SIDES, terms, market);
  useDockKeys(ticket, setSaid);

  function focusOn(side: Side) {
    place.current?.querySelector<HTMLElement>(`[data-trade=${side}]`)?.focus();
  }

  const takeFocus = useEffectEvent(() => begun && focusOn(begun.type));
  useEffect(() => takeFocus(), []);

  return (
    <Card
      title={text.ticket.dock}
      aside={
        <>
          <span className={styles["price"]}>
            <VisuallyHidden>{text.price.now} </VisuallyHidden>
            <LiveText text={({ milli }) => format.price(milli / 1000)} />
          </span>
          <IconButton
            label={text.ticket.keys}
            className={styles["keysButton"]}
            onClick={() => keyList.set(true)}
          >
            <KeyboardIcon />
          </IconButton>
          <IconButton label={common.close} className={styles["closeButton"]} onClick={onClose}>
            <CloseIcon />
          </IconButton>
        </>
      }
      className={styles["dock"]}
    >
      <div className={styles["choices"]}>
        <TopUpPlace isEmpty={ticket.isEmpty} />
        {ticket.locked && (
          <Stack gap={1}>
            <TicketLocked {...ticket.locked} />
            <LinkButton onClick={ticket.forget}>{text.live.tryAgain}</LinkButton>
          </Stack>
        )}
        <TicketAmount
          amount={amount}
          balance={ticket.balance}
          error={ticket.amountError}
          limitWords={ticket.limitWords}
          isEmpty={ticket.isEmpty}
          dispatch={dispatch}
          kept={ticket.last?.amount}
          again={ticket.last && <Again last={ticket.last} dispatch={dispatch} onFilled={focusOn} />}
        />
        {market && <TicketDurations market={market} duration={duration} dispatch={dispatch} />}
        <Loaded
          query={ticket.offer}
          failed={text.ticket.termsFailed}
          loading={<Skeleton width="100%" height={200} />}
        >
          {(offer) => (
            <Stack gap={2}>
              {!ticket.isEmpty && <Entry beacon={offer.market.beacon} isLive={ticket.isLive} />}
              <TicketEdge {...offer} />
            </Stack>
          )}
        </Loaded>
      </div>
      <div ref={place} className={styles["foot"]} data-ticket>
        <VisuallyHidden role="status">{said}</VisuallyHidden>
        <TicketOutlook amount={amount} terms={terms} market={market} />
        {SIDES.map((side) => (
          <DockSide key={side} side={side} ticket={ticket} guard={guard} />
        ))}
      </div>
      {guard.notice}
    </Card>
  );
}

type AgainProps = {
  last: NonNullable<ReturnType<typeof useTicket>["last"]>;
  dispatch: (action: TicketAction) => void;
  onFilled: (side: Side) => void;
};

/** Fills in the last order and focuses its button, which the person then presses. */
function Again({ last, dispatch, onFilled }: AgainProps) {
  const text = useDeskText().trade;
  const format = useFormat();
  const { amount, duration, side } = last;
  const order = text.ticket.confirm[side](format.money(amount));
  const label = text.ticket.againLabel(order, text.minutesShort(duration));
  return (
    <QuickButton
      aria-label={label}
      data-tip={label}
      onClick={() => {
        dispatch({ type: "again", amount, duration });
        onFilled(side);
      }}
    >
      {text.ticket.again}
    </QuickButton>
  );
}

/** Sets amounts and durations by key, and announces them to people who do not see the change. */
function useDockKeys(
  { ticket, balance, dispatch }: ReturnType<typeof useTicket>,
  say: (words: string) => void,
) {
  const text = useDeskText().trade;
  const format = useFormat();
  const act = useEffectEvent((action: Parameters<Parameters<typeof takeKeys>[0]>[0]) => {
    if (action.type === "duration") {
      dispatch(action);
      return say(text.minutesShort(action.duration));
    }
    const amount = steppedQuickAmount(ticket.amount, balance, action.direction);
    dispatch({ type: "amount", amount });
    const stake = readStake(amount);
    if (stake !== undefined) say(text.amount(format.money(formatMinor(stake))));
  });
  useEffect(() => takeKeys((action) => act(action)), []);
}

type DockSideProps = { side: Side; ticket: ReturnType<typeof useTicket>; guard: Guard };

function DockSide({ side, ticket, guard }: DockSideProps) {
  const text = useDeskText().trade;
  const id = useId();
  const { terms, market, isLive } = ticket;
  const { failure, confirm } = ticket.sideOf(side);
  const { isPaused, unlessPaused } = guard;
  return (
    <div className={styles["side"]} role="group" aria-label={text.side[side]}>
      {terms && market && (
        <>
          <WinCondition id={id} side={side} terms={terms} market={market} isLive={isLive} />
          <div>
            <VisuallyHidden>{text.ticket.chance} </VisuallyHidden>
            <Chance terms={terms} side={side} />
          </div>
        </>
      )}
      <OrderFailure of={failure} />
      <TicketConfirm
        ticket={ticket}
        side={side}
        isPaused={isPaused}
        aria-describedby={id}
        data-trade={side}
        // The second press of a double click is not meant to open a second position.
        onConfirm={({ detail }) => detail < 2 && unlessPaused(confirm)}
        onPointerEnter={() => highlightSide(side)}
        onPointerLeave={({ currentTarget }) =>
          highlightSide(currentTarget.matches(":focus-visible") ? side : undefined)
        }
        onFocus={() => highlightSide(side)}
        onBlur={() => highlightSide(undefined)}
      />
    </div>
  );
}
