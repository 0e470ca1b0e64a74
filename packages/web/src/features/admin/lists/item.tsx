import type { ComponentProps, ReactNode } from "react";
import { Link } from "wouter";
import type { Address } from "../../../lib/addresses.ts";
import styles from "./item.module.css";

type Children = { children: ReactNode };

/** Explains a page of items above its first card. */
export const Intro = ({ children }: Children) => <p className={styles["intro"]}>{children}</p>;

type ItemProps = ComponentProps<"li"> & {
  /** True if no action is possible any more. */
  isOver?: boolean;
  /** Whether the address asks for this item. */
  isLinked?: boolean;
};

/** An item of a list that says more than a row has room for: its head, then its details, then its actions. */
export function Item({ isOver = false, isLinked = false, ...rest }: ItemProps) {
  return (
    <li
      {...rest}
      tabIndex={-1}
      className={styles["item"]}
      data-over={isOver || undefined}
      data-linked={isLinked || undefined}
    />
  );
}

export const ItemHead = ({ children }: Children) => <div className={styles["head"]}>{children}</div>;

/** The end of the head's line: an amount or a button. */
export const ItemEnd = ({ children }: Children) => <div className={styles["end"]}>{children}</div>;

/** Names the subject of an item and links to it. */
export function ItemLink({ href, children }: Children & { href: Address }) {
  return (
    <Link href={href} className={styles["link"]}>
      {children}
    </Link>
  );
}

export const ItemNote = ({ children }: Children) => <p className={styles["note"]}>{children}</p>;

export const ItemActions = ({ children }: Children) => <div className={styles["actions"]}>{children}</div>;
