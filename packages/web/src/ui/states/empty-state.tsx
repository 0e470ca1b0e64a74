import type { ReactNode } from "react";
import styles from "./empty-state.module.css";

type EmptyStateProps = { title: string; hint?: string; action?: ReactNode; role?: "status" | "alert" };

/** Says what will appear here and how to make it appear. */
export function EmptyState({ title, hint, action, role }: EmptyStateProps) {
  return (
    <div role={role} className={styles["empty"]}>
      <p className={styles["title"]}>{title}</p>
      {hint !== undefined && <p className={styles["hint"]}>{hint}</p>}
      {action}
    </div>
  );
}
