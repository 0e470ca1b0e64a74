import type { ComponentProps } from "react";
import { classNames } from "./primitives.tsx";
import styles from "./link-button.module.css";

/** A button that reads like a link, for the smaller ways beside the main one. */
export function LinkButton({ className, type = "button", ...rest }: ComponentProps<"button">) {
  return <button {...rest} type={type} className={classNames(styles["link"], className)} />;
}
