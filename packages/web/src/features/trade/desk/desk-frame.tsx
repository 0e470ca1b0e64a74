import { Suspense, useRef, useState } from "react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { useDesk } from "../../../api/desk/desk.ts";
import type { Desk, Order } from "../../../api/desk/desk.ts";
import { useMatches, useTitle } from "../../../lib/browser.ts";
import { useFormat } from "../../../lib/format.ts";
import { lazyPart } from "../../../lib/lazy-part.ts";
import { setKeepsTicket, useKeepsTicket } from "../../../lib/preferences.ts";
import { useText, withTextOf, useDeskText } from "../../../locales/text.ts";
import { Boundary } from "../../../ui/boundary.tsx";
import { Logo } from "../../../ui/page-header.tsx";
import { Num, VisuallyHidden } from "../../../ui/primitives.tsx";
import { ActivePositions } from "../active-positions.tsx";
import { PricePanel } from "../price-panel.tsx";
import { useSentOrders } from "../ticket/sent-orders.ts";
import { TradeButtons } from "../trade-buttons.tsx";
import styles from "./desk-frame.module.css";

const DeskTitle = lazyPart(async () => (await import("./desk-title.tsx")).DeskTitle);

const TicketDock = lazyPart(async () => (await import("../ticket/ticket-dock.tsx")).TicketDock);

const TicketKeys = lazyPart(
  async () => (await withTextOf("later", import("../ticket/ticket-keys.tsx"))).TicketKeys,
);

/** Balance and open positions are to the left of the price from this width on. The style sheet uses the same widths. */
const WIDE = "(min-width: 1024px)";
/** From this width on, a person may keep the ticket at the right of the price. */
const ROOM_FOR_DOCK = "(min-width: 1200px)";
/** The order on the screen is also the order for the keyboard and for screen readers. */
const DOCKED_ORDER = ["balance", "positions", "market", "ticket", "history"] as const;
const WIDE_ORDER = ["balance", "positions", "market", "history"] as const;
const NARROW_ORDER = ["market", "positions", "balance", "history"] as const;

type DeskGridProps = { title: string; news?: ReactNode; balance: ReactNode; history: ReactNode };

/** Lays out the parts of a desk: stacked on a phone, beside the price on wide screens, with the ticket if it is kept there. */
export function DeskGrid({ title, news, balance, history }: DeskGridProps) {
  useTitle(title);
  const isWide = useMatches(WIDE);
  const hasRoom = useMatches(ROOM_FOR_DOCK);
  const isDocked = useKeepsTicket() && hasRoom;
  const sent = useSentOrders();
  const bar = useRef<HTMLDivElement>(null);
  const [begun, setBegun] = useState<Order>();

  function keep(order: Order) {
    setBegun(order);
    setKeepsTicket(true);
  }

  function close() {
    setKeepsTicket(false);
    setBegun(undefined);
    // The buttons that open the dialog are back by then.
    requestAnimationFrame(() => bar.current?.querySelector("button")?.focus());
  }

  const parts = {
    market: (
      <div className={styles["column"]}>
        <Boundary look="none">{news}</Boundary>
        <PricePanel>
          {/* Hidden rather than removed, so that a ticket which is open while the window grows stays open. */}
          <div ref={bar} className={styles["bar"]} data-bottom-bar hidden={isDocked}>
            <Boundary>
              <TradeButtons sent={sent} onKeep={hasRoom ? keep : undefined} />
            </Boundary>
          </div>
        </PricePanel>
      </div>
    ),
    ticket: (
      <Suspense fallback={null}>
        <TicketDock sent={sent} begun={begun} onClose={close} />
      </Suspense>
    ),
    positions: <ActivePositions isBesideTicket={isDocked} />,
    balance,
    history,
  };
  return (
    <div className={styles["page"]} data-docked={isDocked || undefined}>
      <Boundary look="none">
        <Suspense fallback={null}>
          <DeskTitle page={title} />
          <TicketKeys />
        </Suspense>
      </Boundary>
      {(isDocked ? DOCKED_ORDER : isWide ? WIDE_ORDER : NARROW_ORDER).map((part) => (
        <div key={part} className={styles[part]}>
          <Boundary>{parts[part]}</Boundary>
        </div>
      ))}
    </div>
  );
}

/** Shows the start of a desk's header: the logo and, on a phone, the balance, whose card is at the bottom of the page. */
export function DeskHome({ email }: { email?: string }) {
  const { common } = useText();
  const { trade, wallet } = useDeskText();
  const format = useFormat();
  const balance = useDesk().useBalance();
  return (
    <div className={styles["who"]}>
      <Link href="/" aria-label={common.home}>
        <Logo name={common.product} />
      </Link>
      {balance !== undefined && (
        <p className={styles["headerBalance"]}>
          <VisuallyHidden>{wallet.balance} </VisuallyHidden>
          <Num>{format.money(balance)}</Num> {trade.unit}
        </p>
      )}
      {email !== undefined && <span className={styles["email"]}>{email}</span>}
    </div>
  );
}

const DESKS = [
  ["account", "/dashboard"],
  ["practice", "/practice"],
] as const;

/** Switches between the account and practice. The address keeps the choice, also after a reload. */
export function DeskSwitch({ at }: { at: Desk["kind"] }) {
  const { desk } = useDeskText().trade;
  return (
    <nav className={styles["switch"]} aria-label={desk.label}>
      {DESKS.map(([kind, href]) => (
        <Link
          key={kind}
          href={href}
          className={styles["desk"]}
          aria-current={kind === at ? "page" : undefined}
        >
          {desk[kind]}
        </Link>
      ))}
    </nav>
  );
}
