import type { ComponentProps } from "react";
import { classNames } from "./primitives.tsx";
import styles from "./text-area.module.css";

/** A few lines of text. It grows with what is typed where the browser can do that. */
export function TextArea({ className, ...rest }: ComponentProps<"textarea">) {
  return <textarea {...rest} className={classNames(styles["area"], className)} />;
}
