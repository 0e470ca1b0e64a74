import type { ReactNode } from "react";
import { Caption, Lines, Row, VisuallyHidden } from "./primitives.tsx";
import styles from "./check-list.module.css";
import { CheckIcon, CloseIcon, InfoIcon } from "./icons.tsx";
import { ClockIcon, MinusIcon } from "./more-icons.tsx";

export type CheckOutcome = "right" | "wrong" | "later" | "missing" | "note";

const SIGNS = {
  right: CheckIcon,
  wrong: CloseIcon,
  later: ClockIcon,
  missing: MinusIcon,
  note: InfoIcon,
} as const;

/**
 * The results of checks, one line each: a tick, a cross, a clock if it can be checked later, a dash if it could not be
 * checked, and an "i" for mere information.
 */
export function CheckList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Lines as="ol" aria-label={label}>
      {children}
    </Lines>
  );
}

type CheckItemProps = {
  outcome: CheckOutcome;
  /** The sign as a word, for people who do not see it. */
  spoken: string;
  words: ReactNode;
  children?: ReactNode;
};

export function CheckItem({ outcome, spoken, words, children }: CheckItemProps) {
  const Sign = SIGNS[outcome];
  return (
    <Row as="li" gap={3} align="start" nowrap data-outcome={outcome}>
      <span className={styles["sign"]}>
        <Sign size={14} />
      </span>
      <div className={styles["told"]}>
        <p className={styles["words"]}>
          <VisuallyHidden>{spoken}. </VisuallyHidden>
          {words}
        </p>
        {children && <Caption as="div">{children}</Caption>}
      </div>
    </Row>
  );
}
