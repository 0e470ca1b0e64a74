import type { ComponentProps, ReactNode } from "react";
import { useText } from "../locales/text.ts";
import { ArrowLeftIcon } from "./icons.tsx";
import styles from "./page-header.module.css";

/** The bar at the top of every page; it stays while the page scrolls. It begins with a way past it, seen by who comes there by the keyboard. */
export function PageHeader({ start, children }: { start: ReactNode; children?: ReactNode }) {
  const { common } = useText();
  return (
    <header className={styles["header"]}>
      <a href="#content" className={styles["skip"]}>
        {common.skipToContent}
      </a>
      <div className={styles["inner"]}>
        <div className={styles["start"]}>{start}</div>
        <div className={styles["end"]}>{children}</div>
      </div>
    </header>
  );
}

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
