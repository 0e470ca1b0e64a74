import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./primitives.tsx";
import styles from "./text-input.module.css";

export type TextInputProps = ComponentProps<"input"> & {
  /** Shown inside the box after the text: a unit, or a small button. */
  suffix?: ReactNode;
};

export function TextInput({ suffix, className, ...rest }: TextInputProps) {
  return (
    <span className={classNames(styles["box"], className)}>
      <input {...rest} className={styles["input"]} />
      {suffix !== undefined && <span className={styles["suffix"]}>{suffix}</span>}
    </span>
  );
}
