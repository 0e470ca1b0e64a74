import type { ReactNode } from "react";
import styles from "./check.module.css";

type CheckProps = { checked: boolean; onChange: (checked: boolean) => void; children: ReactNode };

/** One thing to say yes to, with a native checkbox. */
export function Check({ checked, onChange, children }: CheckProps) {
  return (
    <label className={styles["check"]}>
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      {children}
    </label>
  );
}
