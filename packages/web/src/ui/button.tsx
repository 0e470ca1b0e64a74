import type { ComponentProps, ReactNode } from "react";
import { Link } from "wouter";
import type { Address } from "../lib/addresses.ts";
import styles from "./button.module.css";
import { classNames, Spinner } from "./primitives.tsx";

export type ButtonVariant = "primary" | "quiet" | "buy" | "sell" | "danger";

/** "small" is for a choice of values beside a field. */
type ButtonSize = "small" | "medium" | "large";

type ButtonProps = ComponentProps<"button"> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** While true, the button stays focusable, shows progress and ignores presses. */
  pending?: boolean;
  pendingLabel?: string;
  /** While true, the button looks disabled and ignores presses, but keeps the focus. */
  resting?: boolean;
};

export function Button({
  variant = "primary",
  size = "medium",
  pending = false,
  pendingLabel,
  resting = false,
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
      aria-disabled={pending || resting || undefined}
      data-pending={pending || undefined}
      onClick={pending || resting ? (event) => event.preventDefault() : onClick}
    >
      {pending && <Spinner />}
      {pending && pendingLabel !== undefined ? pendingLabel : children}
    </button>
  );
}

/** Returns the class of the same look for a router's link. */
export function buttonClass(variant: ButtonVariant, size: ButtonSize = "medium"): string {
  return classNames(styles["button"], styles[variant], styles[size]);
}

type IconButtonProps = Omit<ComponentProps<"button">, "aria-label"> & { label: string };

/** A button with only an icon. Assistive technology reads its label, which is also its tip. */
export function IconButton({ label, className, type = "button", ...rest }: IconButtonProps) {
  return (
    <button
      data-tip={label}
      {...rest}
      type={type}
      aria-label={label}
      className={classNames(styles["iconButtonButton"], className)}
    />
  );
}

/** A button that looks like a link, for secondary actions. */
export function LinkButton({ className, type = "button", ...rest }: ComponentProps<"button">) {
  return <button {...rest} type={type} className={classNames(styles["link"], className)} />;
}

type TextLinkProps = {
  href: Address;
  isAccent?: boolean;
  className?: string | undefined;
  children: ReactNode;
};

/** A link within a text or a list, to another page of the app. */
export function TextLink({ isAccent = false, className, ...rest }: TextLinkProps) {
  return (
    <Link
      {...rest}
      data-accent={isAccent || undefined}
      className={classNames(styles["textLink"], className)}
    />
  );
}

/** The two buttons at the end of a question, equally wide: cancel, then the action. */
export function Choices({ children }: { children: ReactNode }) {
  return <div className={styles["choices"]}>{children}</div>;
}

/** The buttons at the end of a form or a card. On phones each has a line of its own. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className={styles["actions"]}>{children}</div>;
}

type PlainLinkProps = ComponentProps<"a"> & { href: string; isAccent?: boolean };

/** The same to a part of the page (`#part`), or to raw data, which opens beside the page. */
export function PlainLink({ isAccent = false, className, children, ...rest }: PlainLinkProps) {
  const beside = rest.href.startsWith("#") ? {} : { target: "_blank", rel: "noreferrer" };
  const look = { "data-accent": isAccent || undefined, className: classNames(styles["textLink"], className) };
  return (
    <a {...beside} {...rest} {...look}>
      {children}
    </a>
  );
}
