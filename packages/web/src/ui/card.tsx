import { createContext, useContext, useId } from "react";
import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./primitives.tsx";
import styles from "./card.module.css";

type CardProps = {
  title?: ReactNode;
  aside?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
};

/** The level of the titles of cards: 3 for cards that stand below a heading of level 2. */
export const CardLevel = createContext<2 | 3>(2);

/** A raised surface. With a title it is a named region of the page. */
export function Card({ title, aside, className, children }: CardProps) {
  const id = useId();
  const level = useContext(CardLevel);
  const heading = { id, className: styles["title"] };
  return (
    <section className={classNames(styles["card"], className)} aria-labelledby={title ? id : undefined}>
      {(title || aside) && (
        <header className={styles["header"]}>
          {title && (level === 2 ? <h2 {...heading}>{title}</h2> : <h3 {...heading}>{title}</h3>)}
          {aside}
        </header>
      )}
      {children}
    </section>
  );
}

/** The facts of one thing: a name on the left of each line, its value on the right. */
export function Facts({ dense = false, children }: { dense?: boolean; children: ReactNode }) {
  return <dl className={classNames(styles["facts"], dense && styles["dense"])}>{children}</dl>;
}

export function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className={styles["fact"]}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
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

export function FigureTable({ className, ...rest }: ComponentProps<"table">) {
  return <table {...rest} className={classNames(styles["figures"], className)} />;
}
