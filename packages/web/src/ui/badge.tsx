import type { ReactNode } from "react";
import { classNames } from "./primitives.tsx";
import { ArrowDownIcon, ArrowUpIcon } from "./icons.tsx";
import type { TermName } from "./overlay/term.tsx";
import styles from "./badge.module.css";

export type BadgeTone = "buy" | "sell" | "good" | "bad" | "neutral" | "warn";

type BadgeProps = {
  tone: BadgeTone;
  /** What explains it to a pointer that rests on it. */
  term?: TermName | undefined;
  children: ReactNode;
};

/** A short status in words. Buy and sell carry an arrow, so that colour is never the only sign. */
export function Badge({ tone, term, children }: BadgeProps) {
  return (
    <span className={classNames(styles["badge"], styles[tone])} data-term={term}>
      {tone === "buy" && <ArrowUpIcon size={12} />}
      {tone === "sell" && <ArrowDownIcon size={12} />}
      {children}
    </span>
  );
}
