import type { ComponentProps } from "react";
import { classNames } from "./primitives.tsx";
import { ChevronDownIcon } from "./icons.tsx";
import styles from "./select-input.module.css";

/** One out of many: the browser's own list in a dress like that of the other fields. */
export function SelectInput({ className, children, ...rest }: ComponentProps<"select">) {
  return (
    <span className={classNames(styles["box"], className)}>
      <select {...rest} className={styles["select"]}>
        {children}
      </select>
      <ChevronDownIcon size={18} />
    </span>
  );
}
