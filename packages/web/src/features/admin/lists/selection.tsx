import { createContext, useContext, useId, useState } from "react";
import type { ReactNode } from "react";
import { createStore, useStore } from "../../../api/live/live.ts";
import { useKeptFocus } from "../../../lib/focus.ts";
import { useTextOf } from "../../../locales/text.ts";
import { LinkButton } from "../../../ui/button.tsx";
import { Caption, Medium } from "../../../ui/primitives.tsx";
import type { SteadyRow } from "./pages.ts";
import styles from "./lists.module.css";

type Identified = { readonly id: string };

/** How several rows of a list are selected, and what can be done with them together. */
export type Together<T> = {
  /** A hook. Tells which items can be selected; undefined for people who may decide none of them. */
  readonly useCanSelect: () => ((item: T) => boolean) | undefined;
  readonly Actions: (props: TogetherProps<T>) => ReactNode;
};

export type TogetherProps<T> = {
  readonly selected: readonly T[];
  /** Takes items out of the selection. */
  readonly onDone: (items: readonly Identified[]) => void;
};

type Selection = {
  readonly open: ReadonlySet<string>;
  readonly ids: ReadonlySet<string>;
  readonly toggle: (id: string) => void;
};

/** The selection in the list around a row; undefined if its rows cannot be selected. */
export const SelectionInList = createContext<Selection | undefined>(undefined);

const NONE: ReadonlySet<string> = new Set();
/** The list with the selected rows. A page may hold several lists, and only one has a selection. */
const selecting = createStore("");
const NOTHING: Together<unknown> = { useCanSelect: () => undefined, Actions: () => null };

/** Holds the selected rows of a list. A row that can no longer be decided drops out. */
export function useSelection<T extends Identified>(
  rows: readonly SteadyRow<T>[],
  { useCanSelect, Actions }: Together<T> = NOTHING,
  isSelectable = true,
) {
  const canSelectIfWanted = useCanSelect();
  const canSelect = isSelectable ? canSelectIfWanted : undefined;
  const [chosen, setIds] = useState(NONE);
  const own = useId();
  const isSelecting = useStore(selecting, (list) => list === own);
  const ids = isSelecting ? chosen : NONE;
  const open = canSelect ? rows.flatMap(({ item, isGone }) => (!isGone && canSelect(item) ? item : [])) : [];
  const selected = open.filter(({ id }) => ids.has(id));
  // An item that comes back is not selected again by itself.
  if (selected.length < chosen.size) setIds(new Set(selected.map(({ id }) => id)));

  function change(id: string, isIn: boolean) {
    selecting.set(own);
    setIds((before) => new Set(isIn ? [...before, id] : [...before].filter((each) => each !== id)));
  }

  return {
    context: canSelect && {
      open: new Set(open.map(({ id }) => id)),
      ids,
      toggle: (id: string) => change(id, !ids.has(id)),
    },
    bar: canSelect && (
      <SelectionBar count={selected.length} isUseful={open.length > 1} onClear={() => setIds(NONE)}>
        <Actions selected={selected} onDone={(items) => items.forEach(({ id }) => change(id, false))} />
      </SelectionBar>
    ),
  };
}

type SelectionBarProps = {
  count: number;
  /** True if the list has several rows to select. */
  isUseful: boolean;
  onClear: () => void;
  children: ReactNode;
};

/** Stands above a list and keeps its place while it is empty, so that no row moves under the pointer. */
function SelectionBar({ count, isUseful, onClear, children }: SelectionBarProps) {
  const { together: words } = useTextOf("admin").queue;
  const keptFocus = useKeptFocus<HTMLDivElement>();
  const isFilled = count > 0;
  return (
    <div
      {...keptFocus}
      role="group"
      aria-label={words.label}
      tabIndex={-1}
      className={styles["selection"]}
      data-filled={isFilled || undefined}
    >
      <Caption as="span" className={styles["hint"]}>
        {isUseful && words.hint}
      </Caption>
      <div className={styles["bar"]}>
        <Medium role="status">{isFilled && words.selected(count)}</Medium>
        {isFilled && <LinkButton onClick={onClear}>{words.clear}</LinkButton>}
        <div className={styles["actions"]}>{children}</div>
      </div>
    </div>
  );
}

type SelectProps = {
  item: Identified;
  /** Names the row. */
  what: string;
};

/** The checkbox of a row. A row that cannot be selected keeps its place free. */
export function Select({ item: { id }, what }: SelectProps) {
  const { together: words } = useTextOf("admin").queue;
  const selection = useContext(SelectionInList);
  if (selection === undefined) return null;
  if (!selection.open.has(id)) return <span className={styles["box"]} />;
  return (
    <label className={styles["box"]}>
      <input
        type="checkbox"
        aria-label={words.select(what)}
        data-decision="select"
        checked={selection.ids.has(id)}
        onChange={() => selection.toggle(id)}
      />
    </label>
  );
}
