import type { ComponentProps } from "react";
import { classNames } from "./primitives.tsx";
import { Spinner } from "./spinner.tsx";
import styles from "./button.module.css";

export type ButtonVariant = "primary" | "quiet" | "buy" | "sell" | "danger";

export type ButtonProps = ComponentProps<"button"> & {
  variant?: ButtonVariant;
  size?: "medium" | "large";
  /** While true the button stays focusable, shows progress and does nothing when pressed. */
  pending?: boolean;
  pendingLabel?: string;
};

export function Button({
  variant = "primary",
  size = "medium",
  pending = false,
  pendingLabel,
  className,
  children,
  onClick,
  type = "button",
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={pending ? "button" : type}
      className={classNames(buttonClass(variant, size), className)}
      aria-disabled={pending || undefined}
      data-pending={pending || undefined}
      onClick={pending ? (event) => event.preventDefault() : onClick}
    >
      {pending && <Spinner />}
      {pending && pendingLabel !== undefined ? pendingLabel : children}
    </button>
  );
}

/** The same look for a link that the router draws. */
export function buttonClass(variant: ButtonVariant, size: "medium" | "large" = "medium"): string {
  return classNames(styles["button"], styles[variant], styles[size]);
}
