import type { ReactNode } from "react";
import { Link } from "wouter";
import { useDesk } from "../../../api/desk/desk.ts";
import type { Desk } from "../../../api/desk/desk.ts";
import { useFormat } from "../../../lib/format.ts";
import { useText } from "../../../locales/text.ts";
import { Logo } from "../../../ui/page-header.tsx";
import { Num, VisuallyHidden } from "../../../ui/primitives.tsx";
import styles from "./desk-header.module.css";

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
