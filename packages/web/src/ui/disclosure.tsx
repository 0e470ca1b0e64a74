import type { ReactNode } from "react";
import { classNames } from "./primitives.tsx";
import styles from "./disclosure.module.css";

type DisclosureProps = {
  summary: ReactNode;
  /** In a list of many, where a line of full height would tear it apart. */
  isDense?: boolean;
  className?: string | undefined;
  children: ReactNode;
};

/** What few want to see, behind a line that opens it. */
export function Disclosure({ summary, isDense = false, className, children }: DisclosureProps) {
  return (
    <details className={classNames(styles["details"], className)}>
      <summary className={classNames(styles["summary"], isDense && styles["dense"])}>{summary}</summary>
      {children}
    </details>
  );
}
