import type { ReactNode } from "react";
import styles from "./choices.module.css";

/** The two buttons at the end of a question, equally wide: the way back, then the deed. */
export function Choices({ children }: { children: ReactNode }) {
  return <div className={styles["choices"]}>{children}</div>;
}
