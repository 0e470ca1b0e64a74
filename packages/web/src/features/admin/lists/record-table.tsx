import { createContext, memo, useContext, useEffect, useId, useState } from "react";
import type { ComponentProps, CSSProperties, ReactNode, RefObject } from "react";
import { Link } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import type { Address } from "../../../lib/addresses.ts";
import { useKeptFocus } from "../../../lib/focus.ts";
import { useTextOf } from "../../../locales/text.ts";
import { TextLink } from "../../../ui/button.tsx";
import { ChevronRightIcon } from "../../../ui/more-icons.tsx";
import { Caption } from "../../../ui/primitives.tsx";
import type { SteadyRow } from "./pages.ts";
import type { Together } from "./selection.tsx";
import styles from "./record-table.module.css";
import { UserHistory } from "./user-facts.tsx";

/** What a cell knows of its row. */
export type Cell<T> = SteadyRow<T> & {
  /** True if no action is possible any more. */
  readonly isOver: boolean;
  /** What is open below the row: the user's history, a form. */
  readonly opened: string | undefined;
  readonly setOpened: (what: string | undefined) => void;
  /** The id of the place below the row. */
  readonly below: string;
};

export type Column<T> = {
  readonly Cell: (cell: Cell<T>) => ReactNode;
  /** A track of a CSS grid, for lists that have room for all columns. */
  readonly width: string;
  /** At the right end: a figure, a state, buttons. */
  readonly isEnd?: true;
  /** On a phone: a line of its own, buttons that share one, or nothing. In a list of middle width, rows have two lines. */
  readonly phone?: "line" | "buttons" | "nothing";
  /** False if only a list with room for all columns shows it. */
  readonly isAlways?: false;
};

/** How a list shows its items. */
export type RecordTable<T> = {
  readonly columns: readonly Column<T>[];
  /** The width of the list from which there is room for all columns: 640, 768 or 960 px. */
  readonly from?: "medium" | "large" | "wide";
  readonly isOver?: (item: T) => boolean;
  /** False if the row needs notice although it is over. */
  readonly isQuiet?: (item: T) => boolean;
  /** The page that the whole row leads to. */
  readonly hrefOf?: (item: T) => Address;
  /** The user whose history opens below the row; null if it concerns no account. */
  readonly userOf?: (item: T) => string | null;
  /** Further facts below the row, or what `opened` asks for. */
  readonly Below?: (cell: Cell<T>) => ReactNode;
  /** What can be done with several rows together, in lists that let people select rows. */
  readonly together?: Together<T>;
  /** True if the first lines of a row's cells share a baseline, rather than the cells their middle. */
  readonly isTop?: true;
};

type RowsProps<T> = Pick<ComponentProps<"ul">, "aria-label"> & {
  table: RecordTable<T>;
  rows: readonly SteadyRow<T>[];
  /** The id of the row that the address asks for. */
  linkedId?: string | undefined;
};

/** The rows of any list: grids on the columns of their list, so that they line up whatever they hold. */
export function Rows<T extends { readonly id: string }>({ table, rows, linkedId, ...rest }: RowsProps<T>) {
  const { columns, from, isTop } = table;
  const tracks = columns.map(({ width }) => width).join(" ");
  return (
    <div className={styles["frame"]}>
      <ul
        {...rest}
        className={styles["rows"]}
        data-from={from}
        data-top={isTop}
        data-single={columns.length === 1 || undefined}
        style={{ "--columns": tracks } as CSSProperties}
      >
        {rows.map(({ item, isGone }) => (
          <Row key={item.id} {...{ table, item, isGone }} isLinked={item.id === linkedId} />
        ))}
      </ul>
    </div>
  );
}

type RowProps<T> = SteadyRow<T> & { table: RecordTable<T>; isLinked: boolean };

