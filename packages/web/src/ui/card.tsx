import { createContext, useContext, useId } from "react";
import type { ComponentProps, ReactNode } from "react";
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

/** A raised surface. With a title it is a named region of the page. */
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
      {children}
    </section>
  );
}

type FactsProps = {
  /**
   * "lines": a name on the left of each line, its value on the right; "dense": the same in low lines; "columns": each name
   * above its value, in as many columns as fit; "inline": one after the other, in as few lines as fit.
   */
  look?: "lines" | "dense" | "columns" | "inline";
  className?: string | undefined;
  children: ReactNode;
};

/** The facts of one thing, each with its name. */
export function Facts({ look = "lines", className, children }: FactsProps) {
  return (
    <dl className={classNames(styles["facts"], className)} data-look={look}>
      {children}
    </dl>
  );
}

type FactProps = {
  name: ReactNode;
  /** In columns, over the whole width. */
  isWhole?: boolean;
  children: ReactNode;
};

export function Fact({ name, isWhole = false, children }: FactProps) {
  return (
    <div className={styles["fact"]} data-whole={isWhole || undefined}>
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

type FigureTableProps = ComponentProps<"table"> & {
  /** True if its cells hold words or codes, which begin on the left and wrap. */
  isOfWords?: boolean;
};

export function FigureTable({ isOfWords = false, className, ...rest }: FigureTableProps) {
  return (
    <table
      {...rest}
      data-words={isOfWords || undefined}
      className={classNames(styles["figures"], className)}
    />
  );
}
