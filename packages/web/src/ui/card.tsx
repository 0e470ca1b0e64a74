import { createContext, useContext, useId } from "react";
import type { ReactNode } from "react";
import { Boundary } from "./boundary.tsx";
import { classNames } from "./primitives.tsx";
import styles from "./card.module.css";

type CardProps = {
  title?: ReactNode;
  aside?: ReactNode;
  /** The name of the region, if it has no title. */
  label?: string;
  className?: string | undefined;
  children: ReactNode;
};

/** The level of the titles of cards: 3 for cards that stand below a heading of level 2. */
export const CardLevel = createContext<2 | 3>(2);

/** A raised surface. With a title it is a named region of the page. A fault in its content stays in it. */
export function Card({ title, aside, label, className, children }: CardProps) {
  const id = useId();
  const level = useContext(CardLevel);
  const heading = { id, className: styles["title"] };
  return (
    <section
      className={classNames(styles["card"], className)}
      aria-labelledby={title ? id : undefined}
      aria-label={label}
    >
      {(title || aside) && (
        <header className={styles["header"]}>
          {title && (level === 2 ? <h2 {...heading}>{title}</h2> : <h3 {...heading}>{title}</h3>)}
          {aside}
        </header>
      )}
      <Boundary>{children}</Boundary>
    </section>
  );
}

type DisclosureProps = {
  summary: ReactNode;
  /** True in a long list, which a line of full height would disrupt. */
  isDense?: boolean;
  className?: string | undefined;
  children: ReactNode;
};

/** Content that few people need, behind a line that opens it. */
export function Disclosure({ summary, isDense = false, className, children }: DisclosureProps) {
  return (
    <details className={className}>
      <Summary className={isDense ? styles["short"] : undefined}>{summary}</Summary>
      {children}
    </details>
  );
}

export function Summary({ className, children }: Pick<DisclosureProps, "className" | "children">) {
  return <summary className={classNames(styles["summary"], className)}>{children}</summary>;
}
