import type { ComponentProps } from "react";
import { useText } from "../../../locales/text.ts";
import styles from "./avatar-button.module.css";

/** The first two letters of the e-mail, on the button that opens the profile menu. */
export function AvatarButton({ email, ...rest }: ComponentProps<"button"> & { email: string }) {
  const { menu } = useText().common;
  const initials = email.slice(0, 2).toUpperCase();
  return (
    <button
      aria-label={`${initials}, ${menu.label}`}
      data-tip={menu.label}
      {...rest}
      type="button"
      className={styles["avatar"]}
    >
      <span aria-hidden="true">{initials}</span>
    </button>
  );
}
