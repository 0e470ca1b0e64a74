import { useId, useState } from "react";
import type { ComponentProps, KeyboardEvent, ReactNode } from "react";
import { rowAfter } from "../../lib/focus.ts";
import { Caption } from "../primitives.tsx";
import styles from "./combobox.module.css";
import { Field } from "./field.tsx";
import { TextInput } from "./text-input.tsx";

type Identified = { readonly id: string };

type ComboboxProps<T> = Omit<ComponentProps<"input">, "onChange" | "value" | "list" | "children"> & {
  label: string;
  hint?: string | undefined;
  /** The name of the list. */
  listLabel: string;
  typed: string;
  onType: (typed: string) => void;
  options: readonly T[];
  /** True if they belong to the text before. Then none is marked. */
  isOld: boolean;
  /** What the search is doing, or what it found. */
  said: string;
  onChoose: (option: T) => void;
  /** Enter without a marked option, or leaving the field. */
  onAsk?: () => void;
  /**
   * The list stands below the field, as part of a dialog, and its first option is marked from the beginning. Otherwise it
   * opens over the page while the user types, and no option is marked until they move to one.
   */
  isInline?: boolean;
  /** Draws an option. */
  children: (option: T) => ReactNode;
};

/**
 * A field with a list of suggestions, after the ARIA pattern: the focus stays in the field, arrows mark an option, Enter
 * chooses it and Escape closes the list.
 */
export function Combobox<T extends Identified>(props: ComboboxProps<T>) {
  const { label, hint, listLabel, typed, onType, options: all, isOld, said, ...rest } = props;
  const { onChoose, onAsk, isInline = false, children, ...input } = rest;
  const first = isInline ? 0 : -1;
  const list = useId();
  const [isOpened, setOpened] = useState(false);
  const [marked, setMarked] = useState(first);
  const isOpen = isInline || (isOpened && typed.trim() !== "");
  const options = isOpen ? all : [];
  const at = isOld ? -1 : Math.min(marked, options.length - 1);

  function open(isWanted: boolean) {
    setOpened(isWanted);
    setMarked(first);
  }

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const { key } = event;
    if (key === "Enter") {
      event.preventDefault();
      const option = options[at];
      if (option === undefined) onAsk?.();
      else onChoose(option);
    } else if (key === "Escape" && !isInline && typed !== "") {
      // A dialog around the field stays open, and a search field keeps its text while the list closes.
      event.preventDefault();
      event.stopPropagation();
      if (isOpen) open(false);
      else onType("");
    } else if (key === "ArrowDown" || key === "ArrowUp") {
      event.preventDefault();
      if (!isOpen) open(true);
      const next = rowAfter(key, at, options.length);
      if (next === undefined) return;
      setMarked(next);
      document.getElementById(`${list}-${next}`)?.scrollIntoView({ block: "nearest" });
    }
  }

  return (
    <div className={styles["place"]}>
      <Field label={label} hint={hint}>
        {(control) => (
          <TextInput
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...control}
            role="combobox"
            aria-expanded={options.length > 0}
            aria-controls={list}
            aria-autocomplete="list"
            aria-activedescendant={at >= 0 ? `${list}-${at}` : undefined}
            value={typed}
            onChange={(event) => {
              onType(event.target.value);
              open(true);
            }}
            onFocus={() => open(true)}
            onBlur={() => {
              open(false);
              onAsk?.();
            }}
            onKeyDown={press}
          />
        )}
      </Field>
      {/* A press on an option leaves the focus in the field. */}
      <div
        role="presentation"
        className={styles[isInline ? "inline" : "over"]}
        data-open={isOpen || undefined}
        onMouseDown={(event) => event.preventDefault()}
      >
        <Caption role="status">{isOpen && said}</Caption>
        <div id={list} role="listbox" aria-label={listLabel} aria-busy={isOld} hidden={options.length === 0}>
          {options.map((option, index) => (
            // The field keeps the focus and names the marked option.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <div
              key={option.id}
              id={`${list}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              className={styles["option"]}
              onPointerMove={() => setMarked(index)}
              onClick={() => onChoose(option)}
            >
              {children(option)}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
