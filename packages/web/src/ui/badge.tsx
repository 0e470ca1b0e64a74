import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { ArrowDownIcon, ArrowUpIcon } from "./icons.tsx";
import styles from "./badge.module.css";

export type BadgeTone = "buy" | "sell" | "good" | "bad" | "neutral" | "warn";

/** A short status in words. Buy and sell carry an arrow, so that colour is never the only sign. */
export function Badge({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
  return (
    <span className={classNames(styles["badge"], styles[tone])}>
      {tone === "buy" && <ArrowUpIcon size={12} />}
      {tone === "sell" && <ArrowDownIcon size={12} />}
      {children}
    </span>
  );
}
