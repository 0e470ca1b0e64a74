import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";
import styles from "./num.module.css";

/** Text whose digits all have one width, so that a changing number moves nothing around it. */
export function Num({ className, ...rest }: ComponentProps<"span">) {
  return <span {...rest} className={classNames(styles["num"], className)} />;
}

/** A time for people, with the exact instant for machines. */
export function Time({ className, ...rest }: ComponentProps<"time">) {
  return <time {...rest} className={classNames(styles["num"], className)} />;
}
