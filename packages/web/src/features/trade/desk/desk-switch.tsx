import { Link } from "wouter";
import type { Desk } from "../../../api/desk/desk.ts";
import { useText } from "../../../locales/text.ts";
import styles from "./desk-switch.module.css";

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
