import type { ComponentProps } from "react";
import styles from "./back-link.module.css";
import { ArrowLeftIcon } from "./icons.tsx";

type BackLinkProps = Omit<ComponentProps<"a">, "aria-label"> & { label: string };

/** The way back at the start of a page's header; the router gives it its address. */
export function BackLink({ label, children, ...rest }: BackLinkProps) {
  return (
    <a {...rest} aria-label={label} className={styles["back"]}>
      <ArrowLeftIcon />
      <span>{children}</span>
    </a>
  );
}
