import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";
import styles from "./num.module.css";

/** Text whose digits all have one width, so that a changing number moves nothing around it. */
export function Num({ className, ...rest }: ComponentProps<"span">) {
  return <span {...rest} className={classNames(styles["num"], className)} />;
}

/** A time for people, with the exact instant for machines; where it is told as "2 hours ago", its tip tells it too. */
export function Time({
  className,
  isRelative = false,
  ...rest
}: ComponentProps<"time"> & { isRelative?: boolean }) {
  return (
    <time {...rest} data-exact={isRelative || undefined} className={classNames(styles["num"], className)} />
  );
}
