import { Suspense } from "react";
import type { ReactNode } from "react";
import { useMatches, useTitle } from "../../../lib/browser.ts";
import { lazyPart } from "../../../lib/lazy-part.ts";
import { withLaterText } from "../../../locales/text.ts";
import { ActivePositions } from "../active-positions.tsx";
import styles from "../dashboard-page.module.css";
import { PricePanel } from "../price-panel.tsx";
import { TradeButtons } from "../trade-buttons.tsx";

const DeskTitle = lazyPart(async () => ({ default: (await import("./desk-title.tsx")).DeskTitle }));

const TicketDock = lazyPart(async () => ({
  default: (await import("../ticket/ticket-dock.tsx")).TicketDock,
}));

const TicketKeys = lazyPart(async () => ({
  default: (await withLaterText(import("../ticket/ticket-keys.tsx"))).TicketKeys,
}));

/** Where the balance and the open positions stand to the left of the price; the style sheet breaks at the same widths. */
const WIDE = "(min-width: 1024px)";
/** Where the ticket stands to the right of it besides. */
const DOCKED = "(min-width: 1200px)";
/** What comes first for the eye comes first for the keyboard, and for a screen reader. */
const DOCKED_ORDER = ["balance", "positions", "market", "ticket", "history"] as const;
const WIDE_ORDER = ["balance", "positions", "market", "history"] as const;
const NARROW_ORDER = ["market", "positions", "balance", "history"] as const;

type DeskGridProps = { title: string; news?: ReactNode; balance: ReactNode; history: ReactNode };

/** The parts of a desk, on a phone one below the other, on wide screens beside the price, the ticket among them. */
export function DeskGrid({ title, news, balance, history }: DeskGridProps) {
  useTitle(title);
  const isWide = useMatches(WIDE);
  const isDocked = useMatches(DOCKED);
  const parts = {
    market: (
      <div className={styles["column"]}>
        {news}
        <PricePanel />
        {/* A ticket that is open as the window grows stays open. */}
        <div className={styles["bar"]} data-bottom-bar hidden={isDocked}>
          <TradeButtons />
        </div>
      </div>
    ),
    ticket: (
      <Suspense fallback={null}>
        <TicketDock />
      </Suspense>
    ),
    positions: <ActivePositions isBesideTicket={isDocked} />,
    balance,
    history,
  };
  return (
    <div className={styles["page"]}>
      <Suspense fallback={null}>
        <DeskTitle page={title} />
        <TicketKeys />
      </Suspense>
      {(isDocked ? DOCKED_ORDER : isWide ? WIDE_ORDER : NARROW_ORDER).map((part) => (
        <div key={part} className={styles[part]}>
          {parts[part]}
        </div>
      ))}
    </div>
  );
}
