import type { ReactNode } from "react";
import { classNames } from "../../ui/class-names.ts";
import styles from "./scroll-list.module.css";

type ScrollListProps = {
  label: string;
  columns: "deposits" | "withdrawals" | "users";
  isBusy?: boolean;
  /** Below the rows, inside what scrolls. */
  foot?: ReactNode;
  children: ReactNode;
};

/**
 * A list that scrolls in a place of its own. Its rows are grids on the columns that it sets, so that they line up
 * whatever is in them.
 */
export function ScrollList({ label, columns, isBusy = false, foot, children }: ScrollListProps) {
  return (
    // What scrolls must be reachable for those who scroll with keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles["scroll"]} role="group" aria-label={label} aria-busy={isBusy} tabIndex={0}>
      <ul className={classNames(styles["rows"], styles[columns])}>{children}</ul>
      {foot && <div className={styles["foot"]}>{foot}</div>}
    </div>
  );
}
