import { useId } from "react";
import type { ReactNode } from "react";
import { classNames } from "./primitives.tsx";
import styles from "./card.module.css";

type CardProps = {
  title?: ReactNode;
  aside?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
};

/** A raised surface. With a title it is a named region of the page. */
export function Card({ title, aside, className, children }: CardProps) {
  const id = useId();
  return (
    <section className={classNames(styles["card"], className)} aria-labelledby={title ? id : undefined}>
      {(title || aside) && (
        <header className={styles["header"]}>
          {title && (
            <h2 id={id} className={styles["title"]}>
              {title}
            </h2>
          )}
          {aside}
        </header>
      )}
      {children}
    </section>
  );
}
