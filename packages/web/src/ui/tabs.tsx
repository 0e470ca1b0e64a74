import { useId, useRef, useState } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import styles from "./tabs.module.css";

type Tab = { value: string; label: string; content: ReactNode };

type TabsProps = {
  label: string;
  tabs: readonly Tab[];
  initial?: string;
  onSelect?: (value: string) => void;
};

const STEPS: Record<string, (index: number, count: number) => number> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Tabs that follow the ARIA pattern: arrow keys, Home and End move and select. Only the open tab is mounted. */
export function Tabs({ label, tabs, initial, onSelect }: TabsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(initial ?? tabs[0]!.value);
  const index = tabs.findIndex(({ value }) => value === current);

  function select(value: string) {
    setCurrent(value);
    onSelect?.(value);
  }

  function move(event: KeyboardEvent) {
    const next = STEPS[event.key]?.(index, tabs.length);
    const tab = next === undefined ? undefined : tabs[next];
    if (tab === undefined || next === undefined) return;
    event.preventDefault();
    select(tab.value);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[next]?.focus();
  }

  return (
    <div>
      <div ref={list} role="tablist" aria-label={label} className={styles["list"]}>
        {tabs.map(({ value, label: name }) => (
          <button
            key={value}
            type="button"
            role="tab"
            id={`${id}-${value}`}
            aria-selected={value === current}
            aria-controls={value === current ? `${id}-panel` : undefined}
            tabIndex={value === current ? 0 : -1}
            className={styles["tab"]}
            onClick={() => select(value)}
            onKeyDown={move}
          >
            {name}
          </button>
        ))}
      </div>
      <div
        key={current}
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${current}`}
        className={styles["content"]}
      >
        {tabs[index]?.content}
      </div>
    </div>
  );
}
