import type { ReactNode } from "react";
import { classNames } from "./primitives.tsx";
import styles from "./facts.module.css";

/** What is known of one thing: a name on the left of each line, its value on the right. */
export function Facts({ dense = false, children }: { dense?: boolean; children: ReactNode }) {
  return <dl className={classNames(styles["facts"], dense && styles["dense"])}>{children}</dl>;
}

export function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className={styles["fact"]}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
