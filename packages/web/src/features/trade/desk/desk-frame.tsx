import { Suspense } from "react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { useDesk } from "../../../api/desk/desk.ts";
import type { Desk } from "../../../api/desk/desk.ts";
import { useMatches, useTitle } from "../../../lib/browser.ts";
import { useFormat } from "../../../lib/format.ts";
import { lazyPart } from "../../../lib/lazy-part.ts";
import { useText, withLaterText } from "../../../locales/text.ts";
import { Logo } from "../../../ui/page-header.tsx";
import { Num, VisuallyHidden } from "../../../ui/primitives.tsx";
import { ActivePositions } from "../active-positions.tsx";
import { PricePanel } from "../price-panel.tsx";
import { TradeButtons } from "../trade-buttons.tsx";
import styles from "./desk-frame.module.css";

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

/** The start of a desk's header: the logo, and on a phone the balance below it, whose card lies below everything else. */
export function DeskHome({ children }: { children?: ReactNode }) {
  const { common, trade, wallet } = useText();
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
      {children}
    </div>
  );
}

const DESKS = [
  ["account", "/dashboard"],
  ["practice", "/practice"],
] as const;

/** Leads from the account to practice and back. The address tells where one is, also after a reload. */
export function DeskSwitch({ at }: { at: Desk["kind"] }) {
  const { desk } = useText().trade;
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
