import type { ComponentProps } from "react";
import { classNames } from "./primitives.tsx";
import styles from "./icon-button.module.css";

type IconButtonProps = Omit<ComponentProps<"button">, "aria-label"> & { label: string };

/** A button whose only content is an icon; its label is what assistive technology reads, and its tip. */
export function IconButton({ label, className, type = "button", ...rest }: IconButtonProps) {
  return (
    <button
      data-tip={label}
      {...rest}
      type={type}
      aria-label={label}
      className={classNames(styles["button"], className)}
    />
  );
}
