import type { ComponentProps, ReactNode } from "react";
import styles from "./facts.module.css";
import { classNames } from "./primitives.tsx";

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