function RowOf<T>({ table, item, isGone, isLinked }: RowProps<T>) {
  const { columns, isOver: isOverOf, isQuiet, hrefOf, userOf, Below } = table;
  const below = useId();
  const keptFocus = useKeptFocus();
  const isMarked = useLinkedRow(keptFocus.ref, isLinked);
  const [opened, setOpened] = useState<string>();
  const isOver = isGone || (isOverOf?.(item) ?? false);
  const cell: Cell<T> = { item, isGone, isOver, opened, setOpened, below };
  const cells = columns.map(({ Cell: Content, isEnd, phone, isAlways = true }, index) => (
    <div
      key={index}
      className={styles["cell"]}
      data-end={isEnd}
      data-phone={phone}
      data-wide={isAlways ? undefined : true}
    >
      <Content {...cell} />
    </div>
  ));
  return (
    <li
      {...keptFocus}
      tabIndex={-1}
      className={styles["row"]}
      data-over={(isOver && (isQuiet?.(item) ?? true)) || undefined}
      data-linked={isMarked || undefined}
    >
      {hrefOf === undefined ? (
        cells
      ) : (
        <Link href={hrefOf(item)} className={styles["link"]}>
          {cells}
        </Link>
      )}
      <div id={below} className={styles["below"]}>
        {Below && <Below {...cell} />}
        {opened === HISTORY && <UserHistory userId={userOf?.(item) ?? ""} />}
      </div>
    </li>
  );
}

// A list of thousands redraws only the rows that changed.
const Row = memo(RowOf) as typeof RowOf;

const MARKED_MS = 3_000;

/** Brings a row into view and focuses it if the address asks for it. Returns whether the row is marked now. */
function useLinkedRow(place: RefObject<HTMLElement | null>, isLinked: boolean): boolean {
  const visit: unknown = useHistoryState();
  const [isMarked, setMarked] = useState(false);
  useEffect(() => {
    if (!isLinked) return undefined;
    let arriving: ReturnType<typeof setTimeout>;
    // A page scrolls to its top as it opens, and a dialog returns the focus as it closes. This waits for both.
    const frame = requestAnimationFrame(() => {
      arriving = setTimeout(() => {
        const isTall = (place.current?.offsetHeight ?? 0) > innerHeight / 2;
        place.current?.scrollIntoView({ block: isTall ? "start" : "center" });
        place.current?.focus({ preventScroll: true });
        setMarked(true);
      });
    });
    const leaving = setTimeout(() => setMarked(false), MARKED_MS);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(arriving);
      clearTimeout(leaving);
    };
  }, [isLinked, place, visit]);
  return isMarked && isLinked;
}

const HISTORY = "history";

/** True on the page of one user, whose rows need not name the user. */
export const IsOfOneUser = createContext(false);

type PersonProps = {
  cell: Pick<Cell<unknown>, "opened" | "setOpened" | "below">;
  /** Null if the row concerns no account. */
  userId: string | null;
  email: string;
  /** Shown beside the e-mail. */
  badges?: ReactNode;
  /** Shown below the e-mail. */
  note?: ReactNode;
};

/** Names the user of a row, links to their page and opens their history below. */
export function Person({ cell, userId, email, badges, note }: PersonProps) {
  const { user } = useTextOf("admin");
  const isOfOneUser = useContext(IsOfOneUser);
  const { opened, setOpened, below } = cell;
  const isOpen = opened === HISTORY;
  if (isOfOneUser) {
    return (
      <div>
        {badges && <div className={styles["line"]}>{badges}</div>}
        {note}
      </div>
    );
  }
  return (
    <div className={styles["person"]}>
      <div className={styles["line"]}>
        {userId === null ? (
          <span className={styles["email"]}>{email}</span>
        ) : (
          <span className={styles["name"]}>
            <button
              type="button"
              className={styles["toggle"]}
              aria-expanded={isOpen}
              aria-controls={isOpen ? below : undefined}
              aria-label={user.show(email)}
              data-tip={user.show(email)}
              onClick={() => setOpened(isOpen ? undefined : HISTORY)}
            >
              <ChevronRightIcon size={16} />
            </button>
            <TextLink href={`/admin/users/${userId}`} className={styles["email"]}>
              {email}
            </TextLink>
          </span>
        )}
        {badges}
      </div>
      {note !== undefined && (
        <Caption as="div" anywhere loose>
          {note}
        </Caption>
      )}
    </div>
  );
}
