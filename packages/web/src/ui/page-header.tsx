import type { ReactNode } from "react";
import styles from "./page-header.module.css";

/** The bar at the top of every page; it stays while the page scrolls. */
export function PageHeader({ start, children }: { start: ReactNode; children?: ReactNode }) {
  return (
    <header className={styles["header"]}>
      <div className={styles["inner"]}>
        <div className={styles["start"]}>{start}</div>
        <div className={styles["end"]}>{children}</div>
      </div>
    </header>
  );
}
